"""Where the letters of a document stand on a page of its PDF, and how they join to lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import cos, radians
from typing import TYPE_CHECKING, NamedTuple

from pincite.parse.pdf.utf16 import unit_offsets
from pincite.types.document import Document, Span, TextMap
from pincite.types.page_words import Box

if TYPE_CHECKING:
    import pypdfium2 as pdfium

# Text that the parser wrote anew, such as a composed letter, came from the raw characters between its neighbours,
# unless these are so many that something was left out there.
_MOST_RAW_A_LETTER = 8


class Glyph(NamedTuple):
    """A part of the text, mostly one character, and where it stands.

    Args:
        span: of `Document.text`.
        upright: whether its line runs across the shown page rather than up or down it.
    """

    span: Span
    box: Box
    upright: bool


class _Raw(NamedTuple):
    """A part of the text and the raw characters it came from; `exact` where they are the same, one by one."""

    span: Span
    raw: Span
    exact: bool


@dataclass(frozen=True, slots=True)
class ShownPage:
    """The part of a page that is shown: its crop box, turned.

    Args:
        left, bottom, right, top: of the crop box, in points of the page's own system.
        quarters: by how many quarter turns clockwise the page is shown turned, 0..3.
    """

    left: float
    bottom: float
    right: float
    top: float
    quarters: int

    @classmethod
    def of(cls, page: pdfium.PdfPage) -> ShownPage:
        """What is shown of `page`."""
        import pypdfium2.raw as raw

        box = raw.FS_RECTF()
        if not raw.FPDF_GetPageBoundingBox(page, box):
            width, height = page.get_size()
            return cls(0.0, 0.0, width, height, 0)
        return cls(box.left, box.bottom, box.right, box.top, page.get_rotation() // 90 % 4)

    def box(self, left: float, bottom: float, right: float, top: float) -> Box | None:
        """A rectangle of the page's own system as it is shown, cut at the edge; None where nothing of it is shown."""
        width, height = self.right - self.left, self.top - self.bottom
        if width <= 0 or height <= 0:
            return None
        a, b = _cut((left - self.left) / width), _cut((right - self.left) / width)
        c, d = _cut((bottom - self.bottom) / height), _cut((top - self.bottom) / height)
        if a >= b or c >= d:
            return None
        turned = (Box(a, 1 - d, b, 1 - c), Box(c, a, d, b), Box(1 - b, c, 1 - a, d), Box(1 - d, 1 - b, 1 - c, 1 - a))
        return turned[self.quarters]


def _cut(share: float) -> float:
    return min(max(share, 0.0), 1.0)


def glyphs(document: Document, span: Span, page: pdfium.PdfPage, page_index: int) -> list[Glyph]:
    """Where the characters of `document.text[span]` stand on a page, in the order of the text.

    Blanks, what is not shown, and characters that are not where the document says they are (such as after a change
    of the PDF library) are left out.

    Args:
        page_index: of `page`; parts of the span on other pages are left out.
    """
    text_page = page.get_textpage()
    try:
        reader = _Reader(text_page, page)
        return [glyph for part in _raw_parts(document, span, page_index, reader.text) for glyph in reader.read(part)]
    finally:
        text_page.close()


def line_boxes(found: Iterable[Glyph]) -> tuple[Box, ...]:
    """One box for each run of glyphs that stand on one line."""
    return tuple(union(glyph.box for glyph in line) for line in lines(found))


def lines(found: Iterable[Glyph]) -> Iterator[list[Glyph]]:
    """The glyphs in runs that stand on one line each."""
    line: list[Glyph] = []
    for glyph in found:
        if line and not _on_one_line(line[-1], glyph):
            yield line
            line = []
        line.append(glyph)
    if line:
        yield line


def union(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of one or more."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def _on_one_line(first: Glyph, second: Glyph) -> bool:
    """Whether the middle of one lies within the height of the other, so that raised figures stay on their line."""
    if first.upright != second.upright:
        return False
    a, b = first.box, second.box
    if first.upright:
        return a.top <= (b.top + b.bottom) / 2 <= a.bottom or b.top <= (a.top + a.bottom) / 2 <= b.bottom
    return a.left <= (b.left + b.right) / 2 <= a.right or b.left <= (a.left + a.right) / 2 <= b.right


class _Reader:
    """Measures characters of one page."""

    def __init__(self, text_page: pdfium.PdfTextPage, page: pdfium.PdfPage) -> None:
        import pypdfium2.raw as raw

        self._library = raw
        self._text_page = text_page
        self._shown = ShownPage.of(page)
        self.text: str = text_page.get_text_range()
        # Text and characters are counted alike unless the page has characters without text.
        self._units = unit_offsets(self.text)
        self._same_count = text_page.count_chars() == (self._units[-1] if self._units else len(self.text))
        self._box = raw.FS_RECTF()

    def read(self, part: _Raw) -> Iterator[Glyph]:
        start, end = part.raw
        boxes = [(at, box) for at in range(start, end) if not self.text[at].isspace() and (box := self._box_at(at))]
        if not boxes or not (self._is_there(boxes[0][0]) and self._is_there(boxes[-1][0])):
            return
        upright = self._is_upright(boxes[0][0])
        if part.exact:
            for at, box in boxes:
                offset = part.span.start + at - start
                yield Glyph(Span(offset, offset + 1), box, upright)
        else:
            yield Glyph(part.span, union(box for _, box in boxes), upright)

    def _index(self, offset: int) -> int:
        unit = self._units[offset] if self._units else offset
        if self._same_count:
            return unit
        return int(self._library.FPDFText_GetCharIndexFromTextIndex(self._text_page, unit))

    def _is_there(self, offset: int) -> bool:
        """Whether the library has the same character there, as far as it is a letter or figure."""
        character = self.text[offset]
        if not character.isalnum() or character > "\uffff":
            return True
        return bool(self._library.FPDFText_GetUnicode(self._text_page, self._index(offset)) == ord(character))

    def _box_at(self, offset: int) -> Box | None:
        index, box = self._index(offset), self._box
        if index < 0 or not self._library.FPDFText_GetLooseCharBox(self._text_page, index, box):
            return None
        return self._shown.box(box.left, box.bottom, box.right, box.top)

    def _is_upright(self, offset: int) -> bool:
        angle = self._library.FPDFText_GetCharAngle(self._text_page, self._index(offset))
        return abs(cos(angle - radians(90 * self._shown.quarters))) > 0.5


def _raw_parts(document: Document, span: Span, page_index: int, raw: str) -> Iterator[_Raw]:
    """The parts of `span` that came from `raw`, the raw text of one page, in the order of the document's text."""
    text, runs = document.text, document.text_map.runs
    place = max(bisect_right(runs, span.start, key=lambda run: run.start) - 1, 0)
    at = span.start
    for run in runs[place:]:
        low, high = max(at, run.start), min(span.end, run.start + run.length)
        if at < min(run.start, span.end):
            yield from _made(document, Span(at, min(run.start, span.end)), page_index, len(raw))
        if run.start >= span.end:
            return
        if low < high and run.raw_page == page_index:
            source = Span(run.raw_start + low - run.start, run.raw_start + high - run.start)
            if _is_same(text[low:high], source.cut(raw)):
                yield _Raw(Span(low, high), source, True)
        at = max(at, high)
    if at < span.end:
        yield from _made(document, Span(at, span.end), page_index, len(raw))


def _is_same(written: str, raw: str) -> bool:
    """Whether the text stands in the raw text, from which the parser may have blanked out what no reader sees."""
    return written == raw or (
        len(written) == len(raw) and all(a == b or a.isspace() for a, b in zip(written, raw, strict=True))
    )


def _made(document: Document, span: Span, page_index: int, raw_length: int) -> Iterator[_Raw]:
    """A part that the parser wrote anew, with the raw characters that its neighbours leave for it."""
    written = span.cut(document.text)
    words = written.strip()
    page = document.page_at(span.start)
    if len(words.split()) != 1 or page is None or page.index != page_index:
        return
    low, high = _gap(document.text_map, span, page_index, raw_length)
    if low < high <= low + _MOST_RAW_A_LETTER * (len(words) + 1):
        start = span.start + written.index(words)
        yield _Raw(Span(start, start + len(words)), Span(low, high), False)


def _gap(text_map: TextMap, span: Span, page_index: int, raw_length: int) -> tuple[int, int]:
    """What lies between the raw characters of the runs before and after a made part."""
    runs = text_map.runs
    after = bisect_right(runs, span.start, key=lambda run: run.start)
    low, high = 0, raw_length
    if after and runs[after - 1].raw_page == page_index:
        low = runs[after - 1].raw_start + runs[after - 1].length
    if after < len(runs) and runs[after].raw_page == page_index:
        high = runs[after].raw_start
    return low, high
