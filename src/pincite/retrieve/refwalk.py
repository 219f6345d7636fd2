"""RefWalk's retrieval: anchor, views, one hop along citations, fusion by rank; and closure, beyond the paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pincite.index.embedders import Embedder
from pincite.index.snapshot import LibraryIndex
from pincite.retrieve.anchor import callers_anchor, topic_anchor
from pincite.retrieve.anchor_vocabulary import AnchorVocabulary
from pincite.retrieve.authority import level_weights
from pincite.retrieve.closure import Brought, Need, close, inserted
from pincite.retrieve.expand import Reached, expand
from pincite.retrieve.hybrid import repeats, row_weights
from pincite.retrieve.pool import ViewScores, view_scores
from pincite.retrieve.protocol import Query
from pincite.retrieve.rank_fusion import ranks_of, reciprocal_rank_fusion, reciprocal_rank_max, weighted_sum
from pincite.retrieve.rerank import Reranker
from pincite.retrieve.scope import scope
from pincite.retrieve.view_passages import reranked
from pincite.retrieve.views import VIEWS, View, ViewName, views
from pincite.retrieve.walk_state import Walkable, WalkState
from pincite.settings import RefWalkSettings
from pincite.store.protocol import Store
from pincite.types.anchor import TopicAnchor
from pincite.types.chunk import Chunk
from pincite.types.law import AuthorityLevel
from pincite.types.reference import Edge, EdgeType
from pincite.types.retrieval import Origin, Ranking, ScoredChunk, Scores

AnchorMaker = Callable[[str, AnchorVocabulary], tuple[TopicAnchor, tuple[str, ...]]]
"""Question and vocabulary to the anchor, with notes for people."""
_MID = VIEWS.index(ViewName.MID)
_NARROW = VIEWS.index(ViewName.NARROW)
NO_EDGES = "no edge joins the provisions found, so none was walked"


def vocabulary_anchor(question: str, vocabulary: AnchorVocabulary) -> tuple[TopicAnchor, tuple[str, ...]]:
    """The anchor without a model."""
    return topic_anchor(question, vocabulary), ()


class RefWalkRetriever:
    """Ranks a library's units by three views over seeds and what their citations lead to.

    Args:
        walk: the library's graph and vocabulary.
        alpha: weight of the dense score where the settings name none.
        anchor_of: makes the anchor of a question for which the caller has none.
        reranker: gives the cross-encoder; asked for only where the settings rank by one.
        window_tokens: of what the cross-encoder reads of a unit; None for the whole, cut at 3,000 characters.
    """

    name = "refwalk"

    def __init__(
        self,
        store: Store,
        index: Callable[[], LibraryIndex],
        embedder_for: Callable[[str], Embedder],
        walk: WalkState,
        settings: RefWalkSettings,
        *,
        alpha: float = 0.65,
        anchor_of: AnchorMaker = vocabulary_anchor,
        reranker: Callable[[], Reranker] | None = None,
        window_tokens: int | None = None,
    ) -> None:
        self._store = store
        self._index = index
        self._embedder_for = embedder_for
        self._walk = walk
        self._settings = settings
        self._alpha = alpha if settings.alpha is None else settings.alpha
        self._anchor_of = anchor_of
        self._reranker = reranker
        self._window_tokens = window_tokens

    def __call__(self, query: Query, k: int, anchor: TopicAnchor | None = None) -> Ranking:
        """At most `k` units, best first, with the question's anchor; see `Retriever.__call__`.

        Args:
            anchor: the caller's own; None has one made.
        """
        with self._store.reading():  # index, graph and documents of one state, whatever is committed meanwhile
            return self._ranking(query, k, anchor)

    def _ranking(self, query: Query, k: int, anchor: TopicAnchor | None) -> Ranking:
        index, walkable = self._index(), self._walk.current()
        documents = self._store.documents()
        where = scope(query.text, documents, query.filter, lambda i, name: name in self._store.document_text(i))
        anchor, notes = self._anchored(query, walkable, anchor)
        asked = views(query.text, anchor if self._settings.anchor_in_retrieval else TopicAnchor(""), query.language)
        weights = row_weights(index, documents, where)
        scores, said = view_scores(
            index,
            asked,
            query.language,
            weights,
            self._alpha,
            self._embedder_for,
            alpha_by_words=self._settings.alpha_by_words,
        )
        encoding = self._cross_encoding()
        walk = _Walk(self._settings, self._store, walkable, scores, asked, encoding)
        items = walk.items(k)
        notes = (*notes, *said, *walk.notes)
        if encoding and (host := getattr(encoding.model, "host", None)):
            notes = (*notes, f"the question and the passages were sent to {host}")
        if missing := where.missing(documents):
            notes = (*notes, f"no document at hand is of {', '.join(p.name for p in missing)}")
        return Ranking(items, where.places, where.named, where.left_out, where.foreign, notes, anchor)

    def _anchored(
        self, query: Query, walkable: Walkable, anchor: TopicAnchor | None
    ) -> tuple[TopicAnchor, tuple[str, ...]]:
        if anchor is not None:
            return callers_anchor(anchor), ()
        return self._anchor_of(query.text, walkable.vocabulary(query.language))

    def _cross_encoding(self) -> _CrossEncoding | None:
        if self._settings.rank_by != "reranker" or self._reranker is None:
            return None
        return _CrossEncoding(self._reranker(), self._window_tokens)


@dataclass(frozen=True, slots=True)
class _CrossEncoding:
    """A cross-encoder and how much of a unit it reads."""

    model: Reranker
    window_tokens: int | None


class _Walk:
    """One question's way from seeds to ranked units."""

    def __init__(
        self,
        settings: RefWalkSettings,
        store: Store,
        walkable: Walkable,
        scores: ViewScores,
        asked: Sequence[View],
        cross_encoding: _CrossEncoding | None,
    ) -> None:
        self._settings = settings
        self._store = store
        self._walkable = walkable
        self._scores = scores
        self._asked = asked
        self._cross_encoding = cross_encoding
        self._types = frozenset(EdgeType(name) for name in settings.edges)
        self._chunks: dict[str, Chunk] = {}
        self.notes: tuple[str, ...] = ()

    def items(self, k: int) -> tuple[ScoredChunk, ...]:
        """At most `k` units, best first."""
        settings = self._settings
        seed_views = [VIEWS.index(ViewName(name)) for name in settings.seed_views]
        seeds = self._scores.joint_seeds(seed_views, settings.seed_by, settings.seed_pool)
        reached = self._reached(seeds)
        by_view = self._by_view([*seeds, *reached])
        ranks = [ranks_of(scores) for scores in by_view]
        fused = self._fused(by_view, ranks)
        order = sorted(fused, key=lambda unit: (-fused[unit], ranks[_MID][unit]))
        kept = self._without_repeats(order, k)
        # What is brought in must find room behind those that bring it.
        top = min(settings.closure_top, max(k - settings.closure_units, 1))
        brought = self._closed(kept, k, top)
        ways = _Ways(reached, {b.unit: b for b in brought}, ranks)
        fused |= {b.unit: fused[kept[:top][-1]] for b in brought}  # they stand behind the last of the top
        return tuple(
            self._item(unit, rank, fused, ways) for rank, unit in enumerate(inserted(kept, brought, top)[:k], 1)
        )

    def _reached(self, seeds: Mapping[str, float]) -> dict[str, Reached]:
        settings = self._settings
        first = dict(list(seeds.items())[: settings.seeds])
        reached = expand(
            first,
            lambda unit: self._walkable.edges.walked(unit, self._types, settings.direction),
            hops=settings.hops,
            decay=settings.decay,
            per_edge=settings.units_per_edge,
            likeness=self._likeness,
        )
        if settings.hops and first and not any(self._walkable.edges.steps(unit) for unit in first):
            self.notes = (*self.notes, NO_EDGES)
        return {unit: found for unit, found in reached.items() if unit not in seeds}

    def _likeness(self, unit: str) -> float:
        """The mid view's hybrid score; negative for a unit that the question's scope leaves out."""
        row = self._scores.row_of.get(unit)
        if row is None or self._scores.weights[row] <= 0:
            return -1.0
        return float(self._scores.hybrid[_MID, row])

    def _by_view(self, pool: Sequence[str]) -> list[dict[str, float]]:
        """The pool's scores for each view, weighted by scope."""
        rows = [self._scores.row_of[unit] for unit in pool]
        if self._cross_encoding is not None:
            chunks = self._read(pool)
            weights = {unit: float(self._scores.weights[row]) for unit, row in zip(pool, rows, strict=True)}
            model, tokens = self._cross_encoding.model, self._cross_encoding.window_tokens
            return reranked(model, self._asked, [chunks[u] for u in pool if u in chunks], weights, tokens)
        return [dict(zip(pool, map(float, scores[rows]), strict=True)) for scores in self._scores.hybrid]

    def _fused(self, by_view: Sequence[Mapping[str, float]], ranks: Sequence[Mapping[str, int]]) -> dict[str, float]:
        """Each unit's fused score, weighted by its document's level of authority."""
        settings = self._settings
        of_views = (settings.narrow_weight, settings.mid_weight, settings.wide_weight)
        if settings.fusion == "weighted":
            fused = weighted_sum(by_view, of_views)
        elif settings.fusion == "rrf":
            fused = reciprocal_rank_fusion(ranks, settings.rank_constant, of_views)
        elif settings.fusion == "rrm":
            fused = reciprocal_rank_max(ranks, settings.rank_constant, of_views)
        else:
            one = ranks[VIEWS.index(ViewName(settings.fusion))]
            fused = reciprocal_rank_max([one], settings.rank_constant)
        weights, levels = level_weights(settings), self._walkable.levels
        return {
            unit: score * weights[levels.get(_document(unit), AuthorityLevel.OTHER)] for unit, score in fused.items()
        }

    def _without_repeats(self, order: Sequence[str], k: int) -> list[str]:
        """The first `k` that do not say again what a higher one of the same document says."""
        kept: list[str] = []
        for start in range(0, len(order), 2 * k):  # a little more than asked for at a time, since repeats fall out
            batch = order[start : start + 2 * k]
            chunks = self._read(batch)
            for unit in batch:
                if unit in chunks and not repeats(chunks[unit], [self._chunks[u] for u in kept]):
                    kept.append(unit)
            if len(kept) >= k:
                break
        return kept[:k]

    def _closed(self, kept: Sequence[str], k: int, top: int) -> list[Brought]:
        settings = self._settings
        if not settings.closure:
            return []
        return close(
            kept,
            self._walkable.edges.steps,
            needs=frozenset(Need(name) for name in settings.closure_needs),
            top=top,
            held=k,
            max_units=min(settings.closure_units, k - 1),
            max_tokens=settings.closure_tokens,
            tokens_of=lambda unit: self._read([unit])[unit].tokens,
            likeness=self._binding,
        )

    def _binding(self, unit: str) -> float:
        """The likeness of a unit that may be necessary: a manual explains, and no rule needs it."""
        is_manual = self._walkable.levels.get(_document(unit)) is AuthorityLevel.MANUAL
        return -1.0 if is_manual else self._likeness(unit)

    def _read(self, units: Sequence[str]) -> dict[str, Chunk]:
        missing = [unit for unit in units if unit not in self._chunks]
        if missing:
            self._chunks |= self._store.chunks(missing)
        return {unit: self._chunks[unit] for unit in units if unit in self._chunks}

    def _item(self, unit: str, rank: int, fused: Mapping[str, float], ways: _Ways) -> ScoredChunk:
        row = self._scores.row_of[unit]
        origin, via = ways.of(unit)
        scores = Scores(
            dense=_number(self._scores.dense[_NARROW, row]),
            lexical=_number(self._scores.lexical[_NARROW, row]),
            fused=fused[unit],
        )
        return ScoredChunk(
            self._read([unit])[unit], rank, fused[unit], scores, float(self._scores.weights[row]), via, origin
        )


@dataclass(frozen=True, slots=True)
class _Ways:
    """How each unit came: reached along edges, brought in as necessary, else a seed."""

    reached: Mapping[str, Reached]
    brought: Mapping[str, Brought]
    ranks: Sequence[Mapping[str, int]]

    def of(self, unit: str) -> tuple[Origin, tuple[Edge, ...]]:
        ranks = {str(name): r[unit] for name, r in zip(VIEWS, self.ranks, strict=True) if unit in r}
        if unit in self.brought:
            found = self.brought[unit]
            return Origin("closure", ranks, found.by, found.need.value), (found.edge,)
        if unit in self.reached:
            return Origin("edge", ranks, self.reached[unit].seed), self.reached[unit].via
        return Origin("seed", ranks), ()


def _document(unit: str) -> str:
    return unit.rpartition("#")[0]


def _number(value: float) -> float | None:
    return None if value != value else float(value)
