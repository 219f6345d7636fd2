"""Which way a PDF page is read: text that runs up, down or upside down is brought upright before lines are judged.

What the page is turned by when shown (`/Rotate`) does not matter for that: the page is turned so that most of its
letters stand upright.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

from pincite.parse.pdf.raw_page import Line


class Direction(IntEnum):
    """Where a line runs to in the page's own system, by quarter turns clockwise."""

    RIGHT = 0
    DOWN = 1
    LEFT = 2
    UP = 3


class Rectangle(NamedTuple):
    """In points of the page's own system, or of a frame."""

    left: float
    bottom: float
    right: float
    top: float

    def around(self, other: Rectangle) -> Rectangle:
        """The smallest one that holds both."""
        return Rectangle(
            min(self.left, other.left),
            min(self.bottom, other.bottom),
            max(self.right, other.right),
            max(self.top, other.top),
        )


class TurnedLine(NamedTuple):
    """A line that does not run to the right: its place in the list of lines, and its first and last letter."""

    place: int
    direction: Direction
    first: Rectangle
    last: Rectangle


class Frame(NamedTuple):
    """The page's system as it is read: its own one (the shown part of the page), turned."""

    shown: Rectangle
    direction: Direction

    @property
    def size(self) -> tuple[float, float]:
        """Width and height as it is read."""
        width, height = self.shown.right - self.shown.left, self.shown.top - self.shown.bottom
        return (width, height) if self.direction in (Direction.RIGHT, Direction.LEFT) else (height, width)

    def turned(self, box: Rectangle) -> Rectangle:
        """A rectangle of the page's own system in this frame."""
        left, right = box.left - self.shown.left, box.right - self.shown.left
        bottom, top = box.bottom - self.shown.bottom, box.top - self.shown.bottom
        width, height = self.shown.right - self.shown.left, self.shown.top - self.shown.bottom
        if self.direction is Direction.UP:
            return Rectangle(bottom, width - right, top, width - left)
        if self.direction is Direction.DOWN:
            return Rectangle(height - top, left, height - bottom, right)
        if self.direction is Direction.LEFT:
            return Rectangle(width - right, height - top, width - left, height - bottom)
        return Rectangle(left, bottom, right, top)


def in_frame(
    lines: Sequence[Line], turned: Sequence[TurnedLine], shown: Rectangle, rotation: int
) -> tuple[list[Line], Frame]:
    """The lines in the frame in which most of their text is upright, and that frame.

    Args:
        lines: measured in the page's own system, as if they ran to the right.
        turned: those that do not.
        shown: the part of the page that is shown.
        rotation: by how many degrees the page is shown turned.
    """
    if not (turned or rotation or shown.left or shown.bottom):
        return list(lines), Frame(shown, Direction.RIGHT)
    directions = {line.place: line.direction for line in turned}
    weights: Counter[Direction] = Counter()
    for place, line in enumerate(lines):
        weights[directions.get(place, Direction.RIGHT)] += line.end - line.start
    most = max(weights, key=lambda direction: (weights[direction], -direction), default=Direction.RIGHT)
    frame = Frame(shown, most)
    boxes = {line.place: line for line in turned}
    moved = [_moved(line, boxes.get(place), frame) for place, line in enumerate(lines)]
    if most is not Direction.RIGHT or rotation:
        moved = _downwards(moved)
    return moved, frame


def _moved(line: Line, turned: TurnedLine | None, frame: Frame) -> Line:
    if not line.size:
        return line
    if turned is None:
        box = Rectangle(min(line.left, line.right), line.bottom, max(line.left, line.right), line.bottom + line.size)
        placed = frame.turned(box)
        return line._replace(left=placed.left, right=placed.right, bottom=placed.bottom)
    first, last = frame.turned(turned.first), frame.turned(turned.last)
    if turned.direction is frame.direction:
        size = max(first.top - first.bottom, last.top - last.bottom)
        return line._replace(left=first.left, right=last.right, bottom=first.bottom, size=size)
    if frame.direction is Direction.RIGHT:
        return line._replace(
            left=line.left - frame.shown.left,
            right=line.right - frame.shown.left,
            bottom=line.bottom - frame.shown.bottom,
        )
    whole = first.around(last)
    sideways = (turned.direction - frame.direction) % 2 == 1
    size = whole.right - whole.left if sideways else whole.top - whole.bottom
    return line._replace(left=whole.left, right=whole.right, bottom=whole.bottom, size=size)


def _downwards(lines: list[Line]) -> list[Line]:
    """The lines from top to bottom, where the PDF library took the page for turned and gave them from the bottom up."""
    steps = [a.bottom - b.bottom for a, b in pairwise(lines) if abs(a.bottom - b.bottom) > 0.4 * max(a.size, 1.0)]
    if sum(1 for step in steps if step < 0) <= len(steps) / 2:
        return lines
    return sorted(lines, key=lambda line: (-round(line.bottom), line.left))
