"""The printed pincite: the words by which a reader finds a quote in the document.

    California Tenants, p. 12 (PDF p. 18 of 147)
    Florida Statutes, Chapter 83, Part II, § 83.49(3)(a)
    Housing Maintenance Code (New York City), § 27-2005, p. 11 (PDF p. 11 of 141)
    Lease of Harbor Street 5, p. 3 (PDF p. 4 of 9, read by OCR)
    시험연구법 시행령 제20조제1항제2호

It says what the document shows and no more: without printed numbers the place in the file alone, without pages the
section, without either the heading and the paragraph's place. No page is ever invented.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache

from pincite.text.paragraphs import paragraph_path
from pincite.text.provision_labels import provision_label
from pincite.text.titles import cut, shown_title
from pincite.types.document import Document, Page, Section, Span

MAX_HEADING = 60
READ_BY_OCR = "read by OCR"
"""What a label says of a page whose text was recognised from its picture, and so may have other letters than it."""

_ID_MARK = re.compile(r"^(?:§+|secs?\.|sections?)\s*", re.IGNORECASE)
_KOREAN = re.compile(r"제\d+(?:편|장|절|관|조)(?:의\d+)?")
_UNIT_WORD = re.compile(r"[A-Za-z]+ ")
_PARAGRAPH_MARK = re.compile(r"\((?:[a-z]{1,4}|[A-Z]{1,4}|\d{1,3})\)(?:\s|$)")
_ITEM = re.compile(r"^\((\d+)(의\d+)?\)$")
_PARAGRAPH_START = re.compile(r"(?:\A|\n[ \t]*\n|\f)\s*(?=\S)")
_LINE_START = re.compile(r"(?:\A|[\n\f])\s*(?=\S)")


def label(document: Document, span: Span, provision: Sequence[str] = ()) -> str:
    """The printed pincite of a place in a document.

    Args:
        span: non-empty, in `document.text`.
        provision: segments of the provision that it is cited as; without them the text's own headings and paragraph
            labels tell, as far as they are certain.

    Returns:
        One line: the title, then sections, then pages; without both the heading path and the paragraph's place.
    """
    title = shown_title(document.title or document.id, document.jurisdiction)
    korean = document.language == "ko"
    section = provision_label(provision, "ko" if korean else "en") if provision else _section_part(document, span)
    page = _page_part(document, span)
    if _KOREAN.match(section) or (provision and korean):
        parts = [f"{title} {section}", page]
    else:
        parts = [title, section, page] if section or page else [title, _plain_part(document, span)]
    return " ".join(", ".join(part for part in parts if part).split())


def is_read_by_ocr(printed: str) -> bool:
    """Whether a label says that its page was read by OCR; a title of these words says so of nothing."""
    return printed.endswith((f", {READ_BY_OCR})", f", {READ_BY_OCR}")) and "p. " in printed


def numbered_section(document: Document, offset: int) -> Section | None:
    """The section with a number that holds `offset`: the one whose heading stands above it, else the one around that.

    A heading such as `(h) "Lease" means` inside § 5 carries a paragraph's label and no number: its text is § 5's.
    """
    at = bisect_right(document.sections, offset, key=lambda s: s.span.start) - 1
    if at < 0:
        return None
    level = document.sections[at].level + 1
    for section in reversed(document.sections[: at + 1]):
        if section.level < level:
            if _is_number(section):
                return section
            level = section.level
    return None


def numbered_sections(document: Document, span: Span) -> tuple[Section, ...]:
    """All sections with a number that `span` touches, in order."""
    low = bisect_right(document.sections, span.start, key=lambda s: s.span.start)
    high = bisect_left(document.sections, span.end, key=lambda s: s.span.start)
    starts = [span.start, *(section.span.start for section in document.sections[low:high])]
    found = [section for offset in starts if (section := numbered_section(document, offset))]
    return tuple(section for at, section in enumerate(found) if at == 0 or section is not found[at - 1])


def section_number(section: Section) -> str:
    """How a section is cited: `§ 83.49`, `Article 5`, `제20조`; units that count anew keep their word in the id."""
    number = _bare(section.id or "")
    return number if _KOREAN.match(number) or _UNIT_WORD.match(number) else f"§ {number}"


def _section_part(document: Document, span: Span) -> str:
    sections = numbered_sections(document, span)
    if not sections:
        return ""
    first = section_number(sections[0])
    if len(sections) == 1:
        return first + _paragraph_part(document, sections[0], span)
    last = section_number(sections[-1])
    if last == first:
        return first
    if first.startswith("§ ") and last.startswith("§ "):
        return f"§§ {first[2:]} to {last[2:]}"
    return f"{first}–{last}" if _KOREAN.match(first) else f"{first} to {last}"


def _paragraph_part(document: Document, section: Section, span: Span) -> str:
    extent, headings = _extent(document, section)
    if not extent.start <= span.start < span.end <= extent.end:
        return ""
    inside = Span(span.start - extent.start, span.end - extent.start)
    inner = tuple(start - extent.start for start in headings)
    path = paragraph_path(extent.cut(document.text), inside, headings=inner)
    if _KOREAN.match(section_number(section)):
        path = tuple(_ITEM.sub(r"제\1호\2", step) for step in path)
    return "".join(path)


def _extent(document: Document, section: Section) -> tuple[Span, tuple[int, ...]]:
    """A numbered section with the headings inside it, and where those start."""
    at = bisect_left(document.sections, section.span.start, key=lambda s: s.span.start)
    end, headings = section.span.end, []
    for inner in document.sections[at + 1 :]:
        if inner.level <= section.level or _is_number(inner):
            break
        end = inner.span.end
        headings.append(inner.span.start)
    return Span(section.span.start, end), tuple(headings)


def _is_number(section: Section) -> bool:
    """Whether a section has a number to cite by, and is not a labelled paragraph such as `(h) "Lease" means`."""
    return bool(_bare(section.id or "")) and not _PARAGRAPH_MARK.match(section.heading.strip())


def _bare(section_id: str) -> str:
    return _ID_MARK.sub("", section_id.strip()).rstrip(".:").strip()


def _page_part(document: Document, span: Span) -> str:
    if not document.pages:
        return ""
    first = document.page_at(span.start)
    last = document.page_at(max(span.end - 1, span.start))
    assert first is not None  # the document has pages
    assert last is not None
    in_file = f"{_pages(str(first.index + 1), str(last.index + 1))} of {len(document.pages)}"
    in_file = f"{'PDF' if document.media_type == 'application/pdf' else 'file'} {in_file}"
    if any(page.read_by == "ocr" for page in document.pages[first.index : last.index + 1]):
        in_file = f"{in_file}, {READ_BY_OCR}"
    printed = _printed(first, last)
    return f"{printed} ({in_file})" if printed else in_file


def _printed(first: Page, last: Page) -> str:
    return _pages(first.label, last.label) if first.label and last.label else ""


def _pages(first: str, last: str) -> str:
    return f"p. {first}" if first == last else f"pp. {first}–{last}"


def _plain_part(document: Document, span: Span) -> str:
    """Heading path and paragraph of a text that has neither pages nor numbered sections."""
    section = document.section_at(span.start)
    if section is None:
        return _paragraphs(document.text, span, 0)
    path = [part for part in section.heading_path or (section.heading,) if part != document.title]
    if not path:
        return _paragraphs(document.text, span, max(document.text.find("\n", section.span.start), 0))
    heading = "“" + " › ".join(cut(" ".join(part.split()), MAX_HEADING) for part in path) + "”"
    after = document.text.find("\n", section.span.start, section.span.end)
    if after < 0 or span.start < after or span.end > section.span.end:
        return heading
    return f"{heading}, {_paragraphs(document.text, span, after)}"


def _paragraphs(text: str, span: Span, start: int) -> str:
    """The ordinals of the paragraphs that `span` touches, counted from 1 after `start`."""
    starts = _paragraph_starts(text)
    before = bisect_left(starts, start)
    first = max(bisect_right(starts, span.start) - before, 1)
    last = max(bisect_right(starts, max(span.end - 1, span.start)) - before, 1)
    return f"para. {first}" if first == last else f"paras. {first}–{last}"


@lru_cache(maxsize=8)
def _paragraph_starts(text: str) -> tuple[int, ...]:
    """Where paragraphs start: after blank lines, or at every line where the text has no blank line."""
    pattern = _PARAGRAPH_START if re.search(r"\n[ \t]*\n", text) else _LINE_START
    return tuple(found.end() for found in pattern.finditer(text))
