"""A document's text as blocks: paragraphs without running heads and feet, and the ones that are no matter.

Contents pages, navigation and fragments answer no question and crowd out what does, so they are named here, left out
of the chunks and counted; they stay in `document.text`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from pincite.text import tokens
from pincite.types.document import Document, Section, Span, TextQuality


class LeftOut(StrEnum):
    """Why a block is in no chunk."""

    CONTENTS = "contents"
    NAVIGATION = "navigation"
    FRAGMENT = "fragment"
    FURNITURE = "running_head_or_foot"


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, or what a page break or a running head leaves of one.

    Args:
        span: in `document.text`, trimmed.
        tokens: by the project's rule.
        page_index: None without pages.
        continues: the sentence before runs on into this block.
        left_out: None for matter.
    """

    span: Span
    tokens: int
    section: Section | None
    page_index: int | None
    continues: bool = False
    left_out: LeftOut | None = None


_PARAGRAPH_BREAK = re.compile(r"\n[ \t]*\n\s*|\f\s*")
_LEADER_LINE = re.compile(r"(?:\.\s?){4,}\s*[\divxlc]+\s*$|…+\s*[\divxlc]+\s*$", re.I)
_ENDS_IN_NUMBER = re.compile(r"\S\s+(?:\d{1,3}|[ivxlc]{1,6})\s*$")
_NAVIGATION = re.compile(
    r"^(?:skip to (?:main )?content|back to top|table of contents|contents|home|menu|search|print|share|next|previous"
    r"|목차|차례|본문 바로가기)$",
    re.I,
)
_LETTER = re.compile(r"[^\W\d_]")
_SENTENCE_END = re.compile(r"[.!?:;][\"'”’)\]]*$|다\.?$")
_FEW_LETTERS = 12
_CONTENTS_HEADING = re.compile(r"^(?:table of )?contents\b|^목\s*차", re.I)


def blocks(document: Document) -> Iterator[Block]:
    """The document's blocks in the order of the text; the ones left out are among them and say why."""
    contents = _contents_pages(document)
    previous: Block | None = None
    for section, span in _section_spans(document):
        for part, is_furniture in _paragraphs(document, span):
            page = document.page_at(part.start)
            index = page.index if page else None
            text = part.cut(document.text)
            reason = LeftOut.FURNITURE if is_furniture else _reason(text, index in contents)
            continues = _runs_on(document, previous, section, part)
            block = Block(part, tokens.count(text), section, index, continues, reason)
            if reason is None:
                previous = block
            yield block


def _section_spans(document: Document) -> Iterator[tuple[Section | None, Span]]:
    """Text before the first heading, then each section's text behind its heading."""
    first = document.sections[0].span.start if document.sections else len(document.text)
    if first:
        yield None, Span(0, first)
    for section in document.sections:
        start = section.span.start
        if document.text.startswith(section.heading, start):
            start += len(section.heading)
        yield section, Span(start, section.span.end)


def _paragraphs(document: Document, span: Span) -> Iterator[tuple[Span, bool]]:
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
    """Whether a page break or a running head parted this block from the one before within a sentence."""
    if previous is None or previous.section is not section:
        return False
    between = document.text[previous.span.end : span.start]
    if "\f" not in between and len(between.strip()) == 0:
        return False
    return not _SENTENCE_END.search(previous.span.cut(document.text))


def _reason(text: str, on_contents_page: bool) -> LeftOut | None:
    if on_contents_page:
        return LeftOut.CONTENTS
    lines = text.splitlines()
    if sum(bool(_LEADER_LINE.search(line)) for line in lines) * 2 > len(lines):
        return LeftOut.CONTENTS
    if all(_NAVIGATION.match(line.strip()) for line in lines):
        return LeftOut.NAVIGATION
    if len(_LETTER.findall(text[:200])) < _FEW_LETTERS and not _LETTER.search(text[200:]) and not _is_short_matter(text):
        return LeftOut.FRAGMENT
    return None


def _is_short_matter(text: str) -> bool:
    """A short line that says something: it ends a sentence, or is Korean, whose words are short."""
    return bool(_SENTENCE_END.search(text)) and len(_LETTER.findall(text)) >= 4 or any("가" <= c <= "힣" for c in text)


def _contents_pages(document: Document) -> frozenset[int]:
    """Pages that are a table of contents: most of their lines end in a page number, or lead to one by dots."""
    found: set[int] = set()
    for page in document.pages:
        if page.quality is TextQuality.EMPTY:
            continue
        lines = [line for line in page.span.cut(document.text).splitlines() if line.strip()]
        leaders = sum(bool(_LEADER_LINE.search(line)) for line in lines)
        numbers = sum(bool(_ENDS_IN_NUMBER.search(line)) for line in lines)
        titled = any(_CONTENTS_HEADING.match(line.strip()) for line in lines[:4])
        if len(lines) >= 5 and (leaders * 2 > len(lines) or (titled and numbers * 2 > len(lines))):
            found.add(page.index)
    return frozenset(found)
