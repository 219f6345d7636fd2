"""Numbers of OpenDocument lists and headings as they are printed; the files hold their styles, not the numbers.

A list begins anew where a root list opens, unless it says that it goes on; a level begins anew where an outer one
counts on. See "text:list-level-style-number" and "text:outline-style" of the OpenDocument schema, version 1.3.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from pincite.parse.office.number_formats import written

MAX_LEVEL = 10

_FORMATS = {
    "1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman", "": "none",
    "가, 나, 다, ...": "ganada", "ㄱ, ㄴ, ㄷ, ...": "chosung", "①, ②, ③, ...": "decimalEnclosedCircle",
    "일, 이, 삼, ...": "koreanCounting", "一, 二, 三, ...": "chineseCounting",
    "１, ２, ３, ...": "decimalFullWidth", "1st": "ordinal", "First": "ordinalText", "One": "cardinalText",
    "01, 02, 03, ...": "decimalZero", "일, 이, 삼, ... (ko-x-digital)": "koreanDigital",
    "하나, 둘, 셋, ...": "koreanLegal", "*, †, ‡, §, **, ††, ...": "chicago",
}  # fmt: skip
_PLACE = re.compile(r"%(\d{1,2})%")


@dataclass(frozen=True, slots=True)
class Level:
    """How one level of a list is numbered.

    Args:
        form: in the words of `pincite.parse.office.number_formats`; `none` for no number.
        before, behind: what stands around the number.
        shown: how many levels' numbers are written, this one's the last.
        start: the first number.
        pattern: `%1%.%2%`, where the file says it so; then `before`, `behind` and `shown` do not count.
        bullet: a sign instead of a number.
        joined: the text stands directly behind the number.
    """

    form: str = "none"
    before: str = ""
    behind: str = ""
    shown: int = 1
    start: int = 1
    pattern: str = ""
    bullet: str = ""
    joined: bool = False


Levels = dict[int, Level]


def levels_of(style: Element) -> Levels:
    """The levels of a list style or of the outline's, from 1."""
    found: Levels = {}
    for item in style:
        depth = _int(item.get("text:level"), 0)
        place = next(item.iter("style:list-level-label-alignment"), None)
        joined = place is not None and place.get("text:label-followed-by") == "nothing"
        if item.tag in ("text:list-level-style-number", "text:outline-level-style"):
            form = item.get("style:num-format") or ""
            found[depth] = Level(
                _FORMATS.get(form, "decimal"),
                item.get("style:num-prefix") or "",
                item.get("style:num-suffix") or "",
                _int(item.get("text:display-levels"), 1),
                _int(item.get("text:start-value"), 1),
                item.get("loext:num-list-format") or item.get("style:num-list-format") or "",
                joined=joined,
            )
        elif item.tag == "text:list-level-style-bullet":
            found[depth] = Level(bullet=item.get("text:bullet-char") or "•", joined=joined)
    return found


@dataclass(slots=True)
class Counter:
    """The numbers that a list has come to, by level."""

    numbers: dict[int, int] = field(default_factory=dict)

    def next(self, levels: Levels, depth: int, start: int | None = None) -> str:
        """Count on a level and say its number as it is printed, with the blank behind it.

        Args:
            start: the number that the item itself says it has.
        """
        level = levels.get(depth, Level())
        printed = level.bullet or self._counted(levels, level, depth, start)
        return f"{printed} " if printed and not level.joined else printed

    def skip(self, levels: Levels, depth: int) -> None:
        """An item says nothing on a level but holds an inner list: it counts where it is the first one."""
        self.numbers.setdefault(depth, levels.get(depth, Level()).start)

    def _counted(self, levels: Levels, level: Level, depth: int, start: int | None) -> str:
        known = self.numbers.get(depth)
        self.numbers[depth] = start if start is not None else level.start if known is None else known + 1
        for deeper in [at for at in self.numbers if at > depth]:
            del self.numbers[deeper]
        return self._printed(levels, level, depth)

    def _printed(self, levels: Levels, level: Level, depth: int) -> str:
        if level.form == "none" and not level.pattern:
            return f"{level.before}{level.behind}".strip()
        if level.pattern:
            return _PLACE.sub(lambda match: self._one(levels, int(match[1])), level.pattern).strip()
        first = max(depth - level.shown + 1, 1)
        shown = [self._one(levels, at) for at in range(first, depth + 1)]
        return f"{level.before}{'.'.join(part for part in shown if part)}{level.behind}".strip()

    def _one(self, levels: Levels, depth: int) -> str:
        level = levels.get(depth, Level())
        number = self.numbers.get(depth)
        return written(level.start if number is None else number, level.form)


def _int(value: str | None, otherwise: int) -> int:
    return int(value) if value is not None and value.isascii() and value.isdecimal() and len(value) < 7 else otherwise
