"""Which rows of a ruled table name its columns, by their words and their type."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.parse.pdf.raw_page import Line
from pincite.parse.pdf.tables.grid import Grid
from pincite.parse.table_rows import FIGURE, MAX_NAME

MAX_BOLD_NAME = 300
"""Characters up to which a cell of a bold row can name a column."""
MAX_ROWS = 3

_Cells = Sequence[Sequence[Line]]


def header_rows(grid: Grid, rows: Sequence[int], made: Sequence[tuple[tuple[Line, ...], ...]], text: str) -> int:
    """How many of the first rows name the columns: a title over all of them counts, and what cells reach down from."""
    first = 1 if len(made[0]) == 1 and len(made) > 2 else 0
    depth = max((cell.row_end for cell in grid.cells if cell.row == rows[first]), default=0)
    end = next((place for place in range(first + 1, len(rows)) if rows[place] >= depth), len(rows))
    if end - first > MAX_ROWS or end >= len(rows):
        end = first + 1
    head, body = made[first:end], made[end:]
    bold = all(line.bold for cells in head for lines in cells for line in lines)
    longest = MAX_BOLD_NAME if bold else MAX_NAME
    if not body or any(_cannot_name(cells, text, longest) for cells in head) or len(head[-1]) < 2:
        return 0
    if sum(1 for lines in head[-1][1:] if lines) < len(head[-1]) - 1:
        return 0
    if bold and not all(line.bold for cells in body for lines in cells for line in lines):
        return end
    if len(head[-1]) > 2 and len(body) > 1:
        return end
    figures = sum(1 for cells in body if len(cells) > 1 and FIGURE.match(_flat(cells[-1], text)))
    return end if len(body) > 1 and 2 * figures > len(body) else 0


def _cannot_name(cells: Sequence[Sequence[Line]], text: str, longest: int) -> bool:
    words = [_flat(lines, text) for lines in cells if lines]
    return any(len(said) > longest or FIGURE.match(said) for said in words)


def _flat(lines: Sequence[Line], text: str) -> str:
    return " ".join(" ".join(text[line.start : line.end] for line in lines).split())
