"""Read a PDF's pages with pypdfium2: raw text, and where each line stands on the page.

The raw text is what `get_text_range()` returns; all offsets of a `Line` point into it. Positions are read for the
first and last letter of each line only, since one call for each character would cost more than the extraction.
"""

from __future__ import annotations

import ctypes
import re
import struct
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import repeat
from math import pi
from typing import TYPE_CHECKING, Any, NamedTuple

from pincite.parse.heartbeat import beat
from pincite.parse.pdf.calls import address, by_address
from pincite.parse.pdf.document.hyphens import BREAK_MARKS
from pincite.parse.pdf.objects import objects_of_page
from pincite.parse.pdf.page.columns import MIN_GAP, Gap, in_reading_order
from pincite.parse.pdf.page.double import left_page_first
from pincite.parse.pdf.page.frame import Direction, Rectangle, TurnedLine, in_frame
from pincite.parse.pdf.page.looks import survey
from pincite.parse.pdf.page.symbols import sign_of
from pincite.parse.pdf.page.visible import TINY, blanked, find_hidden
from pincite.parse.pdf.raw_page import Line, RawPage
from pincite.parse.pdf.tables.find import find_tables
from pincite.parse.pdf.utf16 import unit_offsets
from pincite.text.normalize import has_high

if TYPE_CHECKING:
    import pypdfium2 as pdfium

# A visual line ends at a line break, or behind a mark that stands for a hyphen at a line end.
_VISUAL_LINE = re.compile(rf"[^\r\n{BREAK_MARKS}]+[{BREAK_MARKS}]*")
_BREAK = re.compile(f"[{BREAK_MARKS}]")
_BLANKS = re.compile(r"(?<=\S)[ \t\xa0]+(?=\S)")
_BOX = struct.Struct("4f")  # left, top, right and bottom, in the library's order
_BOLD_WEIGHT = 600
_MAX_FONT_NAME = 128
# Figures that can be a note's number, not behind what usually stands before figures; they are looked for by the first
# of them, which is fast.
_FIGURES = re.compile(r"[0-9](?<=[^\s$(/0-9-][0-9])[0-9]{0,2}(?=[\s.,;:)\]]|\Z)")
_SYMBOLS = re.compile("[\uf020-\uf0ff]")
_BEFORE_FIGURES = frozenset(",;:!?\"'”’)]")
CROWDED = 0.2
"""Mean width of a line's letters, in its height, below which it holds letters that cannot be seen; narrow fonts have
0.3."""
MIN_CROWD = 30
"""Letters that such a line has at least."""
SMALLER = 0.85
"""Share of the height of the letter before up to which a figure is set smaller."""


def read_pages(pdf: pdfium.PdfDocument) -> Iterator[RawPage]:
    """The pages of `pdf`, one at a time; each is closed before the next is opened."""
    for index in range(len(pdf)):
        beat()
        page = pdf[index]
        text_page = page.get_textpage()
        try:
            yield _read_page(page, text_page, index, pdf.get_page_label(index))
        finally:
            text_page.close()
            page.close()


def _read_page(page: pdfium.PdfPage, text_page: pdfium.PdfTextPage, index: int, label: str) -> RawPage:
    text = text_page.get_text_range()
    shown = _shown(page)
    reader = _LineReader(text_page, text, shown)
    lines = reader.lines()
    hidden = None
    objects = objects_of_page(page)
    surveyed = survey(objects)
    if reader.doubtful or surveyed.doubtful:
        hidden = find_hidden(page, text_page, text, shown, objects, surveyed, misplaced=reader.doubtful)
        if hidden.ranges:
            text = blanked(text, hidden.ranges)
            reader = _LineReader(text_page, text, shown)
            lines = reader.lines()
    placed, frame = in_frame(lines, reader.turned, shown, page.get_rotation())
    width, height = frame.size
    if placed and frame.direction is Direction.RIGHT:
        double = left_page_first(placed, text, frame.size, reader.gaps)
        placed = double if double is not None else in_reading_order(placed, text, width, reader.gaps)
    found = find_tables(page, text_page, text, placed, objects)
    raised = tuple(sorted({*reader.raised(frame.direction), *found.raised}))
    return RawPage(
        index, text, tuple(found.lines), width, height, label, raised,
        signs=reader.signs(), hidden=hidden.hidden if hidden else (), layered=hidden.layered if hidden else 0,
        unsure=hidden.unsure if hidden else False,
        unmapped=reader.unmapped(), pictured=not placed and bool(objects.items), tables=found.tables,
    )  # fmt: skip


def _shown(page: pdfium.PdfPage) -> Rectangle:
    """The part of the page that is shown, its crop box."""
    box = (ctypes.c_float * 4)()
    if by_address("FPDF_GetPageBoundingBox")(address(page), ctypes.byref(box)):
        left, top, right, bottom = box
        if right > left and top > bottom:
            return Rectangle(left, bottom, right, top)
    width, height = page.get_size()
    return Rectangle(0.0, 0.0, width, height)


class _Calls(NamedTuple):
    """The library's functions that are asked of letters."""

    find_box: Callable[..., int]
    weight: Callable[..., int]
    font: Callable[..., int]
    find_index: Callable[..., int]
    find_object: Callable[..., int]
    angle: Callable[..., int]
    lacks_map: Callable[..., int]


@cache
def _calls() -> _Calls:
    return _Calls(
        by_address("FPDFText_GetLooseCharBox"),
        by_address("FPDFText_GetFontWeight"),
        by_address("FPDFText_GetFontInfo", ctypes.c_int, ctypes.c_void_p, ctypes.c_ulong, ctypes.c_void_p),
        by_address("FPDFText_GetCharIndexFromTextIndex"),
        by_address("FPDFText_GetTextObject", result=ctypes.c_void_p),
        by_address("FPDFText_GetCharAngle", result=ctypes.c_float),
        by_address("FPDFText_HasUnicodeMapError"),
    )


class _LineReader:
    """Measures the lines of one page with as few library calls as can be.

    After `lines`, `turned` holds those that do not run to the right, and `doubtful` says whether some text of the page
    may stand where nobody sees it, or be too small.
    """

    def __init__(self, text_page: pdfium.PdfTextPage, text: str, shown: Rectangle) -> None:
        import pypdfium2.raw as raw

        self.turned: list[TurnedLine] = []
        self.doubtful = False
        self._text = text
        self._shown = shown
        self._page = text_page  # its address below is good as long as it lives
        self._handle = address(text_page)
        calls = _calls()
        self._find_box, self._weight, self._font = calls.find_box, calls.weight, calls.font
        self._find_index, self._find_object = calls.find_index, calls.find_object
        self._angle, self._lacks_map = calls.angle, calls.lacks_map
        # Text and characters are counted alike unless the page has characters without text.
        self._count = text_page.count_chars()
        self._same_count = self._count == len(text)
        if units := unit_offsets(text):  # a character beyond 16 bits counts as two there
            find = self._find_index
            self._find_index, self._same_count = (lambda handle, offset: find(handle, units[offset])), False
        self._box: Any = raw.FS_RECTF()
        self._pointer = ctypes.byref(self._box)
        self._name = ctypes.create_string_buffer(_MAX_FONT_NAME)
        self._unmapped = False

    def lines(self) -> list[Line]:
        """All lines with a character that is no blank."""
        return self._measured(self._pieces())

    def _pieces(self) -> Iterator[tuple[int, int, bool]]:
        """Where each line starts and ends, blanks and a hyphen at the line's end left out, and whether it had one."""
        text = self._text
        if text.count("\r") != text.count("\r\n"):
            yield from self._parted(0, len(text))
            return
        marked = _BREAK.search(text) is not None
        at = 0
        for line in text.split("\n"):
            words = line.strip()
            if marked and _BREAK.search(words):
                yield from self._parted(at, at + len(line))
            elif words:
                start = at if line[0] == words[0] else at + line.index(words[0])
                # A hyphen that the library did not mark as a line end's.
                hyphen = words[-1] == "-" and len(words) > 1 and words[-2].isalpha()
                yield start, start + len(words) - hyphen, hyphen
            at += len(line) + 1

    def _parted(self, low: int, high: int) -> Iterator[tuple[int, int, bool]]:
        """The same of a part of the text where lines end otherwise than by CR LF."""
        for match in _VISUAL_LINE.finditer(self._text, low, high):
            bare = match.group().rstrip(BREAK_MARKS)
            words = bare.strip()
            if words:
                start = match.start() + bare.index(words[0])
                broken = len(bare) < len(match.group())
                hyphen = words[-1] == "-" and not broken and len(words) > 1 and words[-2].isalpha()
                yield start, start + len(words) - hyphen, broken or hyphen

    def gaps(self, line: Line) -> list[Gap]:
        """The blanks inside a line that are wide enough to part columns."""
        found: list[Gap] = []
        for match in _BLANKS.finditer(self._text, line.start, line.end):
            left = self._box_of(match.start() - 1)
            right = self._box_of(match.end())
            if left and right and right[0] - left[1] > MIN_GAP * line.size:
                found.append(Gap(match.start(), match.end(), left[1] - self._shown.left, right[0] - self._shown.left))
        return found

    def _is_named_bold(self, index: int) -> bool:
        """The same of one of the standard fonts, which a file need not describe: its name tells."""
        self._font(self._handle, index, self._name, _MAX_FONT_NAME, None)
        return b"Bold" in self._name.value

    def signs(self) -> tuple[tuple[int, str], ...]:
        """The places of private-use characters that their font explains, with what they show."""
        if not has_high(self._text):
            return ()
        found = []
        for match in _SYMBOLS.finditer(self._text):
            index = match.start() if self._same_count else self._find_index(self._handle, match.start())
            self._name.raw = bytes(_MAX_FONT_NAME)
            self._font(self._handle, index, self._name, _MAX_FONT_NAME, None)
            sign = sign_of(match.group(), self._name.value.decode("utf-8", "replace"))
            if sign is not None:
                found.append((match.start(), sign))
        return tuple(found)

    def unmapped(self) -> float:
        """The share of the page's characters that have no Unicode value; looked for where a line begins with one."""
        if not self._unmapped:
            return 0.0
        real = [i for i in range(self._count) if self._find_object(self._handle, i)]
        return sum(1 for i in real if self._lacks_map(self._handle, i) == 1) / max(len(real), 1)

    def raised(self, direction: Direction) -> tuple[tuple[int, int], ...]:
        """The figures behind words that are set smaller than these and not lower.

        Args:
            direction: in which the page's lines run.
        """
        found: list[tuple[int, int]] = []
        text = self._text
        for match in _FIGURES.finditer(text):
            start = match.start()
            if not (_can_be_raised(text, start) and self._find(start - 1)):
                continue
            bottom, height = self._level(direction)
            if not self._find(start):
                continue
            own_bottom, own_height = self._level(direction)
            if own_height < SMALLER * height and own_bottom >= bottom:
                found.append(match.span())
        return tuple(found)

    def _level(self, direction: Direction) -> tuple[float, float]:
        """Where the letter just measured stands in its line, and its height."""
        box = self._box
        if direction is Direction.RIGHT:
            return box.bottom, box.top - box.bottom
        if direction is Direction.LEFT:
            return -box.top, box.top - box.bottom
        return (-box.right if direction is Direction.UP else box.left), box.right - box.left

    def _find(self, offset: int) -> bool:
        """Measure the character at `offset` into the box."""
        index = offset if self._same_count else self._find_index(self._handle, offset)
        return bool(self._find_box(self._handle, index, self._pointer))

    def _box_of(self, offset: int) -> tuple[float, float] | None:
        if not self._find(offset):
            return None
        return self._box.left, self._box.right

    def _measured(self, pieces: Iterable[tuple[int, int, bool]]) -> list[Line]:
        """The lines with their places."""
        text, handle, box, pointer, unpack = self._text, self._handle, self._box, self._pointer, _BOX.unpack
        find_box, find_weight, find_index = self._find_box, self._weight, self._find_index
        same, shown = self._same_count, self._shown
        found: list[Line] = []
        firsts: list[int] = []
        for start, end, broken in pieces:
            first, last = start, end - 1
            while first < last and not text[first].isalnum():
                first += 1
            while last > first and not text[last].isalnum():
                last -= 1
            index = first if same else find_index(handle, first)
            if not find_box(handle, index, pointer):
                found.append(Line(start, end, 0.0, 0.0, 0.0, 0.0, False, broken))
                continue
            firsts.append(index)
            left, top, right, bottom = unpack(box)
            size = top - bottom
            weight = find_weight(handle, index)
            bold = weight >= _BOLD_WEIGHT if weight else self._is_named_bold(index)
            if last > first:
                index = last if same else find_index(handle, last)
                if bold:
                    weight = find_weight(handle, index)
                    bold = weight >= _BOLD_WEIGHT if weight else self._is_named_bold(index)
                if find_box(handle, index, pointer):
                    last_left, last_top, last_right, last_bottom = unpack(box)
                    if last_bottom >= bottom + size or last_top <= bottom or last_left < left:
                        letter = Rectangle(left, bottom, right, bottom + size)
                        own = Rectangle(last_left, last_bottom, last_right, last_top)
                        self._note_turned(len(found), index, letter, own)
                    # A raised footnote number at either end is smaller: the larger letter is the line's own.
                    right, size = last_right, max(size, last_top - last_bottom)
            if first > start and find_box(handle, start if same else find_index(handle, start), pointer):
                left = box.left
            found.append(Line(start, end, left, right, bottom, size, bold, broken))
            if not self.doubtful:
                self.doubtful = _is_doubtful(found[-1], last - first, shown)
        self._unmapped = 1 in map(self._lacks_map, repeat(handle), firsts)
        return found

    def _note_turned(self, place: int, index: int, first: Rectangle, last: Rectangle) -> None:
        angle = self._angle(self._handle, index)
        direction = Direction(round(angle / (pi / 2)) % 4)
        if direction is not Direction.RIGHT:
            self.turned.append(TurnedLine(place, direction, first, last))


def _is_doubtful(line: Line, letters: int, shown: Rectangle) -> bool:
    """Whether some letters of a line may stand where nobody sees them, or be too small."""
    _, _, left, right, bottom, size, _, _ = line
    if not (shown.left <= left and right <= shown.right and size >= TINY):
        return True
    if not (bottom + size > shown.bottom and bottom < shown.top):
        return True
    return letters >= MIN_CROWD and right - left < CROWDED * size * letters


def _can_be_raised(text: str, start: int) -> bool:
    """Whether figures at `start`, which is not 0, stand directly behind a word, a stop that ends one, or a closing
    sign.
    """
    before = text[start - 1]
    if before == ".":  # not in a row of dots
        before = text[start - 2] if start > 1 else " "
        return before.isalnum() or before in _BEFORE_FIGURES
    return before.isalpha() or before in _BEFORE_FIGURES
