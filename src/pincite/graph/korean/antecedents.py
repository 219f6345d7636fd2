"""What 같은 조, 같은 항 and 같은 법 take up: the last reference before them that has such a level or work."""

from __future__ import annotations

import re

from pincite.graph.korean.around import Around, letters_of
from pincite.graph.korean.found import Found
from pincite.graph.korean.words import HOLDERS
from pincite.types.reference import ReferenceForm

# Where no article bounds it, an antecedent is not looked for farther back, in characters.
_REACH = 2000
_LOWER = re.compile(r"(?P<head>.*?)[ ]?(?P<lower>시행령|시행규칙)$")
_STATUTE_ENDS = ("법", "법률", "헌법", "특별법")
_NOTICES = ("고시", "규정", "기준", "지침", "요령", "대책", "훈령", "예규")
_LOWER_WORKS = {"영": ("영", "령"), "시행령": ("영", "령"), "규칙": ("규칙",), "시행규칙": ("규칙",)}


class Antecedents:
    """The references behind a place, as far as words can take them up."""

    def __init__(self) -> None:
        self._levels: dict[str, Found] = {}
        self._works: list[Found] = []
        self._holder: tuple[str, ...] = ()

    def enter(self, around: Around, start: int) -> None:
        """Forget what was cited in another article, or too far back."""
        if around.holder != self._holder:
            self._levels.clear()
            self._works.clear()
            self._holder = around.holder
        if not around.holder:
            self._levels = {k: f for k, f in self._levels.items() if start - f.end < _REACH}
            self._works = [f for f in self._works[-20:] if start - f.end < _REACH]

    def take(self, found: Found) -> None:
        """Remember a reference."""
        if found.form is ReferenceForm.DELEGATION_OUT:
            return
        relative = found.form is ReferenceForm.OWN_ARTICLE
        for segment in found.whole:
            letters = letters_of(segment)
            # 제2항 names no article: it is what 같은 조 takes up only where nothing else is.
            if relative and letters in HOLDERS and letters in self._levels:
                continue
            self._levels[letters] = found
        if found.work:
            self._works.append(found)

    def level(self, letters: str) -> Found | None:
        """The last reference with a level of this kind."""
        return self._levels.get(letters)

    def last(self) -> Found | None:
        """The last reference to a provision, which 같은 조항 takes up as far as its paragraph."""
        return max(self._levels.values(), key=lambda found: found.end, default=None)

    def with_work(self) -> list[Found]:
        """The last references to provisions of other works, in order."""
        return [found for found in self._works[-20:] if found.whole]

    def work(self, word: str) -> tuple[str, Found] | None:
        """The work that 같은 법, 같은 법 시행령, 같은 영 … speak of, and the reference that named it."""
        lower = _LOWER.fullmatch(word)
        if lower and lower["head"] in ("법", "법률"):
            statute = self.work("법")
            return (f"{statute[0]} {lower['lower']}", statute[1]) if statute else None
        for found in reversed(self._works[-40:]):
            if word in ("법", "법률"):
                if found.work.endswith(_STATUTE_ENDS):
                    return found.work, found
                above = _LOWER.fullmatch(found.work)
                if above and above["head"]:
                    return above["head"], found
            elif found.work.endswith(_LOWER_WORKS.get(word, (word,))):
                return found.work, found
        # 동 고시 may be called a standard in its own name.
        notices = (f for f in reversed(self._works[-40:]) if f.work.endswith(_NOTICES))
        found_notice = next(notices, None) if word in _NOTICES else None
        return (found_notice.work, found_notice) if found_notice else None


def path_through(found: Found, letters: str) -> tuple[str, ...]:
    """The path of an antecedent down to a level."""
    for at, segment in enumerate(found.whole):
        if letters_of(segment) == letters:
            return found.whole[: at + 1]
    return ()
