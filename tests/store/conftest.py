"""Documents made for the store alone: any name and revision gives the same parts on every run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from pincite.store.library import SqliteStore
from pincite.store.protocol import VectorSet, text_key
from pincite.types.chunk import Chunk, Piece
from pincite.types.document import Document, Page, Place, Section, Span, TextMap, TextQuality, TextRun
from pincite.types.reference import Edge, EdgeType
from pincite.types.retrieval import RetrievalFilter

WORDS = [
    *"landlord tenant shall notice within thirty days of deposit rent § 12(a)".split(),
    *"임대인 임차인 보증금 계약 통지 \0 \ud800 𝔸".split(),
]


@dataclass(frozen=True)
class Parts:
    """A document and all that is added with it."""

    document: Document
    chunks: tuple[Chunk, ...]
    vectors: tuple[VectorSet, ...]
    edges: tuple[Edge, ...]

    def add_to(self, store: SqliteStore) -> None:
        store.add(self.document, self.chunks, chunker="test/1", vectors=self.vectors, edges=self.edges)

    def replace_in(self, store: SqliteStore) -> None:
        store.replace(self.document, self.chunks, chunker="test/1", vectors=self.vectors, edges=self.edges)

    def is_in(self, store: SqliteStore) -> bool:
        """Whether the library holds all of it and nothing else under its id."""
        document = self.document
        kept = store.vectors("test-embedder", self.vectors[0].by_text)
        return (
            store.document(document.id) == document
            and list(store.each_chunk(RetrievalFilter(document_ids=(document.id,)))) == list(self.chunks)
            and store.edges(document.id) == self.edges
            and kept == self.vectors[0].by_text
            and store.document_info(document.id).chunk_count == len(self.chunks)
        )


def make_parts(name: str, revision: int = 0, *, tags: tuple[str, ...] = ("a", "b"), place: str = "us") -> Parts:
    random = Random(f"{name}/{revision}")
    page_texts = [" ".join(random.choices(WORDS, k=random.randrange(20, 200))) for _ in range(random.randrange(1, 9))]
    text = "\f".join(page_texts)
    starts = [sum(len(page) + 1 for page in page_texts[:at]) for at in range(len(page_texts))]
    spans = [Span(start, start + len(page)) for start, page in zip(starts, page_texts, strict=True)]
    document = Document(
        id=name,
        title=f"{name} revision {revision}",
        source=f"/documents/{name}.pdf",
        media_type="application/pdf",
        file_sha256=sha256(f"{name}/{revision}".encode()).hexdigest(),
        text=text,
        text_map=TextMap(tuple(TextRun(s.start, s.end - s.start, at, 0) for at, s in enumerate(spans))),
        pages=tuple(Page(at, span, str(at + 3), TextQuality.GOOD) for at, span in enumerate(spans)),
        sections=tuple(Section(f"1.{at}", f"1.{at} Rent", 1, ("Rent",), span) for at, span in enumerate(spans)),
        parser="test/1",
        jurisdiction=Place((place,), place.upper()),
        effective_date="2020-01-01",
        tags=tags,
    )
    chunks = tuple(_chunk(document, at, span) for at, span in enumerate(spans))
    vectors = VectorSet("test-embedder", {text_key(c.index_text): random.randbytes(16) for c in chunks})
    edges = tuple(Edge(f"{name}/s{at}", "other/s1", EdgeType.REFERENCES, "", Span(0, 4)) for at in range(len(chunks)))
    return Parts(document, chunks, (vectors,), edges)


def _chunk(document: Document, at: int, span: Span) -> Chunk:
    text = span.cut(document.text)
    return Chunk(
        id=f"{document.id}#{text_key(text)[:12]}{at}",
        document_id=document.id,
        ordinal=at,
        text=text,
        pieces=(Piece(0, span),),
        tokens=len(text) // 4,
        header=document.title,
        label=f"{document.title}, p. {at + 3}",
        page_index=at,
        page_index_end=at,
        page_label=str(at + 3),
        heading_path=("Rent",),
    )


@pytest.fixture(scope="session")
def make() -> Callable[..., Parts]:
    return make_parts


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with SqliteStore.open(tmp_path / "library", create=True) as opened:
        yield opened
