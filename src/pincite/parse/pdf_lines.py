"""Read a PDF's pages with pypdfium2: raw text, and where each line stands on the page.

The raw text is what `get_text_range()` returns; all offsets of a `Line` point into it. Positions are read for the
first and last letter of each line only, since one call for each character would cost more than the extraction.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from pincite.parse.columns import MIN_GAP, Gap, in_reading_order
from pincite.parse.hyphens import BREAK_MARKS
from pincite.parse.raw_page import Line, RawPage

if TYPE_CHECKING:
    import pypdfium2 as pdfium

# A visual line ends at a line break, or behind a mark that stands for a hyphen at a line end.
_VISUAL_LINE = re.compile(rf"[^\r\n{BREAK_MARKS}]+[{BREAK_MARKS}]*")
_BLANKS = re.compile(r"(?<=\S)[ \t\xa0]+(?=\S)")
_BOLD_WEIGHT = 600
_MAX_FONT_NAME = 128
# Figures that can be a note's number are looked for by themselves, which is fast, then by what stands before them.
_FIGURES = re.compile(r"[0-9]{1,3}(?=[\s.,;:)\]]|\Z)")
_USUAL = " \n\r$(-/0123456789"
_BEFORE_FIGURES = frozenset(",;:!?\"'”’)]")
SMALLER = 0.85
"""Share of the height of the letter before up to which a figure is set smaller."""


def read_pages(pdf: pdfium.PdfDocument) -> Iterator[RawPage]:
    """The pages of `pdf`, one at a time; each is closed before the next is opened."""
    for index in range(len(pdf)):
        page = pdf[index]
        text_page = page.get_textpage()
        try:
            text = text_page.get_text_range()
            width, height = page.get_size()
            reader = _LineReader(text_page, text)
            lines = in_reading_order(reader.lines(), text, width, reader.gaps)
            yield RawPage(index, text, tuple(lines), width, height, pdf.get_page_label(index), reader.raised())
        finally:
            text_page.close()
            page.close()


@cache
def _by_address(name: str, *types: type) -> Callable[..., int]:
    """A function of the PDF library that takes pointers as plain addresses, which halves what a call costs.

    Args:
        types: of its arguments behind the page's address.
    """
    import pypdfium2.raw as raw

    function = getattr(raw, name)
    twin: Any = type(function)(ctypes.cast(function, ctypes.c_void_p).value)  # of the same calling convention
    twin.argtypes = (ctypes.c_void_p, *types)
    twin.restype = ctypes.c_int
    return cast("Callable[..., int]", twin)


class _LineReader:
    """Measures the lines of one page with as few library calls as can be."""

    def __init__(self, text_page: pdfium.PdfTextPage, text: str) -> None:
        import pypdfium2.raw as raw

        self._text = text
        self._page = text_page  # its address below is good as long as it lives
        self._handle = ctypes.cast(text_page.raw, ctypes.c_void_p).value
        self._find_box = _by_address("FPDFText_GetLooseCharBox", ctypes.c_int, ctypes.c_void_p)
        self._weight = _by_address("FPDFText_GetFontWeight", ctypes.c_int)
        self._font = _by_address("FPDFText_GetFontInfo", ctypes.c_int, ctypes.c_void_p, ctypes.c_ulong, ctypes.c_void_p)
        self._find_index = _by_address("FPDFText_GetCharIndexFromTextIndex", ctypes.c_int)
        # Text and characters are counted alike unless the page has characters without text.
        self._same_count = text_page.count_chars() == len(text)
        self._box: Any = raw.FS_RECTF()
        self._pointer = ctypes.addressof(self._box)
        self._name = ctypes.create_string_buffer(_MAX_FONT_NAME)

    def lines(self) -> list[Line]:
        """All lines with a character that is no blank."""
        text = self._text
        found: list[Line] = []
        for match in _VISUAL_LINE.finditer(text):
            start = match.start()
            piece = match.group()
            marked = piece[-1] in BREAK_MARKS
            bare = piece.rstrip(BREAK_MARKS) if marked else piece
            words = bare.strip()
            if not words:
                continue
            start += bare.index(words[0])
            end = start + len(words)
            # A hyphen that the library did not mark as a line end's.
            hyphen = words[-1] == "-" and not marked and len(words) > 1 and words[-2].isalpha()
            found.append(self._measure(start, end - hyphen, hyphen or marked))
        return found

    def gaps(self, line: Line) -> list[Gap]:
        """The blanks inside a line that are wide enough to part columns."""
        found: list[Gap] = []
        for match in _BLANKS.finditer(self._text, line.start, line.end):
            left = self._box_of(match.start() - 1)
            right = self._box_of(match.end())
            if left and right and right[0] - left[1] > MIN_GAP * line.size:
                found.append(Gap(match.start(), match.end(), left[1], right[0]))
        return found

    def _is_bold(self, index: int) -> bool:
        weight = self._weight(self._handle, index)
        if weight:
            return bool(weight >= _BOLD_WEIGHT)
        # One of the standard fonts, which a file need not describe: its name tells.
        self._font(self._handle, index, self._name, _MAX_FONT_NAME, None)
        return b"Bold" in self._name.value

    def raised(self) -> tuple[tuple[int, int], ...]:
        """The figures behind words that are set smaller than these and not lower."""
        found: list[tuple[int, int]] = []
        text = self._text
        for match in _FIGURES.finditer(text):
            start = match.start()
            if text[start - 1] in _USUAL or not (_can_be_raised(text, start) and self._find(start - 1)):
                continue
            bottom, height = self._box.bottom, self._box.top - self._box.bottom
            if self._find(start) and self._box.top - self._box.bottom < SMALLER * height and self._box.bottom >= bottom:
                found.append(match.span())
        return tuple(found)

    def _find(self, offset: int) -> bool:
        """Measure the character at `offset` into the box."""
        index = offset if self._same_count else self._find_index(self._handle, offset)
        return bool(self._find_box(self._handle, index, self._pointer))

    def _box_of(self, offset: int) -> tuple[float, float] | None:
        if not self._find(offset):
            return None
        return self._box.left, self._box.right

    def _measure(self, start: int, end: int, broken: bool) -> Line:
        text, handle, box, pointer = self._text, self._handle, self._box, self._pointer
        first, last = start, end - 1
        while first < last and not text[first].isalnum():
            first += 1
        while last > first and not text[last].isalnum():
            last -= 1
        index = first if self._same_count else self._find_index(handle, first)
        if not self._find_box(handle, index, pointer):
            return Line(start, end, 0.0, 0.0, 0.0, 0.0, False, broken)
        left, bottom, size, right = box.left, box.bottom, box.top - box.bottom, box.right
        bold = self._is_bold(index)
        if last > first:
            index = last if self._same_count else self._find_index(handle, last)
            if self._find_box(handle, index, pointer):
                # A raised footnote number at either end is smaller: the larger letter is the line's own.
                right, size = box.right, max(size, box.top - box.bottom)
            bold = bold and self._is_bold(index)
        if first > start:
            index = start if self._same_count else self._find_index(handle, start)
            if self._find_box(handle, index, pointer):
                left = box.left
        return Line(start, end, left, right, bottom, size, bold, broken)


def _can_be_raised(text: str, start: int) -> bool:
    """Whether figures at `start` stand directly behind a word, a stop that ends one, or a closing sign."""
    before = text[start - 1] if start else " "
    if before == ".":  # not in a row of dots
        before = text[start - 2] if start > 1 else " "
        return before.isalnum() or before in _BEFORE_FIGURES
    return before.isalpha() or before in _BEFORE_FIGURES
