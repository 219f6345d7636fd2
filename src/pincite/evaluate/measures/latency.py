"""How long questions took."""

from __future__ import annotations

from math import ceil, inf, isfinite
from typing import TYPE_CHECKING, Final

from pincite.evaluate.case import Scored
from pincite.evaluate.measures.denominators import counts
from pincite.evaluate.measures.measure import Over, SetMeasure

if TYPE_CHECKING:
    from pincite.evaluate.measures.measure import Rows, Values


def _seconds(scored: Scored) -> tuple[float, ...] | None:
    seconds = scored.case.seconds
    return None if seconds is None or not isfinite(seconds) or not counts(Over.ALL, scored) else (float(seconds),)


def _median(rows: Rows) -> Values:
    import numpy as np

    return np.asarray(np.median(rows[..., 0], axis=-1))


def _p95(rows: Rows) -> Values:
    """By nearest rank: the smallest that at least 95 % do not exceed."""
    import numpy as np

    place = ceil(0.95 * rows.shape[-2]) - 1
    return np.asarray(np.sort(rows[..., 0], axis=-1)[..., place])


_TRAP = "Wall clock of one machine at one time, other load included. Cases out of a cache have none."

LATENCY: Final[tuple[SetMeasure, ...]] = (
    SetMeasure(
        "Latency, median (s)",
        _seconds,
        _median,
        Over.ALL,
        "the median of the seconds from question to outcome, refusals included",
        "own",
        _TRAP,
        bounds=(0.0, inf),
        higher_is_better=False,
    ),
    SetMeasure(
        "Latency, p95 (s)",
        _seconds,
        _p95,
        Over.ALL,
        "the smallest number of seconds in which at least 95 % of the questions were done (nearest rank)",
        "own",
        f"{_TRAP} With fewer than twenty questions it is the slowest one.",
        bounds=(0.0, inf),
        higher_is_better=False,
    ),
)
