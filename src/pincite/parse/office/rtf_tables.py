"""Tables of rich text: rows of cells, each of which says where it ends, and what it is merged with."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace

ROW_WORDS = frozenset("cell row nestcell nestrow trowd trhdr clmrg clvmrg cellx".split())
_FAR = 10_000_000
"""Where cells end of which no end is said."""
_SAME_EDGE = 30
"""Twips by which the ends of two cells may differ that end in one line."""


@dataclass(frozen=True, slots=True)
class _Definition:
    """Where a cell of a row ends, in twips, and whether it is a part of the one before it or above it."""

    right: int
    joins_left: bool
    joins_above: bool


class RtfTable:
    """Collects the rows of a table."""

    def __init__(self) -> None:
        self._definitions: list[_Definition] = []
        self._merged: list[str] = []
        self._cells: list[str] = []
        self._rows: list[list[tuple[str, _Definition]]] = []
        self._head_rows = 0
        self._is_head = False

    @property
    def begun(self) -> bool:
        """Whether there is anything of a table."""
        return bool(self._rows or self._cells)

    def define(self, word: str, number: int) -> None:
        """A word that says how the coming row is made."""
        if word == "trowd":
            self._definitions, self._merged, self._is_head = [], [], False
        elif word == "trhdr":
            self._is_head = True
        elif word == "cellx":
            self._definitions.append(_Definition(number, "clmrg" in self._merged, "clvmrg" in self._merged))
            self._merged = []
        else:
            self._merged.append(word)

    def end_cell(self, text: str) -> None:
        """A cell ended, with all its text."""
        self._cells.append(text)

    def end_row(self) -> None:
        """Keep the row's cells with where they end; what is merged into the one before is a part of that one."""
        row: list[tuple[str, _Definition]] = []
        for place, text in enumerate(self._cells):
            known = place < len(self._definitions)
            definition = self._definitions[place] if known else _Definition(_FAR + place, False, False)
            if definition.joins_left and row:
                row[-1] = (f"{row[-1][0]} {text}".strip(), replace(row[-1][1], right=definition.right))
            else:
                row.append((text, definition))
        self._head_rows += self._is_head and self._head_rows == len(self._rows)
        self._rows.append(row)
        self._cells = []

    def taken(self) -> tuple[list[list[tuple[str, int, int]]], int]:
        """The rows of text, columns and rows of each cell, and how many name the columns; a new table begins."""
        if self._cells:
            self.end_row()
        rows, head_rows = self._rows, self._head_rows
        self._rows, self._head_rows = [], 0
        return _by_columns(rows), head_rows


def _by_columns(rows: list[list[tuple[str, _Definition]]]) -> list[list[tuple[str, int, int]]]:
    """The rows with how many columns and rows each cell is over; cells merged into those above are left out."""
    edges: list[int] = []
    for right in sorted({definition.right for row in rows for _, definition in row}):
        if not edges or right - edges[-1] > _SAME_EDGE:
            edges.append(right)
    made: list[list[tuple[str, int, int]]] = []
    open_above: dict[int, tuple[int, int]] = {}  # left edge to the row and place of the cell that reaches down
    for number, row in enumerate(rows):
        cells: list[tuple[str, int, int]] = []
        left = 0
        for text, definition in row:
            right = bisect_right(edges, definition.right)
            above = open_above.get(left)
            if definition.joins_above and above is not None:
                known = made[above[0]][above[1]]
                made[above[0]][above[1]] = (known[0], known[1], number - above[0] + 1)
            else:
                open_above[left] = (number, len(cells))
                cells.append((text, max(right - left, 1), 1))
            left = max(right, left + 1)
        made.append(cells)
    return made
