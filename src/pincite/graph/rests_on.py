"""What quoted words of law cannot be read without: what they except, and the detail that they leave elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pincite.graph.okg import KnowledgeGraph
from pincite.graph.units import ProvisionUnits
from pincite.types.chunk import Chunk
from pincite.types.document import Span
from pincite.types.reference import Edge


@dataclass(frozen=True, slots=True)
class Missing:
    """A provision that a sentence rests on and nothing cites.

    Args:
        sentence: 0-based place of the sentence.
        edges: all that the same words point to; one of the targets must be cited.
        units: ids of the chunks that hold a target, in the order of the text.
    """

    sentence: int
    edges: tuple[Edge, ...]
    units: tuple[str, ...]


class Quoted(NamedTuple):
    """Words that a sentence quotes.

    Args:
        unit: id of the chunk that they are of.
        span: in the document's text.
    """

    unit: str
    document_id: str
    span: Span


class RestsOn:
    """Tells what an answer's quotes rest on and leave out.

    Args:
        graph, units: of the library, in the state in which it is read.
    """

    def __init__(self, graph: KnowledgeGraph, units: ProvisionUnits) -> None:
        self._graph = graph
        self._units = units

    def missing(self, quoted: Sequence[Sequence[Quoted]]) -> tuple[Missing, ...]:
        """What the quotes of an answer rest on and none of them cites.

        Args:
            quoted: of each sentence, the places that it quotes.
        """
        own = [{place.unit for place in places} for places in quoted]
        cited = set().union(*own)
        needs = [list(self._needs(at, places)) for at, places in enumerate(quoted)]
        lacking: list[Missing] = []
        for at, wanted in enumerate(needs):
            brought = {unit for i, others in enumerate(needs) if i != at for need in others for unit in need.units}
            # What is itself the detail of another sentence's rule is not followed further: chains have no end.
            if not own[at] & brought:
                lacking += [need for need in wanted if cited.isdisjoint(need.units)]
        return tuple(lacking)

    def _needs(self, at: int, quoted: Sequence[Quoted]) -> Iterator[Missing]:
        """What the quoted words rest on outside their own unit, cited or not; one for each place that points there."""
        places: dict[tuple[str, Span], list[Edge]] = {}
        for quote in quoted:
            for edge in self._graph.necessary.get(quote.document_id, ()):
                words = edge.span
                if words and quote.span.start <= words.start and words.end <= quote.span.end:
                    places.setdefault((edge.source, words), []).append(edge)
        own = {quote.unit for quote in quoted}
        for edges in places.values():
            units = tuple(dict.fromkeys(u for edge in edges for u in self._units.units(edge.target)))
            if units and own.isdisjoint(units):
                yield Missing(at, tuple(edges), units)

    def named(self, edge: Edge) -> str:
        """What an edge leads to, for people: as printed, and its id."""
        return f"{self._graph.nodes[edge.target].label} ({edge.target})"


def quoted_in(chunk: Chunk, span: Span) -> Iterator[Quoted]:
    """The places of a span of a chunk's text."""
    return (Quoted(chunk.id, chunk.document_id, part) for part in chunk.document_spans(span))
