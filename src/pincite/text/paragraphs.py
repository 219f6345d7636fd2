"""The paragraph under which a place of a numbered section stands, such as `(3)(a)` or 제1항제2호.

Labels are read where they start a line. Their depth follows from their order alone: a label is the next sibling of
an open level, or the first of a kind that is not open yet. What fits neither, or both, leaves the path out: a pincite
without its paragraph is right, one with a guessed paragraph is not.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pincite.types.document import Span

CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
HANGUL = "가나다라마바사아자차카타파하"

_LINE = re.compile(r"[^\n\f]+")
_BULLET = re.compile(r"[ \t\u00a0]*(?:[-*•·][ \t]+)?")
_LABEL = re.compile(
    rf"""
    \( (?P<paren> \d{{1,3}} | [a-z]{{1,4}} | [A-Z]{{1,4}} ) (?: [-.] (?P<paren_sub>\d) )? \)   # (3), (a), (iv), (a-1)
    | (?P<circled> [{CIRCLED}] )                                                               # ①
    | (?P<period> \d{{1,2}} | [A-Za-z] | [{HANGUL}] ) (?: 의 (?P<period_sub>\d) )? \. (?=\s|$) # 2.  B.  가.  3의2.
    """,
    re.VERBOSE,
)
# A wrapped line may begin with the label of a reference: "under subsection / (b) of this section".
_REFERS_ON = re.compile(r"[ \t]*(?:through|to|and|or|of|above|below|hereof|[,;.)]|—|–)(?:\W|$)", re.IGNORECASE)
_REFERS_BEFORE = re.compile(
    r"(?:sections?|subsections?|paragraphs?|subparagraphs?|clauses?|subclauses?|subdivisions?|items?|parts?|under|of|"
    r"and|or|to|through|§+|\d)[ \t]*$",
    re.IGNORECASE,
)
_CLOSES = re.compile(r"[.;:,—–][”’\"')\]]*[ \t]*$|(?:[;,]|\b)[ \t]*(?:and|or|means)[ \t]*$")
_ENDS_PARAGRAPH = re.compile(r"[.;:][”’\"')\]]*[ \t]*$")
_ARTICLE_HEAD = re.compile(r"[ \t]*제\d+조(?:의\d+)?[ \t]*(?:\([^)\n]*\))?[ \t]*")
_ROMAN = {"i": 1, "v": 5, "x": 10}


class Step(NamedTuple):
    """One reading of a label: its kind and its place in the kind's order, with a number for inserted ones."""

    kind: str
    value: int
    sub: int = 0

    def follows(self, other: Step) -> bool:
        """Whether this is the next sibling of `other`: (4) or (3-1) after (3), 4 or 3의3 after 3의2."""
        if self.kind != other.kind:
            return False
        if self.value == other.value:
            return self.sub > other.sub and self.sub - other.sub <= 2
        return self.value == other.value + 1 and self.sub == 0


class _Label(NamedTuple):
    start: int
    shown: str
    readings: tuple[Step, ...]


class _Reach(NamedTuple):
    """From `start` to `end` the text certainly stands under `path`; after `end` that is not known."""

    start: int
    end: int
    path: tuple[str, ...]


def paragraph_path(section: str, span: Span, *, headings: tuple[int, ...] = ()) -> tuple[str, ...]:
    r"""The labels of the paragraph that holds all of `span`; empty where there is none or it is not certain.

    Args:
        section: text of one numbered section, its heading included.
        span: non-empty, in `section`.
        headings: where the section's inner headings start; a labelled one keeps its text until the next label.

    Returns:
        The labels from the outermost, such as `("(3)", "(a)")` or `("제1항", "제2호")`.

    >>> paragraph_path("§ 5. Deposits\n(1) A landlord shall:\n(a) hold the deposit;\n(b) say where.", Span(37, 44))
    ('(1)', '(a)')
    """
    reaches = _reaches(section, headings)
    first, last = _path_at(reaches, span.start), _path_at(reaches, max(span.end - 1, span.start))
    if first is None or last is None:
        return ()
    shared = 0
    while shared < min(len(first), len(last)) and first[shared] == last[shared]:
        shared += 1
    return first[:shared]


def _path_at(reaches: tuple[_Reach, ...], offset: int) -> tuple[str, ...] | None:
    at = bisect_right(reaches, offset, key=lambda r: r.start) - 1
    if at < 0:
        return ()
    return reaches[at].path if offset < reaches[at].end else None


@lru_cache(maxsize=64)
def _reaches(section: str, headings: tuple[int, ...]) -> tuple[_Reach, ...]:
    """The labelled stretches of a section, in order; empty where the labels start over."""
    reaches: list[_Reach] = []
    stack: list[tuple[Step, str]] = []
    labels = list(_labels(section, headings))
    for place, label in enumerate(labels):
        following = labels[place + 1].readings if place + 1 < len(labels) else ()
        depth_and_step = _place(label, [step for step, _ in stack], following)
        if depth_and_step is None:
            if _starts_over(label, [step for step, _ in stack]):
                return ()
            return (*reaches, _Reach(label.start, label.start, ()))
        depth, step = depth_and_step
        stack[depth:] = [(step, label.shown)]
        limit = labels[place + 1].start if place + 1 < len(labels) else len(section)
        end = limit if label.start in headings else _certain_end(section, label.start, limit)
        reaches.append(_Reach(label.start, end, tuple(shown for _, shown in stack)))
    return tuple(reaches)


def _place(label: _Label, stack: list[Step], following: tuple[Step, ...]) -> tuple[int, Step] | None:
    """The depth at which a label stands and how it reads there; None where no reading fits or more than one."""
    fits = [(depth, step) for depth, open_ in enumerate(stack) for step in label.readings if step.follows(open_)]
    kinds = {step.kind for step in stack}
    fits += [(len(stack), step) for step in label.readings if _is_first(step) and step.kind not in kinds]
    if len(fits) > 1:  # (i) after (h): the next label, (j) or (ii), tells
        fits = [(depth, step) for depth, step in fits if any(later.follows(step) for later in following)]
    return fits[0] if len(fits) == 1 else None


def _is_first(step: Step) -> bool:
    return step.value == 1 and step.sub == 0


def _starts_over(label: _Label, stack: list[Step]) -> bool:
    """Whether a second list of the same kind begins, so that a path would name two places."""
    kinds = {step.kind for step in stack}
    return any(_is_first(step) and step.kind in kinds for step in label.readings)


def _certain_end(section: str, start: int, limit: int) -> int:
    """Where the labelled paragraph's own lines end: flush text after a list may belong to any level above it."""
    end = start
    for line in _LINE.finditer(section, start, limit):
        blank_before = "\n\n" in section[end : line.start()] if end > start else False
        if blank_before:
            return end
        end = line.end()
        if _ENDS_PARAGRAPH.search(line.group()):
            return end
    return limit


def _labels(section: str, headings: tuple[int, ...]) -> Iterator[_Label]:
    """The labels that start a line, several on one line (`(3)(a)`) included, in order."""
    before, end = "", 0  # the line above, where it may run on into this one: a heading and a paragraph's end do not
    for line in _LINE.finditer(section):
        text = line.group()
        before = "" if "\n\n" in section[end : line.start()] else before
        at = _BULLET.match(text).end()  # type: ignore[union-attr]  # matches the empty string at least
        if article := _ARTICLE_HEAD.match(text):
            at = article.end()
        found = _LABEL.match(text, at)
        if found and not _is_reference(text, found.end(), before):
            start = line.start() + (at if article else 0)
            if line.start() == 0 and found["period"]:  # the number of the section itself: "1. Rent."
                at = found.end() + len(text[found.end() :]) - len(text[found.end() :].lstrip(" \t\u00a0"))
                start, found = at, _LABEL.match(text, at)
            while found:
                yield _Label(start, *_read(found))
                at = found.end() + len(text[found.end() :]) - len(text[found.end() :].lstrip(" \t\u00a0"))
                start, found = line.start() + at, _LABEL.match(text, at)
        before, end = "" if line.start() in (0, *headings) else text, line.end()


def _is_reference(line: str, end: int, before: str) -> bool:
    """Whether the label at a line's start is the wrapped end of a reference; behind a blank line it is not."""
    if not before:
        return False
    if _CLOSES.search(before) and not _REFERS_BEFORE.search(before):
        return False
    return bool(_REFERS_ON.match(line, end) or _REFERS_BEFORE.search(before))


def _read(found: re.Match[str]) -> tuple[str, tuple[Step, ...]]:
    """How a label is shown in a path, and what it may count."""
    if circled := found["circled"]:
        number = CIRCLED.index(circled) + 1
        return f"제{number}항", (Step("circled", number),)
    style, word = ("paren", found["paren"]) if found["paren"] else ("period", found["period"])
    sub = int(found[f"{style}_sub"] or 0)
    if word in HANGUL:
        return f"{word}목", (Step("hangul", HANGUL.index(word) + 1, sub),)
    shown = f"({found.group().strip('().')})"
    return shown, tuple(Step(f"{style} {kind}", value, sub) for kind, value in _counts(word))


def _counts(word: str) -> Iterator[tuple[str, int]]:
    """What a label's word counts in each alphabet that it may belong to."""
    if word.isdigit():
        yield "digit", int(word)
        return
    case = "upper" if word.isupper() else "lower"
    low = word.lower()
    if len(set(low)) == 1:  # a, b … z, aa, bb
        yield f"{case} letter", ord(low[0]) - ord("a") + 1 + 26 * (len(low) - 1)
    if all(letter in _ROMAN for letter in low):
        values = [_ROMAN[letter] for letter in low]
        signed = [-v if any(w > v for w in values[i + 1 :]) else v for i, v in enumerate(values)]
        yield f"{case} roman", sum(signed)
