"""What retrieval passes on: chunks with scores and ranks, and the numbered evidence made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from pincite.types.anchor import TopicAnchor
from pincite.types.chunk import Chunk
from pincite.types.document import Place
from pincite.types.reference import Edge


@dataclass(frozen=True, slots=True)
class RetrievalFilter:
    """Which documents may be searched; empty means all.

    Args:
        document_ids: any of these.
        tags: documents that carry at least one of these.
    """

    document_ids: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores that a chunk got on its way; None where that stage did not run.

    Args:
        dense: cosine, -1 to 1.
        lexical: BM25, 0 or more.
        fused: of the ranking's fusion; comparable within one ranking only.
        rerank: of the reranker; for the cross-encoder a logit.
    """

    dense: float | None = None
    lexical: float | None = None
    fused: float | None = None
    rerank: float | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """How a unit came into a ranking by several views.

    Args:
        way: found by likeness (`seed`), reached along edges (`edge`), or brought in as necessary (`closure`).
        ranks: view to its rank among the pool, from 1; empty for what was in no pool.
        brought_by: id of the chunk from which it was reached or that made it necessary; empty for a seed.
        need: why it is necessary, such as `delegated`; empty for what is not.
    """

    way: Literal["seed", "edge", "closure"]
    ranks: Mapping[str, int]
    brought_by: str = ""
    need: str = ""


@dataclass(frozen=True, slots=True)
class ScoredChunk:
    """A chunk with its rank from 1.

    Args:
        weight: share of its scores that counts: 1 for the question's own documents, less for those that only contain
            its place.
        via: edges by which it was reached, from the chunk that brought it on; empty for what was found by likeness.
        origin: how it came here, where the ranking is one of several views.
    """

    chunk: Chunk
    rank: int
    score: float
    scores: Scores
    weight: float = 1.0
    via: tuple[Edge, ...] = ()
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """An ordered list of chunks and what was kept out of it.

    Args:
        items: best first.
        places: jurisdictions that the question names.
        named_documents: ids of the documents that the question names.
        foreign: the question names a place of which the library holds nothing.
        left_out: jurisdictions of the library whose chunks were left out for the places named.
        notes: for people: what was done otherwise than asked, such as a lexical search for want of an embedder.
        anchor: of the question, where the ranking was made by one.
    """

    items: tuple[ScoredChunk, ...]
    places: tuple[Place, ...] = ()
    named_documents: tuple[str, ...] = ()
    left_out: tuple[Place, ...] = ()
    foreign: bool = False
    notes: tuple[str, ...] = ()
    anchor: TopicAnchor | None = None

    def first(self, k: int) -> Ranking:
        """The same with at most `k` items."""
        return replace(self, items=self.items[:k])


@dataclass(frozen=True, slots=True)
class Evidence:
    """A source that an answer may cite, numbered from 1.

    Args:
        number: its marker in the answer's text.
        title, jurisdiction, effective_date, file_sha256, text_sha256: of its document.
    """

    number: int
    chunk: Chunk
    title: str
    file_sha256: str
    text_sha256: str
    scores: Scores = Scores()
    jurisdiction: str | None = None
    effective_date: str | None = None
    via: tuple[Edge, ...] = ()


@dataclass(frozen=True, slots=True)
class SufficiencyVerdict:
    """Whether the evidence can carry an answer, decided before one is written.

    Args:
        score: 0 to 1, the estimated chance that the evidence holds the answer.
        reason: why it does not suffice; empty where it does.
    """

    score: float
    reason: str = ""

    @property
    def sufficient(self) -> bool:
        """Whether an answer may be written."""
        return not self.reason
