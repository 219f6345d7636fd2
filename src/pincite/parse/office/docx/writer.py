"""Writes the blocks of a Word file as text, and keeps the way back.

A Word file has no pages and, as a zip of XML, no characters of its own to point at. The raw text that the map leads to
is what the file holds letter by letter: the text of its w:t elements that are shown, in the order of reading, one after
the other. Numbers, breaks and signs of symbol fonts are made by the parser and have no raw place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pincite.parse.note_marks import raised
from pincite.parse.office.docx.blocks import Block, Cell, Grid, Paragraph, Piece, paragraphs
from pincite.parse.table_rows import EMPTY, CellSize, arranged
from pincite.text.normalize import Replacement, odd_places
from pincite.text.offsets import TextMapBuilder
from pincite.types.document import Span, Table

# Words with single blanks between them go as one, which is most of a text.
_WORDS = re.compile(r"\n|[^\S\n]+|\S+(?: \S+)*")
MAX_CELL_CHARS = 2000
MAX_CELL_PARAGRAPHS = 8
"""Cells with more than that lay out a text, such as the columns of a form; they are read one after the other."""


@dataclass(frozen=True, slots=True)
class Written:
    """Where a paragraph stands in the text.

    Args:
        span: of its number and its text.
        body: where its own text begins, behind the number.
    """

    paragraph: Paragraph
    span: Span
    body: int


@dataclass(slots=True)
class DocxWriter:
    """The text so far.

    Args:
        raw: the letters of the file, all of them in order; see the module.
        written: the paragraphs that stand on lines of their own.
        tables: those whose rows are lines.
    """

    raw: list[str] = field(default_factory=list)
    out: TextMapBuilder = field(default_factory=TextMapBuilder)
    written: list[Written] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    _raw_length: int = 0
    _gap: str = ""
    _blank: bool = False

    def write(self, blocks: list[Block]) -> None:
        """Write blocks, each on lines of its own, empty lines between them; bullets of one list without."""
        before: Paragraph | None = None
        for block in blocks:
            if isinstance(block, Paragraph):
                both_bullets = before is not None and _is_bullet(before) and _is_bullet(block)
                self._write_paragraph(
                    block, "\n" if both_bullets else "\n\n", joined=before is not None and before.joins
                )
                before = block if not block.is_empty else before
            else:
                before = None
                self._write_grid(block)

    def _write_paragraph(self, paragraph: Paragraph, gap: str, *, joined: bool) -> None:
        if paragraph.is_empty:
            return
        if not joined:
            self._break(gap)
        number, start = paragraph.number, -1
        if number is not None and number.printed:
            start = self._make(number.printed)
            self._blank = bool(number.suffix)
        body = self._write_pieces(paragraph.pieces, "\n")
        start = body if start < 0 else start
        end = len(self.out)
        self.written.append(Written(paragraph, Span(start, end), end if body < 0 else body))
        self._write_notes(paragraph.notes)

    def _write_notes(self, notes: list[list[Paragraph]]) -> None:
        """Notes stand below the paragraph that refers to them."""
        for note in notes:
            for paragraph in note:
                self._break("\n")
                self._write_pieces(paragraph.pieces, " ")

    def _write_grid(self, grid: Grid) -> None:
        if _is_layout(grid):
            for row in grid.rows:
                for cell in row:
                    self.write(cell.blocks)
            return
        cells = [cell for row in grid.rows for cell in row]
        places = arranged([[CellSize(len(_cell_text(c)), c.columns, c.rows) for c in row] for row in grid.rows])
        start, rows, header_end, seen = -1, 0, -1, set[int]()
        header_rows = grid.header_rows or _bold_rows(grid)
        for row_number, columns in enumerate(places):
            self._break("\n" if rows else "\n\n")
            at = self._write_row(columns, cells, seen)
            if at >= 0:
                start = at if start < 0 else start
                rows += 1
                header_end = len(self.out) if row_number < header_rows else header_end
        if rows:
            header = Span(start, header_end) if header_end >= 0 else None
            self.tables.append(Table(Span(start, len(self.out)), header, rows))
        self._break("\n\n")
        self._write_notes([note for p in paragraphs([grid]) for note in p.notes])

    def _write_row(self, places: list[int], cells: list[Cell], seen: set[int]) -> int:
        """Write a row; a cell that reaches into it from above is copied where it stands first, and made after that."""
        if not any(place != EMPTY and _cell_text(cells[place]) for place in places):
            return -1
        start = -1
        for column, place in enumerate(places):
            at = -1
            if column:
                self._blank = True
                at = self._make("|")
                start = at if start < 0 else start
                self._blank = True
            if place != EMPTY:
                at = self._make(_cell_text(cells[place])) if place in seen else self._write_cell(cells[place])
                seen.add(place)
            start = at if start < 0 else start
        self._blank = False
        return start

    def _write_cell(self, cell: Cell) -> int:
        start = -1
        for paragraph in paragraphs(cell.blocks):
            self._blank = self._blank or start >= 0
            if paragraph.number is not None and paragraph.number.printed and not paragraph.is_empty:
                at = self._make(paragraph.number.printed)
                start = at if start < 0 else start
                self._blank = bool(paragraph.number.suffix)
            at = self._write_pieces(paragraph.pieces, " ")
            start = at if start < 0 else start
        return start

    def _write_pieces(self, pieces: list[Piece], line_break: str) -> int:
        """Write pieces with single blanks between their words; where the first word begins, -1 without any."""
        start = -1
        for piece in pieces:
            if piece.copied:
                self.raw.append(piece.text)
            if piece.raised and piece.text.isdecimal() and piece.text.isascii():
                at = self._write_raised(piece.text)
            else:
                at = self._write_words(piece, line_break)
            start = at if start < 0 else start
            self._raw_length += len(piece.text) if piece.copied else 0
        return start

    def _write_words(self, piece: Piece, line_break: str) -> int:
        start = -1
        for match in _WORDS.finditer(piece.text):
            word = match.group()
            if word == "\n" and line_break == "\n":
                self._break("\n")
            elif word.isspace():
                self._blank = True
            else:
                at = self._copy(word, self._raw_length + match.start()) if piece.copied else self._make(word)
                start = at if start < 0 else start
        return start

    def _write_raised(self, digits: str) -> int:
        touches = not self._gap and not self._blank
        return self._make(raised(self.out.text_from(len(self.out) - 6), digits) if touches else digits)

    def _copy(self, word: str, raw_start: int) -> int:
        start, at = -1, 0
        for odd in (*odd_places(word), Replacement(len(word), len(word), "")):
            if at and word[at : at + 1] == " ":  # what stood before the blank is left out
                self._blank, at = True, at + 1
            if odd.start > at:
                self._space()
                start = len(self.out) if start < 0 else start
                self.out.copy(word, at, odd.start, before=raw_start)
            if odd.written.strip():
                made = self._make(odd.written)
                start = made if start < 0 else start
            at = odd.end
        return start

    def _make(self, text: str) -> int:
        """Write a text of the parser's; where it begins, -1 for an empty one."""
        if not text:
            return -1
        self._space()
        start = len(self.out)
        self.out.make(text)
        return start

    def _break(self, gap: str) -> None:
        self._gap = max(self._gap, gap, key=len)
        self._blank = False

    def _space(self) -> None:
        if len(self.out):
            self.out.make(self._gap or (" " if self._blank else ""))
        self._gap, self._blank = "", False


def _is_bullet(paragraph: Paragraph) -> bool:
    return paragraph.number is not None and paragraph.number.is_bullet


def _is_layout(grid: Grid) -> bool:
    """Whether a table sets a text in columns or in a box, and is no table of facts."""
    cells = [cell for row in grid.rows for cell in row]
    if len(grid.rows) < 2 or max(len(row) for row in grid.rows) < 2:
        return True
    return any(_lays_out(cell) for cell in cells)


def _bold_rows(grid: Grid) -> int:
    """1 where the first row alone is set in bold: it names the columns, though the file does not say so."""
    bold = [_is_bold(row) for row in grid.rows]
    return int(len(bold) > 1 and bold[0] and not any(bold[1:]))


def _is_bold(row: list[Cell]) -> bool:
    printed = [p for cell in row for p in paragraphs(cell.blocks) if p.text]
    return bool(printed) and all(p.is_bold for p in printed)


def _lays_out(cell: Cell) -> bool:
    if any(isinstance(block, Grid) for block in cell.blocks):
        return True
    printed = [block for block in cell.blocks if isinstance(block, Paragraph) and not block.is_empty]
    is_text = any(block.outline is not None for block in printed) or len(printed) > MAX_CELL_PARAGRAPHS
    return is_text or len(_cell_text(cell)) > MAX_CELL_CHARS


def _cell_text(cell: Cell) -> str:
    """A cell's text on one line, its paragraphs parted by blanks."""
    shown = []
    for paragraph in paragraphs(cell.blocks):
        number = paragraph.number
        if number is not None and number.printed and not paragraph.is_empty:
            shown.append(f"{number.printed}{number.suffix}{paragraph.text}")
        else:
            shown.append(paragraph.text)
    return " ".join(" ".join(shown).split())
