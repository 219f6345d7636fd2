"""Text of a PDF page that its reader does not see: instructions for machines, leftovers, what was cut off the page.

A program that takes the text of a page also takes what is set without ink, in the colour of the page, outside its edge
or too small to read. Such text is no part of what the document says to people, and it is a common way to slip words
to a language model; so it is left out, and the document says so. One kind is kept: the invisible layer that optical
recognition lays over a page's picture, which is what the reader sees.

Looking at every letter would cost more than the extraction. So the objects that draw text are asked for their ink, the
lines for their size and place, and every word of a page is looked at only where one of these is odd.
"""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from pincite.parse.pdf.calls import address, by_address
from pincite.parse.pdf.objects import FORM, IMAGE, Objects, objects_of_form
from pincite.parse.pdf.page.frame import Rectangle
from pincite.parse.pdf.page.looks import PLAIN, Look, Survey, looks_of
from pincite.parse.pdf.page.unseen import unseen
from pincite.parse.pdf.raw_page import Hidden
from pincite.parse.pdf.utf16 import unit_offsets

if TYPE_CHECKING:
    import pypdfium2 as pdfium

TINY = 2.0
TINY_SHARE = 0.0025
"""Letters' height in points, and as a share of the page's longer side, below which none can read them; both must be."""
MAX_COMPARED = 5_000_000
"""Words without ink, times pictures, up to which it is asked which word lies over a picture."""

_WORD = re.compile(r"\S+")


class Found(NamedTuple):
    """What is hidden on a page.

    Args:
        ranges: half-open in its raw text.
        hidden: the reasons.
        layered: characters of an invisible layer, which is kept.
        unsure: whether the page draws too much to tell for all of its text; what was not told is kept.
    """

    ranges: list[tuple[int, int]]
    hidden: tuple[Hidden, ...]
    layered: int
    unsure: bool


INKLESS, IN_PAGE_COLOUR, OUTSIDE, TOO_SMALL = (
    "without ink", "in the colour of the page", "outside the page", "too small to read"
)  # fmt: skip


class _Run(NamedTuple):
    """Neighbouring letters of one text object: half-open in the raw text."""

    start: int
    end: int
    text_object: int
    look: Look


def find_hidden(
    page: pdfium.PdfPage,
    text_page: pdfium.PdfTextPage,
    text: str,
    shown: Rectangle,
    objects: Objects,
    surveyed: Survey,
    *,
    misplaced: bool,
) -> Found:
    """Looks at every word of a page, letter by letter where its ends differ.

    Args:
        text: the raw text of the page.
        shown: the part of the page that is shown.
        objects: of the page.
        surveyed: what a look at them gave.
        misplaced: whether some letters may stand outside the page or be too small.
    """
    letters = _Letters(text_page, text)
    runs = letters.runs()
    if not misplaced:
        runs = [run for run in runs if run.look is not PLAIN]
    traceless = _traceless(page, letters, runs, shown, surveyed)
    inkless = sum(1 for run in runs if run.look.inkless)
    pictures = _pictures(objects, surveyed) if inkless else []
    unsure = traceless is None or inkless * len(pictures) > MAX_COMPARED
    places: list[tuple[int, int]] = []
    reasons: Counter[str] = Counter()
    layered = 0
    for run in runs:
        box = letters.box_of(run) if run.look is not PLAIN and (misplaced or run.look.inkless) else None
        reason = _reason(run, traceless or set(), box, shown)
        if reason == INKLESS and (inkless * len(pictures) > MAX_COMPARED or _covered(box, pictures)):
            layered += run.end - run.start
        elif reason:
            places.append((run.start, run.end))
            reasons[reason] += run.end - run.start
        elif misplaced:
            for offset, fault in letters.misplaced(run, shown):
                places.append((offset, offset + 1))
                reasons[fault] += 1
    found = tuple(Hidden(reason, count) for reason, count in sorted(reasons.items()))
    return Found(_joined(places, text), found, layered, unsure)


def blanked(text: str, ranges: list[tuple[int, int]]) -> str:
    """`text` of the same length without what stands in `ranges`: marks that print nothing, blanks beside a blank."""
    pieces: list[str] = []
    at = 0
    for start, end in ranges:
        inside = 0 < start < end < len(text) and not (text[start - 1].isspace() or text[end].isspace())
        pieces += (text[at:start], ("\u2060" if inside else " ") * (end - start))
        at = end
    return "".join((*pieces, text[at:]))


def _reason(run: _Run, traceless: set[int], first: Rectangle | None, shown: Rectangle) -> str:
    """Why none of the run's letters is seen; empty where some may be."""
    if run.look is PLAIN or (first is not None and _is_outside(first, shown)):
        return ""
    if run.look.inkless:
        return INKLESS
    return IN_PAGE_COLOUR if run.text_object in traceless else ""


def _traceless(
    page: pdfium.PdfPage, letters: _Letters, runs: Iterable[_Run], shown: Rectangle, surveyed: Survey
) -> set[int] | None:
    """The pale text objects that nobody sees on the page; None where that cannot be told."""
    places: dict[int, Rectangle] = {}
    for run in runs:
        if run.look.pale and (box := letters.box_of(run)) is not None:
            known = places.get(run.text_object)
            places[run.text_object] = box if known is None else known.around(box)
    if not places:
        return set()
    # A page with too much on it is not drawn: a short file can ask for pictures by the million.
    return unseen(page, places, shown) if surveyed.whole else None


class _Calls(NamedTuple):
    """The library's functions that are asked of letters."""

    find_object: Callable[..., int]
    find_box: Callable[..., int]
    find_index: Callable[..., int]


@cache
def _calls() -> _Calls:
    return _Calls(
        by_address("FPDFText_GetTextObject", result=ctypes.c_void_p),
        by_address("FPDFText_GetLooseCharBox"),
        by_address("FPDFText_GetCharIndexFromTextIndex"),
    )


class _Letters:
    """The letters of one page: which text object draws each, and where it stands."""

    def __init__(self, text_page: pdfium.PdfTextPage, text: str) -> None:
        import pypdfium2.raw as raw

        self._text = text
        self._page = text_page  # its address below is good as long as it lives
        self._handle = address(text_page)
        self._object, self._find, self._find_index = _calls()
        self._units = unit_offsets(text)
        self._same = self._units is None and text_page.count_chars() == len(text)
        self._box: Any = raw.FS_RECTF()
        self._pointer = ctypes.byref(self._box)

    def runs(self) -> list[_Run]:
        """The words by the text objects that draw them; what the library made up is left out."""
        words = [match.span() for match in _WORD.finditer(self._text)]
        firsts = self._objects_at([start for start, _ in words])
        lasts = self._objects_at([end - 1 for _, end in words])
        parts: list[tuple[int, int, int]] = []
        for (start, end), first, last in zip(words, firsts, lasts, strict=True):
            if first != last:
                parts += self._parts(start, end)
            elif first is not None:
                parts.append((start, end, first))
        looks = looks_of({text_object for _, _, text_object in parts})
        return [_Run(start, end, text_object, looks[text_object]) for start, end, text_object in parts]

    def _parts(self, start: int, end: int) -> Iterator[tuple[int, int, int]]:
        """The parts of a word that several objects draw, and by which."""
        for text_object, group in groupby(range(start, end), self._object_at):
            if text_object is not None:
                places = list(group)
                yield places[0], places[-1] + 1, text_object

    def box_of(self, run: _Run) -> Rectangle | None:
        """The box around its first and its last letter."""
        first = self._box_at(run.start)
        last = self._box_at(run.end - 1) if run.end - run.start > 1 else first
        return first.around(last) if first and last else first or last

    def misplaced(self, run: _Run, shown: Rectangle) -> Iterator[tuple[int, str]]:
        """The letters outside the page or too small, with which of it; all are measured where an end is either."""
        if not (self._fault(run.start, shown) or self._fault(run.end - 1, shown)):
            return
        for offset in range(run.start, run.end):
            fault = self._fault(offset, shown)
            if fault:
                yield offset, fault

    def _index(self, offset: int) -> int:
        if self._same:
            return offset
        return self._find_index(self._handle, self._units[offset] if self._units else offset)

    def _object_at(self, offset: int) -> int | None:
        return self._object(self._handle, self._index(offset))

    def _objects_at(self, offsets: Sequence[int]) -> list[int | None]:
        indexes = offsets if self._same else map(self._index, offsets)
        return list(map(self._object, repeat(self._handle), indexes))

    def _box_at(self, offset: int) -> Rectangle | None:
        if not self._find(self._handle, self._index(offset), self._pointer):
            return None
        return Rectangle(self._box.left, self._box.bottom, self._box.right, self._box.top)

    def _fault(self, offset: int, shown: Rectangle) -> str:
        box = self._box_at(offset)
        if box is None:
            return ""
        if _is_outside(box, shown):
            return OUTSIDE
        # A narrow letter of a line that runs up the page is no taller than it is wide; both are small in a tiny one.
        return TOO_SMALL if _is_tiny(max(box.top - box.bottom, box.right - box.left), shown) else ""


def _is_tiny(height: float, shown: Rectangle) -> bool:
    """Whether letters of that height cannot be read."""
    return height < TINY and height < TINY_SHARE * max(shown.right - shown.left, shown.top - shown.bottom)


def _is_outside(box: Rectangle, shown: Rectangle) -> bool:
    """Whether nothing of `box` lies on the page."""
    return (
        box.right <= shown.left or box.left >= shown.right or box.top <= shown.bottom or box.bottom >= shown.top
    )  # fmt: skip


def _joined(places: list[tuple[int, int]], text: str) -> list[tuple[int, int]]:
    """The places with the blanks between two of them; a line end parts them."""
    found: list[tuple[int, int]] = []
    for start, end in places:
        if found and not text[found[-1][1] : start].strip(" \xa0\t"):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _pictures(objects: Objects, surveyed: Survey) -> list[Rectangle]:
    """Where pictures stand; a form counts as one where it holds one, unless there are too many to look into."""
    forms = objects.of(FORM) if surveyed.whole else []
    holders = (form for form in forms if IMAGE in objects_of_form(form).kinds)
    return [_bounds(one) for one in (*objects.of(IMAGE), *holders)]


def _bounds(page_object: int) -> Rectangle:
    sides: Any = (ctypes.c_float * 4)()
    start = ctypes.addressof(sides)
    by_address("FPDFPageObj_GetBounds", *(ctypes.c_void_p,) * 4)(page_object, *(start + 4 * i for i in range(4)))
    return Rectangle(*sides)


def _covered(box: Rectangle | None, pictures: list[Rectangle]) -> bool:
    """Whether the middle of `box` lies in a picture."""
    if box is None:
        return False
    x, y = (box.left + box.right) / 2, (box.bottom + box.top) / 2
    return any(one.left <= x <= one.right and one.bottom <= y <= one.top for one in pictures)
