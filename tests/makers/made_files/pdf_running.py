"""PDF files whose running text is interrupted: footnotes, columns with footnotes, hyphens at line ends."""

from __future__ import annotations

from made_files import MadeFile
from made_files._pdf import PROSE, Pdf, prose, text

_NOTE = "See the Northmoor Homes Act, section 4; the list must be in writing and name each deduction with its price."


def _mark(x: float, y: float, before: str, number: str, after: str) -> bytes:
    """A line with the raised number of a note in it."""
    parts = (before.encode(), number.encode(), after.encode())
    return b"BT /F1 11 Tf %g %g Td (%s) Tj 4 Ts /F1 7 Tf (%s) Tj 0 Ts /F1 11 Tf (%s) Tj ET" % (x, y, *parts)


def _footnotes() -> bytes:
    pdf = Pdf()
    pdf.page(
        prose(PROSE),
        _mark(72, 560, "The owner sends a list of deductions.", "1", " A tenant may answer it within ten"),
        _mark(72, 546, "days", "2", " and ask for a second inspection of the home, which the owner"),
        b"0.5 w 72 120 m 200 120 l S",
        prose(f"1 {_NOTE}", y=106, width=100, size=8, step=10),
        prose("2 Days on which no post is carried do not count.", y=84, width=100, size=8, step=10),
    )
    pdf.page(
        prose("may refuse only for a reason that is stated. " + PROSE),
        _mark(72, 560, "The area is 40 m", "2", " and the deposit is 900 dollars."),
    )
    return pdf.written()


def _columns_with_notes() -> bytes:
    pdf = Pdf()
    pdf.page(
        prose(f"The left column. {PROSE}", x=60, width=42),
        _mark(60, 500, "Each owner keeps a list.", "1", " It is open"),
        _mark(60, 486, "to all tenants of the house and to the", "", ""),
        prose(f"1 {_NOTE}", x=60, y=110, width=56, size=7.5, step=10),
        prose(f"office of housing. The right column. {PROSE}", x=330, width=42),
        prose("2 This column has a note of its own.", x=330, y=110, width=56, size=7.5, step=10),
    )
    return pdf.written()


def _hyphens() -> bytes:
    lines = (
        "The month-to-month tenancy ends by notice. The notice is con-",
        "sidered given on the day on which it is handed over. A month-to-",
        "month tenancy is considered long after two years; a self-",
        "employed tenant gives notice like others.",
    )
    pdf = Pdf()
    pdf.page(*(text(72, 660 - 14 * i, line) for i, line in enumerate(lines)))
    return pdf.written()


FILES = (
    MadeFile(
        "footnotes.pdf",
        "two notes at the foot of a page whose sentence goes on over the page; an exponent that is no note",
        _footnotes,
        ("A tenant may answer it within ten days and ask",),
    ),
    MadeFile("footnotes_in_columns.pdf", "two columns, each with a note at its foot", _columns_with_notes),
    MadeFile("hyphens_at_line_ends.pdf", "words broken at line ends, some with a hyphen of their own", _hyphens),
)
