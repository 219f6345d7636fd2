"""Whether a question points to its gold alone: how much of it another provision has too.

Words weigh by how few provisions have them. Only the words of law count, not the question's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from math import log

from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.types.provision import Provision, ProvisionKind, is_ancestor

RIVAL_SHARE, NEAR = 0.88, 0.06
"""With this share of what the gold has of the question, and hardly less, another provision may answer it as well."""
MIN_WEIGHT = {"ko": 22.0, "en": 7.0}
"""A question of less weight says too little of its matter; Korean keys are pairs of syllables, English ones words."""
_ASKING = re.compile(
    r"누구에게|누구|누가|언제까지|언제|어떤|어느 기관이|어떻게|어디에|어디|얼마|며칠|몇|무엇을?|"
    r"나요|합니까|됩니까|입니까|인가요|해야|경우"
    r"|\b(?:what|which|who|whom|when|how|many|much|must|may|does|do|is|are|long|under|circumstances|conditions|mean|meant|required|not|be|in|by|the|a|an)\b",
    re.IGNORECASE,
)


_PLACED = re.compile(r"^(?:In (?:the )?[A-Z][\w ]{2,30}|Under federal law), ")


MIN_WEIGHT_OF_WHO = {"ko": 45.0, "en": 12.0}


class Rivals:
    """The rules of a language with the keys of their words."""

    def __init__(self, corpus: BenchCorpus, language: str) -> None:
        self._corpus = corpus
        self._language = language

    @cached_property
    def rules(self) -> tuple[str, ...]:
        """Ids of the units compared: paragraphs with all below them, articles without paragraphs."""
        return tuple(p.id for p in self._units())

    def _units(self) -> Iterator[Provision]:
        for document_id in self._corpus.seeds:
            if self._corpus.language(document_id) != self._language:
                continue
            tree = self._corpus.tree(document_id)
            for provision in tree:
                segments = provision.segments
                if provision.deleted or any(s[:1] in "xnf" and s[1:2].isdigit() for s in segments):
                    continue
                if (len(segments) == 2 and provision.kind in (ProvisionKind.PARAGRAPH, ProvisionKind.ITEM)) or (
                    provision.kind in (ProvisionKind.ARTICLE, ProvisionKind.SECTION)
                    and not any(c.kind is ProvisionKind.PARAGRAPH for c in tree.children.get(provision.id, ()))
                ):
                    yield provision

    @cached_property
    def _holding(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for place, rule in enumerate(self.rules):
            for key in sorted(self.keys(f"{self._corpus.title(rule)} {self._corpus.cut(rule)}")):
                found.setdefault(key, []).append(place)
        return {key: tuple(places) for key, places in found.items()}

    def keys(self, text: str) -> frozenset[str]:
        """What a text is compared by."""
        from pincite.retrieve.anchor_words import keys

        return frozenset(keys(_ASKING.sub(" ", _PLACED.sub("", text)), self._language))

    def weight(self, key: str) -> float:
        """How telling a key is; 0 where no rule has it."""
        held = len(self._holding.get(key, ()))
        return log(1 + len(self.rules) / held) if held else 0.0

    def total(self, question: str) -> float:
        """The weight of a question's words."""
        return sum(self.weight(key) for key in sorted(self.keys(question)))

    def says_little(self, question: str) -> bool:
        """Whether a question for who acts says too little of what is done to tell which matter it is."""
        return self.total(question) < MIN_WEIGHT_OF_WHO[self._language]

    def shares(self, question: str) -> dict[str, float]:
        """Rule to the share of the question's weight that it has."""
        weights = {key: self.weight(key) for key in sorted(self.keys(question))}
        total = sum(weights.values())
        found: dict[int, float] = {}
        for key, weight in weights.items():
            for place in self._holding.get(key, ()):
                found[place] = found.get(place, 0.0) + weight
        return {self.rules[place]: share / total for place, share in found.items()} if total else {}

    def defines_too(self, term: str, question: str, gold: Iterable[str]) -> bool:
        """Whether another document defines a term, and the question names neither the document nor a place."""
        gold = tuple(gold)
        documents = {g.partition("/")[0] for g in gold}
        members = self._corpus.members
        titles = [members[d].standing.title for d in sorted(documents)]
        if any(title in question for title in titles):
            return False
        here = {self._corpus.places.get(d) for d in documents}
        named = _PLACED.match(question) is not None
        others = [d for d in self._corpus.seeds if d not in documents]
        asked = [d for d in others if not (named and self._corpus.places.get(d) not in here)]
        return any(t.term.casefold() == term.casefold() for d in asked for t in members[d].law.definitions)

    def verdict(self, question: str, gold: Iterable[str]) -> str:
        """Why a question does not point to its gold alone; empty where it does."""
        gold = tuple(gold)
        if self.total(question) < MIN_WEIGHT[self._language]:
            return "says_too_little"
        shares = self.shares(question)
        own = max((s for rule, s in shares.items() if _related(rule, gold)), default=0.0)
        places = self._corpus.places
        here = {places.get(g.partition("/")[0]) for g in gold}
        named = _PLACED.match(question) is not None
        rivals = (
            r for r in shares if not _related(r, gold) and not (named and places.get(r.partition("/")[0]) not in here)
        )
        other = max((shares[rule] for rule in rivals), default=0.0)
        if own < 0.5:
            return "says_other_words"
        return "answered_elsewhere" if other >= RIVAL_SHARE * own and other >= own - NEAR else ""


def _related(rule: str, gold: tuple[str, ...]) -> bool:
    return any(is_ancestor(rule, g) or is_ancestor(g, rule) for g in gold)
