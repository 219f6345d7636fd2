"""What RefWalk needs of a library beside its indexes, made once for each state of it and language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Lock
from typing import Final

from pincite.graph.okg import KnowledgeGraph
from pincite.graph.units import ProvisionUnits
from pincite.index.snapshot import index_language
from pincite.retrieve.anchor_vocabulary import AnchorVocabulary
from pincite.retrieve.unit_edges import UnitEdges
from pincite.store.protocol import Store
from pincite.types.chunk import Chunk
from pincite.types.law import AuthorityLevel

MAX_PASSAGES: Final = 5000
"""Most chunks that the vocabulary reads, taken evenly from the library."""
MEANING_CHARS: Final = 300
"""Of what is said of a term."""


class Walkable:
    """A library's graph as steps between its chunks, levels of its documents, and its vocabulary.

    Args:
        store: inside one reading transaction while this is made and asked for a vocabulary.

    Attributes:
        graph, units: of the state; units lead from provisions to chunks and back.
        edges: the graph's edges as steps between chunks.
        levels: of authority, by document.
    """

    def __init__(self, store: Store, graph: KnowledgeGraph) -> None:
        self._store = store
        self.graph = graph
        self.units = ProvisionUnits.of_library(store, graph)
        self.edges = UnitEdges(graph, self.units)
        self.levels: dict[str, AuthorityLevel] = {p.member.id: p.member.standing.level for p in graph.parts}
        self._vocabularies: dict[str, AnchorVocabulary] = {}

    def vocabulary(self, language: str) -> AnchorVocabulary:
        """The words for anchors in a language."""
        if language not in self._vocabularies:
            passages = list(self._passages(language))
            self._vocabularies[language] = AnchorVocabulary(
                language,
                [*self._titles(language), *(chunk.heading_path[-1] for chunk in passages if chunk.heading_path)],
                self._terms(language),
                (chunk.text for chunk in passages),
            )
        return self._vocabularies[language]

    def _documents(self, language: str) -> set[str]:
        return {d.id for d in self._store.documents() if index_language(d.language) == language}

    def _titles(self, language: str) -> Iterator[str]:
        wanted = self._documents(language)
        for part in self.graph.parts:
            if part.member.id in wanted:
                yield from (p.title for p in part.member.tree if p.title and not p.deleted)

    def _terms(self, language: str) -> Iterator[tuple[str, str]]:
        wanted = self._documents(language)
        for part in self.graph.parts:
            if part.member.id in wanted and part.member.law.definitions:
                text = self._store.document_text(part.member.id)
                for definition in part.member.law.definitions:
                    end = definition.span.end
                    yield definition.term, text[end : end + MEANING_CHARS]

    def _passages(self, language: str) -> Iterator[Chunk]:
        ids = [key.id for key in self._store.chunk_keys() if index_language(key.language) == language]
        step = max(1, -(-len(ids) // MAX_PASSAGES))
        found = self._store.chunks(ids[::step])
        yield from (found[i] for i in ids[::step] if i in found)


class WalkState:
    """Keeps the `Walkable` of a library's present state.

    Args:
        graph: gives the graph of the state that the store is in.
    """

    def __init__(self, store: Store, graph: Callable[[], KnowledgeGraph]) -> None:
        self._store = store
        self._graph = graph
        self._kept: tuple[int, Walkable] | None = None
        self._making = Lock()

    def current(self) -> Walkable:
        """What fits the library as it is; to be called inside a reading transaction."""
        with self._making:
            generation = self._store.generation
            if self._kept is None or self._kept[0] != generation:
                self._kept = (generation, Walkable(self._store, self._graph()))
            return self._kept[1]
