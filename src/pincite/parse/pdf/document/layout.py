"""Paragraphs of a PDF page, from where its lines stand.

The order of the lines is the PDF library's, which follows columns. A paragraph ends where the gap to the next line,
the indent, the letters' size or a list mark says so; what is kept together is told by `Paragraph.lines`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING

from pincite.parse.pdf.raw_page import Line, RawPage

if TYPE_CHECKING:
    from pincite.parse.pdf.tables.find import RawTable

SIZE_TOLERANCE = 0.12
"""Relative difference of letter heights from which two lines are set in different sizes."""
SMALLEST = 0.7
"""Share of the line above's letter height that a line must have to carry its sentence on."""
GAP = 1.22
"""Multiple of the usual line distance from which a gap parts paragraphs."""
INDENT = 0.7
"""Shift of a line's start, in letter heights, that counts as an indent."""

_GROUP = 5
_BULLET = re.compile(r"[•▪▫◦●○■□❑❒➢➤✓✔☐☑\uf020-\uf0ff·*][ \t]|[-–—][ \t]\S")
_ENUMERATOR = re.compile(
    r"\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)](?:[ \t]?\S|\Z)|§|[①-⑳]|제\s?\d+\s?(?:조|장|절)|[가-하]\.[ \t]"
)
_SENTENCE_END = (*'.:;?!。”"’)]', " and", " or")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines of one page that belong together, as places in `RawPage.lines`; furniture lines stand alone.

    Args:
        table: that the lines are, written row by row.
    """

    lines: tuple[int, ...]
    furniture: bool = False
    table: RawTable | None = None


def body_size(pages: Sequence[RawPage]) -> float:
    """The letter height in which most of the text is set; 0 without measured lines."""
    exact: dict[float, int] = {}
    for page in pages:
        for start, end, _, _, _, size, _, _ in page.lines:
            exact[size] = exact.get(size, 0) + end - start
    weights: Counter[float] = Counter()
    for size, weight in exact.items():
        weights[round(size, 1)] += weight
    del weights[0.0]
    return weights.most_common(1)[0][0] if weights else 0.0


def paragraphs(page: RawPage, furniture: set[int]) -> list[Paragraph]:
    """The paragraphs of `page` in the order of its text."""
    pitch = _usual_pitch(page)
    edges = _right_edges(page.lines)
    found: list[Paragraph] = []
    current: list[int] = []
    for place in range(len(page.lines)):
        if current and _parts(page, current, place, furniture, pitch, edges):
            found.append(Paragraph(tuple(current), current[0] in furniture))
            current = []
        current.append(place)
    if current:
        found.append(Paragraph(tuple(current), current[0] in furniture))
    return found


def same_size(first: Line, second: Line) -> bool:
    """Whether two lines are set in the same size, as far as letter boxes tell."""
    a, b = first.size, second.size
    return a == b or abs(a - b) <= SIZE_TOLERANCE * max(a, b, 1.0)


def is_capitals(text: str) -> bool:
    """Whether `text` is written in capitals, four letters at least."""
    return text.isupper() and sum(map(str.isalpha, text)) >= 4


def _usual_pitch(page: RawPage) -> float:
    """The usual distance of neighbouring lines; 0 where no two lines follow each other."""
    lines = page.lines
    steps = [
        a.bottom - b.bottom
        for a, b in pairwise(lines)
        if 0.5 * b.size < a.bottom - b.bottom < 2.4 * b.size and same_size(a, b)
    ]
    return median(steps) if steps else 0.0


def _right_edges(lines: tuple[Line, ...]) -> list[float]:
    """For each line, how far right the lines around it reach, five at least on either side."""
    rights = [line.right for line in lines]
    groups = [max(rights[i : i + _GROUP]) for i in range(0, len(rights), _GROUP)]
    around = [max(groups[max(k - 1, 0) : k + 2]) for k in range(len(groups))]
    return [around[i // _GROUP] for i in range(len(lines))]


def _parts(
    page: RawPage, current: list[int], place: int, furniture: set[int], pitch: float, edges: list[float]
) -> bool:
    """Whether a paragraph ends before the line at `place`."""
    before, line = page.lines[current[-1]], page.lines[place]
    if (current[-1] in furniture) != (place in furniture):
        return True
    if before.broken:
        return False
    above, text = page.text[before.start : before.end], page.text[line.start : line.end]
    ended = above.endswith(_SENTENCE_END)
    # A sentence that goes on in the next line is one paragraph, though its first line is in another font.
    goes_on = not ended and text[0].islower() and line.size > SMALLEST * before.size
    if not goes_on and not same_size(before, line) and min(before.end - before.start, line.end - line.start) > 1:
        return True
    step = before.bottom - line.bottom
    if abs(step) < 0.4 * line.size:
        return False
    if not text[0].isalnum() and _BULLET.match(text):
        return True
    if step < 0:
        return ended or not text[0].islower()
    own_pitch = _own_pitch(page.lines, current) or pitch
    if own_pitch and step > GAP * own_pitch and not (text[0].islower() and step < 1.5 * own_pitch):
        return True
    return _parts_by_form(page, current, place, above, text, ended, edges)


def _own_pitch(lines: tuple[Line, ...], current: list[int]) -> float:
    """The distance of the paragraph's last two lines where it is known."""
    if len(current) < 2:
        return 0.0
    step = lines[current[-2]].bottom - lines[current[-1]].bottom
    return step if step > 0.5 * lines[current[-1]].size else 0.0


def _parts_by_form(
    page: RawPage, current: list[int], place: int, above: str, text: str, ended: bool, edges: list[float]
) -> bool:
    """The same question where the gap says nothing: indents, list marks, bold type and capitals decide."""
    lines = page.lines
    before, line = lines[current[-1]], lines[place]
    unit = INDENT * line.size
    short = before.right < edges[current[-1]] - 2.5 * line.size
    shift = line.left - before.left
    if _ENUMERATOR.match(text) and (ended or short or abs(shift) > unit):
        return True
    if before.bold != line.bold and not text[0].islower() and (short or ended):
        return True
    if (
        (above.isupper() or text.isupper())
        and is_capitals(above) != is_capitals(text)
        and not text[0].islower()
        and (short or line.right < edges[place] - 2.5 * line.size)
    ):
        return True
    hanging = len(current) == 1 and (_ENUMERATOR.match(above) or _BULLET.match(above)) is not None
    if shift > unit:
        return not hanging and ended and (len(current) > 1 or short)
    if shift < -unit:
        return len(current) > 1 and ended and not text[0].islower()
    return short and ended and len(current) > 1 and above[-1] in ".?!:" and not text[0].islower()
