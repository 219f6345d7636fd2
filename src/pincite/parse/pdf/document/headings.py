"""Headings of a PDF page: numbered ones by their words, the others by size, bold type and capitals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.parse.pdf.document.layout import Paragraph, is_capitals
from pincite.parse.pdf.raw_page import Line, RawPage
from pincite.parse.sections import HeadingNumber, Unit, heading_number

LARGER = 1.1
"""Letter height, in body heights, from which a line counts as set larger."""
MAX_LINES = 4
MAX_CHARS = 200
NEXT_LINE = 1.35
"""Distance in letter heights up to which two lines can be one heading."""
TITLE_LINE = 2.6
"""The same where the first line is a bare number such as `ARTICLE 1`."""

_LEADERS = re.compile(r"\.{4,}|…{2,}|(?:\. ){4,}|_{3,}")
_OPENING = re.compile(
    r"§|제\s?\d|(?:sec(?:tion)?|title|subtitle|chapter|subchapter|part|subpart|division|article)\b", re.IGNORECASE
)
_RUN_IN = re.compile(r"(?:§+\s?|Sec(?:tion|\.)\s)\S{1,24}\s[^.]{3,180}\.(?=\s|$)")
_MARKED = re.compile(r"[•▪◦●■\uf020-\uf0ff]|\([a-z0-9]{1,4}\)|\d{1,3}[.)]\s")
# Addresses and telephone numbers are set like headings in contact lists.
_CONTACT = re.compile(r"\b[A-Z]{2}\.? \d{5}\b|\d{3}[-. ]\d{4}\b|https?:|\bwww\.|\S@\S")
_CLEAN_CAPITALS = re.compile(r"(?:[A-Z][A-Z’'-]+|A|I|&|OF)(?:[ ,/-]+(?:[A-Z][A-Z’'-]+|A|I|&))+[?:.]?")


@dataclass(frozen=True, slots=True)
class Candidate:
    """One or more paragraphs that are, or the first that opens with, a heading.

    Args:
        page: 0-based.
        paragraphs: places of its paragraphs in their page's list.
        text: of the heading on one line, as far as it is known before hyphens are mended.
        unit: of a numbered heading; None for one that is known by its looks.
        size: height of its letters, of its smallest line.
        capitals, bold: of all its lines.
        bottom: of its last line.
    """

    page: int
    paragraphs: tuple[int, ...]
    text: str
    unit: Unit | None
    size: float
    capitals: bool
    bold: bool
    bottom: float


def is_contents_page(texts: Sequence[str]) -> bool:
    """Whether the lines of a page are those of a table of contents."""
    if len(texts) < 5:
        return False
    numbered = [text for text in texts if text[-1].isdigit() and not text[-4:].isdigit() and not _MARKED.match(text)]
    led = sum(1 for text in numbered if _LEADERS.search(text))
    return led >= 5 or len(numbered) >= 0.6 * len(texts)


def find_headings(
    page: RawPage, paragraphs: Sequence[Paragraph], body: float, *, trusted: bool = True
) -> list[Candidate]:
    """The headings of one page in the order of its text; none on contents pages.

    Args:
        body: letter height of the document's body text.
        trusted: False where the text is of low quality: sizes say nothing there, and only clean capitals count.
    """
    texts = [page.text[line.start : line.end] for line in page.lines]
    if is_contents_page(texts):
        return []
    found: list[Candidate] = []
    for place, paragraph in enumerate(paragraphs):
        if (
            paragraph.furniture
            or paragraph.table
            or not _promising(page.lines[paragraph.lines[0]], texts[paragraph.lines[0]], body)
        ):
            continue
        following = paragraphs[place + 1] if place + 1 < len(paragraphs) else None
        goes_on = following is not None and not following.furniture and texts[following.lines[0]][0].islower()
        candidate = _candidate(page, paragraph, place, texts, body, goes_on)
        if candidate is None or not (trusted or _CLEAN_CAPITALS.fullmatch(candidate.text)):
            continue
        top = page.lines[paragraph.lines[0]].bottom
        if found and _continues(found[-1], candidate, top):
            found[-1] = _joined(found[-1], candidate)
        else:
            found.append(candidate)
    return found


def _promising(line: Line, text: str, body: float) -> bool:
    """Whether a paragraph's first line leaves it possible that it is a heading; most do not, and cost no more."""
    return line.bold or line.size >= LARGER * body or text.isupper() or _OPENING.match(text) is not None


def _candidate(
    page: RawPage, paragraph: Paragraph, place: int, texts: list[str], body: float, goes_on: bool
) -> Candidate | None:
    text = " ".join(" ".join(texts[i] for i in paragraph.lines[: MAX_LINES + 1]).split())
    lines = [page.lines[i] for i in paragraph.lines]
    number = heading_number(text)
    run_in = _run_in(text, number)
    if run_in:
        return _made(page, place, run_in, Unit.SECTION, lines)
    if len(lines) > MAX_LINES or len(text) > MAX_CHARS or not _worded(text):
        return None
    if number is not None and number.unit not in (Unit.PARAGRAPH, Unit.SECTION) and not text.endswith((".", ",", ";")):
        return _made(page, place, text, number.unit, lines)
    candidate = _made(page, place, text, None, lines)
    return candidate if not goes_on and _looks_like_heading(candidate, body) else None


def _made(page: RawPage, place: int, text: str, unit: Unit | None, lines: list[Line]) -> Candidate:
    return Candidate(
        page=page.index,
        paragraphs=(place,),
        text=text,
        unit=unit,
        size=min(line.size for line in lines),
        capitals=is_capitals(text),
        bold=all(line.bold for line in lines),
        bottom=lines[-1].bottom,
    )


def _run_in(text: str, number: HeadingNumber | None) -> str:
    """The heading of a section whose text goes on in the same line, as `§ 5 Scope. This chapter …`."""
    if number is None or number.unit is not Unit.SECTION or text[0] not in "§S":
        return ""
    if not number.title or not (number.title[0].isupper() or number.title[0] in '“"['):
        return ""
    match = _RUN_IN.match(text)
    return match.group() if match else ""


def _worded(text: str) -> bool:
    """Whether `text` has words enough for a heading, no blanks to fill in and is no address."""
    return sum(map(str.isalpha, text)) >= 3 and not _LEADERS.search(text) and not _CONTACT.search(text)


def _looks_like_heading(heading: Candidate, body: float) -> bool:
    text = heading.text
    larger = body > 0 and heading.size >= LARGER * body
    if not (larger or heading.bold or heading.capitals) or heading.size < 0.85 * body:
        return False
    if text[0].islower() or text[-1] in ",;":
        return False
    if ":" in text and not larger and not heading.capitals and len(text.split()) > 3 * text.endswith(":"):
        # A label or a lead-in: "Select all that apply:", "Petitioner: Docket number:".
        return False
    if text[-1] == ":" and (len(text.split()) < 2 or text.count(":") > 1):
        return False
    if text[-1] == "." and not (larger and len(text) < 80):
        return False
    return not (_MARKED.match(text) and not heading.bold and not larger)


def _continues(first: Candidate, second: Candidate, top: float) -> bool:
    """Whether `second` is the title of the bare number `first`, or its next line in the same looks."""
    if second.paragraphs[0] != first.paragraphs[-1] + 1 or second.unit is not None:
        return False
    step = first.bottom - top
    if len(first.text) + len(second.text) > MAX_CHARS or step < 0 or abs(first.size - second.size) > 0.06 * first.size:
        return False
    if first.unit is not None:
        number = heading_number(first.text)
        return number is not None and not number.title and step < TITLE_LINE * second.size
    same = first.bold == second.bold and first.capitals == second.capitals
    return same and step < NEXT_LINE * second.size and not first.text.endswith(("?", "."))


def _joined(first: Candidate, second: Candidate) -> Candidate:
    return Candidate(
        page=first.page,
        paragraphs=first.paragraphs + second.paragraphs,
        text=f"{first.text} {second.text}",
        unit=first.unit,
        size=first.size,
        capitals=first.capitals,
        bold=first.bold,
        bottom=second.bottom,
    )
