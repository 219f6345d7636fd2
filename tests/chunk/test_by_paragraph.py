"""Paragraphs as chunks: one each, whole, and none left out but headings and running heads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pincite.chunk import chunk_document
from pincite.settings import ChunkSettings
from pincite.text import tokens
from pincite.types.document import Document

Make = Callable[..., Document]
UNITS = ChunkSettings(unit="paragraphs")
LINES = st.lists(
    st.sampled_from("(a) 1. Contents 12 § 5 • $ the gate shuts . ..... Home TITLE".split()), min_size=1, max_size=9
).map(" ".join)


def texts(document: Document, settings: ChunkSettings = UNITS) -> list[str]:
    return [chunk.text for chunk in chunk_document(document, settings).chunks]


def test_short_paragraphs_labels_and_contents_are_chunks_too(make: Make) -> None:
    lines = ["(a)", "Home", "12", "Gates ........ 3", "The keeper shuts the gate.", "NOTICE"]
    assert texts(make([lines], paged=False)) == lines
    assert texts(make([lines], paged=False), ChunkSettings()) != lines


@given(st.data())
def test_every_paragraph_is_one_chunk(make: Make, data: st.DataObject) -> None:
    lines = data.draw(st.lists(LINES, min_size=1, max_size=12))
    report = chunk_document(make([lines], paged=False), UNITS)
    assert [c.text for c in report.chunks] == lines
    assert [c.ordinal for c in report.chunks] == list(range(len(lines)))
    assert len({c.id for c in report.chunks}) == len(lines)
    assert report.left_out == {}


def test_headings_and_running_heads_are_no_chunks(make: Make, part: Any) -> None:
    document = make([[part("Harbor Act", furniture=True), part("§ 1 Gates", 1), "The gate shuts.", "It opens."]])
    chunks = chunk_document(document, UNITS).chunks
    assert [c.text for c in chunks] == ["The gate shuts.", "It opens."]
    assert all("§ 1 Gates" in c.header for c in chunks)


def test_a_paragraph_above_the_size_is_cut_at_sentences_without_overlap(make: Make) -> None:
    sentence = "The keeper of the harbor shuts the northern gate at dusk every day. "
    settings = ChunkSettings(unit="paragraphs", max_tokens=50, overlap_tokens=40)
    long, short = (sentence * 9).strip(), "The gate opens at dawn."
    found = texts(make([[long, short]], paged=False), settings)
    assert " ".join(found[:-1]) == long
    assert found[-1] == short
    assert all(tokens.count(text) <= 50 for text in found)
    assert len(found) > 2
