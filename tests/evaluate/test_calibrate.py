"""Calibration end to end on made-up documents: cases, cross-validation by document, the file and the text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pincite.answer.sufficiency_parameters import read_parameters
from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Label, Question, SourceDocument
from pincite.evaluate.calibrate import refusal as calibrating
from pincite.evaluate.calibrate.file import as_json, calibration_text, write_parameters
from pincite.evaluate.calibrate.fit import CalibrationCase
from pincite.evaluate.calibrate.refusal import Calibrating, calibrate, calibration
from pincite.evaluate.run.library import Models
from pincite.settings import Settings
from pincite.testing import HashEmbedder, OverlapReranker, ScriptedModel

TOWNS = ("Brookfield", "Larkhaven", "Fernway", "Merrow")
ANSWERED = (
    ("deposit", "How many days does the landlord have to return the deposit?", "return the deposit within {} days"),
    ("entry", "How much notice does the landlord give before entering?", "notice of {} hours before entering"),
)
OPEN = (
    "May the tenant keep bees on the balcony?",
    "How much does the permit for a piano cost?",
)


def document(number: int, town: str) -> SourceDocument:
    text = f"# {town} Tenancy Rules\n\n"
    for place, (name, _, rule) in enumerate(ANSWERED, start=1):
        said = rule.format(10 * number + place)
        text += f"## § {number}{place}. On {name}\n\nThe landlord shall, in every case, {said} the dwelling.\n\n"
    return SourceDocument(town.lower(), text=text, suffix=".md")


def questions(number: int, town: str) -> list[Question]:
    found = []
    for place, (name, text, rule) in enumerate(ANSWERED, start=1):
        quote = rule.format(10 * number + place)
        gold = Gold(town.lower(), quote, section_ids=frozenset({f"{number}{place}"}))
        found.append(
            Question(f"{town}-{name}", text, Label.ANSWERABLE, "", town.lower(), (town.lower(),), gold=(gold,))
        )
    for place, text in enumerate(OPEN):
        found.append(Question(f"{town}-open{place}", text, Label.UNANSWERABLE, "", town.lower(), (town.lower(),)))
    found.append(Question(f"{town}-apart", "Is it so?", Label.APART, "", town.lower(), (town.lower(),)))
    return found


def benchmark(towns: tuple[str, ...] = TOWNS, name: str = "towns") -> Benchmark:
    return Benchmark(
        name=name,
        version="v1",
        documents=tuple(document(n, town) for n, town in enumerate(towns, start=1)),
        questions=tuple(q for n, town in enumerate(towns, start=1) for q in questions(n, town)),
        hit=HitRule.PLACE,
    )


def models() -> Models:
    return Models(
        embedder=lambda name, language: HashEmbedder(language),
        reranker=OverlapReranker,
        language_model=lambda name, settings: ScriptedModel(()),
    )


def asked(tmp_path: Path, *benchmarks: Benchmark, **others: Any) -> Calibrating:
    return Calibrating(
        benchmarks or (benchmark(),), tmp_path / "work", Settings(), models=models(), preset="standard", **others
    )


def test_every_settled_question_is_a_case_and_gold_is_taken_out_once(tmp_path: Path) -> None:
    found = calibrate(asked(tmp_path))
    judged = [j.case for j in found.judged]
    own = [c for c in judged if not c.made]
    assert (sum(c.holds for c in own), sum(not c.holds for c in own)) == (8, 8)
    made = [c for c in judged if c.made]
    assert [c.holds for c in made] == [False] * 8
    for taken in made:
        whole = next(c for c in own if c.question_id == taken.question_id)
        assert whole.features is not None
        assert taken.features is None or taken.features["own"] < whole.features["own"]


def test_what_is_told_apart_is_refused_rightly_where_it_was_not_fitted(tmp_path: Path) -> None:
    found = calibrate(asked(tmp_path))
    figures = found.figures["towns"]
    assert (figures.held_out.recall.count, figures.held_out.recall.total) == (8, 8)
    assert figures.held_out.refused_wrongly.total == 8
    assert figures.area == 1.0
    assert found.folds == "4, by document"


def test_a_document_is_never_judged_by_parameters_fitted_on_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[frozenset[str]] = []
    real = calibrating.fit

    def listening(cases: list[CalibrationCase], *others: Any) -> Any:
        seen.append(frozenset(c.question_id.partition("-")[0] for c in cases))
        return real(cases, *others)

    monkeypatch.setattr(calibrating, "fit", listening)
    calibrate(asked(tmp_path))
    whole, *held = seen
    assert whole == set(TOWNS)
    assert sorted(next(iter(set(TOWNS) - part)) for part in held) == sorted(TOWNS)


def test_two_benchmarks_are_fitted_together_and_reported_apart(tmp_path: Path) -> None:
    other = benchmark(("Ashgrove", "Kestwick"), "others")
    found = calibrate(asked(tmp_path, benchmark(), other))
    assert set(found.figures) == {"towns", "others"}
    assert found.folds == "6, by document"
    assert found.figures["others"].held_out.recall.total == 4
    (row,) = found.parameters.rows.values()
    assert [b["answerable"] for b in row.fitted["benchmarks"]] == [8, 4]


def test_folds_hold_out_a_part_of_every_benchmark(tmp_path: Path) -> None:
    other = benchmark(("Ashgrove", "Kestwick"), "others")
    assert calibrate(asked(tmp_path, benchmark(), other, folds=2)).folds == "2, by document"


WRONG = [
    pytest.param((), {}, "one or more benchmarks", id="none"),
    pytest.param((benchmark(), benchmark()), {}, "each once", id="twice"),
    pytest.param((benchmark(TOWNS[:1]),), {}, "found one document", id="one-document"),
    pytest.param((benchmark(),), {"folds": 5}, "2 to 4 folds", id="too-many-folds"),
]


@pytest.mark.parametrize(("benchmarks", "others", "words"), WRONG)
def test_what_cannot_be_parted_is_said_before_any_work(
    benchmarks: tuple[Benchmark, ...], others: Mapping[str, Any], words: str, tmp_path: Path
) -> None:
    wanted = replace(asked(tmp_path), benchmarks=benchmarks, **others)
    with pytest.raises(InputError, match=words):
        calibrate(wanted)
    assert not (tmp_path / "work").exists()


def case(number: int, holds: bool, around: float | None) -> CalibrationCase:
    features = None if around is None else {"relevance": 0.0, "own": 0.0, "around": around, "kind": 0.0}
    return CalibrationCase("b", f"q{number}", "" if around is None else "words-en", holds, False, features)


def test_question_without_evidence_counts_as_refused() -> None:
    cases = [case(n, True, 0.7 + n / 100) for n in range(6)] + [case(n, False, n / 100) for n in range(6, 12)]
    cases.append(case(12, True, None))
    small = Benchmark("b", "v", (), (), HitRule.PLACE)
    parts = [{"b": frozenset(f"q{n}" for n in range(k, 13, 3))} for k in range(3)]
    found = calibration([small], cases, parts, {})
    assert found.figures["b"].held_out.refused_wrongly.total == 7
    assert found.figures["b"].held_out.refused_wrongly.count >= 1
    assert next(j for j in found.judged if j.case.question_id == "q12").refused


def test_no_evidence_at_all_cannot_be_calibrated_on() -> None:
    with pytest.raises(InputError, match="found none"):
        calibration([Benchmark("b", "v", (), (), HitRule.PLACE)], [case(1, True, None)], [], {})


def test_file_keeps_rows_of_other_models_and_its_version_is_of_all(tmp_path: Path) -> None:
    found = calibrate(asked(tmp_path)).parameters
    path = tmp_path / "parameters.json"
    first = write_parameters(found, path)
    assert read_parameters(path) == first == found
    korean = replace(found, rows={"words-ko": found.rows["words-en"]})
    both = write_parameters(korean, path)
    assert sorted(read_parameters(path).rows) == ["words-en", "words-ko"]
    assert both.version != first.version
    assert write_parameters(korean, path).version == both.version


def test_file_of_something_else_is_not_overwritten(tmp_path: Path) -> None:
    found = calibrate(asked(tmp_path)).parameters
    path = tmp_path / "notes.json"
    path.write_text("{}", "utf-8")
    with pytest.raises(InputError, match="cannot be used"):
        write_parameters(found, path)
    assert path.read_text("utf-8") == "{}"
    with pytest.raises(InputError, match="cannot be written"):
        write_parameters(found, tmp_path / "no-such-folder" / "p.json")


def test_figures_are_told_as_text_and_as_json(tmp_path: Path) -> None:
    found = calibrate(asked(tmp_path))
    text = calibration_text(found)
    assert "towns, held out (4, by document):" in text
    assert "unanswerable, refused     8 of 8 (100.0%" in text
    assert "coverage: risk            100%: 50.0%" in text
    values = json.loads(json.dumps(as_json(found), allow_nan=False))
    assert values["figures"]["towns"]["held_out"]["true_refusal"]["count"] == 8
    assert values["parameters"]["rows"]["words-en"]["fitted"]["models"]["reranker"] == OverlapReranker().name
