"""Linking: documents come and go, and only what must be is resolved again.

First each touched document's references are resolved; what they claim of higher texts is compared with what was claimed
before; then the delegations of the documents that are claimed otherwise are filled again. The order in which documents
come makes no difference to the outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pincite.graph.delegations import Claim, claims_of, with_delegations
from pincite.graph.edges import edges_of
from pincite.graph.lookup import Corpus, Member, Questions
from pincite.graph.okg import KnowledgeGraph, Linked, linked
from pincite.graph.resolve import Resolution, resolve


@dataclass
class _State:
    """What linking one document gave."""

    resolutions: tuple[Resolution, ...]
    claims: Mapping[str, tuple[Claim, ...]]
    asked: set[str]
    filled: tuple[Resolution, ...] = ()
    part: Linked | None = None


@dataclass
class Linker:
    """The documents of a corpus, linked.

    Args:
        as_of: ISO date at which the corpus is looked at; None for the newest editions.
    """

    as_of: str | None = None
    touched: tuple[str, ...] = ()
    """Documents that the last change resolved again, sorted."""
    _corpus: Corpus = field(init=False)
    _states: dict[str, _State] = field(default_factory=dict)
    _askers: dict[str, set[str]] = field(default_factory=dict)
    _claims_on: dict[str, dict[str, tuple[Claim, ...]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._corpus = Corpus(self.as_of)

    def __contains__(self, document_id: object) -> bool:
        return document_id in self._corpus.members

    @property
    def document_ids(self) -> list[str]:
        """All documents, those too that do not count at the date."""
        return sorted(self._corpus.members)

    def change(self, put: Iterable[Member] = (), remove: Iterable[str] = ()) -> None:
        """Take documents out and in; one of an id that is there takes its place."""
        keys: set[str] = set()
        for document_id in remove:
            keys |= self._corpus.remove(document_id)
        for member in put:
            keys |= self._corpus.put(member)
        self._relink(keys)

    def _relink(self, keys: set[str]) -> None:
        askers = {document_id for key in keys for document_id in self._askers.get(key, ())}
        changed = {key.removeprefix("doc:") for key in keys if key.startswith("doc:")}
        again = {d for d in askers | changed if self._corpus.counts(d)}
        reclaimed = {t for d in sorted(changed - again) for t in self._forget(d)}
        for document_id in sorted(again):
            reclaimed |= self._resolve(document_id)
        refill = {d for d in again | reclaimed if self._corpus.counts(d)}
        for document_id in sorted(refill):
            self._fill(document_id)
        self.touched = tuple(sorted(refill))

    def _forget(self, document_id: str) -> set[str]:
        """Drop a document that no longer counts; those that it claimed something of."""
        state = self._states.pop(document_id, None)
        if state is None:
            return set()
        self._note(document_id, state.asked, set())
        return self._claim(document_id, state.claims, {})

    def _resolve(self, document_id: str) -> set[str]:
        """Resolve a document's references; those of which it now claims something else."""
        member, before = self._corpus.members[document_id], self._states.get(document_id)
        ask = Questions(self._corpus)
        resolutions = resolve(member, ask)
        claims = claims_of(member, resolutions)
        self._note(document_id, before.asked if before else set(), ask.asked)
        self._states[document_id] = _State(resolutions, claims, ask.asked)
        return self._claim(document_id, before.claims if before else {}, claims)

    def _claim(
        self, claimer: str, before: Mapping[str, tuple[Claim, ...]], after: Mapping[str, tuple[Claim, ...]]
    ) -> set[str]:
        others = {d for d in {*before, *after} if before.get(d) != after.get(d)}
        for document_id in others:
            on = self._claims_on.setdefault(document_id, {})
            on.pop(claimer, None)
            if document_id in after:
                on[claimer] = after[document_id]
        return others

    def _fill(self, document_id: str) -> None:
        member, state = self._corpus.members[document_id], self._states[document_id]
        ask = Questions(self._corpus)
        on = self._claims_on.get(document_id, {})
        claims = sorted(claim for claimer in on for claim in on[claimer])
        state.filled = with_delegations(member, state.resolutions, claims, ask)
        state.part = linked(member, state.filled, edges_of(member, state.filled, ask))
        self._note(document_id, set(), ask.asked)
        state.asked |= ask.asked

    def _note(self, document_id: str, before: set[str], after: set[str]) -> None:
        for key in before - after:
            self._askers[key].discard(document_id)
        for key in after - before:
            self._askers.setdefault(key, set()).add(document_id)

    def graph(self) -> KnowledgeGraph:
        """The graph of the documents that count."""
        parts = [part for d in self._corpus.active if (part := self._states[d].part) is not None]
        return KnowledgeGraph(tuple(parts), self.as_of)
