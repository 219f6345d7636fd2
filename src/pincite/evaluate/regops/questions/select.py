"""Which candidates become questions: every cell of type and level first, then the levels alike, then what is left.

Of a cell's candidates those come first whose provision has no question yet, then those that read best. Two questions of
one sentence are taken only for levels of which there are few, and only where they ask for different things.

All of it follows from the candidates and the seed: they are sorted, then shuffled by a generator of its own.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.evaluate.regops.questions.compose import Candidate
from pincite.evaluate.regops.questions.giveaways import fingerprint, is_repeat
from pincite.evaluate.regops.types import LEVELS, Difficulty, QuestionType
from pincite.types.document import Span

SHORT, LONG = 62, 72
"""Questions of so many characters or fewer come before longer ones, and these before the longest."""
PER_PROVISION = 2
"""At most so many questions that have one provision as their first."""
PER_GOLD = 2
"""At most so many questions whose gold is the same."""

RARE = ("L3", "L4")
"""Levels of which there are few: their sentences may be asked twice."""
LIKENESS = 0.8
"""Share of words from which on two questions are one."""
_FIGURES = (QuestionType.DEADLINE, QuestionType.LIMIT)
# Templates whose questions read less well: with the article's title in front, of who does what is recited, of a duty as
# a whole, of exceptions that are not named.
_DOUBTFUL = re.compile(r"\+matter|actor\.subject|procedure\.then|exception\.always|\+applied|list\.inside")
# Asks for all that a sentence wants: beside them another one of the sentence says their answer.
_WHOLE = re.compile(r"procedure\.then|exception\.always|permission\.allowed|permission\.whether")
# Asks for one step in two ways: what must be gone through, and with whom.
_STEPS = re.compile(r"procedure\.step|actor\.consulted")


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
    def doubts(self) -> int:
        """How many things make it read less well; 0 is best."""
        length = len(self.candidate.finals[0])
        doubtful = len(_DOUBTFUL.findall(self.candidate.ask.template))
        return 2 * self.says_heading + (length > SHORT) + (length > LONG) + doubtful

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
    ordered = sorted(_without_recited(rated), key=lambda r: r.candidate.key)
    random.Random(f"select {seed}").shuffle(ordered)  # no secret hangs on it
    ordered.sort(key=lambda r: r.doubts)  # the better ones first
    queues: dict[tuple[str, QuestionType], list[Rated]] = {}
    for one in ordered:
        queues.setdefault(one.cell, []).append(one)
    picker = _Picker(queues)
    while len(picker.chosen) < size and picker.pick():
        pass
    return sorted(picker.chosen, key=lambda r: r.candidate.key), picker.repeats


def _without_recited(rated: Sequence[Rated]) -> Iterator[Rated]:
    """The candidates but those that recite the figure of a sentence, where another one asks for it."""
    figures = {_sentence(one) for one in rated if one.candidate.type in _FIGURES}
    for one in rated:
        recites = re.search(r"\d", one.candidate.finals[0]) is not None and one.candidate.type not in _FIGURES
        if one.difficulty.level in RARE or not (recites and _sentence(one) in figures):
            yield one


def _sentence(one: Rated) -> tuple[str, Span]:
    return (one.candidate.ask.provision, one.candidate.ask.sentence)


class _Picker:
    """Takes one candidate at a time for the level, then the type, that has the fewest so far."""

    def __init__(self, queues: dict[tuple[str, QuestionType], list[Rated]]) -> None:
        self._queues = {cell: list(queue) for cell, queue in queues.items()}
        self.chosen: list[Rated] = []
        self.repeats = 0
        self._by_cell: Counter[tuple[str, QuestionType]] = Counter()
        self._by_level: Counter[str] = Counter()
        self._by_type: Counter[QuestionType] = Counter()
        self._golds: Counter[tuple[str, ...]] = Counter()
        self._firsts: Counter[str] = Counter()
        self._said: list[frozenset[str]] = []
        self._asked: dict[tuple[str, Span], list[Rated]] = {}

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
        """The best candidate of a cell that may still be taken; those that may not are left out for good."""
        queue = self._queues.get(cell, [])
        queue.sort(key=lambda r: self._firsts[r.candidate.ask.provision])  # stable: the better ones stay in front
        while queue:
            one = queue.pop(0)
            if self._has_room(one):
                print_ = fingerprint(one.candidate.finals[0])
                if not is_repeat(print_, self._said, LIKENESS):
                    self._said.append(print_)
                    return one
                self.repeats += 1
        return None

    def _has_room(self, one: Rated) -> bool:
        ask = one.candidate.ask
        if self._golds[one.candidate.gold] >= PER_GOLD or self._firsts[ask.provision] >= PER_PROVISION:
            return False
        beside = self._asked.get(_sentence(one), [])
        rare = one.difficulty.level in RARE
        return not beside or (rare and all(_ask_apart(one, other) for other in beside))

    def _take(self, one: Rated) -> None:
        self.chosen.append(one)
        self._by_cell[one.cell] += 1
        self._by_level[one.difficulty.level] += 1
        self._by_type[one.candidate.type] += 1
        self._golds[one.candidate.gold] += 1
        self._firsts[one.candidate.ask.provision] += 1
        self._asked.setdefault(_sentence(one), []).append(one)


def _ask_apart(one: Rated, other: Rated) -> bool:
    """Whether two questions of one sentence ask for different things."""
    templates = (one.candidate.ask.template, other.candidate.ask.template)
    if one.candidate.type is other.candidate.type or any(_WHOLE.search(t) for t in templates):
        return False
    return not all(_STEPS.search(t) for t in templates)
