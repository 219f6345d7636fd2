"""Pages on which it is not plain where a letter stands: turned, cut, in parts, or written with other characters."""

from __future__ import annotations

from made_files import MadeFile
from made_files._pdf import PROSE, Pdf, prose, text, turned

QUOTE = "the whole deposit back"


def _page_entry(rotate: int) -> bytes:
    """A page that the file turns, its crop box inside a media box that does not begin at zero."""
    made = Pdf()
    entries = b"/CropBox [80 130 560 770] /Rotate %d" % rotate
    made.page(prose(PROSE, x=100, y=700, width=70), box=(20, 50, 640, 850), entries=entries)
    return made.written()


def _turned_line() -> bytes:
    """A line that runs up the edge of an upright page, as beside a table."""
    made = Pdf()
    made.page(prose(PROSE), turned((0, 1, -1, 0, 40, 200), "Copy for the tenant, not to be handed on"))
    return made.written()


def _mapped(name: bytes, *pairs: tuple[str, str]) -> bytes:
    """One line in a font whose map gives other characters for some letters.

    Args:
        name: the line.
        pairs: a letter, and the characters that it stands for.
    """
    chars = b" ".join(b"<%02x> <%s>" % (ord(a), b.encode("utf-16-be").hex().encode()) for a, b in pairs)
    head = b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def"
    span = b"1 begincodespacerange <00> <ff> endcodespacerange"
    whole = b"1 beginbfrange <20> <7e> <0020> endbfrange %d beginbfchar %s endbfchar" % (len(pairs), chars)
    made = Pdf()
    table = made.stream(b"%s %s %s endcmap end end" % (head, span, whole))
    made.fonts["F3"] = made.add(
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode %d 0 R >>" % table
    )
    made.page(text(72, 700, name.decode(), font="F3"), prose(PROSE, y=660))
    return made.written()


def _astral() -> bytes:
    return _mapped(b"A note on Q and the end of it", ("Q", "\U0001d4ac"))


def _decomposed() -> bytes:
    return _mapped(b"The caf# of Zoe is closed", ("#", "e\u0301"))


def _ligature() -> bytes:
    return _mapped(b"The o#ce of the o#cer is open", ("#", "ffi"))


def _hyphens() -> bytes:
    """A word that a line's end parts, in the whole text once more without."""
    made = Pdf()
    lines = ("The owner keeps the deposit only where the dam-", "ages were found at the last inspection of the home.")
    other = "A list of all damages is sent within fourteen days to the tenant who has left the home."
    made.page(*(text(72, 700 - 14 * place, line) for place, line in enumerate(lines)), prose(other, y=640))
    return made.written()


def _two_up() -> bytes:
    """Two pages of a booklet side by side on one sheet."""
    made = Pdf()
    for first in (2, 4):
        made.page(
            prose(PROSE, x=50, y=520, width=50), text(200, 40, str(first)),
            prose(PROSE.replace("tenant", "renter"), x=470, y=520, width=50), text(620, 40, str(first + 1)),
            box=(0, 0, 842, 595),
        )  # fmt: skip
    return made.written()


def _over_pages() -> bytes:
    """A sentence that a page break parts."""
    made = Pdf()
    made.page(prose(PROSE), text(72, 60, "A tenant who wants to leave the home before the end of the"))
    made.page(text(72, 720, "term says so in writing two months ahead."), prose(PROSE, y=680))
    return made.written()


FILES = (
    MadeFile("view_upright_cropped.pdf", "a crop box inside a media box", lambda: _page_entry(0), (QUOTE,)),
    MadeFile("view_turned_90.pdf", "a cropped page that the file turns right", lambda: _page_entry(90), (QUOTE,)),
    MadeFile("view_turned_180.pdf", "a cropped page that the file turns over", lambda: _page_entry(180), (QUOTE,)),
    MadeFile("view_turned_270.pdf", "a cropped page that the file turns left", lambda: _page_entry(270), (QUOTE,)),
    MadeFile("view_line_up_the_edge.pdf", "a line that runs up the page", _turned_line, ("Copy for the tenant",)),
    MadeFile("view_astral.pdf", "a letter beyond 16 bits before others", _astral, ("the end of it",)),
    MadeFile("view_decomposed.pdf", "a letter that is composed when read", _decomposed, ("café", "closed")),
    MadeFile("view_ligature.pdf", "one glyph of three letters", _ligature, ("office", "officer")),
    MadeFile("view_hyphen.pdf", "a word that a line's end parts", _hyphens, ("where the damages were found",)),
    MadeFile("view_two_up.pdf", "two pages of a booklet on one sheet", _two_up, ("A renter may ask",)),
    MadeFile("view_over_pages.pdf", "a quote over a page break", _over_pages, ()),
)
