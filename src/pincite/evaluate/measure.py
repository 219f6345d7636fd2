"""What a measure of answers is: a score of one question with all that a reader must know of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from pincite.evaluate.case import Scored


class Over(StrEnum):
    """The questions in a measure's denominator."""

    ALL = "all"
    ANSWERABLE = "answerable"
    UNANSWERABLE = "unanswerable"
    ANSWERED = "answered"
    ANSWERED_ANSWERABLE = "answered and answerable"
    REGENERATED = "asked for a second draft"


@dataclass(frozen=True, slots=True)
class AnswerMeasure:
    """A measure of one question's outcome; a set's figure is the mean over the questions that have a score.

    Args:
        score: None where the question is not in the denominator; never zero for want of gold.
        over: the denominator, said in reports.
        higher_is_better: None where neither is.
        trap: how it is misread or computed otherwise.
        by_construction: why it cannot be otherwise for answers that quote; empty where it can.
    """

    name: str
    score: Callable[[Scored], float | None]
    over: Over
    definition: str
    source: str
    trap: str
    bounds: tuple[float, float] = (0.0, 1.0)
    higher_is_better: bool | None = True
    by_construction: str = ""
