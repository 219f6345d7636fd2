"""Columns of a page's picture, laid one below the other.

Tesseract's own analysis of a page takes strokes of Hangul and Han letters for rules and rows, and loses half of such a
page. Told that the picture is one block of text, it reads every line; so the columns are found here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_CELL = 8
"""Side in pixels of the cells in which ink is looked for; at 300 dpi 0.7 mm."""
_MIN_INK = 3
"""Dark pixels from which a cell is inked."""
_MIN_GUTTER = 5
"""Cells; the blanks between words of one line are narrower, or do not lie one below the other."""
_MIN_COLUMN = 0.25
"""Share of the region's width that each column has at least."""
_MIN_LINES = 6
_FULL_LINE = 0.6
"""Share of its column that a line of running text fills; cells of a table do not."""
_MAX_CUTS = 12
_MAX_HEIGHT = 30_000  # the program's coordinates have 16 bits
_SPACE = 40


class Strip(NamedTuple):
    """A part of the picture: from where it was taken, in pixels, and from which row on it stands in the stack."""

    left: int
    top: int
    right: int
    bottom: int
    at: int


class _Region(NamedTuple):
    """A part of the picture, in cells."""

    left: int
    top: int
    right: int
    bottom: int


def stack(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], tuple[Strip, ...]]:
    """The picture with its columns one below the other, and where each part of it came from.

    Args:
        pixels: uint8, (height, width), dark on light.

    Returns:
        The picture itself, as one strip, where it has one column.
    """
    import numpy as np

    height, width = pixels.shape
    whole = (Strip(0, 0, width, height, 0),)
    if min(height, width) < 40 * _CELL:
        return pixels, whole
    ink = _ink(pixels)
    regions = list(_split(ink, _Region(0, 0, ink.shape[1], ink.shape[0])))
    if len(regions) < 2:
        return pixels, whole
    strips: list[Strip] = []
    at = _SPACE
    for left, top, right, bottom in regions:
        strip = Strip(left * _CELL, top * _CELL, min(right * _CELL, width), min(bottom * _CELL, height), at)
        strips.append(strip)
        at += strip.bottom - strip.top + _SPACE
    if at > _MAX_HEIGHT:
        return pixels, whole
    stacked = np.full((at, max(s.right - s.left for s in strips) + 2 * _SPACE), 255, np.uint8)
    for strip in strips:
        part = pixels[strip.top : strip.bottom, strip.left : strip.right]
        stacked[strip.at : strip.at + part.shape[0], _SPACE : _SPACE + part.shape[1]] = part
    return stacked, tuple(strips)


def unstacked(strips: tuple[Strip, ...], left: float, top: float) -> tuple[float, float]:
    """By how much a place in the stack moves to be that in the picture: to the right and down."""
    if len(strips) < 2:
        return 0.0, 0.0
    strip = next((s for s in reversed(strips) if s.at - _SPACE / 2 <= top), strips[0])
    return float(strip.left - _SPACE), float(strip.top - strip.at)


def _ink(pixels: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which cells are inked, (rows, columns)."""
    import numpy as np

    low, high = np.percentile(pixels[::4, ::4], (1, 99))
    rows, columns = pixels.shape[0] // _CELL, pixels.shape[1] // _CELL
    dark = pixels[: rows * _CELL, : columns * _CELL] < (low + high) / 2
    found: NDArray[np.bool_] = dark.reshape(rows, _CELL, columns, _CELL).sum(axis=(1, 3)) >= _MIN_INK
    return found


def _split(ink: NDArray[np.bool_], region: _Region) -> Iterator[_Region]:
    """The columns of a region in reading order; the region itself where it has one."""
    gutter = _gutter(ink, region)
    if gutter is not None:
        yield from _split(ink, region._replace(right=gutter))
        yield from _split(ink, region._replace(left=gutter))
        return
    for cut in _blank_rows(ink, region):
        above, below = region._replace(bottom=cut), region._replace(top=cut)
        if _gutter(ink, above) is not None or _gutter(ink, below) is not None:
            yield from _split(ink, above)
            yield from _split(ink, below)
            return
    yield region


def _gutter(ink: NDArray[np.bool_], region: _Region) -> int | None:
    """Where a blank band from top to bottom parts two columns of running text; None without one."""
    part = ink[region.top : region.bottom, region.left : region.right]
    width = part.shape[1]
    found: tuple[int, int] | None = None
    for start, end in _runs(part.sum(axis=0) <= part.shape[0] // 100):
        middle = (start + end) // 2
        if end - start < _MIN_GUTTER or min(middle, width - middle) < _MIN_COLUMN * width:
            continue
        if _is_text(part[:, :start]) and _is_text(part[:, end:]) and (found is None or end - start > found[0]):
            found = end - start, region.left + middle
    return found[1] if found else None


def _is_text(part: NDArray[np.bool_]) -> bool:
    """Whether a column holds lines that mostly fill it."""
    inked = _any(part, 0).nonzero()[0]
    if not len(inked):
        return False
    column = part[:, inked[0] : inked[-1] + 1]
    lines = [_any(column[start:end], 0).nonzero()[0] for start, end in _runs(_any(column, 1))]
    full = sum(1 for line in lines if line[-1] - line[0] >= _FULL_LINE * column.shape[1])
    return len(lines) >= _MIN_LINES and full >= len(lines) / 2


def _blank_rows(ink: NDArray[np.bool_], region: _Region) -> list[int]:
    """The middles of the highest blank bands across a region, highest first."""
    part = ink[region.top : region.bottom, region.left : region.right]
    bands = [(start, end) for start, end in _runs(~_any(part, 1)) if start and end < part.shape[0]]
    bands.sort(key=lambda band: (band[0] - band[1], band[0]))
    return [region.top + (start + end) // 2 for start, end in bands[:_MAX_CUTS]]


def _any(part: NDArray[np.bool_], axis: int) -> NDArray[np.bool_]:
    """Whether any cell is inked along an axis."""
    import numpy as np

    found: NDArray[np.bool_] = np.asarray(part.any(axis=axis))
    return found


def _runs(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The half-open runs of true values."""
    import numpy as np

    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8)))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
