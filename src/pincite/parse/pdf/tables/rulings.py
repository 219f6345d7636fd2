"""The ruling lines of a PDF page, and the frames that they make.

Lines are drawn in many ways: as strokes, as rectangles, as filled rectangles of a hair's breadth, dash by dash. All are
made horizontal or vertical rules. Positions are points from the page's bottom left, whatever way the page is shown.
"""

from __future__ import annotations

import ctypes
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from pincite.parse.pdf.calls import by_address
from pincite.parse.pdf.objects import FORM, MAX_OBJECTS, PATH, Objects, objects_of_form, objects_of_page

if TYPE_CHECKING:
    import pypdfium2 as pdfium

THICK = 3.0
"""Points up to which a filled shape is thin enough for a line, and up to which two lines are one."""
TOUCH = 3.0
"""Points by which lines may miss each other and still touch."""
GAP = 4.0
"""Points between two dashes of a line."""
SHORT = 6.0
"""Points from which a line is one."""
MAX_SEGMENTS = 20_000
"""Strokes of a page's shapes up to which it is looked at, beside `MAX_OBJECTS` shapes: maps and drawings have more."""
MAX_PAIRS = 60_000
"""Pairs of a horizontal and a vertical line up to which it is asked which of them touch."""

_MAX_DEPTH = 4
_CURVE, _MOVE = 1, 2
_RECTANGLE = 6
_FLAT = 0.9  # points; a vertical line is higher than one
_THICKER = THICK + 0.1  # points; sizes are rounded
_UPRIGHT = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]


class Rule(NamedTuple):
    """A horizontal or vertical line: where it stands, and from where to where it runs on the other axis."""

    at: float
    low: float
    high: float

    def turned_over(self) -> Rule:
        """The same at the other side of the origin, on both axes."""
        return Rule(-self.at, -self.high, -self.low)


@dataclass(frozen=True, slots=True)
class Frame:
    """Rules that touch each other, ascending."""

    horizontal: tuple[Rule, ...]
    vertical: tuple[Rule, ...]

    def turned(self, quarter: int) -> Frame:
        """The same where text that runs `quarter` turns to the left of upright, 0 to 3, is turned upright."""
        across, down = self.horizontal, self.vertical
        if quarter == 1:
            across = tuple(Rule(-rule.at, rule.low, rule.high) for rule in self.vertical)
            down = tuple(Rule(rule.at, -rule.high, -rule.low) for rule in self.horizontal)
        elif quarter == 2:
            across, down = tuple(r.turned_over() for r in across), tuple(r.turned_over() for r in down)
        elif quarter == 3:
            across = tuple(Rule(rule.at, -rule.high, -rule.low) for rule in self.vertical)
            down = tuple(Rule(-rule.at, rule.low, rule.high) for rule in self.horizontal)
        return Frame(tuple(sorted(across)), tuple(sorted(down)))


def frames(page: pdfium.PdfPage, objects: Objects | None = None) -> list[Frame]:
    """The frames of a page with two lines at least each way, open sides closed; none where it holds too much to ask.

    Args:
        objects: of the page, where they are listed already.
    """
    drawn = objects or objects_of_page(page)
    if PATH not in drawn.kinds and FORM not in drawn.kinds:
        return []
    reader = _PathReader()
    reader.read_page(drawn)
    across, down = _joined(reader.horizontal), _joined(reader.vertical)
    if len(across) < 2 or not down or len(across) * len(down) > MAX_PAIRS:
        return []
    found = [_closed(frame) for frame in _touching(across, down)]
    return [frame for frame in found if len(frame.horizontal) > 1 and len(frame.vertical) > 1]


class _Path(NamedTuple):
    """A shape that may hold lines.

    Args:
        item: its address.
        segments: how many it has.
        stroked: whether its outline is drawn; else it is filled.
        thick: whether it is too thick for a line, so that only a part of it can be one.
        flat: whether it is too low to hold a vertical line.
        around: the matrix of the forms that it stands in.
    """

    item: int
    segments: int
    stroked: bool
    thick: bool
    flat: bool
    around: Matrix


class _Library(NamedTuple):
    """The PDF library's functions that are asked of shapes, and memory for their answers with pointers to it. All
    calls of the library are made under one lock.
    """

    segments: Callable[..., int]
    bounds: Callable[..., int]
    mode: Callable[..., int]
    colour: Callable[..., int]
    matrix: Callable[..., int]
    segment: Callable[..., int]
    kind: Callable[..., int]
    point: Callable[..., int]
    closes: Callable[..., int]
    floats: Any
    to_floats: tuple[Any, ...]
    whole: Any
    to_whole: tuple[Any, ...]


@cache
def _library() -> _Library:
    floats, whole = (ctypes.c_float * 6)(), (ctypes.c_uint * 4)()
    return _Library(
        by_address("FPDFPath_CountSegments"),
        by_address("FPDFPageObj_GetBounds"),
        by_address("FPDFPath_GetDrawMode"),
        by_address("FPDFPageObj_GetStrokeColor"),
        by_address("FPDFPageObj_GetMatrix"),
        by_address("FPDFPath_GetPathSegment", result=ctypes.c_void_p),
        by_address("FPDFPathSegment_GetType"),
        by_address("FPDFPathSegment_GetPoint"),
        by_address("FPDFPathSegment_GetClose"),
        floats,
        tuple(ctypes.byref(floats, 4 * place) for place in range(4)),
        whole,
        tuple(ctypes.byref(whole, 4 * place) for place in range(4)),
    )


class _PathReader:
    """Collects the lines of a page's shapes."""

    def __init__(self) -> None:
        self.horizontal: list[Rule] = []
        self.vertical: list[Rule] = []
        self._library = _library()
        self._objects = 0
        self._segments = 0
        self._found: list[_Path] = []

    def read_page(self, objects: Objects) -> None:
        """Read the shapes of a page, those in its forms too; nothing where there are too many, or all are too flat
        for a frame.
        """
        if not self._find(objects, _UPRIGHT, 0) or all(path.flat for path in self._found):
            return
        for path in self._found:
            if path.stroked:
                self._read_drawn(path)
            else:
                self._read_filled(path)

    def _find(self, objects: Objects, around: Matrix, depth: int) -> bool:
        """Find the shapes that may hold lines; False where there are too many."""
        self._objects += len(objects.items) + (not objects.complete)
        if self._objects > MAX_OBJECTS:
            return False
        if PATH in objects.kinds:
            for item in objects.of(PATH):
                path = self._path(item, around)
                if path is not None:
                    self._segments += path.segments
                    if self._segments > MAX_SEGMENTS:
                        return False
                    self._found.append(path)
        if FORM not in objects.kinds or depth >= _MAX_DEPTH:
            return True
        return all(
            self._find(objects_of_form(form), _product(self._matrix(form), around), depth + 1)
            for form in objects.of(FORM)
        )

    def _path(self, item: int, around: Matrix) -> _Path | None:
        """A shape; None where it is a dot, is not drawn, or is one filled part that is too thick for a line."""
        ask = self._library
        if not ask.bounds(item, *ask.to_floats):
            return None
        left, bottom, right, top = ask.floats[:4]
        width, height = right - left, top - bottom
        if (width < 1 and height < 1) or not ask.mode(item, *ask.to_whole[:2]):
            return None
        filled, drawn = ask.whole[:2]
        stroked = drawn != 0 and self._is_seen(item)
        segments = ask.segments(item)
        if not stroked and (not filled or (segments <= _RECTANGLE and min(width, height) > THICK)):
            return None
        a, b, c, d, _, _ = around
        upright = b == 0 == c
        width, height = width * abs(a), height * abs(d)
        thick, flat = upright and min(width, height) > _THICKER, upright and height < _FLAT
        return _Path(item, segments, stroked, thick, flat, around)

    def _is_seen(self, path: int) -> bool:
        """Whether a stroke has any colour but full transparency."""
        ask = self._library
        return not ask.colour(path, *ask.to_whole) or ask.whole[3] > 0

    def _matrix(self, item: int) -> Matrix:
        ask = self._library
        if not ask.matrix(item, ask.to_floats[0]):
            return _UPRIGHT
        a, b, c, d, e, f = ask.floats
        return (a, b, c, d, e, f)

    def _read_drawn(self, path: _Path) -> None:
        """Each straight piece as a line, in parts that have no curves."""
        ask, matrix = self._library, _product(self._matrix(path.item), path.around)
        points: list[Point] = []
        straight = True
        for place in range(path.segments):
            segment = ask.segment(path.item, place)
            kind = ask.kind(segment)
            if kind == _MOVE:
                self._add_all(points if straight else ())
                points, straight = [], True
            straight = straight and kind != _CURVE
            ask.point(segment, *ask.to_floats[:2])
            points.append(_moved(ask.floats[:2], matrix))
            if ask.closes(segment):
                points.append(points[0])
        self._add_all(points if straight else ())

    def _read_filled(self, path: _Path) -> None:
        """Each thin part as a line, up to the first part with a curve: shapes of letters and pictures are many, and
        their segments cost.
        """
        ask = self._library
        segments: list[int] = []
        kinds: list[int] = []
        while len(segments) < path.segments and _CURVE not in kinds:
            more = range(len(segments), min(2 * len(segments) + _RECTANGLE, path.segments))
            segments += map(ask.segment, repeat(path.item, len(more)), more)
            kinds += map(ask.kind, segments[more.start :])
        straight = kinds[: kinds.index(_CURVE)] if _CURVE in kinds else kinds
        starts = [0, *(place for place, kind in enumerate(straight) if kind == _MOVE and place)]
        ends = [*starts[1:], len(kinds)] if straight is kinds else starts[1:]
        if not ends or (path.thick and len(starts) == 1):
            return
        matrix = self._matrix(path.item)
        if path.around is not _UPRIGHT:
            matrix = _product(matrix, path.around)
        x, y = ask.to_floats[:2]
        points = []
        for segment in segments[: ends[-1]]:
            ask.point(segment, x, y)
            points.append(_moved(ask.floats[:2], matrix))
        for start, end in zip(starts, ends, strict=False):
            self._add_thin(points[start:end])

    def _add_all(self, points: Sequence[Point]) -> None:
        for first, second in pairwise(points):
            self._add(first, second)

    def _add(self, first: Point, second: Point) -> None:
        (x0, y0), (x1, y1) = first, second
        if abs(y0 - y1) <= 1:
            self.horizontal.append(Rule((y0 + y1) / 2, min(x0, x1), max(x0, x1)))
        elif abs(x0 - x1) <= 1:
            self.vertical.append(Rule((x0 + x1) / 2, min(y0, y1), max(y0, y1)))

    def _add_thin(self, points: Sequence[Point]) -> None:
        """A filled shape as a line along its middle, where it is thin."""
        xs, ys = zip(*points, strict=True)
        left, right, bottom, top = min(xs), max(xs), min(ys), max(ys)
        if top - bottom <= THICK and right - left > top - bottom:
            self._add((left, (bottom + top) / 2), (right, (bottom + top) / 2))
        elif right - left <= THICK and top - bottom > right - left:
            self._add(((left + right) / 2, bottom), ((left + right) / 2, top))


def _product(inner: Matrix, outer: Matrix) -> Matrix:
    """The matrix that does `inner`, then `outer`."""
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def _moved(point: Sequence[float], matrix: Matrix) -> Point:
    a, b, c, d, e, f = matrix
    return a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f


def _joined(rules: Iterable[Rule]) -> list[Rule]:
    """The rules with those that lie on each other or in a row as one, the short ones left out."""
    found: list[Rule] = []
    level: list[Rule] = []
    for rule in sorted(rules):
        if level and rule.at - level[0].at > THICK:
            found += _merged(level)
            level = []
        level.append(rule)
    found += _merged(level)
    return [rule for rule in found if rule.high - rule.low >= SHORT]


def _merged(level: Sequence[Rule]) -> list[Rule]:
    """The rules of one level, joined where they overlap or nearly touch."""
    found: list[Rule] = []
    for rule in sorted(level, key=lambda rule: rule.low):
        if found and rule.low <= found[-1].high + GAP:
            last = found[-1]
            longer = max(last, rule, key=lambda r: r.high - r.low)
            found[-1] = Rule(longer.at, last.low, max(last.high, rule.high))
        else:
            found.append(rule)
    return found


def _touching(across: Sequence[Rule], down: Sequence[Rule]) -> list[Frame]:
    """The rules in groups that touch each other."""
    group = list(range(len(across) + len(down)))

    def root(place: int) -> int:
        while group[place] != place:
            group[place] = group[group[place]]
            place = group[place]
        return place

    for i, rule in enumerate(across):
        for j, other in enumerate(down, start=len(across)):
            meets = rule.low - TOUCH <= other.at <= rule.high + TOUCH
            if meets and other.low - TOUCH <= rule.at <= other.high + TOUCH:
                group[root(j)] = root(i)
    parts: defaultdict[int, tuple[list[Rule], list[Rule]]] = defaultdict(lambda: ([], []))
    for place, rule in enumerate([*across, *down]):
        parts[root(place)][place >= len(across)].append(rule)
    return [Frame(tuple(horizontal), tuple(vertical)) for horizontal, vertical in parts.values()]


def _closed(frame: Frame) -> Frame:
    """The frame with a line at its left and right where none is drawn, as is the custom for tables in many offices.

    Most of the horizontal lines must begin, or end, there.
    """
    across, down = frame.horizontal, frame.vertical
    if len(across) < 2 or not down:
        return frame
    bottom, top = across[0].at, across[-1].at
    lows, highs = [rule.low for rule in across], [rule.high for rule in across]
    sides = ((min(lows), lows), (max(highs), highs))
    made = [
        Rule(side, bottom, top)
        for side, ends in sides
        if not any(abs(rule.at - side) <= TOUCH for rule in down)
        and 2 * sum(abs(end - side) <= TOUCH for end in ends) > len(ends)
    ]
    return Frame(across, tuple(sorted([*down, *made])))
