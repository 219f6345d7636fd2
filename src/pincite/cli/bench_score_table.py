"""A scoring as tables for people: systems in rows, one table for each block of measures, then levels and types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pincite.cli.output import table
from pincite.evaluate.regops.score.measures import MeasureFacts
from pincite.evaluate.regops.score.systems import LEAST_PAIRS, Figure, Figures, ScoreReport

GROUP_MEASURES: Final = (
    "R@10 strict", "R@10 hierarchical", "R@10 article", "FullCov@10 strict", "FullCov@10 hierarchical",
    "FullCov@10 article", "CF1 article", "CF1 strict", "CF1 paragraph", "Claim F1",
)  # fmt: skip
"""Measures of the tables by level and by type; all stand in the JSON."""
_SHORT: Final = {" strict": " str.", " hierarchical": " hier.", " article": " art.", " paragraph": " par."}


def report_table(report: ScoreReport, compatible: bool = False) -> str:
    """The report for people."""
    parts = ["\n".join(_head(report, compatible))]
    for block in dict.fromkeys(measure.block for measure in report.measures):
        parts += _block(report, block, [measure for measure in report.measures if measure.block == block])
    for kind, groups in report.groups.items():
        parts += _groups(report, kind, groups)
    return "\n\n".join(part for part in parts if part)


def _head(report: ScoreReport, compatible: bool) -> Iterator[str]:
    yield f"{report.bench.file}: {len(report.bench.questions)} questions"
    for system in report.systems:
        counts = report.counts[system.name]
        unknown = f"; {counts['cited_unknown']} of {counts['cited']} citations name nothing in the corpus"
        yield (
            f"{system.name}: {counts['answered']} answered, {counts['refused']} refused, {counts['errors']} errors, "
            f"{counts['missing']} missing{unknown if report.bench.known.complete else ''}"
        )
    if compatible:
        yield "definitions of the RefWalk authors; not to be held against figures of ours"


def _block(report: ScoreReport, block: str, measures: Sequence[MeasureFacts]) -> Iterator[str]:
    """A table of a block, and one of the differences to the first system."""
    shown = [m for m in measures if any(figures[m.name].questions for figures in report.overall.values())]
    if not shown:
        return
    names = [_column(measure, report.overall) for measure in shown]
    rows = [(name, *(_value(figures[m.name]) for m in shown)) for name, figures in report.overall.items()]
    yield f"{block} (mean, 95 % interval)\n" + table(("SYSTEM", *names), rows)
    if len(report.systems) > 1:
        first = report.systems[0].name
        rows = [(name, *(_difference(figures[m.name]) for m in shown)) for name, figures in report.overall.items()]
        head = f"{block}: difference to {first}, paired (* zero lies outside, of {LEAST_PAIRS} questions or more)"
        yield f"{head}\n{table(('SYSTEM', *names), rows[1:])}"


def _column(measure: MeasureFacts, overall: Figures) -> str:
    """A measure's name with the questions that have a score, where that is the same for all systems."""
    name = measure.name.removesuffix(f" {measure.block.rpartition(', ')[2]}")
    counts = {figures[measure.name].questions for figures in overall.values()}
    return f"{name} (n={counts.pop()})" if len(counts) == 1 else name


def _value(figure: Figure) -> str:
    if figure.value is None:
        return "-"
    bounds = f" [{_digits(figure.interval[0])}, {_digits(figure.interval[1])}]" if figure.interval else ""
    return f"{_digits(figure.value)}{bounds}"


def _difference(figure: Figure) -> str:
    if figure.difference is None or figure.difference_interval is None:
        return "-"
    low, high = figure.difference_interval
    return f"{figure.difference:+.3f} [{low:+.3f}, {high:+.3f}]{' *' if figure.differs else ''}"


def _digits(value: float) -> str:
    return f"{value:.3f}"


def _groups(report: ScoreReport, kind: str, groups: Mapping[str, Figures]) -> Iterator[str]:
    measures = [m for m in report.measures if m.name in GROUP_MEASURES]
    measures = [m for m in measures if any(f[m.name].questions for f in report.overall.values())]
    if not groups or not measures:
        return
    rows = []
    for value, figures in groups.items():
        for name, own in figures.items():
            cells = ("-" if (v := own[m.name].value) is None else _digits(v) for m in measures)
            rows.append((value, str(report.sizes[f"{kind} {value}"]), name, *cells))
    head = (kind.upper(), "QUESTIONS", "SYSTEM", *(_short(m.name) for m in measures))
    yield f"By {kind} (mean)\n" + table(head, rows)


def _short(name: str) -> str:
    for word, short in _SHORT.items():
        if name.endswith(word):
            return name.removesuffix(word) + short
    return name
