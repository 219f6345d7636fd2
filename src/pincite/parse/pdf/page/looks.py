"""How the texts of a PDF page are drawn, asked by the hundred: with which ink, or with none."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from pincite.parse.pdf.calls import by_address
from pincite.parse.pdf.objects import FORM, MAX_OBJECTS, TEXT, Objects, objects_of_form

PALE = 219
"""Red, green and blue, each of 0..255, from which a colour may be that of the page."""
FAINT = 26
"""Alpha, of 0..255, below which nothing is seen."""

_INVISIBLE = (3, 7)  # render modes: neither filled nor drawn
_FILLED = (0, 2, 4, 6)
_BLACK = (0, 0, 0, 255)
_ROWS = 256

_Colour = tuple[int, ...]  # red, green, blue, alpha, each 0..255


class Look(NamedTuple):
    """How a text object is drawn.

    Args:
        inkless: without ink, or nearly transparent.
        pale: in a colour that may be the page's.
    """

    inkless: bool
    pale: bool


PLAIN = Look(False, False)


class Survey(NamedTuple):
    """What a look at all objects of a page gives.

    Args:
        doubtful: whether some text may be drawn so that nobody sees it, or there is too much to ask.
        whole: whether all was looked at; else the page draws more than `MAX_OBJECTS`, those in its forms counted each
            time that they are drawn.
    """

    doubtful: bool
    whole: bool


def survey(objects: Objects) -> Survey:
    """Looks at what a page draws, in its forms too."""
    doubtful, count = False, 0
    waiting: list[int] = []
    current = objects
    while True:
        count += len(current.items) + 1
        if count > MAX_OBJECTS or not current.complete:
            return Survey(True, False)
        doubtful = doubtful or _draws_doubtful(current)
        if FORM in current.kinds:
            waiting += current.of(FORM)
        if not waiting:
            return Survey(doubtful, True)
        current = objects_of_form(waiting.pop())


def looks_of(texts: Iterable[int]) -> dict[int, Look]:
    """How each of these text objects is drawn."""
    asked = list(texts)
    modes = map(by_address("FPDFTextObj_GetTextRenderMode"), asked)
    colours: list[_Colour] = []
    for memory, count in _filled(asked):
        colours += struct.iter_unpack("4I", memoryview(memory).cast("B")[: 16 * count])
    return {
        text: Look(True, False) if mode in _INVISIBLE else _look(*colour) if mode in _FILLED else PLAIN
        for text, mode, colour in zip(asked, modes, colours, strict=True)
    }


def _look(red: int, green: int, blue: int, alpha: int) -> Look:
    return Look(alpha < FAINT, alpha >= FAINT) if _is_doubtful(red, green, blue, alpha) else PLAIN


def _draws_doubtful(objects: Objects) -> bool:
    if not set(objects.modes).isdisjoint(_INVISIBLE):
        return True
    for memory, count in _filled(objects.of(TEXT)):
        reds, alphas = memory[0 : 4 * count : 4], memory[3 : 4 * count : 4]
        if max(reds) >= PALE or min(alphas) < FAINT:
            greens, blues = memory[1 : 4 * count : 4], memory[2 : 4 * count : 4]
            if any(map(_is_doubtful, reds, greens, blues, alphas)):
                return True
    return False


def _is_doubtful(red: int, green: int, blue: int, alpha: int) -> bool:
    return alpha < FAINT or (red >= PALE and green >= PALE and blue >= PALE)


def _filled(objects: Sequence[int]) -> Iterator[tuple[Any, int]]:
    """The colours that objects are filled with, some at a time: four numbers for each, and of how many objects; black
    where one has none. They are there until the next are asked for.
    """
    fill = by_address("FPDFPageObj_GetFillColor")
    memory, pointers = _colour_rows()
    for start in range(0, len(objects), _ROWS):
        asked = objects[start : start + _ROWS]
        known = list(map(fill, asked, *pointers))
        if not all(known):
            for row, is_known in enumerate(known):
                if not is_known:
                    memory[4 * row : 4 * row + 4] = _BLACK
        yield memory, len(asked)


@cache
def _colour_rows() -> tuple[Any, tuple[list[Any], ...]]:
    """Memory for the colours of some objects, and the pointers to it that a call takes: made once, since making them
    costs as much as the call. All calls of the library are made under one lock.
    """
    memory = (ctypes.c_uint * (4 * _ROWS))()
    parts = range(4)
    return memory, tuple([ctypes.byref(memory, 16 * row + 4 * part) for row in range(_ROWS)] for part in parts)
