"""Headings of law in articles: `Article 6` with its title in the line below, chapters and sections, annexes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.parse.grammars.english.lines import Line, lines_of
from pincite.parse.grammars.english.titles import is_title
from pincite.text.normalize import one_line
from pincite.types.document import Document
from pincite.types.provision import ProvisionKind

_HEAD = re.compile(
    r"(?P<word>ARTICLE|Article|CHAPTER|Chapter|TITLE|Title|PART|Part|SECTION|Section|ANNEX|Annex|APPENDIX|Appendix)"
    r"(?:\s+(?P<number>\d{1,4}[a-z]{0,2}|[IVXLC]+[a-z]?|[A-Z]))?(?P<stop>[.:]?)(?=\s|[—–-]|\Z)(?P<rest>.*)",
    re.DOTALL,
)
_KINDS = {
    "article": ProvisionKind.ARTICLE,
    "chapter": ProvisionKind.CHAPTER,
    "title": ProvisionKind.TITLE,
    "part": ProvisionKind.PART,
    "section": ProvisionKind.SUBCHAPTER,
    "annex": ProvisionKind.ANNEX,
    "appendix": ProvisionKind.ANNEX,
}
_MARKS = " \t\n.:;—–-"
_LABEL = re.compile(r"(?:\(?\w{1,4}[.)]|[—–-])\s")
_MAX_LINE = 200


@dataclass(frozen=True, slots=True)
class ArticleHead:
    """A heading; `start` and `end` enclose its title, in the same line or in the one below."""

    start: int
    end: int
    kind: ProvisionKind
    number: str
    title: str


def article_heads(document: Document) -> list[ArticleHead]:
    """All headings of articles, of what they stand in, and of annexes, in the order of the text."""
    text = document.text
    skip = {span.start for page in document.pages for span in page.furniture}
    marked = {section.span.start for section in document.sections}
    found = list(_heads(text, list(lines_of(text, 0, len(text), skip)), marked))
    return _without_contents(found)


def _heads(text: str, lines: Sequence[Line], marked: set[int]) -> Iterator[ArticleHead]:
    taken = 0
    for place, line in enumerate(lines):
        if (
            line.text_start < taken
            or text[line.text_start] not in "ACTPSacts"
            or line.end - line.text_start > _MAX_LINE
        ):
            continue
        found = _HEAD.match(text, line.text_start, line.end)
        if found is None or (found["number"] is None and found["word"].lower() not in ("annex", "appendix")):
            continue
        rest = found["rest"].strip()
        if not _is_head(rest, apart=line.apart or line.text_start in marked):
            continue
        title, end = rest.strip(_MARKS), line.end
        below = lines[place + 1] if place + 1 < len(lines) else None
        if not title and below is not None and _is_title_line(text, below):
            title, end = text[below.text_start : below.end], below.end
        taken, number = end, found["number"] or "0"
        yield ArticleHead(line.text_start, end, _KINDS[found["word"].lower()], number, one_line(title))


def _is_head(rest: str, *, apart: bool) -> bool:
    """Whether what follows the number leaves the line a heading: nothing, or a title."""
    title = rest.strip(_MARKS)
    if not title:
        return True
    return apart and rest[-1] not in ".,;:" and is_title(title)


def _is_title_line(text: str, line: Line) -> bool:
    words = text[line.text_start : line.end]
    if len(words) > _MAX_LINE or words[-1] in ".,;:" or _LABEL.match(words) or _HEAD.fullmatch(words):
        return False
    return is_title(words) and (not words[0].isdigit())


def _without_contents(heads: Sequence[ArticleHead]) -> list[ArticleHead]:
    """Leave out headings right above the next one that come again later with the same title: a table of contents."""
    last = {(head.kind, head.number, head.title): place for place, head in enumerate(heads)}
    kept: list[ArticleHead] = []
    for place, head in enumerate(heads):
        following = heads[place + 1].start if place + 1 < len(heads) else head.end
        again = last[head.kind, head.number, head.title] > place
        if not (again and head.title and head.kind is ProvisionKind.ARTICLE and following - head.end < 5):
            kept.append(head)
    return kept
