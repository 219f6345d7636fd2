"""PDF: text, pages with their printed numbers, running heads, sections and a verdict on each page's text.

Two passes: the first reads every page and closes it, the second writes the text, since hyphens, running heads,
page numbers and headings are judged by the whole document.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.errors import DamagedDocument, EmptyDocument, EncryptedDocument
from pincite.parse import furniture, page_labels, quality, title
from pincite.parse.heading_levels import OutlineEntry, levels
from pincite.parse.hyphens import Vocabulary
from pincite.parse.page_labels import PageNumber
from pincite.parse.parsed import Parsed
from pincite.parse.pdf_headings import Candidate, find_headings
from pincite.parse.pdf_layout import Paragraph, body_size, paragraphs
from pincite.parse.pdf_lines import read_pages
from pincite.parse.pdf_text import PageText, PdfWriter
from pincite.parse.raw_page import RawPage
from pincite.parse.sections import Heading, sections_from
from pincite.parse.versions import PDF
from pincite.text.normalize import one_line
from pincite.types.document import Page, Span, TextQuality

if TYPE_CHECKING:
    import pypdfium2 as pdfium


_WRONG_PASSWORD = 4
# The PDF library is not safe for threads.
_LOCK = threading.Lock()


@dataclass(frozen=True, slots=True)
class _RawDocument:
    """What the first pass takes from the file."""

    title: str
    pages: list[RawPage]
    outline: list[OutlineEntry]
    body: float


def parse_pdf(data: bytes, source: str, *, password: str | None = None) -> Parsed:
    """Parse the bytes of a PDF file; raw offsets point into each page's text as `get_text_range()` returns it.

    Raises:
        EncryptedDocument: it needs a password, or another one.
        DamagedDocument: it cannot be opened, lacks its end, or has no pages or an unreadable one.
        EmptyDocument: no page holds text.
    """
    _check_whole(data, source)
    with _LOCK:
        raw = _read(data, source, password)
    if not any(page.lines for page in raw.pages):
        raise EmptyDocument(
            f"Wanted a PDF with text, found {len(raw.pages)} pages without any in {source}.",
            hint="It is probably scanned: run OCR over it (such as ocrmypdf) and add the result.",
        )
    return _assemble(raw, source)


def _check_whole(data: bytes, source: str) -> None:
    """A file that was cut off is refused: what is left of it would pass as the whole document."""
    end = data.rfind(b"%%EOF")
    if end < 0 or b" obj" in data[end:]:
        raise DamagedDocument(
            f"Wanted a whole PDF, found {source} without its end (no %%EOF after the last object).",
            hint="Download or export it again.",
        )


def _read(data: bytes, source: str, password: str | None) -> _RawDocument:
    import pypdfium2 as pdfium

    try:
        pdf = pdfium.PdfDocument(data, password=password)
    except pdfium.PdfiumError as error:
        raise _open_error(error, source, password) from error
    try:
        if not len(pdf):
            raise DamagedDocument(f"Wanted a PDF with pages, found none in {source}.", hint="Export it again.")
        stated = pdf.get_metadata_dict().get("Title", "")
        pages = list(read_pages(pdf))
        return _RawDocument(stated, pages, _outline(pdf), body_size(pages))
    except pdfium.PdfiumError as error:
        raise DamagedDocument(
            f"Wanted to read every page, found one that cannot be loaded in {source} ({error}).",
            hint="Repair it (such as with qpdf or pikepdf) or export it again.",
        ) from error
    finally:
        pdf.close()


def _outline(pdf: pdfium.PdfDocument) -> list[OutlineEntry]:
    """The bookmarks that lead to a page."""
    found: list[OutlineEntry] = []
    for bookmark in pdf.get_toc():
        target = bookmark.get_dest()
        page = target.get_index() if target is not None else None
        if page is not None:
            found.append(OutlineEntry(bookmark.get_title(), bookmark.level, page))
    return found


def _open_error(error: pdfium.PdfiumError, source: str, password: str | None) -> DamagedDocument | EncryptedDocument:
    if getattr(error, "err_code", None) == _WRONG_PASSWORD or "password" in str(error).lower():
        found = "the given password does not open it" if password else "it needs a password"
        return EncryptedDocument(
            f"Wanted to read {source}, found it encrypted: {found}.",
            hint="Save a copy without a password and add that.",
        )
    return DamagedDocument(f"Wanted a PDF, found {source} damaged ({error}).", hint="Download or export it again.")


def _assemble(raw: _RawDocument, source: str) -> Parsed:
    pages = raw.pages
    numbers, number_lines, doubled = _page_numbers(pages)
    labels = _labels(pages, numbers, doubled)
    running = furniture.find_furniture(pages, labels, _own_numbers(number_lines, labels))
    layout = [paragraphs(page, lines) for page, lines in zip(pages, running, strict=True)]
    writer = PdfWriter(Vocabulary(page.text for page in pages))
    written = [writer.write(page, parts) for page, parts in zip(pages, layout, strict=True)]
    text = writer.out.text()
    verdicts = quality.judge([place.span.cut(text) for place in written])
    sections = sections_from(_headings(raw, layout, verdicts, written, text), len(text))
    return Parsed(
        PDF, "application/pdf", text, writer.out.text_map(),
        pages=_pages(written, layout, labels, verdicts), sections=sections,
        title=_title(raw, verdicts, source),
    )  # fmt: skip


def _page_numbers(pages: Sequence[RawPage]) -> tuple[list[list[PageNumber]], list[dict[int, PageNumber]], int]:
    """For each page its candidates and the lines that hold a number alone; and how many pages carry two of these."""
    candidates: list[list[PageNumber]] = []
    alone: list[dict[int, PageNumber]] = []
    doubled = 0
    for page in pages:
        lines = {i: page.text[page.lines[i].start : page.lines[i].end] for i in furniture.edge_lines(page)}
        own = {i: number for i, line in lines.items() if (number := page_labels.number_alone(line)) is not None}
        heads = [n for i, line in lines.items() if i not in own for n in page_labels.numbers_in_head(line)]
        doubled += _is_double(page, own, lines)
        candidates.append([*own.values(), *heads])
        alone.append(own)
    return candidates, alone, doubled


def _is_double(page: RawPage, own: dict[int, PageNumber], lines: dict[int, str]) -> bool:
    """Whether two different numbers stand side by side, as where a sheet carries two pages of a booklet."""
    places = list(own)
    for a, first in enumerate(places):
        for second in places[a + 1 :]:
            level = abs(page.lines[first].bottom - page.lines[second].bottom) < page.lines[first].size
            if level and own[first] != own[second]:
                return True
    return any(page_labels.is_pair(line) for line in lines.values())


def _labels(pages: Sequence[RawPage], numbers: list[list[PageNumber]], doubled: int) -> list[str | None]:
    """The PDF's own page labels unless they only count the pages from 1 or are missing; else the printed numbers."""
    stated = [page.pdf_label or None for page in pages]
    printed = page_labels.consistent_labels(numbers, doubled)
    counted = all(label == str(i) for i, label in enumerate(stated, start=1))
    if any(stated) and not (counted and any(printed)):
        return stated
    return printed


def _own_numbers(alone: list[dict[int, PageNumber]], labels: list[str | None]) -> list[set[int]]:
    """The lines that hold the page's number, as far as the label confirms it; all of them where pages are double."""
    if not any(labels):
        return [set(lines) if len(lines) > 1 else set() for lines in alone]
    return [
        {place for place, number in lines.items() if str(number) == label}
        for lines, label in zip(alone, labels, strict=True)
    ]


def _headings(
    raw: _RawDocument,
    layout: Sequence[Sequence[Paragraph]],
    verdicts: Sequence[tuple[TextQuality, str]],
    written: Sequence[PageText],
    text: str,
) -> list[Heading]:
    candidates: list[Candidate] = []
    for page, parts, verdict in zip(raw.pages, layout, verdicts, strict=True):
        candidates += find_headings(page, parts, raw.body, trusted=verdict[0] is TextQuality.GOOD)
    found: list[Heading] = []
    for candidate, level in zip(candidates, levels(candidates, raw.outline), strict=True):
        spans = [written[candidate.page].paragraphs[i] for i in candidate.paragraphs]
        span = Span(spans[0].start, spans[-1].end)
        whole = one_line(span.cut(text))
        # The written form has its hyphens mended; a run-in heading is the paragraph's beginning only.
        heading = whole if len(whole) <= len(candidate.text) + 8 else candidate.text
        found.append(Heading(span, heading, level))
    return found


def _pages(
    written: Sequence[PageText],
    layout: Sequence[Sequence[Paragraph]],
    labels: Sequence[str | None],
    verdicts: Sequence[tuple[TextQuality, str]],
) -> tuple[Page, ...]:
    found = []
    for index, (place, parts, label, verdict) in enumerate(zip(written, layout, labels, verdicts, strict=True)):
        marked = tuple(span for span, part in zip(place.paragraphs, parts, strict=True) if part.furniture)
        found.append(Page(index, place.span, label, verdict[0], verdict[1], marked))
    return tuple(found)


def _title(raw: _RawDocument, verdicts: Sequence[tuple[TextQuality, str]], source: str) -> str | None:
    good = title.metadata_title(raw.title)
    if good:
        return good
    readable = [page for page, verdict in zip(raw.pages, verdicts, strict=True) if verdict[0] is TextQuality.GOOD]
    return title.title_from_pages(readable, f"{raw.title} {title.title_from_name(source)}", raw.body)
