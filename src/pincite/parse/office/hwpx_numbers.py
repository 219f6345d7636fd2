"""Numbers of Hangul paragraphs as they are printed: outlines (개요), numbered and bulleted paragraphs.

A paragraph's shape says by which list and on which level it counts (`hh:heading`), a list how each level's number is
written (`hh:paraHead`, such as `^1.` or `(^5)`); the numbers themselves are not in the file. See KS X 6101, chapter 9.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pincite.parse.office.number_formats import written

MAX_LEVEL = 10

_FORMATS = {
    "DIGIT": "decimal", "CIRCLED_DIGIT": "decimalEnclosedCircle", "ROMAN_CAPITAL": "upperRoman",
    "ROMAN_SMALL": "lowerRoman", "LATIN_CAPITAL": "upperLetter", "LATIN_SMALL": "lowerLetter",
    "HANGUL_SYLLABLE": "ganada", "HANGUL_JAMO": "chosung", "HANGUL_PHONETIC": "koreanCounting",
    "IDEOGRAPH": "chineseCounting", "CIRCLED_IDEOGRAPH": "ideographEnclosedCircle",
}  # fmt: skip
# Circled letters that Unicode has in a row: the first, and how many.
_CIRCLED = {
    "CIRCLED_LATIN_CAPITAL": ("Ⓐ", 26), "CIRCLED_LATIN_SMALL": ("ⓐ", 26), "CIRCLED_HANGUL_SYLLABLE": ("㉮", 14),
    "CIRCLED_HANGUL_JAMO": ("㉠", 14),
}  # fmt: skip
_STEMS = {"DECAGON_CIRCLE": "갑을병정무기경신임계", "DECAGON_CIRCLE_HANJA": "甲乙丙丁戊己庚辛壬癸"}
_PLACE = re.compile(r"\^(\d{1,2}|n|N)")


class Head(NamedTuple):
    """How a level's number is written, and the first one."""

    pattern: str
    form: str
    start: int


class Heading(NamedTuple):
    """By which list a paragraph counts: `OUTLINE`, `NUMBER`, `BULLET` or `NONE`; its level is counted from 1."""

    kind: str
    list_id: str
    level: int


@dataclass(slots=True)
class Numbering:
    """The lists of a file and the numbers that they have come to."""

    heads: dict[str, dict[int, Head]] = field(default_factory=dict)
    bullets: dict[str, str] = field(default_factory=dict)
    shapes: dict[str, Heading] = field(default_factory=dict)
    _numbers: defaultdict[tuple[str, str], dict[int, int]] = field(default_factory=lambda: defaultdict(dict))

    def printed(self, heading: Heading, outline: str) -> str:
        """Count on and say the number as it is printed; empty where a paragraph has none.

        Args:
            outline: the list by which the section's outline counts.
        """
        if heading.kind == "BULLET":
            return self.bullets.get(heading.list_id, "")
        if heading.kind not in ("OUTLINE", "NUMBER"):
            return ""
        list_id = outline if heading.kind == "OUTLINE" else heading.list_id
        heads = self.heads.get(list_id)
        head = heads.get(heading.level) if heads else None
        if heads is None or head is None:
            return ""
        numbers = self._numbers[heading.kind, list_id]
        numbers[heading.level] = numbers[heading.level] + 1 if heading.level in numbers else head.start
        for deeper in [level for level in numbers if level > heading.level]:
            del numbers[deeper]
        return _PLACE.sub(lambda match: _place(match[1], heading.level, heads, numbers), head.pattern).strip()


def numbering_of(header: Element) -> Numbering:
    """The lists and paragraph shapes of a file's header part."""
    found = Numbering()
    for item in header.iter("hh:numbering"):
        found.heads[item.get("id") or ""] = {
            number(head.get("level"), 1): Head(
                "".join(head.itertext()).strip(), head.get("numFormat") or "DIGIT", number(head.get("start"), 1)
            )
            for head in item.iter("hh:paraHead")
        }
    for item in header.iter("hh:bullet"):
        found.bullets[item.get("id") or ""] = _bullet(item.get("char"))
    for item in header.iter("hh:paraPr"):
        heading = next(item.iter("hh:heading"), None)
        if heading is not None:
            level = min(number(heading.get("level"), 0), MAX_LEVEL) + 1
            found.shapes[item.get("id") or ""] = Heading(heading.get("type") or "", heading.get("idRef") or "", level)
    return found


def number(value: str | None, otherwise: int) -> int:
    """A whole number as a file writes it; `otherwise` for anything else."""
    return int(value) if value is not None and value.isascii() and value.isdecimal() and len(value) < 7 else otherwise


def formed(value: int, form: str) -> str:
    """A number in one of the format's forms; in figures where it has none."""
    first, count = _CIRCLED.get(form, ("", 0))
    if 0 < value <= count:
        return chr(ord(first) + value - 1)
    stems = _STEMS.get(form, "")
    if 0 < value <= len(stems):
        return stems[value - 1]
    return written(value, _FORMATS.get(form, "decimal"))


def _place(what: str, level: int, heads: dict[int, Head], numbers: dict[int, int]) -> str:
    """`^3`: the number of level 3; `^n` and `^N`: those of all levels down to this one, the latter with a full stop."""
    if what.isdecimal():
        return _one(int(what), heads, numbers)
    return ".".join(_one(at, heads, numbers) for at in range(1, level + 1)) + ("." if what == "N" else "")


def _one(level: int, heads: dict[int, Head], numbers: dict[int, int]) -> str:
    head = heads.get(level)
    if head is None:
        return ""
    return formed(numbers.get(level, head.start), head.form)


def _bullet(char: str | None) -> str:
    """The bullet's sign; those of a font of signs as a round one."""
    return "•" if not char or "\ue000" <= char[0] <= "\uf8ff" or ord(char[0]) > 0xF0000 else char[0]
