"""Pale text of a PDF page that leaves no trace on its picture: white on white, or under something else."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from pincite.parse.pdf.calls import by_address
from pincite.parse.pdf.page.frame import Rectangle

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


class _Part(NamedTuple):
    """Half-open ranges of a picture's columns and rows."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def pixels(self) -> int:
        return max(self.right - self.left, 0) * max(self.bottom - self.top, 0)


def unseen(page: pdfium.PdfPage, pale: dict[int, Rectangle], shown: Rectangle) -> set[int] | None:
    """The pale text objects that change nothing on the page's picture; None where there are too many to compare.

    Args:
        pale: where each of them stands.
        shown: the part of the page that is shown.
    """
    scale = min(1.0, _MAX_SIDE / max(shown.right - shown.left, shown.top - shown.bottom, 1.0))
    size = _size(page, scale)
    parts = {one: _part(box, shown, scale, size) for one, box in pale.items()}
    drawn = [part for part in parts.values() if part.pixels]
    if sum(part.pixels for part in drawn) > MAX_PIXELS:
        return None
    if not drawn:
        return set(parts)
    # Only where they stand: to draw all of a page takes ten times as long.
    around = _Part(
        min(part.left for part in drawn),
        max(part.right for part in drawn),
        min(part.top for part in drawn),
        max(part.bottom for part in drawn),
    )
    with_them = _Picture(page, scale, size, around)
    asked = {one: part for one, part in parts.items() if not with_them.is_dark(part)}
    if not asked:
        return set()
    switch = by_address("FPDFPageObj_SetIsActive")
    for one in asked:
        switch(one, 0)
    try:
        without = _Picture(page, scale, size, around)
    finally:
        for one in asked:
            switch(one, 1)
    return {one for one, part in asked.items() if not with_them.differs(without, part)}


def _size(page: pdfium.PdfPage, scale: float) -> tuple[int, int]:
    """Width and height of the picture of a page that is not turned."""
    width, height = (ceil(side * scale) for side in page.get_size())
    return (height, width) if page.get_rotation() in (90, 270) else (width, height)


def _part(box: Rectangle, shown: Rectangle, scale: float, size: tuple[int, int]) -> _Part:
    """Where `box` stands in the picture, with a pixel around it."""
    return _Part(
        max(int((box.left - shown.left) * scale) - 1, 0),
        min(int((box.right - shown.left) * scale) + 2, size[0]),
        max(int((shown.top - box.top) * scale) - 1, 0),
        min(int((shown.top - box.bottom) * scale) + 2, size[1]),
    )


class _Picture:
    """A part of a page, drawn in grey."""

    def __init__(self, page: pdfium.PdfPage, scale: float, size: tuple[int, int], part: _Part) -> None:
        cut = (part.left, size[1] - part.bottom, size[0] - part.right, part.top)
        bitmap = page.render(
            scale=scale,
            grayscale=True,
            may_draw_forms=False,
            rotation=-page.get_rotation() % 360,
            crop=tuple(max(side - 0.5, 0) / scale for side in cut),  # rounded up there
        )
        self._rows = bytes(bitmap.buffer)
        self._stride = bitmap.stride
        self._left, self._top = part.left, part.top
        bitmap.close()

    def is_dark(self, part: _Part) -> bool:
        """Whether most of `part` is so dark that pale letters are seen on it."""
        pixels = b"".join(self._rows_of(part))
        return len(pixels) - len(pixels.translate(None, _DARK)) > len(pixels) / 2

    def differs(self, other: _Picture, part: _Part) -> bool:
        """Whether a pixel in `part` differs by `SEEN` or more."""
        return any(
            mine != its and max(abs(a - b) for a, b in zip(mine, its, strict=True)) >= SEEN
            for mine, its in zip(self._rows_of(part), other._rows_of(part), strict=True)
        )

    def _rows_of(self, part: _Part) -> Iterator[bytes]:
        if not part.pixels:
            return
        width = part.right - part.left
        for row in range(part.top - self._top, part.bottom - self._top):
            start = row * self._stride + part.left - self._left
            yield self._rows[start : start + width]
