"""What a PDF page or form draws, listed once for all who ask."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from itertools import repeat
from typing import TYPE_CHECKING, NamedTuple

from pincite.parse.pdf.calls import address, by_address

if TYPE_CHECKING:
    import pypdfium2 as pdfium

TEXT, PATH, IMAGE, FORM = 1, 2, 3, 5
MAX_OBJECTS = 50_000


class Objects(NamedTuple):
    """The objects of a page or a form, in the order in which they are drawn.

    Args:
        items: their addresses, good as long as the page is open.
        kinds: `TEXT`, `PATH`, `IMAGE`, `FORM` or another.
        modes: how texts are drawn, 0 to 7 as PDF counts; -1 for other objects.
        complete: whether these are all; a page with too many has the first `MAX_OBJECTS` here.
    """

    items: list[int]
    kinds: list[int]
    modes: list[int]
    complete: bool

    def of(self, kind: int) -> list[int]:
        """The addresses of those of one kind."""
        if self.kinds.count(kind) == len(self.items):
            return self.items
        return [item for item, own in zip(self.items, self.kinds, strict=True) if own == kind]


def objects_of_page(page: pdfium.PdfPage) -> Objects:
    """What a page draws, its forms unopened."""
    holder = address(page)
    place = by_address("FPDFPage_GetObject", result=ctypes.c_void_p)
    return _listed(holder, by_address("FPDFPage_CountObjects")(holder), place)


def objects_of_form(form: int) -> Objects:
    """What a form draws, the forms in it unopened."""
    place = by_address("FPDFFormObj_GetObject", ctypes.c_ulong, result=ctypes.c_void_p)
    return _listed(form, by_address("FPDFFormObj_CountObjects")(form), place)


def _listed(holder: int, count: int, place: Callable[..., int]) -> Objects:
    few = min(max(count, 0), MAX_OBJECTS)
    # All are asked one thing before the next: a loop in the interpreter takes longer than the library. Most are texts,
    # which their mode tells as well, so that only the others are asked for their kind.
    items = list(map(place, repeat(holder, few), range(few)))
    modes = list(map(by_address("FPDFTextObj_GetTextRenderMode"), items))
    kinds = [TEXT] * few
    if -1 in modes:
        kind = by_address("FPDFPageObj_GetType")
        for at, mode in enumerate(modes):
            if mode < 0:
                kinds[at] = kind(items[at])
    return Objects(items, kinds, modes, count == few)
