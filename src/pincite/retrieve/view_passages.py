"""A pool ranked by a cross-encoder, once for each view (RefWalk, section on multi-view reranking)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pincite.retrieve.rerank import Reranker
from pincite.retrieve.views import View
from pincite.retrieve.windows import best_windows
from pincite.types.chunk import Chunk

QUERY_CHARS: Final = 500
PASSAGE_CHARS: Final = 3000
"""Most that is read of a view and of a unit (RefWalk's own limits)."""


def reranked(
    model: Reranker,
    views: Sequence[View],
    pool: Sequence[Chunk],
    weights: Mapping[str, float],
    window_tokens: int | None,
) -> list[dict[str, float]]:
    """Chunk ids to scores from 0 to 1, once for each view; views of the same text are read once.

    Args:
        weights: chunk id to the share of its scores that counts.
        window_tokens: of the best window that is read of each unit; None for its beginning, header included.
    """
    done: dict[str, dict[str, float]] = {}
    for view in views:
        if view.text not in done:
            passages = [_passage(view, chunk, window_tokens) for chunk in pool]
            scores = _scaled(model.scores(view.text[:QUERY_CHARS], passages) if passages else [])
            done[view.text] = {c.id: s * weights[c.id] for c, s in zip(pool, scores, strict=True)}
    return [done[view.text] for view in views]


def _passage(view: View, chunk: Chunk, window_tokens: int | None) -> str:
    if window_tokens is not None:
        windows = best_windows(view.words, chunk, window_tokens, limit=1)
        if windows:
            return windows[0].passage
    return chunk.index_text[:PASSAGE_CHARS]


def _scaled(values: Sequence[float]) -> list[float]:
    low, high = min(values, default=0.0), max(values, default=0.0)
    return [(v - low) / (high - low) if high > low else 1.0 for v in values]
