"""Sentences of English and Korean legal text, as parts that join to the text again.

A stop ends a sentence unless an abbreviation, a number or a label says otherwise; a blank line or a form feed ends one
always; a line that begins with a list label begins one, and so does a table's row behind another. A label on its own
(`(a)`, `1.`, `Sec. 5.`) goes with what follows it, over a blank line too, since it says nothing by itself. Linear in
the length of the text.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from pincite.text import abbreviations as abbr
from pincite.types.document import Span

_STOPS = ".!?。…"
_CLOSERS = "\"'”’»)\\]」』》〉"
_BULLETS = "\u2022\u25cf\u25aa\u25e6\u2023\u25a0\u25ba\u2219\uf0b7"

# Every place where a sentence may end: a run of stops with what closes it and a footnote's number, the end of a line,
# a bullet. The quantifiers are possessive, so that nothing is ever read twice.
_CANDIDATE = re.compile(
    rf"(?P<stop>[{_STOPS}]++)[{_CLOSERS}]*+(?P<note>\d{{1,3}}(?=\s)|\[\d{{1,3}}\](?=\s))?(?P<space>\s*+)"
    rf"|(?P<line>[\n\r\f]\s*+)"
    rf"|(?P<bullet>[{_BULLETS}])"
)

_SYLLABLES = "가나다라마바사아자차카타파하"
_CIRCLED = "\u2460-\u2473\u24d0-\u24e9\u3260-\u327e"  # ① ⓐ ㉠
_BRACKETED = rf"\((?:\d{{1,3}}|[A-Za-z]{{1,2}}|[A-Za-z]-?\d|\d[A-Za-z]|[ivxlc]{{1,6}}|[IVXLC]{{1,6}}|[{_SYLLABLES}])\)"
_PLAIN = rf"(?:\d{{1,3}}|[A-Za-z]|[IVX]{{1,5}}|[{_SYLLABLES}])"

MAIL_FIELD: Final = r"(?:Subject|From|To|Cc|Date|Sent|제목|보낸 ?사람|받는 ?사람|참조|날짜|보낸 ?날짜): (?=\S)"
"""A field of a mail's head: each is a line of its own, and says nothing of the matter."""

# What begins a list item, or a field of a mail's head, at the beginning of a line.
_ITEM = re.compile(
    rf"{_BRACKETED}(?=[\s(])"
    rf"|{_PLAIN}\\?[.)]\s"
    rf"|[-\u2013\u2014*\u25a1\u2610\u2611\u2713\u2752{_BULLETS}]\s"
    rf"|[{_CIRCLED}]"
    rf"|제\d+조(?:의\d+)?\s?\("  # 제3조의2(정의)
    rf"|{MAIL_FIELD}"
)
# `(b) of this section` at the beginning of a line is the rest of a reference.
_REFERENCE_TAIL = re.compile(
    r"(?:\(\w{1,5}\)\s?){1,5}+(?:,|\)|;|\.\s|(?:and|or|through|above|below|hereof|thereof)\b"
    r"|of\s+(?:this|these|that|such|the\s+(?:first|preceding|previous|section|act)|section|subsection|paragraph|§))"
)

# A whole sentence that is a label only; the form feed is left out of the blanks, it always ends a sentence.
_NUMBER = r"(?:\d[\w.:-]{0,14}?|[IVXLC]{1,7}|[A-Z])(?:\(\w{1,5}\)){0,4}"
# Atomic, since its alternatives overlap.
_LABEL = re.compile(
    rf"[ \t\n\r]*+[“\"]?(?:(?>\d{{1,4}}[A-Z]?(?:[.-]\d{{1,4}}[A-Za-z]?){{1,4}}\.?|{_BRACKETED}|"
    rf"{_PLAIN}\\?[.)]|[{_CIRCLED}{_BULLETS}]"
    rf"|[-\u2013\u2014*])[ \t\n\r]*+){{1,4}}+"
    rf"|[ \t\n\r]*+(?i:{'|'.join(abbr.HEADING_WORDS)})\.?[ \t\n\r]*+{_NUMBER}[.:]?[ \t\n\r]*+"
)
_LABEL_CHARS: Final = 48

# Notes on amendments belong to the sentence before them: `<개정 2014. 3. 24.>`, `[전문개정 2010. 6. 8.]`.
_AMENDMENT = re.compile(
    "[<\\[](?:개정|신설|전문|본조|삭제|시행|종전|제\\d+조|법률|대통령령|부칙|제목)[^<>\\[\\]\\f]{0,300}[>\\]]"
)

CELL: Final = " | "
"""What parts the cells of a table's row."""
_ROW_CHARS: Final = 2000
_WORD_CHARS: Final = 24
_INITIALS = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]|[A-Z]")
_NEXT_WORD = re.compile(r"[^\W_]+")
_NOT_OPENING: Final = frozenset(",;:)]}.!?…-\u2013\u2014&/+=%*>|_")


def split(text: str) -> list[str]:
    """The sentences of `text`, each with the blanks that follow it; joined they are `text`.

    >>> split("See Cal. Civ. Code § 1940.2(a)(1). The landlord may not.")
    ['See Cal. Civ. Code § 1940.2(a)(1). ', 'The landlord may not.']
    """
    cuts = [0, *_starts(text), len(text)]
    return [text[low:high] for low, high in pairwise(cuts) if low < high]


def spans(text: str) -> list[Span]:
    """Where the sentences stand in `text`, without the blanks around them: disjoint, ascending, never empty."""
    found: list[Span] = []
    at = 0
    for part in split(text):
        bare = part.strip()
        if bare:
            start = at + part.index(bare)
            found.append(Span(start, start + len(bare)))
        at += len(part)
    return found


def _starts(text: str) -> list[int]:
    """Where a new sentence begins, the first one left out."""
    starts: list[int] = []
    start = len(text) - len(text.lstrip())
    for match in _CANDIDATE.finditer(text):
        at = _next_start(text, start, match)
        if start < at < len(text) and not _is_label(text, start, at):
            starts.append(at)
            start = at
    return starts


def _next_start(text: str, start: int, match: re.Match[str]) -> int:
    """Where the sentence that follows this candidate begins; 0 where none ends here."""
    if match["bullet"]:
        at = match.start()
        return at if at > start and text[at - 1].isspace() else 0
    blank, at = match["line"] or match["space"], match.end()
    if not blank or at >= len(text):
        return 0
    if match["line"]:
        return at if _breaks(text, match.start(), blank, at) else 0
    if text[at] in "<[" and "\f" not in blank and (noted := _after_amendment(text, at)):
        return noted
    if _breaks(text, match.start(), blank, at) or _ends(text, start, match, at):
        return at
    return 0


def _is_label(text: str, start: int, at: int) -> bool:
    return at - start <= _LABEL_CHARS and _LABEL.fullmatch(text, start, at) is not None


def _after_amendment(text: str, at: int) -> int:
    """Where the text goes on behind the notes on amendments at `at`; 0 where there is none or nothing follows."""
    note = _AMENDMENT.match(text, at)
    end = 0
    while note:
        end = note.end()
        page_ends = False
        while end < len(text) and text[end].isspace():
            page_ends = page_ends or text[end] == "\f"
            end += 1
        note = None if page_ends else _AMENDMENT.match(text, end)
    return end


def _breaks(text: str, before: int, blank: str, at: int) -> bool:
    """Whether these blanks end a sentence whatever stands before them."""
    if "\f" in blank or blank.count("\n") > 1 or (blank.count("\r") > 1 and "\n" not in blank):
        return True
    if "\n" not in blank and "\r" not in blank:
        return False
    if _is_row(text, before) and _is_row(text, at):
        return True
    if not _ITEM.match(text, at) or _REFERENCE_TAIL.match(text, at):
        return False
    return _word_before(text, 0, before).lower() not in abbr.BEFORE_REFERENCE


def _is_row(text: str, at: int) -> bool:
    """Whether the line at `at`, or the one that ends there, is a row of a table, its cells parted by ` | `."""
    low = max(at - _ROW_CHARS, 0)
    start = max(text.rfind("\n", low, at) + 1, low)
    end = text.find("\n", at, at + _ROW_CHARS)
    return text.find(CELL, start, end if end >= 0 else at + _ROW_CHARS) >= 0


def _word_before(text: str, start: int, end: int) -> str:
    """The last word before `end`, opening brackets and quotes cut off; empty where there is none near."""
    words = text[max(start, end - _WORD_CHARS) : end].split()
    return words[-1].lstrip("([{\"'“‘«") if words else ""


def _ends(text: str, start: int, match: re.Match[str], at: int) -> bool:
    """Whether the stop of `match` ends a sentence, the next word standing at `at` behind soft blanks."""
    following = text[at]
    stop = match["stop"]
    if following in _NOT_OPENING or following.islower():
        return False
    if match["note"]:
        before = text[match.start() - 1] if match.start() else ""
        return len(stop) == 1 and (before.islower() or before in ")\"'”’")
    if stop.strip(".…"):
        return True
    if len(stop) > 1 or stop == "…" or text[max(match.start() - 2, 0) : match.start()] == ". ":
        return len(stop) < 6 and _opens(text, at)
    return _full_stop_ends(text, start, match.start(), at)


def _full_stop_ends(text: str, start: int, stop: int, at: int) -> bool:
    before, following = text[stop - 1] if stop > start else " ", text[at]
    if "가" <= before <= "힣":
        return True
    if before.isdigit():
        return not (following.isdigit() or "가" <= following <= "힣")
    word = _word_before(text, start, stop) if not before.isspace() else ""
    return _word_ends(word, text, at)


def _word_ends(word: str, text: str, at: int) -> bool:
    """Whether a sentence can end behind `word` and its full stop, the next one standing at `at`."""
    following, key = text[at], word.lower()
    if key in abbr.NEVER_FINAL:
        return False
    if key in abbr.OFTEN_FINAL:
        return following not in "([" and not following.isdigit() and _next_word(text, at) not in abbr.AFTER_TIME
    if key in ("no", "nos"):  # `No. 12`, but `No. Landlords may not.`
        return not (following.isdigit() or following in "(§")
    if key in abbr.BEFORE_NUMBER:
        return _next_word(text, at) != "a" and _opens(text, at)
    if (word[:1].isupper() and key in abbr.IN_NAMES) or _INITIALS.fullmatch(word):
        return _opens(text, at)
    return True


def _next_word(text: str, at: int) -> str:
    word = _NEXT_WORD.match(text, at)
    return word[0].lower() if word else ""


def _opens(text: str, at: int) -> bool:
    """Whether the word at `at` is one that opens sentences; an opening quote counts as one."""
    if text[at] in "\"'“‘":
        return True
    word = _next_word(text, at)
    if len(word) == 1:  # `Exh. A.` and `Exh. A, B` name a letter; `Ltd. A tenant may` opens a sentence
        return word in "ai" and text[at + 1 : at + 2] == " " and text[at + 2 : at + 3].islower()
    return word in abbr.SENTENCE_OPENERS
