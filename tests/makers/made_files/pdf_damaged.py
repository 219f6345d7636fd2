"""PDF files that are damaged, cut off, or state something else than they hold."""

from __future__ import annotations

from made_files import MadeFile
from made_files._pdf import PROSE, Pdf, file_of, prose, text


def _book(pages: int = 5) -> Pdf:
    pdf = Pdf()
    for page in range(pages):
        pdf.page(text(72, 680, f"Topic {'ABCDEFGH'[page]}", 15, font="F2"), prose(f"Page {'abcdefgh'[page]}. {PROSE}"))
    return pdf


def _tree(kids: bytes, count: int, pages: int = 5) -> bytes:
    """A book whose page tree lists `kids` (of which P0, P1 … stand for pages) and states `count`."""
    pdf = _book(pages)
    for place, number in enumerate(pdf.pages):
        kids = kids.replace(b"P%d" % place, b"%d 0 R" % number)
    pdf.tree = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, count)
    return pdf.written()


def _cut(share: float) -> bytes:
    whole = _book().written()
    return whole[: int(len(whole) * share)]


def _cut_inside_a_stream() -> bytes:
    """A packed page cut in its middle; the tree stood in front and is whole."""
    pdf = Pdf()
    for page in range(3):
        pdf.page(prose(f"Page {'abc'[page]}. {PROSE}"), packed=True)
    whole = pdf.written()
    last = whole.rfind(b"stream\nx")
    return whole[: last + 100]


def _broken_table() -> bytes:
    return _book().written().replace(b"startxref\n", b"startxref\n9")


def _wrong_entries() -> bytes:
    """A table whose entries lead nowhere, though the table itself is found."""
    whole = _book().written()
    at = whole.rfind(b"xref\n0")
    return whole[:at] + whole[at:].replace(b"0000000", b"0000009")


def _wrong_lengths() -> bytes:
    return _book().written().replace(b"/Length 6", b"/Length 1").replace(b"/Length 5", b"/Length 9")


def _updated() -> bytes:
    """A book whose second page was changed by an update at its end; the first version is still in the file."""
    pdf = _book(3)
    whole = pdf.written()
    before = whole.rfind(b"startxref\n") + len(b"startxref\n")
    start = int(whole[before : whole.index(b"\n", before)])
    number = len(pdf.objects) + 1
    content = prose(f"The changed page. {PROSE}")
    page = pdf.objects[pdf.pages[1] - 1].replace(b"/Contents %d" % (pdf.pages[1] - 1), b"/Contents %d" % number)
    first = len(whole)
    new_page = b"%d 0 obj\n%s\nendobj\n" % (pdf.pages[1], page)
    new_content = b"%d 0 obj\n<< /Length %d >>\nstream\n%s\nendstream\nendobj\n" % (number, len(content), content)
    table = first + len(new_page) + len(new_content)
    tail = b"xref\n%d 1\n%010d 00000 n \n%d 1\n%010d 00000 n \n" % (
        pdf.pages[1], first, number, first + len(new_page),
    )  # fmt: skip
    tail += b"trailer\n<< /Size %d /Root 1 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n" % (number + 1, start, table)
    return whole + new_page + new_content + tail


def _twice() -> bytes:
    """One object number used twice; the table leads to the second."""
    pdf = _book(2)
    whole = pdf.written()
    number = pdf.pages[0] - 1
    old = b"%d 0 obj\n%s\nendobj\n" % (number, pdf.objects[number - 1])
    return whole.replace(
        b"%\xe2\xe3\xcf\xd3\n", b"%\xe2\xe3\xcf\xd3\n" + old.replace(b"Topic A", b"Topic X"), 1
    ).replace(b"startxref\n", b"startxref\n0")


def _stream(number: int, entries: bytes, packed: bytes) -> bytes:
    head = b"%d 0 obj\n<< %s /Length %d /Filter /FlateDecode >>\n" % (number, entries, len(packed))
    return head + b"stream\n%s\nendstream\nendobj\n" % packed


def _packed_objects() -> bytes:
    """A book whose dictionaries lie packed in an object stream, with a packed table."""
    import zlib

    pdf = _book(3)
    objects = pdf.body()
    packed = [number for number, body in enumerate(objects, start=1) if b"stream" not in body]
    bodies, places, at = [], [], 0
    for number in packed:
        places.append(b"%d %d" % (number, at))
        bodies.append(objects[number - 1])
        at += len(objects[number - 1]) + 1
    head = b" ".join(places) + b"\n"
    inside = zlib.compress(head + b"\n".join(bodies), 9)
    holder, table = len(objects) + 1, len(objects) + 2
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    rows = {0: (0, 0, 65535)} | {number: (2, holder, place) for place, number in enumerate(packed)}
    for number, body in enumerate(objects, start=1):
        if number not in rows:
            rows[number] = (1, len(out), 0)
            out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    rows[holder] = (1, len(out), 0)
    out += _stream(holder, b"/Type /ObjStm /N %d /First %d" % (len(packed), len(head)), inside)
    rows[table] = (1, len(out), 0)
    entries = b"".join(
        bytes([kind]) + place.to_bytes(4, "big") + more.to_bytes(2, "big")
        for _, (kind, place, more) in sorted(rows.items())
    )
    start = len(out)
    stream = zlib.compress(entries, 9)
    out += _stream(table, b"/Type /XRef /Size %d /W [1 4 2] /Root 1 0 R" % (table + 1), stream)
    out += b"startxref\n%d\n%%%%EOF\n" % start
    return bytes(out)


def _outline(depth: int, *, cycle: bool = False) -> bytes:
    """Bookmarks each inside the one before; in a cycle, the last leads back to the first."""
    pdf = _book(2)
    first = len(pdf.objects) + 2
    pdf.add(b"<< /Type /Outlines /First %d 0 R /Last %d 0 R >>" % (first, first))
    pdf.catalog = b"/Outlines %d 0 R" % (first - 1)
    for level in range(depth):
        inner = first + level + 1 if level + 1 < depth else first
        below = b"/First %d 0 R /Last %d 0 R" % (inner, inner) if cycle or level + 1 < depth else b""
        beside = b"/Next %d 0 R" % first if cycle else b""
        pdf.add(
            b"<< /Title (Topic %s) /Parent %d 0 R /Dest [%d 0 R /Fit] %s %s >>"
            % (b"AB"[level % 2 : level % 2 + 1], first + level - 1, pdf.pages[level % 2], below, beside)
        )
    return pdf.written()


REPAIR = ("pikepdf",)
FILES = (
    MadeFile("cut_off_late.pdf", "cut off in the table of objects at its end", lambda: _cut(0.97), needs=REPAIR),
    MadeFile("cut_off.pdf", "cut off after three of five pages", lambda: _cut(0.66), needs=REPAIR),
    MadeFile("cut_off_early.pdf", "cut off before the first page ends", lambda: _cut(0.12), needs=REPAIR),
    MadeFile(
        "cut_off_inside_page.pdf",
        "cut off inside the packed text of the third page",
        _cut_inside_a_stream,
        needs=REPAIR,
    ),
    MadeFile("table_lost.pdf", "the file's end leads to no table of objects", _broken_table),
    MadeFile("table_wrong.pdf", "the table's entries lead to wrong places", _wrong_entries),
    MadeFile("lengths_wrong.pdf", "the streams' lengths are wrong", _wrong_lengths),
    MadeFile("object_twice.pdf", "an object stands in the file twice", _twice),
    MadeFile("updated.pdf", "an update at the file's end replaced the second page", _updated),
    MadeFile("packed_objects.pdf", "dictionaries in an object stream, the table of objects packed", _packed_objects),
    MadeFile(
        "count_too_small.pdf",
        "the page tree states 2 of its 5 pages",
        lambda: _tree(b"P0 P1 P2 P3 P4", 2),
        needs=REPAIR,
    ),
    MadeFile(
        "count_too_large.pdf",
        "the page tree states 9 pages and has 5",
        lambda: _tree(b"P0 P1 P2 P3 P4", 9),
        needs=REPAIR,
    ),
    MadeFile(
        "count_giant.pdf",
        "the page tree states a million pages and has 2",
        lambda: _tree(b"P0 P1", 1_000_000, 2),
        needs=REPAIR,
    ),
    MadeFile("tree_cycle.pdf", "the page tree contains itself", lambda: _tree(b"2 0 R P0 P1", 3, 2), needs=REPAIR),
    MadeFile(
        "page_missing.pdf",
        "one of the pages listed is not in the file",
        lambda: _tree(b"P0 99 0 R P1", 3, 2),
        needs=REPAIR,
    ),
    MadeFile("page_repeated.pdf", "the page tree lists a page twice", lambda: _tree(b"P0 P0 P1", 3, 2)),
    MadeFile(
        "no_pages.pdf",
        "the page tree is empty",
        lambda: file_of([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>"]),
        needs=REPAIR,
    ),
    MadeFile("outline_deep.pdf", "bookmarks 10,000 levels deep", lambda: _outline(10_000)),
    MadeFile("outline_cycle.pdf", "bookmarks that lead back to the first", lambda: _outline(4, cycle=True)),
    MadeFile(
        "noise.pdf",
        "noise that claims to be a PDF",
        lambda: b"%PDF-1.7\n" + bytes(range(256)) * 8 + b"\n%%EOF\n",
        needs=REPAIR,
    ),
)
