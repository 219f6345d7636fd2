"""Files into a library: read, chunk, embed, store, one transaction a file; a bad file never stops the rest."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from pincite.chunk import CHUNKER_VERSION, CHUNKERS
from pincite.errors import DocumentError, EmbedderMismatch, LibraryError, ModelError, PinciteError
from pincite.graph.corpus_file import declared_beside
from pincite.index.embedders import Embedder
from pincite.index.snapshot import index_language
from pincite.index.tokenizers import tokenizer_for
from pincite.ingest.archive import Archive, Member, is_archive
from pincite.ingest.files import folder_error
from pincite.ingest.prepare import Prepared, Task, cut, recognition_of, renamed
from pincite.ingest.reading_process import Reader
from pincite.ingest.reports import FileReport, OnEvent, Progress, Stage, report_of, report_of_known, unexpected
from pincite.ingest.vectors import new_vectors
from pincite.parse import PARSER_VERSIONS, file_sha256
from pincite.parse.source_file import read_bytes
from pincite.settings import ChunkSettings, ParseSettings
from pincite.store.identity import FilePlan, FileState, parser_parts, path_key, plan_file
from pincite.store.protocol import DocumentInfo, Store, VectorSet
from pincite.types.chunk import Chunk
from pincite.types.document import Document
from pincite.types.law import Declared

_BY_WORDS = "indexed by words alone, as the documents before it; `pincite reindex` adds vectors"


@dataclass(frozen=True, slots=True)
class _File:
    """What is to be taken in.

    Args:
        path: of the file as it was given; of a member, the archive's with the member's name behind it.
        data: content of a member; None for a file.
    """

    path: Path
    sha256: str
    data: bytes | None = None


class Ingest:
    """Takes files into a store. Use it as a context manager, or call `close`.

    Args:
        embedder_for: gives the embedder of a language or raises ModelError; then the text is indexed by words alone.
        parse: how files are read.
        password: tried on encrypted files; it is not kept anywhere.

    Raises:
        MissingExtra: pages are to be read from their pictures, and the program for it is not installed.
        SettingsError: they are to be read in a language that is none.
    """

    def __init__(
        self,
        store: Store,
        embedder_for: Callable[[str], Embedder],
        chunk_settings: ChunkSettings,
        on_event: OnEvent | None = None,
        *,
        parse: ParseSettings | None = None,
        password: str | None = None,
    ) -> None:
        self._store = store
        self._embedder_for = embedder_for
        self._sizes = chunk_settings
        self._on_event = on_event or (lambda event: None)
        self._parse = parse or ParseSettings()
        self._password = password
        self._recognition = _stamp(self._parse)
        self._reader = Reader()
        self._stage: Stage = "reading"

    def close(self) -> None:
        """End the process that reads files."""
        self._reader.close()

    def __enter__(self) -> Ingest:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def each(self, path: Path, tags: Sequence[str] = (), *, source: Path | None = None) -> Iterator[FileReport]:
        """What is at `path`: one report for a file, one for each member of an archive; see `add`."""
        try:
            archive = is_archive(path)
        except PinciteError:
            archive = False  # adding it tells why
        if not archive:
            yield self.add(path, tags, source=source)
            return
        try:
            yield from self._each_member(path, tags)
        except EmbedderMismatch:
            raise
        except Exception as error:  # of the archive itself; a member's are in its report
            words = str(error) if isinstance(error, PinciteError) else unexpected(error, "reading")
            yield FileReport(str(path), "failed", error=words)

    def add(self, path: Path, tags: Sequence[str] = (), *, source: Path | None = None) -> FileReport:
        """One file; failures are reported, not raised, and leave the library as it was.

        Args:
            source: what it is known by, in place of its path, as a file that was uploaded is by its own name.

        Raises:
            EmbedderMismatch: the library's vectors are by another embedder, which holds for every file.
        """
        return self._reported(source or path, lambda: self._take(self._file(path, source), tags))

    def recut(self, document_id: str) -> FileReport:
        """A document of the library cut and embedded anew from its stored text, by the chunker at hand; see `add`."""
        return self._reported(Path(document_id), lambda: self._recut(document_id))

    def reread(self, document_id: str, data: bytes | None = None) -> FileReport:
        """A document of the library read anew from the very file that it was read from; see `add`.

        Args:
            data: the file's content where it does not lie at the document's path.
        """
        return self._reported(Path(document_id), lambda: self._reread(document_id, data))

    def _reported(self, path: Path, work: Callable[[], FileReport]) -> FileReport:
        started = time.perf_counter()
        self._stage = "reading"
        try:
            report = work()
        except EmbedderMismatch:
            raise
        except PinciteError as error:
            report = FileReport(str(path), "failed", error=str(error))
        except Exception as error:
            report = FileReport(str(path), "failed", error=unexpected(error, self._stage))
        return replace(report, seconds=round(time.perf_counter() - started, 3))

    def _file(self, path: Path, source: Path | None = None) -> _File:
        if os.path.isdir(path):
            raise folder_error(path)
        if source is not None:
            data = read_bytes(path)
            return _File(source, sha256(data).hexdigest(), data)
        return _File(path, file_sha256(path))

    # Archives

    def _each_member(self, path: Path, tags: Sequence[str]) -> Iterator[FileReport]:
        present: set[str] = set()
        whole = True
        for member in Archive(path, self._parse.max_file_mb):
            present.add(path_key(member.source))
            report = self._reported(member.source, lambda member=member: self._take_member(member, tags))  # type: ignore[misc]
            whole = whole and not member.hides_others
            yield report
        if whole:
            yield from self._gone(path, present)

    def _take_member(self, member: Member, tags: Sequence[str]) -> FileReport:
        data = member.read()
        return self._take(_File(member.source, sha256(data).hexdigest(), data), tags)

    def _gone(self, path: Path, present: set[str]) -> Iterator[FileReport]:
        """Documents that came from this archive and are no longer in it; they stay in the library."""
        inside = path_key(path) + "!" + os.sep
        for info in self._store.documents():
            if info.path.startswith(inside) and info.path not in present:
                note = f"no longer in the archive; take it out of the library with: pincite rm {info.id}"
                yield FileReport(info.source, "gone", info.id, title=info.title, notes=(note,))

    # One file

    def _take(self, file: _File, tags: Sequence[str]) -> FileReport:
        plan = self._plan(file.path, file.sha256)
        if not plan.to_read:
            return self._known(file.path, plan, tags)
        declared = declared_beside(file.path)
        prepared = self._prepared(file, plan.document_id, tags)
        vectors, notes = self._embed(file.path, prepared.document, prepared.chunked.chunks)
        self._say(file.path, "storing", 0, 1)
        return self._put(file.path, prepared, vectors, notes, declared)

    def _prepared(
        self, file: _File, document_id: str, tags: Sequence[str], parse: ParseSettings | None = None
    ) -> Prepared:
        task = Task(str(file.path), document_id, self._sizes, parse or self._parse, file.data, self._password)
        found = self._reader.prepare(task, lambda stage, size: self._say(file.path, stage, 0, 1))
        return replace(found, document=replace(found.document, tags=tuple(tags)))

    def _put(
        self,
        path: Path,
        prepared: Prepared,
        vectors: VectorSet | None,
        notes: tuple[str, ...],
        declared: Declared | None,
    ) -> FileReport:
        """Store what was read, as the library is now: somebody else may have changed it since the first plan."""
        document = prepared.document
        with self._store.writing():
            plan = self._plan(path, document.file_sha256)
            if not plan.to_read:
                return self._known(path, plan, document.tags)
            if plan.document_id != document.id:  # taken meanwhile; the vectors are by text and stay good
                prepared = renamed(prepared, plan.document_id, self._sizes)
            changed = plan.state is FileState.CHANGED
            notes = self._store_whole(prepared, vectors, notes, declared, replaces=changed)
        notes = (*((plan.reason,) if plan.reason else ()), *prepared.notes, *notes)
        return report_of(path, "replaced" if changed else "added", prepared.document, prepared.chunked, notes)

    def _store_whole(
        self,
        prepared: Prepared,
        vectors: VectorSet | None,
        notes: tuple[str, ...],
        declared: Declared | None,
        *,
        replaces: bool,
    ) -> tuple[str, ...]:
        """One transaction; returns the notes with what had to be done otherwise. The lock is held."""
        document, chunks = prepared.document, prepared.chunked.chunks
        if vectors is not None and self._is_by_words(document):
            vectors, notes = None, (*notes, _BY_WORDS)
        if chunks:
            self._bind(document, vectors)
        store = self._store.replace if replaces else self._store.add
        store(
            document,
            chunks,
            chunker=self.chunker,
            vectors=[vectors] if vectors else [],
            law=prepared.law,
            declared=declared,
        )
        return notes

    def _recut(self, document_id: str) -> FileReport:
        info = self._store.document_info(document_id)
        document = _at_home(self._store.document(document_id), info)
        prepared = cut(document, self._sizes, lambda stage, size: self._say(Path(info.source), stage, 0, 1))
        return self._put_again(info, prepared)

    def _reread(self, document_id: str, data: bytes | None) -> FileReport:
        info = self._store.document_info(document_id)
        file = _File(Path(info.path), info.file_sha256, data)
        prepared = self._prepared(file, document_id, info.tags, _as_before(self._parse, info))
        if prepared.document.file_sha256 != info.file_sha256:
            raise DocumentError(f"Wanted the file that {document_id} was read from, found another in {info.path}.")
        return self._put_again(info, replace(prepared, document=_at_home(prepared.document, info)))

    def _put_again(self, info: DocumentInfo, prepared: Prepared) -> FileReport:
        """Put a document in its own place, unless somebody else has changed it since `info`."""
        path = Path(info.source)
        vectors, notes = self._embed(path, prepared.document, prepared.chunked.chunks)
        self._say(path, "storing", 0, 1)
        with self._store.writing():
            if self._store.document_info(info.id) != info:
                raise LibraryError(f"{info.id} was changed by somebody else meanwhile.", hint="Look again.")
            stamp = self._store.law_stamps(info.id).get(info.id)
            notes = self._store_whole(prepared, vectors, notes, stamp.declared if stamp else None, replaces=True)
        return report_of(path, "replaced", prepared.document, prepared.chunked, (*prepared.notes, *notes))

    def _known(self, path: Path, plan: FilePlan, tags: Sequence[str]) -> FileReport:
        """Note new tags, a new place and a new word of `corpus.toml` on a file that need not be read."""
        if plan.state in (FileState.UNCHANGED, FileState.MOVED):
            self._declare(path, plan.document_id)
        if not tags and plan.state is not FileState.MOVED:
            return report_of_known(path, plan, self._store.document_info(plan.document_id))
        with self._store.writing():
            self._store.add_tags(plan.document_id, tags)
            if plan.state is FileState.MOVED:
                self._store.relocate(plan.document_id, path)
            return report_of_known(path, plan, self._store.document_info(plan.document_id))

    def _declare(self, path: Path, document_id: str) -> None:
        declared = declared_beside(path)
        stamp = self._store.law_stamps(document_id).get(document_id)
        if stamp is not None and stamp.declared != declared:
            self._store.declare(document_id, declared)

    def _embed(
        self, path: Path, document: Document, chunks: Sequence[Chunk]
    ) -> tuple[VectorSet | None, tuple[str, ...]]:
        """Vectors of the chunks that have none yet; none at all, with a note, where the embedder is missing."""
        if not chunks:
            return None, ()
        try:
            embedder = self._embedder_for(index_language(document.language))
        except ModelError as error:
            return None, (f"indexed by words alone: {error}",)
        if self._is_by_words(document):
            return None, (_BY_WORDS,)
        return new_vectors(self._store, embedder, chunks, lambda done, n: self._say(path, "embedding", done, n)), ()

    def _is_by_words(self, document: Document) -> bool:
        """Whether the library holds text of this language and no vectors of it."""
        language = index_language(document.language)
        if self._store.meta().embedders.get(language) is not None:
            return False
        held = (known for known in self._store.documents() if known.chunk_count)
        return any(index_language(known.language) == language for known in held)

    def _bind(self, document: Document, vectors: VectorSet | None) -> None:
        """Note the models that the document's index needs; inside the lock, so that no other model comes between."""
        language = index_language(document.language)
        if vectors is not None:
            self._store.set_embedder(language, vectors.embedder)
        if language not in self._store.meta().tokenizers:
            self._store.set_tokenizer(language, tokenizer_for(language).name)

    @property
    def chunker(self) -> str:
        """Name and version of what cuts documents here; a document whose chunks are by another one is cut anew."""
        # Sizes shape the chunks, and so does what reads the provisions: they are part of the chunker's name.
        sizes = self._sizes
        parts = (sizes.max_tokens, sizes.overlap_tokens, sizes.max_pages, sizes.min_tokens)
        chunkers = f"{CHUNKERS}+{_law_reader()}" if sizes.unit == "auto" else CHUNKER_VERSION
        unit = f";{sizes.unit}" if sizes.unit == "paragraphs" else ""
        return f"{chunkers};{'/'.join(map(str, parts))}{unit}"

    def _plan(self, path: Path, digest: str) -> FilePlan:
        return plan_file(
            self._store,
            path,
            digest,
            parsers=PARSER_VERSIONS,
            chunker=self.chunker,
            ocr=self._recognition,
        )

    def _say(self, path: Path, stage: Stage, done: int, total: int) -> None:
        self._stage = stage
        self._on_event(Progress(str(path), stage, done, total))


def _stamp(parse: ParseSettings) -> str | None:
    """What a document notes whose pages were recognised as they would be now; None where none are."""
    options = recognition_of(parse)
    if options is None:
        return None
    from pincite.parse.ocr.options import find_tesseract

    return find_tesseract(options).stamp


def _as_before(parse: ParseSettings, info: DocumentInfo) -> ParseSettings:
    """The settings with the recognition by which a document was read, so that reading it again loses no page."""
    _, recognition = parser_parts(info.parser)
    kind, _, languages = recognition.partition(":")
    return replace(parse, ocr="missing", ocr_languages=tuple(languages.split("+"))) if kind == "ocr" else parse


def _at_home(document: Document, info: DocumentInfo) -> Document:
    """The document with a source that leads to its path from whatever folder this is run in."""
    return replace(document, source=info.source if path_key(info.source) == info.path else info.path)


def _law_reader() -> str:
    from pincite.graph.read_law import LAW_READER

    return LAW_READER
