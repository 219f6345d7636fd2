"""What a library offers to the other stages, whatever keeps it.

`pincite.store.library.SqliteStore` is the one at hand. Another store implements `Store` and nothing else changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, Protocol

from pincite.types.chunk import Chunk
from pincite.types.document import Document, Place, Span
from pincite.types.law import Declared, LawText
from pincite.types.reference import Edge
from pincite.types.retrieval import RetrievalFilter

EVERYTHING = RetrievalFilter()


def text_key(text: str) -> str:
    """The key under which a text's vector is kept: SHA-256 of its UTF-8, hex.

    Lone surrogates, which UTF-8 has no form for, take part as themselves.
    """
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """What a library knows of a document without reading its text.

    Args:
        source: path of the file as it was given.
        path: absolute path by which the file is known again.
        chunker: name and version of the chunker that made its chunks.
        added_at, updated_at: ISO date and time in UTC, of the first ingest and of the last change of content.
        character_count: code points of the text.
        page_count, low_page_count, empty_page_count: all pages, those of low quality, those without text.
        tags: in the order in which they were given.
    """

    id: str
    title: str
    source: str
    path: str
    media_type: str
    file_sha256: str
    text_sha256: str
    parser: str
    chunker: str
    language: str
    jurisdiction: Place | None
    effective_date: str | None
    work: str | None
    added_at: str
    updated_at: str
    character_count: int
    page_count: int
    low_page_count: int
    empty_page_count: int
    chunk_count: int
    tags: tuple[str, ...] = ()


class ChunkKey(NamedTuple):
    """What a retriever must know of a chunk before it reads it."""

    id: str
    document_id: str
    language: str
    jurisdiction: Place | None
    tags: tuple[str, ...]


class ChunkPlace(NamedTuple):
    """Where a chunk stands.

    Args:
        spans: of its pieces, in the document's text.
    """

    id: str
    document_id: str
    provision_id: str | None
    spans: tuple[Span, ...]


class LawStamp(NamedTuple):
    """What a library knows of a document as law without reading it.

    Args:
        reader: what read it; empty where nothing did.
        stamp: another content has another one; empty where there is none.
    """

    reader: str
    stamp: str
    declared: Declared | None


@dataclass(frozen=True, slots=True)
class VectorSet:
    """Vectors of one embedder.

    Args:
        embedder: its name, model and precision included.
        by_text: `text_key` of the exact text that was embedded (for a chunk: its `index_text`) to the vector's bytes,
            little-endian float32, all of one length: `row.astype("<f4").tobytes()`, back with
            `numpy.frombuffer(blob, "<f4")`.
    """

    embedder: str
    by_text: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class LibraryMeta:
    """What a library says of itself.

    Args:
        schema_version: of the store's tables.
        generation: raised by each committed change.
        embedders, tokenizers: language (`en`, `ko`, ...) to the name of the one in use.
    """

    schema_version: int
    generation: int
    embedders: Mapping[str, str]
    tokenizers: Mapping[str, str]


class Store(Protocol):
    """A library of documents.

    Every change is one transaction: it is there whole after the call, or the call raised and nothing changed. Readers
    never wait for a writer. Order is the same everywhere: documents by id, chunks by document id, then ordinal; so the
    chunks of a document are one unbroken run of `chunk_ids()`, and `documents()` with `chunk_count` says where it lies.

    Any method raises `LibraryError` where the library itself cannot be used.
    """

    @property
    def folder(self) -> Path:
        """Folder in which derived files may be kept."""
        ...

    @property
    def generation(self) -> int:
        """Number of committed changes."""
        ...

    def meta(self) -> LibraryMeta:
        """Schema version, generation, embedders and tokenizers."""
        ...

    def set_embedder(self, language: str, name: str, *, replace: bool = False) -> None:
        """Bind the embedder of a language.

        Raises:
            EmbedderMismatch: another one is bound and `replace` is not set.
        """
        ...

    def set_tokenizer(self, language: str, name: str) -> None:
        """Note the tokenizer of a language."""
        ...

    def reading(self) -> AbstractContextManager[None]:
        """Within it this thread sees one state of the library, whatever is committed meanwhile. No changes inside."""
        ...

    def writing(self) -> AbstractContextManager[None]:
        """Within it nobody else changes the library, in this process or another. Reentrant in a thread.

        Raises:
            LibraryBusy: somebody else is writing and did not end in time.
        """
        ...

    def documents(self, where: RetrievalFilter = EVERYTHING) -> list[DocumentInfo]:
        """The documents that the filter lets through, by id."""
        ...

    def document_info(self, document_id: str) -> DocumentInfo:
        """One document without its text.

        Raises:
            UnknownDocument: there is none of that id.
        """
        ...

    def document_at(self, source: str | Path) -> DocumentInfo | None:
        """The document that was read from the file at `source`."""
        ...

    def documents_of_file(self, file_sha256: str) -> list[DocumentInfo]:
        """The documents that were read from these bytes, wherever the file lay."""
        ...

    def document(self, document_id: str) -> Document:
        """The whole document, equal to the one that was added.

        Raises:
            UnknownDocument: there is none of that id.
        """
        ...

    def document_text(self, document_id: str) -> str:
        """The document's text alone.

        Raises:
            UnknownDocument: there is none of that id.
        """
        ...

    def document_texts(self, where: RetrievalFilter = EVERYTHING) -> Iterator[tuple[str, str]]:
        """Ids and texts, by id, one text in memory at a time."""
        ...

    def edges(self, document_id: str) -> tuple[Edge, ...]:
        """The edges found in a document, in the order in which they were added."""
        ...

    def law_stamps(self, document_id: str | None = None) -> dict[str, LawStamp]:
        """What is known of each document as law, by id, without reading it; those of an older pincite have no reader.

        Args:
            document_id: that one only, where it is there; None for all.
        """
        ...

    def law(self, document_id: str) -> LawText | None:
        """A document read as law, equal to what was put; None where there is none of that id or it was not read."""
        ...

    def put_laws(self, laws: Mapping[str, LawText]) -> None:
        """Keep documents read as law, as after a change of reader; ids that are gone are passed over."""
        ...

    def declare(self, document_id: str, declared: Declared | None) -> None:
        """Note what `corpus.toml` says of a document now; an id that is gone is passed over."""
        ...

    def chunk_ids(self, where: RetrievalFilter = EVERYTHING) -> list[str]:
        """Ids of the chunks that the filter lets through, in the library's order."""
        ...

    def chunk_keys(self, where: RetrievalFilter = EVERYTHING) -> list[ChunkKey]:
        """The same chunks with what a retriever must know of each."""
        ...

    def chunk_places(self, where: RetrievalFilter = EVERYTHING) -> list[ChunkPlace]:
        """The same chunks with where each stands."""
        ...

    def chunks(self, ids: Collection[str]) -> dict[str, Chunk]:
        """The chunks of these ids; ids that the library does not hold are absent."""
        ...

    def each_chunk(self, where: RetrievalFilter = EVERYTHING) -> Iterator[Chunk]:
        """The chunks that the filter lets through, in the library's order, a document's in memory at a time."""
        ...

    def add(
        self,
        document: Document,
        chunks: Sequence[Chunk],
        *,
        chunker: str = "",
        vectors: Iterable[VectorSet] = (),
        edges: Iterable[Edge] = (),
        law: LawText | None = None,
        declared: Declared | None = None,
    ) -> None:
        """Take in a new document with all that belongs to it.

        Args:
            law: what its text says as law; None where it was not read as such.
            declared: what `corpus.toml` says of it.

        Raises:
            LibraryError: a document of that id, or another one of that path, is there.
            ValueError: a chunk is not of this document, or its pieces do not stand in the document's text.
        """
        ...

    def replace(
        self,
        document: Document,
        chunks: Sequence[Chunk],
        *,
        chunker: str = "",
        vectors: Iterable[VectorSet] = (),
        edges: Iterable[Edge] = (),
        law: LawText | None = None,
        declared: Declared | None = None,
    ) -> None:
        """Put another content in the place of the document of the same id; its tags stay and new ones are added.

        Raises:
            UnknownDocument: there is none of that id.
            ValueError: as for `add`.
        """
        ...

    def remove(self, document_id: str) -> None:
        """Take out a document with its pages, sections, chunks, tags and edges. Vectors stay until `vacuum`.

        Raises:
            UnknownDocument: there is none of that id.
        """
        ...

    def relocate(self, document_id: str, source: str | Path) -> None:
        """Note that the document's file lies elsewhere now.

        Raises:
            UnknownDocument: there is none of that id.
        """
        ...

    def add_tags(self, document_id: str, tags: Iterable[str]) -> None:
        """Give a document tags; those it has already stay where they are.

        Raises:
            UnknownDocument: there is none of that id.
        """
        ...

    def remove_tags(self, document_id: str, tags: Iterable[str]) -> None:
        """Take tags from a document; those it has not are no error.

        Raises:
            UnknownDocument: there is none of that id.
        """
        ...

    def vectors(self, embedder: str, keys: Iterable[str]) -> dict[str, bytes]:
        """The vectors that are there for these text keys."""
        ...

    def known_vectors(self, embedder: str, keys: Iterable[str]) -> set[str]:
        """Those of the text keys that have a vector, without reading it."""
        ...

    def put_vectors(self, vectors: VectorSet) -> None:
        """Keep vectors of texts that are in the library already, as after a change of embedder.

        Raises:
            ValueError: a vector is empty or of another length than those there.
        """
        ...

    def content_digest(self) -> str:
        """SHA-256, hex, of all that an index is made of: ids, languages and index texts of the chunks, in order.

        Vectors that come with their document add nothing to it; each `put_vectors` of an embedder in use changes it.
        """
        ...

    def vacuum(self) -> int:
        """Drop the vectors that no chunk or no embedder in use needs, and give the room back.

        Returns:
            The number of vectors dropped.
        """
        ...

    def check(self) -> Iterator[str]:
        """Read everything and yield what is wrong, for people; nothing when the library is sound."""
        ...

    def close(self) -> None:
        """Give the files back. A closed store cannot be used."""
        ...
