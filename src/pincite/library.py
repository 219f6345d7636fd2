"""A library of documents in a folder, and all that can be done with it: the front door of pincite."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Self

from pincite.errors import EmbedderMismatch, EmptyLibrary, InputError, LibraryBusy, ModelError, Offline
from pincite.settings import Settings
from pincite.types.retrieval import Ranking, RetrievalFilter

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

    from pincite.answer.events import AskEvent, OnAskEvent
    from pincite.generate.adapters.rerank_server import RerankServer
    from pincite.generate.protocol import LanguageModel
    from pincite.graph.kept import KeptGraph
    from pincite.graph.okg import KnowledgeGraph
    from pincite.graph.rests_on import RestsOn
    from pincite.index.embedders import Embedder
    from pincite.index.snapshot import LibraryIndex
    from pincite.ingest import FileReport, OnEvent
    from pincite.ingest.doctor import Finding
    from pincite.retrieve.rerank import Reranker
    from pincite.retrieve.walk_state import WalkState
    from pincite.store.connection import OnWait
    from pincite.store.library import SqliteStore
    from pincite.store.protocol import DocumentInfo
    from pincite.types.anchor import TopicAnchor
    from pincite.types.answer import Answer, Refusal
    from pincite.types.document import Document
    from pincite.types.law import LawText

Mode = Literal["hybrid", "dense", "lexical", "refwalk"]
NO_FILTER = RetrievalFilter()
SNAPSHOT_FORMAT = "1"
MAX_GRAPHS = 3
"""Graphs at different dates that stay in memory."""


class Library:
    """An open library. Use it as a context manager, or call `close`.

    Args:
        store: where the documents are kept.
        settings: sizes, retrieval, gate, model.
        embedder_for: gives the embedder of a language or raises ModelError; the installed ones by default.
        reranker: gives the cross-encoder or raises ModelError; the installed one by default.
        language_model: gives the language model of a name or raises PinciteError; by default those of the names that
            `ask` describes. `close` of a model is called when the library is closed.
    """

    def __init__(
        self,
        store: SqliteStore,
        settings: Settings | None = None,
        *,
        embedder_for: Callable[[str], Embedder] | None = None,
        reranker: Callable[[], Reranker] | None = None,
        language_model: Callable[[str], LanguageModel] | None = None,
    ) -> None:
        self.store = store
        self.settings = settings or Settings()
        self._embedder_source = embedder_for
        self._reranker_source = reranker
        self._language_model_source = language_model
        self._embedders: dict[str, Embedder] = {}
        self._reranker: Reranker | None = None
        self._language_models: dict[str, LanguageModel] = {}
        # Models by name that were seen not to hold to a schema, for the writer.
        self.forms: dict[str, Literal["markers", "sentences"]] = {}
        self._worker: ThreadPoolExecutor | None = None
        self._making = Lock()
        self._index: tuple[int, LibraryIndex] | None = None
        self._graphs: dict[str | None, KeptGraph] = {}
        self._walk: WalkState | None = None
        self._rerank_servers: dict[str, RerankServer] = {}

    @classmethod
    def open(
        cls,
        folder: Path | str,
        *,
        create: bool = False,
        settings: Settings | None = None,
        on_wait: OnWait | None = None,
        command: str = "",
    ) -> Self:
        """The library in a folder.

        Args:
            create: make an empty one where there is none.
            on_wait: told when another process that writes is waited for, as long as `wait_s` of the settings.
            command: by which other processes learn of this one when it writes; the program's name by default.

        Raises:
            LibraryNotFound: there is none and `create` is not set.
            LibraryError: the folder cannot be used.
        """
        from pincite.store.library import SqliteStore

        timeout_s = (settings or Settings()).wait_s
        store = SqliteStore.open(folder, create=create, timeout_s=timeout_s, on_wait=on_wait, command=command)
        return cls(store, settings)

    def close(self) -> None:
        """Give the files and models back; a question that `ask_events` still works on is waited for."""
        with ExitStack() as last_to_first:
            last_to_first.callback(self.store.close)
            for server in self._rerank_servers.values():
                last_to_first.callback(server.close)
            self._rerank_servers = {}
            for model in self._language_models.values():
                if close := getattr(model, "close", None):
                    last_to_first.callback(close)
            self._language_models = {}
            if self._worker is not None:
                last_to_first.callback(self._worker.shutdown)
                self._worker = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    # Documents

    def add(
        self,
        paths: Iterable[Path | str],
        tags: Sequence[str] = (),
        on_event: OnEvent | None = None,
        *,
        password: str | None = None,
    ) -> list[FileReport]:
        """Take in files, the readable files below folders and in archives; one report a file, in order.

        A file that cannot be read is reported as failed and the rest goes on. Unchanged files are skipped.

        Args:
            password: tried on encrypted files, and kept nowhere.
        """
        from pincite.ingest import Ingest, find_files

        reports: list[FileReport] = []
        settings = self.settings
        with Ingest(
            self.store, self.embedder, settings.chunk, on_event, parse=settings.parse, password=password
        ) as ingest:
            for path in find_files(Path(p) for p in paths):
                reports += ingest.each(path, tags)
        if any(r.status in ("added", "replaced") for r in reports):
            with suppress(LibraryBusy):  # the first question builds it then
                self.index()
        return reports

    def documents(self) -> list[DocumentInfo]:
        """What the library holds, by id."""
        return self.store.documents()

    def document(self, document_id: str) -> Document:
        """One document with its text.

        Raises:
            UnknownDocument: there is none of that id.
        """
        return self.store.document(document_id)

    def remove(self, document_id: str) -> None:
        """Take out a document, and its file where the library keeps that; the file it was added from stays.

        Raises:
            UnknownDocument: there is none of that id.
        """
        from pincite.store.kept_files import remove_unneeded

        with self.store.writing():
            file_sha256 = self.store.document_info(document_id).file_sha256
            self.store.remove(document_id)
            remove_unneeded(self.store, file_sha256)

    def doctor(self, *, fix: bool = False, drop_files: bool = False, on_event: OnEvent | None = None) -> list[Finding]:
        """What is wrong with the library and its files, and, with `fix`, what was mended of it.

        Nothing is thrown away that cannot be made again, save what `drop_files` allows.

        Args:
            drop_files: with `fix`, also delete kept files that no document needs.
        """
        from pincite.ingest.doctor import Doctor

        with Doctor(self.store, self.embedder, self.settings, on_event) as doctor:
            return list(doctor.mend(drop_files=drop_files) if fix else doctor.findings())

    def law(self, document_id: str) -> LawText:
        """A document read as law: its provisions, references and terms, before anything outside it is looked at.

        Raises:
            UnknownDocument: there is none of that id.
        """
        from pincite.graph.kept import read_safely
        from pincite.graph.read_law import LAW_READER

        found = self.store.law(document_id)
        return found if found and found.reader == LAW_READER else read_safely(self.store.document(document_id))

    def graph(self, as_of: str | None = None) -> KnowledgeGraph:
        """The operational knowledge graph of the library.

        Args:
            as_of: ISO date; of each work the edition in force then counts, without a date the newest.

        Raises:
            InputError: `as_of` is no date.
        """
        from pincite.graph.kept import KeptGraph

        kept = self._graphs.pop(as_of, None) or KeptGraph(as_of)
        self._graphs[as_of] = kept
        while len(self._graphs) > MAX_GRAPHS:
            del self._graphs[next(iter(self._graphs))]
        return kept.current(self.store)

    def reindex(self, on_event: OnEvent | None = None) -> dict[str, int]:
        """Embed all chunks with the embedders at hand and bind these; language to number of new vectors.

        Raises:
            ModelError: the embedder of a language of the library is not installed.
        """
        from pincite.ingest import reindex

        return reindex(self.store, self.embedder_at_hand, on_event)

    def info(self) -> dict[str, Any]:
        """Counts, models and the index, for people and programs."""
        meta = self.store.meta()
        documents = self.store.documents()
        return {
            "folder": str(self.store.folder),
            "documents": len(documents),
            "chunks": sum(d.chunk_count for d in documents),
            "pages": sum(d.page_count for d in documents),
            "languages": sorted({d.language for d in documents}),
            "jurisdictions": sorted({d.jurisdiction.name for d in documents if d.jurisdiction}),
            "tags": sorted({t for d in documents for t in d.tags}),
            "embedders": dict(meta.embedders),
            "tokenizers": dict(meta.tokenizers),
            "schema_version": meta.schema_version,
            "generation": meta.generation,
            "index_digest": self.index().digest if documents else None,
            "preset": self.preset(),
        }

    # Models

    def embedder_at_hand(self, language: str) -> Embedder:
        """The installed embedder of a language, loaded once.

        Raises:
            ModelError: there is none.
        """
        if language not in self._embedders:
            from pincite.index.embedders import embedder_for

            self._embedders[language] = (self._embedder_source or embedder_for)(language)
        return self._embedders[language]

    def embedder(self, language: str) -> Embedder:
        """The embedder of a language, if it is the one that made the library's vectors.

        Raises:
            EmbedderMismatch: the library's vectors are by another one.
            ModelError: there is none installed.
        """
        found = self.embedder_at_hand(language)
        bound = self.store.meta().embedders.get(language)
        if bound not in (None, found.name):
            raise EmbedderMismatch(
                f"The library's vectors for language {language} are by {bound}; the embedder at hand is {found.name}.",
                hint=f"Install {bound}, or embed the library again with: pincite reindex.",
            )
        return found

    def reranker(self) -> Reranker:
        """The cross-encoder, loaded once.

        Raises:
            ModelError: it is not installed.
        """
        if self._reranker is None:
            if self._reranker_source is not None:
                self._reranker = self._reranker_source()
            else:
                from pincite.retrieve.rerank import CrossEncoder

                self._reranker = CrossEncoder()
        return self._reranker

    def rerank_server(self, name: str) -> RerankServer:
        """The cross-encoder of a server, `URL#NAME`, made once.

        Raises:
            InputError: no such URL.
            Offline: it is on another machine, and the settings let nothing leave this one.
        """
        from pincite.generate.adapters.rerank_server import rerank_server

        with self._making:
            if name not in self._rerank_servers:
                self._rerank_servers[name] = rerank_server(name, offline=self.settings.offline)
            return self._rerank_servers[name]

    def language_model(self, name: str) -> LanguageModel:
        """The language model of a name, made once; what it answers is kept where the settings name a folder for it.

        Raises:
            InputError: there is no such model.
            Offline: it is on another machine, and the settings let nothing leave this one.
            ModelError: it cannot be had.
        """
        with self._making:  # two threads must not load the same file
            if name not in self._language_models:
                self._language_models[name] = self._opened_model(name)
            model = self._language_models[name]
        if self.settings.offline and model.host is not None:
            raise Offline(
                f"The question and the sources would be sent to {model.host}, and offline forbids that.",
                hint="Ask without --offline, or with a model on this machine, such as `extractive`.",
            )
        if self.settings.model.cache is None:
            return model
        from pincite.generate.kept import KeptModel

        return KeptModel(model, self.settings.model.cache.expanduser())

    def _opened_model(self, name: str) -> LanguageModel:
        if self._language_model_source is not None:
            return self._language_model_source(name)
        from pincite.generate.models import language_model

        return language_model(name, self.settings.model, offline=self.settings.offline)

    def preset(self, asked: str | None = None) -> str:
        """The preset in force: the one asked for, else the setting, else `standard` where the cross-encoder is.

        Raises:
            InputError: an unknown preset.
            ModelError: `standard` was asked for and the cross-encoder is not installed.
        """
        wanted = asked or self.settings.retrieve.preset
        if wanted not in (None, "paper", "standard"):
            raise InputError(f"There is no preset {wanted!r}.", hint="Presets are: paper, standard.")
        if wanted == "paper":
            return "paper"
        try:
            self.reranker()
        except ModelError:
            if wanted == "standard":
                raise
            return "paper"
        return "standard"

    # Questions

    def index(self) -> LibraryIndex:
        """The indexes that fit the library as it is; built first where they are missing.

        Raises:
            EmptyLibrary: there is nothing to index.
        """
        from pincite.index.snapshot import build_snapshot, load_snapshot
        from pincite.store import snapshots

        generation = self.store.generation
        if self._index is None or self._index[0] != generation:
            retrieve = self.settings.retrieve
            with self.store.reading():
                if not self.store.documents():
                    raise EmptyLibrary(
                        f"The library {self.store.folder} holds no document.",
                        hint="Put some in with: pincite add PATH.",
                    )
                folder = snapshots.current(
                    self.store,
                    lambda place: build_snapshot(self.store, place, k1=retrieve.bm25_k1, b=retrieve.bm25_b),
                    inputs={"format": SNAPSHOT_FORMAT, "k1": str(retrieve.bm25_k1), "b": str(retrieve.bm25_b)},
                )
                self._index = (self.store.generation, load_snapshot(folder, folder.name))
        return self._index[1]

    def word_weights(self, language: str, words: Sequence[str]) -> dict[str, float]:
        """How rare index words are in the library: their inverse document frequency."""
        return self.index().word_weights(language, words)

    def walk(self) -> WalkState:
        """The library's graph and vocabulary for RefWalk, which follow its state."""
        from pincite.retrieve.walk_state import WalkState

        if self._walk is None:
            self._walk = WalkState(self.store, self.graph)
        return self._walk

    def rests_on(self) -> RestsOn:
        """What quoted provisions cannot be read without, for the library as it is; inside `store.reading()`."""
        from pincite.graph.rests_on import RestsOn

        walkable = self.walk().current()
        return RestsOn(walkable.graph, walkable.units)

    def search(
        self,
        query: str,
        k: int = 8,
        mode: Mode = "hybrid",
        filter: RetrievalFilter = NO_FILTER,
        preset: str | None = None,
        anchor: TopicAnchor | None = None,
    ) -> Ranking:
        """Ranked chunks with their scores.

        Args:
            mode: `hybrid`, `dense`, `lexical`; `refwalk` by three views of the question and along citations, for which
                `preset` says nothing.
            anchor: for `refwalk`: the question's topic and conditions; None has one made without a model.

        Raises:
            QuestionError: the query is empty or too long.
            EmptyLibrary: there is nothing to search.
        """
        if mode == "refwalk":
            from pincite.answer.refwalk_retrieval import refwalk_retrieval

            return refwalk_retrieval(self)(query, filter, k, anchor)
        from pincite.answer.methods import citeguard_retrieval

        return citeguard_retrieval(self, self.preset(preset), mode)(query, filter, k)

    def ask(
        self,
        question: str,
        method: str = "auto",
        model: str | None = None,
        preset: str | None = None,
        gate: str | None = None,
        filter: RetrievalFilter = NO_FILTER,
        on_event: OnAskEvent | None = None,
        anchor: TopicAnchor | None = None,
    ) -> Answer | Refusal:
        """A checked answer, or a refusal with its reason.

        Args:
            method: `citeguard`, `refwalk`, or `auto`: RefWalk where the evidence is provisions that citations join.
            anchor: for RefWalk: the question's topic and conditions; None has one made.
            model: `extractive`, the evidence's own sentences; `URL#NAME` of an OpenAI-compatible server; `llama:FILE`
                of a GGUF file; None takes the setting.
            preset: `paper` or `standard`; None takes `standard` where the cross-encoder is installed.
            gate: `paper` or `standard`; None takes the setting.
            on_event: is told of stages and drafts as they come, never of a draft's text; see `pincite.answer.events`.

        Raises:
            QuestionError: the question is empty or too long.
            EmptyLibrary: there is nothing to answer from.
            ModelError: a model that was asked for is not installed or cannot be reached, or text would leave the
                machine and may not.
        """
        from pincite.answer.methods import pipeline

        run = pipeline(
            self,
            method=method,
            model=self.settings.model.name if model is None else model,
            preset=self.preset(preset),
            gate=gate or self.settings.answer.gate,
            anchor=anchor,
        )
        return run(question, filter, on_event) if on_event else run(question, filter)

    def ask_events(
        self,
        question: str,
        method: str = "auto",
        model: str | None = None,
        preset: str | None = None,
        gate: str | None = None,
        filter: RetrievalFilter = NO_FILTER,
        anchor: TopicAnchor | None = None,
    ) -> Iterator[AskEvent]:
        """What `ask` tells of while it works, with the outcome in the last event; see `ask` for all else.

        The work begins with the first `next` and is done in a thread of the library's own, one question at a time. It
        goes on while events wait to be read; a reader that stops early ends it before its next stage.
        """
        from pincite.answer.events import stream

        def run(on_event: OnAskEvent) -> object:
            return self.ask(question, method, model, preset, gate, filter, on_event, anchor)

        return stream(run, self._submit)

    def _submit(self, run: Callable[[], object]) -> Future[object]:
        """Does it in the one thread for questions: each thread that reads the store keeps a connection of its own."""
        with self._making:
            if self._worker is None:
                from concurrent.futures import ThreadPoolExecutor

                self._worker = ThreadPoolExecutor(1, thread_name_prefix="pincite-ask")
            return self._worker.submit(run)
