"""Tables in chunks: cut between rows, the header again before each part, and no quote over what is not together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.chunk import chunk_document
from pincite.generate.candidates import all_sentences
from pincite.settings import ChunkSettings
from pincite.store.rows import CHUNK_COLUMNS, chunk_of, chunk_row, place_of
from pincite.text import tokens
from pincite.types.chunk import Chunk
from pincite.types.document import Document, Span, Table

Make = Callable[..., Document]
SMALL = ChunkSettings(max_tokens=60, overlap_tokens=12, min_tokens=20)
HEADER = "Permit | Fee | Valid for"
PROSE = "The keeper must lock the gate at dusk and open it again at dawn."


def rows(first: int, last: int) -> list[str]:
    return [f"Berth {n} | ${10 + n} | {n} days" for n in range(first, last)]


def with_tables(document: Document, *tables: tuple[str, str, int]) -> Document:
    """The document with tables found by their texts; of each its header and whether that stands in it."""
    made: list[Table] = []
    for text, header, continues in tables:
        start = document.text.index(text)
        at = document.text.index(header) if header else -1
        span = Span(at, at + len(header)) if header else None
        made.append(Table(Span(start, start + len(text)), span, text.count("\n") + 1, bool(continues)))
    return replace(document, tables=tuple(made))


def one_table(make: Make, lines: list[str]) -> Document:
    text = "\n".join(lines)
    return with_tables(make([[PROSE, text, PROSE]]), (text, lines[0], 0))


def test_each_part_of_a_long_table_begins_with_its_header(make: Make) -> None:
    document = one_table(make, [HEADER, *rows(0, 30)])
    chunks = chunk_document(document, SMALL).chunks
    parts = [chunk for chunk in chunks if "Berth" in chunk.text]
    assert len(parts) > 3
    for chunk in parts:
        before, found, after = chunk.text.partition(HEADER)
        assert found
        assert after.count(HEADER) == 0
        assert "Berth" not in before
    assert [len([p for p in chunk.pieces if p.repeated]) for chunk in parts] == [0, *[1] * (len(parts) - 1)]


def test_a_repeated_header_is_no_part_of_the_place(make: Make) -> None:
    first, second = [HEADER, *rows(0, 4)], rows(4, 30)
    document = with_tables(
        make([[PROSE, "\n".join(first)], ["\n".join(second)]]),
        ("\n".join(first), HEADER, 0),
        ("\n".join(second), HEADER, 1),
    )
    for chunk in chunk_document(document, SMALL).chunks:
        if "Berth 20 " in chunk.text:
            assert chunk.text.startswith(HEADER)
            assert (chunk.page_index, chunk.page_index_end, chunk.page_label) == (1, 1, "2")
            assert chunk.span.start > document.pages[1].span.start
            assert "p. 2" in chunk.label
            assert "1" not in chunk.label.split("(")[0].split("p.")[1]


def test_rows_stay_whole_and_sizes_hold(make: Make) -> None:
    document = one_table(make, [HEADER, *rows(0, 40)])
    for chunk in chunk_document(document, SMALL).chunks:
        assert tokens.count(chunk.text) <= chunk.tokens <= SMALL.max_tokens
        for line in chunk.text.splitlines():
            assert "|" not in line or line in document.text.splitlines()


def test_a_row_longer_than_a_chunk_is_cut_and_keeps_the_header(make: Make) -> None:
    document = one_table(make, [HEADER, "Barge | " + "word " * 200 + "| 3 days", *rows(0, 3)])
    chunks = [chunk for chunk in chunk_document(document, SMALL).chunks if "word" in chunk.text]
    assert len(chunks) > 3
    assert all(chunk.text.startswith((HEADER, PROSE)) or chunk.text.count(HEADER) == 1 for chunk in chunks)
    assert all(chunk.tokens <= SMALL.max_tokens for chunk in chunks)


def test_a_table_that_fits_is_not_cut(make: Make) -> None:
    document = one_table(make, [HEADER, *rows(0, 4)])
    whole = "\n".join([HEADER, *rows(0, 4)])
    assert tokens.count(whole) > SMALL.max_tokens // 2
    assert any(whole in chunk.text for chunk in chunk_document(document, SMALL).chunks)


def test_a_large_header_is_not_repeated(make: Make) -> None:
    head = "Permit | " + "a long name of a column " * 5 + "| Valid"
    chunks = chunk_document(one_table(make, [head, *rows(0, 20)]), SMALL).chunks
    assert not any(piece.repeated for chunk in chunks for piece in chunk.pieces)


def test_figures_alone_are_matter_where_their_columns_have_names(make: Make) -> None:
    first, second = f"{HEADER}\nBerth | $1 | 2", "5 | 6 | 7\n8 | 9 | 10"
    document = make([[PROSE, first], [second]])
    assert chunk_document(document).left_out == {"fragment": 1}
    known = with_tables(document, (first, HEADER, 0), (second, HEADER, 1))
    assert chunk_document(known).left_out == {}


def test_paragraph_chunks_cut_tables_at_rows(make: Make) -> None:
    document = one_table(make, [HEADER, *rows(0, 20)])
    settings = ChunkSettings(unit="paragraphs", max_tokens=60, overlap_tokens=0, min_tokens=0)
    chunks = [chunk for chunk in chunk_document(document, settings).chunks if "Berth" in chunk.text]
    assert len(chunks) > 2
    assert all(chunk.text.startswith(HEADER) for chunk in chunks)


def test_no_quote_runs_from_a_repeated_header_into_its_rows(make: Make) -> None:
    document = one_table(make, [HEADER, *rows(0, 30)])
    for chunk in chunk_document(document, SMALL).chunks:
        if not any(piece.repeated for piece in chunk.pieces):
            continue
        for candidate in all_sentences(1, chunk.text):
            assert len(chunk.document_spans(candidate.span)) == 1
        whole = chunk.document_spans(Span(0, len(chunk.text)))
        assert len(whole) == len(chunk.pieces) > 1
        assert whole[0].cut(document.text) == HEADER


def test_a_row_of_a_later_part_has_its_header_for_lead(make: Make) -> None:
    document = one_table(make, [HEADER, *rows(0, 30)])
    for chunk in chunk_document(document, SMALL).chunks:
        for candidate in all_sentences(1, chunk.text):
            if candidate.text.startswith("Berth"):
                assert candidate.lead_text == HEADER


def test_chunks_come_back_from_their_rows(make: Make) -> None:
    document = one_table(make, [HEADER, *rows(0, 30)])
    for chunk in chunk_document(document, SMALL).chunks:
        row = chunk_row(chunk)[: len(CHUNK_COLUMNS.split(","))]
        assert chunk_of(row, "act") == chunk
        spans = place_of(("act", chunk.id, None, row[2])).spans
        assert spans == tuple(piece.span for piece in chunk.pieces if not piece.repeated)


CELLS = st.sampled_from(["", "12", "$40", "Small boat", "임차인", "a b c d e f g h", "word. Another one", "x" * 90])
ROWS = st.lists(st.lists(CELLS, min_size=2, max_size=4).map(" | ".join).map(str.strip).filter(bool), max_size=40)


@st.composite
def documents(draw: st.DrawFn, make: Make, part: Any) -> Document:
    pages, tables = [], []
    header = ""
    for page in range(draw(st.integers(1, 4))):
        parts: list[Any] = [part("Harbor Act", furniture=True)]
        for place in range(draw(st.integers(0, 3))):
            if draw(st.booleans()):
                parts.append(PROSE)
                continue
            own = f"Name {page} {place} | Fee | Note"
            begins = draw(st.booleans()) or not header
            header = own if begins else header
            lines = [*draw(ROWS), f"Row {page} {place} | 1 | 2"]
            text = "\n".join([*([own] if begins else []), *lines])
            parts.append(text)
            tables.append((text, header, int(not begins)))
        pages.append(parts)
    return with_tables(make(pages), *tables)


@given(st.data())
def test_what_holds_for_chunks_with_tables(make: Make, part: Any, data: st.DataObject) -> None:
    document = data.draw(documents(make, part))
    settings = data.draw(
        st.builds(ChunkSettings, max_tokens=st.integers(50, 120), overlap_tokens=st.integers(0, 40),
                  max_pages=st.integers(1, 3), min_tokens=st.integers(0, 40))
    )  # fmt: skip
    covered: set[int] = set()
    for chunk in chunk_document(document, settings).chunks:
        _check(document, chunk, settings)
        covered.update(at for piece in chunk.pieces if not piece.repeated for at in range(*piece.span))
    for table in document.tables:
        lost = [at for at in range(*table.span) if at not in covered and not document.text[at].isspace()]
        assert not lost


def _check(document: Document, chunk: Chunk, settings: ChunkSettings) -> None:
    headers = {table.header for table in document.tables}
    for at, span, repeated in chunk.pieces:
        assert chunk.text[at : at + span.end - span.start] == span.cut(document.text)
        assert not repeated or span in headers
    assert not chunk.pieces[-1].repeated
    assert tokens.count(chunk.text) <= chunk.tokens <= settings.max_tokens
    spans = [piece.span for piece in chunk.pieces if not piece.repeated]
    assert spans == sorted(spans)
    assert chunk.span == Span(spans[0].start, spans[-1].end)
    page = document.page_at(spans[0].start)
    assert page is not None
    assert chunk.page_index == page.index
    for table in document.tables:
        part = next((s for s in spans if s.overlaps(table.span)), None)
        room = tokens.count(table.header.cut(document.text)) <= settings.max_tokens // 4 if table.header else False
        if part is not None and table.header is not None and room and tokens.count(max(
            table.span.cut(document.text).split("\n"), key=len)) < settings.max_tokens // 2:  # fmt: skip
            assert table.header.cut(document.text) in chunk.text


@pytest.mark.parametrize("piece", [(0, 5, 9), (0, 5, 9, 1)], ids=["plain", "repeated"])
def test_pieces_of_older_libraries_are_read(piece: tuple[int, ...]) -> None:
    spans = place_of(("act", "act#1", None, f"[{list(piece)}]")).spans
    assert spans == ((Span(5, 9),) if len(piece) == 3 else ())
