"""Pale text of a PDF page that leaves no trace on its picture: white on white, or under something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from pincite.parse.pdf_frame import Rectangle
from pincite.parse.pdfium_calls import by_address

if TYPE_CHECKING:
    import pypdfium2 as pdfium

SEEN = 32
"""Difference of a pixel with and without a text, of 0..255, from which the text is seen."""
DARK = 160
"""Pixel, of 0..255, below which pale letters are seen on it."""
MAX_PIXELS = 30_000_000
"""Pixels that are looked at on a page, those of texts that overlap counted each time; a page has two million."""

_MAX_SIDE = 1600
_DARK = bytes(range(DARK))


def unseen(page: pdfium.PdfPage, pale: dict[int, Rectangle], shown: Rectangle) -> set[int] | None:
    """The pale text objects that change nothing on the page's picture; None where there are too many to compare.

    Args:
        pale: where each of them stands.
        shown: the part of the page that is shown.
    """
    scale = min(1.0, _MAX_SIDE / max(shown.right - shown.left, shown.top - shown.bottom, 1.0))
    with_them = _Picture(page, scale, shown)
    if sum(with_them.pixels(box) for box in pale.values()) > MAX_PIXELS:
        return None
    asked = {one: box for one, box in pale.items() if not with_them.is_dark(box)}
    if not asked:
        return set()
    switch = by_address("FPDFPageObj_SetIsActive")
    for one in asked:
        switch(one, 0)
    try:
        without = _Picture(page, scale, shown)
    finally:
        for one in asked:
            switch(one, 1)
    return {one for one, box in asked.items() if not with_them.differs(without, box)}


class _Part(NamedTuple):
    """Half-open ranges of a picture's columns and rows."""

    left: int
    right: int
    top: int
    bottom: int


class _Picture:
    """A page drawn in grey."""

    def __init__(self, page: pdfium.PdfPage, scale: float, shown: Rectangle) -> None:
        bitmap = page.render(scale=scale, grayscale=True, may_draw_forms=False, rotation=-page.get_rotation() % 360)
        self._rows = bytes(bitmap.buffer)
        self._width, self._height, self._stride = bitmap.width, bitmap.height, bitmap.stride
        self._scale, self._shown = scale, shown
        bitmap.close()

    def pixels(self, box: Rectangle) -> int:
        """How many pixels `box` covers."""
        part = self._part(box)
        return max(part.right - part.left, 0) * max(part.bottom - part.top, 0)

    def is_dark(self, box: Rectangle) -> bool:
        """Whether most of `box` is so dark that pale letters are seen on it."""
        pixels = b"".join(self._rows_of(box))
        return len(pixels) - len(pixels.translate(None, _DARK)) > len(pixels) / 2

    def differs(self, other: _Picture, box: Rectangle) -> bool:
        """Whether a pixel in `box` differs by `SEEN` or more."""
        return any(
            mine != its and max(abs(a - b) for a, b in zip(mine, its, strict=True)) >= SEEN
            for mine, its in zip(self._rows_of(box), other._rows_of(box), strict=True)
        )

    def _rows_of(self, box: Rectangle) -> Iterator[bytes]:
        left, right, top, bottom = self._part(box)
        return (self._rows[row * self._stride + left : row * self._stride + right] for row in range(top, bottom))

    def _part(self, box: Rectangle) -> _Part:
        shown, scale = self._shown, self._scale
        return _Part(
            max(int((box.left - shown.left) * scale) - 1, 0),
            min(int((box.right - shown.left) * scale) + 2, self._width),
            max(int((shown.top - box.top) * scale) - 1, 0),
            min(int((shown.top - box.bottom) * scale) + 2, self._height),
        )
