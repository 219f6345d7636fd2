"""Text that is safe and well placed on a terminal: control characters neutralised, wide letters wrapped right."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_ESCAPE = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    r"|\x1b[\]PX^_][^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?"  # OSC and other strings: titles, links
    r"|\x1b[ -/]*[0-~]?"  # the short ones, and a lone ESC
    r"|\x9b[0-?]*[ -/]*[@-~]"
)
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
KEEP = "\u00a0"
SHOWN = "\ufffd"
"""Stands where something was that would have acted on the terminal."""


def safe(text: str) -> str:
    """The text on one line without anything that acts on a terminal; runs of white space become one blank.

    Escape sequences, control characters and marks that turn the direction of writing become U+FFFD; characters
    without width (soft hyphens, zero-width spaces, tags) go.
    """
    text = _ESCAPE.sub(SHOWN, text)
    return " ".join("".join(map(_safe_character, text)).split())


def _safe_character(character: str) -> str:
    if character.isspace():
        return " "
    if character in _BIDI:
        return SHOWN
    category = unicodedata.category(character)
    if category in ("Cc", "Cs"):
        return SHOWN
    return "" if category == "Cf" else character


def columns(text: str) -> int:
    """How many columns of a terminal the text takes: wide letters two, combining marks none."""
    return sum(map(_width, text))


def _width(character: str) -> int:
    if character < "\u0300":
        return 1
    if unicodedata.category(character) in ("Mn", "Me", "Cf") or "\u1160" <= character <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def wrap(text: str, width: int, *, first: str = "", rest: str = "") -> list[str]:
    """The text in lines of at most `width` columns, broken at blanks, a longer word between letters.

    Args:
        text: one line; words joined by `KEEP` stay on one line where it is long enough, and a blank is shown.
        first, rest: put before the first line and before the others.
    """
    lines: list[str] = []
    line, used = first, columns(first)
    empty = True
    room = max(width - max(columns(first), columns(rest)), 2)
    for word in (part for joined in text.split(" ") for part in _apart(joined, room)):
        for piece in _pieces(word, room):
            gap = 0 if empty else 1
            if not empty and used + gap + columns(piece) > width:
                lines.append(line)
                line, used, gap = rest, columns(rest), 0
            line += " " * gap + piece
            used += gap + columns(piece)
            empty = False
    return [*lines, line] if not empty else lines


def _apart(joined: str, room: int) -> list[str]:
    """Words that are to stay together as one, or each by itself where there is no room for all."""
    shown = joined.replace(KEEP, " ")
    return [shown] if shown and columns(shown) <= room else shown.split()


def shortened(text: str, room: int) -> str:
    """The text, or its first and last words in `room` columns with the gap shown, the first ones getting more.

    Args:
        text: one line.
    """
    words = text.split()
    if columns(text) <= room:
        return text
    first, used = _fitting(words, (room - 3) * 3 // 5)
    last, _ = _fitting(words[: len(first) - 1 : -1] if first else [], room - 3 - used)
    if not first or not last:
        return text
    return f"{' '.join(first)} … {' '.join(reversed(last))}"


def begun(text: str, room: int) -> str:
    """The text, or its first words in `room` columns with the cut shown.

    Args:
        text: one line.
    """
    if columns(text) <= room:
        return text
    first, _ = _fitting(text.split(), room - 2)
    return f"{' '.join(first)} …" if first else _pieces(text, room - 1)[0] + "…"


def _fitting(words: Sequence[str], room: int) -> tuple[list[str], int]:
    """The first words that fit, and the columns that they take."""
    found: list[str] = []
    used = 0
    for word in words:
        more = columns(word) + (1 if found else 0)
        if used + more > room:
            break
        found.append(word)
        used += more
    return found, used


def _pieces(word: str, room: int) -> list[str]:
    """The word, or its parts of at most `room` columns."""
    if columns(word) <= room:
        return [word]
    parts, part, used = [], "", 0
    for character in word:
        if part and used + _width(character) > room:
            parts.append(part)
            part, used = "", 0
        part += character
        used += _width(character)
    return [*parts, part]
