"""What a sentence states: who does what to whom, and how strongly. A reading by the order of words, without a parser.

The subject is the first party of the clause that stands before its modal or main verb and behind no preposition; of a
passive it is whom the thing is done to, and `by the landlord` names who does it. Where that does not settle who acts,
nobody is named, and nothing is concluded from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pincite.text import sentences
from pincite.text.force_words import Force
from pincite.text.party_words import opposite

HANGUL: Final = re.compile("[가-힣]")
# What both say besides the verb must share this part of the claim's words.
MIN_SHARED: Final = 0.25
# Statements nearly as near as the nearest are as good.
NEARLY: Final = 0.15

Sides = frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that a sentence says.

    Args:
        actors: sides of the parties that do it; empty where unknown.
        patients: sides of the parties to whom it is done; empty where unknown.
        subject: words of whatever stands as its subject, as stems; empty for a passive.
        force: how strongly it is meant.
        verb: what is done, in its bare form, one word for those that say the same.
        words: stems of what else is said.
        text: the clause.
        joined: the verb may be a noun, since only an `and` shows it.
    """

    actors: Sides
    patients: Sides
    subject: tuple[str, ...]
    force: Force
    verb: str
    words: frozenset[str]
    text: str
    joined: bool = False


@lru_cache(maxsize=256)
def statements(text: str) -> tuple[Statement, ...]:
    """What the sentences of `text` state, in their order.

    >>> [(s.force.value, s.verb) for s in statements("The tenant must pay rent and may keep a cat.")]
    [('must', 'pay'), ('may', 'keep')]
    """
    from pincite.text.statements_en import read_english
    from pincite.text.statements_ko import read_korean

    found: list[Statement] = []
    for low, high in sentences.spans(text):
        part = " ".join(text[low:high].split())
        found += read_korean(part) if HANGUL.search(part) else read_english(part)
    return tuple(found)


def twins(claim: Statement, sources: Sequence[Statement]) -> list[Statement]:
    """The statements of a source about the same act: the same verb, and most of the other words."""
    same = [source for source in sources if source.verb == claim.verb]
    if not same or not claim.words:
        return same
    shares = [_share(claim.words - set(source.subject), source.words) for source in same]
    best = max(shares)
    if best < MIN_SHARED:
        return []
    return [source for source, share in zip(same, shares, strict=True) if share >= best - NEARLY]


def matched(claims: Sequence[Statement], sources: Sequence[Statement]) -> Iterator[tuple[Statement, list[Statement]]]:
    """Each statement of a claim with its twins, where it has some; joined ones only behind one that has."""
    found: list[Statement] = []
    for statement in claims:
        if statement.joined and not found:
            continue
        near = twins(statement, sources)
        found = found if statement.joined else near
        if near:
            yield statement, near


def swapped(claim: str, evidence: str) -> tuple[Statement, Statement] | None:
    """The statements of claim and evidence in which the other party acts, or is acted upon; None where there are none.

    >>> swapped("The tenant must return the deposit.", "The landlord must return the deposit.") is not None
    True
    >>> swapped("The deposit must be returned by the landlord.", "The landlord must return the deposit.") is None
    True
    """
    sources = statements(evidence)
    named = frozenset(word for source in sources for word in source.subject[-1:])
    for statement, near in matched(statements(claim), sources):
        if all(_other_party(statement, source, named) for source in near):
            return statement, near[0]
    return None


def _share(words: frozenset[str], of: frozenset[str]) -> float:
    return len(words & of) / len(words) if words else 1.0


def _other_party(claim: Statement, source: Statement, named: frozenset[str]) -> bool:
    if claim.actors and source.actors:
        return opposite(claim.actors, source.actors)
    if claim.patients and source.patients and not claim.actors:
        return opposite(claim.patients, source.patients)
    if claim.actors or source.actors:
        return False
    return _other_subject(claim, source, named)


def _other_subject(claim: Statement, source: Statement, named: frozenset[str]) -> bool:
    """Whether the claim gives the act to something else that the source names: no party of the tables is needed."""
    if not claim.subject or not source.subject:
        return False
    head, other = claim.subject[-1], source.subject[-1]
    if head in source.subject or other in claim.subject:
        return False
    return head in named or (head in source.words and other in claim.words)
