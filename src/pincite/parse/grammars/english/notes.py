"""Notes of where a provision comes from, which are no part of the rule.

Such as `[65 FR 82802, …]`, `(Pub. L. …)`, `History.—…`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.parse.grammars.english.labels import label_at
from pincite.parse.grammars.english.lines import Line
from pincite.types.document import Span

# In brackets, wherever they stand.
_BRACKETS = re.compile(
    r"\[(?=[^\[\]\n]{0,200}?(?:\b\d{1,3} (?:FR|Fed\. ?Reg\.|F\.R\.) \d|\bStat\. \d|\bOJ [LC] \d))[^\[\]\n]{0,2000}\]"
)
_GONE = re.compile(
    r"\[?(?:Reserved|Repealed|Removed(?: and reserved)?|Omitted|Transferred|Expired|Vacated|Deleted|Disapproved)\b"
    r"[^\[\]\n]{0,200}\]?[. ]*",
    re.IGNORECASE,
)
_BY = re.compile(r"(?:by\b|effective|eff\.|[A-Z][a-z]+\.? \d|\d|\(|P\.|Pub)")
# A whole line of its own at the end of a section.
_LINE = re.compile(
    r"\((?:Pub\. ?L\.|Added|Amended|Enacted|Repealed|Acts? \d{4}|L\. ?\d{4}|Stats\. ?\d{4}|P\.A\.|R\.S\.|"
    r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.? \d{1,2}, \d{4}, "
    r"(?:[A-Z]\.?[A-Z]\.? Law|ch\.|c\.|title|\d+ Stat))"
    r"|(?:History|HISTORY|Hist|Source|SOURCE|Authority|AUTHORITY|Credits?|Statutory Authority|Regulatory Authority)"
    r"(?:\.[—–-]|[:.—–])"
)


def bracket_notes(text: str, start: int, end: int) -> list[Span]:
    """The notes in brackets inside `text[start:end]`."""
    return [Span(*found.span()) for found in _BRACKETS.finditer(text, start, end)]


def closing_notes(text: str, lines: Sequence[Line]) -> int:
    """How many of the last lines of a section are notes and nothing else.

    What follows a note of the source is the editors' too, unless it goes on with a label.
    """
    first = next((place for place, line in enumerate(lines) if _is_credit(text, line)), None)
    if first is None:
        return 0
    following = next((line for line in lines[first + 1 :] if not _is_credit(text, line)), None)
    if following is None or label_at(text, following.text_start, following.end) is None:
        return len(lines) - first
    return _credits_at_end(text, lines)


def is_credit(text: str, line: Line) -> bool:
    """Whether a line as a whole is a note."""
    return _is_credit(text, line)


def _credits_at_end(text: str, lines: Sequence[Line]) -> int:
    count = 0
    while count < len(lines) and _is_credit(text, lines[-1 - count]):
        count += 1
    return count


def _is_credit(text: str, line: Line) -> bool:
    if _LINE.match(text, line.text_start, line.end):
        return True
    bracket = _BRACKETS.match(text, line.text_start, line.end)
    return bracket is not None and not text[bracket.end() : line.end].strip(" .")


def is_gone(words: str) -> bool:
    """Whether all that is left of a provision is that it is no more, as `[Reserved]` says.

    >>> is_gone("[Reserved]"), is_gone("Repealed by Laws 1999, ch. 3."), is_gone("Reserved seats are marked.")
    (True, True, False)
    """
    words = words.strip(" \t\n.:;—–-")
    if not _GONE.fullmatch(words):
        return False
    return words[0] == "[" or len(words.split()) == 1 or _BY.match(words.split(maxsplit=1)[1]) is not None
