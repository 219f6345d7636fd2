"""A tiny PDF writer for the tests of parsing: lines at places, in two fonts, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from pincite.types.document import Document
from pincite.types.provision import ProvisionTree


class Item(NamedTuple):
    """A line of text on a page; `x`, `y` in points from the bottom left."""

    x: float
    y: float
    text: str
    size: float = 11
    bold: bool = False


PdfPage = Sequence[Item]


def pdf_bytes(
    pages: Sequence[PdfPage],
    *,
    title: str = "",
    labels: str = "",
    encrypted: bool = False,
    bookmarks: Sequence[tuple[str, int]] = (),
) -> bytes:
    """A PDF of letter-size pages; `labels` is the inside of a /PageLabels number tree."""
    objects: list[bytes] = [b""] * 5
    first_page = 6
    kids = " ".join(f"{first_page + 2 * i} 0 R" for i in range(len(pages)))
    first_mark = first_page + 2 * len(pages)
    outlines = f"/Outlines {first_mark} 0 R" if bookmarks else ""
    numbering = f"/PageLabels << /Nums [{labels}] >>" if labels else ""
    objects[0] = f"<< /Type /Catalog /Pages 2 0 R {outlines} {numbering} >>".encode()
    objects[1] = f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode()
    objects[2] = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
    objects[3] = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>"
    objects[4] = b"<< /Title (" + _escaped(title) + b") >>"
    for number, page in enumerate(pages):
        content = b"\n".join(
            b"BT /F%d %g Tf %g %g Td (%s) Tj ET" % (1 + item.bold, item.size, item.x, item.y, _escaped(item.text))
            for item in page
        )
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {first_page + 2 * number + 1} 0 R"
            " /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    objects += _outline_objects(bookmarks, first_mark, first_page)
    return _file(objects, encrypted=encrypted)


def _outline_objects(bookmarks: Sequence[tuple[str, int]], first: int, first_page: int) -> list[bytes]:
    if not bookmarks:
        return []
    last = first + len(bookmarks)
    made = [b"<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>" % (first + 1, last, len(bookmarks))]
    for place, (title, page) in enumerate(bookmarks, start=first + 1):
        following = b"/Next %d 0 R" % (place + 1) if place < last else b""
        previous = b"/Prev %d 0 R" % (place - 1) if place > first + 1 else b""
        target = b"/Dest [%d 0 R /Fit]" % (first_page + 2 * page)
        made.append(
            b"<< /Title (%s) /Parent %d 0 R %s %s %s >>" % (_escaped(title), first, target, following, previous)
        )
    return made


def _file(objects: Sequence[bytes], *, encrypted: bool) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    lock = b"/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >> /ID [<00> <00>]" % (
        b"11" * 32,
        b"22" * 32,
    )
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info 5 0 R %s >>\n" % (len(objects) + 1, lock if encrypted else b"")
    out += b"startxref\n%d\n%%%%EOF\n" % start
    return bytes(out)


def _escaped(text: str) -> bytes:
    return text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def paragraph(text: str, *, x: float = 72, y: float = 700, width: int = 80, size: float = 11) -> list[Item]:
    """`text` set in lines of at most `width` characters, 14 points apart."""
    import textwrap

    return [Item(x, y - 14 * i, line, size) for i, line in enumerate(textwrap.wrap(text, width))]


@pytest.fixture
def item() -> type[Item]:
    return Item


@pytest.fixture
def set_paragraph() -> Callable[..., list[Item]]:
    return paragraph


@pytest.fixture
def make_pdf() -> Callable[..., bytes]:
    return pdf_bytes


@pytest.fixture
def write_pdf(tmp_path: Path) -> Callable[..., Path]:
    """Write a PDF of the given pages and return its path."""

    def write(pages: Sequence[PdfPage], name: str = "document.pdf", **options: object) -> Path:
        path = tmp_path / name
        path.write_bytes(pdf_bytes(pages, **options))  # type: ignore[arg-type]
        return path

    return write


CheckWhole = Callable[[Document, ProvisionTree], None]


@pytest.fixture(scope="session")
def check_whole() -> CheckWhole:
    """What holds for every tree of provisions, whatever the text."""
    return _check_whole


def _check_whole(document: Document, found: ProvisionTree) -> None:
    """Spans lie inside their parents, are cut without blanks, have unique ids, and cover all from the first one on."""
    assert len({p.id for p in found}) == len(found.provisions)
    covered = found.provisions[0].span.start if found.provisions else len(document.text)
    seen: set[str] = set()
    for provision in found:
        span, heading = provision.span, provision.heading
        assert span.start <= heading.start <= heading.end <= span.end
        assert span.cut(document.text) == span.cut(document.text).strip() != ""
        assert all(span.start <= note.start < note.end <= span.end for note in provision.notes)
        if provision.parent is None:
            assert not document.text[covered : span.start].strip()
            covered = max(covered, span.end)
        else:
            around = found.get(provision.parent)
            assert provision.parent in seen
            assert around is not None
            assert around.span.start <= span.start <= span.end <= around.span.end
        seen.add(provision.id)
    assert not document.text[covered:].strip()
