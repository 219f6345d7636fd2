"""Provisions: a document as the tree that its own numbering makes of it.

The grammar that the text fits best reads it; a text that fits none is read by its headings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.parse.grammars import MIN_SCORE, Grammar, grammars
from pincite.types.document import Document, Section, Span
from pincite.types.provision import Provision, ProvisionKind, ProvisionTree

__all__ = ["grammar_for", "provisions", "sections_as_tree"]

_NO_SEGMENT = re.compile(r"[\s/~]+")


def provisions(document: Document) -> ProvisionTree:
    """The provisions of a document; `tree.grammar` says who read them, and is empty for mere sections.

    Example:
        >>> from pincite.parse import read
        >>> [p.id for p in provisions(read("act.md"))][:2]  # doctest: +SKIP
        ['act/c1', 'act/a1']
    """
    found = grammar_for(document)
    return sections_as_tree(document) if found is None else found.read(document)


def grammar_for(document: Document) -> Grammar | None:
    """The grammar that a text fits best; None where it fits none. Of equal ones the first of the registry."""
    best: Grammar | None = None
    best_score = 0.0
    for grammar in grammars():
        if grammar.speaks(document.language):
            score = grammar.score(document)
            if score >= MIN_SCORE and score > best_score:
                best, best_score = grammar, score
    return best


def sections_as_tree(document: Document) -> ProvisionTree:
    """The headings of a document as its provisions; all of it as one where it has none.

    A section's number is the one that its heading carries, else its place among all sections of the document; a number
    that comes again gets `~2` and on in its id.
    """
    if not document.sections:
        return ProvisionTree(document.id, "", tuple(_whole(document)))
    ids = _section_ids(document)
    parents, ends = _nesting(document.sections)
    return ProvisionTree(
        document.id,
        "",
        tuple(
            _section(document, place, ids, parents[place], document.sections[ends[place]].span.end)
            for place in range(len(document.sections))
        ),
    )


def _whole(document: Document) -> Iterator[Provision]:
    """All of a text without headings as one section."""
    start = len(document.text) - len(document.text.lstrip())
    span, heading = Span(start, len(document.text.rstrip())), Span(start, start)
    if span.start < span.end:
        yield Provision(f"{document.id}/s1", ProvisionKind.SECTION, "1", None, span, heading, document.title)


def _section_ids(document: Document) -> list[tuple[str, str]]:
    """Id and number of each section."""
    found: list[tuple[str, str]] = []
    times: dict[str, int] = {}
    taken = {_segment(section) for section in document.sections} - {""}
    for place, section in enumerate(document.sections, start=1):
        number = _segment(section) or str(place)
        if not _segment(section) and number in taken:
            number = f"_{number}"
        times[number] = times.get(number, 0) + 1
        again = f"~{times[number]}" if times[number] > 1 else ""
        found.append((f"{document.id}/s{number}{again}", number))
    return found


def _segment(section: Section) -> str:
    return _NO_SEGMENT.sub("-", section.id or "").strip("-")


def _nesting(sections: tuple[Section, ...]) -> tuple[list[int | None], list[int]]:
    """For each section the place of the one around it, and that of the last one inside it (or its own)."""
    parents: list[int | None] = []
    ends = list(range(len(sections)))
    around: list[int] = []
    for place, section in enumerate(sections):
        while around and sections[around[-1]].level >= section.level:
            ends[around.pop()] = place - 1
        parents.append(around[-1] if around else None)
        around.append(place)
    for place in around:
        ends[place] = len(sections) - 1
    return parents, ends


def _section(document: Document, place: int, ids: list[tuple[str, str]], parent: int | None, end: int) -> Provision:
    section = document.sections[place]
    start = section.span.start
    span = Span(start, _stripped_end(document.text, start, end))
    heading = Span(start, start + len(document.text[start : section.span.end].split("\n", 1)[0]))
    around = None if parent is None else ids[parent][0]
    return Provision(ids[place][0], ProvisionKind.SECTION, ids[place][1], around, span, heading, section.heading)


def _stripped_end(text: str, start: int, end: int) -> int:
    while end > start and text[end - 1].isspace():
        end -= 1
    return end
