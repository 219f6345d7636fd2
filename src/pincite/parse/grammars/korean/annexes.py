"""별표 and 별지 서식: their titles, their remarks, and tables drawn with characters, which are left alone."""

from __future__ import annotations

import re

from pincite.parse.grammars.korean.marks import label_at

_LINE = re.compile(r"[^\n\f]+")
_ASIDES = re.compile(r"[ \t]*(?:<[^<>\n]*>|\((?:앞|뒤|제?[ \t]?\d|단위)[^()\n]{0,30}\))[ \t]*")
_TITLE_ENDS = re.compile(r"관련[ \t]?\)[ \t]*(?:<[^<>\n]*>)?[ \t]*$")
_REMARK = re.compile(r"(?:※[ \t]*)?[<\[(]?[ \t]?비[ \t]{0,4}고[ \t]?[>\])]?[ \t]*:?[ \t]*$")
_MAX_TITLE_LINES = 4


def is_table_line(plain: str, start: int, end: int) -> bool:
    """Whether a line is drawn with box characters or holds the cells of a table's row."""
    drawn = "\u2500" <= plain[start] <= "\u257f"
    return drawn or plain.find("│", start, end) >= 0 or plain.find(" | ", start, end) >= 0


def is_remark(plain: str, start: int, end: int) -> bool:
    """Whether a line is the heading of an annex's remarks, whose numbers are no items of the annex."""
    return _REMARK.fullmatch(plain, start, end) is not None


def annex_title(plain: str, at: int, end: int) -> tuple[str, int] | None:
    """The title behind an annex's label and where it ends: in the label's line, else in the lines below it.

    A title that says which article it belongs to may go over several lines; any other is one line.
    """
    start, stop = _without_asides(plain, at, end)
    if start < stop:
        return plain[start:stop], stop
    lines: list[str] = []
    ends: list[int] = []
    for match in _LINE.finditer(plain, end):
        if len(lines) == _MAX_TITLE_LINES:
            break
        start, stop = _without_asides(plain, *match.span())
        if start == stop:
            continue
        if is_table_line(plain, start, stop) or label_at(plain, start, stop) is not None:
            break
        lines.append(plain[start:stop])
        ends.append(stop)
        if _TITLE_ENDS.search(lines[-1]):
            return " ".join(lines), stop
    return (lines[0], ends[0]) if lines else None


def _without_asides(plain: str, start: int, end: int) -> tuple[int, int]:
    while (match := _ASIDES.match(plain, start, end)) is not None:
        start = match.end()
    note = plain.find("<", start, end)
    stop = note if note >= 0 else end
    piece = plain[start:stop]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip()) if piece.strip() else start
