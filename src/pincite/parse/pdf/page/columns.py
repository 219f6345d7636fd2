"""Two columns that a PDF was set in line by line: read one column after the other.

The PDF library follows the order in which text was set, which is column by column in most files. Where a program
set line by line instead, left and right halves reach us as one line with a wide gap. Such pages are recognised by a
gutter that most lines share, with running prose on both sides; the rows of tables and forms have no prose and stay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

from pincite.parse.pdf.raw_page import Line

MIN_ROWS = 6
"""Lines that must be parted by the gutter."""
MIN_SHARE = 0.6
"""Their share among the page's wide lines."""
WIDE = 0.5
"""Share of the page's width from which a line is wide."""
MIN_GAP = 1.2
"""Width of a gap, in letter heights, that can be a gutter; blanks between words are a third of one."""
MIN_WORDS = 3.5
"""Mean words of a half line, on both sides."""
MIN_LOWER = 0.4
"""Share of the half lines that go on inside a sentence, so begin with a small letter."""


class Gap(NamedTuple):
    """A wide blank inside a line: the offsets around it and where it stands."""

    end: int
    start: int
    left: float
    right: float


FindGaps = Callable[[Line], list[Gap]]


def in_reading_order(lines: Sequence[Line], text: str, width: float, find_gaps: FindGaps) -> list[Line]:
    """`lines` as they are, or with the two halves of each parted line in the order of the columns.

    Args:
        lines: of one page, in the order of its text.
        text: raw text of the page.
        width: of the page.
        find_gaps: measures the wide blanks of a line; it costs, so one line is tried before all are.
    """
    least = WIDE * width
    wide = [line for line in lines if line.right - line.left > least and not line.broken]
    # The line with the fewest characters for its width is the likeliest to have a gap.
    if len(wide) < MIN_ROWS or not find_gaps(min(wide, key=_density)):
        return list(lines)
    gaps = _gaps(wide, find_gaps)
    gutter = _gutter(wide, gaps) if gaps else None
    if gaps is None or gutter is None:
        return list(lines)
    halves = {line.start: _halves(line, gap, text) for line in wide if (gap := _at(gaps[line.start], gutter))}
    if not _are_prose(list(halves.values()), text):
        return list(lines)
    return _by_column(lines, halves, gutter)


def _density(line: Line) -> float:
    start, end, left, right, *_ = line
    return (end - start) / (right - left)


def _gaps(wide: Sequence[Line], find_gaps: FindGaps) -> dict[int, list[Gap]] | None:
    """The gaps of each line; None as soon as too few lines can have one for a gutter."""
    found: dict[int, list[Gap]] = {}
    without = 0
    for line in sorted(wide, key=_density, reverse=True):
        found[line.start] = find_gaps(line)
        without += not found[line.start]
        if len(wide) - without < _least(wide):
            return None
    return found


def _least(wide: Sequence[Line]) -> float:
    """How many lines a gutter must part."""
    return max(MIN_ROWS, MIN_SHARE * len(wide))


def _gutter(wide: Sequence[Line], gaps: dict[int, list[Gap]]) -> float | None:
    """The place that the gaps of most wide lines have in common."""
    middles = [(gap.left + gap.right) / 2 for line in wide for gap in gaps[line.start]]
    best = max(middles, key=lambda x: sum(1 for line in wide if _at(gaps[line.start], x)), default=None)
    if best is None:
        return None
    parted = sum(1 for line in wide if _at(gaps[line.start], best))
    return best if parted >= _least(wide) else None


def _at(gaps: Sequence[Gap], x: float) -> Gap | None:
    return next((gap for gap in gaps if gap.left <= x <= gap.right), None)


def _halves(line: Line, gap: Gap, text: str) -> tuple[Line, Line]:
    hyphen = text[gap.end - 1] == "-" and text[gap.end - 2].isalpha()
    left = line._replace(end=gap.end - hyphen, right=gap.left, broken=hyphen)
    return left, line._replace(start=gap.start, left=gap.right)


def _are_prose(halves: Sequence[tuple[Line, Line]], text: str) -> bool:
    for side in (0, 1):
        parts = [text[pair[side].start : pair[side].end] for pair in halves]
        if sum(len(part.split()) for part in parts) < MIN_WORDS * len(parts):
            return False
        if sum(part[0].islower() for part in parts) < MIN_LOWER * len(parts):
            return False
    return True


def _by_column(lines: Sequence[Line], halves: dict[int, tuple[Line, Line]], gutter: float) -> list[Line]:
    """Left halves, then right halves, between lines that run across the gutter."""
    ordered: list[Line] = []
    left: list[Line] = []
    right: list[Line] = []
    size = median(line.size for line in lines)
    for line in lines:
        if line.start in halves:
            left.append(halves[line.start][0])
            right.append(halves[line.start][1])
        elif left and line.right < gutter + size:
            left.append(line)
        elif left and line.left > gutter - size:
            right.append(line)
        else:
            ordered += [*left, *right, line]
            left, right = [], []
    return [*ordered, *left, *right]
