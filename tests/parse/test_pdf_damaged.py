"""Damaged PDF files: refused with advice, or repaired with a note; never taken for whole."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made_files import made_files
from made_files._pdf import PROSE, Pdf, prose, text

from pincite.errors import DamagedDocument, DocumentError, EncryptedDocument, PinciteError
from pincite.parse import read
from pincite.parse.pdf import file as pdf_file
from pincite.types.document import Document

FILES = {file.name: file for file in made_files()}
MANY = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def book(pages: int = 4) -> bytes:
    pdf = Pdf()
    for page in range(pages):
        pdf.page(text(72, 680, f"Topic {'ABCD'[page]}", 15, font="F2"), prose(PROSE), packed=page % 2 == 1)
    return pdf.written()


BOOK = book()


@pytest.fixture
def no_repair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pikepdf", None)


def read_made(folder: Path, name: str) -> Document:
    return read_bytes(folder, FILES[name].make(), name)


def read_bytes(folder: Path, data: bytes, name: str = "made.pdf") -> Document:
    path = folder / name
    path.write_bytes(data)
    return read(path)


@pytest.mark.usefixtures("no_repair")
@pytest.mark.parametrize(
    "name",
    [
        "cut_off.pdf",
        "cut_off_late.pdf",
        "cut_off_early.pdf",
        "count_too_large.pdf",
        "count_giant.pdf",
        "page_missing.pdf",
    ],
)
def test_without_the_extra_a_damaged_file_is_refused_and_the_extra_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(DamagedDocument) as caught:
        read_made(tmp_path, name)
    assert "pip install 'pincite[repair]'" in caught.value.hint


@pytest.mark.usefixtures("no_repair")
def test_without_the_extra_a_file_that_may_have_more_pages_says_so(tmp_path: Path) -> None:
    document = read_made(tmp_path, "count_too_small.pdf")
    assert len(document.pages) == 2
    assert "may have more" in document.notes[0]


@MANY
@given(st.integers(len(b"%PDF-"), len(BOOK) - 1))
def test_a_file_cut_off_anywhere_is_refused_or_says_that_it_is_cut_off(tmp_path: Path, length: int) -> None:
    pytest.importorskip("pikepdf")
    try:
        document = read_bytes(tmp_path, BOOK[:length])
    except PinciteError:
        return
    if length >= len(BOOK) - len(b"\n"):  # only the last line end is missing
        return
    note = next(note for note in document.notes if "cut off" in note)
    found = re.search(r"(\d+) pages? of 4 stated", note)
    assert found is not None
    assert int(found[1]) == len(document.pages)


@MANY
@given(st.lists(st.tuples(st.integers(0, len(BOOK) - 1), st.integers(0, 255)), min_size=1, max_size=6))
def test_a_file_with_wrong_bytes_is_read_or_refused(tmp_path: Path, changes: list[tuple[int, int]]) -> None:
    data = bytearray(BOOK)
    for place, value in changes:
        data[place] = value
    try:
        document = read_bytes(tmp_path, bytes(data))
    except PinciteError:
        return
    assert document.text == "\f".join(page.span.cut(document.text) for page in document.pages)


def test_more_pages_than_can_be_read_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_file, "MAX_PAGES", 3)
    with pytest.raises(DocumentError, match="at most 3 pages, found 4"):
        read_bytes(tmp_path, BOOK)


def test_an_encrypted_file_names_the_option_that_opens_it(tmp_path: Path) -> None:
    with pytest.raises(EncryptedDocument) as caught:
        read_made(tmp_path, "locked.pdf")
    assert "--password" in caught.value.hint


def test_a_repaired_encrypted_file_is_read_with_its_password(tmp_path: Path) -> None:
    pytest.importorskip("pikepdf")
    path = tmp_path / "locked.pdf"
    path.write_bytes(FILES["locked.pdf"].make()[:-10])
    with pytest.raises(PinciteError):
        read(path)
    document = read(path, password="key 7")
    assert len(document.pages) == 2
    assert "cut off" in document.notes[0]
