"""The cells that a frame of ruling lines closes in, however they are merged."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import neg
from typing import NamedTuple

from pincite.parse.pdf.tables.rulings import TOUCH, Frame, Rule

MAX_SLOTS = 8_000
OUTSIDE = -1


class Cell(NamedTuple):
    """A cell by the places of its first row and column and of those behind its last; rows are counted from the top."""

    row: int
    column: int
    row_end: int
    column_end: int


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells between lines.

    Args:
        xs: where vertical lines stand, ascending.
        ys: where horizontal lines stand, descending.
        slots: for each row between two `ys`, for each column between two `xs`, the place in `cells`, or `OUTSIDE`.
        cells: ordered by row, then column.
    """

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    slots: tuple[tuple[int, ...], ...]
    cells: tuple[Cell, ...]

    def cell_at(self, x: float, y: float) -> int:
        """The place in `cells` of the one around a point, or `OUTSIDE`."""
        column = bisect_right(self.xs, x) - 1
        row = bisect_right(self.ys, -y, key=neg) - 1
        if not (0 <= column < len(self.xs) - 1 and 0 <= row < len(self.ys) - 1):
            return OUTSIDE
        return self.slots[row][column]


def grid_of(frame: Frame) -> Grid | None:
    """The cells of a frame; None where it closes in fewer than two, or has too many lines to ask."""
    xs, ys = _levels(frame.vertical), _levels(frame.horizontal)[::-1]
    columns, rows = len(xs) - 1, len(ys) - 1
    if columns < 1 or rows < 1 or columns * rows > MAX_SLOTS:
        return None
    slots = _filled(rows, columns, _walls(frame.vertical, xs, ys[::-1]), _walls(frame.horizontal, ys[::-1], xs))
    boxes: dict[int, Cell] = {}
    for row in range(rows):
        for column in range(columns):
            if (name := slots[row][column]) != OUTSIDE:
                cell = boxes.get(name, Cell(row, column, row + 1, column + 1))
                boxes[name] = Cell(cell.row, min(cell.column, column), row + 1, max(cell.column_end, column + 1))
    if len(boxes) < 2:
        return None
    order = {name: place for place, (name, _) in enumerate(sorted(boxes.items(), key=lambda item: item[1]))}
    named = tuple(tuple(order.get(name, OUTSIDE) for name in row) for row in slots)
    return Grid(tuple(xs), tuple(ys), named, tuple(sorted(boxes.values())))


def _levels(rules: Sequence[Rule]) -> list[float]:
    """Where the rules stand, ascending, those that nearly share a level as one."""
    found: list[float] = []
    for at in sorted(rule.at for rule in rules):
        if not found or at - found[-1] > TOUCH:
            found.append(at)
    return found


def _walls(rules: Sequence[Rule], levels: Sequence[float], across: Sequence[float]) -> set[tuple[int, int]]:
    """(level, step) of each step between two neighbours of `across` that a rule at that level covers."""
    found: set[tuple[int, int]] = set()
    for rule in rules:
        level = min(range(len(levels)), key=lambda place: abs(levels[place] - rule.at))
        for step in range(len(across) - 1):
            middle = (across[step] + across[step + 1]) / 2
            if rule.low <= middle <= rule.high:
                found.add((level, step))
    return found


def _filled(rows: int, columns: int, upright: set[tuple[int, int]], level: set[tuple[int, int]]) -> list[list[int]]:
    """A name for each slot, the same for those with no wall between them; `OUTSIDE` where it is open to the outside.

    Args:
        upright: (line from the left, step from the bottom).
        level: (line from the bottom, step from the left).
    """
    names = [[OUTSIDE] * columns for _ in range(rows)]
    seen = [[False] * columns for _ in range(rows)]
    for start in range(rows * columns):
        top, left = divmod(start, columns)
        if seen[top][left]:
            continue
        seen[top][left] = True
        part, waiting, open_ = [(top, left)], [(top, left)], False
        while waiting:
            row, column = waiting.pop()
            up = rows - 1 - row  # the step from the bottom
            for wall, after in (
                ((column, up) in upright, (row, column - 1)),
                ((column + 1, up) in upright, (row, column + 1)),
                ((up, column) in level, (row + 1, column)),
                ((up + 1, column) in level, (row - 1, column)),
            ):
                if wall:
                    continue
                if not (0 <= after[0] < rows and 0 <= after[1] < columns):
                    open_ = True
                elif not seen[after[0]][after[1]]:
                    seen[after[0]][after[1]] = True
                    part.append(after)
                    waiting.append(after)
        if not open_:
            for row, column in part:
                names[row][column] = start
    return names
