from __future__ import annotations

from math import nan, sqrt
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evaluate.results.intervals import (
    bootstrap_figure,
    bootstrap_mean,
    paired_bootstrap,
    paired_bootstrap_figure,
    wilson,
)

Z = 1.959963984540054


def mean(drawn: Any) -> Any:
    return drawn[..., 0].mean(axis=-1)


def test_wilson_of_eight_in_ten_is_its_formula() -> None:
    low, high = wilson(8, 10)
    middle, width = 0.8 + Z * Z / 20, Z * sqrt(0.8 * 0.2 / 10 + Z * Z / 400)
    assert low == pytest.approx((middle - width) / (1 + Z * Z / 10))
    assert high == pytest.approx((middle + width) / (1 + Z * Z / 10))


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        pytest.param(0, 10, 0.0, Z * Z / (10 + Z * Z), id="none"),
        pytest.param(10, 10, 10 / (10 + Z * Z), 1.0, id="all"),
        pytest.param(79, 82, 0.8979, 0.9875, id="housing-aim"),
    ],
)
def test_wilson(successes: int, trials: int, low: float, high: float) -> None:
    assert wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_share(counts: tuple[int, int]) -> None:
    low, high = wilson(*counts)
    assert 0 <= low <= counts[0] / counts[1] + 1e-12
    assert counts[0] / counts[1] - 1e-12 <= high <= 1


@pytest.mark.parametrize("counts", [(1, 0), (0, 0), (3, 2), (-1, 2)], ids=str)
def test_no_share_no_interval(counts: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no share"):
        wilson(*counts)


def test_bootstrap_mean_is_the_mean_difference() -> None:
    found = paired_bootstrap([0, 1, 1, 0], [1, 1, 0, 1], rounds=200)
    assert found.mean == ((1 - 0) + (1 - 1) + (0 - 1) + (1 - 0)) / 4
    assert found.interval.low <= found.mean <= found.interval.high
    assert found.questions == 4
    assert not found.clear


def test_bootstrap_of_a_constant_difference_has_no_width() -> None:
    found = paired_bootstrap([0.25, 0.5], [0.5, 0.75], rounds=50)
    assert found.interval == (0.25, 0.25)
    assert found.clear


def test_bootstrap_is_the_same_for_a_seed() -> None:
    a, b = [0.1 * (i % 7) for i in range(40)], [0.1 * (i % 5) for i in range(40)]
    assert paired_bootstrap(a, b, rounds=300, seed=3) == paired_bootstrap(a, b, rounds=300, seed=3)
    assert paired_bootstrap(a, b, rounds=300, seed=3) != paired_bootstrap(a, b, rounds=300, seed=4)


@pytest.mark.parametrize(("a", "b"), [([], []), ([1], [1, 2])], ids=["empty", "unequal"])
def test_pairs_need_the_same_questions(a: list[float], b: list[float]) -> None:
    with pytest.raises(ValueError, match="same questions"):
        paired_bootstrap(a, b)


def test_bootstrap_of_a_mean_holds_it() -> None:
    scores = [0.0, 0.2, 0.4, 0.9, 1.0]
    low, high = bootstrap_mean(scores)
    assert min(scores) <= low < fmean(scores) < high <= max(scores)
    assert bootstrap_mean(scores) == (low, high)
    assert bootstrap_mean([0.5, 0.5]) == (0.5, 0.5)


def test_bootstrap_is_as_wide_as_the_binomial() -> None:
    """Of 100 questions half score 1: the standard error is sqrt(0.5 * 0.5 / 100)."""
    low, high = bootstrap_mean([0.0, 1.0] * 50, rounds=10_000)
    assert high - low == pytest.approx(2 * Z * sqrt(0.25 / 100), abs=0.02)


def test_bootstrap_of_clusters_draws_them_whole() -> None:
    # Two clusters of means 0 and 1 and sizes 1 and 3: a draw's mean is 0, 3/4 or 1.
    low, high = bootstrap_mean([0.0, 1.0, 1.0, 1.0], clusters=["a", "b", "b", "b"])
    assert (low, high) == (0.0, 1.0)
    assert bootstrap_mean([0.0, 1.0, 1.0, 1.0], clusters=["a", "b", "b", "b"], confidence=0.1) == (3 / 4, 3 / 4)
    assert bootstrap_mean([0.0, 1.0, 0.0, 1.0], clusters=["a", "a", "b", "b"]) == (0.5, 0.5)


def test_bootstrap_of_a_figure_agrees_with_that_of_the_mean() -> None:
    scores = [0.1 * n for n in range(10)]
    rows = [(score,) for score in scores]
    clusters = [str(n // 2) for n in range(10)]
    assert bootstrap_figure(rows, mean, seed=5) == pytest.approx(bootstrap_mean(scores, seed=5))
    assert bootstrap_figure(rows, mean, clusters=clusters, seed=5) == pytest.approx(
        bootstrap_mean(scores, clusters=clusters, seed=5)
    )


def test_bootstrap_leaves_out_draws_that_settle_nothing() -> None:
    assert bootstrap_figure([(1.0,)], lambda drawn: 0 * mean(drawn) + nan) is None
    rows = [(0.0,), (1.0,)]
    only = bootstrap_figure(rows, lambda drawn: np.where(mean(drawn) > 0, 7.0, nan))
    assert only == (7.0, 7.0)


def test_paired_figure_of_means_is_the_paired_difference() -> None:
    a, b = [0.0, 1.0, 1.0, 0.0, 1.0], [1.0, 1.0, 0.0, 1.0, 1.0]
    found = paired_bootstrap_figure([(x,) for x in a], [(y,) for y in b], mean, seed=2, rounds=500)
    expected = paired_bootstrap(a, b, seed=2, rounds=500)
    assert found is not None
    assert found.mean == pytest.approx(expected.mean)
    assert found.interval == pytest.approx(expected.interval)


def test_paired_figure_takes_each_side_over_its_own_rows() -> None:
    found = paired_bootstrap_figure([(1.0,), None, (0.0,)], [(1.0,), (1.0,), None], mean)
    assert found is not None
    assert found.mean == (1 + 1) / 2 - (1 + 0) / 2
    assert paired_bootstrap_figure([None, None], [(1.0,), (1.0,)], mean) is None


@pytest.mark.parametrize("clusters", [None, []], ids=["none", "empty"])
def test_no_score_no_interval_of_a_mean(clusters: list[str] | None) -> None:
    with pytest.raises(ValueError, match="no score"):
        bootstrap_mean([], clusters=clusters)
    with pytest.raises(ValueError, match="no row"):
        bootstrap_figure([], mean, clusters=clusters)


def test_clusters_are_one_a_question() -> None:
    with pytest.raises(ValueError, match="1 clusters for 2"):
        bootstrap_mean([0.0, 1.0], clusters=["a"])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.integers(0, 3))
def test_bootstrap_stays_within_the_scores(scores: list[float], seed: int) -> None:
    low, high = bootstrap_mean(scores, rounds=50, seed=seed)
    assert min(scores) - 1e-9 <= low <= high <= max(scores) + 1e-9
