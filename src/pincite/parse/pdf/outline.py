"""The bookmarks of a PDF, however deep, long or circular their tree is."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from pincite.parse.pdf.document.heading_levels import OutlineEntry

if TYPE_CHECKING:
    import pypdfium2 as pdfium

MAX_DEPTH = 15
MAX_ENTRIES = 50_000


def read_outline(pdf: pdfium.PdfDocument) -> list[OutlineEntry]:
    """The bookmarks that lead to a page, in their order, as far as `MAX_DEPTH` and `MAX_ENTRIES` go."""
    import pypdfium2 as pdfium
    import pypdfium2.raw as raw

    found: list[OutlineEntry] = []
    seen: set[int] = set()
    waiting = [(raw.FPDFBookmark_GetFirstChild(pdf, None), 0)]
    while waiting and len(seen) < MAX_ENTRIES:
        pointer, depth = waiting.pop()
        if not pointer or (place := ctypes.addressof(pointer.contents)) in seen:
            continue
        seen.add(place)
        waiting.append((raw.FPDFBookmark_GetNextSibling(pdf, pointer), depth))
        if depth + 1 < MAX_DEPTH:
            waiting.append((raw.FPDFBookmark_GetFirstChild(pdf, pointer), depth + 1))
        bookmark = pdfium.PdfBookmark(pointer, pdf, depth)
        target = bookmark.get_dest()
        page = target.get_index() if target is not None else None
        if page is not None:
            found.append(OutlineEntry(bookmark.get_title(), depth, page))
    return found
