"""Ways to spoil a file: bits, lengths, order, numbers, and the content of packed parts, which checksums would guard."""

from __future__ import annotations

import re
import warnings
import zipfile
import zlib
from collections.abc import Callable, Sequence
from io import BytesIO
from random import Random

Mutate = Callable[[bytes, Random], bytes]

_STREAM = re.compile(rb"stream\r?\n")
_ELEMENT = re.compile(rb"<([A-Za-z][\w:.-]*)(?:\s[^<>]*)?(?:/>|>(?:[^<]|<(?!/?\1[\s>/]))*</\1>)")
_NUMBER = re.compile(rb"(?<![\w.])\d{1,10}(?![\w.])")
_LARGE = (b"0", b"-1", b"65536", b"2147483647", b"4294967295", b"99999999999", b"9" * 400)
_MAGIC = (
    *(b"%PDF-1.7\n", b"PK\x03\x04", b"{\\rtf1 ", b"From: a@b\r\n", b"<html>", b"<?xml version='1.0'?>", b"# "),
    *(b"\xff\xfe", b"\xef\xbb\xbf", b"\xd0\xcf\x11\xe0", b""),
)


def flip_bits(data: bytes, random: Random) -> bytes:
    """Some bits turned over."""
    spoiled = bytearray(data)
    for _ in range(random.choice((1, 3, 10, 50, 300))):
        if spoiled:
            spoiled[random.randrange(len(spoiled))] ^= 1 << random.randrange(8)
    return bytes(spoiled)


def cut_off(data: bytes, random: Random) -> bytes:
    """The end missing, or the beginning."""
    at = random.randrange(len(data) + 1)
    return data[:at] if random.random() < 0.7 else data[at:]


def take_out(data: bytes, random: Random) -> bytes:
    """A part missing in the middle, with the end as it was."""
    start = random.randrange(len(data) + 1)
    return data[:start] + data[start + random.choice((1, 20, 500, 5000)) :]


def repeat(data: bytes, random: Random) -> bytes:
    """A part many times over."""
    start = random.randrange(len(data) + 1)
    part = data[start : start + random.choice((1, 30, 300, 3000))]
    times = min(random.choice((2, 100, 10_000)), 3_000_000 // max(len(part), 1))
    return data[:start] + part * times + data[start:]


def put_in(data: bytes, random: Random) -> bytes:
    """Random bytes in between."""
    at = random.randrange(len(data) + 1)
    return data[:at] + random.randbytes(random.choice((1, 16, 400))) + data[at:]


def shuffle(data: bytes, random: Random) -> bytes:
    """Its pieces in another order."""
    size = max(len(data) // 12, 1)
    pieces = [data[at : at + size] for at in range(0, len(data), size)]
    random.shuffle(pieces)
    return b"".join(pieces)


def change_numbers(data: bytes, random: Random) -> bytes:
    """Some numbers replaced by others of any size: counts of pages, lengths, references."""
    places = list(_NUMBER.finditer(data))
    chosen = set(random.sample(range(len(places)), min(len(places), random.choice((1, 5, 40)))))
    parts, at = [], 0
    for number, place in enumerate(places):
        if number in chosen:
            parts += [data[at : place.start()], random.choice((*_LARGE, str(random.randrange(200)).encode()))]
            at = place.end()
    return b"".join([*parts, data[at:]])


def spoil_streams(data: bytes, random: Random) -> bytes:
    """A PDF whose packed streams are spoiled inside and packed again; others are spoiled as they are."""
    places = list(_STREAM.finditer(data))
    for place in random.sample(places, min(len(places), 3)):
        end = data.find(b"endstream", place.end())
        try:
            content = zlib.decompress(data[place.end() : end])
        except zlib.error:
            continue
        packed = zlib.compress(random.choice(PLAIN)(content, random))
        data = data[: place.end()] + packed + b"\n" + data[end:]
        break  # places behind it have moved
    return data if places else flip_bits(data, random)


def spoil_parts(data: bytes, random: Random) -> bytes:
    """A zip file whose parts are spoiled inside and packed again, or left out; others are spoiled as they are."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            parts = [(name, archive.read(name)) for name in archive.namelist()]
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError, NotImplementedError):
        return flip_bits(data, random)
    if not parts:
        return data
    at = random.randrange(len(parts))
    name, content = parts[at]
    ways = (*PLAIN, deepen, *(change_elements,) * (20 if content.lstrip().startswith(b"<") else 0))
    parts[at : at + 1] = [] if random.random() < 0.1 else [(name, random.choice(ways)(content, random))]
    return packed(parts)


def change_elements(data: bytes, random: Random) -> bytes:
    """XML that is still well-formed: elements moved, repeated, put into one another or left out, numbers changed."""
    for _ in range(random.choice((1, 3, 10))):
        found = list(_ELEMENT.finditer(data))
        if not found:
            break
        one, other = random.choice(found), random.choice(found)
        way = random.randrange(5)
        if way == 0:
            data = data[: one.start()] + data[one.end() :]
        elif way == 1:
            times = min(random.choice((1, 50, 3000)), 3_000_000 // len(one[0]))
            data = data[: one.end()] + one[0] * times + data[one.end() :]
        elif way == 2:
            data = data[: other.start()] + one[0] + data[other.start() :]
        elif way == 3:
            start, end = b"<%s>" % one[1], b"</%s>" % one[1]
            depth = random.choice((1, 20, 250, 400))
            data = data[: one.start()] + start * depth + one[0] + end * depth + data[one.end() :]
        else:
            data = change_numbers(data, random)
    return data


def packed(parts: Sequence[tuple[str, bytes]]) -> bytes:
    """A zip file of these parts."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of names that come twice, as they may
        for name, content in parts:
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def deepen(data: bytes, random: Random) -> bytes:
    """Elements, brackets or lists in one another, very deep, put in somewhere."""
    depth = random.choice((200, 5000, 200_000))
    start, end = random.choice(
        ((b"<div>", b"</div>"), (b"<w:p>", b"</w:p>"), (b"[", b"]"), (b"<<", b">>"), (b"{", b"}"), (b"> ", b""))
    )
    at = random.randrange(len(data) + 1)
    return data[:at] + start * depth + end * depth + data[at:]


def long_line(data: bytes, random: Random) -> bytes:
    """A line or word without end, of letters that patterns like to try again on."""
    piece = random.choice(
        (b"a", b"1.", b"(a)", b"Section 1 ", b" ", b"-", b"'", b"\xec\xa0\x9c1\xec\xa1\xb0", b"\t", b".")
    )
    at = random.randrange(len(data) + 1)
    return data[:at] + piece * (random.choice((5000, 200_000)) // len(piece)) + data[at:]


PLAIN: tuple[Mutate, ...] = (flip_bits, cut_off, take_out, repeat, put_in, shuffle, change_numbers, long_line)
BY_KIND: dict[str, tuple[Mutate, ...]] = {
    "pdf": (*PLAIN, deepen, spoil_streams, spoil_streams, spoil_streams),
    **dict.fromkeys(("docx", "odt", "hwpx", "zip"), (*PLAIN, *(spoil_parts,) * 24)),
}


def mutated(data: bytes, kind: str, random: Random) -> bytes:
    """A file spoiled in one way or a few."""
    ways = BY_KIND.get(kind, (*PLAIN, deepen))
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        data = random.choice(ways)(data, random)
    return data


def spliced(first: bytes, second: bytes, random: Random) -> bytes:
    """The beginning of one file and the end of another."""
    return first[: random.randrange(len(first) + 1)] + second[random.randrange(len(second) + 1) :]


def random_file(random: Random) -> bytes:
    """Noise, or the beginning of a format and then noise."""
    size = random.choice((0, 1, 100, 5000, 200_000))
    noise = (
        random.randbytes(size) if random.random() < 0.5 else bytes(random.choices(b" ab1.()<>/\n\r\x00\xff", k=size))
    )
    return random.choice(_MAGIC) + noise


def made_bad(random: Random) -> tuple[str, bytes]:
    """A file that is whole and means harm: its kind and content."""
    return random.choice((_many_pages, _page_loop, _deep_outline, _nested_archives, _many_members))(random)


def pdf(objects: Sequence[bytes]) -> bytes:
    """A PDF of these objects, numbered from 1, the first the catalog."""
    out, places = bytearray(b"%PDF-1.7\n"), []
    for number, content in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    at = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return bytes(out + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, at))


def _content(text: bytes) -> bytes:
    stream = b"BT /F1 11 Tf 72 700 Td (" + text + b") Tj ET"
    return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream)


_FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
_PAGE = (
    b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>"
)


def _many_pages(random: Random) -> tuple[str, bytes]:
    """One page that is said to be a great many, or stands a great many times in the tree."""
    stated = random.choice((10**5, 10**9, 2**31 - 1))
    times = random.choice((1, 2000, 30_000))
    kids = b"3 0 R " * times
    tree = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, stated if times == 1 else times)
    text = b"The keeper must lock the gate."
    return "pdf", pdf([b"<< /Type /Catalog /Pages 2 0 R >>", tree, _PAGE, _FONT, _content(text)])


def _page_loop(random: Random) -> tuple[str, bytes]:
    """A page tree that leads back into itself, and a form that draws itself."""
    tree = b"<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 5 /Parent 2 0 R >>"
    form = b"<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >> /Length 5 >>"
    page = _PAGE.replace(b"/Font <<", b"/XObject << /X 5 0 R >> /Font <<")
    return "pdf", pdf([b"<< /Type /Catalog /Pages 2 0 R >>", tree, page, _FONT, form + b"\nstream\n/X Do\nendstream"])


def _deep_outline(random: Random) -> tuple[str, bytes]:
    """Bookmarks one in another, or in a circle."""
    depth = random.choice((50, 2000, 20_000))
    first = 7
    circle = random.random() < 0.3
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        _PAGE,
        _FONT,
        _content(b"The keeper must lock the gate at dusk and open it at dawn."),
        b"<< /Type /Outlines /First %d 0 R /Last %d 0 R /Count %d >>" % (first, first, depth),
    ]
    for number in range(first, first + depth):
        below = number + 1 if number + 1 < first + depth else first if circle else 0
        inner = b" /First %d 0 R /Last %d 0 R /Count 1" % (below, below) if below else b""
        objects.append(b"<< /Title (Part %d) /Parent %d 0 R /Dest [3 0 R /Fit]%s >>" % (number, number - 1, inner))
    return "pdf", pdf(objects)


def _nested_archives(random: Random) -> tuple[str, bytes]:
    """Archives in archives, with a document in each, one of them a great many blanks."""
    content = packed([("rules.md", b"# Rules\n\n## 1. Gates\n\nThe keeper must lock the gate.\n")])
    for depth in range(random.choice((1, 2, 10, 50))):
        bomb = [("blank.txt", b" " * random.choice((10, 9_000_000, 30_000_000)))] if depth == 0 else []
        content = packed([*bomb, (f"a{depth}.md", b"# A\n\nText of it.\n"), (f"inner{depth}.zip", content)])
    return "zip", content


def _many_members(random: Random) -> tuple[str, bytes]:
    """A great many small or odd members."""
    count = random.choice((50, 12_000))
    odd = random.choice(
        ("%d.md", "../%d.md", "/%d.md", "a/b/../../../%d.md", "C:\\%d.md", "%d.zip", "\x00%d.md", " %d.md")
    )
    return "zip", packed([(odd % number, b"") for number in range(count)])
