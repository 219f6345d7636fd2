"""What a run of an evaluation tells while it works."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pincite.answer.events import TextLeaves
from pincite.ingest.reports import Progress


@dataclass(frozen=True, slots=True)
class RunStarted:
    """The questions of a named run begin.

    Args:
        kept: questions whose cases are there already.
    """

    run: str
    kept: int
    total: int


@dataclass(frozen=True, slots=True)
class QuestionDone:
    """A question's case, or its error, is kept."""

    run: str
    question_id: str
    done: int
    total: int
    error: str = ""


@dataclass(frozen=True, slots=True)
class RunNotMade:
    """A named run that cannot be made here, with the reason."""

    run: str
    reason: str


EvalEvent = RunStarted | QuestionDone | RunNotMade | Progress | TextLeaves
"""`Progress` is that of documents taken in."""
OnEvalEvent = Callable[[EvalEvent], None]


def unheard(event: EvalEvent) -> None:
    """Nobody listens."""
