"""The numbers that headings carry, and sections made from headings.

A number becomes a section's id: `## Sec. 34.03.070. Security deposits` gives `34.03.070`. The rules:

- after a section word or sign (`§`, `Sec.`, `Section`) the number stands alone: `42-3505.02`, `4469a`, `164.502`;
- without one, only a number that cannot be a year, an amount, a date or a telephone number: `83.49`, `34-18-19`,
  `410.002`, and `1.` or `2.1` where the heading goes on with words;
- other units keep their word, since they count anew: `Article 5`, `Chapter 2`, `제1장`; articles 조 are `제13조의2`;
- a paragraph mark under a numbered section, such as `(a) Authority` under `§ 3608`, is `3608(a)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from pincite.types.document import Section, Span

_DASHES = str.maketrans({"–": "-", "—": "-", "‑": "-", "‐": "-", "−": "-", "\xad": "-", "\ufffe": "-", "\x02": "-"})


class Unit(IntEnum):
    """What a numbered heading opens, outermost first; the value orders levels."""

    TITLE = 10
    SUBTITLE = 15
    CHAPTER = 20
    SUBCHAPTER = 25
    PART = 30
    SUBPART = 35
    DIVISION = 40
    ARTICLE = 50
    SECTION = 60
    PARAGRAPH = 70


@dataclass(frozen=True, slots=True)
class HeadingNumber:
    """The number at the start of a heading.

    Args:
        unit: what the heading opens.
        id: such as `83.49` or `Chapter 2`; for a PARAGRAPH the mark alone, such as `(a)`.
        title: the heading without the number; may be empty.
    """

    unit: Unit
    id: str
    title: str


_NUMBER = r"\d+[A-Za-z]{0,2}(?:[.\-–—‑‐:]\d+[A-Za-z]{0,2})*"
_SIGNED = re.compile(
    rf"(?:§§?\s*|(?:Sections?|Secs?\.|SECTIONS?|SECS?\.)\s*§?\s*)({_NUMBER})(?:\s*\(continued\))?[.:]?(?=\W|$)"
)
_BARE = re.compile(
    r"(?:\d{1,4} C\.?[A-Z]\.?R\.? )?"  # the title of a regulation, as in 105 CMR 410.000
    r"(\d{1,4}[A-Za-z]?(?:[.\-–‑]\d{1,4}[A-Za-z]{0,2})+)[.:]?"
    r"(?=\s+[\"“‘'(\[]?[^\W\d_]|\s*\(continued\)|$)"
)
_COUNTED = re.compile(r"(\d{1,3})[.:)]\s+(?=[\"“‘'(\[]?[^\W\d_])")
_UNIT_WORD = re.compile(
    r"(TITLE|SUBTITLE|CHAPTER|SUBCHAPTER|PART|SUBPART|DIVISION|ARTICLE)\s+(\d+[A-Z]?(?:[.\-–]\d+[A-Z]?)*|[IVXLC]+|[A-Z])\b[.:]?",
    re.IGNORECASE,
)
_PARAGRAPH = re.compile(r"\((?:[a-z]{1,4}|[A-Z]{1,4}|\d{1,3})\)(?=\s|$)")
_KOREAN = re.compile(r"제\s*(\d+)\s*(편|장|절|관|조)(?:의\s*(\d+))?(?=[\s(\[<]|$)")
_KOREAN_UNITS = {"편": Unit.PART, "장": Unit.CHAPTER, "절": Unit.SUBCHAPTER, "관": Unit.DIVISION, "조": Unit.SECTION}
_DATE_OR_PHONE = re.compile(
    r"\d{1,2}[.\-–]\d{1,2}[.\-–]\d{4}$|(?:19|20)\d\d[.\-–]\d{1,2}[.\-–]\d{1,2}$|(?:19|20)\d\d[\-–](?:19|20)?\d\d$|(?:1-)?\d{3}[.\-–]\d{3}[.\-–]\d{4}$"
)
_MEASURE = re.compile(
    r"\s*(?:%|percent|per cent|days?|weeks?|months?|years?|hours?|minutes?|dollars?|cents?|feet|foot|inch(?:es)?|miles?"
    r"|square|cubic|times|million|billion|degrees?|a\.m|p\.m)\b",
    re.IGNORECASE,
)


def heading_number(heading: str) -> HeadingNumber | None:
    """The number that `heading` starts with; None where it carries none."""
    text = heading.strip()
    for read in (_read_signed, _read_korean, _read_unit, _read_bare, _read_paragraph):
        found = read(text)
        if found is not None:
            return found
    return None


def _read_signed(text: str) -> HeadingNumber | None:
    match = _SIGNED.match(text)
    if match is None:
        return None
    return HeadingNumber(Unit.SECTION, match[1].translate(_DASHES), text[match.end() :].strip())


def _read_korean(text: str) -> HeadingNumber | None:
    match = _KOREAN.match(text)
    if match is None:
        return None
    branch = f"의{match[3]}" if match[3] else ""
    return HeadingNumber(_KOREAN_UNITS[match[2]], f"제{match[1]}{match[2]}{branch}", text[match.end() :].strip())


def _read_unit(text: str) -> HeadingNumber | None:
    match = _UNIT_WORD.match(text)
    if match is None:
        return None
    title = text[match.end() :].strip(" \t.:—–-")
    # "Part A tenant must pay": a single letter is a number only where nothing or a title of its own follows.
    if match[1][0].islower() or (title and title[0].islower()):
        return None
    word = match[1].capitalize()
    return HeadingNumber(Unit[word.upper()], f"{word} {match[2].translate(_DASHES)}", title)


def _read_bare(text: str) -> HeadingNumber | None:
    match = _BARE.match(text)
    if match is not None:
        rest = text[match.end() :]
        if _DATE_OR_PHONE.match(match[1]) or _MEASURE.match(rest):
            return None
        return HeadingNumber(Unit.SECTION, match[1].translate(_DASHES), rest.strip())
    match = _COUNTED.match(text)
    if match is None:
        return None
    return HeadingNumber(Unit.SECTION, match[1], text[match.end() :].strip())


def _read_paragraph(text: str) -> HeadingNumber | None:
    match = _PARAGRAPH.match(text)
    if match is None:
        return None
    return HeadingNumber(Unit.PARAGRAPH, match.group(), text[match.end() :].strip())


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading found by a parser: where it stands, its text on one line, and its level (1 is outermost)."""

    span: Span
    text: str
    level: int


def sections_from(headings: Sequence[Heading], text_length: int, *, title: str = "") -> tuple[Section, ...]:
    """Sections from headings in the order of the text; each runs to the next heading of any level.

    Args:
        headings: ascending in `span.start`.
        text_length: where the last section ends.
        title: the document's title, left out of heading paths; the title's own section has an empty one.
    """
    open_headings: list[tuple[Heading, str | None]] = []
    sections: list[Section] = []
    for place, heading in enumerate(headings):
        while open_headings and open_headings[-1][0].level >= heading.level:
            open_headings.pop()
        section_id = _section_id(heading.text, (known for _, known in reversed(open_headings)))
        open_headings.append((heading, section_id))
        path = tuple(h.text for h, _ in open_headings)
        if path[0] == title:
            path = path[1:]
        end = headings[place + 1].span.start if place + 1 < len(headings) else text_length
        sections.append(Section(section_id, heading.text, heading.level, path, Span(heading.span.start, end)))
    return tuple(sections)


def _section_id(heading: str, outer: Iterable[str | None]) -> str | None:
    number = heading_number(heading)
    if number is None:
        return None
    if number.unit is not Unit.PARAGRAPH:
        return number.id
    parent = next((known for known in outer if known), None)
    return parent + number.id if parent else None
