"""What is no matter: contents pages, navigation, bare headings and fragments.

They answer no question and crowd out what does, so they are left out of the chunks and counted; they stay in
`document.text`. In doubt a block is matter: a chunk too many costs a rank, a missing rule costs the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum

from pincite.parse.sections import Unit, heading_number
from pincite.types.document import Document, Page, Section, Span, TextQuality


class LeftOut(StrEnum):
    """Why a block is in no chunk."""

    CONTENTS = "contents"
    NAVIGATION = "navigation"
    HEADING = "heading"
    FRAGMENT = "fragment"
    FURNITURE = "running_head_or_foot"


SENTENCE_END = re.compile(r"[.!?:;][\"'”’)\]]*$|다\.?$")

_LEADS_IN = (":", "—")
_FEW_LETTERS = 12
_MAX_HEADING = 120
_MIN_ENTRIES = 3
"""Headings in a row, or lines of one block, from which they can be a list of contents."""
_ENTRY_SHARE = 2 / 3
"""Share of these that must come again as headings further down."""
_MAX_ENTRY = 100
"""Characters that may stand between two entries of a list of contents, such as the name of a group of them."""

# Tried at the first of its dots only, since on a line of nothing else it would take minutes.
_LEADER_LINE = re.compile(r"(?<!\.)(?<!\.\s)(?:\.\s?){4,}\s*[\divxlc]+\s*$|(?<!…)…+\s*[\divxlc]+\s*$", re.IGNORECASE)
_ENDS_IN_NUMBER = re.compile(r"\S\s+(?:\d{1,3}|[ivxlc]{1,6})\s*$")
_CONTENTS_HEADING = re.compile(r"^(?:table of )?contents\b|^목\s*차", re.I)
_NAVIGATION = re.compile(
    r"^(?:skip to (?:main )?content|back to top|table of contents|contents|home|menu|search|print|share|next|previous"
    r"|목차|차례|본문 바로가기)$",
    re.I,
)
_LETTER = re.compile(r"[^\W\d_]")
_MARK = r"(?:\((?:\d{1,3}|[A-Za-z]{1,5})\)|(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)])"
_LABEL = re.compile(rf"(?:{_MARK}\s*)+")
_ITEM = re.compile(rf"(?:{_MARK}|[•▪◦●■□–*-])\s.*[^\W\d_]{{3}}")
_ITEM_THAT_GOES_ON = re.compile(rf"(?:{_MARK}\s*)+[a-z]")
# What says something without many letters: an amount, a share, a sum, a section; a telephone number, an address.
_FIGURE = re.compile(r"[$€£₩]\s?\d|\d\s?%|\d\s*=|§\s?\d")
_CONTACT = re.compile(r"\d{3}\)?[-. ]\d{3,4}\b|\bwww\.\w|\w@\w+\.\w|\b[A-Z]{2} \d{5}\b")
_BULLETS = re.compile(r"^(?:[•▪◦●■□*·–-]\s*)+")
_PAGE_NUMBER = re.compile(r"[\s.…]*\b\d{1,4}$")
# Words of a rule; a title such as "Landlord may enter" has none of them.
_OPERATIVE = re.compile(r"\b(?:shall|must|may not|cannot|can not|is not|are not|means?)\b")
_VERB = re.compile(r"\b(?:includes?|may|will|is|are|was|were|has|have|does|do)\b")


def is_label(text: str) -> bool:
    """Whether a block is nothing but the label of what follows it, such as `(2)` or `b.`."""
    return len(text) <= 24 and _LABEL.fullmatch(text) is not None


def leads_on(text: str, following: str) -> bool:
    """Whether a short block begins the sentence that the list item behind it ends: `Any person`, `(1) who refuses`."""
    return _LETTER.search(text) is not None and _ITEM_THAT_GOES_ON.match(following) is not None


def section_text(document: Document, section: Section) -> Span:
    """A section without its heading, which the index reads anyway; with it where the heading is a part of the text.

    It is where it leads in what follows (`Landlords cannot:`) or is a rule itself, as where a section has no title and
    its first sentence was taken for one.
    """
    title = document.text[section.span.start : section.span.end]
    at = 0 if _is_said(section.heading) else _end_of_words(title, section.heading)
    return Span(section.span.start + at, section.span.end)


def heading_span(document: Document, section: Section) -> Span | None:
    """The heading that `section_text` leaves out; None where it leaves none out."""
    start, end = section.span.start, section_text(document, section).start
    return Span(start, end) if start < end else None


def _end_of_words(text: str, words: str) -> int:
    """Where the words end that `text` begins with, whatever blanks part them; 0 where it begins otherwise."""
    at = 0
    for word in words.split():
        while at < len(text) and text[at].isspace():
            at += 1
        if not text.startswith(word, at):  # a hyphen in the heading was mended
            return 0
        at += len(word)
    return at


def _is_said(heading: str) -> bool:
    if heading.endswith(_LEADS_IN):
        return True
    if heading.endswith("?") or len(heading.split()) < 3:
        return False
    number = heading_number(heading)
    in_paragraph = number is not None and number.unit is Unit.PARAGRAPH
    return _OPERATIVE.search(heading) is not None or (in_paragraph and _VERB.search(heading) is not None)


class Judge:
    """Tells matter from the rest; made once for a document."""

    def __init__(self, document: Document) -> None:
        self._contents_pages = frozenset(page.index for page in document.pages if _is_contents_page(document, page))
        self._low_pages = frozenset(page.index for page in document.pages if page.quality is TextQuality.LOW)
        self._contents_sections = _contents_sections(document)
        self._last_heading = {key: s.span.start for s in document.sections for key in _keys(s.heading)}

    def reason(self, text: str, span: Span, section: Section | None, page: int | None, alone: bool) -> LeftOut | None:
        """Why a block is left out; None for matter.

        Args:
            text: of the block.
            span: of the block, in the document.
            section: under whose heading it stands.
            page: 0-based; None without pages.
            alone: it is all that its section says.
        """
        lines = text.splitlines()
        if page in self._contents_pages or (section is not None and section.span.start in self._contents_sections):
            return LeftOut.CONTENTS
        if _leader_lines(lines) * 2 > len(lines) or self._lists(lines, span):
            return LeftOut.CONTENTS
        if all(_NAVIGATION.match(line.strip()) for line in lines):
            return LeftOut.NAVIGATION
        if _is_division(text) or (alone and section is not None and _is_lead_in_alone(text, section)):
            return LeftOut.HEADING
        numbered = alone and section is not None and section.id is not None
        if _is_short(text) and not _is_short_matter(text, numbered, page in self._low_pages):
            return LeftOut.FRAGMENT
        return None

    def _lists(self, lines: Sequence[str], span: Span) -> bool:
        """Whether most lines are headings of sections further down."""
        if len(lines) < _MIN_ENTRIES or not any(self._comes_later(line, span) for line in lines[:2]):
            return False
        return sum(self._comes_later(line, span) for line in lines) >= _ENTRY_SHARE * len(lines)

    def _comes_later(self, line: str, span: Span) -> bool:
        if len(line) > 2 * _MAX_HEADING:
            return False
        entry = _BULLETS.sub("", line.strip())
        return any(
            self._last_heading.get(key, 0) >= span.end for key in (_key(entry), _key(_PAGE_NUMBER.sub("", entry)))
        )


def _leader_lines(lines: Sequence[str]) -> int:
    """How many lines lead to a page number by dots."""
    dotted = (line for line in lines if ".." in line or ". ." in line or "…" in line)  # the pattern is slow on others
    return sum(_LEADER_LINE.search(line) is not None for line in dotted)


def _is_short(text: str) -> bool:
    return len(_LETTER.findall(text[:200])) < _FEW_LETTERS and not _LETTER.search(text[200:])


def _is_short_matter(text: str, all_of_a_number: bool, doubtful: bool) -> bool:
    """Whether a short block says something.

    Args:
        all_of_a_number: a numbered section says nothing else, as where it is `[Repealed]`.
        doubtful: the page's text is of low quality, where signs and figures prove nothing.
    """
    letters = len(_LETTER.findall(text))
    if (SENTENCE_END.search(text) and letters >= 4) or any("가" <= c <= "힣" for c in text):
        return True
    if doubtful:
        return False
    if all_of_a_number and letters >= 4:
        return True
    return any(pattern.search(text) for pattern in (_FIGURE, _CONTACT)) or _ITEM.match(text) is not None


def _is_division(text: str) -> bool:
    """Whether a block is the heading of a chapter or the like that no section was made of."""
    if len(text) > _MAX_HEADING or SENTENCE_END.search(text):
        return False
    number = heading_number(" ".join(text.split()))
    return number is not None and number.unit < Unit.SECTION


def _is_lead_in_alone(text: str, section: Section) -> bool:
    """Whether a section says nothing but a heading that leads in what has sections of its own."""
    return section.heading.endswith(_LEADS_IN) and " ".join(text.split()) == section.heading


def _is_contents_page(document: Document, page: Page) -> bool:
    """Whether most of a page's lines end in a page number, or lead to one by dots."""
    if page.quality is TextQuality.EMPTY:
        return False
    lines = [line for line in page.span.cut(document.text).splitlines() if line.strip()]
    leaders = _leader_lines(lines)
    numbers = sum(bool(_ENDS_IN_NUMBER.search(line)) for line in lines)
    titled = any(_CONTENTS_HEADING.match(line.strip()) for line in lines[:4])
    return len(lines) >= 5 and (leaders * 2 > len(lines) or (titled and numbers * 2 > len(lines)))


def _contents_sections(document: Document) -> frozenset[int]:
    """Starts of the sections that are entries of a list of contents written as headings.

    Such a list is a row of headings with nothing said under them, most of which come again further down.
    """
    last = {_key(section.heading): place for place, section in enumerate(document.sections)}
    found: set[int] = set()
    for first, end in _silent_rows(document):
        row = document.sections[first:end]
        again = sum(last[_key(section.heading)] >= end for section in row)
        if len(row) >= _MIN_ENTRIES and again >= _ENTRY_SHARE * len(row):
            found.update(section.span.start for section in row)
    return frozenset(found)


def _silent_rows(document: Document) -> Iterator[tuple[int, int]]:
    """Half-open ranges of sections in a row under whose headings no sentence stands."""
    first = 0
    for place, section in enumerate(document.sections):
        text = section_text(document, section).cut(document.text).strip()
        if len(text) > _MAX_ENTRY or any(SENTENCE_END.search(line) for line in text.splitlines()):
            if first < place:
                yield first, place
            first = place + 1
    if first < len(document.sections):
        yield first, len(document.sections)


def _keys(heading: str) -> set[str]:
    """A heading's words, with and without its number."""
    number = heading_number(heading)
    return {_key(heading), _key(number.title)} - {""} if number else {_key(heading)}


def _key(heading: str) -> str:
    return " ".join(heading.casefold().split())
