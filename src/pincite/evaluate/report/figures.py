"""`report.json` as the sections and plots read it, and how a figure is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

BASE: Final = "base"
KEY_MEASURES: Final = (
    "Retrieval Accuracy",
    "Hit@4",
    "Exact Hit@8",
    "Context Recall@4",
    "Grounded Accuracy",
    "Answer Accuracy",
    "Span Accuracy",
    "Balanced Accuracy",
    "Evidence Support",
    "Citation Validity",
    "True Refusal",
    "False Refusal",
    "Hallucination Rate",
    "Wrong-document Citations",
)
"""Those to be seen first, where a benchmark has them."""
SWEPT_MEASURES: Final = (
    "Retrieval Accuracy",
    "Exact Hit@8",
    "Grounded Accuracy",
    "Answer Accuracy",
    "Span Accuracy",
    "True Refusal",
    "False Refusal",
)
"""Those by which named runs are laid side by side."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure of a run.

    Args:
        value: None where there is no score.
        count: questions that score 1, where it is a share; else None.
        interval: 95 %.
    """

    name: str
    value: float | None
    count: int | None
    total: int
    interval: tuple[float, float] | None
    over: str = ""
    by_construction: str = ""

    @property
    def in_seconds(self) -> bool:
        """Whether it is a time; everything else lies between 0 and 1 and reads as a percentage."""
        return "(s)" in self.name


@dataclass(frozen=True, slots=True)
class RunFigures:
    """A named run with its figures; of one that was not made, the reason."""

    name: str
    group: str
    title: str
    facts: Mapping[str, Any]
    figures: Mapping[str, Measured]

    @property
    def made(self) -> bool:
        """Whether there are cases of it."""
        return bool(self.figures)


def runs_of(report: Mapping[str, Any]) -> list[RunFigures]:
    """The runs of a report in its order."""
    return [_run(facts) for facts in report["runs"]]


def base_of(report: Mapping[str, Any]) -> RunFigures:
    """The run that was asked for, before any other."""
    runs = runs_of(report)
    return next((run for run in runs if run.name == BASE), runs[0])


def figures_of(rows: Iterable[Mapping[str, Any]]) -> dict[str, Measured]:
    """Figures by name."""
    return {row["name"]: _measured(row) for row in rows}


def number(value: float, in_seconds: bool = False) -> str:
    """A figure in its unit.

    >>> number(0.756), number(0.756, in_seconds=True)
    ('75.6%', '0.76 s')
    """
    return f"{value:.2f} s" if in_seconds else f"{value:.1%}"


def written(figure: Measured | None) -> str:
    """The figure with its count where it is a share.

    >>> written(Measured("True Refusal", 0.75, 3, 4, None))
    '75.0% (3 of 4)'
    """
    if figure is None or figure.value is None:
        return "–"
    of = f"{figure.count} of {figure.total}" if figure.count is not None else f"n = {figure.total}"
    return f"{number(figure.value, figure.in_seconds)} ({of})"


def interval(figure: Measured | None) -> str:
    """The bounds; a dash where there are none."""
    if figure is None or figure.interval is None:
        return "–"
    low, high = figure.interval
    return f"{low:.2f}–{high:.2f} s" if figure.in_seconds else f"{100 * low:.1f}–{high:.1%}"


def short(figure: Measured | None) -> str:
    """Figure, bounds and denominator in one cell."""
    if figure is None or figure.value is None:
        return "–"
    bounds = f" ({interval(figure)})" if figure.interval else ""
    return f"{number(figure.value, figure.in_seconds)}{bounds}, n {figure.total}"


def _run(facts: Mapping[str, Any]) -> RunFigures:
    return RunFigures(facts["name"], facts["group"], facts["title"], facts, figures_of(facts.get("figures", ())))


def _measured(row: Mapping[str, Any]) -> Measured:
    bounds = row["interval"]
    return Measured(
        name=row["name"],
        value=row["value"],
        count=row["count"],
        total=row["total"],
        interval=(bounds[0], bounds[1]) if bounds else None,
        over=row["over"],
        by_construction=row["by_construction"],
    )
