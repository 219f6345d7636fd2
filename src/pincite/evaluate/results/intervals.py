"""How far a measured figure may be off: the Wilson interval of a share, the bootstrap of a mean and of a difference.

All bootstraps are percentile bootstraps, and the same seed gives the same interval. Where `clusters` are given, they
are drawn whole: questions about one document are less than independent, and the interval is the wider one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isnan, sqrt
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Figure = Callable[[NDArray[np.float64]], NDArray[np.float64]]
    """Of rows, float64, (…, n, columns), a value for each draw, (…); NaN where the rows do not settle it."""

ROUNDS = 2_000
"""Of one figure's bootstrap: bounds move by less than a hundredth of their width from seed to seed."""
_BLOCK_DRAWS = 1_000_000


class Interval(NamedTuple):
    """Bounds of a figure at the confidence that it was asked for."""

    low: float
    high: float


class Difference(NamedTuple):
    """The mean of `b - a` over the questions, with its interval.

    A difference counts as one where the interval leaves zero out.
    """

    mean: float
    interval: Interval
    questions: int

    @property
    def clear(self) -> bool:
        """Whether zero lies outside the interval."""
        return self.interval.low > 0 or self.interval.high < 0


def wilson(successes: int, trials: int, *, confidence: float = 0.95) -> Interval:
    """The Wilson score interval of a share, `successes / trials`.

    Definition: (p + z²/2n ± z·sqrt(p(1 − p)/n + z²/4n²)) / (1 + z²/n), with z the normal quantile.
    Range: 0 to 1. Source: E. B. Wilson, JASA 22 (1927), 209-212.
    Trap: it is for independent trials; questions about one document are less than that.

    Raises:
        ValueError: no trial, or more successes than trials.
    """
    if not 0 <= successes <= trials or trials == 0:
        raise ValueError(f"no share of {successes} successes in {trials} trials")
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = successes / trials
    middle = share + z * z / (2 * trials)
    width = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return Interval(max((middle - width) / scale, 0.0), min((middle + width) / scale, 1.0))


def bootstrap_mean(
    scores: Sequence[float],
    *,
    clusters: Sequence[str] | None = None,
    rounds: int = ROUNDS,
    confidence: float = 0.95,
    seed: int = 0,
) -> Interval:
    """The percentile bootstrap interval of the mean of `scores`.

    Definition: questions, or clusters of them, are drawn with replacement, as many as there are.
    Source: B. Efron, R. Tibshirani, An Introduction to the Bootstrap (1993), chapter 13.
    Trap: where all scores are the same it has no width, however few they are; take Wilson's for a share.

    Args:
        scores: one for each question; non-empty.
        clusters: the cluster of each question, such as its document; None draws questions.

    Raises:
        ValueError: there is no score, or the clusters are not as many.
    """
    import numpy as np

    if not scores:
        raise ValueError("no score, no interval")
    values = np.asarray(scores, dtype=np.float64)
    group = _groups(len(values), clusters)
    sizes = np.bincount(group).astype(np.float64)
    totals = np.bincount(group, weights=values)
    means = [totals[drawn].sum(axis=1) / sizes[drawn].sum(axis=1) for drawn in _draws(len(sizes), rounds, seed)]
    return _percentiles(np.concatenate(means), confidence)


def bootstrap_figure(
    rows: Sequence[Sequence[float]],
    figure: Figure,
    *,
    clusters: Sequence[str] | None = None,
    rounds: int = ROUNDS,
    confidence: float = 0.95,
    seed: int = 0,
) -> Interval | None:
    """The percentile bootstrap interval of a figure that is no mean, such as a median.

    Draws that do not settle the figure are left out.

    Args:
        rows: one for each question, equally long; non-empty.
        figure: of many draws at once where questions are drawn, else of one.

    Returns:
        None where no draw settles the figure.

    Raises:
        ValueError: there is no row, or the clusters are not as many.
    """
    import numpy as np

    if not rows:
        raise ValueError("no row, no interval")
    values = np.asarray(rows, dtype=np.float64)
    if clusters is None:
        found = np.concatenate([figure(values[drawn]) for drawn in _draws(len(rows), rounds, seed)])
    else:
        found = np.asarray([figure(values[drawn]) for drawn in _drawn_questions(len(rows), clusters, rounds, seed)])
    known = found[~np.isnan(found)]
    return _percentiles(known, confidence) if len(known) else None


def paired_bootstrap(
    a: Sequence[float],
    b: Sequence[float],
    *,
    clusters: Sequence[str] | None = None,
    rounds: int = 10_000,
    confidence: float = 0.95,
    seed: int = 0,
) -> Difference:
    """The mean difference `b - a` over the same questions, with its percentile bootstrap interval.

    Definition: questions are drawn with replacement, a question's two scores always together.
    Source: B. Efron, R. Tibshirani, An Introduction to the Bootstrap (1993), chapters 13 and 16.
    Trap: two systems scored on other questions cannot be paired; leave a question out of both.

    Args:
        a, b: scores of the two systems, the same question at the same place; non-empty.
        clusters: as in `bootstrap_mean`.
        seed: the same seed gives the same interval.

    Raises:
        ValueError: the two differ in length, or are empty.
    """
    if len(a) != len(b) or not a:
        raise ValueError(f"pairs need the same questions: {len(a)} scores against {len(b)}")
    differences = [after - before for before, after in zip(a, b, strict=True)]
    interval = bootstrap_mean(differences, clusters=clusters, rounds=rounds, confidence=confidence, seed=seed)
    return Difference(fmean(differences), interval, len(differences))


def paired_bootstrap_figure(
    a: Sequence[Sequence[float] | None],
    b: Sequence[Sequence[float] | None],
    figure: Figure,
    *,
    clusters: Sequence[str] | None = None,
    rounds: int = ROUNDS,
    confidence: float = 0.95,
    seed: int = 0,
) -> Difference | None:
    """The difference of a figure that is no mean, each side over the questions that it has a row for.

    Args:
        a, b: rows of the two systems, the same question at the same place; None where a side has none.

    Returns:
        None where a side does not settle the figure.

    Raises:
        ValueError: the two differ in length.
    """
    import numpy as np

    if len(a) != len(b):
        raise ValueError(f"pairs need the same questions: {len(a)} rows against {len(b)}")
    sides = [_with_gaps(a), _with_gaps(b)]
    if sides[0] is None or sides[1] is None:
        return None

    def difference(index: NDArray[np.int64]) -> float | None:
        values = [_figure_of(side, index, figure) for side in sides]
        return None if values[0] is None or values[1] is None else values[1] - values[0]

    whole = difference(np.arange(len(a)))
    if whole is None:
        return None
    drawn = [difference(index) for index in _drawn_questions(len(a), clusters, rounds, seed)]
    known = np.asarray([value for value in drawn if value is not None])
    return Difference(whole, _percentiles(known, confidence), len(a)) if len(known) else None


def _with_gaps(rows: Sequence[Sequence[float] | None]) -> Any:
    """The rows as an array, (n, columns), with NaN where there is none; None without any row."""
    import numpy as np

    width = next((len(row) for row in rows if row is not None), 0)
    return np.asarray([row if row is not None else [np.nan] * width for row in rows], float) if width else None


def _figure_of(side: Any, index: NDArray[np.int64], figure: Figure) -> float | None:
    import numpy as np

    drawn = side[index]
    drawn = drawn[~np.isnan(drawn).any(axis=1)]
    value = float(figure(drawn)) if len(drawn) else float("nan")
    return None if isnan(value) else value


def _groups(count: int, clusters: Sequence[str] | None) -> NDArray[np.int64]:
    """The number of each question's cluster, clusters counted in the order of their first question."""
    import numpy as np

    if clusters is None:
        return np.arange(count)
    if len(clusters) != count:
        raise ValueError(f"{len(clusters)} clusters for {count} questions")
    place = {name: at for at, name in enumerate(dict.fromkeys(clusters))}
    return np.asarray([place[name] for name in clusters])


def _draws(count: int, rounds: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """Draws of `count` from `count`, with replacement, (rounds of a block, count)."""
    import numpy as np

    generator = np.random.default_rng(seed)
    block = max(_BLOCK_DRAWS // count, 1)
    for start in range(0, rounds, block):
        yield generator.integers(0, count, (min(block, rounds - start), count))


def _drawn_questions(count: int, clusters: Sequence[str] | None, rounds: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """The questions of each draw."""
    import numpy as np

    group = _groups(count, clusters)
    members = [np.flatnonzero(group == number) for number in range(int(group.max()) + 1)] if clusters else None
    for block in _draws(len(members) if members else count, rounds, seed):
        for drawn in block:
            yield np.concatenate([members[number] for number in drawn]) if members else drawn


def _percentiles(values: NDArray[np.float64], confidence: float) -> Interval:
    ordered = sorted(float(value) for value in values)
    tail = (1 - confidence) / 2
    rounds = len(ordered)
    return Interval(ordered[int(tail * rounds)], ordered[min(int((1 - tail) * rounds), rounds - 1)])
