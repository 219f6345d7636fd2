"""What `such section`, `that paragraph`, `such Act` take up: the last reference of that kind in the same section."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from pincite.graph.english.places import Place
from pincite.graph.english.words import UNITS
from pincite.types.document import Span
from pincite.types.provision import Provision

if TYPE_CHECKING:
    from pincite.graph.english.meanings import Found

_REMEMBERED = 40
_REACH = 3000


class Antecedent(NamedTuple):
    """What was cited before, cut to the level that is taken up."""

    path: tuple[str, ...]
    work: str
    through: str
    span: Span


class History:
    """The references read so far, as far back as words reach."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._found: deque[Found] = deque(maxlen=_REMEMBERED)

    def add(self, found: Found) -> None:
        """Remember a reference."""
        self._found.append(found)

    def last(self) -> Found | None:
        """The reference before."""
        return self._found[-1] if self._found else None

    def find(self, word: str, source: Provision | None, at: int) -> Antecedent | None:
        """What a word such as `section` takes up at an offset; None where nothing fits."""
        return next(self._fitting(word, source, at), None)

    def find_all(self, word: str, source: Provision | None, at: int, *, plural: bool) -> list[Antecedent]:
        """All members of the list that a plural takes up."""
        if not plural:
            one = self.find(word, source, at)
            return [one] if one else []
        fitting = list(self._fitting(word, source, at))
        groups = {found.span: found.group for found in self._found}
        return [a for a in reversed(fitting) if groups[a.span] == groups[fitting[0].span]]

    def _fitting(self, word: str, source: Provision | None, at: int) -> Iterator[Antecedent]:
        base = self._place.base(source)
        for found in reversed(self._found):
            if at - found.span.end > _REACH:
                return
            cut = _cut(found, word, one_name=self._place.one_name)
            if cut is None:
                continue
            other = self._place.base(found.source)
            if word in UNITS and (other.id if other else "") != (base.id if base else ""):
                continue
            yield Antecedent(cut, found.work, found.through if cut == found.absolute else "", found.span)


def _cut(found: Found, word: str, *, one_name: bool) -> tuple[str, ...] | None:
    """The path of a reference up to the level of a word; None where it has no such level."""
    unit = UNITS.get(word)
    if unit is None:
        return () if found.work else None
    if found.unit == word and found.absolute:
        return found.absolute if unit.depth else _up_to(found.absolute, unit.letter) or found.absolute
    if unit.depth and one_name:
        head = _up_to(found.absolute, "s") or ()
        return found.absolute if len(found.absolute) > len(head) and found.absolute[-1][0] == "p" else None
    if unit.depth == 1:
        section = _up_to(found.absolute, "s")
        return found.absolute[: len(section) + 1] if section and len(found.absolute) > len(section) else None
    return _up_to(found.absolute, unit.letter) if not unit.depth else None


def _up_to(path: tuple[str, ...], letter: str) -> tuple[str, ...] | None:
    for at, segment in enumerate(path):
        rest = segment[len(letter) :]
        if segment.startswith(letter) and rest and (rest[0].isdigit() or rest[0].isupper()):
            return path[: at + 1]
    return None
