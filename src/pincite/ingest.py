"""Files into a library: find, read, chunk, embed, store, one transaction a file; a bad file never stops the rest."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Literal

from pincite.chunk import CHUNKER_VERSION, chunk_document
from pincite.errors import DocumentError, ModelError
from pincite.index.embedders import Embedder
from pincite.index.snapshot import index_language
from pincite.index.tokenizers import tokenizer_for
from pincite.settings import ChunkSettings
from pincite.store.identity import FileState, plan_file
from pincite.store.protocol import Store, VectorSet, text_key
from pincite.types.chunk import Chunk
from pincite.types.document import Document, TextQuality
from pincite.types.retrieval import RetrievalFilter

Status = Literal["added", "replaced", "unchanged", "moved", "skipped", "failed"]
EMBEDDED_AT_ONCE = 16
SUFFIXES = frozenset({".pdf", ".md", ".markdown", ".html", ".htm", ".xhtml", ".txt", ".text"})


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one file.

    Args:
        pages_without_text, pages_low_quality: 1-based PDF page numbers.
        labels: how printed page numbers follow from PDF pages, in words; empty where no numbers were found.
        left_out: reason to number of paragraphs that are in no chunk.
        error: the message of a failure, with what to do.
        notes: what was done otherwise than expected.
    """

    path: str
    status: Status
    document_id: str | None = None
    title: str = ""
    jurisdiction: str | None = None
    pages: int = 0
    pages_without_text: tuple[int, ...] = ()
    pages_low_quality: tuple[int, ...] = ()
    labels: str = ""
    sections: int = 0
    chunks: int = 0
    left_out: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    error: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """Where an ingest stands: `done` of `total` in one stage of one file."""

    path: str
    stage: Literal["reading", "chunking", "embedding", "storing"]
    done: int
    total: int


OnEvent = Callable[[Progress], None]


def find_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files named, and those of readable kinds below the folders named, sorted, hidden ones left out."""
    for path in paths:
        if path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.is_file() and p.suffix.lower() in SUFFIXES)
            yield from (p for p in inside if not any(part.startswith(".") for part in p.relative_to(path).parts))
        else:
            yield path


class Ingest:
    """Takes files into a store.

    Args:
        embedder_for: gives the embedder of a language or raises ModelError; then the text is indexed by words alone.
    """

    def __init__(
        self,
        store: Store,
        embedder_for: Callable[[str], Embedder],
        chunk_settings: ChunkSettings,
        on_event: OnEvent | None = None,
    ) -> None:
        self._store = store
        self._embedder_for = embedder_for
        self._sizes = chunk_settings
        self._say = on_event or (lambda event: None)

    def add(self, path: Path, tags: Sequence[str] = ()) -> FileReport:
        """One file; failures are reported, not raised."""
        started = time.perf_counter()
        try:
            report = self._add(path, tags)
        except DocumentError as error:
            report = FileReport(str(path), "failed", error=str(error))
        except OSError as error:
            report = FileReport(str(path), "failed", error=f"The file cannot be read: {error.strerror or error}.")
        return replace(report, seconds=round(time.perf_counter() - started, 3))

    def _add(self, path: Path, tags: Sequence[str]) -> FileReport:
        digest = _file_sha256(path)
        # Sizes shape the chunks, so they are part of the chunker's name: other sizes cut a document again.
        chunker = f"{CHUNKER_VERSION};{self._sizes.max_tokens}/{self._sizes.overlap_tokens}/{self._sizes.max_pages}"
        plan = plan_file(self._store, path, digest, chunker=chunker)
        if not plan.to_read:
            return self._known(path, plan.state, plan.document_id, plan.reason, tags)
        document, chunks, left_out = self._read(path, plan.document_id, tags)
        vectors, notes = self._embed(path, chunks)
        self._say(Progress(str(path), "storing", 0, 1))
        with self._store.writing():
            self._bind_tokenizers(chunks)
            change = self._store.replace if plan.state is FileState.CHANGED else self._store.add
            change(document, chunks, chunker=chunker, vectors=vectors)
        status: Status = "replaced" if plan.state is FileState.CHANGED else "added"
        notes = (*((plan.reason,) if plan.reason else ()), *notes)
        return _report(path, status, document, len(chunks), left_out, notes)

    def _known(self, path: Path, state: FileState, document_id: str, reason: str, tags: Sequence[str]) -> FileReport:
        if tags:
            self._store.add_tags(document_id, tags)
        if state is FileState.MOVED:
            self._store.relocate(document_id, path)
        status: Status = {FileState.UNCHANGED: "unchanged", FileState.MOVED: "moved"}.get(state, "skipped")  # type: ignore[assignment]
        info = self._store.document_info(document_id)
        return FileReport(
            str(path),
            status,
            document_id,
            title=info.title,
            pages=info.page_count,
            chunks=info.chunk_count,
            notes=(reason,) if reason else (),
        )

    def _read(self, path: Path, document_id: str, tags: Sequence[str]) -> tuple[Document, tuple[Chunk, ...], dict[str, int]]:
        from pincite.parse import read

        self._say(Progress(str(path), "reading", 0, 1))
        document = replace(read(path, document_id=document_id), tags=tuple(tags))
        self._say(Progress(str(path), "chunking", 0, 1))
        report = chunk_document(document, self._sizes)
        return document, report.chunks, report.left_out

    def _bind_tokenizers(self, chunks: Sequence[Chunk]) -> None:
        bound = self._store.meta().tokenizers
        for language in {index_language(c.language) for c in chunks}:
            if language not in bound:
                self._store.set_tokenizer(language, tokenizer_for(language).name)

    def _embed(self, path: Path, chunks: Sequence[Chunk]) -> tuple[list[VectorSet], tuple[str, ...]]:
        """Vectors of the chunks that have none yet; none at all, with a note, where the embedder is missing."""
        if not chunks:
            return [], ()
        language = index_language(chunks[0].language)
        bound = self._store.meta().embedders.get(language)
        try:
            embedder = self._embedder_for(language)
        except ModelError as error:
            return [], (f"indexed by words alone: {error}",)
        if bound is None and self._store.documents():
            missing = any(index_language(d.language) == language for d in self._store.documents())
            if missing:
                return [], ("indexed by words alone, as the documents before it; `pincite reindex` adds vectors",)
        self._store.set_embedder(language, embedder.name)
        return [_new_vectors(self._store, embedder, chunks, self._embedding(path))], ()

    def _embedding(self, path: Path) -> Callable[[int, int], None]:
        return lambda done, total: self._say(Progress(str(path), "embedding", done, total))


def _file_sha256(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _report(
    path: Path, status: Status, document: Document, chunks: int, left_out: dict[str, int], notes: tuple[str, ...]
) -> FileReport:
    if not chunks:
        notes = (*notes, "no text that could be cited was found")
    return FileReport(
        str(path),
        status,
        document.id,
        title=document.title,
        jurisdiction=document.jurisdiction.name if document.jurisdiction else None,
        pages=len(document.pages),
        pages_without_text=_pages_of(document, TextQuality.EMPTY),
        pages_low_quality=_pages_of(document, TextQuality.LOW),
        labels=label_scheme(document),
        sections=len(document.sections),
        chunks=chunks,
        left_out=left_out,
        notes=notes,
    )


def _pages_of(document: Document, quality: TextQuality) -> tuple[int, ...]:
    return tuple(p.index + 1 for p in document.pages if p.quality is quality)


def label_scheme(document: Document) -> str:
    """How printed numbers follow from PDF pages: `PDF page − 7 on 8–17, PDF page − 6 on 18–147`."""
    runs: list[tuple[int | None, int, int]] = []
    for page in document.pages:
        if page.label is None:
            continue
        offset = page.index + 1 - int(page.label) if page.label.isdecimal() else None
        if runs and runs[-1][0] == offset and runs[-1][2] == page.index:
            runs[-1] = (offset, runs[-1][1], page.index + 1)
        else:
            runs.append((offset, page.index + 1, page.index + 1))
    return ", ".join(f"{_offset_words(o)} on {a}–{b}" if a != b else f"{_offset_words(o)} on {a}" for o, a, b in runs)


def _offset_words(offset: int | None) -> str:
    if offset is None:
        return "other numbers"
    if offset == 0:
        return "PDF page"
    return f"PDF page {'−' if offset > 0 else '+'} {abs(offset)}"




def reindex(store: Store, embedder_for: Callable[[str], Embedder], on_event: OnEvent | None = None) -> dict[str, int]:
    """Vectors for every chunk by the embedders at hand, which are bound; language to number of new vectors.

    Vectors that are there already are kept, so an interrupted run goes on where it stopped.
    """
    say = on_event or (lambda event: None)
    made: dict[str, int] = {}
    for language in sorted({index_language(d.language) for d in store.documents()}):
        embedder = embedder_for(language)
        made[language] = 0
        for info in store.documents():
            if index_language(info.language) != language:
                continue
            chunks = list(store.each_chunk(RetrievalFilter(document_ids=(info.id,))))
            vectors = _new_vectors(store, embedder, chunks, lambda done, n, p=info.source: say(Progress(p, "embedding", done, n)))
            store.put_vectors(vectors)
            made[language] += len(vectors.by_text)
        store.set_embedder(language, embedder.name, replace=True)
    return made


def _new_vectors(
    store: Store, embedder: Embedder, chunks: Sequence[Chunk], say: Callable[[int, int], None]
) -> VectorSet:
    """Vectors of those chunks whose index text has none yet: unchanged text is never embedded twice."""
    by_key = {text_key(c.index_text): c for c in chunks}
    known = store.known_vectors(embedder.name, list(by_key))
    new = {key: chunk for key, chunk in by_key.items() if key not in known}
    by_text: dict[str, bytes] = {}
    keys = list(new)
    for start in range(0, len(keys), EMBEDDED_AT_ONCE):
        say(start, len(keys))
        part = [new[key] for key in keys[start : start + EMBEDDED_AT_ONCE]]
        rows = embedder.embed_passages([c.text for c in part], [f"{c.header}\n" for c in part])
        by_text |= {key: row.astype("<f4").tobytes() for key, row in zip(keys[start:], rows, strict=False)}
    return VectorSet(embedder.name, by_text)
