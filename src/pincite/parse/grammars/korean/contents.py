"""Tables of contents in front of Korean law: its headings without their text. They are no provisions."""

from __future__ import annotations

import re

from pincite.parse.grammars.korean.marks import ArticleForm, Label, Level, label_at

_LINE = re.compile(r"[^\n\f]*\S[^\n\f]*")
_LEADER = re.compile(r"[ \t.·…ㆍ\-–]*\d{0,4}[ \t]*")
_HEADINGS = (Level.DIVISION, Level.CHAPTER, Level.SUBCHAPTER, Level.SUBPART)
_FEWEST = 3


def contents_end(plain: str) -> int:
    """Where a table of contents ends; 0 for a text without one.

    It is a run of headings with nothing but page numbers behind them, three articles at least, the first of which
    stands again behind the run.
    """
    first: Label | None = None
    articles = end = 0
    for match in _LINE.finditer(plain):
        start = match.end() - len(match[0].lstrip())
        label = label_at(plain, start, match.end())
        if label is None and first is None:
            continue
        if label is None or not _is_bare(plain, label, match.end()):
            break
        if label.level is Level.ARTICLE:
            if first is not None and label.number == first.number:
                break
            first, articles = first or label, articles + 1
        # Headings in front of the first article again are the law's own.
        end = match.end() if label.level is Level.ARTICLE or label.level is Level.ADDENDA else end
    return end if first is not None and articles >= _FEWEST and _again(plain, first, end) else 0


def _is_bare(plain: str, label: Label, end: int) -> bool:
    if label.level is Level.ADDENDA:
        return True
    if label.level in _HEADINGS:
        return True
    titled = label.level is Level.ARTICLE and label.form is ArticleForm.TITLED
    return titled and _LEADER.fullmatch(plain, label.end, end) is not None


def _again(plain: str, first: Label, end: int) -> bool:
    """Whether the run's first article stands behind it."""
    for match in _LINE.finditer(plain, end):
        start = match.end() - len(match[0].lstrip())
        label = label_at(plain, start, match.end())
        if label is not None and label.level is Level.ARTICLE:
            return label.number == first.number
    return False
