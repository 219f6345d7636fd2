"""Two reports side by side, paired by question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark, HitRule, Label, Question
from pincite.evaluate.case import Case, Scored
from pincite.evaluate.measures.measure import AnswerMeasure, Over, SetMeasure
from pincite.evaluate.measures.registry import STANDARD_MEASURES, AnyMeasure
from pincite.evaluate.results.compare import Compared, compare
from pincite.evaluate.results.report_data import read_report

_ROWS = "rows"


def comparison(a: Path, b: Path, run_a: str = "base", run_b: str = "base", *, seed: int = 0) -> dict[str, Any]:
    """Each measure of both sides with its paired difference, as JSON values.

    Args:
        a, b: folders of reports, or their files.
        run_a, run_b: the named run of each that is compared.

    Raises:
        InputError: a report or run is not there, or the two are not of the same questions.
    """
    first, second = read_report(a), read_report(b)
    one, other = _run(first, run_a, a), _run(second, run_b, b)
    if first["benchmark"]["name"] != second["benchmark"]["name"]:
        names = [report["benchmark"]["name"] for report in (first, second)]
        raise InputError(f"The reports are of two benchmarks: {' and '.join(names)}.", hint="Compare two of the same.")
    left_out = sorted(_errored(first, one) | _errored(second, other))
    found = compare(
        _scored(first, one, left_out), _scored(second, other, left_out), _measures(first, second), seed=seed
    )
    return {
        "benchmark": first["benchmark"]["name"],
        "a": {"place": str(a), "run": run_a, "title": one["title"], "digest": one["digest"]},
        "b": {"place": str(b), "run": run_b, "title": other["title"], "digest": other["digest"]},
        "questions": len(first["questions"]) - len(left_out),
        "left_out": left_out,
        "settings": _differing(one["configuration"], other["configuration"]),
        "versions": [report["versions"] for report in (first, second)],
        "measures": [_record(compared) for compared in found],
    }


def _run(report: Mapping[str, Any], name: str, place: Path) -> Mapping[str, Any]:
    runs = {run["name"]: run for run in report["runs"]}
    if name not in runs:
        raise InputError(f"The report {place} has no run {name!r}.", hint=f"It has: {', '.join(runs)}.")
    if runs[name]["status"] != "run":
        raise InputError(f"The run {name!r} of {place} was not made: {runs[name]['reason']}")
    found: Mapping[str, Any] = runs[name]
    return found


def _errored(report: Mapping[str, Any], run: Mapping[str, Any]) -> set[str]:
    """Ids of the questions without an outcome."""
    return {q["id"] for q, outcome in zip(report["questions"], run["outcomes"], strict=True) if outcome is None}


def _scored(report: Mapping[str, Any], run: Mapping[str, Any], left_out: Sequence[str]) -> list[Scored]:
    """The questions as `compare` takes them, each with the rows of its measures in the place of a record."""
    facts = report["benchmark"]
    benchmark = Benchmark(facts["name"], facts["version"], (), (), HitRule(facts["hit"]))
    found = []
    for place, asked in enumerate(report["questions"]):
        if asked["id"] in left_out:
            continue
        rows = {name: scores[place] for name, scores in run["scores"].items()}
        question = Question(
            asked["id"],
            asked["text"],
            Label(asked["label"]),
            category=asked["category"],
            document_id=asked["document_id"],
            reference=asked["reference"],
        )
        found.append(Scored(benchmark, question, Case(asked["id"], (), {_ROWS: rows, **run["outcomes"][place]})))
    return found


def _measures(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[AnyMeasure]:
    """The measures that both reports have, which read their scores instead of computing them."""
    theirs = {measure["name"] for measure in second["measures"]}
    known = {measure.name: measure for measure in STANDARD_MEASURES}
    found: list[AnyMeasure] = []
    for facts in first["measures"]:
        if facts["name"] not in theirs:
            continue
        read, over, higher = _reader(facts["name"]), Over(facts["over"]), facts["higher_is_better"]
        if facts["is_mean"]:
            found.append(AnswerMeasure(facts["name"], read, over, "", "", "", higher_is_better=higher))
        elif isinstance(measure := known.get(facts["name"]), SetMeasure):
            found.append(SetMeasure(facts["name"], read, measure.figure, over, "", "", "", higher_is_better=higher))
    return found


def _reader(name: str) -> Callable[[Scored], Any]:
    def read(scored: Scored) -> Any:
        row = scored.case.record[_ROWS].get(name)
        return tuple(row) if isinstance(row, list) else row

    return read


def _differing(one: Mapping[str, Any], other: Mapping[str, Any], above: str = "") -> dict[str, tuple[Any, Any]]:
    """Dotted names of the settings in which the two runs differ, with both values."""
    found: dict[str, tuple[Any, Any]] = {}
    for name in dict.fromkeys((*one, *other)):
        before, after = one.get(name), other.get(name)
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            found |= _differing(before, after, f"{above}{name}.")
        elif before != after:
            found[f"{above}{name}"] = (before, after)
    return found


def _record(compared: Compared) -> dict[str, Any]:
    difference = compared.difference
    return {
        "name": compared.name,
        "over": compared.over.value,
        "a": compared.a,
        "b": compared.b,
        "difference": {
            "mean": difference.mean,
            "interval": list(difference.interval),
            "questions": difference.questions,
        }
        if difference
        else None,
        "better": compared.better,
        "changed": [list(change) for change in compared.changed],
    }
