"""Plain text: paragraphs at empty lines, headings only where a line is clearly one.

A form feed in a text file ends a paragraph and nothing more: such files break pages where some printer did, and a page
number made from that would look like a pincite that nobody can check.
"""

from __future__ import annotations

import re

from pincite.parse.parsed import Parsed
from pincite.parse.sections import Heading, Unit, heading_number, sections_from
from pincite.parse.versions import PLAIN
from pincite.text.normalize import odd_places, one_line
from pincite.text.offsets import TextMapBuilder
from pincite.types.document import Span

_LINE = re.compile(r"([^\r\n\f\v\x85\u2028\u2029]*)(?:\r\n|[\r\n\v\x85\u2028\u2029]|(\f)|\Z)")
_MAX_HEADING = 120
_TITLE_WORDS = 6


def parse_plain(raw: str) -> Parsed:
    """Parse the decoded text of a plain text file; offsets of the map point into `raw`."""
    out = TextMapBuilder()
    lines: list[tuple[Span, bool]] = []
    gap = ""
    for match in _LINE.finditer(raw):
        start, end = _trimmed(raw, *match.span(1))
        if start < end:
            if len(out):
                out.make(gap or "\n")
            alone = gap != "" or not lines
            text_start = len(out)
            _copy_clean(out, raw, start, end)
            if len(out) > text_start:
                lines.append((Span(text_start, len(out)), alone))
            gap = "\n\n" if match[2] else ""
        else:
            gap = "\n\n"
    text = out.text()
    headings = _headings(text, lines)
    title = (
        headings[0].text if headings and headings[0].span.start == 0 and not heading_number(headings[0].text) else None
    )
    return Parsed(PLAIN, "text/plain", text, out.text_map(), sections=sections_from(headings, len(text)), title=title)


def _trimmed(raw: str, start: int, end: int) -> tuple[int, int]:
    line = raw[start:end]
    return end - len(line.lstrip()), start + len(line.rstrip())


def _copy_clean(out: TextMapBuilder, raw: str, start: int, end: int) -> None:
    at = start
    for odd in odd_places(raw, start, end):
        out.copy(raw, at, odd.start)
        out.make(odd.written)
        at = odd.end
    out.copy(raw, at, end)


def _headings(text: str, lines: list[tuple[Span, bool]]) -> list[Heading]:
    found: list[Heading] = []
    for place, (span, alone) in enumerate(lines):
        ends_paragraph = place + 1 == len(lines) or lines[place + 1][1]
        level = heading_level(one_line(span.cut(text)), alone and ends_paragraph)
        if level:
            found.append(Heading(span, one_line(span.cut(text)), level))
    return found


def heading_level(line: str, on_its_own: bool) -> int:
    """Level of a heading line, 0 for other lines.

    A section sign or word with a title counts wherever it stands; capitals and counted titles only on their own.
    """
    if len(line) > _MAX_HEADING or not any(c.isalpha() for c in line):
        return 0
    number = heading_number(line)
    if number is not None and number.unit not in (Unit.PARAGRAPH, Unit.SECTION):
        return 1 + (number.unit > Unit.CHAPTER) if on_its_own or not number.title.endswith((".", ";", ",")) else 0
    if number is not None and number.unit is Unit.SECTION and on_its_own:
        # "2.1 The fee is due each month." on its own is a clause, not a heading.
        sentence = number.title.endswith((".", ";")) and len(number.title.split()) > _TITLE_WORDS
        return 0 if sentence and line[0].isdigit() else 3
    if number is not None and number.unit is Unit.SECTION and line[0] in "§제" and not line.endswith((";", ",")):
        return 3
    letters = [c for c in line if c.isalpha()]
    if on_its_own and len(letters) > 3 and line == line.upper() != line.lower() and line[-1] not in ",;":
        return 1
    return 0
