"""Text that is safe and well placed on a terminal: control characters neutralised, wide letters wrapped right."""

from __future__ import annotations

import re
import unicodedata

_ESCAPE = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    r"|\x1b[\]PX^_][^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?"  # OSC and other strings: titles, links
    r"|\x1b[ -/]*[0-~]?"  # the short ones, and a lone ESC
    r"|\x9b[0-?]*[ -/]*[@-~]"
)
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
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
        text: one line.
        first, rest: put before the first line and before the others.
    """
    lines: list[str] = []
    line, used = first, columns(first)
    empty = True
    for word in text.split():
        for piece in _pieces(word, max(width - max(columns(first), columns(rest)), 2)):
            gap = 0 if empty else 1
            if not empty and used + gap + columns(piece) > width:
                lines.append(line)
                line, used, gap = rest, columns(rest), 0
            line += " " * gap + piece
            used += gap + columns(piece)
            empty = False
    return [*lines, line] if not empty else lines


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
