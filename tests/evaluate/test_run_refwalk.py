"""Runs of RefWalk and of what only an evaluation may do, on a fictional act with its decree."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import MissingExtra
from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Label, Question, SourceDocument
from pincite.evaluate.cases_file import read_rows
from pincite.evaluate.gold.graph_ceiling import ceiling, ceilings
from pincite.evaluate.gold.locate import locate
from pincite.evaluate.measures.provisions import Cover, covered_at
from pincite.evaluate.measures.registry import RANKING_MEASURES
from pincite.evaluate.results.report_data import write_report
from pincite.evaluate.run.ablations import groups, named_runs, only_ranking
from pincite.evaluate.run.ablations_refwalk import ABLATIONS, CHANGES, RERANKED, SYSTEMS
from pincite.evaluate.run.ask import Asked, Made, run_all
from pincite.evaluate.run.changes import ONLY_RANKED
from pincite.evaluate.run.events import unheard
from pincite.evaluate.run.library import Models, opened
from pincite.evaluate.run.withheld_edges import joins
from pincite.index.tokenizers import tokenizer_for
from pincite.retrieve.unit_edges import UnitStep
from pincite.settings import RefWalkSettings, RetrieveSettings, Settings
from pincite.testing import HashEmbedder, OverlapReranker
from pincite.types.reference import Edge, EdgeType

ACT = """---
title: 나룻배법
level: 법률
---

# 나룻배법

##### 제1조 (목적)

이 법은 나룻배를 다루는 일을 정한다.

##### 제2조 (뱃삯)

**①** 사공은 뱃삯을 받을 수 있다. 다만, 아이에게서는 받지 아니한다.

**②** 뱃삯의 액수는 대통령령으로 정한다.

##### 제3조 (밤배)

사공은 밤에 배를 띄울 때 등불을 단다.
"""
DECREE = """---
title: 나룻배법 시행령
level: 대통령령
---

# 나룻배법 시행령

##### 제1조 (목적)

이 영은 「나룻배법」에서 위임된 사항을 정한다.

##### 제2조 (액수)

「나룻배법」(이하 "법"이라 한다) 제2조제2항에 따른 액수는 한 사람에 삼천 냥으로 한다.
"""
PAID, LIT = "사공은 뱃삯을 얼마나 받을 수 있나요?", "밤에 배를 띄울 때 무엇을 다나요?"
GOLD = ("act/a2/p2", "decree/a2")


def law(*golds: str) -> tuple[Gold, ...]:
    return tuple(Gold(id_.partition("/")[0], unit=id_) for id_ in golds)


QUESTIONS = (
    Question("q1", PAID, Label.ANSWERABLE, "L3", gold=law(*GOLD)),
    Question("q2", LIT, Label.ANSWERABLE, "L1", gold=law("act/a3")),
)
DOCUMENTS = (SourceDocument("act", text=ACT, suffix=".md"), SourceDocument("decree", text=DECREE, suffix=".md"))
BENCHMARK = Benchmark("ferries", "v1", DOCUMENTS, QUESTIONS, HitRule.PROVISION)


@pytest.fixture(scope="module", autouse=True)
def _no_analyser_of_korean() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "kiwipiepy", None)
        tokenizer_for.cache_clear()
        yield
    tokenizer_for.cache_clear()


def embedder(name: str, language: str) -> Any:
    if name:
        raise MissingExtra("There is none in this test.")
    return HashEmbedder(language)


MODELS = Models(embedder, OverlapReranker, lambda name, settings: pytest.fail("no model is asked"))


def asked(folder: Path, benchmark: Benchmark = BENCHMARK, **refwalk: Any) -> Asked:
    settings = Settings(retrieve=RetrieveSettings(preset="paper"), refwalk=RefWalkSettings(**refwalk))
    return Asked(benchmark, folder / "out", folder / "work", settings, method="refwalk", models=MODELS)


def cases(made: Made) -> dict[str, Any]:
    assert made.cases is not None
    found = {row.question_id: row.case for row in read_rows(made.cases)}
    assert None not in found.values()
    return found


def units(case: Any) -> list[str]:
    return [item.provision_id for item in case.ranked]


def test_gold_provisions_are_found_in_the_text(tmp_path: Path) -> None:
    wanted = replace(QUESTIONS[0], gold=law(*GOLD, "act/a99"))
    benchmark = replace(BENCHMARK, questions=(wanted,))
    with opened(benchmark, Settings(), tmp_path, models=MODELS, on_event=unheard) as held:
        found = locate(benchmark, held.library)
        text = held.library.document("act").text
    second, _, missing = found.benchmark.questions[0].gold
    assert second.span is not None
    assert "뱃삯의 액수는" in second.span.cut(text)
    assert "받을 수 있다" not in second.span.cut(text)
    assert " ".join(part.cut(text) for part in second.parts).split() == second.span.cut(text).split()
    assert (missing.span, missing.parts) == (None, ())
    assert (found.quotes, found.found) == (3, 2)
    assert [m.quote for m in found.missing] == ["act/a99"]


def test_ranking_alone_writes_no_answer_and_is_measured(tmp_path: Path) -> None:
    runs = only_ranking(named_runs(["walk", "walk-no-graph", "walk-bm25"]))
    ask = asked(tmp_path)
    walk, without, words = run_all(ask, runs)
    for made in (walk, without, words):
        assert all(case.record["refusal"]["detail"] == ONLY_RANKED for case in cases(made).values())
        assert made.same_as == ""
    assert walk.configuration["changes"] == ["no-answer"]
    assert words.configuration["refwalk"] == {}
    report = write_report(ask, [walk, without, words], RANKING_MEASURES)
    figures = {f["name"]: f["value"] for f in report["runs"][0]["figures"]}
    assert figures["FullCov@10 strict"] == 1.0
    assert figures["R@10"] is None
    assert all(q["gold"][0]["parts"] for q in report["questions"])


def test_the_walk_reaches_what_words_do_not(tmp_path: Path) -> None:
    few = {"seed_pool": 2, "seeds": 2, "seed_by": "lexical", "closure_units": 1}
    walk, without = run_all(asked(tmp_path, **few), only_ranking(named_runs(["walk", "walk-no-graph"])))
    benchmark = walk.located.benchmark if walk.located else BENCHMARK
    assert "decree/a2" in units(cases(walk)["q1"])
    assert "decree/a2" not in units(cases(without)["q1"])
    from pincite.evaluate.case import Scored

    scored = Scored(benchmark, benchmark.questions[0], cases(walk)["q1"])
    assert None not in (covered_at(scored, Cover.STRICT, 10) or [None])


def test_edges_between_gold_provisions_are_withheld(tmp_path: Path) -> None:
    few = {"seed_pool": 2, "seeds": 2, "seed_by": "lexical", "closure_units": 1}
    walk, withheld = run_all(asked(tmp_path, **few), only_ranking(named_runs(["walk", "walk-edges-withheld"])))
    assert "decree/a2" not in units(cases(withheld)["q1"])
    assert units(cases(walk)["q2"]) == units(cases(withheld)["q2"])


def test_oracle_puts_gold_among_the_sources(tmp_path: Path) -> None:
    (oracle,) = run_all(asked(tmp_path, seed_pool=1, hops=0, closure=False, max_sources=3), named_runs(["walk-oracle"]))
    for question in QUESTIONS:
        case = cases(oracle)[question.id]
        shown = {e["provision_id"] for e in case.record["evidence"]}
        assert len(case.record["evidence"]) <= 3
        assert {gold.unit.split("/p")[0] for gold in question.gold} <= shown


def test_eager_answers_cite_all_of_their_evidence(tmp_path: Path) -> None:
    runs = [replace(row, sufficiency=False) for row in named_runs(["walk", "walk-eager"])]
    plain, eager = run_all(asked(tmp_path), runs)
    answered = [case for case in cases(eager).values() if case.answered]
    assert answered
    for case in answered:
        assert {c["number"] for c in case.record["citations"]} == {e["number"] for e in case.record["evidence"]}
        before = cases(plain)[case.question_id]
        assert len(before.record["citations"]) < len(case.record["citations"])
        assert case.record["sentences"] == before.record["sentences"]


def test_rows_have_settings_that_exist_and_changes_that_are_known() -> None:
    rows = (*groups()[SYSTEMS], *groups()[ABLATIONS], *groups()[RERANKED])
    from pincite.evaluate.run.configuration import with_values

    for row in rows:
        with_values(Settings(), row.settings)
        assert set(row.changes) <= set(CHANGES)
    assert len({(row.method, row.mode, row.preset, *row.settings.items(), row.changes) for row in rows}) == len(rows)


def test_rows_that_need_a_model_are_told_of(tmp_path: Path) -> None:
    (made,) = run_all(asked(tmp_path), named_runs(["walk-no-schema"]))
    assert "--model" in made.reason


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("act/a2/p2", "decree/a2", True, id="gold-to-gold"),
        pytest.param("decree/a2/p1", "act/a2", True, id="below-to-above"),
        pytest.param("act/a2/p2", "decree/a20", False, id="longer-number"),
        pytest.param("act/a2/p2", "act/a2", False, id="one-gold-alone"),
        pytest.param("act/a3", "decree/a2", False, id="from-elsewhere"),
    ],
)
def test_which_edges_join_gold(source: str, target: str, expected: bool) -> None:
    assert joins(Edge(source, target, EdgeType.REFERENCES), GOLD) is expected


# a leads to b, b to c; d stands alone. Gold g1 is held by a, g2 by b and c together, g3 by d.
STEPS = {"a": ("b",), "b": ("a", "c"), "c": ("b",), "d": ()}
G1, G2, G3 = law("x/a1", "x/a2", "x/a3")
HOLDERS = {G1: ["a"], G2: ["b", "c"], G3: ["d"]}


def steps(unit: str) -> list[UnitStep]:
    return [UnitStep((to,), Edge(unit, to, EdgeType.REFERENCES), True, False) for to in STEPS[unit]]


@pytest.mark.parametrize(
    ("golds", "hops", "k", "expected"),
    [
        pytest.param([G1], 0, 10, (True, True, 1.0), id="the-seed-alone"),
        pytest.param([G1, G2], 2, 10, (True, True, 1.0), id="all-within-two-hops"),
        pytest.param([G1, G2], 2, 2, (False, True, 1.0), id="three-units-for-two-places"),
        pytest.param([G1, G2], 0, 10, (False, False, 1 / 2), id="no-step"),
        pytest.param([G1, G2], 1, 10, (True, True, 1.0), id="the-better-seed"),
        pytest.param([G1, G3], 2, 10, (False, False, 1 / 2), id="no-way-there"),
    ],
)
def test_ceiling(golds: Sequence[Gold], hops: int, k: int, expected: tuple[bool, bool, float]) -> None:
    question = Question("q", "?", Label.ANSWERABLE, gold=tuple(golds))
    found = ceiling(question, HOLDERS, steps, hops=hops, k=k)
    assert (found.strict, found.hierarchical, found.recall) == expected


def test_ceilings_of_a_library(tmp_path: Path) -> None:
    with opened(BENCHMARK, Settings(), tmp_path, models=MODELS, on_event=unheard) as held:
        located = locate(BENCHMARK, held.library).benchmark
        one = ceilings(located, held.library, hops=1)
        none = ceilings(located, held.library, hops=0)
    assert one["q1"].strict
    assert not none["q1"].strict
    assert none["q2"].strict
