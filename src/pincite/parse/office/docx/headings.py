"""The headings of a Word file, and its sections with the numbers that Word prints before them.

A paragraph is a heading by its outline level or style. A numbered one opens a section too where its number tells its
place by itself: `1.2`, `Section 4.02`, `제3조`; what stands behind the number of a whole clause is its text and no
heading. A plain list, `1.` to `5.`, opens sections where it is the clauses of a contract. Files without any of these
are read as plain text is, by short lines in capitals, in bold or with a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from pincite.parse.grammars.contract import speaks_as_contract
from pincite.parse.grammars.english.titles import closed_title, is_title
from pincite.parse.office.docx.numbering import Numbered
from pincite.parse.office.docx.writer import Written
from pincite.parse.sections import Heading, Unit, heading_number, sections_from
from pincite.parse.text_files.plain import heading_level
from pincite.text.normalize import one_line
from pincite.types.document import Section, Span

MAX_HEADING = 120
_MAX_BOLD = 80
_SENTENCE_WORDS = 6
_MIN_CLAUSES = 3
_CLAUSES_SHARE = 0.5
"""Of the text, from the first clause to the last; of clauses, those with a title of their own."""
_DECIMAL = re.compile(r"((?:\d{1,5}|[A-Z]{1,6}(?=\.\d))(?:\.\d{1,5})*)[.:)]?\Z")  # 1.2, and A.2 or IV.2
_COUNT = re.compile(r"\d{1,4}[.)]?\Z")  # 3.
_LABEL = re.compile(r"[(\[]?([^\W_]{1,8})[)\].:]{0,2}\Z")
# Units that contracts count by themselves, beside those that `heading_number` knows.
_COUNTED = re.compile(
    r"(?:Clause|Schedule|Annex|Annexure|Appendix|Exhibit|Attachment|Rule|Regulation|별표|부속서)\s+(?:\d[\d.]*|[A-Z]{1,6})",
    re.IGNORECASE,
)
_KOREAN_TITLE = re.compile(r"\s*\([^()\n]{1,80}\)")
_CLOSES = (".", ";", ",", ":")


class _Found(NamedTuple):
    heading: Heading
    number: Numbered | None


def sections_of(
    text: str, written: Sequence[Written], is_outline: Callable[[str], bool], title: str
) -> tuple[Section, ...]:
    """The sections of a text, from its paragraphs.

    Args:
        is_outline: whether a list's definition numbers as 1, 1.1, 1.1.1.
        title: the document's, left out of heading paths.
    """
    found = _by_style_and_number(text, written, is_outline, title)
    if all(row.heading.text == title for row in found):
        found = _by_looks(text, written)
    sections = sections_from([row.heading for row in found], len(text), title=title)
    return tuple(_with_numbers(sections, [row.number for row in found]))


def _by_style_and_number(
    text: str, written: Sequence[Written], is_outline: Callable[[str], bool], title: str
) -> list[_Found]:
    shifts = _shifts(written)
    clauses = _clause_list(text, written, title)
    found: list[_Found] = []
    around: dict[str, int] = {}  # for each list the level of the heading that it began under
    for here in written:
        paragraph, number = here.paragraph, here.paragraph.number
        if paragraph.is_contents or not paragraph.text:
            continue
        level = 1 if paragraph.is_title else paragraph.outline
        is_clause = number is not None and number.level == 0 and number.definition == clauses
        if level is None and number is not None and (is_clause or _tells_place(number, is_outline)):
            above = around.setdefault(number.definition, found[-1].heading.level if found else 0)
            level = shifts.get(number.definition, above) + number.level + 1
        heading = None if level is None else _heading(text, here, level)
        if heading is None:
            continue
        if number is None or not number.printed:
            around.clear()
        found.append(_Found(heading, number))
    return found


def _shifts(written: Sequence[Written]) -> dict[str, int]:
    """For each list whose paragraphs are headings by style how far their level is from that of the list."""
    shifts: dict[str, int] = {}
    for here in written:
        number, outline = here.paragraph.number, here.paragraph.outline
        if number is not None and outline is not None:
            shifts.setdefault(number.definition, max(outline - number.level - 1, 0))
    return shifts


def _tells_place(number: Numbered, is_outline: Callable[[str], bool]) -> bool:
    """Whether a number says where its paragraph stands: 1.2, Article IV, or 1 where 1.1 follows; not (a), not a step
    of a plain list.
    """
    if number.is_bullet or not number.printed:
        return False
    decimal = _DECIMAL.match(number.printed)
    if decimal is not None:
        return "." in decimal[1] or (number.level == 0 and is_outline(number.definition))
    return _unit_id(number.printed) is not None


def _clause_list(text: str, written: Sequence[Written], title: str) -> str | None:
    """The plain list whose outermost numbers are the clauses of a contract: each number once, most of the text from
    the first on, and the text one that speaks as a contract or clauses with titles. None where headings are numbered.
    """
    if any(here.paragraph.outline is not None and _is_numbered(text, here) for here in written):
        return None
    lists: dict[str, list[Written]] = {}
    for here in written:
        number = here.paragraph.number
        if number is not None and number.level == 0 and here.paragraph.text and _COUNT.match(number.printed):
            lists.setdefault(number.definition, []).append(here)
    definition = max(lists, key=lambda name: len(lists[name]), default=None)
    items = lists[definition] if definition is not None else []
    printed = {here.paragraph.number.printed for here in items if here.paragraph.number is not None}
    if len(items) < _MIN_CLAUSES or len(printed) < len(items):
        return None
    if items[-1].span.end - items[0].span.start < _CLAUSES_SHARE * len(text):
        return None
    titled = sum(_has_title(here, text[here.body : here.span.end]) for here in items)
    is_contract = titled >= _CLAUSES_SHARE * len(items) or speaks_as_contract(title, text)
    return definition if is_contract else None


def _is_numbered(text: str, here: Written) -> bool:
    number = here.paragraph.number
    automatic = number is not None and bool(number.printed) and not number.is_bullet
    return automatic or heading_number(one_line(here.span.cut(text))) is not None


def _has_title(here: Written, own: str) -> bool:
    """Whether a clause begins with a title and goes on, `Rent. The tenant pays …`, or is one that is set apart."""
    if _KOREAN_TITLE.match(own):
        return True
    title, after = closed_title(own)
    set_apart = here.paragraph.is_bold or own == own.upper() != own.lower()
    return (bool(title) and after < len(own.rstrip())) or (set_apart and is_title(own.rstrip(" .:")))


def _unit_id(printed: str) -> str | None:
    """The id of a number with a word, such as `Article IV`, `제3조` or `Schedule 2`."""
    unit = heading_number(printed)
    if unit is not None:
        return None if unit.unit is Unit.PARAGRAPH else unit.id
    counted = _COUNTED.match(printed)
    return one_line(counted.group()).rstrip(".") if counted else None


def _heading(text: str, here: Written, level: int) -> Heading | None:
    """The heading of a paragraph: all of a short one, number and title of a clause; None for other long ones."""
    number = here.paragraph.number
    line = one_line(here.span.cut(text))
    own = text[here.body : here.span.end]
    korean = _KOREAN_TITLE.match(own) if number is not None and number.printed.startswith("제") else None
    if korean is not None:  # 제3조(목적), with the rule behind it in the same line
        end = here.body + korean.end()
        return Heading(Span(here.span.start, end), one_line(text[here.span.start : end]), level)
    if len(line) <= MAX_HEADING and not (own.endswith(_CLOSES) and len(own.split()) > _SENTENCE_WORDS):
        return Heading(here.span, line, level)
    if number is None or not number.printed or number.is_bullet:
        return None
    title, after = closed_title(own)
    end = here.body + after if title else here.span.start + len(number.printed)
    return Heading(Span(here.span.start, end), one_line(text[here.span.start : end]), level)


def _by_looks(text: str, written: Sequence[Written]) -> list[_Found]:
    found: list[_Found] = []
    for here in written:
        paragraph = here.paragraph
        line = one_line(here.span.cut(text))
        if paragraph.is_contents or (paragraph.number is not None and paragraph.number.is_bullet):
            continue
        level = 1 if paragraph.is_title else heading_level(line, on_its_own=True)
        if not level and paragraph.is_bold and len(line) <= _MAX_BOLD and not line.endswith(_CLOSES):
            level = 2
        if level:
            found.append(_Found(Heading(here.span, line, level), paragraph.number))
    return found


def _with_numbers(sections: Sequence[Section], numbers: Sequence[Numbered | None]) -> list[Section]:
    """The sections, those with an automatic number under the id that it gives."""
    open_: list[Section] = []
    made: list[Section] = []
    for section, number in zip(sections, numbers, strict=True):
        while open_ and open_[-1].level >= section.level:
            open_.pop()
        outer = next((around.id for around in reversed(open_) if around.id), None)
        if number is not None and number.printed and not number.is_bullet:
            section = replace(section, id=_id(number.printed, outer) or section.id)
        open_.append(section)
        made.append(section)
    return made


def _id(printed: str, outer: str | None) -> str | None:
    """The id that a printed number gives: 1.2 as it is, Article IV, (a) behind the number around it."""
    decimal = _DECIMAL.match(printed)
    if decimal is not None:
        return decimal[1]
    unit = _unit_id(printed)
    if unit is not None:
        return unit
    label = _LABEL.match(printed)
    if label is None:
        return None
    return f"{outer}({label[1]})" if outer else label[1]
