"""Pages as pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import pypdfium2 as pdfium
    from numpy.typing import NDArray


def rendered(page: pdfium.PdfPage, scale: float, *, grey: bool = False) -> NDArray[np.uint8]:
    """A page as it is shown, on white: uint8, (height, width, 3), or (height, width) in grey.

    Args:
        scale: pixels a point.
    """
    bitmap = page.render(scale=scale, grayscale=grey, rev_byteorder=True)
    try:
        pixels: NDArray[np.uint8] = bitmap.to_numpy().copy()  # its memory goes with the bitmap
        return pixels[:, :, 0] if grey and pixels.ndim == 3 else pixels
    finally:
        bitmap.close()
