from __future__ import annotations

import json
from pathlib import Path

import pytest

from pincite.errors import InputError
from pincite.evaluate.benchmarks.housing import Question, holds_quote, is_gold, read_questions, section_key

PAGED = Question(
    "q1", "When?", "factual", "handbook", True,
    gold_page_indexes=frozenset({11}), alt_page_indexes=frozenset({4}), gold_quotes=("within 21 days",),
)  # fmt: skip
SECTIONED = Question(
    "q2", "When?", "edge", "act", True, gold_section_ids=frozenset({"7-2-10"}), alt_section_ids=frozenset({"7-2-9"})
)
NOTHING = Question("q3", "Who?", "edge", "act", False)


@pytest.mark.parametrize(
    ("question", "document_id", "pages", "sections", "expected"),
    [
        pytest.param(PAGED, "handbook", (11,), (), True, id="gold-page"),
        pytest.param(PAGED, "handbook", (10, 11), (), True, id="one-of-two-pages"),
        pytest.param(PAGED, "handbook", (4,), (), True, id="alternative-page"),
        pytest.param(PAGED, "handbook", (12,), (), False, id="page-counted-from-one"),
        pytest.param(PAGED, "act", (11,), (), False, id="page-of-another-document"),
        pytest.param(PAGED, "handbook", (), ("11",), False, id="section-is-no-page"),
        pytest.param(SECTIONED, "act", (), ("7-2-10",), True, id="gold-section"),
        pytest.param(SECTIONED, "act", (), ("§ 7-2-10.",), True, id="section-with-sign"),
        pytest.param(SECTIONED, "act", (), ("7–2–10 (continued)",), True, id="section-continued"),
        pytest.param(SECTIONED, "act", (), ("7-2-1",), False, id="shorter-section-is-another"),
        pytest.param(SECTIONED, "act", (), (None, "7-2-9"), True, id="alternative-section"),
        pytest.param(NOTHING, "act", (0,), ("1",), False, id="unanswerable"),
    ],
)
def test_is_gold(
    question: Question, document_id: str, pages: tuple[int, ...], sections: tuple[str | None, ...], expected: bool
) -> None:
    assert is_gold(question, document_id, pages, sections) is expected


@pytest.mark.parametrize(
    ("section_id", "expected"),
    [
        pytest.param("Sec. 34.03.070.", "34.03.070", id="sec"),
        pytest.param("§ 55.1-1204", "55.1-1204", id="sign"),
        pytest.param("410.150: ", "410.150", id="colon"),
        pytest.param("4456a", "4456a", id="letter"),
    ],
)
def test_section_key(section_id: str, expected: str) -> None:
    assert section_key(section_id) == expected


def test_quote_is_found_over_line_breaks() -> None:
    assert holds_quote(PAGED, "return it within\n  21\u00a0days")
    assert not holds_quote(PAGED, "within 20 days")


ROW = {
    "id": "q1", "question": "When?", "category": "factual", "doc_id": "handbook", "answerable": True, "answer": "x",
    "gold_pages": [12], "gold_quotes": ["within  21 days"], "alt_pages": [5, "7-2-9"],
}  # fmt: skip


def test_pages_of_the_file_are_counted_from_one(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(json.dumps(ROW) + "\n\n", encoding="utf-8")
    (question,) = read_questions(path)
    assert question.gold_page_indexes == {11}
    assert question.alt_page_indexes == {4}
    assert question.alt_section_ids == {"7-2-9"}
    assert question.gold_quotes == ("within 21 days",)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("{", id="no-json"),
        pytest.param('{"id": "q1"}', id="keys-missing"),
        pytest.param(json.dumps(ROW | {"gold_pages": 3}), id="pages-no-list"),
        pytest.param(json.dumps(ROW | {"answerable": "yes"}), id="answerable-no-boolean"),
    ],
)
def test_bad_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(json.dumps(ROW) + "\n" + line + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="line 2"):
        read_questions(path)


def test_the_housing_set_reads_whole(data_dir: Path) -> None:
    questions = read_questions(data_dir / "housing" / "questions.jsonl")
    assert len(questions) == 100
    assert sum(q.answerable for q in questions) == 82
    gold = [q for q in questions if q.gold_page_indexes or q.gold_section_ids]
    assert [q.id for q in gold] == [q.id for q in questions if q.answerable]
