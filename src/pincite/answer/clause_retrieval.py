"""Retrieval for requests for clauses: asked by name and details, and ordered by the sentences that the chunks hold.

The words of the form ("highlight the parts of this contract …") are the same in every request; embedded with the name
they drown it. For a type that has a learned rule, all sentences of the chunks that the hybrid search puts forward are
weighed by it, which for one contract is the whole of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import log
from typing import Final

from pincite.generate.clause_features import readings
from pincite.generate.clause_model import NOTHING
from pincite.generate.clause_types import type_name
from pincite.generate.clauses import ClauseFinder
from pincite.retrieve.protocol import Query
from pincite.retrieve.rank_fusion import reciprocal_rank_fusion
from pincite.store.protocol import DocumentInfo
from pincite.text.clause_request import ClauseRequest
from pincite.types.retrieval import Ranking, RetrievalFilter, ScoredChunk

MAX_CHUNKS: Final = 128
"""Chunks whose sentences are weighed."""
RANK_CONSTANT: Final = 4
"""Of the fusion of the rule's ranking with the hybrid one: the rule leads, and what no rule was learned for is seen by
the other. Chosen on half of the folds of the cross-validation over contracts; see docs/evaluation.md."""


class ClauseRetrieval:
    """Ranks chunks for a clause of a known type.

    Args:
        retriever: the hybrid one.
        documents: the documents that a filter lets through.
    """

    def __init__(
        self,
        retriever: Callable[[Query, int], Ranking],
        finder: ClauseFinder,
        documents: Callable[[RetrievalFilter], list[DocumentInfo]],
    ) -> None:
        self._retriever = retriever
        self._finder = finder
        self._documents = documents

    def __call__(self, request: ClauseRequest, language: str, where: RetrievalFilter, k: int) -> Ranking | None:
        """At most `k` chunks; None where the request's type has no rule for the documents in question."""
        key = self._finder.type_of(request, [d.language for d in self._documents(where)])
        if key is None:
            return None
        # A Korean request for the clauses of English contracts is searched for by the type's English name.
        text = request.query if language == "en" else type_name(key)
        ranking = self._retriever(Query(text, "en", where), max(k, MAX_CHUNKS))
        odds = {item.chunk.id: self._best(key, item) for item in ranking.items}
        by_rule = sorted(ranking.items, key=lambda item: (-odds[item.chunk.id] - log(item.weight), item.rank))
        ranks = [{item.chunk.id: rank for rank, item in enumerate(order, 1)} for order in (by_rule, ranking.items)]
        fused = reciprocal_rank_fusion(ranks, RANK_CONSTANT)
        ordered = sorted(by_rule, key=lambda item: -fused[item.chunk.id])[:k]
        items = (
            replace(
                item, rank=rank, score=fused[item.chunk.id], scores=replace(item.scores, rerank=odds[item.chunk.id])
            )
            for rank, item in enumerate(ordered, 1)
        )
        return replace(ranking, items=tuple(items))

    def _best(self, key: str, item: ScoredChunk) -> float:
        """The highest log odds of the chunk's sentences."""
        odds = (self._finder.parameters.log_odds(key, reading, marks) for reading, marks in readings(item.chunk))
        return max(odds, default=NOTHING)
