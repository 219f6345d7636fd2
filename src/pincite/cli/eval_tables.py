"""A report as tables on a terminal, one run with its intervals or several beside one another; and a comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pincite.cli.output import table
from pincite.text.counts import count_of

_HEADLINES: Final = {
    "Retrieval Accuracy": "RETRIEVED",
    "Grounded Accuracy": "GROUNDED",
    "Answer Accuracy": "RIGHT",
    "Citation Validity": "VALID",
    "Evidence Support": "SUPPORTED",
    "Hallucination Rate": "HALLUC.",
    "Unsupported Hallucination Rate": "UNSUPP.",
    "True Refusal": "TRUE REF.",
    "False Refusal": "FALSE REF.",
}
"""Measures of the table of several runs, with the heads of their columns."""


def report_table(report: Mapping[str, Any]) -> str:
    """The report for people: the first run with its intervals, then all of them, a line each."""
    made = [run for run in report["runs"] if run["status"] == "run"]
    parts = [_head(report, made)]
    parts += [_one(run) for run in made[:1]]
    if len(made) > 1:
        parts.append(_several(made))
    parts.append(_faults([run for run in made if run["seeded_faults"] and not run["same_as"]]))
    parts += [f"{run['name']}: not run here: {run['reason']}" for run in report["runs"] if run["status"] != "run"]
    parts += _notes(report, made)
    return "\n\n".join(part for part in parts if part)


def _head(report: Mapping[str, Any], made: Sequence[Mapping[str, Any]]) -> str:
    facts = report["benchmark"]
    labels = ", ".join(f"{count} {label}" for label, count in facts["labels"].items())
    questions, documents = count_of(facts["questions"], "question"), count_of(facts["documents"], "document")
    lines = [f"{facts['name']}: {questions} ({labels}), {documents}"]
    for run in made:
        counts, same = run["counts"], f", as {run['same_as']}" if run["same_as"] else ""
        lines.append(
            f"{run['name']} ({run['title']}{same}): {counts['answered']} answered, {counts['refused']} refused, "
            f"{count_of(counts['errored'], 'error')}; {run['seconds']:.0f} s"
        )
    if report["peak_memory_mb"] is not None:
        lines.append(f"peak memory {report['peak_memory_mb']:.0f} MB")
    return "\n".join(lines)


def _one(run: Mapping[str, Any]) -> str:
    rows = []
    for figure in run["figures"]:
        if figure["value"] is not None:
            rows.append((figure["name"], *_value(figure), _interval(figure), figure["over"], _paper(run, figure)))
    head = ("MEASURE", "FIGURE", "COUNT", "95 % INTERVAL", "OVER", "PAPER")
    shown = len(head) if run["paper"] else len(head) - 1
    return table(head[:shown], [row[:shown] for row in rows])


def _several(runs: Sequence[Mapping[str, Any]]) -> str:
    """A line a run with the measures that matter most; the rest is in the report."""
    found = [{figure["name"]: figure for figure in run["figures"]} for run in runs]
    names = [name for name in _HEADLINES if any(name in figures for figures in found)]
    rows = [
        (run["name"], *(_cell(run, figures.get(name)) for name in names))
        for run, figures in zip(runs, found, strict=True)
    ]
    return table(("RUN", *(_HEADLINES[name] for name in names)), rows)


def _cell(run: Mapping[str, Any], figure: Mapping[str, Any] | None) -> str:
    if figure is None or figure["value"] is None:
        return "-"
    shown = f"{figure['value']:.3f}" if figure["count"] is None else f"{figure['count']}/{figure['total']}"
    paper = _paper(run, figure)
    return shown + ("*" if figure["by_construction"] else "") + (f" (paper {paper})" if paper else "")


def _value(figure: Mapping[str, Any]) -> tuple[str, str]:
    if figure["count"] is None:
        return f"{figure['value']:.3f}", str(figure["total"])
    return f"{figure['value']:.1%}", f"{figure['count']} of {figure['total']}"


def _interval(figure: Mapping[str, Any]) -> str:
    star = " *" if figure["by_construction"] else ""
    if figure["interval"] is None:
        return f"-{star}"
    low, high = figure["interval"]
    shown = f"{low:.3f} to {high:.3f}" if figure["count"] is None else f"{low:.1%} to {high:.1%}"
    return shown + star


def _paper(run: Mapping[str, Any], figure: Mapping[str, Any]) -> str:
    value = run["paper"].get(figure["name"])
    return "" if value is None else f"{value:g}"


def _faults(runs: Sequence[Mapping[str, Any]]) -> str:
    """What became of the sentences of the careless model, by the fault put into them."""
    if not runs:
        return ""
    names = dict.fromkeys(fault for run in runs for fault in run["seeded_faults"])
    rows = [(name, *(_delivered(run["seeded_faults"].get(name)) for run in runs)) for name in names]
    return table(("FAULTS DELIVERED OF WRITTEN", *(run["name"] for run in runs)), rows)


def _delivered(found: Mapping[str, Any] | None) -> str:
    return f"{found['delivered']} of {found['written']}" if found else "-"


def _notes(report: Mapping[str, Any], made: Sequence[Mapping[str, Any]]) -> list[str]:
    reasons = {
        figure["by_construction"]: None
        for run in made
        for figure in run["figures"]
        if figure["value"] is not None and figure["by_construction"]
    }
    starred = [f"* cannot be otherwise: {'; '.join(reasons)}"] if reasons else []
    differs = [f"Figures of the paper: {report['paper_differs']}."] if report["paper_differs"] else []
    return [*starred, *differs, *report["benchmark"]["remarks"]]


def comparison_table(found: Mapping[str, Any]) -> str:
    """The comparison for people: what differs in the settings, then a line a measure."""
    lines = [f"A: {found['a']['place']}, {found['a']['run']}", f"B: {found['b']['place']}, {found['b']['run']}"]
    lines += [f"{name}: {before} in A, {after} in B" for name, (before, after) in found["settings"].items()]
    lines.append(f"{found['benchmark']}, {count_of(found['questions'], 'question')} of both")
    if found["left_out"]:
        lines.append(f"left out for an error on one side: {', '.join(found['left_out'])}")
    rows = [
        _compared_row(measure) for measure in found["measures"] if measure["a"] is not None or measure["b"] is not None
    ]
    head = ("MEASURE", "A", "B", "B - A, 95 % INTERVAL", "QUESTIONS", "CHANGED", "")
    return "\n".join([*lines, "", table(head, rows)])


def _compared_row(measure: Mapping[str, Any]) -> tuple[str, ...]:
    difference = measure["difference"]
    shown = "-"
    if difference:
        low, high = difference["interval"]
        shown = f"{difference['mean']:+.3f} [{low:+.3f}, {high:+.3f}]"
    verdict = {True: "better", False: "worse", None: ""}[measure["better"]]
    changed = str(len(measure["changed"])) if measure["changed"] else "-"
    pairs = str(difference["questions"]) if difference else "-"
    return measure["name"], _number(measure["a"]), _number(measure["b"]), shown, pairs, changed, verdict


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
