"""Which documents a question is about: by the places and the documents that it names.

Sister acts of several states differ in numbers, not in words. So where a question names a place, evidence of another
jurisdiction (neither the place named nor one that contains it) is left out, and what only contains it ranks below.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pincite.store.protocol import DocumentInfo
from pincite.text.places import named_places, places_in, unified
from pincite.types.document import Place
from pincite.types.retrieval import RetrievalFilter

_WORD = re.compile(r"[^\W_]+|\|")
# A capitalised word inside a sentence: a name, if it stands in one title only.
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{3,}\b|\b[A-Z]{2,}[a-z]*\b")
_WEAK = frozenset("a an and of the to for in on by with or its s under at from as".split())
# What many titles are; telling only together with another word.
_KINDS = frozenset("act code law guide handbook notice rules agreement statutes chapter title policy form".split())
MIN_NAMED_WORDS = 2


@dataclass(frozen=True, slots=True)
class Scope:
    """The documents that a question may be answered from.

    Args:
        own: ids of the documents of the place or the name that the question gives; all allowed ones without either.
        outer: ids of allowed documents that rank below: of a place that contains the one named, or of no known place.
        places: named in the question.
        named: ids of the documents that the question names.
        left_out: jurisdictions of documents that were left out for the place named.
        foreign: documents were left out, and none is of the place named or of the state around it. What contains it
            further out may still answer: federal law holds in every state.
    """

    own: frozenset[str]
    outer: frozenset[str]
    places: tuple[Place, ...]
    named: tuple[str, ...]
    left_out: tuple[Place, ...]
    foreign: bool = False

    def missing(self, documents: Sequence[DocumentInfo]) -> tuple[Place, ...]:
        """Places named of whose state or country no document in scope is, while others are: the answer is of these."""
        held = {d.jurisdiction.path[:2] for d in documents if d.jurisdiction and d.id in self.own}
        return tuple(p for p in self.places if held and p.path != ("us",) and p.path[:2] not in held)


def scope(
    question: str,
    documents: Sequence[DocumentInfo],
    where: RetrievalFilter,
    mentions: Callable[[str, str], bool] = lambda document_id, name: False,
) -> Scope:
    """The documents that may answer `question`.

    Args:
        documents: of the library.
        where: the caller's filter; it is never widened.
        mentions: whether a document's text holds a name; asked for places that no document is of.
    """
    allowed = [d for d in documents if _passes(d, where)]
    known = unified([d.jurisdiction for d in documents if d.jurisdiction])
    places = named_places(question, known.values())
    named = named_documents(question, allowed)
    if not places:
        own = frozenset(named) or frozenset(d.id for d in allowed)
        return Scope(own, frozenset(d.id for d in allowed) - own, (), named, ())
    at = {d.id: known[d.jurisdiction] if d.jurisdiction else None for d in allowed}
    containing = frozenset(i for i, place in at.items() if place and _contains_one(place, places))
    nowhere = frozenset(i for i, place in at.items() if place is None)
    own = frozenset(i for i, place in at.items() if place in places or _local(i, place, places, mentions))
    own |= frozenset(named) & (containing | nowhere)
    left_out = {place for i, place in at.items() if place and i not in own | containing}
    # A document of no known place may hold anywhere; but beside documents of other places only it would be a guess.
    outer = (containing if left_out and not own else containing | nowhere) - own
    near = own or any(place and len(place.path) > 1 and i in containing for i, place in at.items())
    return Scope(own, outer, places, named, tuple(sorted(left_out, key=lambda p: p.path)), bool(left_out) and not near)


def _passes(document: DocumentInfo, where: RetrievalFilter) -> bool:
    return (not where.document_ids or document.id in where.document_ids) and (
        not where.tags or bool(set(where.tags) & set(document.tags))
    )


def _contains_one(outer: Place, places: Sequence[Place]) -> bool:
    return any(outer.contains(p) for p in places)


def _local(document_id: str, own: Place | None, places: Sequence[Place], mentions: Callable[[str, str], bool]) -> bool:
    """Whether a document of a neighbouring locality speaks of the town named: a county's handbook of its seat."""
    return own is not None and any(
        len(p.path) > 2 and len(own.path) > 2 and own.path[:-1] == p.path[:-1] and mentions(document_id, p.name)
        for p in places
    )


def named_documents(question: str, documents: Sequence[DocumentInfo]) -> tuple[str, ...]:
    """Ids of the documents whose title, or a run of at least two telling words of it, stands in the question.

    A name that stands in one title only, such as `Fernway`, is telling by itself. Where several titles share the
    words, the longest run decides; a tie names them all, unless it is all documents. Places do not count: they have
    their own say.
    """
    elsewhere = without_places(question)
    asked = _words(elsewhere)
    runs = {d.id: _longest_run(asked, _title_words(d.title)) for d in documents}
    for name in _NAME.findall(elsewhere):
        bearers = [d.id for d in documents if name in d.title.split()]
        if len(bearers) == 1 and len(documents) > 1:
            runs[bearers[0]] = max(runs[bearers[0]], MIN_NAMED_WORDS)
    longest = max(runs.values(), default=0)
    if longest < MIN_NAMED_WORDS:
        return ()
    named = tuple(d for d, run in runs.items() if run == longest)
    return named if len(named) < max(len(documents), 2) else ()


def without_places(text: str) -> str:
    """The text with a stroke in the place of each place that it names."""
    for _, span in reversed(places_in(text)):
        text = f"{text[: span.start]}|{text[span.end :]}"
    return text


@lru_cache(maxsize=4096)
def _title_words(title: str) -> list[str]:
    """A title's words; kept, since each question is held against every title."""
    return _words(without_places(title))


def _words(text: str) -> list[str]:
    return [w for w in (m.group().lower() for m in _WORD.finditer(text)) if w not in _WEAK]


def _longest_run(question: list[str], title: list[str]) -> int:
    """Length of the longest run of words that the two share and that is not made of kinds of documents alone."""
    best = 0
    for i in range(len(question)):
        for j in range(len(title)):
            length = 0
            while i + length < len(question) and j + length < len(title) and question[i + length] == title[j + length]:
                length += 1
            if not set(question[i : i + length]) <= _KINDS:
                best = max(best, length)
    return best
