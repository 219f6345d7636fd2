"""Tables of web pages: which hold data, and their rows as a reader sees them.

Many tables of the web only set a page, and are read like its other blocks. One of data has two rows at least with two
cells at least, no table and no heading inside, and no cell with a page of text in it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pincite.parse.table_rows import EMPTY, CellSize, arranged
from pincite.parse.text_files.html_elements import Attributes, ElementParser

MAX_CELL = 2000
"""Characters of a cell from which its table only sets the page."""

Piece = tuple[int, int, str]
"""Characters of the file from, to, or text of our own."""

_TABLE = re.compile("<table", re.IGNORECASE)
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
_CELLS = frozenset({"td", "th"})
_PARTS = frozenset({"thead", "tbody", "tfoot"})
_NUMBER = re.compile(r"\s*(\d{1,6})")


def data_tables(raw: str) -> frozenset[int]:
    """Which tables of a page hold data, counted from 1 in the order of their start tags."""
    if _TABLE.search(raw) is None:
        return frozenset()
    judge = _Judge()
    judge.feed(raw)
    judge.close()
    return frozenset(judge.data)


@dataclass(slots=True)
class _Seen:
    """What is known of an open table: its number, the cells of its rows, the characters of its last cell."""

    number: int
    rows: list[int] = field(default_factory=list)
    characters: int = 0
    sets_page: bool = False


class _Judge(ElementParser):
    """Tells tables of data from those that set the page."""

    def __init__(self) -> None:
        super().__init__()
        self.data: set[int] = set()
        self._count = 0
        self._tables: list[_Seen] = []

    def opened(self, tag: str) -> None:
        table = self._tables[-1] if self._tables else None
        if tag == "table":
            self._count += 1
            if table is not None:
                table.sets_page = True
            self._tables.append(_Seen(self._count))
        elif table is None:
            return
        elif tag == "tr":
            table.rows.append(0)
        elif tag in _CELLS:
            table.rows = table.rows or [0]
            table.rows[-1] += 1
            table.characters = 0
        elif tag in _HEADINGS:
            table.sets_page = True

    def ended(self, element: object) -> None:
        if getattr(element, "tag", "") == "table" and self._tables:
            table = self._tables.pop()
            if not table.sets_page and sum(cells > 1 for cells in table.rows) > 1:
                self.data.add(table.number)

    def handle_data(self, data: str) -> None:
        if self._tables:
            table = self._tables[-1]
            table.characters += len(data.strip())
            table.sets_page = table.sets_page or table.characters > MAX_CELL


@dataclass(slots=True)
class _Cell:
    """A cell's pieces, and over how many columns and rows it is."""

    columns: int
    rows: int
    names: bool
    pieces: list[Piece] = field(default_factory=list)
    blank: bool = False


@dataclass(slots=True)
class _Row:
    cells: list[_Cell] = field(default_factory=list)
    in_head: bool = False


class HtmlTable:
    """Collects the cells of an open table of data."""

    def __init__(self) -> None:
        self.in_cell = False
        self._rows: list[_Row] = []
        self._in_head = False

    def opened(self, tag: str, attributes: Attributes) -> None:
        """An element opened inside the table."""
        if tag in _PARTS:
            self._in_head = tag == "thead"
        elif tag == "tr":
            self._rows.append(_Row(in_head=self._in_head))
            self.in_cell = False
        elif tag in _CELLS:
            if not self._rows:
                self._rows.append(_Row(in_head=self._in_head))
            cell = _Cell(_number(attributes.get("colspan")), _number(attributes.get("rowspan")), tag == "th")
            self._rows[-1].cells.append(cell)
            self.in_cell = True
        else:
            self.blank_at(tag)

    def ended(self, tag: str) -> None:
        """An element ended inside the table."""
        if tag in _CELLS or tag == "tr":
            self.in_cell = False
        elif tag in _PARTS:
            self._in_head = False
        else:
            self.blank_at(tag)

    def blank_at(self, tag: str) -> None:
        """A block parts words as a blank does: cells are one line."""
        if tag in _BLOCKS:
            self.blank()

    def blank(self) -> None:
        """A blank stands before what comes."""
        if self.in_cell:
            self._rows[-1].cells[-1].blank = True

    def add(self, piece: Piece) -> None:
        """Words of the open cell."""
        cell = self._rows[-1].cells[-1]
        if cell.blank and cell.pieces:
            cell.pieces.append((0, 0, " "))
        cell.blank = False
        cell.pieces.append(piece)

    def last(self, raw: str) -> str:
        """The last characters of the open cell; empty where a blank or nothing stands there."""
        cell = self._rows[-1].cells[-1]
        if cell.blank:
            return ""
        return "".join(made or raw[low:high] for low, high, made in cell.pieces[-6:])[-6:]

    def rows(self, raw: str) -> tuple[list[list[Piece]], int]:
        """The rows with text, their cells parted by ` | `, and how many of the first name the columns."""
        cells = [cell for row in self._rows for cell in row.cells]
        sizes = [[CellSize(_length(c.pieces), c.columns, c.rows) for c in row.cells] for row in self._rows]
        found: list[list[Piece]] = []
        header_rows, heads = 0, True
        for row, places in zip(self._rows, arranged(sizes), strict=True):
            pieces = _joined([[] if place == EMPTY else cells[place].pieces for place in places])
            if not pieces:
                continue
            found.append(pieces)
            heads = heads and (row.in_head or (bool(row.cells) and all(cell.names for cell in row.cells)))
            header_rows += heads
        return found, header_rows if header_rows < len(found) else 0


_BLOCKS = frozenset("p div ul ol li dl dt dd pre blockquote section article br hr".split())


def _length(pieces: Sequence[Piece]) -> int:
    return sum(len(made) or high - low for low, high, made in pieces)


def _joined(cells: Sequence[Sequence[Piece]]) -> list[Piece]:
    """The pieces of a row; none where no cell says anything."""
    found: list[Piece] = []
    if not any(cells):
        return found
    for place, pieces in enumerate(cells):
        if place:
            found.append((0, 0, " |" if found else "|"))
            if pieces:
                found.append((0, 0, " "))
        found += pieces
    return found


def _number(value: str | None) -> int:
    match = _NUMBER.match(value or "")
    return max(int(match[1]), 1) if match else 1
