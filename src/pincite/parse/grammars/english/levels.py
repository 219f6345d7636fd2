"""On which level each label of a section stands: decided by what is open, and by what follows.

Indents are no help: sources lose them or have them wrong. So every way of reading the labels is followed at once, the
few best are kept (a beam), and the way with the fewest irregularities wins at the section's end. `(i)` behind `(h)` is
the ninth letter where `(j)` comes next, and the first roman number where `(ii)` comes next. A label that fits nowhere
costs more or less by how it fails: what fits least is text, and the rest becomes a provision with a warning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from operator import itemgetter
from typing import NamedTuple

from pincite.parse.grammars.english.labels import ANY, LOWER_DOUBLE, UPPER_DOUBLE, Label, Step

WIDTH = 6
MARGIN = 7.0
"""Ways that cost this much more than the best are dropped."""
MAX_DEPTH = 12
MAX_KNOWN = 4096

_SINGLE = 0.6  # a level that closes with one member
_POPPED = 0.01  # of equal ways the one that closes fewer levels
_UNUSUAL = 0.5  # a level below one that it does not usually stand under
_REOPENED = 0.8  # a kind that is open further out already
_GAP, _GAP_STEP = 2.0, 0.1
_AGAIN, _BACK, _RESTART = 3.0, 3.0, 2.5
_LATE = 3.0  # a level that begins with another number than the first
_SAME_KIND = 3.0  # (1) right below (1)
_APART = 3.0  # (a)(1) where (1) does not stand below (a)
_SKIP = {"(": 6.0, ".": 1.5, ")": 2.0}
_SKIPPED_AGAIN = 1.4


class Fault(StrEnum):
    """What is irregular about a label's place."""

    NONE = ""
    GAP = "number_gap"
    AGAIN = "duplicate_number"
    BACK = "out_of_order"
    RESTART = "restarted"
    LATE = "late_start"
    SKIPPED = "unplaced_label"


class Placed(NamedTuple):
    """A label with its level: 0 for the outermost; -1 where it is no label but text."""

    label: Label
    depth: int
    step: Step
    fault: Fault


class _Open(NamedTuple):
    step: Step
    has_several: bool

    def is_single(self) -> bool:
        return not self.has_several and self.step.kind != ANY


_Stack = tuple[_Open, ...]


class _Way(NamedTuple):
    """One way of reading the labels so far; `last` leads back through the labels placed."""

    cost: float
    stack: _Stack
    last: _Link | None
    placed: bool


class _Move(NamedTuple):
    """One reading of a label where certain levels are open."""

    cost: float
    stack: _Stack
    depth: int
    step: Step
    fault: Fault


_Moves = dict[tuple[_Stack, bool, tuple[Step, ...], bool, bool, bool], list[_Move]]


@dataclass(frozen=True, slots=True)
class _Link:
    before: _Link | None
    placed: Placed


@dataclass(frozen=True, slots=True)
class Levels:
    """Which kinds usually stand below which, as printed kinds such as `(a` and `(1`.

    Args:
        below: kind to the kinds usual below it; the key "" stands for the outermost. A kind that is no key accepts all.
    """

    below: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def in_order(cls, *kinds: str) -> Levels:
        """Each kind stands below the one before it."""
        return cls({above: frozenset({kind}) for above, kind in zip(("", *kinds), kinds, strict=False)})

    def cost(self, above: str, kind: str) -> float:
        """What it costs that `kind` stands right below `above`."""
        usual = self.below.get(above)
        if usual is None:  # (aa) is the letter behind (z) more often than a level of its own
            return _UNUSUAL if kind[1:] in (LOWER_DOUBLE, UPPER_DOUBLE) else 0.0
        return 0.0 if kind in usual else _UNUSUAL


def place(labels: Sequence[Label], levels: Levels) -> list[Placed]:
    """The level of each label of one section, in order."""
    ways = [_Way(0.0, (), None, True)]
    known: _Moves = {}
    for label in labels:
        if len(known) > MAX_KNOWN:
            known.clear()
        coming = [
            (way.cost + move.cost, way, move)
            for way in ways
            for move in _moves(way.stack, way.placed, label, levels, known)
        ]
        coming.sort(key=itemgetter(0))
        ways = _best(coming, label)
    best = min(ways, key=lambda w: w.cost + _closing(w.stack))
    return _unlinked(best.last)


def _best(coming: Sequence[tuple[float, _Way, _Move]], label: Label) -> list[_Way]:
    """The cheapest ways, one for each state that they lead to."""
    ways: list[_Way] = []
    seen: set[_Stack] = set()
    limit = coming[0][0] + MARGIN
    for cost, way, move in coming:
        if len(ways) == WIDTH or cost > limit:
            break
        if move.stack not in seen:
            seen.add(move.stack)
            placed = Placed(label, move.depth, move.step, move.fault)
            ways.append(_Way(cost, move.stack, _Link(way.last, placed), move.depth >= 0))
    return ways


def _unlinked(last: _Link | None) -> list[Placed]:
    placed: list[Placed] = []
    while last is not None:
        placed.append(last.placed)
        last = last.before
    placed.reverse()
    return placed


def _moves(stack: _Stack, placed: bool, label: Label, levels: Levels, known: _Moves) -> list[_Move]:
    """Every reading of a label; the same few come again all the time, so that they are kept.

    Args:
        placed: the label before was placed, and is no text.
    """
    key = (stack, placed, label.steps, label.joined, label.inline, label.again)
    moves = known.get(key)
    if moves is None:
        moves = known[key] = []
        if placed or not (label.joined or label.inline):
            for step in label.steps:
                moves += _below(stack, label, step, levels)
                moves += () if label.inline else _beside(stack, label, step)
        first = label.steps[0]
        if first.kind != ANY:
            free = label.inline or (label.joined and not placed)
            cost = 0.0 if free else _SKIPPED_AGAIN if label.again else _SKIP[first.kind[0]]
            moves.append(_Move(cost, stack, -1, first, Fault.SKIPPED))
    return moves


def _below(stack: _Stack, label: Label, step: Step, levels: Levels) -> list[_Move]:
    """The label as the first of a new level below the deepest that is open."""
    depth = len(stack)
    if depth >= MAX_DEPTH or (label.inline and not step.is_first()):
        return []
    if step.kind == ANY and any(o.step.kind == ANY for o in stack):
        return []
    above = stack[-1].step.kind if stack else ""
    cost = levels.cost(above, step.kind)
    if step.kind == above:
        cost += _SAME_KIND
    elif cost or step.kind not in levels.below.get(above, ()):
        cost += _reopened(stack, step.kind)
    fault = Fault.NONE
    if step.kind != ANY and not step.is_first():
        cost += _LATE + _GAP_STEP * min(step.value, 20)
        fault = Fault.LATE
    return [_Move(cost, (*stack, _Open(step, False)), depth, step, fault)]


def _reopened(stack: _Stack, kind: str) -> float:
    """Below a defined term the counting begins anew, so that only what is open inside of it counts."""
    for open_ in reversed(stack):
        if open_.step.kind == ANY:
            return 0.0
        if open_.step.kind == kind:
            return _REOPENED
    return 0.0


def _beside(stack: _Stack, label: Label, step: Step) -> list[_Move]:
    """The label as the next member of a level that is open."""
    moves: list[_Move] = []
    closing = _APART if label.joined else 0.0
    for depth in range(len(stack) - 1, -1, -1):
        open_ = stack[depth]
        if open_.step.kind == step.kind:
            cost, fault = _step_cost(open_.step, step)
            moves.append(_Move(cost + closing, (*stack[:depth], _Open(step, True)), depth, step, fault))
        closing += _POPPED + (_SINGLE if open_.is_single() else 0.0)
    return moves


def _step_cost(before: Step, step: Step) -> tuple[float, Fault]:
    if step.kind == ANY:
        return 0.0, Fault.NONE
    if step.value == before.value:
        if step.sub > before.sub:
            return 0.0, Fault.NONE
        return _AGAIN, Fault.AGAIN
    if step.value == before.value + 1:
        # (b-1) straight behind (a) is odd, but it is its place.
        return (0.2 if step.sub else 0.0), Fault.NONE
    if step.value > before.value:
        return _GAP + _GAP_STEP * min(step.value - before.value, 20), Fault.GAP
    if step.is_first():
        return _RESTART, Fault.RESTART
    return _BACK, Fault.BACK


def _closing(stack: _Stack) -> float:
    """What it costs to close all levels."""
    return sum(_SINGLE for open_ in stack if open_.is_single())
