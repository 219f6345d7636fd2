"""Pictures as PNG, written without an imaging library (PNG, ISO/IEC 15948: 8 bits a sample, no interlace)."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_GREY, _RGB = 0, 2
# Pages are flat and repeat themselves, which the fastest level finds too.
_LEVEL = 1


def png(pixels: NDArray[np.uint8]) -> bytes:
    """The picture as a PNG file, grey where no pixel has a colour.

    Args:
        pixels: uint8, (height, width) for grey or (height, width, 3) for red, green and blue.
    """
    import numpy as np

    if pixels.ndim == 3 and _is_grey(pixels):
        pixels = pixels[:, :, 0]
    height, width = pixels.shape[:2]
    rows = np.ascontiguousarray(pixels).reshape(height, -1)
    # Each row starts with the number of its filter; 2 is "up", the difference to the row above.
    filtered = np.empty((height, rows.shape[1] + 1), np.uint8)
    filtered[:, 0] = 2
    filtered[0, 1:] = rows[0]
    np.subtract(rows[1:], rows[:-1], out=filtered[1:, 1:])
    header = struct.pack(">IIBBBBB", width, height, 8, _RGB if pixels.ndim == 3 else _GREY, 0, 0, 0)
    data = zlib.compress(filtered.tobytes(), _LEVEL)
    return _SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _is_grey(pixels: NDArray[np.uint8]) -> bool:
    red = pixels[:, :, 0]
    return bool((red == pixels[:, :, 1]).all() and (red == pixels[:, :, 2]).all())


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
