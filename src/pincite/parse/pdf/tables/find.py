"""Ruled tables of a PDF: which lines of a page stand in one, and in which cell.

A frame of ruling lines is a table where it has two rows at least with two cells at least, and text in several; a box
around prose, a page's border, a form to fill in and a chart are none. Text is put into cells letter by letter, since
the PDF library gives the cells of a row as one line, and a table that stands sideways is turned first.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from pincite.parse.pdf.calls import address, by_address
from pincite.parse.pdf.objects import Objects
from pincite.parse.pdf.raw_page import Line
from pincite.parse.pdf.tables.grid import OUTSIDE, Cell, Grid, grid_of
from pincite.parse.pdf.tables.heads import header_rows
from pincite.parse.pdf.tables.rulings import Frame, frames
from pincite.parse.table_rows import MAX_REPEATED

if TYPE_CHECKING:
    import pypdfium2 as pdfium

MIN_CELLS = 3
MIN_FILLED = 0.25
"""Cells with text that a table must have, and their share of all."""
MAX_PROSE_LINES = 6
"""Lines of a cell over the whole width from which it is prose in a box, which parts a table, and no row of it."""
MAX_SHARE, MAX_CHARS = 0.75, 1200
"""Share of a frame's text, and its characters, above which one cell makes of the frame a box around prose."""
MAX_SPANNED = 1 / 3
"""Share of places under cells over several columns, from which the columns of a form are none and leave no gaps."""
WORD_GAP = 0.25
"""Distance of two letters, in letter heights, from which a line between them parts a word."""
SMALLER = 0.85
"""Share of the height of the figure before up to which one is raised."""

_ASKED = 40
_FIGURES = re.compile(r"[0-9][0-9,.]*[%원]?[0-9]{1,2}(?![0-9])")
_WORD = re.compile(r"\S+")


class Box(NamedTuple):
    """Where a letter stands, in points of the page's own system or turned."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def middle(self) -> tuple[float, float]:
        """Where the letter counts as standing."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    def turned(self, quarter: int) -> Box:
        """See `Frame.turned`."""
        left, bottom, right, top = self
        if quarter == 1:
            return Box(bottom, -right, top, -left)
        if quarter == 2:
            return Box(-right, -top, -left, -bottom)
        return Box(-top, left, -bottom, right) if quarter == 3 else self


@dataclass(frozen=True, slots=True)
class RawTable:
    """A table of a page.

    Args:
        rows: for each row, for each column the lines of its cell in reading order: empty where the cell is, or where
            one to the left reaches over the column; those of a short cell above that reaches down. A row of one cell
            over the whole width has one column.
        lines: starts of the lines that stand in it.
        widths: of its columns, in points.
        header_rows: how many of the first rows name the columns.
    """

    rows: tuple[tuple[tuple[Line, ...], ...], ...]
    lines: frozenset[int]
    widths: tuple[float, ...]
    header_rows: int


class Found(NamedTuple):
    """What `find_tables` gives: the page's lines, cut where they run out of a table; the tables; and raised figures
    behind figures in them, which number notes (`$12²`), as half-open ranges of the text.
    """

    lines: list[Line]
    tables: tuple[RawTable, ...]
    raised: tuple[tuple[int, int], ...]


def find_tables(
    page: pdfium.PdfPage,
    text_page: pdfium.PdfTextPage,
    text: str,
    lines: Sequence[Line],
    objects: Objects | None = None,
) -> Found:
    """The ruled tables of a page.

    Args:
        text: of the page, as `get_text_range()` returns it, as far as it is seen.
        lines: in reading order.
        objects: of the page, where they are listed already.
    """
    drawn = [frame for frame in frames(page, objects) if _may_be_table(frame)] if lines else []
    if not drawn:
        return Found(list(lines), (), ())
    letters = _letters(text_page, text, lines)
    cells: dict[int, tuple[int, int]] = {}  # letter to the place of its table and its cell
    found: list[RawTable] = []
    raised: list[tuple[int, int]] = []
    for frame in sorted(drawn, key=_area, reverse=True):
        inside = _inside(frame, letters, cells)
        if len(inside) < MIN_CELLS:
            continue
        quarter = _quarter(text_page, text, inside)
        grid = grid_of(frame.turned(quarter))
        if grid is not None:
            boxes = {at: letters[at].turned(quarter) for at in inside}
            for table, own in _tables(grid, boxes, text, lines):
                cells.update((at, (len(found), cell)) for at, cell in own.items())
                found.append(table)
                raised += _raised_figures(text, own, boxes)
    return Found(*_cut(lines, text, cells, found), tuple(sorted(raised)))


def _letters(text_page: pdfium.PdfTextPage, text: str, lines: Sequence[Line]) -> dict[int, Box]:
    """The box of each character of the lines that is no blank, by its offset in the text."""
    import pypdfium2.raw as raw

    same = text_page.count_chars() == len(text)
    find_box = by_address("FPDFText_GetLooseCharBox", ctypes.c_int, ctypes.c_void_p)
    page, box = address(text_page), raw.FS_RECTF()
    pointer = ctypes.addressof(box)
    found: dict[int, Box] = {}
    for line in lines:
        for at in range(line.start, line.end):
            if text[at].isspace():
                continue
            index = at if same else raw.FPDFText_GetCharIndexFromTextIndex(text_page.raw, at)
            if find_box(page, index, pointer):
                found[at] = Box(box.left, box.bottom, box.right, box.top)
    return found


def _raised_figures(text: str, own: Mapping[int, int], boxes: Mapping[int, Box]) -> Iterator[tuple[int, int]]:
    """Ranges of figures that are set smaller than the figure or sign before them, and not lower."""
    for match in _FIGURES.finditer(text, min(own), max(own) + 1):
        for at in range(match.start() + 1, match.end()):
            before, box = boxes.get(at - 1), boxes.get(at)
            if before is None or box is None or not (text[at].isdigit() and at in own):
                continue
            if box.top - box.bottom < SMALLER * (before.top - before.bottom) and box.bottom >= before.bottom:
                yield at, match.end()
                break


def _may_be_table(frame: Frame) -> bool:
    """Whether a frame has two rows, or two columns where it stands sideways, with two cells at least."""
    grid = grid_of(frame)
    if grid is None or len(grid.cells) < MIN_CELLS:
        return False
    rows = Counter(cell.row for cell in grid.cells)
    columns = Counter(cell.column for cell in grid.cells)
    return any(sum(count > 1 for count in counts.values()) > 1 for counts in (rows, columns))


def _area(frame: Frame) -> float:
    across, down = frame.horizontal, frame.vertical
    return (across[-1].at - across[0].at) * (down[-1].at - down[0].at)


def _inside(frame: Frame, letters: Mapping[int, Box], taken: Mapping[int, object]) -> list[int]:
    """The letters within a frame that stand in no table yet."""
    left, right = frame.vertical[0].at, frame.vertical[-1].at
    bottom, top = frame.horizontal[0].at, frame.horizontal[-1].at
    found = []
    for at, box in letters.items():
        x, y = box.middle
        if left < x < right and bottom < y < top and at not in taken:
            found.append(at)
    return found


def _quarter(text_page: pdfium.PdfTextPage, text: str, inside: Sequence[int]) -> int:
    """By how many quarter turns to the left most of the text is turned from upright, in the page's own system."""
    import pypdfium2.raw as raw

    same = text_page.count_chars() == len(text)
    turns: Counter[int] = Counter()
    for at in inside[:: max(len(inside) // _ASKED, 1)]:
        index = at if same else raw.FPDFText_GetCharIndexFromTextIndex(text_page.raw, at)
        clockwise = raw.FPDFText_GetCharAngle(text_page.raw, index)
        turns[round(-clockwise / (math.pi / 2)) % 4] += 1
    return turns.most_common(1)[0][0] if turns else 0


def _tables(
    grid: Grid, boxes: Mapping[int, Box], text: str, lines: Sequence[Line]
) -> Iterator[tuple[RawTable, dict[int, int]]]:
    """The tables of a grid, each with the cell of each of its letters; prose in a box parts a grid into several."""
    own = {at: cell for at, box in boxes.items() if (cell := grid.cell_at(*box.middle)) != OUTSIDE}
    own = _whole_words(own, boxes, text, lines)
    content = _content(own, boxes, text, lines)
    for rows in _row_groups(grid, content):
        table = _table(grid, rows, content, text)
        if table is not None:
            wanted = set(rows)
            yield table, {at: cell for at, cell in own.items() if grid.cells[cell].row in wanted}


def _whole_words(own: Mapping[int, int], boxes: Mapping[int, Box], text: str, lines: Sequence[Line]) -> dict[int, int]:
    """The letters' cells, all of a word in the one where most of it stands, though it sticks out of it."""
    found: dict[int, int] = {}
    for line in lines:
        for word in _WORD.finditer(text, line.start, line.end):
            for part in _unbroken(range(*word.span()), boxes):
                known = Counter(own[at] for at in part if at in own)
                if known:
                    found.update(dict.fromkeys(part, known.most_common(1)[0][0]))
    return found


def _unbroken(places: Sequence[int], boxes: Mapping[int, Box]) -> Iterator[list[int]]:
    """The letters of a word in parts where a gap between two shows that the text library joined what is apart."""
    part: list[int] = []
    for at in places:
        before, box = boxes.get(at - 1), boxes.get(at)
        if part and before and box and box.left - before.right > WORD_GAP * (box.top - box.bottom):
            yield part
            part = []
        part.append(at)
    yield part


def _content(
    own: Mapping[int, int], boxes: Mapping[int, Box], text: str, lines: Sequence[Line]
) -> dict[int, tuple[Line, ...]]:
    """The lines of each cell in reading order, measured as they stand in the grid."""
    pieces: defaultdict[int, list[Line]] = defaultdict(list)
    for line in lines:
        for cell, run in groupby((at for at in range(line.start, line.end) if at in own), key=own.__getitem__):
            places = list(run)
            measured = [boxes[at] for at in places if at in boxes]
            end = places[-1] + 1
            pieces[cell].append(
                Line(
                    places[0],
                    end,
                    min(box.left for box in measured),
                    max(box.right for box in measured),
                    min(box.bottom for box in measured),
                    max(box.top - box.bottom for box in measured),
                    line.bold,
                    line.broken and end == line.end,
                )
            )
    return {cell: tuple(_in_order(parts)) for cell, parts in pieces.items()}


def _in_order(parts: list[Line]) -> list[Line]:
    """From top to bottom, and from left to right what stands on one line."""
    levels: list[list[Line]] = []
    for part in sorted(parts, key=lambda part: -part.bottom - part.size / 2):
        if levels and _shared(largest := max(levels[-1], key=lambda p: p.size), part) > 0.5 * min(
            part.size, largest.size
        ):
            levels[-1].append(part)
        else:
            levels.append([part])
    return [part for level in levels for part in sorted(level, key=lambda part: part.left)]


def _shared(first: Line, second: Line) -> float:
    """How much of their heights two lines share."""
    return min(first.bottom + first.size, second.bottom + second.size) - max(first.bottom, second.bottom)


def _row_groups(grid: Grid, content: Mapping[int, tuple[Line, ...]]) -> list[list[int]]:
    """The rows in which cells begin, from the top, parted at boxes around prose."""
    columns = len(grid.xs) - 1
    groups: list[list[int]] = [[]]
    for row, places in groupby(range(len(grid.cells)), key=lambda place: grid.cells[place].row):
        cells = list(places)
        whole = len(cells) == 1 and _covers(grid.cells[cells[0]], columns)
        if whole and len(content.get(cells[0], ())) > MAX_PROSE_LINES:
            groups.append([])
        else:
            groups[-1].append(row)
    return [group for group in groups if group]


def _covers(cell: Cell, columns: int) -> bool:
    return cell.column == 0 and cell.column_end == columns


def _table(grid: Grid, rows: Sequence[int], content: Mapping[int, tuple[Line, ...]], text: str) -> RawTable | None:
    """The table of some rows of a grid; None where they are none."""
    wanted = set(rows)
    places = [place for place, cell in enumerate(grid.cells) if cell.row in wanted]
    if not _is_table(grid, places, content):
        return None
    columns = sorted({grid.cells[place].column for place in places})
    ends = [*columns[1:], max(grid.cells[place].column_end for place in places)]
    written = _written(grid, rows, columns, content)
    filled = [(row, cells) for row, cells in zip(rows, written, strict=True) if any(cells)]
    lines = frozenset(line.start for place in places for line in content.get(place, ()))
    said = {line.start for _, cells in filled for lines_of in cells for line in lines_of}
    if len(filled) < 2 or not lines <= said:  # a cell with a corner cut out of it has no place of its own
        return None
    widths = tuple(grid.xs[end] - grid.xs[start] for start, end in zip(columns, ends, strict=True))
    made = tuple(cells for _, cells in filled)
    return RawTable(made, lines, widths, header_rows(grid, [row for row, _ in filled], made, text))


def _is_table(grid: Grid, places: Sequence[int], content: Mapping[int, tuple[Line, ...]]) -> bool:
    in_row = Counter(grid.cells[place].row for place in places)
    if sum(count > 1 for count in in_row.values()) < 2:
        return False
    sizes = [sum(line.end - line.start for line in content.get(place, ())) for place in places]
    filled = sum(size > 0 for size in sizes)
    if filled < MIN_CELLS or filled < MIN_FILLED * len(places):
        return False
    return max(sizes) <= MAX_CHARS or max(sizes) <= MAX_SHARE * sum(sizes)


def _written(
    grid: Grid, rows: Sequence[int], columns: Sequence[int], content: Mapping[int, tuple[Line, ...]]
) -> list[tuple[tuple[Line, ...], ...]]:
    """The cells of each row by column; see `RawTable.rows`."""
    made: list[tuple[tuple[Line, ...], ...]] = []
    spanned = total = 0
    plain: list[tuple[tuple[Line, ...], ...]] = []
    for row in rows:
        cells: list[tuple[Line, ...]] = []
        begun: list[tuple[Line, ...]] = []
        for column in columns:
            place = grid.slots[row][column]
            cell = grid.cells[place] if place != OUTSIDE else None
            lines = content.get(place, ()) if cell is not None and cell.column == column else ()
            if cell is not None and cell.row < row and _size(lines) > MAX_REPEATED:
                lines = ()
            cells.append(lines)
            spanned += cell is not None and cell.column != column
            total += 1
            if cell is None or cell.column == column:
                begun.append(lines)
        alone = len(begun) == 1 and len(columns) > 1
        made.append(tuple(begun) if alone else tuple(cells))
        plain.append(tuple(begun))
        spanned -= alone * (len(columns) - 1)
    return plain if spanned > MAX_SPANNED * total else made


def _size(lines: Sequence[Line]) -> int:
    return sum(line.end - line.start for line in lines)


def _cut(
    lines: Sequence[Line], text: str, cells: Mapping[int, tuple[int, int]], found: Sequence[RawTable]
) -> tuple[list[Line], tuple[RawTable, ...]]:
    """The lines cut at the edges of tables, and the tables with the starts of these."""
    made: list[Line] = []
    starts: list[set[int]] = [set() for _ in found]
    for line in lines:
        runs = groupby(
            (at for at in range(line.start, line.end) if not text[at].isspace()), key=lambda at: cells.get(at, (-1,))[0]
        )
        for table, run in runs:
            places = list(run)
            end = line.end if places[-1] + 1 == line.end else places[-1] + 1
            part = line._replace(start=places[0], end=end, broken=line.broken and end == line.end)
            made.append(part)
            if table >= 0:
                starts[table].add(part.start)
    tables = tuple(
        RawTable(table.rows, frozenset(own), table.widths, table.header_rows)
        for table, own in zip(found, starts, strict=True)
    )
    return made, tables
