"""Lines of a stretch of text, with the labels that begin them."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import NamedTuple

from pincite.parse.grammars.english.labels import Label, Step, label_at, written
from pincite.parse.grammars.english.titles import title_before_label
from pincite.types.document import Document

MAX_RUN = 8
"""Labels read in one run such as `(a)(1)(i)`; no law goes deeper."""

MAX_RANGE = 60

_RANGE = re.compile(r"[ ]?(?:[-–—]|to|through|and)[ ]?(?=\()")
GONE_NEXT = re.compile(r"[ .—–-]*\[?(?:Reserved|Repealed|Removed|Deleted|Omitted|Expired|Vacated)\b", re.IGNORECASE)
_LINE = re.compile(r"[^\n\f]+")
_BULLET = re.compile(r"[ \t\u00a0>]*(?:[-*+•·][ \t]+)?")
_BLANKS = re.compile(r"[ \t\u00a0]*")
# A wrapped line may begin with the label of a reference: "under subsection / (b) of this section".
_REFERS_ON = re.compile(
    r"[ \t]*(?:(?:through|to|and|or|of|above|below|hereof)\b|[,;.)]|[—–-](?=\())[^\n]", re.IGNORECASE
)
_REFERS_BEFORE = re.compile(
    r"(?:\b(?:sections?|subsections?|paragraphs?|subparagraphs?|clauses?|subclauses?|subdivisions?|items?)|§|"
    r"\)[ ](?:and|or|to|through)|\b(?:section|paragraph|clause)s?[ ][^ ;,:]{1,12}[ ](?:and|or|to|through))[ \t]*$",
    re.IGNORECASE,
)
_CLOSES = re.compile(r"[.;:,—–-][”’\"')\]]*[ \t]*$|[;,.:—][ \t]*(?:and|or|means)[ \t]*$|[”\"]$")
_LONG_LINE = 160
_FEW = 0.02
# Parsers that write a paragraph as one line.
_WHOLE_LINES = ("html/", "ecfr-xml/", "uslm-xml/", "docx/")


def is_wrapped(document: Document) -> bool:
    """Whether lines are broken where a page ends, so that a paragraph runs over several: hardly any line is long."""
    if document.parser.startswith(_WHOLE_LINES):
        return False
    lengths = [found.end() - found.start() for found in _LINE.finditer(document.text, 0, 100_000)]
    return sum(length > _LONG_LINE for length in lengths) <= _FEW * len(lengths)


class Line(NamedTuple):
    """A line that is not empty.

    Args:
        start, end: without the line break.
        text_start: behind blanks and a bullet.
        apart: an empty line, or the stretch's begin, stands above it.
    """

    start: int
    end: int
    text_start: int
    apart: bool


def lines_of(text: str, start: int, end: int, skip: Container[int] = ()) -> Iterator[Line]:
    """The lines of `text[start:end]` that are not blank.

    Args:
        skip: starts of lines to leave out, such as running heads.
    """
    before = -1
    for found in _LINE.finditer(text, start, end):
        low, high = found.span()
        at = _BULLET.match(text, low, high).end()  # type: ignore[union-attr]  # matches the empty string at least
        if at >= high or low in skip or text[at:high].isspace():
            continue
        yield Line(low, high, at, before < 0 or "\n\n" in text[before:low])
        before = high


def labels_of_line(text: str, line: Line, before: str) -> list[Label]:
    """The labels that begin a line: a run such as `(a)(1)`, and one behind a title, as in `(a) Scope.—(1) In general`.

    Args:
        before: the line above where it may run on into this one, else empty.
    """
    label = label_at(text, line.text_start, line.end)
    if label is None or _is_reference(text, label.end, line.end, before):
        return []
    several = _range(text, label, line.end)
    if several:
        return several
    found = [label]
    while len(found) < MAX_RUN:
        at = _BLANKS.match(text, found[-1].end, line.end).end()  # type: ignore[union-attr]
        following = label_at(text, at, line.end, joined=True)
        if following is None:
            title_end = title_before_label(text, at, line.end)
            following = label_at(text, title_end, line.end, inline=True) if title_end else None
        if following is None:
            break
        found.append(following)
    return found


def ends_sentence(line: str) -> bool:
    """Whether a line ends where a sentence or a member of a list does, so that the next does not run on from it."""
    return not line or (_CLOSES.search(line) is not None and _REFERS_BEFORE.search(line) is None)


def _range(text: str, first: Label, end: int) -> list[Label]:
    """The labels that `(b)-(d) [Reserved]` stands for; those between have no text of their own."""
    dash = _RANGE.match(text, first.end, end)
    last = label_at(text, dash.end(), end) if dash else None
    if dash is None or last is None or not GONE_NEXT.match(text, last.end, end):
        return []
    for low in first.steps:
        for high in last.steps:
            if low.kind == high.kind and low.value < high.value <= low.value + MAX_RANGE and not low.sub + high.sub:
                between = (Step(low.kind, value) for value in range(low.value + 1, high.value))
                made = [Label(dash.end(), dash.end(), written(s.kind, s.value), (s,), gone=True) for s in between]
                ends = first._replace(steps=(low,), gone=True), last._replace(steps=(high,), gone=True)
                return [ends[0], *made, ends[1]]
    return []


def _is_reference(text: str, at: int, end: int, before: str) -> bool:
    """Whether the label at a line's start is the wrapped end of a reference."""
    if not before or (_CLOSES.search(before) and not _REFERS_BEFORE.search(before)):
        return False
    return bool(_REFERS_ON.match(text, at, end) or _REFERS_BEFORE.search(before))
