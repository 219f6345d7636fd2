"""Fits the linear rules of the clause finder: many logistic regressions at once, with an L2 penalty, by L-BFGS."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float32]

_MEMORY = 8
_TRIES = 20
_ENOUGH = 1e-4


def fit(x: Matrix, y: Matrix, ridge: float, *, steps: int = 80, start: Matrix | None = None) -> Matrix:
    """Weights that make logistic(x @ weights) fit y.

    Args:
        x: float32, (n, d), with a column of ones where a constant is wanted.
        y: float32, (n, k), 0 or 1; each of the k columns is a regression of its own.
        ridge: L2 penalty on every weight.
        start: (d, k), where to begin; zeros by default.

    Returns:
        float32, (d, k).
    """
    w = np.zeros((x.shape[1], y.shape[1]), np.float32) if start is None else start.copy()
    value, slope = _loss(x, y, w, ridge)
    moves: list[tuple[Matrix, Matrix, float]] = []
    for _ in range(steps):
        step = -_direction(slope, moves)
        size = 1.0 if moves else min(1.0, 1.0 / (float(np.abs(slope).sum()) + 1e-9) * w.size)
        along = float((slope * step).sum())
        for _try in range(_TRIES):
            new = w + np.float32(size) * step
            new_value, new_slope = _loss(x, y, new, ridge)
            if new_value <= value + 1e-4 * size * along:
                break
            size /= 2
        else:
            break
        gained = value - new_value
        change, turn = new - w, new_slope - slope
        curve = float((change * turn).sum())
        if curve > 1e-10:
            moves = [*moves, (change, turn, 1.0 / curve)][-_MEMORY:]
        w, value, slope = new, new_value, new_slope
        if gained < _ENOUGH * max(abs(value), 1.0) / 100:
            break
    return w


def _loss(x: Matrix, y: Matrix, w: Matrix, ridge: float) -> tuple[float, Matrix]:
    z = x @ w
    value = float(np.logaddexp(0, z).sum(dtype=np.float64) - (z * y).sum(dtype=np.float64))
    value += 0.5 * ridge * float((w * w).sum(dtype=np.float64))
    chance = 1.0 / (1.0 + np.exp(-np.clip(z, -30, 30)))
    return value, np.asarray(x.T @ (chance - y) + ridge * w, dtype=np.float32)


def _direction(slope: Matrix, moves: list[tuple[Matrix, Matrix, float]]) -> Matrix:
    """The two loops of L-BFGS."""
    q = slope.copy()
    shares = []
    for change, turn, inverse in reversed(moves):
        share = inverse * float((change * q).sum())
        q -= np.float32(share) * turn
        shares.append(share)
    if moves:
        change, turn, inverse = moves[-1]
        q *= np.float32(1.0 / (inverse * float((turn * turn).sum())))
    for (change, turn, inverse), share in zip(moves, reversed(shares), strict=True):
        q += np.float32(share - inverse * float((turn * q).sum())) * change
    return q
