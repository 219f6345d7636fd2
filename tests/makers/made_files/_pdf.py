"""PDF files by hand, object by object, since most of the faults are such that no library would write them."""

from __future__ import annotations

import textwrap
import zlib
from collections.abc import Sequence

LETTER = (0, 0, 612, 792)
FONTS = {
    "F1": b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    "F2": b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
}

PROSE = (
    "A tenant who leaves the home clean gets the whole deposit back. The owner sends a list of deductions within"
    " fourteen days after the keys were handed over. If no list is sent, nothing may be kept. Ordinary wear is no"
    " damage, and the owner pays for it. A tenant may ask for a second inspection of the home in writing."
)


class Pdf:
    """Objects in their order, from number 1: the catalogue, the page tree, the fonts, then what is added.

    Args:
        fonts: further ones, by the names by which the pages call them.
    """

    def __init__(self, fonts: dict[str, bytes] | None = None) -> None:
        self.objects: list[bytes] = [b"", b""]
        self.pages: list[int] = []
        self.catalog = b""
        self.tree = b""
        self.fonts = {name: self.add(body) for name, body in FONTS.items()}
        for name, body in (fonts or {}).items():
            self.fonts[name] = self.add(body)

    def add(self, body: bytes) -> int:
        """The number of the new object."""
        self.objects.append(body)
        return len(self.objects)

    def stream(self, content: bytes, entries: bytes = b"", *, packed: bool = False) -> int:
        """The number of a new stream object."""
        if packed:
            content, entries = zlib.compress(content, 9), entries + b" /Filter /FlateDecode"
        return self.add(b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content), entries, content))

    def page(
        self,
        *content: bytes,
        box: Sequence[float] = LETTER,
        entries: bytes = b"",
        resources: bytes = b"",
        packed: bool = False,
    ) -> int:
        """The number of a new page with `content`, one operator group after the other."""
        made = self.stream(b"\n".join(content), packed=packed)
        fonts = b" ".join(b"/%s %d 0 R" % (name.encode(), number) for name, number in self.fonts.items())
        number = self.add(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [%s] /Contents %d 0 R %s /Resources << /Font << %s >> %s >> >>"
            % (b" ".join(b"%g" % side for side in box), made, entries, fonts, resources)
        )
        self.pages.append(number)
        return number

    def body(self) -> list[bytes]:
        """All objects, the catalogue and the page tree filled in unless they were set by hand."""
        kids = b" ".join(b"%d 0 R" % number for number in self.pages)
        self.objects[0] = self.objects[0] or b"<< /Type /Catalog /Pages 2 0 R %s >>" % self.catalog
        self.objects[1] = self.objects[1] or (
            self.tree or b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(self.pages))
        )
        return self.objects

    def written(self, trailer: bytes = b"") -> bytes:
        """The file, with a plain table of its objects."""
        return file_of(self.body(), trailer)


def file_of(objects: Sequence[bytes], trailer: bytes = b"") -> bytes:
    """A file of these objects, numbered from 1."""
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, start)
    return bytes(out)


def escaped(text: str) -> bytes:
    """`text` in a PDF string, without its brackets."""
    return text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def text(x: float, y: float, line: str, size: float = 11, *, font: str = "F1", before: bytes = b"") -> bytes:
    """A line at a place in points from the bottom left; `before` sets colour or mode for it alone."""
    return b"q BT %s /%s %g Tf %g %g Td (%s) Tj ET Q" % (before, font.encode(), size, x, y, escaped(line))


def turned(matrix: Sequence[float], line: str, size: float = 11, *, font: str = "F1") -> bytes:
    """A line under a text matrix of six numbers."""
    numbers = b" ".join(b"%g" % number for number in matrix)
    return b"BT /%s %g Tf %s Tm (%s) Tj ET" % (font.encode(), size, numbers, escaped(line))


def prose(words: str, *, x: float = 72, y: float = 660, width: int = 80, size: float = 11, step: float = 14) -> bytes:
    """`words` set in lines of at most `width` characters, `step` points apart, the first at `y`."""
    lines = textwrap.wrap(words, width)
    return b"\n".join(text(x, y - step * place, line, size) for place, line in enumerate(lines))
