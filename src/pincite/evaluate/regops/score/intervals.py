"""Bootstrap intervals of many measures and systems at once: one draw of questions serves them all, so systems pair.

Definition, source and trap are those of `pincite.evaluate.results.intervals`; a question without a score is in no mean.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.evaluate.results.intervals import ROUNDS, Interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CONFIDENCE: Final = 0.95


def drawn_weights(count: int, *, rounds: int = ROUNDS, seed: int = 0) -> NDArray[np.float64]:
    """How often each question is in each draw of `count` with replacement, float64, (rounds, count)."""
    import numpy as np

    drawn = np.random.default_rng(seed).integers(0, count, (rounds, count))
    places = drawn + np.arange(rounds)[:, None] * count
    return np.bincount(places.ravel(), minlength=rounds * count).reshape(rounds, count).astype(np.float64)


def intervals(scores: NDArray[np.float64], weights: NDArray[np.float64]) -> list[Interval | None]:
    """The percentile interval of each column's mean.

    Args:
        scores: float64, (n_questions, n_columns); NaN where a question has no score.
        weights: see `drawn_weights`.

    Returns:
        None for a column without any score.
    """
    import numpy as np

    known = ~np.isnan(scores)
    sums = weights @ np.where(known, scores, 0.0)
    counts = weights @ known.astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.sort(np.where(counts > 0, sums / counts, np.nan), axis=0)  # NaN is sorted to the end
    settled = (~np.isnan(means)).sum(axis=0)
    return [_interval(means[:, at], int(count)) for at, count in enumerate(settled)]


def _interval(ordered: NDArray[np.float64], count: int) -> Interval | None:
    if not count:
        return None
    tail = (1 - CONFIDENCE) / 2
    return Interval(float(ordered[int(tail * count)]), float(ordered[min(int((1 - tail) * count), count - 1)]))
