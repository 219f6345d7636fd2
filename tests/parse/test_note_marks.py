"""Raised figures: the numbers of notes are no part of the sentence, exponents are no figures of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pincite.parse import read
from pincite.parse.note_marks import raised
from pincite.parse.text_files.html import parse_html
from pincite.parse.text_files.markdown import parse_markdown

ROWS = [
    ("behind_a_sentence", "leave.", "15", ""),
    ("behind_a_word", "the law", "13", ""),
    ("behind_a_quote", "rent.”", "2", ""),
    ("behind_a_bracket", "(rent)", "2", ""),
    ("behind_a_korean_word", "보증금", "3", ""),
    ("behind_the_stop_of_a_figure", "age of 18.", "63", ""),
    ("behind_a_figure", "$500", "12", "¹²"),
    ("power_of_ten", "10", "6", "⁶"),
    ("area", "40 m", "2", "²"),
    ("area_glued", "40m", "2", "²"),
    ("volume", "5 cm", "3", "³"),
    ("word_that_ends_like_a_unit", "the item", "2", ""),
    ("too_long_for_a_note", "leave.", "2019", "²⁰¹⁹"),
    ("behind_a_sign", "5 +", "3", "³"),
    ("at_the_start", "", "3", "³"),
]


@pytest.mark.parametrize(("before", "digits", "written"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_how_raised_figures_are_written(before: str, digits: str, written: str) -> None:
    assert raised(before, digits) == written


HTML = [
    ("note", "You must leave.<sup>15</sup> If not", "You must leave. If not"),
    ("linked_note", "You must leave.<sup><a href='#n15'>15</a></sup> If", "You must leave. If"),
    ("note_around_a_link", "leave.<a href='#n15'><sup>15</sup></a> If", "leave. If"),
    ("amount", "$500<sup>12</sup> a month", "$500¹² a month"),
    ("area", "40 m<sup>2</sup> each", "40 m² each"),
    ("ordinal", "the 1<sup>st</sup> day", "the 1st day"),
    ("note_itself", "<p><sup>15</sup> Civil Code</p>", "15 Civil Code"),
    ("behind_a_blank", "Satz <sup>2</sup> says", "Satz 2 says"),
    ("in_brackets", "leave.<sup>[15]</sup> If", "leave.[15] If"),
]


@pytest.mark.parametrize(("raw", "expected"), [row[1:] for row in HTML], ids=[row[0] for row in HTML])
def test_raised_figures_in_html(raw: str, expected: str) -> None:
    assert parse_html(raw).text == expected


MARKDOWN = [
    ("note", "You must leave.<sup>15</sup> If not", "You must leave. If not"),
    ("reference", "You must leave.[^15] If not.[^a]", "You must leave. If not."),
    ("note_itself", "Leave.[^1]\n\n[^1]: Civil Code", "Leave.\n\n[^1]: Civil Code"),
    ("area", "40 m<sup>2</sup> each", "40 m² each"),
    ("ordinal", "the 1<sup>st</sup> day", "the 1st day"),
    ("behind_a_blank", "Satz <sup>2</sup> says", "Satz 2 says"),
    ("at_the_start", "<sup>2</sup> Civil Code", "2 Civil Code"),
]


@pytest.mark.parametrize(("raw", "expected"), [row[1:] for row in MARKDOWN], ids=[row[0] for row in MARKDOWN])
def test_raised_figures_in_markdown(raw: str, expected: str) -> None:
    assert parse_markdown(raw).text == expected


PDF = [
    ("raised_and_small", "You must leave.", "15", 7, 4, "You must leave. Then the keeper locks it."),
    ("behind_a_figure", "The rent is $2,500.", "106", 7, 4, "The rent is $2,500. Then the keeper locks it."),
    ("behind_a_word", "Under the law", "13", 7, 4, "Under the law Then the keeper locks it."),
    ("area", "It has 40 m", "2", 7, 4, "It has 40 m² Then the keeper locks it."),
    ("same_size", "See section 27-", "15", 11, 0, "See section 27-15 Then the keeper locks it."),
    ("decimals", "The rent is $500.", "15", 11, 0, "The rent is $500.15 Then the keeper locks it."),
    ("lowered", "the gas CO", "2", 7, -3, "the gas CO2 Then the keeper locks it."),
]


@pytest.mark.parametrize(
    ("words", "figures", "size", "rise", "expected"), [row[1:] for row in PDF], ids=[row[0] for row in PDF]
)
def test_raised_figures_in_pdf(
    write_pdf: Callable[..., Path], item: Any, words: str, figures: str, size: float, rise: float, expected: str
) -> None:
    width = pytest.importorskip("reportlab.pdfbase.pdfmetrics").stringWidth
    x = 72 + width(words, "Helvetica", 11)
    after = x + width(figures, "Helvetica", size) + 3
    line = [
        item(72, 700, words), item(x, 700 + rise, figures, size), item(after, 700, "Then the keeper locks it."),
    ]  # fmt: skip
    document = read(write_pdf([[*line, item(72, 680, "15 Civil Code of Northmoor, section 9.", 9)]]))
    assert " ".join(document.text.split()).startswith(expected)
    assert "15 Civil Code" in document.text
    for run in document.text_map.runs:
        assert run.length > 0
