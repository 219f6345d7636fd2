"""Files into a library: find, read, chunk, embed, store, one transaction a file; a bad file never stops the rest."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from pincite.chunk import CHUNKER_VERSION, CHUNKERS, ChunkReport, chunk_units
from pincite.errors import EmbedderMismatch, ModelError, PinciteError
from pincite.graph.corpus_file import declared_beside
from pincite.index.embedders import Embedder
from pincite.index.snapshot import index_language
from pincite.index.tokenizers import tokenizer_for
from pincite.ingest_files import find_files, folder_error
from pincite.ingest_reports import FileReport, OnEvent, Progress, Stage, report_of, report_of_known, unexpected
from pincite.parse import PARSER_VERSIONS, file_sha256, read
from pincite.settings import ChunkSettings
from pincite.store.identity import FilePlan, FileState, plan_file
from pincite.store.protocol import Store, VectorSet, text_key
from pincite.types.chunk import Chunk
from pincite.types.document import Document
from pincite.types.law import Declared, LawText
from pincite.types.retrieval import RetrievalFilter

__all__ = ["FileReport", "Ingest", "OnEvent", "Progress", "find_files", "reindex"]

EMBEDDED_AT_ONCE = 16
_BY_WORDS = "indexed by words alone, as the documents before it; `pincite reindex` adds vectors"


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
        self._on_event = on_event or (lambda event: None)
        self._stage: Stage = "reading"

    def add(self, path: Path, tags: Sequence[str] = ()) -> FileReport:
        """One file; failures are reported, not raised, and leave the library as it was.

        Raises:
            EmbedderMismatch: the library's vectors are by another embedder, which holds for every file.
        """
        started = time.perf_counter()
        self._stage = "reading"
        try:
            report = self._add(path, tags)
        except EmbedderMismatch:
            raise
        except PinciteError as error:
            report = FileReport(str(path), "failed", error=str(error))
        except Exception as error:
            report = FileReport(str(path), "failed", error=unexpected(error, self._stage))
        return replace(report, seconds=round(time.perf_counter() - started, 3))

    def _add(self, path: Path, tags: Sequence[str]) -> FileReport:
        if os.path.isdir(path):
            raise folder_error(path)
        plan = self._plan(path, file_sha256(path))
        if not plan.to_read:
            return self._known(path, plan, tags)
        declared = declared_beside(path)
        document = self._read(path, plan.document_id, tags)
        law, chunked, unread = self._cut(path, document)
        vectors, notes = self._embed(path, document, chunked.chunks)
        self._say(path, "storing", 0, 1)
        return self._put(path, document, chunked, vectors, (*unread, *notes), law, declared)

    def _put(
        self,
        path: Path,
        document: Document,
        chunked: ChunkReport,
        vectors: VectorSet | None,
        notes: tuple[str, ...],
        law: LawText | None,
        declared: Declared | None,
    ) -> FileReport:
        """Store what was read, as the library is now: somebody else may have changed it since the first plan."""
        with self._store.writing():
            plan = self._plan(path, document.file_sha256)
            if not plan.to_read:
                return self._known(path, plan, document.tags)
            if plan.document_id != document.id:  # taken meanwhile; the vectors are by text and stay good
                document = replace(document, id=plan.document_id)
                law, chunked, _ = self._cut(path, document)
            if vectors is not None and self._is_by_words(document):
                vectors, notes = None, (*notes, _BY_WORDS)
            if chunked.chunks:
                self._bind(document, vectors)
            changed = plan.state is FileState.CHANGED
            store = self._store.replace if changed else self._store.add
            store(
                document,
                chunked.chunks,
                chunker=self._chunker,
                vectors=[vectors] if vectors else [],
                law=law,
                declared=declared,
            )
        notes = (*((plan.reason,) if plan.reason else ()), *notes)
        return report_of(path, "replaced" if changed else "added", document, chunked, notes)

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

    def _read(self, path: Path, document_id: str, tags: Sequence[str]) -> Document:
        self._say(path, "reading", 0, 1)
        return replace(read(path, document_id=document_id), tags=tuple(tags))

    def _cut(self, path: Path, document: Document) -> tuple[LawText | None, ChunkReport, tuple[str, ...]]:
        """The document read as law, and its chunks; by pages, with a note, where its provisions cannot be read or cut.

        The words of such a document can be found and quoted all the same.
        """
        from pincite.graph.read_law import read_law

        self._say(path, "chunking", 0, 1)
        try:
            law = read_law(document)
            return law, chunk_units(document, law, self._sizes), ()
        except Exception as error:
            note = f"its provisions could not be read: {unexpected(error, self._stage)}"
            return None, chunk_units(document, None, self._sizes), (note,)

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
        return _new_vectors(self._store, embedder, chunks, lambda done, n: self._say(path, "embedding", done, n)), ()

    def _is_by_words(self, document: Document) -> bool:
        """Whether the library holds documents of this language and no vectors of them."""
        language = index_language(document.language)
        if self._store.meta().embedders.get(language) is not None:
            return False
        return any(index_language(known.language) == language for known in self._store.documents())

    def _bind(self, document: Document, vectors: VectorSet | None) -> None:
        """Note the models that the document's index needs; inside the lock, so that no other model comes between."""
        language = index_language(document.language)
        if vectors is not None:
            self._store.set_embedder(language, vectors.embedder)
        if language not in self._store.meta().tokenizers:
            self._store.set_tokenizer(language, tokenizer_for(language).name)

    @property
    def _chunker(self) -> str:
        # Sizes shape the chunks, and so does what reads the provisions: they are part of the chunker's name.
        sizes = self._sizes
        parts = (sizes.max_tokens, sizes.overlap_tokens, sizes.max_pages, sizes.min_tokens)
        chunkers = f"{CHUNKERS}+{_law_reader()}" if sizes.unit == "auto" else CHUNKER_VERSION
        unit = f";{sizes.unit}" if sizes.unit == "paragraphs" else ""
        return f"{chunkers};{'/'.join(map(str, parts))}{unit}"

    def _plan(self, path: Path, digest: str) -> FilePlan:
        return plan_file(self._store, path, digest, parsers=PARSER_VERSIONS, chunker=self._chunker)

    def _say(self, path: Path, stage: Stage, done: int, total: int) -> None:
        self._stage = stage
        self._on_event(Progress(str(path), stage, done, total))


def _law_reader() -> str:
    from pincite.graph.read_law import LAW_READER

    return LAW_READER


def reindex(store: Store, embedder_for: Callable[[str], Embedder], on_event: OnEvent | None = None) -> dict[str, int]:
    """Vectors for every chunk by the embedders at hand, which are bound; language to number of new vectors.

    Vectors that are there already are kept, so an interrupted run goes on where it stopped.
    """
    say = on_event or (lambda event: None)
    languages = sorted({index_language(d.language) for d in store.documents()})
    return {language: _reindex_language(store, embedder_for(language), language, say) for language in languages}


def _reindex_language(store: Store, embedder: Embedder, language: str, say: OnEvent) -> int:
    made = 0
    while True:
        documents = _contents(store, language)
        for document_id, path, *_ in documents:
            chunks = list(store.each_chunk(RetrievalFilter(document_ids=(document_id,))))

            def told(done: int, total: int, path: str = path) -> None:
                say(Progress(path, "embedding", done, total))

            vectors = _new_vectors(store, embedder, chunks, told)
            if vectors.by_text:
                store.put_vectors(vectors)
            made += len(vectors.by_text)
        with store.writing():
            if _contents(store, language) == documents:  # else one came meanwhile, with vectors by the old embedder
                store.set_embedder(language, embedder.name, replace=True)
                return made


def _contents(store: Store, language: str) -> list[tuple[str, str, str, str]]:
    """What a language's vectors depend on: id, source, text and chunker of each document."""
    documents = (d for d in store.documents() if index_language(d.language) == language)
    return [(d.id, d.source, d.text_sha256, d.chunker) for d in documents]


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
