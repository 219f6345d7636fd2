"""The graph's edges as steps between what is indexed: edges join provisions, and a unit holds several or a part of one.

A unit has the edges of all provisions that it holds text of, and those of its article: who cites 제10조 cites its
paragraphs. An edge leads to the units of the provision that it names: one paragraph, or all of a whole article.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from pincite.graph.okg import KnowledgeGraph, NodeKind
from pincite.graph.units import ProvisionUnits
from pincite.types.provision import ProvisionKind
from pincite.types.reference import Edge, EdgeType

_WALKED_KINDS = (NodeKind.PROVISION, NodeKind.FORM)
_K = ProvisionKind
# They order articles: who cites "this part" cites no rule of it.
_DIVISIONS = frozenset({_K.TITLE, _K.SUBTITLE, _K.DIVISION, _K.PART, _K.CHAPTER, _K.SUBCHAPTER, _K.SUBPART, _K.ADDENDA})


class UnitStep(NamedTuple):
    """One edge that leads from a unit to others.

    Args:
        units: ids of the chunks that it leads to, in the order of the text, without the one that it starts from.
        edge: as it stands in the graph.
        forward: whether it is followed from its source; else from its target.
        inherited: whether it is an edge of the article around the unit, and not of what the unit holds.
    """

    units: tuple[str, ...]
    edge: Edge
    forward: bool
    inherited: bool


class UnitEdges:
    """Steps between the units of a library in one state.

    External acts, deleted provisions, terms, whole documents, parts and chapters are no units, so no step leads there.
    """

    def __init__(self, graph: KnowledgeGraph, units: ProvisionUnits) -> None:
        self._graph = graph
        self._units = units
        self._steps: dict[str, tuple[UnitStep, ...]] = {}

    def steps(self, unit: str) -> tuple[UnitStep, ...]:
        """All steps from a unit, its own edges before those of its article, each edge once for a direction."""
        if unit not in self._steps:
            self._steps[unit] = tuple(self._found(unit))
        return self._steps[unit]

    def walked(self, unit: str, types: Collection[EdgeType], direction: str) -> Iterator[UnitStep]:
        """The steps along edges of some types; direction `out`, `in` or `both`."""
        for step in self.steps(unit):
            if step.edge.type in types and direction != ("in" if step.forward else "out"):
                yield step

    def _found(self, unit: str) -> Iterator[UnitStep]:
        own = self._units.covers(unit)
        above = tuple(i for i in self._around(unit) if i not in own)
        for inherited, ids in ((False, sorted(own)), (True, above)):
            for provision_id in ids:
                yield from self._of(unit, provision_id, inherited)

    def _around(self, unit: str) -> Iterator[str]:
        """The provisions around a unit's own up to its article or section."""
        provision_id = self._units.provision(unit)
        if provision_id is None or provision_id not in self._graph.nodes:
            return
        top = self._graph.lifted(provision_id)
        while provision_id != top and "/" in provision_id:
            provision_id = provision_id.rpartition("/")[0]
            yield provision_id

    def _of(self, unit: str, provision_id: str, inherited: bool) -> Iterator[UnitStep]:
        if provision_id not in self._graph.nodes:
            return
        for neighbour in self._graph.neighbours(provision_id):
            if not self._is_walked(neighbour.id):
                continue
            units = tuple(u for u in self._units.units(neighbour.id) if u != unit)
            if units:
                yield UnitStep(units, neighbour.edge, neighbour.forward, inherited)

    def _is_walked(self, node_id: str) -> bool:
        node = self._graph.nodes.get(node_id)
        return (
            node is not None
            and node.kind in _WALKED_KINDS
            and not node.deleted
            and node.provision_kind not in _DIVISIONS
        )
