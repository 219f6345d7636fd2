"""The plots of a report, each by its name. Nothing of the documents is in them: measures, runs and kinds only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from pincite.evaluate.failures.kinds import KINDS, FailureGroup
from pincite.evaluate.report.failure_sections import Failures
from pincite.evaluate.report.figures import (
    BASE,
    KEY_MEASURES,
    SWEPT_MEASURES,
    Measured,
    RunFigures,
    base_of,
    number,
    runs_of,
)
from pincite.evaluate.report.svg import STANDING_FOR, WIDTH_IN, style, svg_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Report = Mapping[str, Any]
SWEEPS: Final[Mapping[str, tuple[str, str, str]]] = {
    "weights": ("retrieve", "alpha", "Share of the dense score in the fused one"),
    "chunks": ("chunk", "max_tokens", "Tokens of a chunk at most"),
}
"""Group of runs to the section and name of the setting that it sweeps, and to the axis' label."""
_SERIES: Final = ("blue", "orange", "green", "purple", "red", "grey")
_GROUP_COLORS: Final[Mapping[FailureGroup, str]] = {
    FailureGroup.STOPPED: "grey",
    FailureGroup.MISLEADS: "red",
    FailureGroup.RETRIEVAL: "purple",
    FailureGroup.REFUSED: "orange",
    FailureGroup.LACKING: "blue",
}
_ROW_IN: Final = 0.3


class Plots:
    """Draws the plots of a report as SVG."""

    def __init__(self, report: Report, failures: Failures) -> None:
        self._report = report
        self._failures = failures
        self._draw: Mapping[str, Callable[[], Figure | None]] = {
            "measures": self._measures,
            "risk_coverage": self._risk_coverage,
            "refusals": self._refusals,
            "balance": self._balance,
            "failures": self._kinds,
            "latency": self._latency,
        }

    def __call__(self, name: str) -> str | None:
        """The plot of a name; None where there is nothing to draw."""
        with style():
            figure = self._group(name.removeprefix("group ")) if name.startswith("group ") else self._draw[name]()
            return svg_of(figure, name) if figure is not None else None

    def _measures(self) -> Figure | None:
        base = base_of(self._report)
        found = [f for name in KEY_MEASURES if (f := base.figures.get(name)) is not None and f.value is not None]
        if not found:
            return None
        better = {measure["name"]: measure["higher_is_better"] for measure in self._report["measures"]}
        figure, axes = _rows(len(found))
        for row, item in enumerate(found):
            color = "orange" if better.get(item.name) is False else "blue"
            _bar(axes, row, item, color)
        _names(axes, [item.name + (" *" if item.by_construction else "") for item in found])
        _percent(axes)
        notes = [("blue", "higher is better"), ("orange", "lower is better")]
        _legend(axes, notes)
        if any(item.by_construction for item in found):
            axes.set_xlabel("* hatched: by construction for these answers", loc="left")
        return figure

    def _risk_coverage(self) -> Figure | None:
        curves = [
            (run.name, points)
            for run in runs_of(self._report)
            if run.name in (BASE, "sufficiency-off", "all-off") and (points := curve(self._report, run))
        ]
        if not curves:
            return None
        figure, axes = _plain(3.4)
        for color, (name, points) in zip(_SERIES, curves, strict=False):
            coverages, risks = [x for x, _ in points], [y for _, y in points]
            label = f"{name}: {risks[-1]:.1%} wrong of the {coverages[-1]:.1%} answered"
            axes.step(coverages, risks, where="post", color=STANDING_FOR[color], linewidth=1.8, label=label)
            axes.plot(coverages[-1:], risks[-1:], "o", color=STANDING_FOR[color], markersize=5)
        axes.set_xlim(0, 1)
        highest = max(y for _, points in curves for _, y in points)
        axes.set_ylim(0, (1.2 + 0.08 * len(curves)) * highest + 0.02)
        axes.set_xlabel("Coverage: questions answered, the surest first, of all", loc="left")
        axes.set_ylabel("Risk: wrong among them")
        axes.legend(loc="upper left")
        _percent(axes, "x")
        _percent(axes, "y", limits=False)
        return figure

    def _refusals(self) -> Figure | None:
        rows = _outcomes(base_of(self._report))
        if not rows:
            return None
        figure, axes = _rows(len(rows), 0.55)
        for row, (_, parts) in enumerate(rows):
            total, left = sum(count for _, count, _ in parts), 0.0
            for label, count, color in parts:
                share = count / total
                axes.barh(row, share, left=left, height=0.6, color=STANDING_FOR[color])
                if share > 0.12:
                    text = f"{label}\n{count} of {total}"
                    axes.text(left + share / 2, row, text, ha="center", va="center", color=STANDING_FOR["ground"])
                elif count:
                    axes.text(left + share / 2, row - 0.36, f"{label} {count}", ha="center", va="bottom", fontsize=8)
                left += share
        _names(axes, [name for name, _ in rows])
        axes.set_ylim(len(rows) - 0.5, -0.65)
        _percent(axes)
        return figure

    def _balance(self) -> Figure | None:
        runs = [run for run in runs_of(self._report) if run.made and not run.facts.get("same_as")]
        points = [(run.name, run.figures.get("False Refusal"), run.figures.get("True Refusal")) for run in runs]
        found = [(n, x, y) for n, x, y in points if x and y and x.value is not None and y.value is not None]
        if len(found) < 2:
            return None
        figure, axes = _plain(4.2)
        named: dict[tuple[float, float], list[str]] = {}
        for name, x, y in reversed(found):  # the base on top
            named.setdefault((round(x.value or 0, 4), round(y.value or 0, 4)), []).append(name)
            _cross(axes, x, y, "orange" if name == BASE else "blue")
        for (x_at, y_at), names in named.items():
            axes.annotate(_joined(names[::-1]), (x_at, y_at), xytext=(6, 4), textcoords="offset points", fontsize=8)
        axes.set_xlim(-0.02, 1.02)
        axes.set_ylim(-0.02, 1.05)
        axes.set_xlabel("False Refusal: answerable questions refused (further left is better)", loc="left")
        axes.set_ylabel("True Refusal (higher is better)")
        _percent(axes, "x", limits=False)
        _percent(axes, "y", limits=False)
        return figure

    def _group(self, group: str) -> Figure | None:
        base = base_of(self._report)
        runs = [run for run in runs_of(self._report) if run.group == group and run.made and run.name != BASE]
        if group in SWEEPS and len(runs) > 1 and _swept(runs):
            return _sweep(runs, *SWEEPS[group])
        return _side_by_side([base, *runs]) if runs else None

    def _kinds(self) -> Figure | None:
        from matplotlib.ticker import MaxNLocator

        counts = self._failures.counts.get(BASE, {}).get("kinds", {})
        found = [(kind, counts[kind.name]) for kind in KINDS if kind.name in counts]
        if not found:
            return None
        figure, axes = _rows(len(found))
        for row, (kind, counted) in enumerate(found):
            color = STANDING_FOR[_GROUP_COLORS[kind.group]]
            axes.barh(row, counted["any"], height=0.62, color=color, alpha=0.3)
            axes.barh(row, counted["first"], height=0.62, color=color)
            text, at = f"{counted['first']} of {counted['any']}", (counted["any"], row)
            axes.annotate(text, at, xytext=(4, 0), textcoords="offset points", va="center")
        _names(axes, [kind.title for kind, _ in found])
        axes.set_xlim(0, 1.12 * max(counted["any"] for _, counted in found))
        axes.set_xlabel(
            "Cases: full colour where it is the first kind, pale where another kind comes before", loc="left"
        )
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(axis="x")
        _legend(axes, [(_GROUP_COLORS[g], g.value) for g in dict.fromkeys(kind.group for kind, _ in found)])
        return figure

    def _latency(self) -> Figure | None:
        curves = []
        for run in runs_of(self._report):
            seconds = sorted(o["seconds"] for o in run.facts.get("outcomes", ()) if o and o["seconds"] is not None)
            if seconds and not run.facts.get("same_as"):
                curves.append((run.name, seconds))
        if not curves:
            return None
        figure, axes = _plain(3.0)
        for color, (name, seconds) in zip(_SERIES, curves, strict=False):
            shares = [(at + 1) / len(seconds) for at in range(len(seconds))]
            axes.step([0, *seconds], [0, *shares], where="post", color=STANDING_FOR[color], linewidth=1.6, label=name)
        axes.set_xlim(left=0)
        axes.set_ylim(0, 1.02)
        rest = f"; the first {len(_SERIES)} of {len(curves)} runs" if len(curves) > len(_SERIES) else ""
        axes.set_xlabel(f"Seconds from question to outcome{rest}", loc="left")
        axes.set_ylabel("Questions done")
        axes.grid(axis="x")
        _percent(axes, "y", limits=False)
        if len(curves) > 1:
            axes.legend(loc="lower right")
        return figure


def curve(report: Report, run: RunFigures) -> list[tuple[float, float]]:
    """Coverage and risk of a run's answers, the surest first, one point for each confidence that there is.

    As `pincite.evaluate.measures.risk_coverage.risk_coverage`, off the rows that the report keeps.
    """
    rows = sorted((row for row in run.facts.get("scores", {}).get("AURC", ()) if row), reverse=True)
    labels = report["benchmark"]["labels"]
    total = sum(count for label, count in labels.items() if label != "apart")
    points, wrong = [], 0.0
    for answered, (confidence, loss) in enumerate(rows, start=1):
        wrong += loss
        if answered == len(rows) or rows[answered][0] != confidence:
            points.append((answered / total, wrong / answered))
    return points


def _outcomes(base: RunFigures) -> list[tuple[str, list[tuple[str, int, str]]]]:
    """What became of answerable and of unanswerable questions: label, count, colour."""
    false, true = base.figures.get("False Refusal"), base.figures.get("True Refusal")
    rows: list[tuple[str, list[tuple[str, int, str]]]] = []
    if false and false.count is not None:
        given = false.total - false.count
        good = next((f for n in ("Grounded Accuracy", "Span Accuracy") if (f := base.figures.get(n)) and f.total), None)
        if good and good.count is not None and good.total == false.total and good.count <= given:
            what = "grounded" if good.name == "Grounded Accuracy" else "the gold span"
            parts = [(f"answered, {what}", good.count, "green"), ("answered, not so", given - good.count, "purple")]
        else:
            parts = [("answered", given, "green")]
        rows.append(("Answerable", [*parts, ("refused", false.count, "orange")]))
    if true and true.count is not None:
        answered = true.total - true.count
        rows.append(("Unanswerable", [("refused", true.count, "green"), ("answered", answered, "red")]))
    return rows


def _sweep(runs: Sequence[RunFigures], section: str, name: str, label: str) -> Figure:
    """A panel for each measure, over the setting that the runs sweep."""
    placed = sorted(((run.facts["configuration"][section][name], run) for run in runs), key=lambda pair: pair[0])
    measures = _swept(runs)
    figure, panels = _panels(measures, 1.9)
    for axes, measure in zip(panels, measures, strict=True):
        points = [(x, f) for x, run in placed if (f := run.figures.get(measure)) is not None and f.value is not None]
        low, high = zip(*(_arms(f) for _, f in points), strict=True)
        axes.errorbar(
            [x for x, _ in points],
            [f.value or 0.0 for _, f in points],
            yerr=(low, high),
            color=STANDING_FOR["blue"],
            marker="o",
            markersize=5,
            capsize=3,
            linewidth=1.6,
            elinewidth=0.9,
        )
        axes.set_xticks([x for x, _ in placed])
        axes.set_ylim(-0.03, 1.04)
        _percent(axes, "y", limits=False)
    figure.supxlabel(label, x=0.0, ha="left", fontsize=9.5, color=STANDING_FOR["faint"])
    return figure


def _side_by_side(runs: Sequence[RunFigures]) -> Figure | None:
    """A panel for each measure, a row for each run."""
    measures = _swept(runs)
    if not measures:
        return None
    figure, panels = _panels(measures, 0.55 + 0.24 * len(runs))
    for axes, measure in zip(panels, measures, strict=True):
        for row, run in enumerate(runs):
            if (item := run.figures.get(measure)) is not None and item.value is not None:
                _dot(axes, row, item, "orange" if run.name == BASE else "blue")
        _names(axes, [run.name for run in runs])
        _percent(axes)
        axes.set_xlim(-0.03, 1.03)  # a dot at either end is whole
    return figure


def _panels(titles: Sequence[str], height_in: float) -> tuple[Figure, list[Axes]]:
    """A panel under each title, three in a row, of one scale."""
    from matplotlib.figure import Figure as NewFigure

    across = min(len(titles), 3)
    down = -(-len(titles) // across)
    figure = NewFigure((WIDTH_IN, down * height_in), layout="constrained")
    panels = list(figure.subplots(down, across, sharey=True, squeeze=False).flat)
    for axes, title in zip(panels, titles, strict=False):
        axes.set_title(title)
    for axes in panels[len(titles) :]:
        axes.set_visible(False)
    return figure, panels[: len(titles)]


def _swept(runs: Sequence[RunFigures]) -> list[str]:
    return [n for n in SWEPT_MEASURES if any((f := run.figures.get(n)) and f.value is not None for run in runs)]


def _rows(count: int, row_in: float = _ROW_IN) -> tuple[Figure, Axes]:
    return _plain(0.7 + row_in * count)


def _plain(height_in: float) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure as NewFigure

    figure = NewFigure((WIDTH_IN, height_in), layout="constrained")
    axes = figure.subplots()
    axes.grid(axis="y", visible=False)
    return figure, axes


def _bar(axes: Axes, row: int, item: Measured, color: str) -> None:
    value = item.value or 0.0
    hatch = "///" if item.by_construction else None
    axes.barh(row, value, height=0.62, color=STANDING_FOR[color], hatch=hatch)
    low, high = _arms(item)
    ink = STANDING_FOR["ink"]
    axes.errorbar(value, row, xerr=([low], [high]), color=ink, capsize=3, linewidth=1.1)
    of = f"{item.count}/{item.total}" if item.count is not None else f"n {item.total}"
    axes.text(min(value + high, 1.0) + 0.012, row, f"{number(value)}  {of}", va="center")


def _dot(axes: Axes, row: int, item: Measured, color: str) -> None:
    low, high = _arms(item)
    axes.errorbar(
        item.value or 0.0, row, xerr=([low], [high]), color=STANDING_FOR[color], marker="o", markersize=5, capsize=2.5,
        linewidth=1.2,
    )  # fmt: skip


def _cross(axes: Axes, x: Measured, y: Measured, color: str) -> None:
    (left, right), (down, up) = _arms(x), _arms(y)
    axes.errorbar(
        x.value or 0.0, y.value or 0.0, xerr=([left], [right]), yerr=([down], [up]), color=STANDING_FOR[color],
        marker="o", markersize=5, linewidth=0.8, alpha=0.85,
    )  # fmt: skip


def _arms(item: Measured) -> tuple[float, float]:
    """Lengths of the interval on both sides of the value, never below 0."""
    value = item.value or 0.0
    low, high = item.interval or (value, value)
    return max(value - low, 0.0), max(high - value, 0.0)


def _names(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)


def _percent(axes: Axes, axis: str = "x", *, limits: bool = True) -> None:
    """Percent along an axis, with lines across it."""
    from matplotlib.ticker import PercentFormatter

    along = axes.xaxis if axis == "x" else axes.yaxis
    along.set_major_formatter(PercentFormatter(1.0, decimals=0))
    if limits:
        axes.set_xlim(0, 1)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
    axes.grid(axis="x" if axis == "x" else "y", visible=True)


def _legend(axes: Axes, colors: Sequence[tuple[str, str]]) -> None:
    """Colours with their meaning, above the plot."""
    from matplotlib.patches import Patch

    handles = [Patch(color=STANDING_FOR[color], label=label) for color, label in colors]
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.legend(handles=handles, loc="outside upper left", ncols=2, fontsize=8, borderpad=0.2)


def _joined(names: Sequence[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
