"""The eighteen housing documents: what must hold for real files, nothing of which is in the code."""

from __future__ import annotations

import functools
import json
import unicodedata
from pathlib import Path

import pytest

from pincite.parse import read
from pincite.types.document import Document, TextQuality


@functools.cache
def parsed(folder: Path, name: str) -> Document:
    return read(next((folder / "housing" / "documents").glob(f"{name}.*")))


def labels(document: Document) -> dict[int, str | None]:
    """Printed numbers by the 1-based place in the file."""
    return {page.index + 1: page.label for page in document.pages}


def numbered(shift: int, first: int, last: int) -> dict[int, str]:
    return {place: str(place - shift) for place in range(first, last + 1)}


LABELS = [
    ("california", "ca-tenants-guide-2022", numbered(7, 8, 17) | numbered(6, 18, 145)),
    ("new_york", "ny-ag-tenants-rights-2019", numbered(3, 4, 35)),
    ("new_york_city", "nyc-housing-maintenance-code", numbered(0, 1, 141)),
    ("louisiana", "la-eviction-answer-packet", numbered(0, 1, 14)),
    ("arkansas", "ar-unlawful-detainer-packet", numbered(0, 1, 11)),
    ("north_carolina", "nc-ag-maintenance-repair-2018", numbered(0, 1, 9)),
    ("illinois", "il-ag-landlord-tenant-factsheet-2024", {}),
    ("ohio_double_pages", "oh-miami-county-handbook-2012", {}),
    ("microfiche", "ncjrs-76315-scanned", {}),
]


@pytest.mark.parametrize(("name", "expected"), [row[1:] for row in LABELS], ids=[row[0] for row in LABELS])
def test_printed_numbers_of_real_files(data_dir: Path, name: str, expected: dict[int, str]) -> None:
    found = labels(parsed(data_dir, name))
    assert {place: label for place, label in found.items() if label is not None} == expected


def test_quality_of_real_pages(data_dir: Path) -> None:
    doubtful = {}
    for path in sorted((data_dir / "housing" / "documents").glob("*.pdf")):
        document = parsed(data_dir, path.stem)
        doubtful[path.stem] = {p.index + 1: p.quality for p in document.pages if p.quality is not TextQuality.GOOD}
    found = {name: pages for name, pages in doubtful.items() if pages}
    assert found == {
        "ca-tenants-guide-2022": {2: TextQuality.EMPTY, 146: TextQuality.EMPTY},
        "ncjrs-76315-scanned": dict.fromkeys(range(1, 5), TextQuality.LOW),
        # The back cover; its file holds the front cover's words beside the page.
        "ny-ag-tenants-rights-2019": {36: TextQuality.EMPTY},
    }


def rows(folder: Path, name: str) -> list[dict[str, object]]:
    lines = (folder / "housing" / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_sections_of_statutes_have_their_ids(data_dir: Path) -> None:
    for question in rows(data_dir, "questions.jsonl"):
        gold = [page for page in question["gold_pages"] if isinstance(page, str)]  # type: ignore[attr-defined]
        if gold:
            known = {section.id for section in parsed(data_dir, str(question["doc_id"])).sections}
            assert set(gold) <= known, question["doc_id"]


def test_gold_quotes_stand_on_their_pages(data_dir: Path) -> None:
    missing = []
    for question in rows(data_dir, "questions.jsonl"):
        if not question["gold_quotes"]:
            continue
        document = parsed(data_dir, str(question["doc_id"]))
        where = " ".join(gold_text(document, question["gold_pages"]).split())  # type: ignore[arg-type]
        missing += [
            (question["id"], quote)
            for quote in question["gold_quotes"]  # type: ignore[attr-defined]
            if " ".join(unicodedata.normalize("NFC", quote).split()) not in where
        ]
    assert not missing


def gold_text(document: Document, gold: list[int | str]) -> str:
    if document.pages:
        return " ".join(document.pages[int(place) - 1].span.cut(document.text) for place in gold)
    # A section's paragraphs with headings of their own, such as 3612(g), are part of it.
    return " ".join(s.span.cut(document.text) for s in document.sections if s.id and s.id.split("(")[0] in gold)


def test_furniture_is_repeated_heads_and_numbers_only(data_dir: Path) -> None:
    marked: dict[str, set[str]] = {}
    for path in (data_dir / "housing" / "documents").glob("*.pdf"):
        document = parsed(data_dir, path.stem)
        spans = {span.cut(document.text) for page in document.pages for span in page.furniture}
        marked[path.stem] = {text for text in spans if not text.strip(" |Page").isdigit()}
    assert marked["nyc-housing-maintenance-code"] >= {"TITLE 27 - CHAPTER 2\nHOUSING MAINTENANCE CODE"} or marked[
        "nyc-housing-maintenance-code"
    ] >= {"TITLE 27 - CHAPTER 2", "HOUSING MAINTENANCE CODE"}
    assert any("Using this form does not create" in text for text in marked["la-eviction-answer-packet"])
    for name in ("ca-tenants-guide-2022", "ny-ag-tenants-rights-2019", "nc-ag-maintenance-repair-2018"):
        assert not marked[name], name


def test_raw_places_of_real_files(data_dir: Path) -> None:
    import pypdfium2

    for name in ("ny-ag-tenants-rights-2019", "oh-miami-county-handbook-2012"):
        document = parsed(data_dir, name)
        raw = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(document.source)]
        for run in document.text_map.runs:
            there = raw[run.raw_page][run.raw_start : run.raw_start + run.length]
            assert document.text[run.start : run.start + run.length] == there
