"""Fusion against sums written out, and what it does where scores say nothing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.retrieve.fuse import min_max, min_max_fusion

NAN = float("nan")
ALL = np.array([True, True, True])


def row(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


MIN_MAX = [
    pytest.param(row(2, 4, 3), ALL, [0.0, 1.0, (3 - 2) / (4 - 2)], id="lowest-0-highest-1"),
    pytest.param(row(2, NAN, 3), ALL, [0.0, 0.0, 1.0], id="nan-becomes-0"),
    pytest.param(row(2, 9, 3), np.array([True, False, True]), [0.0, 0.0, 1.0], id="left-out-does-not-count"),
    pytest.param(row(-1, 1, 0), ALL, [0.0, 1.0, 0.5], id="negative-cosines"),
    pytest.param(row(5, 5, 5), ALL, [0.0, 0.0, 0.0], id="equal-scores-say-nothing"),
    pytest.param(row(NAN, NAN, NAN), ALL, [0.0, 0.0, 0.0], id="no-score"),
    pytest.param(row(1, 2, 3), ~ALL, [0.0, 0.0, 0.0], id="nothing-allowed"),
    pytest.param(row(), np.zeros(0, dtype=bool), [], id="no-chunk"),
]
FUSED = [
    pytest.param(
        row(0.2, 0.6, 0.4), row(8, 0, 2), [0.65 * 0 + 0.35 * 1, 0.65 * 1 + 0.35 * 0, 0.65 * 0.5 + 0.35 * 0.25], id="sum"
    ),
    pytest.param(row(0.2, 0.6, NAN), row(8, 0, 2), [0.35, 0.65, 0.35 * 0.25], id="chunk-without-a-vector"),
    pytest.param(row(NAN, NAN, NAN), row(8, 0, 2), [1.0, 0.0, 0.25], id="words-alone"),
    pytest.param(row(0.2, 0.6, 0.4), row(NAN, NAN, NAN), [0.0, 1.0, 0.5], id="vectors-alone"),
    pytest.param(row(0.5, 0.5, 0.5), row(8, 0, 2), [0.35, 0.0, 0.35 * 0.25], id="equal-vectors-say-nothing"),
]


@pytest.mark.parametrize(("scores", "allowed", "expected"), MIN_MAX)
def test_min_max(scores: np.ndarray, allowed: np.ndarray, expected: list[float]) -> None:
    scaled = min_max(scores, allowed)
    assert scaled.dtype == np.float32
    assert scaled == pytest.approx(expected)


@pytest.mark.parametrize(("dense", "lexical", "expected"), FUSED)
def test_min_max_fusion(dense: np.ndarray, lexical: np.ndarray, expected: list[float]) -> None:
    fused = min_max_fusion(dense, lexical, ALL, alpha=0.65)
    assert fused.dtype == np.float32
    assert fused == pytest.approx(expected)


def test_vectors_of_left_out_chunks_are_no_vectors() -> None:
    allowed = np.array([False, True, True])
    assert min_max_fusion(row(0.9, NAN, NAN), row(0, 3, 1), allowed) == pytest.approx([0.0, 1.0, 0.0])


@given(
    st.lists(st.tuples(st.floats(-1, 1), st.floats(0, 50), st.booleans(), st.booleans()), max_size=8), st.floats(0, 1)
)
def test_fused_scores_lie_between_0_and_1_and_left_out_ones_are_0(
    rows: list[tuple[float, float, bool, bool]], alpha: float
) -> None:
    dense = row(*(d if known else NAN for d, _, known, _ in rows))
    allowed = np.array([a for *_, a in rows], dtype=bool)
    fused = min_max_fusion(dense, row(*(w for _, w, _, _ in rows)), allowed, alpha)
    assert ((fused >= 0) & (fused <= 1.0001)).all()
    assert (fused[~allowed] == 0).all()
