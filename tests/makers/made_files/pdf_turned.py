"""PDF files with pages or text turned by a quarter or a half."""

from __future__ import annotations

import textwrap

from made_files import MadeFile
from made_files._pdf import PROSE, Pdf, prose, text, turned

QUOTE = "The owner sends"


def _as_read(quarters: int, x: float, y: float, width: float = 612, height: float = 792) -> list[float]:
    """The matrix of text that stands upright at (x, y) once the page is turned clockwise by that many quarters."""
    return {
        1: [0, 1, -1, 0, width - y, x],
        2: [-1, 0, 0, -1, width - x, height - y],
        3: [0, -1, 1, 0, y, height - x],
    }[quarters]


def _content(page: int, quarters: int) -> bytes:
    """A page with head, heading, prose and number, as it should be read."""
    top = 792 if quarters == 2 else 612
    lines = [(220.0, top - 30.0, "Handbook of Northmoor", 9.0, "F1")]
    lines.append((72.0, top - 110.0, f"Chapter {page + 1} Deposits", 16.0, "F2"))
    words = textwrap.wrap(f"Page {'abcd'[page]} says: {PROSE}", 80)
    lines += [(72.0, top - 150.0 - 14 * i, line, 11.0, "F1") for i, line in enumerate(words)]
    lines.append((300.0, 30.0, str(page + 1), 9.0, "F1"))
    return b"\n".join(turned(_as_read(quarters, x, y), line, size, font=font) for x, y, line, size, font in lines)


def _turned(quarters: int, rotate: int) -> bytes:
    pdf = Pdf()
    for page in range(4):
        pdf.page(_content(page, quarters), entries=b"/Rotate %d" % rotate if rotate else b"")
    return pdf.written()


def _sideways(rotate: int) -> bytes:
    pdf = Pdf()
    for page in range(4):
        words = f"Page {'abcd'[page]} says: {PROSE}"
        pdf.page(
            text(220, 760, "Handbook of Northmoor", 9),
            text(72, 680, f"Chapter {page + 1} Deposits", 16, font="F2"),
            prose(words, y=640),
            text(300, 30, str(page + 1), 9),
            entries=b"/Rotate %d" % rotate,
        )
    return pdf.written()


def _side_note() -> bytes:
    pdf = Pdf()
    pdf.page(
        turned([0, 1, -1, 0, 30, 200], "Printed in Northmoor on recycled paper, form 12-B", 7),
        text(72, 720, "Deposits", 16, font="F2"),
        prose(PROSE, y=690),
    )
    return pdf.written()


def _one_landscape_page() -> bytes:
    pdf = Pdf()
    pdf.page(text(72, 720, "Deposits", 16, font="F2"), prose(PROSE, y=690))
    rows = [("Month", "Rent due", "Rent paid"), ("May", "900", "900"), ("June", "900", "850"), ("July", "900", "")]
    cells = []
    for row, names in enumerate(rows):
        cells += [
            turned(_as_read(1, 100 + 150 * column, 500 - 20 * row), name) for column, name in enumerate(names) if name
        ]
    pdf.page(turned(_as_read(1, 100, 540), "Rent of the year", 16, font="F2"), b"\n".join(cells), entries=b"/Rotate 90")
    return pdf.written()


FILES = (
    MadeFile(
        "rotate_90.pdf", "pages set up the sheet and shown turned by 90 degrees", lambda: _turned(1, 90), (QUOTE,)
    ),
    MadeFile(
        "rotate_180.pdf", "pages set upside down and shown turned by 180 degrees", lambda: _turned(2, 180), (QUOTE,)
    ),
    MadeFile(
        "rotate_270.pdf", "pages set down the sheet and shown turned by 270 degrees", lambda: _turned(3, 270), (QUOTE,)
    ),
    MadeFile("turned_text_up.pdf", "text runs up pages that are shown upright", lambda: _turned(1, 0), (QUOTE,)),
    MadeFile("turned_text_down.pdf", "text runs down pages that are shown upright", lambda: _turned(3, 0), (QUOTE,)),
    MadeFile(
        "shown_sideways.pdf", "upright pages that are shown turned by 90 degrees", lambda: _sideways(90), (QUOTE,)
    ),
    MadeFile("side_note.pdf", "a line runs up the margin of an upright page", _side_note, (QUOTE, "recycled paper")),
    MadeFile(
        "one_landscape_page.pdf", "a table on a landscape page behind an upright one", _one_landscape_page, ("July",)
    ),
)
