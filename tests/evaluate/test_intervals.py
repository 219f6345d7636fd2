from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evaluate.intervals import paired_bootstrap, wilson

Z = 1.959963984540054


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
