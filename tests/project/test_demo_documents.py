"""The demo's documents and the questions on them hold together."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pincite.parse import read
from pincite.types.document import Document

DEMO = Path(__file__).resolve().parents[2] / "demo"
PATHS = {path.stem: path for folder in ("documents", "documents-ko") for path in (DEMO / folder).iterdir()}
QUESTIONS = [json.loads(line) for line in (DEMO / "questions.jsonl").read_text("utf-8").splitlines()]
HANDBOOK = "larkhaven-renting-handbook"


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    return {name: read(path) for name, path in PATHS.items()}


def gold_texts(question: dict[str, Any], document: Document) -> list[str]:
    """Texts of the gold pages and sections; a clause 2.2 without a heading of its own stands in section 2."""
    wanted = [f"{section_id}." for section_id in question["section_ids"]]
    spans = [s.span for s in document.sections if s.id and any(w.startswith(f"{s.id}.") for w in wanted)]
    spans += [p.span for p in document.pages if p.label in question["page_labels"]]
    return [" ".join(span.cut(document.text).split()) for span in spans]


def test_handbook_is_what_its_script_makes(tmp_path: Path) -> None:
    target = tmp_path / "made.pdf"
    subprocess.run([sys.executable, str(DEMO / "make_handbook.py"), str(target)], check=True)
    assert target.read_bytes() == PATHS[HANDBOOK].read_bytes()
    assert target.stat().st_size < 60_000


def test_handbook_has_printed_numbers_of_its_own(documents: dict[str, Document]) -> None:
    pages = documents[HANDBOOK].pages
    assert [page.label for page in pages[3:]] == [str(number) for number in range(1, 10)]
    assert pages[0].label is None


def test_handbook_has_mended_hyphens_and_kept_ones(documents: dict[str, Document]) -> None:
    text = documents[HANDBOOK].text
    assert "the landlord has to return the deposit" in " ".join(text.split())
    assert "month-to-month, give written notice" in " ".join(text.split())
    assert not {"\x02", "\ufffe", "\xad"} & set(text)


def test_two_columns_are_read_one_after_the_other(documents: dict[str, Document]) -> None:
    last = " ".join(documents[HANDBOOK].pages[-1].span.cut(documents[HANDBOOK].text).split())
    assert last.index("Arrears") < last.index("Sublet") < last.index("12 Quay Street") < last.index("Noise Desk")


def test_questions_are_enough_and_their_ids_differ() -> None:
    assert len({q["id"] for q in QUESTIONS}) == len(QUESTIONS) >= 30
    assert sum(not q["answerable"] for q in QUESTIONS) >= 8
    assert sum(q["language"] == "ko" for q in QUESTIONS) == 5


@pytest.mark.parametrize("question", QUESTIONS, ids=[q["id"] for q in QUESTIONS])
def test_gold_quotes_stand_in_the_gold_places(question: dict[str, Any], documents: dict[str, Document]) -> None:
    document = documents[question["document_id"]]
    texts = gold_texts(question, document)
    wanted = len(question["section_ids"]) + len(question["page_labels"])
    assert bool(wanted) == question["answerable"] == bool(question["quotes"])
    assert len(texts) >= wanted
    assert [q for q in question["quotes"] if not any(q in text for text in texts)] == []
    for other, labels in question["also"].items():
        assert set(labels) <= {page.label for page in documents[other].pages}
