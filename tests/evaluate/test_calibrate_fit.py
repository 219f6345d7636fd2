"""The fit of the sufficiency rule: weights of cases, logistic regression, threshold, area and risk-coverage curve."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.answer.sufficiency import chance
from pincite.answer.sufficiency_parameters import Row
from pincite.errors import InputError
from pincite.evaluate.calibrate.fit import (
    MAX_REFUSED,
    CalibrationCase,
    area_under_curve,
    case_weights,
    fit,
    logistic,
    risk_coverage,
    threshold,
)


def case(
    holds: bool, around: float, *, made: bool = False, benchmark: str = "one", row: str = "words-en"
) -> CalibrationCase:
    features = {"relevance": 0.0, "own": 0.0, "around": around, "kind": 0.0}
    return CalibrationCase(benchmark, "q", row, holds, made, features)


def test_unanswerable_and_made_cases_weigh_half_as_much_as_the_answerable_ones() -> None:
    cases = [case(True, 1.0)] * 6 + [case(False, 0.0)] * 2 + [case(False, 0.0, made=True)] * 4
    cases += [case(True, 1.0, benchmark="two")] * 3 + [case(False, 0.0, benchmark="two")]
    weights = case_weights(cases)
    assert weights.tolist() == [1.0] * 6 + [6 / 2 / 2] * 2 + [6 / 2 / 4] * 4 + [1.0] * 3 + [3 / 2 / 1]


def test_logistic_without_features_gives_the_log_odds() -> None:
    found = logistic(np.zeros((4, 0)), np.array([1.0, 1.0, 1.0, 0.0]), np.ones(4), 1.0)
    assert found[0] == pytest.approx(log(3 / 1), abs=1e-4)


def test_logistic_meets_the_condition_of_its_optimum() -> None:
    generator = np.random.default_rng(0)
    x = generator.normal(size=(80, 3))
    y = (x[:, 0] + generator.normal(size=80) > 0).astype(float)
    w = generator.uniform(0.2, 2.0, size=80)
    b = logistic(x, y, w, 2.0)
    p = 1 / (1 + np.exp(-(b[0] + x @ b[1:])))
    assert (w * (y - p)).sum() == pytest.approx(0.0, abs=1e-4)
    assert x.T @ (w * (y - p)) == pytest.approx(2.0 * b[1:], abs=1e-6)


def test_logistic_of_separable_cases_stays_finite() -> None:
    b = logistic(np.array([[-1.0], [-1.0], [1.0], [1.0]]), np.array([0.0, 0.0, 1.0, 1.0]), np.ones(4), 1.0)
    assert np.isfinite(b).all()
    assert b[1] > 0


def test_fitted_row_tells_the_cases_apart_and_says_so_in_their_own_units() -> None:
    cases = [case(True, 0.6 + n / 100) for n in range(20)] + [case(False, 0.1 + n / 100) for n in range(20)]
    row = fit(cases, "words-en", ("own", "around", "kind"))
    assert set(row.weights) == {"around"}  # what never varies says nothing
    chances = [chance(c.features, row) for c in cases if c.features is not None]
    assert min(chances[:20]) > max(chances[20:])
    assert sum(p < row.threshold for p in chances[:20]) == int(MAX_REFUSED * 20)


def test_one_kind_of_case_cannot_be_fitted() -> None:
    with pytest.raises(InputError, match="one kind only"):
        fit([case(True, 0.5)] * 3, "words-en", ("around",))
    with pytest.raises(InputError, match="one kind only"):
        fit([case(True, 0.5), case(False, 0.5, row="words-ko")], "words-en", ("around",))


def around(p: float) -> float:
    """The feature that `IDENTITY` makes the chance `p`."""
    return log(p / (1 - p))


IDENTITY = Row(0.0, {"around": 1.0}, 0.5)
THRESHOLDS = [
    pytest.param([(True, n / 20) for n in range(1, 20)], "one", 2 / 20, id="a-tenth-of-19-is-one"),
    pytest.param([(True, 0.3)] * 9 + [(False, 0.9)] * 9, "one", 0.3, id="unanswerable-ones-do-not-count"),
]


@pytest.mark.parametrize(("pairs", "benchmark", "expected"), THRESHOLDS)
def test_threshold_refuses_a_tenth_of_the_answerable(
    pairs: Sequence[tuple[bool, float]], benchmark: str, expected: float
) -> None:
    cases = [case(holds, around(p), benchmark=benchmark) for holds, p in pairs]
    assert threshold(cases, IDENTITY) == pytest.approx(expected, abs=0.0011)
    assert threshold(cases, IDENTITY) <= expected + 1e-9


def test_threshold_takes_benchmarks_alike_whatever_their_size() -> None:
    large = [case(True, around(0.8), benchmark="large")] * 100
    small = [case(True, around(p), benchmark="small") for p in (0.2, 0.4, 0.6, 0.7, 0.75)]
    # One of five refused is a fifth of the small one and, as a mean over both, a tenth.
    assert threshold([*large, *small], IDENTITY, 0.1) == pytest.approx(0.4, abs=0.0011)


AREAS = [
    pytest.param([0.9, 0.8, 0.2], [True, True, False], 1.0, id="apart"),
    pytest.param([0.1, 0.9], [True, False], 0.0, id="turned-round"),
    pytest.param([0.5, 0.5], [True, False], 0.5, id="tie"),
    pytest.param([0.9, 0.4, 0.6, 0.1], [True, True, False, False], 3 / 4, id="three-of-four-pairs"),
    pytest.param([0.9], [True], None, id="one-kind"),
]


@pytest.mark.parametrize(("chances", "labels", "expected"), AREAS)
def test_area_is_the_share_of_pairs_in_order(chances: list[float], labels: list[bool], expected: float | None) -> None:
    assert area_under_curve(chances, labels) == expected


def test_risk_and_coverage_at_every_cut() -> None:
    found = risk_coverage([0.9, 0.7, 0.7, 0.1], [True, False, True, False])
    assert found == [(1 / 4, 0 / 1), (3 / 4, 1 / 3), (4 / 4, 2 / 4)]
    assert risk_coverage([], []) == []


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=30))
def test_curve_rises_in_coverage_to_all_questions(pairs: list[tuple[float, bool]]) -> None:
    found = risk_coverage([p for p, _ in pairs], [label for _, label in pairs])
    coverages = [coverage for coverage, _ in found]
    assert coverages == sorted(set(coverages))
    assert found[-1] == (1.0, sum(not label for _, label in pairs) / len(pairs))


@given(st.lists(st.tuples(st.booleans(), st.floats(-5, 5)), min_size=2, max_size=40))
def test_threshold_never_refuses_more_than_it_may(pairs: list[tuple[bool, float]]) -> None:
    cases = [case(holds, value) for holds, value in pairs]
    least = threshold(cases, IDENTITY)
    answerable = [1 / (1 + exp(-value)) for holds, value in pairs if holds]
    assert 0 < least < 1
    if answerable and least > 0.001:
        assert sum(p < least for p in answerable) / len(answerable) <= MAX_REFUSED
