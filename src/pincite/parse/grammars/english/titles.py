"""Titles of sections and paragraphs, told from the sentences that they stand before.

Print sets the titles of paragraphs in italics; the text has lost them. What is left is their shape: a few words without
a finite verb, closed by a full stop or a dash, with the rule behind them.
"""

from __future__ import annotations

import re

MAX_WORDS = 24
MAX_CHARS = 220
MAX_COLON_WORDS = 6
"""A title that a colon closes is short; longer words before a colon are the start of a sentence."""

_VERBS = re.compile(
    r"\b(?:shall|must|may|will|would|should|cannot|is|are|was|were|has|have|had|does|do|did|means?|includes?|excludes?|"
    r"applies|apply|requires?|provides?|contains?|consists?|comply|complies)\b",
    re.IGNORECASE,
)
# A full stop that ends a title; not the one of "U.S.C." or "Sec. 5".
_STOP = re.compile(
    r"(?<![A-Z.][A-Z])(?<!\bNo)(?<!\bSec)(?<!\bs)(?<!\bPub)(?<!\bL)(?<!\bet seq)(?<!\bv)\."
    r"(?:[ ]?(?:[—–]|--)(?=[ \t]*[\"“‘'(\[A-Z])|(?=[ \t]+[\"“‘'(\[A-Z0-9§]|\(|\Z))"
    r"|[ ]?[—–](?=[ \t]*[\"“‘'(\[A-Z])"
    r"|[ ]?--(?=[ \t]*[\"“‘'(\[A-Z]|\Z)"
    r"|[ ][-–—](?=[ \t]*\(|\Z)"
    r"|:(?=[ \t]*(?:\(|\Z))"
    r"|[ ](?=\([1aAi]\)[ ][A-Z])"
)
_STARTS = re.compile(r"[\"“‘'\[]?[A-Z0-9]")
_SENTENCE_START = re.compile(
    r"(?:A|An|Any|Each|Every|No|If|When|Where|Whether|Whose|Who|That|To|In the case|Either|Both|Only|Not)\b"
)
_NO_TITLE_END = re.compile(r"(?:\b(?:and|or|of|to|the|that|by|with|for|if|who|which|following)|[,;])$", re.IGNORECASE)


def closed_title(rest: str) -> tuple[str, int]:
    """The title at the start of `rest`, closed by a full stop, dash or colon, and where the text goes on.

    Returns:
        ("", 0) where there is none; the title is without its closing mark.

    >>> closed_title("Standard: Notice. The office must give notice.")
    ('Standard: Notice', 17)
    """
    if not _STARTS.match(rest):
        return "", 0
    for stop in _STOP.finditer(rest, 0, MAX_CHARS):
        title = rest[: stop.start()].strip()
        if not is_title(title):
            return "", 0
        return title, stop.end()
    return "", 0


def is_title(words: str) -> bool:
    """Whether words on their own look like a title: short, capitalised, no finite verb."""
    if not words or len(words) > MAX_CHARS or not _STARTS.match(words) or _NO_TITLE_END.search(words):
        return False
    if _SENTENCE_START.match(words):
        return False
    return len(words.split()) <= MAX_WORDS and not _VERBS.search(words) and any(c.isalpha() for c in words)


def title_before_label(text: str, at: int, end: int) -> int:
    """Where a label follows a title in `text[at:end]`, as `(1)` in `Scope.—(1) In general`; 0 where none does."""
    rest = text[at : min(end, at + MAX_CHARS + 8)]
    title, after = closed_title(rest)
    if not title:
        return 0
    place = after + len(rest[after:]) - len(rest[after:].lstrip())
    return at + place if rest[place : place + 1] == "(" else 0


def paragraph_title(rest: str, following: str, *, has_children: bool) -> str:
    """The title of a paragraph; empty where it has none.

    Args:
        rest: what stands behind the label in its line.
        following: the line below, its own label left out; empty where the paragraph ends with this line.
        has_children: that line begins with a label of a paragraph inside this one.
    """
    rest = rest.strip()
    title, after = closed_title(rest)
    if title:
        if rest[:after].endswith(":") and len(title.split()) > MAX_COLON_WORDS:
            return ""
        goes_on = bool(rest[after:].strip()) or (bool(following) and _may_follow(rest, has_children))
        return title if goes_on else ""
    if not rest or rest[-1] in ".,;:" or not is_title(rest):
        return ""
    return rest.rstrip(" —–-") if following and _STARTS.match(following) else ""


def _may_follow(rest: str, has_children: bool) -> bool:
    """`Exceptions:` or `Written notice.` alone in a line is a title only where the paragraph goes on."""
    return has_children if rest.endswith(":") else True
