"""Word's automatic numbers: what Word prints before each paragraph of a list, which the file does not hold.

A list (w:num) is an instance of a definition (w:abstractNum) of up to nine levels. Lists of one definition count on
from each other, unless one says where it starts anew. A paragraph names its list and level itself or through its style.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pincite.parse.office.docx.package import children, find, is_on, number, value
from pincite.parse.office.docx.styles import ParagraphStyle, Styles
from pincite.parse.office.number_formats import written

LEVELS = 9
_PLACE = re.compile(r"%([1-9])")
_SUFFIXES = {"nothing": "", "space": " ", "tab": " "}
_TEXTUAL = frozenset("-–—*")
BULLET = "•"


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a list's definition.

    Args:
        start: its first number.
        number_format, pattern: as for `written`.
        text: with `%1` for the number of the outermost level, and so on.
        suffix: between number and text.
        legal: all numbers are written in figures.
        restart: a paragraph of this level (1 for the outermost) or one further out starts it anew; 0: nothing does;
            None: every level further out.
        style: id of the paragraph style that is on this level.
    """

    start: int = 1
    number_format: str = "decimal"
    pattern: str = ""
    text: str = ""
    suffix: str = " "
    legal: bool = False
    restart: int | None = None
    style: str | None = None


class Numbered(NamedTuple):
    """The number of one paragraph.

    Args:
        printed: as printed, such as `1.2(a)`; empty where the level prints none; `•` for a bullet.
        suffix: what stands between it and the text.
        level: 0 for the outermost.
        definition: id of the list's definition.
        is_bullet: whether it is a bullet.
    """

    printed: str
    suffix: str
    level: int
    definition: str
    is_bullet: bool


@dataclass(slots=True)
class _List:
    """A list: its definition's id, the levels with its own in place, and the numbers it starts anew from."""

    definition: str
    levels: dict[int, Level]
    restarts: dict[int, int]


class Numbering:
    """Counts through a file's paragraphs in their order."""

    def __init__(self, root: Element | None, styles: Styles) -> None:
        self._styles = styles
        self._definitions: dict[str, Element] = {}
        self._nums: dict[int, Element] = {}
        for element in root if root is not None else ():
            if element.tag == "w:abstractNum":
                self._definitions.setdefault(element.get("w:abstractNumId", ""), element)
            elif element.tag == "w:num" and (num_id := number(element.get("w:numId"))) is not None:
                self._nums.setdefault(num_id, element)
        self._lists: dict[int, _List | None] = {}
        self._counts: dict[str, dict[int, int]] = {}
        self._outlines: set[str] = set()

    def place(self, properties: Element | None, style: ParagraphStyle) -> tuple[int, int] | None:
        """List and level of a paragraph, by its own properties (w:pPr) or its style; None for one outside of lists."""
        own = find(properties, "w:numPr")
        own_id = number(value(find(own, "w:numId")))
        own_level = number(value(find(own, "w:ilvl")))
        num_id = own_id if own_id is not None else style.num_id
        if not num_id or (found := self._list(num_id)) is None:
            return None
        level = own_level
        if level is None and own_id is None:
            level = self._level_of_style(found, style)
        if level is None:
            level = style.ilvl or 0
        return (num_id, level) if 0 <= level < LEVELS else None

    def count(self, num_id: int, level: int) -> Numbered | None:
        """Count a paragraph of a list and level; what stands before it."""
        found = self._list(num_id)
        if found is None:
            return None
        counts = self._counts.setdefault(found.definition, {})
        self._step(found, counts, level)
        here = found.levels.get(level)
        if here is None:
            return None
        if here.number_format == "bullet":
            return Numbered(_bullet(here.text), here.suffix, level, found.definition, is_bullet=True)
        printed = _printed(found, counts, level)
        suffix = " " if printed[-1:].isspace() else here.suffix
        printed = printed.strip()
        return Numbered(printed, suffix if printed else "", level, found.definition, is_bullet=False)

    def is_outline(self, definition: str) -> bool:
        """Whether the second level of a definition is written with the number of the first, as 1.2 below 1 is."""
        return definition in self._outlines

    def _step(self, found: _List, counts: dict[int, int], level: int) -> None:
        for inner in [known for known in counts if known > level]:
            restart = found.levels.get(inner, _NO_LEVEL).restart
            if restart is None or level < restart:
                del counts[inner]
        # A level further out that no paragraph had yet counts as begun.
        for outer in range(level):
            if outer not in counts:
                counts[outer] = found.restarts.pop(outer, found.levels.get(outer, _NO_LEVEL).start)
        if level in found.restarts:
            counts[level] = found.restarts.pop(level)
        elif level in counts:
            counts[level] += 1
        else:
            counts[level] = found.levels.get(level, _NO_LEVEL).start

    def _level_of_style(self, found: _List, style: ParagraphStyle) -> int | None:
        """The level that names a style, or one that the style is based on."""
        for style_id in style.chain:
            for level, known in found.levels.items():
                if known.style == style_id:
                    return level
        return None

    def _list(self, num_id: int) -> _List | None:
        if num_id not in self._lists:
            self._lists[num_id] = self._read_list(num_id)
        return self._lists[num_id]

    def _read_list(self, num_id: int) -> _List | None:
        num = self._nums.get(num_id)
        definition = None if num is None else self._definition(value(find(num, "w:abstractNumId")) or "")
        if num is None or definition is None:
            return None
        levels = _levels(self._definitions[definition])
        restarts: dict[int, int] = {}
        for override in children(num, "w:lvlOverride"):
            level = number(override.get("w:ilvl"))
            if level is None or not 0 <= level < LEVELS:
                continue
            own = find(override, "w:lvl")
            if own is not None:
                levels[level] = _level(own)
            start = number(value(find(override, "w:startOverride")))
            if start is not None:
                restarts[level] = start
                levels[level] = replace(levels.get(level, _NO_LEVEL), start=start)
        if "%1" in levels.get(1, _NO_LEVEL).text:
            self._outlines.add(definition)
        return _List(definition, levels, restarts)

    def _definition(self, wanted: str) -> str | None:
        """Id of the definition that holds the levels: one that stands for a list style leads to that style's."""
        seen: set[str] = set()
        while wanted in self._definitions and wanted not in seen:
            seen.add(wanted)
            link = value(find(self._definitions[wanted], "w:numStyleLink"))
            if link is None:
                return wanted
            num = self._nums.get(self._styles.numbering.get(link, 0))
            wanted = "" if num is None else value(find(num, "w:abstractNumId")) or ""
        return None


_NO_LEVEL = Level()


def _levels(definition: Element) -> dict[int, Level]:
    found: dict[int, Level] = {}
    for element in children(definition, "w:lvl"):
        level = number(element.get("w:ilvl"))
        if level is not None and 0 <= level < LEVELS:
            found[level] = _level(element)
    return found


def _level(element: Element) -> Level:
    form = find(element, "w:numFmt")
    if form is None:  # formats newer than the standard stand in a choice, with the old one beside them
        form = find(element, "mc:AlternateContent", "mc:Choice", "w:numFmt")
    text = find(element, "w:lvlText")
    start = number(value(find(element, "w:start")))
    return Level(
        start=0 if start is None else start,
        number_format=value(form) or "decimal",
        pattern=value(form, "w:format") or "",
        text=value(text) or "",
        suffix=_SUFFIXES.get(value(find(element, "w:suff")) or "tab", " "),
        legal=bool(is_on(element, "w:isLgl")),
        restart=number(value(find(element, "w:lvlRestart"))),
        style=value(find(element, "w:pStyle")),
    )


def _printed(found: _List, counts: dict[int, int], level: int) -> str:
    legal = found.levels[level].legal

    def number_of(match: re.Match[str]) -> str:
        shown = int(match[1]) - 1
        if shown > level or shown not in counts:
            return ""
        known = found.levels.get(shown, _NO_LEVEL)
        # In legal style figures stand for every other form, but 04 stays 04.
        form = "decimal" if legal and known.number_format != "decimalZero" else known.number_format
        return written(counts[shown], form, known.pattern)

    return _PLACE.sub(number_of, found.levels[level].text)


def _bullet(text: str) -> str:
    """A bullet's sign: bullets of symbol fonts are letters or private characters without their font."""
    text = text.strip()
    return text if text in _TEXTUAL else BULLET if text else ""
