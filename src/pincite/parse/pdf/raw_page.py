"""A PDF page as the PDF library gives it, with the places of its lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pincite.parse.pdf.tables.find import RawTable


class Line(NamedTuple):
    """One line as it stands on the page; lengths in points, the origin is the bottom left of the page as it is read.

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


class Hidden(NamedTuple):
    """Characters that a reader of the page does not see: why, for people, and how many (blanks not counted)."""

    reason: str
    characters: int


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page as the PDF library gives it; `lines` are in reading order.

    Args:
        text: as `get_text_range()` returns it; what is hidden is blanked out in its place, so that offsets stay.
        width, height: of the page as it is read, its text upright.
        tables: those that are ruled.
        raised: half-open ranges of `text` that are raised figures behind a word, ascending.
        signs: places in `text` of private-use characters whose font tells what they are, with the sign.
        hidden: what was blanked out.
        unsure: whether the page draws too much to tell for all of its text whether it is hidden.
        layered: characters of an invisible layer over page pictures, as optical recognition leaves it; they are kept.
        unmapped: share of the characters whose font has no map to Unicode, 0..1.
        pictured: whether a page without text holds anything else, such as a picture.
        doubt: why text that was read from the page's picture is of low quality, for people; empty for all other.
    """

    index: int
    text: str
    lines: tuple[Line, ...]
    width: float
    height: float
    pdf_label: str
    raised: tuple[tuple[int, int], ...] = ()
    signs: tuple[tuple[int, str], ...] = ()
    hidden: tuple[Hidden, ...] = ()
    unsure: bool = False
    layered: int = 0
    unmapped: float = 0.0
    pictured: bool = False
    doubt: str = ""
    tables: tuple[RawTable, ...] = ()
