"""Joining the dense and the lexical score of the same chunks; see `rank_fusion` for joining rankings."""

from __future__ import annotations

import numpy as np

from pincite.index.embedders import Vectors


def min_max(scores: Vectors, allowed: np.ndarray) -> Vectors:
    """Scores scaled so that the allowed ones run from 0 to 1, float32, (n,); 0 where NaN or not allowed.

    Where all allowed scores are equal they say nothing, and all become 0.
    """
    usable = allowed & ~np.isnan(scores)
    scaled = np.zeros(len(scores), dtype=np.float32)
    if usable.any():
        low, high = float(scores[usable].min()), float(scores[usable].max())
        if high > low:
            scaled[usable] = (scores[usable] - low) / (high - low)
    return scaled


def min_max_fusion(dense: Vectors, lexical: Vectors, allowed: np.ndarray, alpha: float = 0.65) -> Vectors:
    """Alpha · dense + (1 − alpha) · lexical, both min-max scaled over the allowed chunks (CiteGuard-RAG, α = 0.65).

    Returns:
        float32, (n,), 0 to 1. Without any dense score the lexical one stands alone, and the other way round.
    """
    has_dense = bool((allowed & ~np.isnan(dense)).any())
    has_lexical = bool((allowed & ~np.isnan(lexical)).any())
    if not has_dense or not has_lexical:
        return min_max(dense if has_dense else lexical, allowed)
    fused = alpha * min_max(dense, allowed) + (1 - alpha) * min_max(lexical, allowed)
    return np.asarray(fused, dtype=np.float32)
