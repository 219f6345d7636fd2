"""The sections of a report in their order, as blocks."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from pincite.evaluate.report.blocks import Block, Cards, Code, Heading, Items, Picture, Table, Text
from pincite.evaluate.report.failure_sections import Failures, failure_sections
from pincite.evaluate.report.figures import (
    SWEPT_MEASURES,
    Measured,
    RunFigures,
    base_of,
    figures_of,
    interval,
    number,
    runs_of,
    short,
    written,
)

Report = Mapping[str, Any]

EXCERPTS: Final = (
    "This report contains questions, answers and excerpts of the documents. Pass it on only to those who may read them."
)
_CARDS: Final = (
    "Retrieval Accuracy",
    "Grounded Accuracy",
    "Span Accuracy",
    "Answer Accuracy",
    "True Refusal",
    "False Refusal",
    "Wrong-document Citations",
    "Latency, median (s)",
)
_BY_CONSTRUCTION: Final = "by construction"


def sections(report: Report, failures: Failures, cases_listed: int) -> Iterator[Block]:
    """All of the report but its title.

    Args:
        cases_listed: at most so many failed cases are listed under one kind.
    """
    base = base_of(report)
    yield from chain(
        _head(report, base),
        _measures(report, base),
        _refusals(report),
        _groups(base),
        _ablations(report),
        _beside_paper(report),
        _seeded(report),
        failure_sections(report, failures, cases_listed),
        _time(report, base, failures),
        _errors(report),
        _settings(base),
        _reproduce(report),
        _definitions(report),
    )


def title(report: Report) -> str:
    """The report's title."""
    return f"Evaluation on {report['benchmark']['name']}"


def _head(report: Report, base: RunFigures) -> Iterator[Block]:
    benchmark = report["benchmark"]
    labels = ", ".join(f"{count:,} {label}" for label, count in benchmark["labels"].items())
    yield Text(EXCERPTS, warning=True)
    yield Text(
        f"{benchmark['questions']:,} questions ({labels}) about {benchmark['documents']:,} documents, asked "
        f"{report['created']} with pincite {report['versions']['pincite']}. Retrieval Accuracy is "
        f"{benchmark['retrieval_accuracy_is']} here."
    )
    if cards := tuple(_cards(base)):
        yield Cards(cards)
    remarks = [*benchmark["remarks"]]
    if benchmark["broad_hallucination"]:
        remarks.append(f"Hallucination Rate: {benchmark['broad_hallucination'].rstrip('.')}.")
    if quotes := benchmark["gold_quotes"]:
        remarks.append(f"{quotes['found']:,} of {quotes['all']:,} gold quotes were found in the library's text.")
    if remarks:
        yield Heading("The data")
        yield Items(tuple(remarks))


def _cards(base: RunFigures) -> Iterator[tuple[str, str, str]]:
    for name in _CARDS:
        figure = base.figures.get(name)
        if figure is not None and figure.value is not None:
            what = f"{figure.count} of {figure.total}" if figure.count is not None else f"over {figure.total}"
            forced = f", {_BY_CONSTRUCTION}" if figure.by_construction else ""
            yield name, number(figure.value, figure.in_seconds), what + forced


def _measures(report: Report, base: RunFigures) -> Iterator[Block]:
    better = {measure["name"]: measure["higher_is_better"] for measure in report["measures"]}
    yield Heading("Measures")
    yield Text(
        "Each figure is over the questions of its column “over”; a question without gold has no score. The 95 % "
        "interval is Wilson's for shares, else by drawing questions (bootstrap); it is for other questions of this "
        "kind, not for other documents."
    )
    yield Picture("measures", "The measures with their intervals", "Bars of the first measures with 95 % intervals.")
    rows = [_measure_row(figure, better.get(figure.name)) for figure in base.figures.values() if figure.total]
    yield Table(("Measure", "Figure", "95 % interval", "Over", "Better", "Remark"), rows, frozenset((0, 3, 4, 5)))
    silent = [figure.name for figure in base.figures.values() if not figure.total]
    if silent:
        yield Text(f"Without a score on this benchmark: {', '.join(silent)}.")
    if forced := {figure.by_construction for figure in base.figures.values() if figure.by_construction}:
        yield Text(f"“{_BY_CONSTRUCTION}” marks figures that cannot be otherwise here: {'; '.join(sorted(forced))}.")
    if base.figures:
        yield Picture(
            "risk_coverage",
            "Risk and coverage",
            "The share of wrong answers among the surest ones, against how many questions they are.",
        )


_OF_PARTS: Final = tuple(name for name in SWEPT_MEASURES if not name.startswith("Exact"))


def _measure_row(figure: Measured, higher: bool | None) -> tuple[str, ...]:
    better = "" if higher is None else "higher" if higher else "lower"
    forced = _BY_CONSTRUCTION if figure.by_construction else ""
    return figure.name, written(figure), interval(figure), figure.over, better, forced


def _refusals(report: Report) -> Iterator[Block]:
    yield Heading("Refusals")
    yield Picture(
        "refusals",
        "What became of the questions",
        "Bars of answerable and unanswerable questions by what became of them.",
    )
    runs = [run for run in runs_of(report) if run.made]
    rows = [
        (run.name, *(short(run.figures.get(name)) for name in ("True Refusal", "False Refusal", "False Answer")))
        for run in runs
    ]
    yield Table(("Run", "True Refusal", "False Refusal", "False Answer"), rows)
    if len(runs) > 1:
        yield Picture(
            "balance", "Refusal balance of the runs", "Each run by False Refusal and True Refusal, with intervals."
        )


def _groups(base: RunFigures) -> Iterator[Block]:
    """The figures of parts of the questions: one table for each kind of part."""
    kinds: dict[str, list[Mapping[str, Any]]] = {}
    for group in base.facts.get("groups", ()):
        kinds.setdefault(group["kind"], []).append(group)
    if kinds:
        yield Heading("Parts of the questions")
    for kind, groups in kinds.items():
        found = [(group["value"] or "all of them", figures_of(group["figures"])) for group in groups]
        names = [name for name in _OF_PARTS if any(name in figures for _, figures in found)]
        if not names:
            continue
        yield Heading(f"By {kind}" if kind != "apart" else "Apart: labels that settle nothing", 3)
        if kind == "apart":
            yield Text("These questions are in no other figure. Here they are read as answerable where they have gold.")
        rows = [(value, *(written(figures.get(name)) for name in names)) for value, figures in found]
        folded = f"{len(rows)} of them" if len(rows) > 12 else ""
        yield Table((kind.removeprefix("trait ").capitalize(), *names), rows, folded=folded)


def _ablations(report: Report) -> Iterator[Block]:
    groups: dict[str, list[RunFigures]] = {}
    for run in runs_of(report)[1:]:
        groups.setdefault(run.group, []).append(run)
    if not groups:
        return
    base = base_of(report)
    yield Heading("Named runs")
    yield Text(
        "Runs over the same questions, laid side by side; intervals of two runs may overlap and the difference be "
        "clear all the same: `pincite eval compare` pairs the questions."
    )
    for group, runs in groups.items():
        yield Heading(group.capitalize(), 3)
        made = [run for run in runs if run.made]
        if made:
            yield Items(tuple(f"{run.name}: {_what(run)}" for run in made))
            yield Picture(f"group {group}", "By their first measures", f"The runs of {group} by their first measures.")
            yield _side_by_side([base, *made])
        missing = tuple(f"{run.name} ({run.title}): {run.facts['reason']}" for run in runs if not run.made)
        if missing:
            yield Text("Not run here:")
            yield Items(missing)


def _side_by_side(runs: Sequence[RunFigures]) -> Table:
    """A row for each measure, a column for each run."""
    names = [name for name in SWEPT_MEASURES if any(_has(run, name) for run in runs)]
    rows = [(name, *(short(run.figures.get(name)) for run in runs)) for name in names]
    return Table(("Measure", *(run.name for run in runs)), rows)


def _has(run: RunFigures, name: str) -> bool:
    figure = run.figures.get(name)
    return figure is not None and figure.value is not None


def _what(run: RunFigures) -> str:
    same = run.facts.get("same_as")
    return f"{run.title} (the same settings, so the cases, as {same})" if same else run.title


def _beside_paper(report: Report) -> Iterator[Block]:
    rows: list[tuple[str, ...]] = []
    for run in runs_of(report):
        for name, theirs in run.facts.get("paper", {}).items():
            figure = run.figures.get(name)
            ours = figure.value if figure else None
            seconds = "(s)" in name
            apart = "–" if ours is None else f"{ours - theirs:+.2f} s" if seconds else f"{100 * (ours - theirs):+.1f}"
            own = short(figure) if ours is not None else "–"
            rows.append((run.name, name, own, number(theirs, seconds), apart))
    if rows:
        yield Heading("Beside the paper")
        yield Text(f"{report['paper_differs'] or 'the data differ'}: levels do not compare.".capitalize())
        head = ("Run", "Measure", "Here", "Paper", "Difference, points")
        yield Table(head, rows, frozenset((0, 1)))


def _seeded(report: Report) -> Iterator[Block]:
    rows = [
        (
            run.name,
            fault,
            *(f"{found[key]:,}" for key in ("written", "passed", "delivered")),
            number(found["share"]),
            f"{found['interval'][0]:.1%} to {found['interval'][1]:.1%}",
        )
        for run in runs_of(report)
        for fault, found in run.facts.get("seeded_faults", {}).items()
    ]
    if rows:
        yield Heading("Faults put in on purpose")
        yield Text(
            "A scripted careless model writes sentences with faults; `none` are its sound ones. Delivered are those "
            "that stood in an answer."
        )
        head = ("Run", "Fault", "Written", "Passed the gate", "Delivered", "Share delivered", "95 % interval")
        yield Table(head, rows, frozenset((0, 1)))


def _time(report: Report, base: RunFigures, failures: Failures) -> Iterator[Block]:
    machine = report["machine"]
    yield Heading("Time and memory")
    yield Picture("latency", "Latency", "How many questions were done after so many seconds.")
    rows = [
        (run.name, f"{run.facts['seconds']:,.1f} s", *(short(run.figures.get(name)) for name in _LATENCY))
        for run in runs_of(report)
        if run.made and not run.facts.get("same_as")
    ]
    yield Table(("Run", "All questions", *_LATENCY), rows)
    yield Text("What came out of a cache is in “all questions”, and in no latency.")
    if stages := failures.stages:
        yield Table(
            ("Stage, run base", "Median", "p95", "Questions"),
            [(name, f"{median:,.1f} ms", f"{p95:,.1f} ms", f"{n:,}") for name, median, p95, n in stages],
        )
    memory = report["peak_memory_mb"]
    facts = [
        f"Most memory at a time: {memory:,.0f} MiB." if memory is not None else "Memory: the system does not tell.",
        f"Machine: {machine['processor'] or machine['machine']}, {machine['processors']} processors for models, "
        f"{machine['system']}, Python {machine['python']}.",
    ]
    if machine["load_at_start"] is not None:
        facts.append(f"Load of the machine when the report was made: {machine['load_at_start']}.")
    yield Items(tuple(facts))


_LATENCY: Final = ("Latency, median (s)", "Latency, p95 (s)")


def _errors(report: Report) -> Iterator[Block]:
    rows = [
        (run.name, found["question_id"], found.get("type", ""), found.get("message", ""), found.get("hint", ""))
        for run in runs_of(report)
        if not run.facts.get("same_as")
        for found in run.facts.get("errors", ())
    ]
    if rows:
        yield Heading("Errors")
        yield Text("These questions have no case and are in no figure; the same command asks them again.")
        yield Table(("Run", "Question", "Error", "Message", "What to do"), rows, frozenset(range(5)))


def _settings(base: RunFigures) -> Iterator[Block]:
    yield Heading("Settings of the run base")
    rows = [(name, value) for name, value in _flat("", base.facts["configuration"])]
    yield Table(("Setting", "Value"), rows, frozenset((0, 1)), folded=f"{len(rows)} settings")


def _flat(prefix: str, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _flat(f"{prefix}{name}.", value)
        else:
            yield f"{prefix}{name}", "–" if value is None else str(value)


def _reproduce(report: Report) -> Iterator[Block]:
    yield Heading("The same again")
    if report["command"]:
        yield Code(shlex.join(report["command"]))
    yield Items(
        (
            f"Benchmark {report['benchmark']['name']}, version {report['benchmark']['version']}.",
            f"pincite {report['versions']['pincite']}, code {report['versions']['code']}.",
            "Cases, failures and figures lie beside this file: cases.jsonl, failures.jsonl and report.json.",
        )
    )


def _definitions(report: Report) -> Iterator[Block]:
    yield Heading("What the measures are")
    rows = [(m["name"], m["definition"], m["source"], m["trap"]) for m in report["measures"]]
    yield Table(
        ("Measure", "Definition", "Source", "Mind"), rows, frozenset(range(4)), folded=f"{len(rows)} definitions"
    )
