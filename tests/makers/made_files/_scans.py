"""Pages as a scanner gives them: pictures of set text. Pillow sets it, in a font of its own or one of the system's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from made_files._pdf import Pdf

if TYPE_CHECKING:
    from PIL import Image, ImageFont

DPI = 300
PAGE = (1650, 2400)
"""Width and height of a page in pixels: 5.5 by 8 inches."""
MARGIN = 180
KOREAN_FONT = "NanumGothic.ttf"

_FONT_FOLDERS = tuple(
    Path(folder) for folder in ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "C:/Windows/Fonts")
)


@cache
def find_font(name: str) -> Path | None:
    """Where a font of the system lies; None where it has none of that name. No font is shipped with the tests."""
    for folder in _FONT_FOLDERS:
        for path in sorted(folder.rglob(name)) if folder.is_dir() else ():
            return path
    return None


def page_picture(
    paragraphs: Sequence[str], *, title: str = "", number: str = "", columns: int = 1, size: int = 44, font: str = ""
) -> Image.Image:
    """A page in grey: a title, paragraphs in columns, a page number at the foot.

    Args:
        size: of the letters, in pixels.
        font: file name of a system font; empty for Pillow's own.
    """
    from PIL import Image, ImageDraw

    width, height = PAGE
    picture = Image.new("L", PAGE, 255)
    draw = ImageDraw.Draw(picture)
    letters, large = _font(font, size), _font(font, round(size * 1.5))
    top = MARGIN
    if title:
        draw.text((MARGIN, top), title, font=large, fill=0)
        top += round(size * 2.6)
    gutter = 90
    column = (width - 2 * MARGIN - gutter * (columns - 1)) / columns
    each = -(-len(paragraphs) // columns)
    for place in range(columns):
        left, at = MARGIN + place * (column + gutter), top
        for words in paragraphs[place * each : (place + 1) * each]:
            for line in _lines(draw, words, letters, column):
                draw.text((left, at), line, font=letters, fill=0)
                at += round(size * 1.4)
            at += round(size * 0.8)
        assert at < height - MARGIN, "the page is full"
    if number:
        draw.text((width / 2, height - MARGIN), number, font=letters, fill=0)
    return picture


def scanned(*pictures: Image.Image, turned: int = 0) -> bytes:
    """A PDF file of pictures, each filling its page.

    Args:
        turned: the pages' /Rotate.
    """
    made = Pdf()
    for picture in pictures:
        add_scan(made, picture, turned=turned)
    return made.written()


def add_scan(made: Pdf, picture: Image.Image, *over: bytes, turned: int = 0) -> None:
    """Add a page that a picture fills; `over` is drawn over it."""
    width, height = picture.size
    entries = b"/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8"
    number = made.stream(picture.tobytes(), entries % (width, height), packed=True)
    box = (0, 0, width * 72 / DPI, height * 72 / DPI)
    placed = b"q %g 0 0 %g 0 0 cm /Scan Do Q" % box[2:]
    resources = b"/XObject << /Scan %d 0 R >>" % number
    made.page(placed, *over, box=box, entries=b"/Rotate %d" % turned, resources=resources)


def _font(name: str, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    from PIL import ImageFont

    if not name:
        return ImageFont.load_default(size)
    path = find_font(name)
    assert path is not None, f"no font {name} on this machine"
    return ImageFont.truetype(str(path), size)


def _lines(draw: object, words: str, font: object, width: float) -> list[str]:
    found = [""]
    for word in words.split():
        longer = f"{found[-1]} {word}".strip()
        if draw.textlength(longer, font=font) > width:  # type: ignore[attr-defined]
            found.append(word)
        else:
            found[-1] = longer
    return found
