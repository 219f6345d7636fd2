from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark, HitRule, Label
from pincite.evaluate.benchmarks import load
from pincite.types.document import Span

NAME = "Harbor/Moor_1999_EX-10_Berth Agreement"
TEXT = "BERTH AGREEMENT\n\nThe Keeper and\nthe Owner agree.\n\nThis lasts one year.\n"


def span(words: str) -> dict[str, Any]:
    start = TEXT.index(words)
    return {"start": start, "end": start + len(words), "text": words}


def question(category: str = "Parties", evidence: Sequence[Any] = (), **changes: Any) -> dict[str, Any]:
    row = {
        "id": f"{NAME}__{category}", "doc_id": NAME, "category": category, "question": f"Highlight {category}.",
        "answerable": bool(evidence), "evidence": list(evidence),
    }  # fmt: skip
    return row | changes


def read(folder: Path, questions: Sequence[Any]) -> Benchmark:
    (folder / "contracts.jsonl").write_text(json.dumps({"doc_id": NAME, "text": TEXT}), "utf-8")
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, questions)), "utf-8")
    return load("cuad", folder)


def squad(folder: Path, entries: Any) -> Benchmark:
    (folder / "CUADv1.json").write_text(json.dumps({"version": "x", "data": entries}), "utf-8")
    return load("cuad", folder)


def entry(**changes: Any) -> dict[str, Any]:
    both = [span("The Keeper"), span("the Owner")]
    parties = {
        "id": f"{NAME}__Parties", "question": "Highlight Parties.", "is_impossible": False,
        "answers": [{"text": s["text"], "answer_start": s["start"]} for s in both],
    }  # fmt: skip
    absent = {"id": f"{NAME}__Insurance", "question": "Highlight Insurance.", "is_impossible": True, "answers": []}
    return {"title": NAME, "paragraphs": [{"context": TEXT, "qas": [parties, absent]}]} | changes


def test_spans_are_gold_and_absent_is_unanswerable(tmp_path: Path) -> None:
    benchmark = read(tmp_path, [question(evidence=[span("The Keeper"), span("the Owner")]), question("Insurance")])
    parties, insurance = benchmark.questions
    assert (parties.label, parties.category) == (Label.ANSWERABLE, "Parties")
    assert [(g.quote, g.source_span) for g in parties.required] == [
        ("The Keeper", Span(17, 27)), ("the Owner", Span(32, 41)),
    ]  # fmt: skip
    assert (insurance.label, insurance.gold) == (Label.UNANSWERABLE, ())
    assert benchmark.hit is HitRule.SPAN


def test_a_contracts_name_becomes_an_id_that_a_file_can_have(tmp_path: Path) -> None:
    benchmark = read(tmp_path, [question()])
    (document,) = benchmark.documents
    assert "/" not in document.id
    assert " " not in document.id
    assert benchmark.questions[0].scope == (document.id,) == (benchmark.questions[0].document_id,)
    assert benchmark.questions[0].id == f"{NAME}__Parties"


def test_both_forms_give_the_same_questions(tmp_path: Path) -> None:
    rows = [question(evidence=[span("The Keeper"), span("the Owner")]), question("Insurance")]
    (tmp_path / "a").mkdir()
    lines, whole = read(tmp_path / "a", rows), squad(tmp_path, [entry()])
    assert whole.questions == lines.questions
    assert whole.documents == lines.documents
    assert load("cuad-squad", tmp_path / "CUADv1.json").questions == lines.questions


def test_offsets_go_on_over_paragraphs(tmp_path: Path) -> None:
    second = {"id": "x__Term", "question": "?", "is_impossible": False, "answers": [{"text": "two", "answer_start": 4}]}
    paragraphs = [{"context": "One.", "qas": []}, {"context": "And two.", "qas": [second]}]
    benchmark = squad(tmp_path, [{"title": "x", "paragraphs": paragraphs}])
    (gold,) = benchmark.questions[0].gold
    assert benchmark.documents[0].text == "One.\n\nAnd two."
    assert gold.source_span is not None
    assert gold.source_span.cut(benchmark.documents[0].text) == "two"


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(question(evidence=[{"start": 900, "text": "x"}]), id="beyond-the-text"),
        pytest.param(question(evidence=[{"start": -1, "text": "x"}]), id="before-the-text"),
        pytest.param(question(evidence=[{"start": "0", "text": "x"}]), id="start-no-number"),
        pytest.param(question(evidence=[{"start": 0, "text": ""}]), id="no-words"),
        pytest.param(question(evidence=[span("The Keeper")], answerable=False), id="absent-with-span"),
        pytest.param(question(answerable=True), id="answerable-without-span"),
        pytest.param(question(answerable=None), id="answerable-null"),
        pytest.param(question(doc_id="Moor"), id="unknown-contract"),
        pytest.param(question(evidence=[3]), id="span-no-object"),
    ],
)
def test_bad_line_is_named(tmp_path: Path, row: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=r"line 2 of .*questions\.jsonl"):
        read(tmp_path, [question(), row])


@pytest.mark.parametrize(
    "entries",
    [
        pytest.param([entry(), entry()], id="title-twice"),
        pytest.param([entry(), entry(title=3)], id="title-no-text"),
        pytest.param([entry(), entry(title="x", paragraphs=[3])], id="paragraph-no-object"),
        pytest.param([entry(), entry(title="x", paragraphs=None)], id="no-paragraphs"),
        pytest.param([entry(), 7], id="no-object"),
    ],
)
def test_bad_contract_of_the_whole_file_is_named(tmp_path: Path, entries: Any) -> None:
    with pytest.raises(InputError, match=r"data\[1\] of .*CUADv1\.json"):
        squad(tmp_path, entries)


@pytest.mark.parametrize("text", ["", "[]", "{}", "\ud800".encode("utf-8", "surrogatepass"), "[" * 100_000])
def test_file_that_is_no_such_json_is_named(tmp_path: Path, text: str | bytes) -> None:
    (tmp_path / "CUADv1.json").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(InputError, match=r"CUADv1\.json"):
        load("cuad", tmp_path)


def test_what_no_file_holds_is_replaced_one_for_one(tmp_path: Path) -> None:
    (tmp_path / "contracts.jsonl").write_text(json.dumps({"doc_id": "x", "text": "a\ud800b\0c The end."}), "utf-8")
    row = question(evidence=[{"start": 6, "text": "The end."}], doc_id="x")
    (tmp_path / "questions.jsonl").write_text(json.dumps(row), "utf-8")
    assert load("cuad", tmp_path).documents[0].text == "a\ufffdb\ufffdc The end."


def test_the_set_at_hand_reads_whole(data_dir: Path) -> None:
    benchmark = load("cuad", data_dir)
    assert Counter(q.label for q in benchmark.questions) == {Label.ANSWERABLE: 834, Label.UNANSWERABLE: 1790}
    assert sum(len(q.gold) for q in benchmark.questions) == 1681
    assert len({d.id for d in benchmark.documents}) == 64


def test_the_daily_sample_is_like_the_whole(data_dir: Path) -> None:
    sample = load("cuad-400", data_dir)
    assert Counter(q.label for q in sample.questions) == {Label.ANSWERABLE: 127, Label.UNANSWERABLE: 273}
    assert set(Counter(q.document_id for q in sample.questions).values()) <= {6, 7}
    assert set(Counter(q.category for q in sample.questions).values()) <= {9, 10, 11}
    assert [q.id for q in load("cuad-400", data_dir).questions] == [q.id for q in sample.questions]
