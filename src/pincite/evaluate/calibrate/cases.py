"""The questions of a benchmark as cases for the sufficiency rule: each with its evidence, and with its gold taken out.

The pipeline itself retrieves and builds the evidence; a rule that only listens stands in the place of sufficiency.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pincite.answer.sufficiency import asks_for_kind, features
from pincite.answer.sufficiency_parameters import Row
from pincite.evaluate.benchmark import Benchmark, HitRule, Label, Question
from pincite.evaluate.calibrate.fit import SCALES, CalibrationCase
from pincite.evaluate.gold.touched import Location, touches_any
from pincite.evaluate.gold.units import unit_of
from pincite.types.retrieval import Evidence, Ranking, RetrievalFilter, ScoredChunk, SufficiencyVerdict

if TYPE_CHECKING:
    from pincite.answer.pipeline import Pipeline
    from pincite.generate.judge import SentenceJudge
    from pincite.library import Library

DEPTH: Final = 40
"""Chunks of the ranking out of which gold is taken; enough are left for the evidence."""
Tell = Callable[[Question, int, int], None]


@dataclass
class _Listening:
    """A rule of sufficiency that keeps what it was shown and lets nothing be written."""

    shown: tuple[Evidence, ...] = ()
    name: str = "listening"

    def __call__(self, question: str, evidence: Sequence[Evidence]) -> SufficiencyVerdict:
        """Never sufficient."""
        self.shown = tuple(evidence)
        return SufficiencyVerdict(0.0, "only listening")


def cases(
    benchmark: Benchmark, library: Library, preset: str, tell: Tell = lambda question, done, total: None
) -> Iterator[CalibrationCase]:
    """A case for every question whose label is settled, and a made one for each answerable question with gold.

    Where the unit is the single segment there are no made ones: a policy says a thing in several sentences, and those
    that no annotator marked may answer as well.

    Args:
        benchmark: located, so that gold of spans is known.
        tell: is told of each question when it is done.

    Raises:
        ModelError: a model of the preset cannot be had.
    """
    from pincite.answer.methods import pipeline, sentence_judge

    judge = sentence_judge(library, preset)
    asking = pipeline(library, method="citeguard", model="extractive", preset=preset, gate="standard")
    questions = [q for q in benchmark.questions if q.label is not Label.APART]
    for done, question in enumerate(questions, start=1):
        yield _case(benchmark, question, asking, judge, made=False)
        if question.answerable and question.gold and benchmark.hit is not HitRule.SEGMENT:
            yield _case(benchmark, question, without_gold(asking, benchmark, question), judge, made=True)
        tell(question, done, len(questions))


def without_gold(pipeline: Pipeline, benchmark: Benchmark, question: Question) -> Pipeline:
    """The pipeline with all that the question's gold touches taken out of its ranking."""

    def retrieve(text: str, where: RetrievalFilter, k: int) -> Ranking:
        ranking = pipeline.retrieve(text, where, max(k, DEPTH))
        left = [item for item in ranking.items if not _holds_gold(benchmark, question, item)]
        return replace(ranking, items=tuple(replace(i, rank=rank) for rank, i in enumerate(left[:k], start=1)))

    return replace(pipeline, retrieve=retrieve)


def _case(
    benchmark: Benchmark, question: Question, asking: Pipeline, judge: SentenceJudge, *, made: bool
) -> CalibrationCase:
    listening = _Listening()
    replace(asking, sufficiency=listening)(question.text, RetrievalFilter(question.scope))
    evidence = listening.shown
    row = judge.row(evidence) if evidence else ""
    judged = judge(question.text, evidence) if evidence else ()
    found = None
    if judged:
        found = features(judged, Row(0.0, {}, 0.5, *SCALES[row]), asks_for_kind(question.text, evidence))
    return CalibrationCase(benchmark.name, question.id, row, question.answerable and not made, made, found)


def _holds_gold(benchmark: Benchmark, question: Question, item: ScoredChunk) -> bool:
    """Whether a chunk touches gold, or says its words in another place."""
    if touches_any(benchmark, question.gold, _location(benchmark, item)):
        return True
    flat = " ".join(item.chunk.text.split())
    return any(g.quote in flat for g in question.gold if g.quote and g.document_id == item.chunk.document_id)


def _location(benchmark: Benchmark, item: ScoredChunk) -> Location:
    chunk = item.chunk
    first, last = chunk.page_index, chunk.page_index_end
    return Location(
        chunk.document_id,
        tuple(piece.span for piece in chunk.pieces),
        range(0) if first is None else range(first, (first if last is None else last) + 1),
        chunk.section_id or "",
        chunk.provision_id or "",
        unit_of(benchmark, chunk),
        chunk.text,
    )
