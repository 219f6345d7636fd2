"""The seam between a question and the evidence for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pincite.store.protocol import EVERYTHING
from pincite.types.retrieval import Ranking, RetrievalFilter


@dataclass(frozen=True, slots=True)
class Query:
    """A question as retrieval sees it.

    Args:
        text: non-empty.
        language: `en` or `ko`: whose index is searched.
        filter: the caller's own limits.
    """

    text: str
    language: str = "en"
    filter: RetrievalFilter = EVERYTHING


class Retriever(Protocol):
    """Ranks a library's chunks for a question."""

    name: str

    def __call__(self, query: Query, k: int) -> Ranking:
        """At most `k` chunks, best first."""
        ...
