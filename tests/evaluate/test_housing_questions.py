from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.errors import InputError
from pincite.evaluate.benchmark import Gold, HitRule, Label, Question
from pincite.evaluate.benchmarks import load
from pincite.evaluate.benchmarks.housing import gold_quotes, holds_quote, is_gold, read_questions, section_key

ASKED = Question("q1", "When?", Label.ANSWERABLE, "factual", "handbook")
PAGED = replace(
    ASKED,
    gold=(
        Gold("handbook", "within 21 days", page_indexes=frozenset({11})),
        Gold("handbook", page_indexes=frozenset({4}), alternative=True),
    ),
)
SECTIONED = replace(
    ASKED,
    document_id="act",
    gold=(
        Gold("act", section_ids=frozenset({"7-2-10"})),
        Gold("act", section_ids=frozenset({"7-2-9"}), alternative=True),
    ),
)
NOTHING = Question("q3", "Who?", Label.UNANSWERABLE, "edge", "act")


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
    (gold,) = question.required
    assert gold.page_indexes == {11}
    assert gold.quote == "within 21 days"
    alternative = question.gold[1]
    assert alternative.alternative
    assert (alternative.page_indexes, alternative.section_ids) == ({4}, {"7-2-9"})
    assert gold_quotes(question) == ("within 21 days",)


def test_each_quote_is_gold_of_its_own_and_places_without_one_are_too(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    rows = [ROW | {"gold_quotes": ["a b", "c d"]}, ROW | {"gold_quotes": [], "alt_pages": []}]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    two, place = read_questions(path)
    assert [g.quote for g in two.required] == ["a b", "c d"]
    assert [(g.quote, g.page_indexes) for g in place.gold] == [("", {11})]


def make_set(folder: Path, file: str) -> Path:
    (folder / "housing" / "documents").mkdir(parents=True)
    (folder / "housing" / "documents" / "handbook.md").write_text("# Harbor Handbook\n\nReturn it within 21 days.\n")
    (folder / "outside.md").write_text("# Outside\n")
    (folder / "housing" / "documents.jsonl").write_text(json.dumps({"doc_id": "handbook", "file": file}) + "\n")
    (folder / "housing" / "questions.jsonl").write_text(json.dumps(ROW) + "\n")
    return folder


def test_the_files_are_taken_where_they_lie(tmp_path: Path) -> None:
    benchmark = load("housing", make_set(tmp_path, "documents/handbook.md"))
    assert [(d.id, d.path) for d in benchmark.documents] == [
        ("handbook", tmp_path / "housing" / "documents" / "handbook.md")
    ]
    assert benchmark.hit is HitRule.PLACE
    assert benchmark.questions[0].scope == ()


def test_version_follows_the_documents(tmp_path: Path) -> None:
    data = make_set(tmp_path, "documents/handbook.md")
    before = load("housing", data).version
    assert load("housing", data).version == before
    (data / "housing" / "documents" / "handbook.md").write_text("# Harbor Handbook\n\nReturn it within 22 days.\n")
    assert load("housing", data).version != before


@pytest.mark.parametrize(
    "file",
    [
        pytest.param("../outside.md", id="outside-the-folder"),
        pytest.param("/etc/hostname", id="absolute"),
        pytest.param("documents/none.md", id="missing"),
        pytest.param("documents", id="a-folder"),
        pytest.param("a\x00b", id="null-character"),
    ],
)
def test_only_files_of_the_set_are_read(tmp_path: Path, file: str) -> None:
    with pytest.raises(InputError, match=r"line 1 of .*documents\.jsonl"):
        load("housing", make_set(tmp_path, file))


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
    benchmark = load("housing", data_dir)
    questions = benchmark.questions
    assert (len(questions), len(benchmark.documents)) == (100, 18)
    assert sum(q.answerable for q in questions) == 82
    gold = [q for q in questions if any(g.page_indexes or g.section_ids for g in q.required)]
    assert [q.id for q in gold] == [q.id for q in questions if q.answerable]
