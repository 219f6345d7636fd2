"""A document's pages as they look: the picture of a page, the words on it, and where a quote stands.

Places are boxes in fractions of the page as it is shown, with its rotation and crop box, so that they fit a picture of
any size. Pages that were read by optical recognition have their words' boxes from it; those of other pages are read
from the file, which must be the one that the document was read from.

    >>> picture = page_picture("guide.pdf", 17)  # doctest: +SKIP
    >>> boxes = quote_boxes(document, "guide.pdf", citation.position)  # doctest: +SKIP
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.errors import DamagedDocument, DocumentError
from pincite.parse.pdf.rendering import rendered
from pincite.parse.view.boxes import Glyph, glyphs, line_boxes, lines, union
from pincite.parse.view.open_pages import close_files, opened_page
from pincite.types.document import Document, Page, Span
from pincite.types.page_words import Box

if TYPE_CHECKING:
    import numpy as np
    import pypdfium2 as pdfium
    from numpy.typing import NDArray

__all__ = [
    "MAX_PIXELS", "Box", "LayerWord", "PageBoxes", "PageLayer", "PagePicture", "close_files", "page_layer",
    "page_picture", "quote_boxes",
]  # fmt: skip

MAX_PIXELS = 16_000_000
"""Most pixels of a picture; a page that would have more is shown smaller."""
MIN_WIDTH, MAX_WIDTH = 16, 4000

_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page as a picture; `png` is the file, sizes are in pixels."""

    png: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class LayerWord:
    """A word on a page, as it stands on one line: a word that was broken at a line's end comes as two.

    Args:
        span: of `Document.text`, whose characters there are `text`.
    """

    text: str
    span: Span
    box: Box


@dataclass(frozen=True, slots=True)
class PageLayer:
    """The words of a page in the order of the text, and the size of the page as it is shown, in points (1/72 inch)."""

    width_pt: float
    height_pt: float
    words: tuple[LayerWord, ...]


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """Where a quote stands on one page, a box for each line; none where the file does not tell."""

    page_index: int
    boxes: tuple[Box, ...]


def page_picture(
    path: Path | str, page_index: int, *, width_px: int = 1200, password: str | None = None
) -> PagePicture:
    """The picture of a page of the PDF file at `path`, grey where the page has no colours.

    Args:
        page_index: 0-based place in the file.
        width_px: of the picture, 16..4000; smaller where the picture would have more than `MAX_PIXELS`.

    Raises:
        ValueError: the width is out of its range.
        DocumentError: see `opened_page`.
    """
    from pincite.parse.view.png import png

    if not MIN_WIDTH <= width_px <= MAX_WIDTH:
        raise ValueError(f"width_px must be {MIN_WIDTH}..{MAX_WIDTH}, found {width_px}")
    with opened_page(path, page_index, password=password) as page:
        pixels = _pixels(page, width_px, f"page {page_index + 1} of {path}")
    height, width = pixels.shape[:2]
    return PagePicture(png(pixels), width, height)


def page_layer(document: Document, path: Path | str, page_index: int, *, password: str | None = None) -> PageLayer:
    """The words of a page with their places in the text and on the page.

    Args:
        path: of the file that `document` was read from.
        page_index: 0-based place in the file.

    Raises:
        DocumentError: another file lies there, or see `opened_page`.
    """
    pages = [page for page in document.pages if page.index == page_index]
    with opened_page(path, page_index, password=password, file_sha256=document.file_sha256) as opened:
        width, height = opened.get_size()
        found = [glyph for page in pages for glyph in _glyphs(document, page, page.span, opened)]
    return PageLayer(width, height, tuple(_layer_words(document, found)))


def quote_boxes(
    document: Document, path: Path | str, span: Span, *, password: str | None = None
) -> tuple[PageBoxes, ...]:
    """Where `document.text[span]` stands: each page that it touches, with a box for each line.

    Args:
        path: of the file that `document` was read from.
        span: non-empty, in `document.text`.

    Raises:
        ValueError: the span is empty or not in the text.
        DocumentError: the document has no pages, another file lies at `path`, or see `opened_page`.
    """
    if not 0 <= span.start < span.end <= len(document.text):
        raise ValueError(f"no text at {span.start}..{span.end} of {len(document.text)} characters")
    if not document.pages:
        raise DocumentError(f"Wanted a place on a page, found that {document.id} has no pages.", hint="Show its text.")
    found: list[PageBoxes] = []
    for page in document.pages:
        part = Span(max(span.start, page.span.start), min(span.end, page.span.end))
        if part.start >= part.end:
            continue
        with opened_page(path, page.index, password=password, file_sha256=document.file_sha256) as opened:
            found.append(PageBoxes(page.index, line_boxes(_glyphs(document, page, part, opened))))
    return tuple(found)


def _glyphs(document: Document, page: Page, span: Span, opened: pdfium.PdfPage) -> list[Glyph]:
    if page.read_by == "ocr":
        return _recognised(page, span)
    return glyphs(document, span, opened, page.index)


def _recognised(page: Page, span: Span) -> list[Glyph]:
    """The recognised words that `span` touches."""
    start = page.span.start
    words = [Glyph(Span(start + word.start, start + word.end), word.box, True) for word in page.words]
    longer = [word.box for word in words if word.span.end - word.span.start > 3]
    # On a page that was scanned lying on its side, most words are higher than wide.
    if sum(box.bottom - box.top > box.right - box.left for box in longer) > len(longer) / 2:
        words = [word._replace(upright=False) for word in words]
    return [word for word in words if word.span.overlaps(span)]


def _layer_words(document: Document, found: list[Glyph]) -> Iterator[LayerWord]:
    """The glyphs joined to words; the blanks of the text part them, and so do the ends of lines."""
    word: list[Glyph] = []
    for glyph in found:
        if word and _WORD.fullmatch(document.text, word[-1].span.end - 1, glyph.span.start + 1) is None:
            yield from _line_words(document, word)
            word = []
        word.append(glyph)
    if word:
        yield from _line_words(document, word)


def _line_words(document: Document, word: list[Glyph]) -> Iterator[LayerWord]:
    for line in lines(word):
        span = Span(line[0].span.start, line[-1].span.end)
        yield LayerWord(span.cut(document.text), span, union(glyph.box for glyph in line))


def _pixels(page: pdfium.PdfPage, width_px: int, name: str) -> NDArray[np.uint8]:
    width, height = page.get_size()
    if not (width > 0 and height > 0):
        raise DamagedDocument(f"Wanted a picture of {name}, found a page without a size.")
    scale = width_px / width
    most = (MAX_PIXELS / (width * height)) ** 0.5
    return rendered(page, min(scale, most))
