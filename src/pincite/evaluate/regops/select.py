"""Which candidates become questions: every cell of type and level first, then the levels alike, then what is left.

All of it follows from the candidates and the seed: they are sorted, then shuffled by a generator of its own.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.evaluate.regops.compose import Candidate
from pincite.evaluate.regops.giveaways import fingerprint, is_repeat
from pincite.evaluate.regops.types import LEVELS, Difficulty, QuestionType

SHORT = 62
"""Questions of so many characters or fewer come before longer ones."""
PER_PROVISION = 2
"""At most so many questions whose gold is the same, or that have one provision as their first."""

RARE = ("L3", "L4")
MAX_OF_RARE = 4
"""The same for levels of which there are few."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A candidate with its difficulty.

    Args:
        says_heading: whether the question has a gold article's whole heading: such come last.
    """

    candidate: Candidate
    difficulty: Difficulty
    says_heading: bool = False

    @property
    def cell(self) -> tuple[str, QuestionType]:
        """Level and type."""
        return (self.difficulty.level, self.candidate.type)


def select(rated: Sequence[Rated], size: int, seed: int) -> tuple[list[Rated], int]:
    """So many of the candidates, by level and type as alike as they allow.

    Returns:
        At most `size`, fewer where there are not enough, in the order of their keys; and how many were passed over
        because they ask again what is asked.
    """
    ordered = sorted(rated, key=lambda r: r.candidate.key)
    random.Random(f"select {seed}").shuffle(ordered)  # no secret hangs on it
    ordered.sort(key=lambda r: (r.says_heading, len(r.candidate.finals[0]) > SHORT))  # the better ones first
    queues: dict[tuple[str, QuestionType], list[Rated]] = {}
    for one in ordered:
        queues.setdefault(one.cell, []).append(one)
    picker = _Picker(queues)
    while len(picker.chosen) < size and picker.pick():
        pass
    return sorted(picker.chosen, key=lambda r: r.candidate.key), picker.repeats


class _Picker:
    """Takes one candidate at a time for the level, then the type, that has the fewest so far."""

    def __init__(self, queues: dict[tuple[str, QuestionType], list[Rated]]) -> None:
        self._queues = {cell: list(reversed(queue)) for cell, queue in queues.items()}
        self.chosen: list[Rated] = []
        self.repeats = 0
        self._by_cell: Counter[tuple[str, QuestionType]] = Counter()
        self._by_level: Counter[str] = Counter()
        self._by_type: Counter[QuestionType] = Counter()
        self._golds: Counter[tuple[str, ...]] = Counter()
        self._firsts: Counter[str] = Counter()
        self._said: list[frozenset[str]] = []

    def pick(self) -> bool:
        """Choose one more; false where nothing is left."""
        for level in sorted(LEVELS, key=lambda name: (self._by_level[name], name)):
            kinds = sorted(QuestionType, key=lambda t: (self._by_cell[level, t], self._by_type[t], t.value))
            for kind in kinds:
                if (one := self._next((level, kind))) is not None:
                    self._take(one)
                    return True
        return False

    def _next(self, cell: tuple[str, QuestionType]) -> Rated | None:
        queue = self._queues.get(cell, [])
        while queue:
            one = queue.pop()
            gold = one.candidate.gold
            first = one.candidate.ask.provision
            most = MAX_OF_RARE if one.difficulty.level in RARE else PER_PROVISION
            if self._golds[gold] < most and self._firsts[first] < most:
                print_ = fingerprint(one.candidate.finals[0])
                if not is_repeat(print_, self._said):
                    self._said.append(print_)
                    return one
                self.repeats += 1
        return None

    def _take(self, one: Rated) -> None:
        self.chosen.append(one)
        self._by_cell[one.cell] += 1
        self._by_level[one.difficulty.level] += 1
        self._by_type[one.candidate.type] += 1
        self._golds[one.candidate.gold] += 1
        self._firsts[one.candidate.ask.provision] += 1
