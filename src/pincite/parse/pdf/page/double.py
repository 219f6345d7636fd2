"""Sheets that carry two pages side by side, as booklets and scanned books do: the left page is read first.

A sheet is taken for double only where the numbers of both pages are printed at one height of its edge, one on either
side of the middle, and almost no line runs across the middle.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.parse.pdf.document.page_labels import PageNumber, number_alone
from pincite.parse.pdf.page.columns import FindGaps, Gap
from pincite.parse.pdf.raw_page import Line

MIN_WIDTH = 1.1
"""Width of a sheet, in its heights, from which it can be double."""
EDGE = 0.125
"""Share of the height that counts as its edge, as for running heads."""
MAX_CROSSING = 0.05
"""Share of the lines that may run across the middle."""


def left_page_first(
    lines: Sequence[Line], text: str, size: tuple[float, float], find_gaps: FindGaps
) -> list[Line] | None:
    """The lines of a double sheet, those of the left page first; None where the sheet is none.

    Args:
        lines: in the order of the text.
        text: raw text of the sheet.
        size: width and height of the sheet.
        find_gaps: measures the wide blanks of a line.
    """
    width, height = size
    if width < MIN_WIDTH * height or len(lines) < 4:
        return None
    middle = width / 2
    parted: list[Line] = []
    crossing = 0
    for line in lines:
        if line.left < middle < line.right:
            gap = next((gap for gap in find_gaps(line) if gap.left <= middle <= gap.right), None)
            if gap is not None:
                parted += _halves(line, gap, text)
                continue
            crossing += 1
        parted.append(line)
    if crossing > MAX_CROSSING * len(lines) or not numbers_of_halves(parted, text, size):
        return None
    return [*(line for line in parted if line.left < middle), *(line for line in parted if line.left >= middle)]


def numbers_of_halves(
    lines: Sequence[Line], text: str, size: tuple[float, float]
) -> tuple[PageNumber, PageNumber] | None:
    """The different numbers printed at one height of the edge, left and right of the middle; None without such."""
    width, height = size
    low, high = height * EDGE, height * (1 - EDGE)
    edge = (line for line in lines if line.size and (line.bottom + line.size <= low or line.bottom >= high))
    numbers = [(line, found) for line in edge if (found := number_alone(text[line.start : line.end])) is not None]
    for left, first in numbers:
        for right, second in numbers:
            level = abs(left.bottom - right.bottom) < left.size
            if level and left.right < width / 2 < right.left and first != second:
                return first, second
    return None


def _halves(line: Line, gap: Gap, text: str) -> tuple[Line, Line]:
    hyphen = gap.end - line.start > 1 and text[gap.end - 1] == "-" and text[gap.end - 2].isalpha()
    left = line._replace(end=gap.end - hyphen, right=gap.left, broken=hyphen)
    return left, line._replace(start=gap.start, left=gap.right)
