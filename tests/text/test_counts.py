"""Counts as people say them, and messages that say one of something."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from made_files import made_files

from pincite.errors import EmptyDocument
from pincite.parse import read_data
from pincite.text.counts import count_of

ROWS = [
    ("none", (0, "page"), "0 pages"),
    ("one", (1, "page"), "1 page"),
    ("two", (2, "page"), "2 pages"),
    ("thousands", (1200, "page"), "1,200 pages"),
    ("own_plural", (1, "entry", "entries"), "1 entry"),
    ("own_plural_of_two", (2, "entry", "entries"), "2 entries"),
]


@pytest.mark.parametrize(("given", "said"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_a_count_has_its_noun(given: tuple[int, str], said: str) -> None:
    assert count_of(*given) == said


ONE_OF_MANY = re.compile(r"(?<![\d.,–-])\b1 (?:pages|characters|files|documents|private-use characters)\b")


def test_a_file_of_one_page_without_text_is_told_in_the_singular() -> None:
    from made_files._pdf import Pdf, file_of

    pdf = Pdf()
    pdf.page(b"")
    with pytest.raises(EmptyDocument, match="found 1 page without any"):
        read_data(file_of(pdf.body()), "blank.pdf")


def test_no_note_of_a_made_file_says_one_of_several() -> None:
    from made_files._reading import GOLDEN

    read = {file.name: Path(GOLDEN, f"{file.name}.json") for file in made_files()}
    said = {name: path.read_text("utf-8") for name, path in read.items() if path.is_file()}
    assert len(said) > 60
    assert [name for name, text in said.items() if ONE_OF_MANY.search(text)] == []
