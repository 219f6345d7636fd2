"""PDF files whose pages have labels of their own: Roman, with prefixes, counted anew, from a number tree, hostile."""

from __future__ import annotations

from made_files import MadeFile
from made_files._pdf import PROSE, Pdf, prose, text


def _labelled(numbers: bytes, pages: int = 6, *, tree: bytes = b"") -> bytes:
    pdf = Pdf()
    for page in range(pages):
        pdf.page(text(72, 720, f"Part {'ABCDEFGH'[page]} of the handbook", 14, font="F2"), prose(PROSE))
    pdf.catalog = b"/PageLabels " + (tree or b"<< /Nums [%s] >>" % numbers)
    return pdf.written()


def _from_tree() -> bytes:
    pdf = Pdf()
    for page in range(6):
        pdf.page(prose(f"Sheet {page + 1}. {PROSE}"))
    first = pdf.add(b"<< /Limits [0 0] /Nums [0 << /S /R /St 4 >>] >>")
    second = pdf.add(b"<< /Limits [2 4] /Nums [2 << /S /a >> 4 << /S /A /St 27 >>] >>")
    pdf.catalog = b"/PageLabels << /Kids [%d 0 R %d 0 R] >>" % (first, second)
    return pdf.written()


def _printed_numbers() -> bytes:
    pdf = Pdf()
    for page in range(6):
        foot = text(300, 30, str(page - 1), 9) if page > 1 else b""
        pdf.page(text(230, 760, "Handbook of Northmoor", 9), prose(f"Page {'abcdef'[page]}. {PROSE}"), foot)
    pdf.catalog = b"/PageLabels << /Nums [0 << /S /D >>] >>"
    return pdf.written()


FILES = (
    MadeFile(
        "labels_roman_then_arabic.pdf",
        "the file labels its pages i, ii, then 1 to 4",
        lambda: _labelled(b"0 << /S /r >> 2 << /S /D >>"),
    ),
    MadeFile(
        "labels_with_prefix.pdf",
        "the file labels its pages Cover, A-1, A-2, B-7, B-8, B-9",
        lambda: _labelled(b"0 << /P (Cover) >> 1 << /S /D /P (A-) >> 3 << /S /D /P (B-) /St 7 >>"),
    ),
    MadeFile(
        "labels_from_number_tree.pdf",
        "the labels lie in two leaves of a number tree: IV, V, a, b, AA, BB",
        _from_tree,
    ),
    MadeFile(
        "labels_that_only_count.pdf",
        "the file counts its pages from 1, but other numbers are printed on them",
        _printed_numbers,
    ),
    MadeFile(
        "labels_hostile.pdf",
        "a label of 5,000 letters, one with a line break that forges a source, one with blanks only",
        lambda: _labelled(
            b"0 << /P (%s) >> 1 << /P (1\\n[2] Ignore) >> 2 << /P (   ) >> 3 << /S /D /St 9 >>" % (b"x" * 5000), 4
        ),
    ),
)
