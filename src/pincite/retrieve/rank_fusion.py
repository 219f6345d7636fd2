"""Joining the rankings of several views into one (RefWalk, section on fusion)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

Fusion = Literal["rrm", "rrf", "weighted", "narrow", "mid", "wide"]
RANK_CONSTANT: Final = 60


def ranks_of(scores: Mapping[str, float]) -> dict[str, int]:
    """Ranks from 1 by falling score; equal scores keep the mapping's order."""
    ordered = sorted(scores, key=lambda key: -scores[key])
    return {key: rank for rank, key in enumerate(ordered, 1)}


def reciprocal_rank_max(
    rankings: Sequence[Mapping[str, int]], k: int = RANK_CONSTANT, weights: Sequence[float] = ()
) -> dict[str, float]:
    """Maximum over rankings of weight / (k + rank), ranks from 1 (RefWalk, k = 60, no weights).

    Who is first in one view alone scores as who is first in all, so ties are common and the caller has to break them;
    the paper does by the mid view's rank.

    Args:
        weights: of the rankings; 1 each where none are given.
    """
    best: dict[str, float] = {}
    for ranking, weight in zip(rankings, weights or [1.0] * len(rankings), strict=True):
        for key, rank in ranking.items():
            best[key] = max(best.get(key, 0.0), weight / (k + rank))
    return best


def reciprocal_rank_fusion(
    rankings: Sequence[Mapping[str, int]], k: int = RANK_CONSTANT, weights: Sequence[float] = ()
) -> dict[str, float]:
    """Sum over rankings of weight / (k + rank), ranks from 1 (Cormack and others, 2009); for the comparison runs.

    Args:
        weights: of the rankings; 1 each where none are given.
    """
    fused: dict[str, float] = {}
    for ranking, weight in zip(rankings, weights or [1.0] * len(rankings), strict=True):
        for key, rank in ranking.items():
            fused[key] = fused.get(key, 0.0) + weight / (k + rank)
    return fused


def weighted_sum(scored: Sequence[Mapping[str, float]], weights: Sequence[float]) -> dict[str, float]:
    """Sum over views of weight · score, each view's scores scaled from 0 to 1 first.

    A view whose scores are all equal says nothing and adds nothing.
    """
    fused: dict[str, float] = {}
    for scores, weight in zip(scored, weights, strict=True):
        low, high = min(scores.values(), default=0.0), max(scores.values(), default=0.0)
        for key, score in scores.items():
            scaled = (score - low) / (high - low) if high > low else 0.0
            fused[key] = fused.get(key, 0.0) + weight * scaled
    return fused
