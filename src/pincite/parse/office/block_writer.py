"""Writes the text of formats whose files hold paragraphs and tables as such: mail, RTF, ODT, HWPX.

What is written has no place of its own in the file, whose bytes are packed or coded, so the text has no map back.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.parse.parsed import Parsed
from pincite.parse.sections import Heading, heading_number, sections_from
from pincite.parse.table_rows import names_columns, table_of, written
from pincite.parse.text_files.plain import heading_level
from pincite.text.normalize import odd_places, one_line
from pincite.text.offsets import TextMapBuilder
from pincite.types.document import Span

Row = Sequence[tuple[str, int, int]]
"""The cells that begin in a row: text, and over how many columns and rows each is."""

MAX_HEADING = 300


class BlockWriter:
    """Paragraphs and tables, parted by empty lines.

    Args:
        guess: whether numbered and capital lines are taken for headings where the file marks none as such.
    """

    def __init__(self, *, guess: bool = True) -> None:
        self._out = TextMapBuilder()
        self._headings: list[Heading] = []
        self._guessed: list[Heading] = []
        self._tables: list[tuple[Span, int]] = []
        self._guess = guess

    def paragraph(self, text: str, *, level: int = 0) -> None:
        """Write a paragraph; its line feeds stay, other blanks are made plain.

        Args:
            level: of a heading, 1 for the outermost; 0 for other text.
        """
        span = self._write("\n".join(filter(None, map(cleaned, text.splitlines()))))
        if span is None:
            return
        words = one_line(self._out.text_from(span.start))
        if level and len(words) <= MAX_HEADING:
            self._headings.append(Heading(span, words, level))
        elif not level and self._guess and "\n" not in self._out.text_from(span.start):
            guessed = heading_level(words, True)
            if guessed:
                self._guessed.append(Heading(span, words, guessed))

    def note(self, text: str) -> None:
        """Write a note, whose number makes no heading of it."""
        self._write(" ".join(cleaned(" ".join(text.splitlines())).split()))

    def table(self, rows: Sequence[Row], header_rows: int = 0) -> None:
        """Write a table's rows; one that has but one cell, or one row, is written as paragraphs.

        Args:
            header_rows: how many of the first name the columns.
        """
        plain = [[(" ".join(cleaned(text).split()), columns, down) for text, columns, down in row] for row in rows]
        lines = written(plain)
        kept = [line for line in lines if line]
        if len(kept) < 2 or not any("|" in line for line in kept):
            for row in rows:
                for text, _, _ in row:
                    self.paragraph(text)
            return
        span = self._write("\n".join(kept))
        if span is not None:
            header = sum(1 for line in lines[:header_rows] if line)
            header = header or int(names_columns([line.split("|") for line in kept]))
            self._tables.append((span, header if header < len(kept) else 0))

    def append(self, other: Parsed) -> None:
        """Write what another parser made of a part of the file."""
        span = self._write(other.text)
        if span is None:
            return
        for section in other.sections:
            start = section.span.start + span.start
            heading = Span(start, start + len(section.heading))
            self._headings.append(Heading(heading, section.heading, section.level))
        for table in other.tables:
            rows = 0 if table.header is None else table.header.cut(other.text).count("\n") + 1
            self._tables.append((Span(table.span.start + span.start, table.span.end + span.start), rows))

    def parsed(self, parser: str, media_type: str, *, title: str | None = None, notes: Sequence[str] = ()) -> Parsed:
        """What was written; `notes` are for people, see `Document.notes`."""
        text = self._out.text()
        # Where the file marks few and its words say many, the marks were for something else, such as looks.
        marked, said = self._headings, self._guessed
        headings = marked if len(marked) * 2 >= len(said) else said
        first = headings[0] if headings and not headings[0].span.start else None
        top = one_line(title or "") or (first.text if first and heading_number(first.text) is None else None)
        return Parsed(
            parser,
            media_type,
            text,
            self._out.text_map(),
            sections=sections_from(headings, len(text), title=top or ""),
            title=top,
            stated=tuple(("note", note) for note in notes),
            tables=tuple(table_of(text, span, rows) for span, rows in self._tables),
        )

    def _write(self, text: str) -> Span | None:
        if not text.strip():
            return None
        if len(self._out):
            self._out.make("\n\n")
        start = len(self._out)
        self._out.make(text)
        return Span(start, len(self._out)) if len(self._out) > start else None


def cleaned(text: str) -> str:
    """The text with odd blanks made plain, without what prints nothing and without blanks at its ends."""
    parts: list[str] = []
    at = 0
    for odd in odd_places(text):
        parts += text[at : odd.start], odd.written
        at = odd.end
    return "".join([*parts, text[at:]]).strip()
