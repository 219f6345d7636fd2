"""Whether questions were refused that should be, and answered that should be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pincite.evaluate.results.intervals import Interval, wilson


@dataclass(frozen=True, slots=True)
class Share:
    """A count out of a total, with its share and Wilson interval; no share of nothing."""

    count: int
    total: int

    @property
    def value(self) -> float | None:
        """`count / total`; None where the total is 0."""
        return self.count / self.total if self.total else None

    @property
    def interval(self) -> Interval | None:
        """95 % Wilson interval of the share; None where the total is 0."""
        return wilson(self.count, self.total) if self.total else None

    def __str__(self) -> str:
        if self.value is None or self.interval is None:
            return "0 of 0"
        low, high = self.interval
        return f"{self.count} of {self.total} ({self.value:.1%}, 95 % interval {low:.1%} to {high:.1%})"


@dataclass(frozen=True, slots=True)
class RefusalCounts:
    """Questions by label and by what happened.

    An answer to an answerable question may still be wrong: these counts are of refusing alone.

    Args:
        answered_answerable, refused_answerable: of the questions that the document answers.
        answered_unanswerable, refused_unanswerable: of those that it does not.
    """

    answered_answerable: int = 0
    refused_answerable: int = 0
    answered_unanswerable: int = 0
    refused_unanswerable: int = 0

    @property
    def precision(self) -> Share:
        """Refusals that were right, of all refusals.

        Range: 0 to 1. Trap: it moves with the share of unanswerable questions in the set.
        """
        return Share(self.refused_unanswerable, self.refused_unanswerable + self.refused_answerable)

    @property
    def recall(self) -> Share:
        """Unanswerable questions that were refused, of all unanswerable ones.

        Range: 0 to 1. Trap: refusing everything reaches 1; read it beside `refused_wrongly`.
        """
        return Share(self.refused_unanswerable, self.refused_unanswerable + self.answered_unanswerable)

    @property
    def refused_wrongly(self) -> Share:
        """Answerable questions that were refused, of all answerable ones. Range: 0 to 1, lower is better."""
        return Share(self.refused_answerable, self.refused_answerable + self.answered_answerable)

    @property
    def answered_wrongly(self) -> Share:
        """Unanswerable questions that were answered, of all unanswerable ones. Range: 0 to 1, lower is better."""
        return Share(self.answered_unanswerable, self.refused_unanswerable + self.answered_unanswerable)


def count_refusals(outcomes: Iterable[tuple[bool, bool]]) -> RefusalCounts:
    """Counts of (answerable, refused) pairs, one for each question."""
    pairs = list(outcomes)
    return RefusalCounts(
        answered_answerable=pairs.count((True, False)),
        refused_answerable=pairs.count((True, True)),
        answered_unanswerable=pairs.count((False, False)),
        refused_unanswerable=pairs.count((False, True)),
    )
