"""Gold provisions to their places in the library's text, by the tree that the library reads of each document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pincite.errors import UnknownDocument
from pincite.evaluate.benchmark import Benchmark, Gold, Question
from pincite.evaluate.gold.locate import Located, Unlocated
from pincite.types.document import Span
from pincite.types.provision import ProvisionTree
from pincite.types.retrieval import RetrievalFilter

if TYPE_CHECKING:
    from pincite.library import Library


def locate_provisions(benchmark: Benchmark, library: Library) -> Located:
    """The benchmark with the span of each gold provision and the parts of its text that the library's chunks hold."""
    wanted: dict[str, set[Gold]] = defaultdict(set)
    for question in benchmark.questions:
        for gold in question.gold:
            wanted[gold.document_id].add(gold)
    found: dict[Gold, Gold] = {}
    for document_id, golds in wanted.items():
        try:
            tree = library.law(document_id).tree
        except UnknownDocument:
            continue
        places = library.store.chunk_places(RetrievalFilter((document_id,)))
        pieces = sorted({span for place in places for span in place.spans})
        found |= {gold: place for gold in golds if (place := _placed(gold, tree, pieces)) is not None}
    return _located(benchmark, found)


def _placed(gold: Gold, tree: ProvisionTree, pieces: Sequence[Span]) -> Gold | None:
    """None where there is no such provision, or no chunk holds a word of it."""
    provision = tree.get(gold.unit)
    if provision is None:
        return None
    start, end = provision.span
    cut = [Span(max(piece.start, start), min(piece.end, end)) for piece in pieces]
    parts = tuple(dict.fromkeys(part for part in cut if part.start < part.end))
    return replace(gold, span=provision.span, parts=parts) if parts else None


def _located(benchmark: Benchmark, found: dict[Gold, Gold]) -> Located:
    def placed(question: Question) -> Question:
        return replace(question, gold=tuple(found.get(gold, gold) for gold in question.gold))

    everything = [(question, gold) for question in benchmark.questions for gold in question.gold]
    missing = tuple(Unlocated(q.id, g.document_id, g.unit) for q, g in everything if g not in found)
    return Located(
        benchmark=replace(benchmark, questions=tuple(map(placed, benchmark.questions))),
        quotes=len(everything),
        found=len(everything) - len(missing),
        elsewhere=0,
        missing=missing,
    )
