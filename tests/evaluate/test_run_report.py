from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pincite.cli.eval_tables import comparison_table, report_table
from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Label, Question, SourceDocument
from pincite.evaluate.cases_file import CaseRow, Seeded
from pincite.evaluate.results.report_compare import comparison
from pincite.evaluate.results.report_data import SCHEMA, read_paper_figures, read_report, write_report
from pincite.evaluate.results.report_measures import report_measures
from pincite.evaluate.results.seeded_faults import faults
from pincite.evaluate.run.ablations import BASE, named_runs
from pincite.evaluate.run.ask import Asked, run_all
from pincite.evaluate.run.careless_model import CarelessModel
from pincite.evaluate.run.library import Models
from pincite.settings import RetrieveSettings, Settings
from pincite.testing import HashEmbedder, OverlapReranker

TEXT = """# Rules of the mill

## 1. Flour

The miller grinds up to 30 sacks a day. A sack that is not fetched within 5 days is sold.

## 2. Bread

Each baker gets 12 loaves free of charge. A loaf that is older than 2 days is given to the hens.
"""


def question(id_: str, text: str, section: str, quote: str, **fields: Any) -> Question:
    gold = (Gold("mill", quote, section_ids=frozenset({section})),)
    return Question(id_, text, Label.ANSWERABLE, document_id="mill", gold=gold, **fields)


QUESTIONS = (
    question("q1", "How many sacks does the miller grind a day?", "1", "grinds up to 30 sacks", category="flour"),
    question(
        "q2", "How many loaves does each baker get?", "2", "gets 12 loaves", category="bread", reference="12 loaves"
    ),
    question("q3", "When is a sack sold?", "1", "within 5 days is sold", category="flour", traits={"reasoning": "yes"}),
    Question("q4", "Who sweeps the chimney of the town hall?", Label.UNANSWERABLE, document_id="mill"),
)
BENCHMARK = Benchmark(
    "mill", "v1", (SourceDocument("mill", text=TEXT, suffix=".md"),), QUESTIONS, HitRule.PLACE, remarks=("Made up.",)
)
NAMES = ("base", "weights-0.65", "weights-0.35", "careless-all-off", "embedder-bge-base")


def _models() -> Models:
    return Models(lambda name, language: HashEmbedder(), OverlapReranker, lambda name, settings: CarelessModel())


def _report(folder: Path, *names: str, benchmark: Benchmark = BENCHMARK, **retrieve: Any) -> dict[str, Any]:
    settings = Settings(retrieve=RetrieveSettings(preset="paper", **retrieve))
    asked = Asked(benchmark, folder / "out", folder / "work", settings=settings, models=_models(), method="citeguard")
    made = run_all(asked, (BASE, *named_runs(names)))
    paper = {"weights-0.65": {"Retrieval Accuracy": 0.5}}
    with report_measures(asked.work, _models()) as measures:
        return write_report(asked, made, measures, command=["pincite", "eval", "run", "mill"], paper=paper)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("mill")
    _report(place, *NAMES[1:])
    return place


@pytest.fixture(scope="module")
def report(folder: Path) -> dict[str, Any]:
    return read_report(folder / "out")


def figure(run: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    return next(found for found in run["figures"] if found["name"] == name)


def run_of(report: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    return next(run for run in report["runs"] if run["name"] == name)


def test_a_report_is_plain_json_and_names_all_that_it_rests_on(folder: Path, report: dict[str, Any]) -> None:
    text = (folder / "out" / "report.json").read_text("utf-8")
    assert "NaN" not in text
    assert "Infinity" not in text
    assert report["schema"] == SCHEMA
    assert [run["name"] for run in report["runs"]] == list(NAMES)
    assert report["benchmark"]["labels"] == {"answerable": 3, "unanswerable": 1}
    assert report["benchmark"]["gold_quotes"] == {"all": 3, "found": 3}
    assert report["command"] == ["pincite", "eval", "run", "mill"]
    assert report["machine"]["processors"] >= 1
    assert len(report["versions"]["code"]) == 64
    assert not list((folder / "out").glob("*.part"))


def test_figures_are_those_of_the_cases(report: dict[str, Any]) -> None:
    base = run_of(report, "base")
    accuracy = figure(base, "Retrieval Accuracy")
    assert (accuracy["count"], accuracy["total"], accuracy["value"]) == (3, 3, 3 / 3)
    assert accuracy["interval"][0] < 1
    assert base["counts"]["asked"] == base["counts"]["answered"] + base["counts"]["refused"] == 4
    scores = base["scores"]["Retrieval Accuracy"]
    assert scores == [1.0, 1.0, 1.0, None]
    assert [q["id"] for q in report["questions"]] == ["q1", "q2", "q3", "q4"]
    assert {len(found) for found in base["scores"].values()} == {4}
    groups = {(group["kind"], group["value"]) for group in base["groups"]}
    assert {("category", "flour"), ("category", "bread"), ("trait reasoning", "yes")} <= groups


def test_gold_stands_in_the_report_with_its_place_in_the_text(report: dict[str, Any]) -> None:
    (gold,) = report["questions"][1]["gold"]
    assert gold["quote"] == "gets 12 loaves"
    start, end = gold["span"]
    assert end - start == len("gets 12 loaves")
    assert gold["section_ids"] == ["2"]


def test_cases_are_named_from_the_report_on(folder: Path, report: dict[str, Any]) -> None:
    base, same = run_of(report, "base"), run_of(report, "weights-0.65")
    assert base["cases"] == "base/cases.jsonl"
    assert (same["same_as"], same["cases"], same["figures"]) == ("base", base["cases"], base["figures"])
    assert (folder / "out" / base["cases"]).is_file()
    assert same["paper"] == {"Retrieval Accuracy": 0.5}
    assert base["paper"] == {}


def test_a_run_that_was_not_made_says_why(report: dict[str, Any]) -> None:
    run = run_of(report, "embedder-bge-base")
    assert run["status"] == "not run here"
    assert "hub" in run["reason"]
    assert "figures" not in run


def test_the_table_tells_every_run_and_stars_what_cannot_be_otherwise(report: dict[str, Any]) -> None:
    table = report_table(report)
    assert all(name in table for name in NAMES)
    assert "embedder-bge-base: not run here" in table
    assert "3/3 (paper 0.5)" in table
    assert "FAULTS DELIVERED OF WRITTEN" in table
    assert "* cannot be otherwise" in table
    alone = report_table({**report, "runs": report["runs"][:1]})
    assert "95 % INTERVAL" in alone
    assert "FALSE REF." in table
    assert "FALSE REF." not in alone
    assert "Made up." in alone


def test_reports_are_compared_question_by_question(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    _report(other, alpha=0.1, top_k=3)
    found = comparison(folder / "out", other / "out" / "report.json")
    assert found["settings"]["retrieve.alpha"] == (0.65, 0.1)
    assert found["questions"] == 4
    by_name = {measure["name"]: measure for measure in found["measures"]}
    assert by_name["Retrieval Accuracy"]["difference"]["questions"] == 3
    assert by_name["Retrieval Accuracy"]["a"] == 1.0
    assert "Retrieval Accuracy" in comparison_table(found)
    json.dumps(found, allow_nan=False)


def test_a_report_beside_itself_differs_in_nothing(folder: Path) -> None:
    found = comparison(folder / "out", folder / "out")
    assert found["settings"] == {}
    assert all(measure["changed"] == [] for measure in found["measures"])
    assert {measure["difference"]["mean"] for measure in found["measures"] if measure["difference"]} == {0.0}


def test_two_runs_of_one_report_are_compared(folder: Path) -> None:
    found = comparison(folder / "out", folder / "out", "base", "careless-all-off")
    assert found["settings"]["gate"] == ("standard", "off")
    assert any(measure["changed"] for measure in found["measures"])


def test_what_cannot_be_compared_is_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no run 'best'"):
        comparison(folder / "out", folder / "out", "best")
    with pytest.raises(InputError, match="was not made"):
        comparison(folder / "out", folder / "out", "base", "embedder-bge-base")
    with pytest.raises(InputError, match="cannot be read"):
        comparison(folder / "out", tmp_path)
    _report(tmp_path / "half", benchmark=replace(BENCHMARK, questions=QUESTIONS[:2]))
    with pytest.raises(InputError, match="lacks 2 questions: q3, q4"):
        comparison(folder / "out", tmp_path / "half" / "out")
    _report(tmp_path / "renamed", benchmark=replace(BENCHMARK, name="lock"))
    with pytest.raises(InputError, match="two benchmarks: mill and lock"):
        comparison(folder / "out", tmp_path / "renamed" / "out")


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "other/1"}', '{"schema": 1}', "[" * 100_000])
def test_what_is_no_report_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "report.json").write_text(text, "utf-8")
    with pytest.raises(InputError):
        read_report(tmp_path)


@pytest.mark.parametrize("text", ["", "[]", '{"base": 1}', '{"base": {"R": "high"}}'])
def test_what_holds_no_figures_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "paper.json").write_text(text, "utf-8")
    with pytest.raises(InputError):
        read_paper_figures(tmp_path / "paper.json")


def test_faults_are_counted_by_what_became_of_their_sentences() -> None:
    from pincite.evaluate.case import Case

    def attempt(*sentences: tuple[str, str]) -> dict[str, Any]:
        return {"decision": "x", "sentences": [{"text": text, "support": support} for text, support in sentences]}

    def row(status: str, attempts: list[dict[str, Any]], *seeded: Seeded) -> CaseRow:
        record = {"status": status, "trace": {"attempts": [{"sufficiency": 1.0}, *attempts]}}
        return CaseRow("q", Case("q", (), record), 0.1, None, seeded)

    found = faults(
        [
            row("answered", [attempt(("A b.", "none")), attempt(("A c.", "full"))],
                Seeded(0, "A b.", "negation"), Seeded(1, "A c.", "none")),
            row("refused", [attempt(("A b.", "full"), ("A d.", "none"))],
                Seeded(0, "A b.", "negation"), Seeded(0, "A d.", "none")),
            row("answered", [attempt(("A b.", "full"))], Seeded(0, "A  b.", "negation")),
            CaseRow("q", None, 0.1, {"type": "E", "message": "", "hint": ""}, (Seeded(0, "A.", "negation"),)),
        ]
    )  # fmt: skip
    counts = {name: (c["written"], c["passed"], c["delivered"]) for name, c in found.items()}
    assert counts == {"negation": (4, 2, 1), "none": (2, 1, 1)}
    assert found["negation"]["share"] == 1 / 4
    assert faults([]) == {}
