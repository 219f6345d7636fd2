"""Hybrid dense and BM25 retrieval within a question's scope (CiteGuard-RAG, section on retrieval)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np

from pincite.errors import ModelError
from pincite.index.embedders import Embedder, Vectors
from pincite.index.snapshot import LibraryIndex
from pincite.retrieve.fuse import min_max, min_max_fusion
from pincite.retrieve.protocol import Query
from pincite.retrieve.scope import Scope, scope
from pincite.store.protocol import DocumentInfo, Store
from pincite.types.chunk import Chunk
from pincite.types.retrieval import Ranking, ScoredChunk, Scores

Mode = Literal["hybrid", "dense", "lexical"]
# Of a chunk's fused score where its document only contains the place named, or is not the one named: it keeps its
# order among its like and gives way to the question's own documents unless these hardly match.
OUTER_WEIGHT = 0.5
# The same where none of these matches clearly better than one of the question's own documents does, weights aside: what
# answers is at hand where it should be, and a wider or another document beside it would only be cited in its place.
BEHIND_WEIGHT = 0.1
CLEARLY_BETTER = 1.25
# Beyond this share of equal words, the lower of two chunks repeats the higher one.
DUPLICATE_OVERLAP = 0.8


class HybridRetriever:
    """Scores every chunk in scope by vectors and by words, fuses, drops repeats.

    Args:
        alpha: weight of the dense score.
        embedder_for: gives the embedder of a language, or raises ModelError; called on the first question.
    """

    def __init__(
        self,
        store: Store,
        index: Callable[[], LibraryIndex],
        embedder_for: Callable[[str], Embedder],
        *,
        alpha: float = 0.65,
        mode: Mode = "hybrid",
    ) -> None:
        self._store = store
        self._index = index
        self._embedder_for = embedder_for
        self._alpha = alpha
        self._mode: Mode = mode
        self.name = mode

    def __call__(self, query: Query, k: int) -> Ranking:
        """See `Retriever.__call__`."""
        with self._store.reading():  # index and documents of one state, whatever is committed meanwhile
            return self._ranking(query, k)

    def _ranking(self, query: Query, k: int) -> Ranking:
        index = self._index()
        documents = self._store.documents()
        where = scope(query.text, documents, query.filter, self._mentions)
        weights = row_weights(index, documents, where)
        lexical, dense, notes = self._score(index, query)
        unweighted = self._fused(dense, lexical, weights > 0)
        weights = _settled(weights, unweighted)
        fused = unweighted * weights
        matched = (weights > 0) & ((np.nan_to_num(lexical) > 0) | ~np.isnan(dense))
        # Of equal scores the question's own documents come first; what matches least scales to 0 and still matches.
        order = [int(row) for row in np.lexsort((-weights, -fused)) if matched[row]]
        items = self._top(index, order, weights, fused, lexical, dense, k)
        if missing := where.missing(documents):
            notes = (*notes, f"no document at hand is of {', '.join(p.name for p in missing)}")
        return Ranking(items, where.places, where.named, where.left_out, where.foreign, notes)

    def _mentions(self, document_id: str, name: str) -> bool:
        return name in self._store.document_text(document_id)

    def _score(self, index: LibraryIndex, query: Query) -> tuple[Vectors, Vectors, tuple[str, ...]]:
        words = index.tokenizer(query.language).words(query.text)
        lexical = index.lexical_scores(query.language, words)
        nothing = np.full(len(lexical), np.nan, dtype=np.float32)
        if self._mode == "lexical":
            return lexical, nothing, ()
        if not index.has_vectors(query.language):
            return lexical, nothing, ("searched by words alone: the library has no vectors for this language",)
        try:
            vector = self._embedder_for(query.language).embed_query(query.text)
        except ModelError as error:
            return lexical, nothing, (f"searched by words alone: {error}",)
        return lexical, index.dense_scores(query.language, vector), ()

    def _fused(self, dense: Vectors, lexical: Vectors, allowed: np.ndarray) -> Vectors:
        if self._mode == "dense" and (allowed & ~np.isnan(dense)).any():
            return min_max(dense, allowed)
        return min_max_fusion(dense, lexical, allowed, self._alpha)

    def _top(
        self,
        index: LibraryIndex,
        order: Sequence[int],
        weights: Vectors,
        fused: Vectors,
        lexical: Vectors,
        dense: Vectors,
        k: int,
    ) -> tuple[ScoredChunk, ...]:
        kept: list[tuple[int, Chunk]] = []
        # Read a little more than asked for at a time, since repeats fall out.
        for start in range(0, len(order), 2 * k):
            rows = order[start : start + 2 * k]
            chunks = self._store.chunks([index.chunk_ids[r] for r in rows])
            for row in rows:
                chunk = chunks.get(index.chunk_ids[row])
                if chunk is not None and not repeats(chunk, [c for _, c in kept]):
                    kept.append((row, chunk))
            if len(kept) >= k:
                break
        return tuple(
            ScoredChunk(
                chunk,
                rank,
                float(fused[row]),
                Scores(dense=_number(dense[row]), lexical=_number(lexical[row]), fused=float(fused[row])),
                float(weights[row]),
            )
            for rank, (row, chunk) in enumerate(kept[:k], 1)
        )


def _number(value: np.float32) -> float | None:
    return None if np.isnan(value) else float(value)


def row_weights(index: LibraryIndex, documents: Sequence[DocumentInfo], where: Scope) -> Vectors:
    """1 for chunks of the question's own documents, less for outer ones, 0 for what is left out; float32, (n,)."""
    weights = np.zeros(len(index.chunk_ids), dtype=np.float32)
    start = 0
    for document in documents:  # by id, as the rows are
        end = start + document.chunk_count
        weights[start:end] = 1.0 if document.id in where.own else OUTER_WEIGHT if document.id in where.outer else 0.0
        start = end
    if start != len(weights):
        raise RuntimeError(f"the index holds {len(weights)} chunks and the library {start}")
    return weights


def _settled(weights: Vectors, fused: Vectors) -> Vectors:
    """The weights, those of outer chunks lowered further where none of them matches clearly better; (n,)."""
    own, outer = weights == 1.0, (weights > 0) & (weights < 1.0)
    if not own.any() or not outer.any() or fused[outer].max() > CLEARLY_BETTER * fused[own].max():
        return weights
    return np.where(outer, np.float32(BEHIND_WEIGHT), weights)


def repeats(chunk: Chunk, higher: Sequence[Chunk]) -> bool:
    """Whether a chunk says again what a higher one of the same document says, overlap and re-issues included."""
    words = set(chunk.text.split())
    for other in higher:
        if other.document_id == chunk.document_id:
            shared = len(words & set(other.text.split()))
            if words and shared / len(words) > DUPLICATE_OVERLAP:
                return True
    return False
