"""What is put into a library comes back equal, whatever code points it is made of."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.store import rows
from pincite.store.library import SqliteStore
from pincite.types.chunk import Chunk, Piece
from pincite.types.document import Document, Page, Place, Section, Span, Table, TextMap, TextQuality, TextRun
from pincite.types.reference import Edge, EdgeType

characters = st.one_of(st.characters(), st.characters(categories=["Cs"]), st.sampled_from("\0\f\n§제"))
texts = st.text(characters, max_size=40)
maybe = st.one_of(st.none(), texts)
numbers = st.integers(0, 2**62)
spans = st.builds(Span, numbers, numbers)
runs = st.builds(TextRun, numbers, numbers, st.integers(-1, 2**31), numbers)
pages = st.builds(Page, numbers, spans, maybe, st.sampled_from(TextQuality), texts, st.lists(spans).map(tuple))
sections = st.builds(Section, maybe, texts, st.integers(1, 9), st.lists(texts).map(tuple), spans)
tables = st.builds(Table, spans, st.one_of(st.none(), spans), numbers, st.booleans())
edges = st.builds(Edge, texts, texts, st.sampled_from(EdgeType), texts, st.one_of(st.none(), spans))
places = st.builds(Place, st.lists(texts).map(tuple), texts)
documents = st.builds(
    Document,
    id=texts,
    title=texts,
    source=st.text(st.characters(exclude_characters="\0"), max_size=20),
    media_type=texts,
    file_sha256=texts,
    text=st.text(characters, max_size=300),
    text_map=st.lists(runs, max_size=5).map(tuple).map(TextMap),
    pages=st.lists(pages, max_size=4).map(tuple),
    sections=st.lists(sections, max_size=4).map(tuple),
    parser=texts,
    language=texts,
    jurisdiction=st.one_of(st.none(), places),
    effective_date=maybe,
    work=maybe,
    tags=st.lists(texts, unique=True, max_size=4).map(tuple),
    tables=st.lists(tables, max_size=3).map(tuple),
)


@st.composite
def documents_with_chunks(draw: st.DrawFn) -> tuple[Document, list[Chunk]]:
    document = draw(documents)
    chunks = []
    for ordinal, chunk_id in enumerate(draw(st.lists(texts, unique=True, max_size=3))):
        bounds = sorted(draw(st.lists(st.integers(0, len(document.text)), min_size=4, max_size=4)))
        first, second = Span(*bounds[:2]), Span(*bounds[2:])
        pieces = (Piece(0, first, draw(st.booleans())), Piece(first.end - first.start + 1, second))
        chunks.append(
            Chunk(
                id=chunk_id,
                document_id=document.id,
                ordinal=ordinal,
                text=f"{first.cut(document.text)}\n{second.cut(document.text)}",
                pieces=pieces,
                tokens=draw(numbers),
                header=draw(texts),
                label=draw(texts),
                page_index=draw(st.one_of(st.none(), numbers)),
                page_index_end=draw(st.one_of(st.none(), numbers)),
                page_label=draw(maybe),
                section_id=draw(maybe),
                heading_path=tuple(draw(st.lists(texts, max_size=3))),
                provision_id=draw(maybe),
                language=draw(texts),
            )
        )
    return document, chunks


@pytest.fixture(scope="module")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteStore]:
    with SqliteStore.open(tmp_path_factory.mktemp("round trip"), create=True) as opened:
        yield opened


@settings(max_examples=60, deadline=None)
@given(made=documents_with_chunks(), found_edges=st.lists(edges, max_size=3))
def test_values_come_back_equal(
    shared_store: SqliteStore, made: tuple[Document, list[Chunk]], found_edges: list[Edge]
) -> None:
    document, chunks = made
    shared_store.add(document, chunks, edges=found_edges)
    try:
        kept = shared_store.document(document.id)
        assert kept == document
        assert (kept.jurisdiction and kept.jurisdiction.name) == (document.jurisdiction and document.jurisdiction.name)
        assert shared_store.document_text(document.id) == document.text
        assert shared_store.document_info(document.id).text_sha256 == document.text_sha256
        assert list(shared_store.each_chunk()) == chunks
        assert list(shared_store.chunks([chunk.id for chunk in chunks]).values()) == chunks
        assert [key.id for key in shared_store.chunk_keys()] == [chunk.id for chunk in chunks]
        assert shared_store.edges(document.id) == tuple(found_edges)
        assert list(shared_store.check()) == []
    finally:
        shared_store.remove(document.id)


@given(text=st.one_of(st.none(), texts))
def test_a_string_is_kept_as_it_is(text: str | None) -> None:
    assert rows.get_or_none(rows.put(text)) == text


def test_two_lone_surrogates_are_not_joined() -> None:
    assert rows.get_list(rows.put_list(["\ud83d\ude00"]) or "") == ["\ud83d\ude00"]


@given(text_map=st.lists(runs).map(tuple).map(TextMap))
def test_a_text_map_is_kept_as_it_is(text_map: TextMap) -> None:
    assert rows.get_text_map(rows.put_text_map(text_map)) == text_map
