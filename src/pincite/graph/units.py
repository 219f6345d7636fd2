"""Which chunks hold a provision's text and which provisions a chunk holds: graph nodes are finer than what is indexed.

Both follow from places in the text, so they are right for every chunker: an article whole in one chunk, one split into
its paragraphs, a paragraph cut at sentences, and pages that hold parts of several.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from pincite.types.document import Span
from pincite.types.provision import Provision, ProvisionTree

if TYPE_CHECKING:
    from pincite.graph.okg import KnowledgeGraph
    from pincite.store.protocol import ChunkPlace, Store

_TERM = "/def:"


class ProvisionUnits:
    """The way from provisions to chunks and back, for documents in one state.

    Args:
        places: of chunks, those of a document in its order.
        trees: document to provisions; chunks of other documents hold none.
    """

    def __init__(self, places: Iterable[ChunkPlace], trees: Mapping[str, ProvisionTree]) -> None:
        by_document: dict[str, list[ChunkPlace]] = {}
        for place in places:
            if place.document_id in trees:
                by_document.setdefault(place.document_id, []).append(place)
        self._documents = {name: _Document(found, trees[name]) for name, found in by_document.items()}
        self._of_chunk = {p.id: (name, at) for name, found in by_document.items() for at, p in enumerate(found)}

    @classmethod
    def of_library(cls, store: Store, graph: KnowledgeGraph) -> ProvisionUnits:
        """Those of a library with its graph, both of one state."""
        return cls(store.chunk_places(), {part.member.id: part.member.tree for part in graph.parts})

    def units(self, provision_id: str) -> tuple[str, ...]:
        """Ids of the chunks that hold text of a provision, or of one below it, in the order of the text.

        A term's node is where it is defined. Empty for what has no text of its own here: a whole document, an act
        outside, a form named only, a deleted article.
        """
        document = self._documents.get(provision_id.partition("/")[0])
        return document.chunks_of(provision_id.partition(_TERM)[0]) if document else ()

    def provision(self, chunk_id: str) -> str | None:
        """Id of the unit that a chunk is or is cut from, else of the finest provision that holds all of it; or None."""
        if chunk_id not in self._of_chunk:
            return None
        name, at = self._of_chunk[chunk_id]
        found = self._documents[name].unit_of(at)
        return found.id if found else None

    def covers(self, chunk_id: str) -> frozenset[str]:
        """Ids of the provisions, from the chunk's unit down, of which the chunk holds text."""
        if chunk_id not in self._of_chunk:
            return frozenset()
        name, at = self._of_chunk[chunk_id]
        return frozenset(self._documents[name].covered_by(at))


class _Document:
    """One document's chunks and provisions."""

    def __init__(self, places: list[ChunkPlace], tree: ProvisionTree) -> None:
        self._places = places
        self._tree = tree

    @cached_property
    def _pieces(self) -> list[tuple[int, int, int]]:
        """Start, end and chunk of each piece, by start."""
        return sorted((*span, at) for at, place in enumerate(self._places) for span in place.spans)

    @cached_property
    def _longest(self) -> int:
        return max((end - start for start, end, _ in self._pieces), default=0)

    def chunks_of(self, provision_id: str) -> tuple[str, ...]:
        provision = self._tree.get(provision_id)
        if provision is None or provision.deleted:
            return ()
        start, end = provision.span
        found: set[int] = set()
        for piece in self._pieces[bisect_left(self._pieces, (start - self._longest, 0, 0)) :]:
            if piece[0] >= end:
                break
            if piece[1] > start:
                found.add(piece[2])
        return tuple(self._places[at].id for at in sorted(found))

    def unit_of(self, at: int) -> Provision | None:
        place = self._places[at]
        if place.provision_id is not None and (named := self._tree.get(place.provision_id)):
            return named
        return self._tree.finest(Span(place.spans[0].start, place.spans[-1].end))

    def covered_by(self, at: int) -> Iterator[str]:
        unit = self.unit_of(at)
        spans = self._places[at].spans
        first = Span(spans[0].start, spans[-1].end)
        for provision in self._inside(unit):
            if provision.span.overlaps(first) and any(provision.span.overlaps(span) for span in spans):
                yield provision.id

    def _inside(self, unit: Provision | None) -> Iterator[Provision]:
        """A provision and all below it; without one all."""
        if unit is not None:
            yield unit
        for child in self._tree.children.get(unit.id if unit else None, ()):
            yield from self._inside(child)
