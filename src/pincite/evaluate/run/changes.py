"""What an evaluation alone changes of a pipeline: gold as evidence, gold's edges withheld, all cited, no answer.

Two of them look at gold, which nothing that answers people has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from pincite.answer.citations import cite
from pincite.answer.pipeline import Pipeline, checked_question
from pincite.evaluate.benchmark import Benchmark, Gold
from pincite.evaluate.run.pipeline import RecordedRetrieval
from pincite.types.answer import Answer, CheckedSentence, Citation, Refusal, RefusalReason
from pincite.types.chunk import Chunk
from pincite.types.document import Span
from pincite.types.retrieval import Evidence, Ranking, RetrievalFilter, ScoredChunk, Scores

if TYPE_CHECKING:
    from pincite.library import Library

Retrieval = Callable[[str, RetrievalFilter, int], Ranking]
ONLY_RANKED: Final = "only ranked: this run writes no answers"


def with_changes(
    pipeline: Pipeline,
    recorded: RecordedRetrieval,
    changes: Sequence[str],
    benchmark: Benchmark,
    library: Library,
) -> tuple[Pipeline, RecordedRetrieval]:
    """The pipeline with the changes, and where its last ranking is kept.

    Args:
        changes: some of `pincite.evaluate.run.ablations_refwalk.CHANGES`.
        benchmark: with the places of its gold.
    """
    if "oracle" in changes:
        oracle = OracleRetrieval(recorded.retrieve, benchmark, library)
        recorded = RecordedRetrieval(replace(pipeline, retrieve=oracle), recorded.depth)
    if "edges-withheld" in changes:
        from pincite.evaluate.run.withheld_edges import withheld_retrieval

        walk = withheld_retrieval(library, benchmark)
        recorded = RecordedRetrieval(replace(pipeline, retrieve=walk), recorded.depth)
    fields = {name: getattr(pipeline, name) for name in pipeline.__dataclass_fields__} | {"retrieve": recorded}
    kind: type[Pipeline] = type(pipeline)
    if "no-answer" in changes:
        kind = RankingPipeline
    elif "eager" in changes:
        kind = EagerPipeline
    return kind(**fields), recorded


class RankingPipeline(Pipeline):
    """Ranks and stops: every question ends in a refusal that says so."""

    def _outcome(self, run: Any, where: RetrievalFilter) -> Answer | Refusal:
        with run.timed("retrieve"):
            ranking = self.retrieve(run.question, where, self.library.settings.retrieve.top_k)
        run.note(*ranking.notes)
        return self._refusal(run, RefusalReason.NO_EVIDENCE, ONLY_RANKED)


class EagerPipeline(Pipeline):
    """Cites all of the evidence in every answer, whatever carries it: what citing without choice would come to."""

    def _citations(self, evidence: Sequence[Evidence], checked: Sequence[CheckedSentence]) -> tuple[Citation, ...]:
        chosen = super()._citations(evidence, checked)
        cited = {citation.number for citation in chosen}
        return (*chosen, *(c for item in evidence if item.number not in cited for c in self._whole(item)))

    def _whole(self, item: Evidence) -> Iterator[Citation]:
        chunk = item.chunk
        document = self.library.document(chunk.document_id)
        tree = self.library.law(chunk.document_id).tree if chunk.provision_id is not None else None
        for part in chunk.document_spans(Span(0, len(chunk.text))):
            yield cite(document, part, number=item.number, sentence=0, tree=tree)


class OracleRetrieval:
    """The units that hold gold, and as many others as fill up the sources, in an order that gives nothing away.

    Args:
        retrieve: the retrieval whose best units are the others, and whose order follows behind.
    """

    def __init__(self, retrieve: Retrieval, benchmark: Benchmark, library: Library) -> None:
        self._retrieve = retrieve
        self._library = library
        self._gold = gold_by_question(benchmark)
        self._sources = library.settings.refwalk.max_sources

    def __call__(self, question: str, where: RetrievalFilter, k: int) -> Ranking:
        """At most `k` units."""
        ranking = self._retrieve(question, where, k)
        golden = list(self._golden(question))
        ids = {item.chunk.id for item in golden}
        others = [item for item in ranking.items if item.chunk.id not in ids]
        room = max(self._sources - len(golden), 0)
        first = sorted([*golden, *others[:room]], key=lambda item: _shuffled(question, item.chunk.id))
        items = [replace(item, rank=rank) for rank, item in enumerate([*first, *others[room:]][:k], 1)]
        return replace(ranking, items=tuple(items))

    def _golden(self, question: str) -> Iterator[ScoredChunk]:
        golds = self._gold.get(checked_question(question), ())
        ids = list(dict.fromkeys(i for gold in golds for i in self._units(gold)))
        chunks: dict[str, Chunk] = self._library.store.chunks(ids)
        yield from (ScoredChunk(chunks[i], 0, 0.0, Scores()) for i in ids if i in chunks)

    def _units(self, gold: Gold) -> list[str]:
        places = self._library.store.chunk_places(RetrievalFilter((gold.document_id,)))
        if not gold.parts:
            return [place.id for place in places]
        return [p.id for p in places if any(part.overlaps(span) for part in gold.parts for span in p.spans)]


def gold_by_question(benchmark: Benchmark) -> dict[str, tuple[Gold, ...]]:
    """Each question's text, as a pipeline reads it, to the gold of all questions with that text."""
    found: dict[str, tuple[Gold, ...]] = {}
    for question in benchmark.questions:
        text = checked_question(question.text)
        found[text] = (*found.get(text, ()), *question.gold)
    return found


def _shuffled(question: str, chunk_id: str) -> str:
    return sha256(f"{question}\0{chunk_id}".encode("utf-8", "surrogatepass")).hexdigest()
