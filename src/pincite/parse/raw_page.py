"""A PDF page as the PDF library gives it, with the places of its lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Line(NamedTuple):
    """One line as it stands on the page; lengths in points, the page's origin is bottom left.

    Args:
        start, end: of its text in the raw page text, blanks at the ends left out; a break mark is outside.
        left, right, bottom: of its first and last letter.
        size: height of its letters' boxes, which grows with the font size.
        bold: whether its first and its last letter are bold.
        broken: whether the line ends in a hyphen that the raw text shows as a break mark.
    """

    start: int
    end: int
    left: float
    right: float
    bottom: float
    size: float
    bold: bool
    broken: bool


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page as the PDF library gives it; `lines` are in the order of `text`.

    Args:
        raised: half-open ranges of `text` that are raised figures behind a word, ascending.
    """

    index: int
    text: str
    lines: tuple[Line, ...]
    width: float
    height: float
    pdf_label: str
    raised: tuple[tuple[int, int], ...] = ()
