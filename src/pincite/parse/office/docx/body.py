"""The blocks of a Word file in the order of reading: paragraphs with their numbers, tables, text boxes, notes."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from pincite.parse.office.docx.blocks import Block, Cell, Grid, Paragraph, Piece
from pincite.parse.office.docx.numbering import Numbering
from pincite.parse.office.docx.package import Package, find, is_on, number, value
from pincite.parse.office.docx.styles import ParagraphStyle, Styles
from pincite.parse.office.docx.text import Inline, TextReader, chosen, mark_is_deleted, row_is_deleted, span_of
from pincite.parse.office.number_formats import written

_AROUND = frozenset("w:sdt w:sdtContent w:customXml w:ins w:moveTo w:smartTag".split())
_MAX_COLUMNS = 500
_MAX_ROWS = 30_000


class BodyReader:
    """Reads the text of one file.

    Args:
        package: the file's parts.
    """

    def __init__(self, package: Package) -> None:
        styles = package.part("styles")
        self._styles = Styles(styles)
        self.numbering = Numbering(package.part("numbering"), self._styles)
        defaults = find(styles, "w:docDefaults", "w:rPrDefault", "w:rPr")
        self._text = TextReader(self._styles, defaults)
        self._notes = _Notes(package)
        self._open: list[str] = []  # the notes that are being read: one may refer to another, or to itself

    @property
    def tally(self) -> dict[str, int]:
        """What was left out or accepted, counted."""
        return dict(self._text.tally)

    def blocks(self, container: Element) -> list[Block]:
        """The blocks of the body, of a cell, of a text box or of a note."""
        found: list[Block] = []
        carried = Inline()  # of paragraphs whose end was deleted
        for element in self._elements(container):
            if element.tag == "w:tbl":
                found += self._flushed(carried)
                found.append(self._grid(element))
                continue
            properties = find(element, "w:pPr")
            inline = self._text.read(element, self._style_of(properties))
            if mark_is_deleted(properties):
                carried.pieces += inline.pieces
                carried.notes += inline.notes
                found += self._anchored(inline)
                continue
            inline.pieces[:0], inline.notes[:0] = carried.pieces, carried.notes
            carried = Inline()
            found.append(self._paragraph(element, inline))
            found += self._anchored(inline)
            if find(properties, "w:sectPr") is not None:
                self._notes.end_section()
        return found + self._flushed(carried)

    def _elements(self, container: Element) -> Iterator[Element]:
        """Paragraphs and tables, those in content controls and the like too."""
        for child in container:
            if child.tag in ("w:p", "w:tbl"):
                yield child
            elif child.tag in _AROUND:
                yield from self._elements(child)
            elif child.tag == "mc:AlternateContent":
                yield from self._elements(chosen(child))
            elif child.tag in ("w:altChunk", "w:subDoc"):
                self._text.tally["inserted files"] += 1

    def _style_of(self, properties: Element | None) -> ParagraphStyle:
        return self._styles.paragraph(value(find(properties, "w:pStyle")))

    def _paragraph(self, element: Element, inline: Inline) -> Paragraph:
        """A paragraph that is printed; it counts in its list unless all of it, its end too, is hidden."""
        properties = find(element, "w:pPr")
        style = self._style_of(properties)
        hidden_mark = self._text.is_hidden_mark(properties)
        is_hidden = hidden_mark and not any(piece.text.strip() for piece in inline.pieces)
        place = None if is_hidden else self.numbering.place(properties, style)
        return Paragraph(
            pieces=inline.pieces,
            number=None if place is None else self.numbering.count(*place),
            outline=_outline(properties, style),
            is_title=style.is_title,
            is_contents=style.is_contents,
            is_bold=inline.bold and bool(inline.pieces),
            is_centred=value(find(properties, "w:jc")) == "center",
            joins=hidden_mark,
            notes=self._read_notes(inline),
        )

    def _flushed(self, carried: Inline) -> list[Block]:
        """What is left of paragraphs whose end was deleted, where no paragraph follows."""
        made = Paragraph(carried.pieces, notes=self._read_notes(carried))
        carried.pieces, carried.notes = [], []
        return [] if made.is_empty else [made]

    def _anchored(self, inline: Inline) -> list[Block]:
        return [block for box in inline.boxes for block in self.blocks(box)]

    def _read_notes(self, inline: Inline) -> list[list[Paragraph]]:
        found = []
        for reference in inline.notes:
            key = f"{reference.kind} {reference.note_id}"
            element = self._notes.element(reference.kind, reference.note_id)
            mark = "" if reference.own_mark else self._notes.mark(reference.kind)
            if element is None or key in self._open:
                continue
            self._open.append(key)
            blocks = [block for block in self.blocks(element) if isinstance(block, Paragraph) and not block.is_empty]
            self._open.pop()
            if blocks and mark:
                blocks[0].pieces[:0] = [Piece(mark, copied=False), Piece(" ", copied=False)]
            found.append(blocks)
        return found

    def _grid(self, table: Element) -> Grid:
        rows: list[list[Cell]] = []
        merged: dict[int, Cell] = {}  # column to the cell that goes on downwards from above
        headers = 0
        for row in _rows(table):
            if row_is_deleted(row):
                self._text.tally["deleted"] += 1
                continue
            properties = find(row, "w:trPr")
            if is_on(properties, "w:tblHeader") and headers == len(rows):
                headers += 1
            rows.append(self._row(row, merged))
        return Grid(rows, headers)

    def _row(self, row: Element, merged: dict[int, Cell]) -> list[Cell]:
        properties = find(row, "w:trPr")
        skipped = span_of(properties, "w:gridBefore", _MAX_COLUMNS) if _has(properties, "w:gridBefore") else 0
        cells = [Cell([], skipped)] if skipped else []
        column = skipped
        for element in _cells(row):
            about = find(element, "w:tcPr")
            if _has(about, "w:cellDel"):
                continue
            columns = span_of(about, "w:gridSpan", _MAX_COLUMNS)
            merge = find(about, "w:vMerge")
            above = merged.get(column)
            if merge is not None and merge.get("w:val", "continue") == "continue" and above is not None:
                above.rows = min(above.rows + 1, _MAX_ROWS)
            else:
                cell = Cell(self.blocks(element), columns)
                cells.append(cell)
                merged.pop(column, None)
                if merge is not None:
                    merged[column] = cell
            column += columns
        return cells


class _Notes:
    """Footnotes and endnotes, and how they are numbered. Where each page counts anew, the number is not known here:
    they are counted through.
    """

    def __init__(self, package: Package) -> None:
        self._package = package
        self._elements: dict[str, dict[str, Element]] = {}
        self._formats: dict[str, Element | None] = {}
        self._counts: dict[str, int] = {}
        settings = package.part("settings")
        for kind in ("footnotes", "endnotes"):
            self._formats[kind] = find(settings, f"w:{kind[:-1]}Pr")

    def element(self, kind: str, note_id: str) -> Element | None:
        """The text of a note."""
        if kind not in self._elements:
            root = self._package.part(kind)
            self._elements[kind] = {note.get("w:id", ""): note for note in (root if root is not None else ())}
        return self._elements[kind].get(note_id)

    def mark(self, kind: str) -> str:
        """The mark of the next note: raised figures, or the letters, numerals or signs that the file asks for."""
        properties = self._formats[kind]
        start = number(value(find(properties, "w:numStart")))
        count = self._counts.get(kind, (1 if start is None else start) - 1) + 1
        self._counts[kind] = count
        usual = "decimal" if kind == "footnotes" else "lowerRoman"
        form = value(find(properties, "w:numFmt")) or usual
        mark = written(count, form)
        return mark.translate(_RAISED) if mark.isdecimal() else mark

    def end_section(self) -> None:
        """A section of the file ends, with which the count begins anew where the file says so."""
        for kind, properties in self._formats.items():
            if value(find(properties, "w:numRestart")) == "eachSect":
                self._counts.pop(kind, None)


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def _outline(properties: Element | None, style: ParagraphStyle) -> int | None:
    own = number(value(find(properties, "w:outlineLvl")))
    if own is not None:
        return own + 1 if 0 <= own < 9 else None
    return None if style.is_contents else style.outline


def _rows(table: Element) -> Iterator[Element]:
    for child in table:
        if child.tag == "w:tr":
            yield child
        elif child.tag in _AROUND:
            yield from _rows(child)


def _cells(row: Element) -> Iterator[Element]:
    for child in row:
        if child.tag == "w:tc":
            yield child
        elif child.tag in _AROUND:
            yield from _cells(child)


def _has(properties: Element | None, name: str) -> bool:
    return find(properties, name) is not None
