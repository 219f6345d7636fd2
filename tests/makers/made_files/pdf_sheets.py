"""PDF files whose sheets carry two pages, pages without text, and pages of odd sizes."""

from __future__ import annotations

import textwrap

from made_files import MadeFile
from made_files._pdf import PROSE, Pdf, prose, text

SHEET = (0, 0, 1000, 650)


def _half(number: int, x: float) -> bytes:
    words = f"Page {number} begins here. {PROSE}"
    return b"\n".join(
        (
            text(x, 600, "Handbook of Northmoor", 9),
            prose(words, x=x, y=560, width=70),
            text(x + 200, 30, str(number), 9),
        )
    )


def _double(*, right_first: bool = False) -> bytes:
    pdf = Pdf()
    for sheet in range(5):
        halves = [_half(12 + 2 * sheet, 60), _half(13 + 2 * sheet, 560)]
        pdf.page(*(reversed(halves) if right_first else halves), box=SHEET)
    return pdf.written()


def _line_by_line() -> bytes:
    pdf = Pdf()
    for sheet in range(5):
        left = textwrap.wrap(f"Left page {'abcde'[sheet]}. {PROSE}", 60)
        right = textwrap.wrap(f"Right page {'abcde'[sheet]}. {PROSE}", 60)
        rows = [
            text(60, 560 - 14 * row, a) + b"\n" + text(560, 560 - 14 * row, b)
            for row, (a, b) in enumerate(zip(left, right, strict=True))
        ]
        number = 2 * sheet
        feet = text(250, 30, str(number + 2), 9) + b"\n" + text(750, 30, str(number + 3), 9)
        pdf.page(*rows, feet, box=SHEET)
    return pdf.written()


def _imposed() -> bytes:
    pdf = Pdf()
    for sheet in range(5):
        first, second = (20 - sheet, 1 + sheet) if sheet % 2 == 0 else (1 + sheet, 20 - sheet)
        pdf.page(_half(first, 60), _half(second, 560), box=SHEET)
    return pdf.written()


_DOT = b"q 400 0 0 300 100 300 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x40 EI Q"


def _blank_between() -> bytes:
    pdf = Pdf()
    for page in range(5):
        foot = text(300, 30, str(page + 1), 9)
        pdf.page(*((b"",) if page == 2 else (prose(f"Page {'abcde'[page]}. {PROSE}"), foot)))
    return pdf.written()


def _picture_between() -> bytes:
    pdf = Pdf()
    for page in range(3):
        pdf.page(_DOT if page == 1 else prose(PROSE))
    return pdf.written()


def _pictures_only() -> bytes:
    pdf = Pdf()
    for _ in range(2):
        pdf.page(_DOT)
    return pdf.written()


def _sized(*boxes: tuple[float, ...]) -> bytes:
    pdf = Pdf()
    for box in boxes:
        pdf.page(prose(PROSE), box=box)
    return pdf.written()


def _moved_origin() -> bytes:
    pdf = Pdf()
    for page in range(4):
        pdf.page(
            text(-150, -40, "Handbook of Northmoor", 9),
            prose(f"Page {'abcd'[page]}. {PROSE}", x=-250, y=-100),
            text(0, -770, str(page + 4), 9),
            box=(-300, -800, 312, -8),
        )
    return pdf.written()


FILES = (
    MadeFile("double_pages.pdf", "each sheet carries two pages of a book, 12 and 13 on the first", _double),
    MadeFile(
        "double_pages_right_first.pdf",
        "each sheet carries two pages, the right one set first",
        lambda: _double(right_first=True),
    ),
    MadeFile("double_pages_by_line.pdf", "each sheet carries two pages, set line by line across both", _line_by_line),
    MadeFile("double_pages_imposed.pdf", "sheets of a stapled booklet: 20 and 1, 2 and 19, 18 and 3", _imposed),
    MadeFile("blank_page_between.pdf", "the third of five pages is blank", _blank_between),
    MadeFile("picture_page_between.pdf", "the second of three pages is a picture", _picture_between),
    MadeFile("pictures_only.pdf", "no page holds text", _pictures_only),
    MadeFile(
        "page_sizes_odd.pdf",
        "a page of 200 by 200 inches, one without any size, one with its corners swapped",
        lambda: _sized((0, 0, 14400, 14400), (0, 0, 0, 0), (612, 792, 0, 0)),
    ),
    MadeFile("page_origin_moved.pdf", "the page's corner is at (-300, -800)", _moved_origin, ("The owner sends",)),
)
