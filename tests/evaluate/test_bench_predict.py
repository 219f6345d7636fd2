"""Prediction files of pincite's own: from kept cases and from a library."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import InputError, ModelError
from pincite.evaluate.case import Case, Ranked
from pincite.evaluate.cases_file import CaseRow, CasesFile, Header
from pincite.evaluate.regops.predictions.make import RUNS, PredictRun, ask_all, from_cases, named_runs
from pincite.evaluate.regops.score.bench import BenchQuestion
from pincite.testing import HashEmbedder, ScriptedModel
from pincite.types.document import Span

TEXT = """# 항만 등대법

##### 제1조 (목적)

이 법은 항만의 등대를 지키는 데 필요한 사항을 정한다.

##### 제2조 (등대지기)

**①** 등대지기는 해가 진 뒤 10분 이내에 등불을 켜야 한다.

**②** 등대지기는 고장을 발견하면 3일 이내에 항만관리청장에게 알려야 한다.

##### 제3조 (등대의 수리)

항만관리청장은 고장의 통지를 받은 날부터 7일 이내에 등대를 고쳐야 한다.
"""
QUESTIONS = [
    BenchQuestion("q1", 1, "등대지기는 언제까지 등불을 켜야 하나요?"),
    BenchQuestion("q2", 2, "등대는 며칠 안에 고치나요?"),
]


@pytest.fixture
def library(make_library: Any, korean_bigrams: None) -> Any:
    return make_library({"lighthouse.md": TEXT}, embedder=HashEmbedder("ko"))


def test_cases_become_predictions(tmp_path: Path) -> None:
    record = {
        "status": "answered", "text": "The keeper does [1].",
        "evidence": [{"document_id": "act", "provision_id": "act/a1"}],
        "citations": [{"document_id": "act", "provision_id": "act/a1"}] * 2,
    }  # fmt: skip
    ranked = (
        Ranked("c1", "act", (Span(0, 4),), "text", provision_id="act/a1"),
        Ranked("c2", "note", (Span(0, 4),), "text"),
    )
    path = tmp_path / "walk" / "cases.jsonl"
    with CasesFile.open(path, Header("b", "v", "q", "walk", "c", "0", "d")) as cases:
        cases.append(CaseRow("q1", Case("q1", ranked, record), 0.1))
        cases.append(CaseRow("q2", None, 0.1, {"type": "ModelError", "message": "no server", "hint": ""}))
    run, rows = from_cases(path)
    assert run == "walk"
    assert rows[0] == {
        "qa_id": "q1", "retrieved_node_ids": ["act/a1", "note"], "answer": "The keeper does [1].",
        "cited_node_ids": ["act/a1"], "status": "answered", "variant": "walk",
    }  # fmt: skip
    assert (rows[1]["status"], rows[1]["error"]) == ("error", "no server")


@pytest.mark.parametrize("name", ["bm25", "hybrid", "hybrid-views", "refwalk", "refwalk-eager"])
def test_baselines_rank_and_cite_provisions_of_the_library(library: Any, name: str) -> None:
    (run,) = named_runs([name])
    rows = list(ask_all(library, run, QUESTIONS))
    assert [row["qa_id"] for row in rows] == ["q1", "q2"]
    for row in rows:
        assert row["variant"] == name
        assert row["retrieved_node_ids"]
        assert all(node.startswith("lighthouse/a") for node in row["retrieved_node_ids"])
        assert set(row["cited_node_ids"]) or row["status"] == "refused"


def test_the_eager_baseline_cites_all_that_it_was_shown(library: Any) -> None:
    own, eager = ([*ask_all(library, run, QUESTIONS)] for run in named_runs(["refwalk", "refwalk-eager"]))
    assert len(eager[0]["cited_node_ids"]) > len(own[0]["cited_node_ids"])


def test_the_native_prompt_answers_first_and_cites_in_a_footer(library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    model = ScriptedModel(["해가 진 뒤 10분 이내입니다.\n[참조] lighthouse/a2/p1", "7일입니다.\n[참조] lighthouse/a9"])
    monkeypatch.setattr(type(library), "language_model", lambda self, name: model)
    (run,) = named_runs(["native-rag"])
    rows = list(ask_all(library, run, QUESTIONS, model="http://localhost#m"))
    assert rows[0]["answer"].endswith("[참조] lighthouse/a2/p1")
    assert "cited_node_ids" not in rows[0]  # what it wrote is scored as it was written
    sent = model.calls[0][0]
    assert "lighthouse/a2" in sent[1].content
    assert "[참조]" in sent[0].content


def test_native_rag_ranks_as_the_hybrid_that_it_is_held_against(
    make_library: Any, korean_bigrams: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    acts = {f"act{n}.md": TEXT.replace("항만 등대법", f"항만 등대법 {n}").replace("7일", f"{n}일") for n in range(1, 8)}
    library = make_library(acts, embedder=HashEmbedder("ko"))
    model = ScriptedModel(["예.\n[참조] act1/a1"] * 2)
    monkeypatch.setattr(type(library), "language_model", lambda self, name: model)
    native, own = (named_runs([name])[0] for name in ("native-rag", "hybrid"))
    ranked = [row["retrieved_node_ids"] for row in ask_all(library, native, QUESTIONS, model="http://localhost#m")]
    assert ranked == [row["retrieved_node_ids"] for row in ask_all(library, own, QUESTIONS)]
    assert len(ranked[0]) == 10


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("lighthouse/a3", "7일입니다.\n\n[참조] lighthouse/a3"),
        ("[참조] lighthouse/a3", "7일입니다.\n\n[참조] lighthouse/a3"),
        ("", "7일입니다."),
    ],
    ids=["bare", "line", "nothing"],
)
def test_a_model_that_forgot_its_citations_is_asked_for_them(
    library: Any, monkeypatch: pytest.MonkeyPatch, said: str, answer: str
) -> None:
    model = ScriptedModel(["7일입니다.", said])
    monkeypatch.setattr(type(library), "language_model", lambda self, name: model)
    (row,) = ask_all(library, named_runs(["native-rag"])[0], QUESTIONS[1:], model="http://localhost#m")
    assert (row["status"], row["answer"]) == ("answered", answer)
    first, second = (call[0] for call in model.calls)
    assert second[:2] == first  # so that the passages are not read again
    assert [turn.role for turn in second[2:]] == ["assistant", "user"]


def test_the_native_prompt_needs_a_model(library: Any) -> None:
    with pytest.raises(InputError, match="language model"):
        list(ask_all(library, named_runs(["native-rag"])[0], QUESTIONS))


def test_a_failing_model_is_a_line_and_five_at_the_start_end_it(library: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    model = ScriptedModel(["7일입니다.\n[참조] lighthouse/a3", ModelError("gone")])
    monkeypatch.setattr(type(library), "language_model", lambda self, name: model)
    run = named_runs(["native-rag"])[0]
    rows = list(ask_all(library, run, QUESTIONS, model="http://localhost#m"))
    assert [row["status"] for row in rows] == ["answered", "error"]
    with pytest.raises(ModelError):
        list(ask_all(library, run, QUESTIONS * 3, model="http://localhost#m"))


def test_passages_are_what_the_library_indexes(library: Any) -> None:
    from pincite.evaluate.regops.predictions.make import passages

    rows = list(passages(library))
    assert [row["node_id"] for row in rows] == [f"lighthouse/a{n}" for n in (1, 2, 3)]
    assert "10분 이내" in rows[1]["text"]
    assert rows[2]["title"].endswith("제3조 (등대의 수리)")


def test_names_are_checked() -> None:
    assert named_runs(["all"]) == RUNS
    assert isinstance(named_runs(["bm25", "bm25"])[0], PredictRun)
    with pytest.raises(InputError, match="bm26"):
        named_runs(["bm26"])


def test_settings_of_the_baselines_are_settings() -> None:
    from pincite.settings import load

    for run in RUNS:
        load(flags=dict(run.settings))
    assert load(flags=dict(named_runs(["hybrid-views"])[0].settings)).refwalk.hops == 0
    assert json.dumps([run.name for run in RUNS])
