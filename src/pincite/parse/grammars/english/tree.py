"""From provisions as they were found, in the order of the text, to a tree with ids and spans."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pincite.types.document import Document, Span
from pincite.types.provision import ParseWarning, Provision, ProvisionKind, ProvisionTree

_BULLETS = "-*+•·>"
_NO_SEGMENT = re.compile(r"[^\w.~-]+")


@dataclass(slots=True, eq=False)
class Draft:
    """A provision before its end and its id are known.

    Args:
        start: of the label or heading.
        heading_end: of the label, and of the title where it is a heading.
        parent: the provision around it.
        hangs_on: the provision whose id its own continues; None for the document.
        may_repeat: containers count anew inside others: where a number stands several times in a document, the id
            continues that of the parent.
        stop: where it ends at the latest, as before a note.
        lead: segments before the own where those above are missing in the text, as clause 4 of 4.2.
        word: what the segment says before the number where that alone is not unique, as in Exhibit A and Schedule A.
    """

    kind: ProvisionKind
    number: str
    start: int
    heading_end: int
    title: str = ""
    parent: Draft | None = None
    hangs_on: Draft | None = None
    may_repeat: bool = False
    deleted: bool = False
    stop: int | None = None
    word: str = ""
    lead: str = ""
    notes: list[Span] = field(default_factory=list)
    end: int = 0
    id: str = ""


def build(document: Document, grammar: str, drafts: Sequence[Draft], warnings: Sequence[ParseWarning]) -> ProvisionTree:
    """The tree of drafts that are in the order of the text, parents before their children."""
    _set_ends(drafts, document.text)
    found = [*warnings, *_set_ids(drafts, document.id)]
    provisions = tuple(
        Provision(
            id=draft.id,
            kind=draft.kind,
            number=draft.number,
            parent=draft.parent.id if draft.parent else None,
            span=Span(draft.start, draft.end),
            heading=Span(draft.start, draft.heading_end),
            title=draft.title,
            deleted=draft.deleted,
            notes=tuple(draft.notes),
        )
        for draft in drafts
    )
    return ProvisionTree(document.id, grammar, provisions, tuple(sorted(found, key=lambda w: w.span)))


def _set_ends(drafts: Sequence[Draft], text: str) -> None:
    """Each ends where the next begins that is not inside of it, white space and the bullet before that left out."""
    open_: list[Draft] = []
    for draft in drafts:
        while open_ and open_[-1] is not draft.parent:
            _close(open_.pop(), draft.start, text)
        open_.append(draft)
    while open_:
        _close(open_.pop(), len(text), text)


def _close(draft: Draft, at: int, text: str) -> None:
    at = at if draft.stop is None else min(at, draft.stop)
    goes_on = at < len(text)
    while at > draft.heading_end and (
        text[at - 1].isspace() or (goes_on and text[at - 1] in _BULLETS and text[at - 2] == "\n")
    ):
        at -= 1
    draft.end = max(at, draft.heading_end)


def _set_ids(drafts: Sequence[Draft], document_id: str) -> list[ParseWarning]:
    warnings: list[ParseWarning] = []
    counts = Counter(_segment(d) for d in drafts if d.may_repeat)
    words: dict[str, set[str]] = {}
    for draft in drafts:
        if draft.word:
            words.setdefault(_segment(draft), set()).add(draft.word)
    times: Counter[str] = Counter()
    for draft in drafts:
        segment = _segment(draft)
        if len(words.get(segment, ())) > 1:
            segment = f"{draft.kind.value}{draft.word}-{_clean(draft.number)}"
        around = draft.parent if draft.may_repeat and counts[segment] > 1 else draft.hangs_on
        wanted = f"{around.id if around else document_id}/{draft.lead}{segment}"
        times[wanted] += 1
        draft.id = wanted if times[wanted] == 1 else f"{wanted}~{times[wanted]}"
        if draft.id != wanted:
            detail = f"{wanted} stands here once more, as {draft.id}"
            warnings.append(ParseWarning("duplicate_number", Span(draft.start, draft.heading_end), detail))
    return warnings


def _segment(draft: Draft) -> str:
    return f"{draft.kind.value}{_clean(draft.number)}"


def _clean(number: str) -> str:
    return _NO_SEGMENT.sub("-", number).strip("-") or "0"
