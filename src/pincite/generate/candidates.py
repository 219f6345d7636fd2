"""The sentences of the evidence as candidates for an answer, each with the words that it needs to be understood.

A list item says little without the words before the list ("The landlord shall:"), and an exception little without its
rule, so a candidate knows its lead-in and its place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.text import sentences
from pincite.text.sentences import CELL
from pincite.types.document import Span
from pincite.types.retrieval import Evidence

_LABEL = re.compile(r"\s*(?:\(?[A-Za-z0-9]{1,4}[).]|[•●▪◦\-–—*]|[①-⑳]|[가나다라마바사아자차카타파하]\.)\s")
_OPEN_END = re.compile(r"(?:[:;—–-]|\b(?:and|or|the|to|if|of|shall|must|may|by|following))\s*$", re.I)
_ENDS = re.compile(r"[.!;:][\"'”’)\]]*$")
MIN_UNENDED_WORDS = 6
_OPENS = (":", "—", "–")
# Label to its kind; the letter i after h is read as a Roman number, and falls to the list that is open all the same.
_KINDS = tuple(
    (re.compile(pattern), kind)
    for pattern, kind in (
        (r"\d+", "1"),
        (r"\b[ivx]+\b", "i"),
        (r"\b[IVX]+\b", "I"),
        (r"[a-z]+", "a"),
        (r"[A-Z]+", "A"),
        (r"[①-⑳]", "①"),
        (r"[가-힣]", "가"),
    )
)
_OPENS_KO = re.compile(r"다음 각 ?[호목]|다음과 같(?:다|습니다)|각 ?[호목]와 같다")
_MAIL_FIELD = re.compile(sentences.MAIL_FIELD)
_BLANK_FIELD = re.compile(r"_{4,}|(?:\.\s?){6,}")
MIN_LETTERS = 12


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence of the evidence.

    Args:
        number: of its evidence.
        place: 0-based, among the sentences of its chunk.
        span: in the chunk's text.
        text: white space as single blanks.
        lead: place of the sentence that opens the list in which this one is an item, or of the head of the table in
            which it is a row; None outside.
        lead_text: that sentence's text.
    """

    number: int
    place: int
    span: Span
    text: str
    lead: int | None = None
    lead_text: str = ""


def candidates(evidence: Sequence[Evidence]) -> list[Candidate]:
    """All sentences of the evidence that can stand in an answer, in order; headings, questions, form fields cannot."""
    return [c for e in evidence for c in all_sentences(e.number, e.chunk.text) if _can_stand(c, e)]


def all_sentences(number: int, text: str) -> list[Candidate]:
    """Every sentence of a chunk's text, whether it can stand in an answer or not.

    Args:
        number: of the evidence.
    """
    found: list[Candidate] = []
    open_lists: list[_OpenList] = []
    for place, span in enumerate(sentences.spans(text)):
        flat = " ".join(span.cut(text).split())
        kind = _label_kind(flat)
        if kind is None and not (found and _OPEN_END.search(found[-1].text)):
            open_lists.clear()
        lead = _head_of(found, flat) if CELL in flat else _lead_of(open_lists, kind)
        found.append(Candidate(number, place, span, flat, lead, found[lead].text if lead is not None else ""))
        if opens_list(flat) or (_OPEN_END.search(flat) and not open_lists):
            open_lists.append(_OpenList(place, kind))
    return found


def _head_of(found: Sequence[Candidate], row: str) -> int | None:
    """Place of the head of the table that a row goes on; None where the row is a head itself."""
    before = found[-1] if found else None
    if before is None or CELL not in before.text or before.text.count("|") != row.count("|"):
        return None
    return before.place if before.lead is None else before.lead


def is_table_head(candidate: Candidate) -> bool:
    """Whether it is a table's first row, which says nothing without one of the others."""
    return candidate.lead is None and CELL in candidate.text


def opens_list(text: str) -> bool:
    """Whether a sentence says that a list follows."""
    return text.endswith(_OPENS) or bool(_OPENS_KO.search(text))


@dataclass(slots=True)
class _OpenList:
    """A list that has begun: place and label of its opening, and the kind of its items' labels once one was seen."""

    opening: int
    own: str | None
    kind: str | None = None


def _lead_of(open_lists: list[_OpenList], kind: str | None) -> int | None:
    """The opening of the list that an item with such a label belongs to; lists inside it end with it."""
    for depth in range(len(open_lists) - 1, -1, -1):
        if open_lists[depth].kind == kind:
            del open_lists[depth + 1 :]
            return open_lists[depth].opening
        if kind and open_lists[depth].own == kind:  # (b) after "(a) The landlord shall: (1) …": that list is over
            del open_lists[depth:]
    if not open_lists:
        return None
    if open_lists[-1].kind is None:
        open_lists[-1].kind = kind
    return open_lists[-1].opening


def _label_kind(text: str) -> str | None:
    """What sort of label the sentence begins with: `(1)`, `(a)`, `(i)`, `A.`, a bullet; None without one."""
    match = _LABEL.match(text)
    if not match:
        return None
    return next(
        (pattern.sub(kind, match.group().strip()) for pattern, kind in _KINDS if pattern.search(match.group())), "•"
    )


def _can_stand(candidate: Candidate, evidence: Evidence) -> bool:
    text = candidate.text
    letters = sum(c.isalpha() for c in text)
    if CELL in text:
        return letters > 2
    if letters < MIN_LETTERS and not any("가" <= c <= "힣" for c in text):
        return False
    if _BLANK_FIELD.search(text) or _MAIL_FIELD.match(text):
        return False
    if letters * 2 < len(text.replace(" ", "")) or text.endswith("?"):
        return False
    if candidate.lead is None and not _ENDS.search(text) and not text.endswith(_OPENS) and _is_scrap(text):
        return False
    path = evidence.chunk.heading_path
    return not (path and text in (path[-1], path[-1].rstrip("."))) and not text.isupper()


def _is_scrap(text: str) -> bool:
    """The rest of a line that began elsewhere, or a few words that no stop ends: a heading nobody marked."""
    korean = any("가" <= c <= "힣" for c in text)
    return text[0].islower() or (len(text.split()) < MIN_UNENDED_WORDS and not korean)
