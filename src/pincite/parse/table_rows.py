"""How a table's rows are written as text, whatever the file's format; see `pincite.types.document.Table`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pincite.text.sentences import CELL
from pincite.types.document import Span, Table

MAX_REPEATED = 80
"""Characters up to which a cell over several rows is said again in each."""
MAX_COLUMNS, MAX_ROWS = 100, 1000
"""Columns of a row, and rows of a cell, that are told apart; a file may say that a cell is over a million."""
EMPTY = -1
MAX_NAME = 80
"""Characters up to which a cell can name a column."""
FIGURE = re.compile(r"\W*\d[\d.,:/%\s-]*\W*(?:원|명|건|회|일|년|월|개|days?|weeks?|months?|years?)?\Z", re.IGNORECASE)
"""A cell that is an amount, a count or a date."""


class CellSize(NamedTuple):
    """A cell: characters of its text, and over how many columns and rows it is, 1 at least."""

    length: int
    columns: int = 1
    rows: int = 1


def row_text(cells: Sequence[str]) -> str:
    """The row as one line; empty where no cell says anything. A cell over the whole width is the only one.

    >>> row_text(["Deposit", "", "30 days"]), row_text(["", "Fee"])
    ('Deposit | | 30 days', '| Fee')
    """
    return " ".join(CELL.join(cells).split()) if any(map(str.strip, cells)) else ""


def written(rows: Sequence[Sequence[tuple[str, int, int]]]) -> list[str]:
    """The rows of a table as lines; those without text are left out as empty strings, so that places are kept.

    Args:
        rows: of each row the cells that begin in it: text, columns and rows that it is over.
    """
    cells = [text for row in rows for text, _, _ in row]
    places = arranged([[CellSize(len(text.strip()), columns, down) for text, columns, down in row] for row in rows])
    return [row_text(["" if place == EMPTY else cells[place] for place in row]) for row in places]


def arranged(rows: Sequence[Sequence[CellSize]]) -> list[list[int]]:
    """For each row, for each column, which cell stands there: its place among all cells, row by row, or `EMPTY`.

    A cell over several columns is followed by empty ones, and one over several rows stands in each where it is short.
    Columns in which no row says anything are left out. A row of one cell over all columns is that cell alone.
    """
    hanging: dict[int, tuple[int, int]] = {}  # column to the cell that reaches down into it, and for how many rows
    places: list[list[int]] = []
    sizes = [cell for row in rows for cell in row]
    first = 0
    for row in rows:
        places.append(_placed(row, first, hanging))
        first += len(row)
    width = max(map(len, places), default=0)
    used = sorted({at for row in places for at, place in enumerate(row) if place != EMPTY and sizes[place].length})
    found: list[list[int]] = []
    for row_places, cells in zip(places, rows, strict=True):
        if len(cells) == 1 and len(row_places) == width > 1 and set(row_places[1:]) == {EMPTY}:
            found.append(row_places[:1])
        else:
            found.append([row_places[at] if at < len(row_places) else EMPTY for at in used])
    return found


def _placed(row: Sequence[CellSize], first: int, hanging: dict[int, tuple[int, int]]) -> list[int]:
    """One row by column; `hanging` is brought on to the next."""
    found: list[int] = []
    coming = 0
    while coming < len(row) or len(found) in hanging:
        at = len(found)
        if at in hanging:
            place, left = hanging.pop(at)
            found.append(place)
            if left > 1:
                hanging[at] = (place, left - 1)
            continue
        cell = row[coming]
        place = first + coming
        coming += 1
        columns = min(max(cell.columns, 1), max(MAX_COLUMNS - at, 1))
        for shift in range(columns):
            found.append(EMPTY if shift else place)
            if cell.rows > 1:
                repeated = place if not shift and cell.length <= MAX_REPEATED else EMPTY
                hanging[at + shift] = (repeated, min(cell.rows, MAX_ROWS) - 1)
    return found


def names_columns(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns, by its words: short ones in every column but perhaps the first, none a
    figure, over two rows at least. Two columns may as well be names and values, unless most values are figures.
    """
    head, body = [cell.strip() for cell in rows[0]], rows[1:]
    if len(body) < 2 or len(head) < 2 or not all(head[1:]):
        return False
    if any(len(cell) > MAX_NAME or FIGURE.match(cell) for cell in head):
        return False
    figures = sum(1 for row in body if len(row) > 1 and FIGURE.match(row[-1].strip()))
    return len(head) > 2 or 2 * figures > len(body)


def table_of(text: str, span: Span, header_rows: int) -> Table:
    """The table whose rows are the lines of `text` in `span`, the first `header_rows` of which name the columns."""
    end = span.start - 1
    for _ in range(header_rows):
        end = text.find("\n", end + 1, span.end)
        if end < 0:  # nothing but a header
            end = span.end
            break
    header = Span(span.start, end) if header_rows else None
    return Table(span, header, text.count("\n", *span) + 1)
