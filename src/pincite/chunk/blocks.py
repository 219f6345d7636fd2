"""A document's text as blocks: paragraphs without running heads and feet, each with whether it is matter."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pincite.chunk.left_out import SENTENCE_END, Judge, LeftOut, is_label, leads_on, section_text
from pincite.text import tokens
from pincite.types.document import Document, Section, Span, Table


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, or what a page break or a running head leaves of one.

    Args:
        span: in `document.text`, trimmed.
        tokens: by the project's rule.
        page_index: None without pages.
        continues: the sentence before runs on into this block.
        left_out: None for matter.
        table: that stands in it, or that it is a part of.
        repeated: it is that table's header, which stands elsewhere.
    """

    span: Span
    tokens: int
    section: Section | None
    page_index: int | None
    continues: bool = False
    left_out: LeftOut | None = None
    table: Table | None = None
    repeated: bool = False


_PARAGRAPH_BREAK = re.compile(r"\n[ \t]*\n\s*|\f\s*")

_Part = tuple[Span, bool]
"""A paragraph, and whether it is a running head or foot."""


def blocks(document: Document) -> Iterator[Block]:
    """The document's blocks in the order of the text; the ones left out are among them and say why."""
    judge = Judge(document)
    previous: Block | None = None
    for section, span in _section_spans(document):
        parts = _with_labels(document.text, _paragraphs(document, span))
        last = max((place for place, part in enumerate(parts) if not part[1]), default=-1)
        alone = sum(not is_furniture for _, is_furniture in parts) == 1
        for place, (part, is_furniture) in enumerate(parts):
            page = document.page_at(part.start)
            index = page.index if page else None
            text = part.cut(document.text)
            reason = LeftOut.FURNITURE if is_furniture else judge.reason(text, part, section, index, alone)
            table = document.table_in(part)
            if reason is LeftOut.FRAGMENT and place < last and _begins(text, parts[place + 1][0].cut(document.text)):
                reason = None
            if reason is LeftOut.FRAGMENT and table is not None and table.header is not None:
                reason = None  # figures say something where their columns have names
            continues = _runs_on(document, previous, section, part)
            block = Block(part, tokens.count(text), section, index, continues, reason, table)
            if reason is None:
                previous = block
            yield block


def paragraphs(document: Document) -> Iterator[tuple[Section | None, Span]]:
    """Every paragraph under its section, in the order of the text; running heads and feet and headings are none."""
    for section, span in _section_spans(document):
        for part, is_furniture in _paragraphs(document, span):
            if not is_furniture:
                yield section, part


def _begins(text: str, following: str) -> bool:
    """Whether a fragment begins what the next block says: its label, on the page before, or its first words."""
    return is_label(text) or leads_on(text, following)


def _with_labels(text: str, parts: Iterable[_Part]) -> list[_Part]:
    """The parts, labels that stand alone joined to the paragraph that they label."""
    found: list[_Part] = []
    for part, is_furniture in parts:
        before = found[-1][0] if found and not found[-1][1] and not is_furniture else None
        if before and is_label(before.cut(text)) and "\f" not in text[before.end : part.start]:
            found[-1] = (Span(before.start, part.end), False)
        else:
            found.append((part, is_furniture))
    return found


def _section_spans(document: Document) -> Iterator[tuple[Section | None, Span]]:
    """Text before the first heading, then each section's."""
    first = document.sections[0].span.start if document.sections else len(document.text)
    if first:
        yield None, Span(0, first)
    for section in document.sections:
        yield section, section_text(document, section)


def _paragraphs(document: Document, span: Span) -> Iterator[_Part]:
    """Trimmed paragraphs of `span`, cut around running heads and feet, each with whether it is one of those."""
    furniture = _furniture_in(document, span)
    start = span.start
    for at in [*furniture, Span(span.end, span.end)]:
        yield from ((p, False) for p in _split(document.text, Span(start, max(at.start, start))))
        trimmed = _trim(document.text, at)
        if trimmed:
            yield trimmed, True
        start = max(at.end, start)


def _furniture_in(document: Document, span: Span) -> list[Span]:
    if not document.pages:
        return []
    first = bisect_left(document.pages, span.start, key=lambda p: p.span.end)
    found: list[Span] = []
    for page in document.pages[first:]:
        if page.span.start >= span.end:
            break
        found += [Span(max(f.start, span.start), min(f.end, span.end)) for f in page.furniture if f.overlaps(span)]
    return sorted(found)


def _split(text: str, span: Span) -> Iterator[Span]:
    start = span.start
    for match in _PARAGRAPH_BREAK.finditer(text, span.start, span.end):
        if found := _trim(text, Span(start, match.start())):
            yield found
        start = match.end()
    if found := _trim(text, Span(start, span.end)):
        yield found


def _trim(text: str, span: Span) -> Span | None:
    part = span.cut(text)
    stripped = part.strip()
    if not stripped:
        return None
    start = span.start + len(part) - len(part.lstrip())
    return Span(start, start + len(stripped))


def _runs_on(document: Document, previous: Block | None, section: Section | None, span: Span) -> bool:
    """Whether a page break or a running head parted this block from the one before within a sentence; a paragraph that
    was left out between them is none of these.
    """
    if previous is None or previous.section is not section:
        return False
    between = Span(previous.span.end, span.start)
    if "\f" not in between.cut(document.text) and not _furniture_in(document, between):
        return False
    return not SENTENCE_END.search(previous.span.cut(document.text))
