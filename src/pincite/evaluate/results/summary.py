"""The figures of a run: each measure's value over all questions and over groups of them, with its intervals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan
from typing import NamedTuple

from pincite.evaluate.benchmark import Label
from pincite.evaluate.case import Scored
from pincite.evaluate.measures.measure import AnswerMeasure, Over, SetMeasure
from pincite.evaluate.measures.record_reading import gate, is_answered, model
from pincite.evaluate.measures.registry import STANDARD_MEASURES, AnyMeasure
from pincite.evaluate.measures.support import STANDARD_GATES
from pincite.evaluate.results.intervals import ROUNDS, Interval, bootstrap_figure, bootstrap_mean, wilson

QUOTING_MODEL = "extractive"
"""Name of the writer whose sentences are quotes."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measure over a set of questions.

    Args:
        value: None where no question has a score: no gold, no score.
        count: questions that score 1, where every score is 0 or 1 (a share); else None.
        total: questions with a score.
        interval: 95 %: Wilson's for a share, else the bootstrap's; None without a value.
        bootstrap: 95 %, by drawing questions, or documents where that was asked for; None where nothing settles it.
        by_construction: why it cannot be otherwise for the answers at hand; empty where it can.
    """

    name: str
    value: float | None
    count: int | None
    total: int
    interval: Interval | None
    bootstrap: Interval | None
    over: Over
    by_construction: str = ""

    def __str__(self) -> str:
        if self.value is None:
            return "no score"
        share = self.count is not None
        shown = f"{self.count} of {self.total} ({self.value:.1%}" if share else f"{self.value:.3f} ({self.total}"
        if self.interval is None:
            return f"{shown})"
        low, high = self.interval
        bounds = f"{low:.1%} to {high:.1%}" if share else f"{low:.3f} to {high:.3f}"
        return f"{shown}, 95 % interval {bounds})"


class Group(NamedTuple):
    """A part of the questions: `all`, `category`, `document`, `trait NAME` or `apart`, and which of its kind."""

    kind: str
    value: str


ALL = Group("all", "")
APART = Group("apart", "")
"""Questions whose labels do not settle what is right, here alone read as answerable where they have gold."""


def figures(
    scored: Sequence[Scored],
    measures: Iterable[AnyMeasure] = STANDARD_MEASURES,
    *,
    by_document: bool = False,
    rounds: int = ROUNDS,
    seed: int = 0,
) -> tuple[Figure, ...]:
    """A figure for each measure over the questions given, in the order of the measures.

    Args:
        by_document: the bootstrap draws documents instead of questions.
        seed: the same seed gives the same intervals.
    """
    return _Table(scored, tuple(measures)).figures(range(len(scored)), by_document, rounds, seed)


def by_group(
    scored: Sequence[Scored],
    measures: Iterable[AnyMeasure] = STANDARD_MEASURES,
    *,
    by_document: bool = False,
    rounds: int = ROUNDS,
    seed: int = 0,
) -> dict[Group, tuple[Figure, ...]]:
    """The figures of all questions and of each group, `all` first; every score is computed once.

    Args:
        by_document: as in `figures`.
    """
    chosen = tuple(measures)
    settled = [item for item in scored if item.question.label is not Label.APART]
    table = _Table(settled, chosen)
    found = {group: table.figures(members, by_document, rounds, seed) for group, members in groups(settled).items()}
    apart = [_read_as_answerable(item) for item in scored if item.question.label is Label.APART]
    if apart:
        found[APART] = figures(apart, chosen, by_document=by_document, rounds=rounds, seed=seed)
    return found


def groups(scored: Sequence[Scored]) -> dict[Group, list[int]]:
    """The places of each group's questions: all, then categories, traits and documents by name."""
    found: dict[Group, list[int]] = {}
    for at, item in enumerate(scored):
        for group in _groups_of(item):
            found.setdefault(group, []).append(at)
    order = {"all": 0, "category": 1, "document": 3}
    return {ALL: [], **dict(sorted(found.items(), key=lambda pair: (order.get(pair[0].kind, 2), pair[0])))}


def _groups_of(scored: Scored) -> Iterator[Group]:
    question = scored.question
    yield ALL
    if question.category:
        yield Group("category", question.category)
    for name, value in question.traits.items():
        yield Group(f"trait {name}", value)
    if question.document_id:
        yield Group("document", question.document_id)


def _read_as_answerable(scored: Scored) -> Scored:
    if not scored.question.gold:
        return scored
    return replace(scored, question=replace(scored.question, label=Label.ANSWERABLE))


class _Table:
    """The scores of all questions by all measures, each computed once."""

    def __init__(self, scored: Sequence[Scored], measures: tuple[AnyMeasure, ...]) -> None:
        self._scored = scored
        self._measures = measures
        self._rows: Mapping[str, list[tuple[float, ...] | None]] = {
            measure.name: [row_of(measure, item) for item in scored] for measure in measures
        }

    def figures(self, members: Sequence[int], by_document: bool, rounds: int, seed: int) -> tuple[Figure, ...]:
        """A figure for each measure over the questions at these places."""
        return tuple(self._figure(m, members, by_document, rounds, seed) for m in self._measures)

    def _figure(self, measure: AnyMeasure, members: Sequence[int], by_document: bool, rounds: int, seed: int) -> Figure:
        rows = self._rows[measure.name]
        counted = [at for at in members if rows[at] is not None]
        known = [row for at in counted if (row := rows[at]) is not None]
        if not known:
            return Figure(measure.name, None, None, 0, None, None, measure.over)
        clusters = [cluster_of(self._scored[at]) for at in counted] if by_document else None
        forced = measure.by_construction if self._is_forced(measure, counted) else ""
        if isinstance(measure, SetMeasure):
            value = figure_value(measure, known)
            drawn = bootstrap_figure(known, measure.figure, clusters=clusters, rounds=rounds, seed=seed)
            return Figure(measure.name, value, None, len(known), drawn, drawn, measure.over, forced)
        scores = [row[0] for row in known]
        mean = bootstrap_mean(scores, clusters=clusters, rounds=rounds, seed=seed)
        count = sum(map(int, scores)) if set(scores) <= {0.0, 1.0} else None
        interval = mean if count is None else wilson(count, len(scores))
        return Figure(measure.name, sum(scores) / len(scores), count, len(scores), interval, mean, measure.over, forced)

    def _is_forced(self, measure: AnyMeasure, places: Iterable[int]) -> bool:
        """Whether all answers are quotes or were delivered by the gate that measures; for drafts: are quotes."""
        records = [self._scored[at].case.record for at in places]
        if measure.over is Over.DRAFTED:
            return all(model(record) == QUOTING_MODEL for record in records)
        answered = [record for record in records if is_answered(record)]
        return bool(answered) and all(model(r) == QUOTING_MODEL or gate(r) in STANDARD_GATES for r in answered)


def row_of(measure: AnyMeasure, scored: Scored) -> tuple[float, ...] | None:
    """What the measure keeps of one question: its score, or its row; None where it does not count."""
    if isinstance(measure, AnswerMeasure):
        score = measure.score(scored)
        return None if score is None else (float(score),)
    return measure.row(scored)


def figure_value(measure: AnyMeasure, rows: Sequence[tuple[float, ...]]) -> float | None:
    """The figure of rows: their mean, or the measure's own; None without rows."""
    import numpy as np

    if not rows:
        return None
    if isinstance(measure, AnswerMeasure):
        return sum(row[0] for row in rows) / len(rows)
    value = float(measure.figure(np.asarray(rows, dtype=np.float64)))
    return None if isnan(value) else value


def cluster_of(scored: Scored) -> str:
    """The document by which a bootstrap draws: the question's, or the question itself where it is about none."""
    return scored.question.document_id or f"question {scored.question.id}"
