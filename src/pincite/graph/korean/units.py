"""Words put together: a work or a word that points back, with the levels that follow it, is one unit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.graph.korean import words
from pincite.graph.korean.tokens import Token, TokenKind
from pincite.graph.korean.works import Names

_WORKS = (TokenKind.NAME, TokenKind.WORK, TokenKind.AMENDED)
_LOWER = re.compile(r"[ ]?(시행령|시행규칙)(?=[^가-힣]|에|의|을|은|과|으로)")
_GAP = 180


@dataclass(slots=True)
class Unit:
    """One place that points somewhere, as printed.

    Args:
        head: the work or the word that points back; None where a number stands alone.
        work: the work's name with 시행령 behind it; empty without one.
        levels: from the outermost, each finer than the one before.
        start, end: of its words; the brackets between a name and its number are inside.
        note: whether it goes on to an annex's notes (비고), which are no items of the annex.
    """

    start: int
    end: int
    head: Token | None = None
    work: str = ""
    levels: tuple[Token, ...] = ()
    note: bool = False

    @property
    def kind(self) -> TokenKind | None:
        """Of the head."""
        return self.head.kind if self.head else None

    @property
    def segments(self) -> tuple[str, ...]:
        """Of its levels."""
        return tuple(level.segment for level in self.levels)


class Assembler:
    """Makes units of the words of one text."""

    def __init__(self, text: str, found: Sequence[Token], names: Names) -> None:
        self._text = text
        self._tokens = found
        self._names = names

    def units(self) -> list[Unit]:
        """All units, in order."""
        made: list[Unit] = []
        inner: list[Token] = []
        at = 0
        while at < len(self._tokens):
            unit, at = self._unit(at, inner)
            made.append(unit)
        made.extend(Unit(t.start, t.end, head=t) for t in inner if t.kind is TokenKind.SELF)
        return sorted(made, key=lambda unit: unit.start)

    def _unit(self, at: int, inner: list[Token]) -> tuple[Unit, int]:
        token = self._tokens[at]
        if token.kind is TokenKind.LEVEL:
            unit = Unit(token.start, token.end, levels=(token,))
            return self._deeper(unit, at + 1)
        unit = Unit(token.start, token.end, head=token)
        if token.kind in _WORKS:
            return self._with_number(self._named(unit, token), at + 1, inner)
        if token.kind is TokenKind.SAME:
            at = self._merged(unit, at)
        return self._after_word(unit, at + 1)

    def _named(self, unit: Unit, token: Token) -> Unit:
        unit.work = token.word
        if token.kind is TokenKind.WORK:
            unit.start, unit.work = self._names.whole(token.start, token.word)
        elif token.kind is TokenKind.NAME and (lower := _LOWER.match(self._text, unit.end)):
            unit.work, unit.end = f"{unit.work} {lower[1]}", lower.end()
        return unit

    def _merged(self, unit: Unit, at: int) -> int:
        """같은 조 같은 항 is one word that points back; the last says to what."""
        while at + 1 < len(self._tokens):
            following = self._tokens[at + 1]
            gap = self._text[unit.end : following.start]
            if following.kind is not TokenKind.SAME or gap.strip() or len(gap) > 2:
                break
            if following.word not in words.KINDS or (unit.head and unit.head.word not in words.KINDS):
                break
            at += 1
            unit.end, unit.head = following.end, following
        return at

    def _with_number(self, unit: Unit, at: int, inner: list[Token]) -> tuple[Unit, int]:
        """The unit with the number behind a work, over its definition; words inside that go to `inner`."""
        gap = words.TO_NUMBER.match(self._text, unit.end)
        until = gap.end() if gap else unit.end
        following = at
        while following < len(self._tokens) and self._tokens[following].start < until:
            following += 1
        if following < len(self._tokens):
            level = self._tokens[following]
            if level.kind is TokenKind.LEVEL and level.start == until and level.rank <= words.RANKS["a"]:
                inner.extend(self._tokens[at:following])
                unit.levels, unit.end = (level,), level.end
                return self._deeper(unit, following + 1)
        return unit, at

    def _after_word(self, unit: Unit, at: int) -> tuple[Unit, int]:
        """The unit with the levels behind 이 조, 같은 항, 전조 or 같은 법."""
        assert unit.head is not None
        if at < len(self._tokens):
            level = self._tokens[at]
            letters = "p" if unit.head.word == "조항" else words.KINDS.get(unit.head.word, "")
            rank = words.RANKS.get(letters, -1)
            pattern = words.TO_NUMBER if rank < 0 else words.DEEPER
            gap = pattern.match(self._text, unit.end)
            fits = level.kind is TokenKind.LEVEL and (
                level.rank > rank if rank >= 0 else level.rank <= words.RANKS["a"]
            )
            note = words.NOTE_OF_ANNEX.match(self._text, unit.end) if rank == words.RANKS["n"] else None
            if fits and note and note.end() == level.start:
                unit.end, unit.note = level.end, True
                return unit, at + 1
            if fits and gap and gap.end() == level.start:
                unit.levels, unit.end = (level,), level.end
                return self._deeper(unit, at + 1)
        return unit, at

    def _deeper(self, unit: Unit, at: int) -> tuple[Unit, int]:
        """The unit with the finer levels that follow at once."""
        while at < len(self._tokens):
            last, level = unit.levels[-1], self._tokens[at]
            if level.kind is not TokenKind.LEVEL or not _is_finer(last, level) or last.extras:
                break
            if level.start - last.end > _GAP:
                break
            note = words.NOTE_OF_ANNEX.match(self._text, last.end) if last.letters == "n" else None
            if note and note.end() == level.start:
                unit.end, unit.note = level.end, True
                return unit, at + 1
            gap = words.DEEPER.match(self._text, last.end)
            if gap is None or gap.end() != level.start:
                break
            unit.levels = (*unit.levels, level)
            unit.end = level.end
            at += 1
        if unit.levels[-1].letters == "b" and (below := words.BELOW_SUBITEM.match(self._text, unit.end)):
            unit.end = below.end()
        return unit, at


def _is_finer(above: Token, below: Token) -> bool:
    if above.letters in ("d", "c", "sc", "sp"):
        return above.rank < below.rank < words.RANKS["a"]
    if above.letters == "x":
        return below.letters == "a"
    return below.rank > above.rank and below.letters in ("p", "i", "b")
