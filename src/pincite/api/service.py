"""What a server is made of, joined: the library's states, the queue, uploads, kept answers and the audit log."""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from pincite.answer.record import to_record
from pincite.api.events import Tell, message_of
from pincite.api.filters import chosen
from pincite.api.ingest_child import PDF_PASSWORD_VARIABLE, IngestTask
from pincite.api.ingest_process import IngestProcess
from pincite.api.jobs import Job, Jobs
from pincite.api.models import SharedModels
from pincite.api.pinned import LibraryState
from pincite.api.schemas import Asked
from pincite.api.states import LibraryStates
from pincite.api.tokens import Tokens
from pincite.api.uploads import UploadedFile, remove_abandoned
from pincite.api.work_queue import Turn, WorkQueue
from pincite.audit.details import asked as asked_details
from pincite.audit.log import AuditLog
from pincite.index.model_files import threads
from pincite.library import Library
from pincite.settings import Settings
from pincite.store.answers import AnswerHistory
from pincite.types.document import Document

if TYPE_CHECKING:
    from pincite.answer.events import AskEvent
    from pincite.generate.protocol import LanguageModel

T = TypeVar("T")
OTHER_READERS = 8
"""Readers of a state beside the workers."""
OPEN_DOCUMENTS = 8
"""Documents that stay in memory for the reader of pages."""


class GivenAnswer(NamedTuple):
    """An answer or a refusal that has been kept."""

    id: str
    record: dict[str, Any]


class Service:
    """The parts of a server over the library in `folder`.

    Args:
        language_model: gives the language model of a name; the usual ones by default.
    """

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        tokens: Tokens,
        language_model: Callable[[str], LanguageModel] | None = None,
    ) -> None:
        self.folder = folder
        self.settings = settings
        self.models = SharedModels(settings, language_model)
        self.pdf_password = os.environ.get(PDF_PASSWORD_VARIABLE)
        """Tried on the files whose pages are shown; never told."""
        self.process = IngestProcess()
        workers = settings.serve.workers or threads()
        self.states = LibraryStates(
            folder, settings, self.models, connections=workers + OTHER_READERS, build_index=self._build_index
        )
        self.library = Library.open(folder, create=True, settings=settings)
        """The library as it is now, for what needs no index and no graph."""
        self.queue = WorkQueue(workers, settings.serve.queue)
        self.history = AnswerHistory.open(folder)
        self.audit = AuditLog(folder, secrets=tokens.secrets)
        self.jobs = Jobs(folder, settings, self.states, self.process, self._log_received, self._log_report)
        self._documents: OrderedDict[tuple[str, str], Document] = OrderedDict()
        self._reading = Lock()

    def start(self) -> None:
        """Begin to make the library ready."""
        remove_abandoned(self.folder)
        self.states.start()

    async def close(self) -> None:
        """End what is being done and give everything back."""
        await asyncio.to_thread(self.jobs.close)
        await self.queue.close()
        with ExitStack() as last_to_first:
            from pincite.parse.view.open_pages import close_files

            last_to_first.callback(close_files)
            for part in (self.models, self.history, self.library, self.states):
                last_to_first.callback(part.close)

    def _build_index(self) -> None:
        self.process.do(IngestTask(str(self.folder), self.settings))

    def _log_received(self, job: Job) -> None:
        """Log an upload before it is taken in: a kill in the middle leaves no document that nobody is named for."""
        files = [{"name": file.name, "file_sha256": file.sha256} for file in job.upload.files]
        self.audit.append("receive", by=job.by, details={"job": job.id, "files": files, "tags": list(job.upload.tags)})

    def _log_report(self, job: Job, report: Mapping[str, Any], file: UploadedFile | None) -> None:
        kept = ("name", "status", "document_id", "error")
        details = {key: report.get(key) for key in kept}
        digest = file.sha256 if file is not None else None
        self.audit.append("upload", by=job.by, details={**details, "job": job.id, "file_sha256": digest})

    # Work

    async def work(self, do: Callable[[LibraryState, Turn], T], on_place: Callable[[int], None] | None = None) -> T:
        """What `do` makes of the current state of the library, when it is its turn.

        Raises:
            ApiProblem: the queue is full, or it took too long.
        """
        limit_s = self.settings.serve.question_s

        def work(turn: Turn) -> T:
            with self.states.use(limit_s) as library:
                turn.check()
                return do(library, turn)

        return await self.queue.do(work, on_place=on_place or (lambda place: None), limit_s=limit_s)

    async def ask(self, asked: Asked, who: str | None, tell: Tell = lambda name, data: None) -> GivenAnswer:
        """Answer a question, and keep and log the answer.

        Args:
            tell: takes the messages of the run: `queued`, `stage`, `evidence`, `leaves`, `checked`.

        Raises:
            PinciteError: it could not be worked on.
        """
        self.models.require_offered(asked.model)
        loop = asyncio.get_running_loop()

        def do(library: LibraryState, turn: Turn) -> GivenAnswer:
            def on_event(event: AskEvent) -> None:
                turn.check()
                if message := message_of(event):
                    loop.call_soon_threadsafe(tell, *message)

            return self._answered(library, asked, who, on_event)

        return await self.work(do, lambda place: tell("queued", {"place": place}))

    def _answered(
        self, library: LibraryState, asked: Asked, who: str | None, on_event: Callable[[AskEvent], None]
    ) -> GivenAnswer:
        outcome = library.ask(
            asked.question,
            method=asked.method,
            model=asked.model,
            preset=asked.preset,
            gate=asked.gate,
            filter=chosen(library, asked.documents, asked.tags),
            on_event=on_event,
        )
        record = to_record(outcome)
        answer_id = self.history.put(record, asked_by=who)
        try:
            self.audit.append("ask", by=who, details=asked_details(outcome, record, answer_id=answer_id))
        except BaseException:
            self.history.remove(answer_id)  # what is not logged is not given, nor kept to be read later
            raise
        return GivenAnswer(answer_id, record)

    # Documents

    def document(self, document_id: str) -> Document:
        """A document of the library as it is now; the last few stay in memory.

        Raises:
            UnknownDocument: there is none.
        """
        info = self.library.store.document_info(document_id)
        key = (info.id, info.text_sha256 + info.file_sha256 + info.updated_at)
        with self._reading:
            if key in self._documents:
                self._documents.move_to_end(key)
                return self._documents[key]
        found = self.library.document(document_id)
        with self._reading:
            self._documents[key] = found
            while len(self._documents) > OPEN_DOCUMENTS:
                self._documents.popitem(last=False)
        return found
