"""PDF: text, pages with their printed numbers, running heads, sections and a verdict on each page's text.

Two passes: the first reads every page and closes it, the second writes the text, since hyphens, running heads,
page numbers and headings are judged by the whole document.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pincite.errors import EmptyDocument
from pincite.parse import title
from pincite.parse.parsed import Parsed
from pincite.parse.pdf.document import furniture, page_labels
from pincite.parse.pdf.document.heading_levels import OutlineEntry, levels
from pincite.parse.pdf.document.headings import Candidate, find_headings
from pincite.parse.pdf.document.hyphens import Vocabulary
from pincite.parse.pdf.document.layout import Paragraph, body_size, paragraphs
from pincite.parse.pdf.document.notes import notes
from pincite.parse.pdf.document.page_labels import PageNumber
from pincite.parse.pdf.document.text import PageText, PdfWriter
from pincite.parse.pdf.file import read_whole
from pincite.parse.pdf.lock import LOCK
from pincite.parse.pdf.outline import read_outline
from pincite.parse.pdf.page import quality
from pincite.parse.pdf.page.double import numbers_of_halves
from pincite.parse.pdf.page.lines import read_pages
from pincite.parse.pdf.raw_page import RawPage
from pincite.parse.pdf.tables import pages as table_pages
from pincite.parse.sections import Heading, sections_from
from pincite.parse.versions import PDF
from pincite.text.counts import count_of
from pincite.text.normalize import one_line
from pincite.types.document import Page, Span, TextQuality

if TYPE_CHECKING:
    import pypdfium2 as pdfium

    from pincite.parse.ocr.options import OcrOptions


@dataclass(frozen=True, slots=True)
class _RawDocument:
    """What the first pass takes from the file."""

    title: str
    pages: list[RawPage]
    outline: list[OutlineEntry]
    body: float


def parse_pdf(data: bytes, source: str, *, password: str | None = None, ocr: OcrOptions | None = None) -> Parsed:
    """Parse the bytes of a PDF file; raw offsets point into each page's text as `get_text_range()` returns it.

    Args:
        ocr: how pages without usable text are read from their pictures; None leaves them as they are.

    Raises:
        EncryptedDocument: it needs a password, or another one.
        DamagedDocument: it is not whole and could not be repaired; see `pincite.parse.pdf.file`.
        EmptyDocument: no page holds text.
    """
    with LOCK:
        whole = read_whole(data, source, password, _read)
    raw = whole.found
    recognised = None
    if ocr is not None:
        from pincite.parse.ocr.pages import with_ocr

        recognised = with_ocr(whole.data, whole.password, raw.pages, ocr)
        raw = replace(raw, pages=recognised.pages, body=body_size(recognised.pages))
    if not any(page.lines for page in raw.pages):
        raise EmptyDocument(
            f"Wanted a PDF with text, found {count_of(len(raw.pages), 'page')} without any in {source}.",
            hint=recognised.advice
            if recognised
            else "It is probably scanned; OCR reads its pictures: pincite add --ocr.",
        )
    parsed = _assemble(raw, source, whole.notes)
    return recognised.marked(parsed) if recognised else parsed


def _read(pdf: pdfium.PdfDocument) -> _RawDocument:
    stated = pdf.get_metadata_dict().get("Title", "")
    pages = list(read_pages(pdf))
    body = body_size([table_pages.outside(page) for page in pages]) or body_size(pages)
    return _RawDocument(stated, pages, read_outline(pdf), body)


def _assemble(raw: _RawDocument, source: str, damage: Sequence[str]) -> Parsed:
    pages = raw.pages
    numbers, number_lines, doubled = _page_numbers(pages)
    labels = _labels(pages, numbers, doubled)
    running = furniture.find_furniture(pages, labels, _own_numbers(number_lines, labels))
    pages, running = table_pages.without_heads(pages, running)
    raw = replace(raw, pages=pages)
    layout = [table_pages.apart(page, paragraphs(page, lines)) for page, lines in zip(pages, running, strict=True)]
    writer = PdfWriter(Vocabulary(page.text for page in pages))
    written = [writer.write(page, parts) for page, parts in zip(pages, layout, strict=True)]
    text = writer.out.text()
    verdicts = quality.judge(
        [place.span.cut(text) for place in written],
        [max(page.unmapped, place.unmapped) for page, place in zip(pages, written, strict=True)],
        [page.pictured for page in pages],
    )
    verdicts = [(TextQuality.LOW, p.doubt) if p.doubt else verdict for p, verdict in zip(pages, verdicts, strict=True)]
    sections = sections_from(_headings(raw, layout, verdicts, written, text), len(text))
    return Parsed(
        PDF, "application/pdf", text, writer.out.text_map(),
        pages=_pages(written, layout, labels, verdicts), sections=sections,
        title=_title(raw, verdicts, source),
        tables=table_pages.document_tables(pages, layout, [place.paragraphs for place in written], text),
        stated=tuple(("note", note) for note in (*damage, *notes(pages, written))),
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
    stated = [page_labels.stated_label(page.pdf_label) for page in pages]
    printed = page_labels.consistent_labels(numbers, doubled)
    if doubled and not any(printed):
        pairs = [numbers_of_halves(page.lines, page.text, (page.width, page.height)) for page in pages]
        printed = page_labels.labels_of_pairs(pairs, numbers)
    counted = all(label == str(i) for i, label in enumerate(stated, start=1))
    if any(stated) and not (counted and any(printed)):
        return stated
    return printed


def _own_numbers(alone: list[dict[int, PageNumber]], labels: list[str | None]) -> list[set[int]]:
    """The lines that hold the page's number, as far as the label confirms it; all of them where pages are double."""
    if not any(labels):
        return [set(lines) if len(lines) > 1 else set() for lines in alone]
    return [
        {place for place, number in lines.items() if str(number).casefold() in page_labels.own_numbers(label)}
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
    readable = [
        table_pages.outside(page)
        for page, verdict in zip(raw.pages, verdicts, strict=True)
        if verdict[0] is TextQuality.GOOD
    ]
    return title.title_from_pages(readable, f"{raw.title} {title.title_from_name(source)}", raw.body)
