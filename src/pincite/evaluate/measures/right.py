"""When an answer is right, by what its benchmark has; right answers and right refusals; right × grounded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.evaluate.benchmark import HitRule, Label
from pincite.evaluate.case import Scored
from pincite.evaluate.measures.answers import answer_accuracy, cites_gold
from pincite.evaluate.measures.denominators import answer_measure, counts
from pincite.evaluate.measures.measure import AnswerMeasure, Over, SetMeasure
from pincite.evaluate.measures.record_reading import is_answered
from pincite.evaluate.measures.spans import span_hit
from pincite.evaluate.measures.support import BY_CONSTRUCTION, is_unsupported

if TYPE_CHECKING:
    from pincite.evaluate.measures.measure import Rows, Values

RIGHT_RULE: Final = (
    "right is: by Answer Accuracy where there is a reference, else by Span Accuracy where gold is spans, else where a "
    "citation is a hit on gold"
)


def right(scored: Scored) -> float | None:
    """1 where an answerable question was answered right, 0 where not or refused; None where nothing settles it."""
    if scored.question.label is not Label.ANSWERABLE:
        return None
    if scored.question.reference.strip():
        return answer_accuracy(scored)
    if scored.benchmark.hit is HitRule.SPAN and (found := span_hit(scored)) is not None:
        return found
    return float(cites_gold(scored)) if scored.question.gold else None


def _balanced_row(scored: Scored) -> tuple[float, ...] | None:
    if not counts(Over.ALL, scored):
        return None
    if scored.question.label is Label.UNANSWERABLE:
        return 0.0, float(not is_answered(scored.case.record))
    score = right(scored)
    return None if score is None else (1.0, score)


def _balanced(rows: Rows) -> Values:
    import numpy as np

    answerable, scores = rows[..., 0], rows[..., 1]
    first, second = answerable.sum(axis=-1), (1 - answerable).sum(axis=-1)
    with np.errstate(invalid="ignore"):  # 0 / 0 where one kind is missing
        right_ones = (answerable * scores).sum(axis=-1) / first
        refused_ones = ((1 - answerable) * scores).sum(axis=-1) / second
    return np.asarray((right_ones + refused_ones) / 2)


BALANCED: Final = SetMeasure(
    "Balanced Accuracy",
    _balanced_row,
    _balanced,
    Over.ALL,
    f"(answerable questions answered right / all + unanswerable ones refused / all) / 2; {RIGHT_RULE}",
    "the mean of the two recalls",
    "Refusing everything gives one half. Without questions of both kinds there is none.",
)


@dataclass(frozen=True, slots=True)
class Grid:
    """Answers to answerable questions by right and by grounded: every sentence passes gate `standard`.

    Args:
        unknown: answers of which one or the other is not known.
    """

    right_grounded: int = 0
    right_ungrounded: int = 0
    wrong_grounded: int = 0
    wrong_ungrounded: int = 0
    unknown: int = 0


def right_by_grounded(scored: Sequence[Scored]) -> Grid:
    """The counts of the four cells."""
    cells = [_cell(item) for item in scored if counts(Over.ANSWERED_ANSWERABLE, item)]
    return Grid(
        right_grounded=cells.count((True, True)),
        right_ungrounded=cells.count((True, False)),
        wrong_grounded=cells.count((False, True)),
        wrong_ungrounded=cells.count((False, False)),
        unknown=cells.count(None),
    )


def _cell(scored: Scored) -> tuple[bool, bool] | None:
    score, failed = right(scored), is_unsupported(scored.case)
    return None if score is None or failed is None else (score == 1.0, not failed)


def _in_cell(cell: tuple[bool, bool]) -> Callable[[Scored], float | None]:
    def score(scored: Scored) -> float | None:
        found = _cell(scored)
        return None if found is None else float(found == cell)

    return score


def _grid_measure(name: str, cell: tuple[bool, bool], better: bool) -> AnswerMeasure:
    what = ("right" if cell[0] else "not right", "supports" if cell[1] else "does not support")
    return answer_measure(
        name,
        _in_cell(cell),
        Over.ANSWERED_ANSWERABLE,
        definition=f"1 where the answer is {what[0]} and gate `standard` {what[1]} every sentence of it; {RIGHT_RULE}",
        source="correctness against attribution, as in H. Rashkin et al., Measuring Attribution (2023)",
        trap="Grounded is supported by what it cites, not Grounded Accuracy: a wrong answer can be grounded in the "
        "wrong place. Where gate `standard` delivered, all answers are grounded.",
        higher_is_better=better,
        by_construction="" if cell[1] else BY_CONSTRUCTION,
    )


GRID: Final[tuple[AnswerMeasure, ...]] = (
    _grid_measure("Right and Grounded", (True, True), True),
    _grid_measure("Right, not Grounded", (True, False), False),
    _grid_measure("Wrong, Grounded", (False, True), False),
    _grid_measure("Wrong, not Grounded", (False, False), False),
)
