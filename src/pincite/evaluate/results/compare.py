"""Two runs over the same questions: how each measure differs, paired, and on which questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pincite.errors import InputError
from pincite.evaluate.case import Scored
from pincite.evaluate.measures.measure import Over, SetMeasure
from pincite.evaluate.measures.registry import STANDARD_MEASURES, AnyMeasure
from pincite.evaluate.results.intervals import ROUNDS, Difference, paired_bootstrap, paired_bootstrap_figure
from pincite.evaluate.results.summary import cluster_of, figure_value, row_of

_LISTED = 8


class Change(NamedTuple):
    """A question that a measure scores otherwise; None where it does not count on that side."""

    question_id: str
    before: float | None
    after: float | None


@dataclass(frozen=True, slots=True)
class Compared:
    """A measure on both sides.

    Args:
        a, b: each side's figure over its own denominator; None where it has none.
        difference: `b - a`; for means over the questions that count on both sides, so that it need not be the
            difference of the figures; None where there is none.
        changed: in the order of `a`; empty for measures that are no mean over questions.
    """

    name: str
    over: Over
    a: float | None
    b: float | None
    difference: Difference | None
    changed: tuple[Change, ...] = ()
    higher_is_better: bool | None = True

    @property
    def better(self) -> bool | None:
        """Whether `b` is clearly better than `a`; None where they do not differ clearly or neither way is better."""
        if self.difference is None or not self.difference.clear or self.higher_is_better is None:
            return None
        return (self.difference.mean > 0) is self.higher_is_better


def compare(
    a: Sequence[Scored],
    b: Sequence[Scored],
    measures: Iterable[AnyMeasure] = STANDARD_MEASURES,
    *,
    by_document: bool = False,
    rounds: int = ROUNDS,
    seed: int = 0,
) -> tuple[Compared, ...]:
    """Each measure on both sides, with its paired difference.

    Args:
        a, b: the same questions, in any order.
        by_document: the bootstrap draws documents instead of questions.
        seed: the same seed gives the same intervals.

    Raises:
        InputError: a question stands on one side only, stands there twice, or is another one on the other side; the
            message lists them.
    """
    pairs = paired(a, b)
    clusters = [cluster_of(before) for before, _ in pairs] if by_document else None
    return tuple(_compared(measure, pairs, clusters, rounds, seed) for measure in measures)


def paired(a: Sequence[Scored], b: Sequence[Scored]) -> list[tuple[Scored, Scored]]:
    """The two sides' cases of each question, in the order of `a`.

    Raises:
        InputError: as `compare`.
    """
    first, second = _by_id(a, "first"), _by_id(b, "second")
    for side, missing in (
        ("second", [id_ for id_ in first if id_ not in second]),
        ("first", [id_ for id_ in second if id_ not in first]),
    ):
        if missing:
            raise InputError(
                f"Runs are compared question by question, and the {side} one lacks {_listed(missing)}.",
                hint="Run both over the same questions.",
            )
    other = [id_ for id_ in first if _asked(first[id_]) != _asked(second[id_])]
    if other:
        raise InputError(
            f"Question, label or gold is another one in the two runs: {_listed(other)}.",
            hint="Run both over the same version of the benchmark.",
        )
    return [(item, second[id_]) for id_, item in first.items()]


def _by_id(scored: Sequence[Scored], side: str) -> dict[str, Scored]:
    found = {item.question.id: item for item in scored}
    if len(found) < len(scored):
        ids = [item.question.id for item in scored]
        twice = [id_ for id_ in found if ids.count(id_) > 1]
        raise InputError(f"The {side} run holds a question more than once: {_listed(twice)}.")
    return found


def _asked(scored: Scored) -> object:
    question = scored.question
    return question.text, question.label, question.reference, question.gold


def _listed(ids: Sequence[str]) -> str:
    shown = ", ".join(ids[:_LISTED])
    more = f" and {len(ids) - _LISTED} more" if len(ids) > _LISTED else ""
    return f"{len(ids)} question{'s' if len(ids) > 1 else ''}: {shown}{more}"


def _compared(
    measure: AnyMeasure,
    pairs: Sequence[tuple[Scored, Scored]],
    clusters: Sequence[str] | None,
    rounds: int,
    seed: int,
) -> Compared:
    before = [row_of(measure, item) for item, _ in pairs]
    after = [row_of(measure, item) for _, item in pairs]
    a = figure_value(measure, [row for row in before if row is not None])
    b = figure_value(measure, [row for row in after if row is not None])
    if isinstance(measure, SetMeasure):
        found = paired_bootstrap_figure(before, after, measure.figure, clusters=clusters, rounds=rounds, seed=seed)
        return Compared(measure.name, measure.over, a, b, found, (), measure.higher_is_better)
    both = [
        (at, x[0], y[0]) for at, (x, y) in enumerate(zip(before, after, strict=True)) if x is not None and y is not None
    ]
    difference = None
    if both:
        difference = paired_bootstrap(
            [x for _, x, _ in both],
            [y for _, _, y in both],
            clusters=[clusters[at] for at, _, _ in both] if clusters else None,
            rounds=rounds,
            seed=seed,
        )
    changed = _changes(pairs, before, after)
    return Compared(measure.name, measure.over, a, b, difference, changed, measure.higher_is_better)


def _changes(
    pairs: Sequence[tuple[Scored, Scored]],
    before: Sequence[tuple[float, ...] | None],
    after: Sequence[tuple[float, ...] | None],
) -> tuple[Change, ...]:
    return tuple(
        Change(item.question.id, x[0] if x else None, y[0] if y else None)
        for (item, _), x, y in zip(pairs, before, after, strict=True)
        if x != y
    )
