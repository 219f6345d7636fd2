"""What a measure of answers is: a score of one question with all that a reader must know of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from pincite.evaluate.case import Scored

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows: TypeAlias = NDArray[np.float64]
    """One row for each question that counts, float64, (…, n_questions, n_columns): many draws at once, or one set."""
    Values: TypeAlias = NDArray[np.float64]
    """A value for each draw, float64, (…); NaN where the rows do not settle it."""


class Over(StrEnum):
    """The questions in a measure's denominator."""

    ALL = "all"
    ANSWERABLE = "answerable"
    UNANSWERABLE = "unanswerable"
    ANSWERED = "answered"
    ANSWERED_ANSWERABLE = "answered and answerable"
    DRAFTED = "a draft was written"
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


@dataclass(frozen=True, slots=True)
class SetMeasure:
    """A measure that is no mean over questions, such as a median: a row for each question, a figure for all rows.

    Args:
        row: None where the question is not in the denominator; rows of one measure are equally long.
        figure: of the rows in any order, repeats included; never called without rows.
    """

    name: str
    row: Callable[[Scored], tuple[float, ...] | None]
    figure: Callable[[Rows], Values]
    over: Over
    definition: str
    source: str
    trap: str
    bounds: tuple[float, float] = (0.0, 1.0)
    higher_is_better: bool | None = True
    by_construction: str = ""
