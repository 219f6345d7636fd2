"""What answering less buys: the risk–coverage curve over the estimated chance that the evidence holds the answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from pincite.evaluate.benchmark import Label
from pincite.evaluate.case import Scored
from pincite.evaluate.measures.denominators import counts
from pincite.evaluate.measures.measure import Over, SetMeasure
from pincite.evaluate.measures.right import RIGHT_RULE, right

if TYPE_CHECKING:
    from pincite.evaluate.measures.measure import Rows, Values


class CurvePoint(NamedTuple):
    """Where questions of at least this `threshold` are answered: their share of all, and the share of wrong ones."""

    threshold: float
    coverage: float
    risk: float


def answer_loss(scored: Scored) -> tuple[float, ...] | None:
    """Confidence, and 1 where the answer is wrong or the question unanswerable, else 0; None where it is not known."""
    confidence = scored.case.sufficiency
    if confidence is None or not counts(Over.ANSWERED, scored):
        return None
    if scored.question.label is Label.UNANSWERABLE:
        return confidence, 1.0
    score = right(scored)
    return None if score is None else (confidence, 1.0 - score)


def risk_coverage(scored: Iterable[Scored]) -> tuple[CurvePoint, ...]:
    """The curve of the answers given, from the surest on; a point for each confidence that there is.

    Coverage is of all questions with a settled label; the curve ends where the system itself refused.
    """
    items = [item for item in scored if counts(Over.ALL, item)]
    rows = sorted((row for row in map(answer_loss, items) if row is not None), reverse=True)
    points: list[CurvePoint] = []
    for answered, (confidence, _) in enumerate(rows, start=1):
        if answered < len(rows) and rows[answered][0] == confidence:
            continue
        risk = sum(loss for _, loss in rows[:answered]) / answered
        points.append(CurvePoint(confidence, answered / len(items), risk))
    return tuple(points)


def area_under(rows: Rows) -> Values:
    """The mean over i of the risk among the i surest answers; answers of one confidence share their losses.

    Args:
        rows: confidence and loss.
    """
    import numpy as np

    order = np.argsort(-rows[..., 0], axis=-1)
    sure = np.take_along_axis(rows[..., 0], order, axis=-1)
    lost = np.cumsum(np.take_along_axis(rows[..., 1], order, axis=-1), axis=-1)
    count = rows.shape[-2]
    at = np.broadcast_to(np.arange(count), sure.shape)
    ends = np.concatenate([sure[..., 1:] != sure[..., :-1], np.ones_like(sure[..., :1], bool)], axis=-1)
    # The last place of each answer's confidence, and that of the confidence before, -1 for the first.
    last = np.flip(np.minimum.accumulate(np.flip(np.where(ends, at, count), -1), axis=-1), -1)
    before = np.concatenate([np.full_like(last[..., :1], -1), np.where(ends, at, -1)[..., :-1]], axis=-1)
    before = np.maximum.accumulate(before, axis=-1)
    base = np.where(before < 0, 0.0, np.take_along_axis(lost, np.maximum(before, 0), axis=-1))
    share = (at - before) / (last - before)
    shared = base + share * (np.take_along_axis(lost, last, axis=-1) - base)
    return np.asarray((shared / (at + 1)).mean(axis=-1))


def best_area(losses: Sequence[float]) -> float:
    """The area where every right answer were surer than every wrong one: what no ordering can go below."""
    ordered = sorted(losses)
    return sum(sum(ordered[:count]) / count for count in range(1, len(ordered) + 1)) / len(ordered) if ordered else 0.0


AURC: Final = SetMeasure(
    "AURC",
    answer_loss,
    area_under,
    Over.ANSWERED,
    "the area under the risk–coverage curve: the mean over i of the share of wrong ones among the i surest answers; "
    f"an answer to an unanswerable question is wrong; {RIGHT_RULE}",
    "Y. Geifman, R. El-Yaniv, Selective Classification (2017); G. Ding et al., Revisiting the Evaluation (2020)",
    "It goes over the answers that were given: refusing more makes it smaller. The whole curve needs a run that "
    "refuses nothing for want of evidence. Runs of different accuracy differ in it without a better ordering.",
    higher_is_better=False,
)
