"""Contracts with their clause questions, as the training of the clause finder needs them.

Which type a question asks for is read off the question as `ask` reads it, so any benchmark of such questions serves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.evaluate.benchmark import Benchmark, Gold, Question
from pincite.evaluate.overlap import jaccard
from pincite.generate.clause_features import Reading, readings
from pincite.generate.clause_types import clause_type
from pincite.text.clause_request import clause_request
from pincite.types.chunk import Chunk
from pincite.types.document import Span
from pincite.types.retrieval import RetrievalFilter

if TYPE_CHECKING:
    from pincite.library import Library

SAME_SPAN = 0.5
MOST = 0.5
NEARLY_ALL = 0.8


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence of a contract, once however many chunks hold it.

    Args:
        chunks: places of these among the contract's chunks.
        marks: all of them, nearness to the beginning included.
        span: in `Document.text`.
    """

    reading: Reading
    marks: dict[str, float]
    span: Span
    chunks: tuple[int, ...]


@dataclass(frozen=True)
class Contract:
    """A document with what is asked of it.

    Args:
        gold: by type, the spans; empty where the type is absent. A type that nobody asked for is not in it.
    """

    document_id: str
    chunks: tuple[Chunk, ...]
    units: tuple[Unit, ...]
    gold: dict[str, tuple[Gold, ...]]

    def positive(self, unit: Unit, key: str, *, phrase: bool) -> bool:
        """Whether a sentence is, holds most of, or lies mostly in a gold span of the type.

        Args:
            phrase: the type's spans are parts of sentences: the sentence need only hold one.
        """
        return any(_is_gold(unit, gold, phrase) for gold in self.gold.get(key, ()) if gold.span is not None)


def _is_gold(unit: Unit, gold: Gold, phrase: bool) -> bool:
    if gold.span is None or not unit.span.overlaps(gold.span):
        return False
    shared = min(unit.span.end, gold.span.end) - max(unit.span.start, gold.span.start)
    own, wanted = unit.span.end - unit.span.start, gold.span.end - gold.span.start
    if shared >= MOST * own or shared >= (NEARLY_ALL if phrase else MOST) * wanted:
        return True
    return jaccard(unit.reading.sentence.text, gold.quote) >= SAME_SPAN


def contracts(located: Benchmark, library: Library) -> list[Contract]:
    """The benchmark's contracts, in its order; documents without a clause question are left out.

    Args:
        located: with the gold's spans in the library's texts, see `pincite.evaluate.gold.locate`.
    """
    asked: dict[str, dict[str, tuple[Gold, ...]]] = {}
    for question in located.questions:
        if key := question_type(question):
            asked.setdefault(question.document_id, {})[key] = question.gold
    return [_contract(document_id, gold, library) for document_id, gold in asked.items()]


def question_type(question: Question) -> str | None:
    """The clause type that a question asks for; None for other questions."""
    request = clause_request(question.text)
    return clause_type(request) if request else None


def _contract(document_id: str, gold: dict[str, tuple[Gold, ...]], library: Library) -> Contract:
    chunks = tuple(library.store.each_chunk(RetrievalFilter(document_ids=(document_id,))))
    found: dict[Span, tuple[Reading, dict[str, float], list[int]]] = {}
    for place, chunk in enumerate(chunks):
        for span, reading, marks in _placed(chunk):
            found.setdefault(span, (reading, marks, []))[2].append(place)
    units = tuple(Unit(reading, marks, span, tuple(places)) for span, (reading, marks, places) in sorted(found.items()))
    return Contract(document_id, chunks, units, gold)


def _placed(chunk: Chunk) -> Iterator[tuple[Span, Reading, dict[str, float]]]:
    for reading, marks in readings(chunk):
        spans = chunk.document_spans(reading.sentence.span)
        yield Span(spans[0].start, spans[-1].end), reading, marks
