"""How far the graph alone could lead: from one gold provision, what a perfect choice among its neighbours would cover.

A walk that starts at one right provision and follows edges cannot do better than this, whatever ranks what it finds.
Where it falls short, the missing gold has to be found by likeness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.evaluate.benchmark import Benchmark, Gold, Question
from pincite.evaluate.measures.provisions import FULL_K
from pincite.retrieve.unit_edges import UnitStep
from pincite.types.reference import EdgeType
from pincite.types.retrieval import RetrievalFilter

if TYPE_CHECKING:
    from pincite.library import Library

Steps = Callable[[str], Iterable[UnitStep]]
CITING: Final = frozenset({EdgeType.REFERENCES, EdgeType.DELEGATES_TO, EdgeType.SPECIFIES})
"""What RefWalk walks."""


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The best over all gold seeds of one question.

    Args:
        strict, hierarchical: whether all gold is covered; see `pincite.evaluate.measures.provisions`.
        recall: the share of the gold that is covered (strict).
    """

    strict: bool
    hierarchical: bool
    recall: float


def ceilings(
    benchmark: Benchmark, library: Library, *, hops: int, types: frozenset[EdgeType] | None = CITING
) -> dict[str, Ceiling]:
    """Each question's ceiling, by id.

    Args:
        benchmark: with the places of its gold; questions without are left out.
        types: of the edges that are followed, both ways; None for all.
    """
    with library.store.reading():
        edges = library.walk().current().edges
        asked = [q for q in benchmark.questions if q.required and all(gold.parts for gold in q.required)]
        holders = {gold: _holders(library, gold) for q in asked for gold in q.required}

    def steps(unit: str) -> Iterable[UnitStep]:
        return edges.steps(unit) if types is None else edges.walked(unit, types, "both")

    return {q.id: ceiling(q, holders, steps, hops=hops) for q in asked}


def ceiling(
    question: Question, holders: Mapping[Gold, Sequence[str]], steps: Steps, *, hops: int, k: int = FULL_K
) -> Ceiling:
    """The best coverage by `k` units that can be reached from the units of one gold provision.

    Args:
        holders: gold to the units that hold its text, all of them.
        steps: the edges of a unit that are followed.
    """
    golds = question.required
    best = Ceiling(False, False, 0.0)
    for seed in golds:
        near = reachable(holders[seed], steps, hops)
        whole = [gold for gold in golds if near.issuperset(holders[gold])]
        needed = {unit for gold in whole for unit in holders[gold]}
        touched = all(not near.isdisjoint(holders[gold]) for gold in golds)
        best = Ceiling(
            best.strict or (len(whole) == len(golds) and len(needed) <= k),
            best.hierarchical or touched,
            max(best.recall, len(whole) / len(golds)),
        )
    return best


def reachable(start: Iterable[str], steps: Steps, hops: int) -> set[str]:
    """The units within so many steps of some, these included."""
    found = set(start)
    layer = set(found)
    for _ in range(hops):
        layer = {unit for at in layer for step in steps(at) for unit in step.units} - found
        found |= layer
    return found


def _holders(library: Library, gold: Gold) -> list[str]:
    places = library.store.chunk_places(RetrievalFilter((gold.document_id,)))
    return [p.id for p in places if any(part.overlaps(span) for part in gold.parts for span in p.spans)]
