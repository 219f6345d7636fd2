"""Uploads as they are taken in, one after the other in a process of its own; who asks hears how far they are."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pincite.api.browser_words import for_browser
from pincite.api.ingest_child import IngestTask, NamedFile
from pincite.api.ingest_process import IngestProcess
from pincite.api.problem import ApiProblem, problem, unexpected_problem
from pincite.api.states import LibraryStates
from pincite.api.uploads import Upload, UploadedFile
from pincite.errors import PinciteError
from pincite.settings import Settings
from pincite.store.kept_files import remove_unneeded
from pincite.store.library import SqliteStore

_LOG = logging.getLogger(__name__)
KEPT_JOBS = 200
"""Most jobs that can still be asked for."""
MOST_WAITING = 20
"""Most uploads that wait for others."""
ENDED = ("done", "failed")
_KEPT_PLACE = re.compile(r"\S*[0-9a-f]{64}(?:\.\w+)?(?:!/)?")
_HIDDEN = frozenset({"kind", "file", "path"})

Message = tuple[str, dict[str, Any]]


@dataclass
class Job:
    """An upload on its way; its fields are changed in the event loop alone.

    Args:
        state: `queued`, `running`, `indexing`, `done`, or `failed`, where some of the files may be in.
        progress: the last word on the file that is being taken in; None between files.
    """

    id: str
    by: str | None
    upload: Upload
    state: str = "queued"
    reports: list[dict[str, Any]] = field(default_factory=list)
    progress: dict[str, Any] | None = None
    problem: dict[str, Any] | None = None
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_pending(self) -> bool:
        """Whether it has not begun."""
        return self.state == "queued"

    def to_dict(self) -> dict[str, Any]:
        """The job as JSON values."""
        return {
            "job": self.id,
            "state": self.state,
            "files": [file.name for file in self.upload.files],
            "reports": self.reports,
            "progress": self.progress,
            "problem": self.problem,
        }

    def changed(self) -> None:
        """Wake those who wait for a change."""
        woken, self._changed = self._changed, asyncio.Event()
        woken.set()

    async def messages(self) -> AsyncIterator[Message]:
        """What has been said and will be: `progress`, `report`, `problem`, and last `done`."""
        told, said = 0, None
        while True:
            changed = self._changed
            for report in self.reports[told:]:
                told += 1
                yield "report", report
            if self.progress is not None and self.progress is not said:
                said = self.progress
                yield "progress", said
            if self.state in ENDED:
                break
            await changed.wait()
        if self.problem is not None:
            yield "problem", self.problem
        yield "done", {"job": self.id, "state": self.state, "files": len(self.reports)}


class Jobs:
    """The uploads of a server; its methods belong to one event loop.

    Args:
        process: that takes files in and builds the index.
        on_begin: told of each upload before anything of it is taken in; what it raises keeps all of it out.
        on_report: told of each file's report and the uploaded file that it came in, in the thread that took it in.
    """

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        states: LibraryStates,
        process: IngestProcess,
        on_begin: Callable[[Job], None],
        on_report: Callable[[Job, Mapping[str, Any], UploadedFile | None], None],
    ) -> None:
        self._folder = folder
        self._settings = settings
        self._states = states
        self._process = process
        self._on_begin = on_begin
        self._on_report = on_report
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pincite-jobs")

    def require_room(self) -> None:
        """Turn an upload down before it is sent, where too many wait.

        Raises:
            ApiProblem: 503.
        """
        if sum(job.state not in ENDED for job in self._jobs.values()) >= MOST_WAITING:
            raise ApiProblem(
                503, "too-many-uploads", f"{MOST_WAITING} uploads wait to be taken in already.",
                hint="Send it again when some of them are done.", retry_after_s=30,
            )  # fmt: skip

    def begin(self, upload: Upload, by: str | None) -> Job:
        """Take the files in when it is their turn."""
        job = Job(secrets.token_hex(8), by, upload)
        self._jobs[job.id] = job
        while len(self._jobs) > KEPT_JOBS:
            oldest = next((key for key, found in self._jobs.items() if found.state in ENDED), None)
            if oldest is None:
                break
            del self._jobs[oldest]
        loop = asyncio.get_running_loop()
        self._thread.submit(self._work, job, loop)
        return job

    def get(self, job_id: str) -> Job:
        """The job of an id.

        Raises:
            ApiProblem: there is none, or it was long ago.
        """
        found = self._jobs.get(job_id)
        if found is None:
            raise ApiProblem(404, "unknown-job", "There is no upload of this id, or it was long ago.")
        return found

    def close(self) -> None:
        """End what is being done."""
        self._process.stop()
        self._thread.shutdown(wait=True, cancel_futures=True)

    # In the thread

    def _work(self, job: Job, loop: asyncio.AbstractEventLoop) -> None:
        def change(**values: Any) -> None:
            def apply() -> None:
                for name, value in values.items():
                    setattr(job, name, value)
                job.changed()

            with suppress(RuntimeError):  # the loop has ended with the server
                loop.call_soon_threadsafe(apply)

        try:
            change(state="running")
            try:
                self._on_begin(job)
                self._take_in(job, change)
            finally:
                self._clear(job)
            change(state="done", progress=None)
        except PinciteError as error:
            change(state="failed", progress=None, problem=problem(error))
        except Exception:
            _LOG.exception("an upload could not be taken in")
            change(state="failed", progress=None, problem=unexpected_problem())

    def _take_in(self, job: Job, change: Callable[..., None]) -> None:
        files = {str(file.path): file for file in job.upload.files}
        reports: list[dict[str, Any]] = []

        def heard(kind: str, data: Mapping[str, Any]) -> None:
            if kind == "progress":
                change(progress=_shown(data, files) | {"file": len(reports)})
            elif kind == "report":
                report = _shown(data, files)
                self._on_report(job, report, files.get(str(data.get("file"))))
                reports.append(report)
                change(reports=list(reports), progress=None)
            elif kind == "indexing":
                change(state="indexing", progress={"name": "", "stage": "indexing", "done": 0, "total": 1})

        named = tuple(NamedFile(str(file.path), str(file.source)) for file in job.upload.files)
        # Whoever uploads may be a stranger: even a small file is read in a process of its own.
        settings = replace(self._settings, parse=replace(self._settings.parse, isolate="always"))
        task = IngestTask(str(self._folder), settings, named, job.upload.tags)
        with self._states.paused():
            try:
                self._process.do(task, heard)
            finally:
                if any(report["status"] in ("added", "replaced") or job.upload.tags for report in reports):
                    self._states.renew()

    def _clear(self, job: Job) -> None:
        """Remove the files of which no document came; an archive goes too, for its members have been kept."""
        awaited = {
            file.sha256
            for other in list(self._jobs.values())
            for file in other.upload.files
            if other.is_pending and other is not job
        }
        with suppress(PinciteError), SqliteStore.open(self._folder) as store, store.writing():
            for file in job.upload.files:
                if file.sha256 not in awaited:
                    remove_unneeded(store, file.sha256)


def _shown(data: Mapping[str, Any], files: Mapping[str, UploadedFile]) -> dict[str, Any]:
    """An event as callers see it: the file by its own name, and no path of this machine."""
    names = {str(file.source): file.name for file in files.values()}
    names |= {path: file.name for path, file in files.items()}

    def named(value: Any) -> Any:
        if isinstance(value, str):
            for path, name in names.items():  # the longer ones come first
                value = value.replace(path, name)
            return _KEPT_PLACE.sub("", value)
        return [named(item) for item in value] if isinstance(value, list) else value

    shown = {key: named(value) for key, value in data.items() if key not in _HIDDEN}
    shown |= {"error": for_browser(shown["error"])} if shown.get("error") else {}
    shown |= {"notes": [for_browser(note) for note in shown["notes"]]} if shown.get("notes") else {}
    return {"name": named(data["path"]), **shown}
