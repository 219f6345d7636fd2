"""RefWalk with the edges that join two gold provisions of the question taken out of the graph.

What it then still finds, it finds by likeness or along other ways: the difference is what the very edges that the
question was made of give.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, cast

from pincite.answer.pipeline import checked_question
from pincite.answer.refwalk_retrieval import refwalk_retrieval
from pincite.evaluate.benchmark import Benchmark
from pincite.evaluate.run.changes import Retrieval, gold_by_question
from pincite.retrieve.unit_edges import UnitEdges, UnitStep
from pincite.types.provision import is_ancestor
from pincite.types.reference import Edge
from pincite.types.retrieval import Ranking, RetrievalFilter

if TYPE_CHECKING:
    from pincite.library import Library
    from pincite.retrieve.anchor_vocabulary import AnchorVocabulary
    from pincite.retrieve.walk_state import Walkable, WalkState


class WithheldEdges(UnitEdges):
    """Steps between units, without the edges that join two of some provisions."""

    def __init__(self, walkable: Walkable, gold: Sequence[str]) -> None:
        super().__init__(walkable.graph, walkable.units)
        self._gold = gold

    def _of(self, unit: str, provision_id: str, inherited: bool) -> Iterator[UnitStep]:
        for step in super()._of(unit, provision_id, inherited):
            if not joins(step.edge, self._gold):
                yield step


def joins(edge: Edge, gold: Iterable[str]) -> bool:
    """Whether an edge leads from one gold provision, or from above or below it, to another."""
    golds = list(gold)
    sources = {g for g in golds if _related(g, edge.source)}
    targets = {g for g in golds if _related(g, edge.target)}
    return any(source != target for source in sources for target in targets)


def withheld_retrieval(library: Library, benchmark: Benchmark) -> Retrieval:
    """RefWalk's retrieval, for each question without the edges between its gold."""
    state = _Withholding(library.walk())
    retrieve = refwalk_retrieval(library, walk=cast("WalkState", state))
    gold = gold_by_question(benchmark)
    depth = library.settings.refwalk.top_k

    def ranked(question: str, where: RetrievalFilter, k: int) -> Ranking:
        state.gold = [g.unit for g in gold.get(checked_question(question), ())]
        return retrieve(question, where, max(k, depth))

    return ranked


class _Withholding:
    """Stands in for the library's walk state."""

    def __init__(self, state: WalkState) -> None:
        self._state = state
        self.gold: Sequence[str] = ()

    def current(self) -> _Withheld:
        return _Withheld(self._state.current(), self.gold)


class _Withheld:
    """What a walk needs, with the edges of one question."""

    def __init__(self, walkable: Walkable, gold: Sequence[str]) -> None:
        self._walkable = walkable
        self.graph, self.units, self.levels = walkable.graph, walkable.units, walkable.levels
        self.edges = WithheldEdges(walkable, gold)

    def vocabulary(self, language: str) -> AnchorVocabulary:
        return self._walkable.vocabulary(language)


def _related(one: str, other: str) -> bool:
    return is_ancestor(one, other) or is_ancestor(other, one)
