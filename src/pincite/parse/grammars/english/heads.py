"""Headings of English law: sections such as `§ 164.502 Uses`, the parts and chapters around them, appendices.

They come from the document's own headings and from lines that can be nothing else. Tables of contents, running heads
and `(continued)` lines repeat them and open nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pincite.parse.grammars.english.labels import DASHES
from pincite.parse.grammars.english.lines import Line, lines_of
from pincite.parse.grammars.english.titles import closed_title
from pincite.parse.sections import Unit, heading_number
from pincite.text.normalize import one_line
from pincite.types.document import Document
from pincite.types.provision import ProvisionKind

KINDS = {
    Unit.TITLE: ProvisionKind.TITLE,
    Unit.SUBTITLE: ProvisionKind.SUBTITLE,
    Unit.CHAPTER: ProvisionKind.CHAPTER,
    Unit.SUBCHAPTER: ProvisionKind.SUBCHAPTER,
    Unit.PART: ProvisionKind.PART,
    Unit.SUBPART: ProvisionKind.SUBPART,
    Unit.DIVISION: ProvisionKind.DIVISION,
    Unit.ARTICLE: ProvisionKind.ARTICLE,
    Unit.SECTION: ProvisionKind.SECTION,
}

_NUMBER = r"\d+[A-Za-z]{0,3}(?:[.\-–—‑‐:]\d+[A-Za-z]{0,2})*"
_SIGNED = re.compile(
    rf"(?P<sign>§§?|(?:Secs?|SECS?)\.|(?:Sections?|SECTIONS?)(?= ))\s*§?\s*(?P<number>{_NUMBER})"
    rf"(?:\s*(?:-|–|—|to|through|and|,)\s*§?\s*(?P<through>{_NUMBER}))?(?P<stop>[.:]?)(?=\s|\[|—|\Z)"
)
_AFTER_NUMBER = re.compile(r"[\"“‘'(\[]?[A-Z]|\[|\Z")
_CONTINUED = re.compile(r"\(\s*continued\s*\)", re.IGNORECASE)
_CONTAINER = re.compile(
    r"(?P<word>(?:SUB)?TITLE|(?:SUB)?CHAPTER|(?:SUB)?PART|DIVISION|ARTICLE|(?:Sub)?[Tt]itle|(?:Sub)?[Cc]hapter|"
    r"(?:Sub)?[Pp]art|Division|Article)[ \n]+"
    r"(?P<number>\d+[A-Z]{0,2}(?:[.\-–]\d+[A-Z]?)*|[IVXLC]+(?:[-–][A-Z0-9])?|[A-Z]{1,2})"
    r"(?=[\s.:,—–\-\[]|\Z)(?P<rest>.*)",
    re.DOTALL,
)
_APPENDIX = re.compile(
    r"(?P<word>APPENDIX|Appendix|SCHEDULE|Schedule)(?:[ \n]+(?P<number>[A-Z]{1,2}|\d{1,3}|[IVX]+))?"
    r"(?=[\s.:—–-]|\Z)(?P<rest>.*)",
    re.DOTALL,
)
_OF_PLACE = re.compile(
    r"[ \n]+(?:to|of)[ \n]+(?:the )?(?P<unit>Title|Chapter|Subpart|Part|§+|Act)\b[^—–:]*", re.IGNORECASE
)
_IN_TITLE = re.compile(
    r"\b(?P<word>title|subtitle|chapter|subchapter|part|subpart|division)\s+"
    r"(?P<number>\d+[A-Z]?(?:[.\-]\d+)*|[IVXLC]+|[A-Z])\b"
    r"(?P<link>\s*,\s*|\s*[-–—]\s*(?=(?:title|subtitle|chapter|subchapter|part|subpart|division)\b))?",
    re.IGNORECASE,
)
_MARKS = " \t\n.:,;—–-"
_LONGEST = 300
MIN_CONTENTS = 3
"""Entries that make a table of contents."""


@dataclass(frozen=True, slots=True)
class Head:
    """A heading that opens a provision.

    Args:
        start, end: of the heading.
        signed: the number stands behind a section word or sign.
        whole: it names what the whole document is.
        belongs_to: of an appendix, the kind of what it is an appendix to, where it says so.
    """

    start: int
    end: int
    kind: ProvisionKind
    number: str
    title: str
    signed: bool = True
    whole: bool = False
    belongs_to: ProvisionKind | None = None


def heads_of(document: Document) -> list[Head]:
    """All headings that open a provision, in the order of the text."""
    found: dict[int, Head] = {}
    for section in document.sections:
        end = _heading_end(document.text, section.span.start, section.heading)
        head = _read_heading(document.text, section.span.start, end)
        if head is not None:
            found[head.start] = head
    for head in _heads_in_lines(document, {section.span.start for section in document.sections}):
        found.setdefault(head.start, head)
    whole = whole_document(document)
    if whole is not None:
        found[whole.start] = whole
    heads: list[Head] = []
    for start in sorted(found):
        if not heads or start >= heads[-1].end:  # not a line inside of a heading
            heads.append(found[start])
    return _without_contents(_without_strangers(heads), document.text)


def whole_document(document: Document) -> Head | None:
    """The part or chapter that the title says the document is, such as `45 CFR Part 164 — Security`."""
    line = next(lines_of(document.text, 0, min(len(document.text), 2000)), None)
    if line is None or line.end - line.start > _LONGEST:
        return None
    title = document.text[line.start : line.end]
    if _CONTAINER.match(title) is not None:  # the first of the running heads of a printed law
        first = _container(line.start, line.end, title)
        return replace(first, whole=True) if first is not None else None
    if title.strip() != one_line(document.title):
        return None
    last = None
    for found in _IN_TITLE.finditer(title):
        if title.count("(", 0, found.start()) > title.count(")", 0, found.start()):
            break
        last = found
        if not found["link"]:
            break
    if last is None:
        return None
    kind = KINDS[Unit[last["word"].upper()]]
    rest = title[last.end() :].strip(_MARKS)
    return Head(line.start, line.end, kind, last["number"].translate(DASHES), rest, whole=True)


def _heading_end(text: str, start: int, heading: str) -> int:
    """Where a heading ends that the parser wrote on one line."""
    left, at = sum(not c.isspace() for c in heading), start
    while left and at < len(text):
        left -= not text[at].isspace()
        at += 1
    return at


def _read_heading(text: str, start: int, end: int) -> Head | None:
    heading = text[start:end]
    number = heading_number(one_line(heading))
    appendix = _APPENDIX.match(heading)
    if appendix is not None:
        return _appendix(start, end, appendix)
    if number is not None and number.unit is Unit.SECTION and heading[0] != "제":
        signed = _SIGNED.match(heading)
        if signed is None and (heading[0] in "§Ss" or not set(".-") & set(number.id)):
            return None  # the end of a reference, or "1. Who may apply", which is a heading of any text
        if signed is not None and _runs_on(text, start, heading[signed.end() :]):
            return None
        through = f"-{signed['through']}" if signed and signed["through"] else ""
        title = heading[signed.end() :] if signed else number.title
        name = (signed["number"] + through).translate(DASHES) if signed else number.id
        return Head(start, end, ProvisionKind.SECTION, name, _trimmed(title), signed=signed is not None)
    return _container(start, end, heading)


def _runs_on(text: str, start: int, rest: str) -> bool:
    """Whether a line that begins with a section sign is the wrapped end of a reference: `§ 12.3; and`."""
    rest = rest.lstrip()
    return rest[:1] in (";", ",", ")") or (rest[:1].islower() and text[max(start - 2, 0) : start].strip("\n") != "")


def _container(start: int, end: int, heading: str) -> Head | None:
    found = _CONTAINER.match(heading)
    if found is None:
        return None
    inner = _CONTAINER.match(found["rest"].lstrip(_MARKS))
    if inner is not None and found["rest"].lstrip(" ")[:1] in "-–—,":  # TITLE 27 - CHAPTER 2
        found = inner
    rest = one_line(found["rest"])
    if rest[:1].islower() or (rest[:1] == "," and rest[2:3].islower()):
        return None  # "Part A tenant must pay"
    return Head(start, end, KINDS[Unit[found["word"].upper()]], found["number"].translate(DASHES), _trimmed(rest))


def _appendix(start: int, end: int, found: re.Match[str]) -> Head:
    of_place = _OF_PLACE.match(found["rest"])
    rest = found["rest"][of_place.end() :] if of_place else found["rest"]
    unit = Unit.__members__.get(of_place["unit"].upper()) if of_place else None
    belongs_to = KINDS[unit] if unit is not None else None
    return Head(start, end, ProvisionKind.ANNEX, found["number"] or "0", _trimmed(rest), belongs_to=belongs_to)


def _trimmed(title: str) -> str:
    title = one_line(title).strip(_MARKS)
    return title if title else ""


def _heads_in_lines(document: Document, known: set[int]) -> Iterator[Head]:
    """Section signs and container words that begin a line which is no heading for the parser."""
    text, before = document.text, ""
    furniture = {span.start for page in document.pages for span in page.furniture}
    for line in lines_of(text, 0, len(text), furniture):
        if line.text_start not in known:
            head = _section_line(text, line, before) or _container_line(text, line)
            if head is not None:
                yield head
        before = text[line.start : line.end]


def _section_line(text: str, line: Line, before: str) -> Head | None:
    if text[line.text_start] not in "§Ss":
        return None
    found = _SIGNED.match(text, line.text_start, line.end)
    if found is None or (not line.apart and before and before[-1] not in '.;:])”"'):
        return None
    at = found.end() + len(text[found.end() : line.end]) - len(text[found.end() : line.end].lstrip(" —"))
    is_word = found["sign"][0] in "Ss"
    if not _AFTER_NUMBER.match(text, at, line.end) or (is_word and not found["stop"] and at < line.end):
        return None
    rest = text[at : line.end]
    title, after = closed_title(rest)
    number = found["number"] + (f"-{found['through']}" if found["through"] else "")
    if title:
        end = at + after
    else:
        title, end = (_trimmed(rest), line.end) if len(rest) <= 120 and rest[-1:] not in ".;," else ("", found.end())
    return Head(line.text_start, end, ProvisionKind.SECTION, number.translate(DASHES), title)


def _container_line(text: str, line: Line) -> Head | None:
    if not line.apart or line.end - line.start > _LONGEST or text[line.text_start] not in "TSCPDAtscpda":
        return None
    heading = text[line.text_start : line.end]
    following = text[line.end : line.end + 2]
    if following not in ("\n\n", "") and not heading.isupper():
        return None
    appendix = _APPENDIX.match(heading)
    if appendix is not None:
        named = appendix["number"] or heading.isupper()
        closed = heading[-1] in ".;," and not heading.isupper()
        return _appendix(line.text_start, line.end, appendix) if named and not closed else None
    head = _container(line.text_start, line.end, heading)
    if head is None or (heading[-1] in ".;,:" and not heading.isupper() and len(heading) > 100):
        return None
    return head


def _without_strangers(heads: Sequence[Head]) -> list[Head]:
    """Numbers without a sign must be of the family of the others: not `19.00` among `410.100`, `410.110`."""
    families = Counter(_family(h) for h in heads if h.kind is ProvisionKind.SECTION and not h.signed)
    if not families:
        return list(heads)
    most = families.most_common(1)[0][1]
    return [h for h in heads if h.signed or h.kind is not ProvisionKind.SECTION or families[_family(h)] * 5 > most]


def _family(head: Head) -> str:
    return re.split(r"[.\-:]", head.number)[0]


def _without_contents(heads: list[Head], text: str) -> list[Head]:
    """Leave out entries of a table of contents: rows of headings with next to nothing below that come again later."""
    last: dict[tuple[ProvisionKind, str], int] = {}
    for place, head in enumerate(heads):
        last[head.kind, head.number] = place
    bare = [not head.whole and _is_bare(heads, place, text) for place, head in enumerate(heads)]
    again = [last[head.kind, head.number] > place for place, head in enumerate(heads)]
    kept: list[Head] = []
    place = 0
    while place < len(heads):
        end, seen = place, set[tuple[ProvisionKind, str]]()
        while end < len(heads) and bare[end] and (heads[end].kind, heads[end].number) not in seen:
            seen.add((heads[end].kind, heads[end].number))
            end += 1
        while end > place and not again[end - 1]:
            end -= 1
        # Of a run of bare headings most come again; one that does not is an entry all the same.
        if end - place < MIN_CONTENTS or sum(again[place:end]) * 2 < end - place:
            end = place
            kept.append(heads[place])
        place = max(end, place + 1)
    return kept


def _is_bare(heads: Sequence[Head], place: int, text: str) -> bool:
    if _CONTINUED.search(text, heads[place].start, heads[place].end):
        return False
    end = heads[place + 1].start if place + 1 < len(heads) else len(text)
    return len(text[heads[place].end : end].strip()) < 120


def is_continued(head: Head, text: str) -> bool:
    """Whether a heading says of itself that it only repeats the one above a page break."""
    return _CONTINUED.search(text, head.start, head.end) is not None
