"""How far a measured figure may be off: the Wilson interval of a share, the paired bootstrap of a difference."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean
from typing import NamedTuple


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


def paired_bootstrap(
    a: Sequence[float], b: Sequence[float], *, rounds: int = 10_000, confidence: float = 0.95, seed: int = 0
) -> Difference:
    """The mean difference `b - a` over the same questions, with its percentile bootstrap interval.

    Definition: questions are drawn with replacement, a question's two scores always together.
    Source: B. Efron, R. Tibshirani, An Introduction to the Bootstrap (1993), chapters 13 and 16.
    Trap: two systems scored on other questions cannot be paired; leave a question out of both.

    Args:
        a, b: scores of the two systems, the same question at the same place; non-empty.
        seed: the same seed gives the same interval.

    Raises:
        ValueError: the two differ in length, or are empty.
    """
    if len(a) != len(b) or not a:
        raise ValueError(f"pairs need the same questions: {len(a)} scores against {len(b)}")
    differences = [after - before for before, after in zip(a, b, strict=True)]
    draw = random.Random(seed)
    means = sorted(fmean(draw.choices(differences, k=len(differences))) for _ in range(rounds))
    tail = (1 - confidence) / 2
    low, high = means[int(tail * rounds)], means[min(int((1 - tail) * rounds), rounds - 1)]
    return Difference(fmean(differences), Interval(low, high), len(differences))
