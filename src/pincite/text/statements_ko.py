"""Statements of a Korean sentence; see `pincite.text.statements` for what one is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pincite.text.force_words import KOREAN, Force
from pincite.text.party_words import KO_SIDES
from pincite.text.statements import Sides, Statement

_CLAUSE_END = re.compile(
    r"[,.;]|(?:하고|하며|이고|이며|되고|되며|거나|지만|으나)(?=[\s,])"
    r"|(?:하면|되면|으면)(?=[\s,])(?!\s?(?:안|아니)\s?[된될되돼됩])"  # `하면 안 된다` is one predicate
    r"|(?:경우|때)(?:에는|에|는)?(?=[\s,])"
)
_TOKEN = re.compile(r"[가-힣]+|[A-Za-z]{2,}|\d[\d,.]*(?<![.,])")
_PARTICLE = re.compile(
    r"(?P<topic>은|는)$|(?P<subject>께서|이|가)$|(?P<to>에게|께|한테)$"
    r"|(?P<other>의|을|를|에|로|으로|과|와|도|만|에서|까지|부터)$"
)
_PASSIVE = re.compile(r"에\s?의하여|에\s?의해|로부터")
_FORMS: Final = tuple((force, re.compile(pattern)) for force, pattern in KOREAN)
_LAST_CONSONANT: Final = 28
_RIEUL: Final = 8


def read_korean(sentence: str) -> list[Statement]:
    """What one sentence states, in its order."""
    return list(_read(sentence))


def _read(sentence: str) -> Iterator[Statement]:
    topic: tuple[Sides, str] = (frozenset(), "")
    for low, high in _clauses(sentence):
        clause = sentence[low:high]
        found = _predicate(clause)
        own, other, words = _parties(clause[: found[2]] if found else clause)
        if own[0] or own[1]:
            topic = own
        if found is None:
            continue
        force, key, _ = found
        actor = own if own[1] else topic
        rest = frozenset(w for w in words if w != key and w != actor[1][:2])
        heads = (actor[1],) if actor[1] else ()
        yield Statement(actor[0], other, heads, force, key, rest, clause.strip(" ,.;"))


def _clauses(sentence: str) -> Iterator[tuple[int, int]]:
    start = 0
    for end in [*(match.end() for match in _CLAUSE_END.finditer(sentence)), len(sentence)]:
        if sentence[start:end].strip(" ,.;"):
            yield start, end
        start = end


def _predicate(clause: str) -> tuple[Force, str, int] | None:
    """The last predicate of a clause whose form is known: its force, its verb and where the verb begins."""
    found = [
        (match.end(), -order, force, match)
        for order, (force, pattern) in enumerate(_FORMS)
        for match in pattern.finditer(clause)
    ]
    if not found:
        return None
    _, _, force, match = max(found, key=lambda item: item[:2])
    behind = clause[match.end("verb") : match.end("verb") + 1]
    return force, _key(match["verb"], fused=behind in " 수필의권"), match.start("verb")


def _key(verb: str, *, fused: bool) -> str:
    """The first two syllables of a verb, without the consonant of `수 있다`: `들어갈` is `들어가`."""
    code = ord(verb[-1]) - 0xAC00
    if fused and code % _LAST_CONSONANT == _RIEUL:
        verb = verb[:-1] + chr(0xAC00 + code - _RIEUL)
    bare = re.sub("(?:을|를|하|되|시키)$", "", verb) if len(verb) > 2 else verb
    return bare[:2]


def _parties(clause: str) -> tuple[tuple[Sides, str], Sides, list[str]]:
    """Who acts (sides and word), to whom, and the beginnings of the other words."""
    topic = subject = (frozenset[tuple[int, int]](), "")
    to: Sides = frozenset()
    words: list[str] = []
    for match in _TOKEN.finditer(clause):
        token = match[0]
        found = _PARTICLE.search(token) if len(token) > 2 else None
        bare = token[: found.start()] if found else token
        sides = KO_SIDES.get(bare, frozenset())
        if sides and _PASSIVE.match(clause, match.start() + len(bare)):
            topic = topic if topic[1] else (sides, bare)
        elif found and found["topic"] and not topic[1]:
            topic = (sides, bare)
        elif found and found["subject"] and sides and not subject[1]:
            subject = (sides, bare)
        elif found and found["to"]:
            to = to or sides
        if not sides:
            words.append(bare[:2])
    return (subject if subject[0] and not topic[0] else topic), to, words
