"""Chunks: every piece stands in the document, nothing kept is lost, sizes and page spans hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.chunk import chunk_document
from pincite.chunk.blocks import blocks
from pincite.settings import ChunkSettings
from pincite.text import tokens
from pincite.types.document import Document, Span

Make = Callable[..., Document]
SMALL = ChunkSettings(max_tokens=50, overlap_tokens=15, min_tokens=20)

WORDS = st.sampled_from(
    "The keeper must lock the gate at dusk. (a) (1) b. § 5 • 30 $40 x"
    " 임차인은 보증금의 반환을 청구할 수 있다. 제3조".split()
)
PARAGRAPHS = (
    st.lists(WORDS, min_size=1, max_size=60).map(" ".join)
    | st.text("ab 한\n.", min_size=1, max_size=300).map(lambda text: re.sub(r"\n\s*\n", "\n", text.strip()) or "x")
    | st.integers(1, 900).map("가".__mul__)
)
HEADINGS = st.sampled_from(["§ 1 Gates", "§ 2 Boats", "2.1 Wells", "Words", "Chapter 2 Moors", "Keepers must:"])
SETTINGS = st.builds(
    ChunkSettings,
    max_tokens=st.integers(50, 200),
    overlap_tokens=st.integers(0, 49),
    max_pages=st.integers(1, 3),
    min_tokens=st.integers(0, 80),
)


@st.composite
def documents(draw: st.DrawFn, make: Make, part: Any) -> Document:
    pages = []
    for _ in range(draw(st.integers(1, 5))):
        texts = draw(st.lists(PARAGRAPHS, max_size=5))
        parts = [part(text) for text in texts]
        for heading in draw(st.lists(HEADINGS, max_size=2)):
            parts.insert(draw(st.integers(0, len(parts))), part(heading, draw(st.integers(1, 3))))
        if draw(st.booleans()):
            parts = [part("Harbor Act", furniture=True), *parts, part("Foot", furniture=True)]
        pages.append(parts)
    return make(pages, paged=draw(st.booleans()))


@given(st.data())
def test_what_holds_for_the_chunks_of_any_document(make: Make, part: Any, data: st.DataObject) -> None:
    document, settings = data.draw(documents(make, part)), data.draw(SETTINGS)
    report = chunk_document(document, settings)
    covered: set[int] = set()
    for ordinal, chunk in enumerate(report.chunks):
        assert (chunk.ordinal, chunk.document_id) == (ordinal, document.id)
        for at, span, _ in chunk.pieces:
            assert chunk.text[at : at + span.end - span.start] == span.cut(document.text)
            covered.update(range(*span))
        spans = chunk.document_spans(Span(0, len(chunk.text)))
        assert spans == tuple(piece.span for piece in chunk.pieces)
        assert tokens.count(chunk.text) <= chunk.tokens <= settings.max_tokens
        assert chunk.text == chunk.text.strip()
        assert (chunk.page_index is None) == (not document.pages)
        if chunk.page_index is not None and chunk.page_index_end is not None:
            assert 0 <= chunk.page_index_end - chunk.page_index < settings.max_pages
    kept = [block for block in blocks(document) if block.left_out is None]
    for block in kept:
        missing = [at for at in range(*block.span) if at not in covered and not document.text[at].isspace()]
        assert missing == []
    assert bool(kept) == bool(report.chunks)
    assert sum(report.left_out.values()) == sum(1 for block in blocks(document) if block.left_out is not None)
    starts = [chunk.span.start for chunk in report.chunks]
    assert starts == sorted(starts)


@given(st.data())
def test_headings_inside_a_chunk_stand_in_its_text(make: Make, part: Any, data: st.DataObject) -> None:
    document, settings = data.draw(documents(make, part)), data.draw(SETTINGS)
    kept = [block for block in blocks(document) if block.left_out is None]
    for chunk in chunk_document(document, settings).chunks:
        covered = {at for _, span, _ in chunk.pieces for at in range(*span)}
        for section in document.sections:
            says = any(block.section is section and block.span.start in covered for block in kept)
            if says and section.span.start > chunk.span.start:
                assert set(range(section.span.start, section.span.start + len(section.heading))) <= covered


@given(st.data())
def test_ids_are_unique_and_come_from_the_content(make: Make, part: Any, data: st.DataObject) -> None:
    document = data.draw(documents(make, part))
    ids = [chunk.id for chunk in chunk_document(document, SMALL).chunks]
    assert len(set(ids)) == len(ids)
    same = replace(document, source="elsewhere.pdf", title="Other", tags=("t",), language="ko")
    assert [chunk.id for chunk in chunk_document(same, SMALL).chunks] == ids
    renamed = chunk_document(replace(document, id="other"), SMALL).chunks
    assert [chunk.id.partition("#")[2] for chunk in renamed] == [i.partition("#")[2] for i in ids]
    assert all(chunk.id.startswith("other#") for chunk in renamed)


@given(st.data())
def test_spans_go_from_a_chunk_to_the_document_and_back(make: Make, part: Any, data: st.DataObject) -> None:
    document = data.draw(documents(make, part))
    chunks = chunk_document(document, SMALL).chunks
    if not chunks:
        return
    chunk = data.draw(st.sampled_from(chunks))
    start = data.draw(st.integers(0, len(chunk.text) - 1))
    end = data.draw(st.integers(start + 1, len(chunk.text)))
    there = "".join(span.cut(document.text) for span in chunk.document_spans(Span(start, end)))
    here = chunk.text[start:end]
    assert "".join(there.split()) == "".join(here.split())


# What belongs together

RULE = "The keeper must lock the gate at dusk and open it again at dawn."


def texts(document: Document, settings: ChunkSettings = SMALL) -> list[str]:
    return [chunk.text for chunk in chunk_document(document, settings).chunks]


def test_numbered_sections_have_chunks_of_their_own(make: Make, part: Any) -> None:
    document = make([[part("§ 1 Gates", 1), RULE, part("§ 2 Boats", 1), RULE]])
    chunks = chunk_document(document).chunks
    assert [(c.text, c.section_id, c.heading_path) for c in chunks] == [
        (RULE, "1", ("§ 1 Gates",)),
        (RULE, "2", ("§ 2 Boats",)),
    ]
    assert chunks[0].header == "Harbor Act\n§ 1 Gates"


def test_small_unnumbered_sections_share_a_chunk_and_keep_their_headings(make: Make, part: Any) -> None:
    document = make([[part("Gates", 1), RULE, part("Boats\nand Buoys", 1), RULE]])
    (chunk,) = chunk_document(document).chunks
    assert chunk.header.endswith("Gates")
    assert chunk.text == f"{RULE}\n\nBoats\nand Buoys\n\n{RULE}"
    assert len(chunk.pieces) == 1
    assert texts(document, ChunkSettings(min_tokens=5)) == [RULE, RULE]


def test_heading_at_the_foot_of_a_page_is_kept_too(make: Make, part: Any) -> None:
    document = make([[part("Gates", 1), RULE, part("Boats", 1), part("1", furniture=True)], [RULE]])
    assert texts(document, ChunkSettings()) == [f"{RULE}\n\nBoats\n\n{RULE}"]


BREAKS = [
    ("numbered", ("§ 1 Gates", 1), ("§ 2 Boats", 1), 2),
    ("unnumbered_behind_numbered", ("1. Gates", 2), ("Schedule", 1), 2),
    ("unnumbered_beside_numbered", ("1. Gates", 2), ("Schedule", 2), 2),
    ("unnumbered_inside_numbered", ("Chapter 1 Gates", 1), ("Locks", 2), 1),
    ("numbered_inside_unnumbered", ("Gates", 1), ("§ 1 Locks", 2), 2),
]


@pytest.mark.parametrize(("first", "second", "count"), [row[1:] for row in BREAKS], ids=[row[0] for row in BREAKS])
def test_what_starts_a_chunk(
    make: Make, part: Any, first: tuple[str, int], second: tuple[str, int], count: int
) -> None:
    document = make([[part(*first), RULE, part(*second), RULE]])
    assert len(chunk_document(document).chunks) == count


def test_numbered_section_stays_whole_where_it_fits(make: Make, part: Any) -> None:
    rules = f"{RULE} {RULE}"
    document = make([[part("Chapter 1 Gates", 1), rules, part("Locks", 2), rules, part("Keys", 2), rules]])
    whole = f"{rules}\n\nLocks\n\n{rules}\n\nKeys\n\n{rules}"
    assert texts(document, ChunkSettings(min_tokens=5)) == [whole]
    assert texts(document, ChunkSettings(max_tokens=60, overlap_tokens=0, min_tokens=5)) == [rules] * 3


def test_sentence_that_a_page_break_parts_runs_on(make: Make, part: Any) -> None:
    foot, head = part("1", furniture=True), part("Harbor Act", furniture=True)
    document = make([["The keeper must lock", foot], [head, "the gate at dusk."]])
    (chunk,) = chunk_document(document).chunks
    assert chunk.text == "The keeper must lock\nthe gate at dusk."
    assert (chunk.page_index, chunk.page_index_end, chunk.page_label) == (0, 1, "1")


def test_chunks_overlap_by_whole_blocks(make: Make) -> None:
    rules = [f"Rule {n}: the keeper locks gate number {n}." for n in range(12)]
    found = texts(make([rules]))
    assert len(found) > 2
    for before, after in pairwise(found):
        assert after.split("\n\n")[0] == before.split("\n\n")[-1]


def test_long_paragraph_is_cut_at_sentences_and_long_sentence_at_words(make: Make) -> None:
    document = make([[" ".join([RULE] * 6)]])
    assert all(text.endswith(".") and text.startswith("The keeper") for text in texts(document))
    long = " ".join(f"word{n}" for n in range(200))
    assert list(dict.fromkeys(" ".join(texts(make([[long]]))).split())) == long.split()


@pytest.mark.parametrize(("max_pages", "count"), [(1, 4), (2, 2), (4, 1)])
def test_chunk_spans_few_pages(make: Make, max_pages: int, count: int) -> None:
    settings = ChunkSettings(max_pages=max_pages, overlap_tokens=0)
    assert len(texts(make([[RULE]] * 4), settings)) == count


def test_document_without_matter_has_no_chunks(make: Make, part: Any) -> None:
    report = chunk_document(make([["___", "Contents"], [part("Gates", 1)]]))
    assert (report.chunks, report.left_out) == ((), {"fragment": 1, "navigation": 1})
