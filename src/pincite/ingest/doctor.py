"""Looks a library through, and mends what can be mended without losing anything that cannot be made again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from pincite.errors import LibraryError, PinciteError
from pincite.index.embedders import Embedder
from pincite.index.snapshot import index_language
from pincite.ingest.one_file import Ingest
from pincite.ingest.originals import Original, Originals
from pincite.ingest.reading_process import abandoned_folders, remove_abandoned_folders
from pincite.ingest.reports import FileReport, OnEvent
from pincite.ingest.vectors import reindex_language
from pincite.parse import PARSER_VERSIONS
from pincite.settings import Settings
from pincite.store import kept_files, snapshots
from pincite.store.identity import parser_parts
from pincite.store.library import SqliteStore
from pincite.store.protocol import DocumentInfo, text_key
from pincite.text.counts import count_of
from pincite.types.retrieval import RetrievalFilter


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be.

    Args:
        kind: `damage`, `parser`, `chunker`, `law`, `vectors`, `source_changed`, `source_gone`, `snapshot`,
            `orphan_vectors`, `kept_file` or `temporary`.
        found: a sentence.
        todo: what a person can do where it was not mended; empty where nothing has to be done.
        matters: whether answers, citations or their proofs may be worse for it; the rest only takes room, or is said
            so that it is known.
    """

    kind: str
    found: str
    todo: str = ""
    document_id: str | None = None
    matters: bool = True
    mended: bool = False


@dataclass(frozen=True, slots=True)
class _Problem:
    """A finding, and what mends it; that raises PinciteError where it could not."""

    finding: Finding
    mend: Callable[[], None] | None = None


_MENDS = "run: pincite doctor --fix"


class Doctor:
    """Looks through one library. Use it as a context manager.

    Args:
        embedder_for: the library's embedder of a language; raises PinciteError where there is none.
    """

    def __init__(
        self,
        store: SqliteStore,
        embedder_for: Callable[[str], Embedder],
        settings: Settings,
        on_event: OnEvent | None = None,
    ) -> None:
        self._store = store
        self._embedder_for = embedder_for
        self._settings = settings
        self._on_event = on_event or (lambda event: None)
        self._ingest = Ingest(store, embedder_for, settings.chunk, on_event, parse=settings.parse)
        self._originals = Originals(store.folder)

    def __enter__(self) -> Doctor:
        return self

    def __exit__(self, *_: object) -> None:
        self._ingest.close()

    def findings(self) -> Iterator[Finding]:
        """What is wrong; nothing is changed."""
        for problem in self._problems(drop_files=False):
            yield problem.finding

    def mend(self, *, drop_files: bool = False) -> Iterator[Finding]:
        """What was wrong, each mended where that is possible.

        Args:
            drop_files: also delete kept files that no document needs.
        """
        for problem in self._problems(drop_files=drop_files):
            if problem.mend is None:
                yield problem.finding
                continue
            try:
                problem.mend()
                yield replace(problem.finding, mended=True)
            except PinciteError as error:
                yield replace(problem.finding, todo=str(error))

    def _problems(self, *, drop_files: bool) -> Iterator[_Problem]:
        damaged: set[str] = set()
        for problem in self._damage():
            damaged |= {problem.finding.document_id or ""}
            yield problem
        for info in self._store.documents():
            if info.id not in damaged:
                yield from self._document(info)
        yield from self._missing_vectors()
        yield from self._room()
        yield from self._kept_files(drop=drop_files)

    # Damage

    def _damage(self) -> Iterator[_Problem]:
        of_file: list[str] = []
        of_documents: dict[str, list[str]] = {}
        for fault in self._store.faults():
            words = of_file if fault.document_id is None else of_documents.setdefault(fault.document_id, [])
            words.append(fault.words)
        if of_file:
            found = f"the database is damaged: {'; '.join(of_file[:5])}" + (" …" if len(of_file) > 5 else "")
            todo = "copy the library's folder, then run pincite doctor --fix; restore a copy where that does not help"
            yield _Problem(Finding("damage", found, todo), self._rebuild_indexes)
        for document_id, words in of_documents.items():
            info = self._info(document_id)
            original = self._originals.of(info) if info else None
            found = f"what is stored of it does not fit together: {'; '.join(words)}"
            if info is None or original is None or not original.is_same:
                yield _Problem(Finding("damage", found, "add its file again, or take it out: pincite rm", document_id))
            else:
                yield _Problem(Finding("damage", found, _MENDS, document_id), self._reread(info, original))

    def _info(self, document_id: str) -> DocumentInfo | None:
        try:
            return self._store.document_info(document_id)
        except PinciteError:
            return None

    def _rebuild_indexes(self) -> None:
        self._store.rebuild_indexes()
        if any(fault.document_id is None for fault in self._store.faults()):
            raise LibraryError(
                "Making the database's indexes anew did not mend it.",
                hint="Restore a copy of the library, or add the documents to a new one.",
            )

    # Documents

    def _document(self, info: DocumentInfo) -> Iterator[_Problem]:
        original = self._originals.of(info)
        if parser_parts(info.parser)[0] not in PARSER_VERSIONS:
            yield self._old_parser(info, original)
        elif info.chunker != self._ingest.chunker:
            found = f"its chunks were cut by {info.chunker or 'an unknown chunker'}, not {self._ingest.chunker}"
            yield _Problem(
                Finding("chunker", found, _MENDS, info.id), lambda: _require(self._ingest.recut(info.id), info)
            )
        else:
            yield from self._old_law(info)
        yield from _source(info, original)

    def _old_parser(self, info: DocumentInfo, original: Original) -> _Problem:
        found = f"its text was read by {info.parser or 'an unknown parser'}, which is not the one at hand"
        if original.is_same:
            return _Problem(Finding("parser", found, _MENDS, info.id), self._reread(info, original))
        todo = f"the file it was read from is {original.state}; add the one that is to count: pincite add PATH"
        return _Problem(Finding("parser", found, todo, info.id))

    def _reread(self, info: DocumentInfo, original: Original) -> Callable[[], None]:
        return lambda: _require(self._ingest.reread(info.id, original.content()), info)

    def _old_law(self, info: DocumentInfo) -> Iterator[_Problem]:
        from pincite.graph.kept import read_safely
        from pincite.graph.read_law import LAW_READER

        stamp = self._store.law_stamps(info.id).get(info.id)
        if stamp is not None and stamp.reader != LAW_READER:
            found = f"its provisions were read by {stamp.reader or 'no reader'}, not {LAW_READER}"
            yield _Problem(
                Finding("law", found, _MENDS, info.id),
                lambda: self._store.put_laws({info.id: read_safely(self._store.document(info.id))}),
            )

    # Derived files, and what takes room

    def _missing_vectors(self) -> Iterator[_Problem]:
        for language, embedder in self._store.meta().embedders.items():
            ids = tuple(d.id for d in self._store.documents() if index_language(d.language) == language)
            keys = {text_key(c.index_text) for c in self._store.each_chunk(RetrievalFilter(ids))} if ids else set()
            missing = len(keys) - len(self._store.known_vectors(embedder, keys))
            if missing:
                found = f"{missing} of {len(keys)} texts in language {language} have no vector by {embedder}"
                yield _Problem(Finding("vectors", found, "run: pincite reindex"), self._embed(language))

    def _embed(self, language: str) -> Callable[[], None]:
        def work() -> None:
            reindex_language(self._store, self._embedder_for(language), language, self._on_event)

        return work

    def _room(self) -> Iterator[_Problem]:
        folder = self._store.folder
        orphans = self._store.orphan_vectors()
        if orphans:
            found = f"{count_of(orphans, 'vector')} of texts that no document has any more"
            yield self._tidy("orphan_vectors", found, lambda: _done(self._store.drop_orphan_vectors()))
        broken = snapshots.broken(folder)
        for name, wrong in broken.items():
            todo = "run: pincite doctor --fix; the next question builds it anew"
            finding = Finding("snapshot", f"an index is damaged: {'; '.join(wrong)}", todo)
            yield _Problem(finding, lambda name=name: _done(snapshots.discard(folder, [name])))  # type: ignore[misc]
        old = [name for name in snapshots.stale(folder, self._current_snapshot()) if name not in broken]
        if old:
            found = f"{count_of(len(old), 'index', 'indexes')} of earlier states of the library: {', '.join(old)}"
            yield self._tidy("snapshot", found, lambda: _done(snapshots.discard(folder, old)))
        left = snapshots.leftovers(folder)
        if left:
            found = f"killed runs left unfinished indexes behind: {', '.join(left)}"
            yield self._tidy("temporary", found, lambda: _done(snapshots.discard(folder, left)))
        abandoned = abandoned_folders()
        if abandoned:
            found = f"killed runs left temporary files behind: {', '.join(map(str, abandoned))}"
            yield self._tidy("temporary", found, lambda: _done(remove_abandoned_folders()))

    def _tidy(self, kind: str, found: str, mend: Callable[[], None]) -> _Problem:
        return _Problem(Finding(kind, found, _MENDS, matters=False), mend)

    def _current_snapshot(self) -> str:
        from pincite.library import SNAPSHOT_FORMAT

        retrieve = self._settings.retrieve
        inputs = {"format": SNAPSHOT_FORMAT, "k1": str(retrieve.bm25_k1), "b": str(retrieve.bm25_b)}
        return snapshots.digest(self._store, inputs)

    def _kept_files(self, *, drop: bool) -> Iterator[_Problem]:
        for path in kept_files.unneeded(self._store):
            found = f"the library keeps a file that is no document's: {path}"
            todo = "add it with pincite add, or delete it with pincite doctor --fix --drop-files"
            finding = Finding("kept_file", found, todo, matters=False)
            yield _Problem(finding, (lambda path=path: self._drop(path)) if drop else None)  # type: ignore[misc]

    def _drop(self, path: Path) -> None:
        try:
            with self._store.writing():
                if path in kept_files.unneeded(self._store):
                    path.unlink()
        except OSError as error:
            raise LibraryError(f"The file {path} could not be deleted: {error.strerror}.") from error


def _source(info: DocumentInfo, original: Original) -> Iterator[_Problem]:
    if original.state == "changed":
        todo = f"take the new content in with: pincite add {original.place}"
        found = f"the file it was read from has changed: {original.place}"
        yield _Problem(Finding("source_changed", found, todo, info.id))
    elif original.state == "gone" and info.path:
        found = f"the file it was read from is gone: {info.source}; its text can be cited, its pages not shown"
        yield _Problem(Finding("source_gone", found, "", info.id, matters=False))


def _require(report: FileReport, info: DocumentInfo) -> None:
    if report.status == "failed":
        raise LibraryError(f"{info.id} could not be mended: {report.error}")


def _done(result: object) -> None:
    """For a mending whose count nobody asks for."""


def is_sound(findings: list[Finding]) -> bool:
    """Whether nothing that matters is left to be done."""
    return all(finding.mended or not finding.matters for finding in findings)
