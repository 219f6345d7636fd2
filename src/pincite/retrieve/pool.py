"""Scores of a library's chunks for each view of a question, and the pool that RefWalk ranks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pincite.errors import ModelError
from pincite.index.embedders import Embedder, Vectors, query_vectors
from pincite.index.snapshot import LibraryIndex
from pincite.retrieve.fuse import min_max, min_max_fusion
from pincite.retrieve.views import View
from pincite.retrieve.word_trust import dense_weight

WORDS_ALONE = "searched by words alone"


@dataclass(frozen=True)
class ViewScores:
    """What each view says of each chunk, by row.

    Args:
        lexical, dense: float32, (n_views, n_chunks); NaN where there is none.
        weights: float32, (n_chunks,): 0 for what may not be used, see `pincite.retrieve.hybrid.row_weights`.
        alphas: weight of the dense score, for each view.
    """

    index: LibraryIndex
    lexical: Vectors
    dense: Vectors
    weights: Vectors
    alphas: tuple[float, ...]

    @cached_property
    def hybrid(self) -> Vectors:
        """The weighted hybrid score of each view, float32, (n_views, n_chunks), 0 to 1."""
        allowed = self.weights > 0
        rows = [
            min_max_fusion(d, w, allowed, alpha) * self.weights
            for d, w, alpha in zip(self.dense, self.lexical, self.alphas, strict=True)
        ]
        return np.array(rows, dtype=np.float32)

    @cached_property
    def row_of(self) -> dict[str, int]:
        """Chunk id to row."""
        return {chunk_id: row for row, chunk_id in enumerate(self.index.chunk_ids)}

    def seeds(self, view: int, by: str, count: int) -> dict[str, float]:
        """The best chunks of a view that match at all, with their scores, best first.

        Args:
            by: `dense`, `hybrid` or `lexical`; the hybrid score where there is no dense one.
        """
        scores = self._by(view, by)
        # Of equal scores the question's own documents come first, then the library's order.
        order = np.lexsort((-self.weights, -scores))
        matched = self._matched(view)
        rows = [int(row) for row in order if matched[row]][:count]
        return {self.index.chunk_ids[row]: float(scores[row]) for row in rows}

    def joint_seeds(self, views: Sequence[int], by: str, count: int) -> dict[str, float]:
        """The seeds of several views, each with its highest score, best first."""
        found: dict[str, float] = {}
        for view in views:
            for unit, score in self.seeds(view, by, count).items():
                found[unit] = max(found.get(unit, 0.0), score)
        return dict(sorted(found.items(), key=lambda item: -item[1]))

    def _by(self, view: int, by: str) -> Vectors:
        allowed = self.weights > 0
        dense = bool((allowed & ~np.isnan(self.dense[view])).any())
        if by == "lexical":
            return min_max(self.lexical[view], allowed) * self.weights
        if by == "dense" and dense:
            return min_max(self.dense[view], allowed) * self.weights
        return np.asarray(self.hybrid[view], dtype=np.float32)

    def _matched(self, view: int) -> np.ndarray:
        found = (np.nan_to_num(self.lexical[view]) > 0) | ~np.isnan(self.dense[view])
        return np.asarray((self.weights > 0) & found)


def view_scores(
    index: LibraryIndex,
    views: Sequence[View],
    language: str,
    weights: Vectors,
    alpha: float,
    embedder_for: Callable[[str], Embedder],
    *,
    alpha_by_words: bool = False,
) -> tuple[ViewScores, tuple[str, ...]]:
    """The scores of all chunks for the views, and what was done otherwise than asked, for people.

    Args:
        alpha: weight of the dense score.
        alpha_by_words: whether it is less for a view of whose words one unit holds much.
    """
    tokenizer = index.tokenizer(language)
    words = {view.words: tokenizer.words(view.words) for view in views}
    once = {text: index.lexical_scores(language, found) for text, found in words.items()}
    lexical = np.array([once[view.words] for view in views], dtype=np.float32)
    dense, notes = _dense(index, views, language, embedder_for)
    alphas = dict.fromkeys(words, alpha)
    if alpha_by_words:
        idf = index.word_weights(language, list({word for found in words.values() for word in found}))
        alphas = {text: dense_weight(alpha, found, once[text][weights > 0], idf) for text, found in words.items()}
    return ViewScores(index, lexical, dense, weights, tuple(alphas[view.words] for view in views)), notes


def _dense(
    index: LibraryIndex, views: Sequence[View], language: str, embedder_for: Callable[[str], Embedder]
) -> tuple[Vectors, tuple[str, ...]]:
    nothing = np.full((len(views), len(index.chunk_ids)), np.nan, dtype=np.float32)
    if not index.has_vectors(language):
        return nothing, (f"{WORDS_ALONE}: the library has no vectors for this language",)
    try:
        vectors = query_vectors(embedder_for(language), [view.text for view in views])
    except ModelError as error:
        return nothing, (f"{WORDS_ALONE}: {error}",)
    return np.array([index.dense_scores(language, vector) for vector in vectors], dtype=np.float32), ()
