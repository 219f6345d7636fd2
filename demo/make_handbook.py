"""Makes `documents/larkhaven-renting-handbook.pdf`, the demo's PDF: `python demo/make_handbook.py [TARGET]`.

The printed page numbers differ from the places in the file: a cover without number, front matter `ii` and `iii`, then
pages 1 to 9. Every page but the cover has a running head and foot; words break at line ends, some at a real hyphen;
the last page has two columns. The file is the same, byte for byte, on every run.

The text is of our own and about no real place. Needs reportlab (extra `dev`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from handbook_text import BREAKS, COVER, FRONT_PAGES, PAGES, Block, PageText
from reportlab.lib.pagesizes import inch
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

TARGET = Path(__file__).parent / "documents" / "larkhaven-renting-handbook.pdf"
WIDTH, HEIGHT = 5.5 * inch, 8.5 * inch
MARGIN, GUTTER = 0.65 * inch, 0.3 * inch
TOP, BOTTOM = HEIGHT - 0.95 * inch, 0.85 * inch


@dataclass(frozen=True)
class Face:
    """How a kind of block is set: font, size and distances in points."""

    font: str
    size: float
    leading: float
    before: float
    indent: float = 0.0


FACES = {
    "chapter": Face("Helvetica-Bold", 15, 19, 0),
    "heading": Face("Helvetica-Bold", 10.5, 14, 7),
    "text": Face("Times-Roman", 10.5, 13.2, 4),
    "item": Face("Times-Roman", 10.5, 13.2, 2, indent=14),
    "entry": Face("Times-Roman", 9.5, 11.8, 3),
    "contents": Face("Times-Roman", 10.5, 17, 0),
}


def pieces(word: str) -> Iterator[tuple[str, str]]:
    """Ways to break a word, the longest first part first: `(part with its hyphen, rest)`."""
    marked = BREAKS.get(word.strip(".,;:()"))
    spots = [i for i, c in enumerate(word[:-1]) if c == "-" and i > 1]
    for spot in sorted(spots, reverse=True):
        yield word[: spot + 1], word[spot + 1 :]
    if marked:
        start = word.index(marked.replace("-", ""))
        parts = marked.split("-")
        for count in range(len(parts) - 1, 0, -1):
            cut = start + len("".join(parts[:count]))
            yield word[:cut] + "-", word[cut:]


def wrap(text: str, face: Face, width: float) -> list[str]:
    """Lines of at most `width` points; words break only where `pieces` says."""

    def fits(candidate: str) -> bool:
        return float(stringWidth(candidate, face.font, face.size)) <= width

    lines, line, words = [], "", text.split()
    while words:
        word = words.pop(0)
        longer = f"{line} {word}".strip()
        if fits(longer):
            line = longer
            continue
        for part, rest in pieces(word):
            if line and fits(f"{line} {part}"):
                line, word = f"{line} {part}", rest
                break
        lines.append(line)
        line = word
    return [*lines, line]


def set_blocks(canvas: Canvas, blocks: Iterable[Block], x: float, width: float, top: float = TOP) -> float:
    """Sets blocks down a column from `top`; returns where the next line would stand.

    Raises:
        ValueError: the text runs over the foot.
    """
    y = top
    for kind, text in blocks:
        face = FACES[kind]
        y -= face.before if y < top else 0
        canvas.setFont(face.font, face.size)
        if kind == "item":
            canvas.drawString(x, y - face.size, "\u2022")
        for line in wrap(text, face, width - face.indent):
            y -= face.leading
            canvas.drawString(x + face.indent, y + face.leading - face.size, line)
        if y < BOTTOM:
            raise ValueError(f"the text runs over the foot of the page: {text[:60]!r}")
    return y


def set_contents(canvas: Canvas, page: PageText) -> None:
    """A contents page: chapter at the left, page number at the right end of a row of dots."""
    y = set_blocks(canvas, page.blocks[:1], MARGIN, WIDTH - 2 * MARGIN) - 16
    face = FACES["contents"]
    canvas.setFont(face.font, face.size)
    for _, row in page.blocks[1:]:
        title, number = row.rsplit(" ", 1)
        free = WIDTH - 2 * MARGIN - stringWidth(f"{title}  {number}", face.font, face.size)
        dots = "." * int(free / stringWidth(".", face.font, face.size))
        canvas.drawString(MARGIN, y, f"{title} {dots}")
        canvas.drawRightString(WIDTH - MARGIN, y, number)
        y -= face.leading


def set_head(canvas: Canvas) -> None:
    """Running head with a rule below."""
    canvas.setFont("Helvetica", 8)
    canvas.drawString(MARGIN, HEIGHT - 0.6 * inch, "Renting in Larkhaven")
    canvas.drawRightString(WIDTH - MARGIN, HEIGHT - 0.6 * inch, "2025 Edition")
    canvas.line(MARGIN, HEIGHT - 0.68 * inch, WIDTH - MARGIN, HEIGHT - 0.68 * inch)


def set_foot(canvas: Canvas, label: str) -> None:
    """Running foot with the printed page number."""
    canvas.setFont("Helvetica", 8)
    canvas.drawString(MARGIN, 0.5 * inch, "Office of Rental Housing")
    canvas.drawRightString(WIDTH - MARGIN, 0.5 * inch, label)


def set_page(canvas: Canvas, page: PageText, label: str) -> None:
    """One page with its head and foot, in one or two columns."""
    set_head(canvas)
    if page.contents:
        set_contents(canvas, page)
    elif page.right:
        column = (WIDTH - 2 * MARGIN - GUTTER) / 2
        top = set_blocks(canvas, page.blocks[:1], MARGIN, WIDTH - 2 * MARGIN) - 6
        set_blocks(canvas, page.blocks[1:], MARGIN, column, top)
        set_blocks(canvas, page.right, MARGIN + column + GUTTER, column, top)
    else:
        set_blocks(canvas, page.blocks, MARGIN, WIDTH - 2 * MARGIN)
    set_foot(canvas, label)
    canvas.showPage()


def set_cover(canvas: Canvas) -> None:
    """The cover, without head, foot or number."""
    y = HEIGHT - 2.6 * inch
    for line, size in COVER:
        canvas.setFont("Helvetica-Bold" if size > 12 else "Helvetica", size)
        canvas.drawCentredString(WIDTH / 2, y, line)
        y -= size * 1.7
    canvas.showPage()


def make(target: Path) -> None:
    """Writes the handbook to `target`."""
    canvas = Canvas(str(target), pagesize=(WIDTH, HEIGHT), invariant=1, pageCompression=0)
    canvas.setTitle("Renting in Larkhaven: A Handbook for Tenants and Landlords")
    canvas.setAuthor("Office of Rental Housing, City of Larkhaven")
    set_cover(canvas)
    for label, page in zip(("ii", "iii"), FRONT_PAGES, strict=True):
        set_page(canvas, page, label)
    for number, page in enumerate(PAGES, start=1):
        set_page(canvas, page, str(number))
    canvas.save()


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET)
