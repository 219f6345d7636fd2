"""Pages of a PDF whose text is read from their pictures, as raw pages that the rest of the parser treats like others.

A page is read so only where its own text is missing or cannot be trusted: no text, a font without a map to Unicode, a
poor earlier recognition, or a stamp over a scanned page. What is read with too little confidence is left out again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pincite.parse.heartbeat import beat
from pincite.parse.ocr.lines import ReadPage, ReadWord, read_page
from pincite.parse.ocr.options import MIN_CONFIDENCE, UNREADABLE, OcrOptions, Tesseract, find_tesseract
from pincite.parse.parsed import Parsed
from pincite.parse.pdf.lock import LOCK
from pincite.parse.pdf.page import quality
from pincite.parse.pdf.raw_page import RawPage
from pincite.types.document import Page, TextMap, TextQuality, TextRun
from pincite.types.page_words import PageWord, PageWords

if TYPE_CHECKING:
    import pypdfium2 as pdfium

    from pincite.parse.ocr.tesseract import Recognised

MAX_PIXELS = 25_000_000
"""Of a picture to be read; A3 at 300 dpi has 17 million."""
MIN_SIDE = 1000
"""Pixels of a picture's shorter side, so that a page with a wrong small size can be read all the same."""
STAMP_WORDS = 25
"""Most words of a text that may be but a stamp on a scanned page, such as a page number of an exhibit."""
SCAN_SHARE = 0.5
"""Share of the page that a picture covers at least where the page is a scan."""

UNSURE = 60
"""Confidence of a word, 0..100, below which it is worth a look where it is a figure."""

_MAX_AT_ONCE = 4
_TICK_S = 1.0


@dataclass(frozen=True, slots=True)
class OcrPages:
    """The pages of a file, some read from their pictures.

    Args:
        pages: all of them.
        read: those that were recognised, by index.
        unread: why others were not, by index, for people.
    """

    pages: list[RawPage]
    read: dict[int, ReadPage]
    unread: dict[int, str]
    tesseract: Tesseract

    @property
    def advice(self) -> str:
        """What to do about a file in which nothing was read at all."""
        languages = ", ".join(self.tesseract.languages)
        return f"OCR read nothing in it either (languages: {languages}); it may be in another one, or a poor scan."

    def marked(self, parsed: Parsed) -> Parsed:
        """What was made of the pages, with the recognised ones marked as such, and a note that they were."""
        runs = _runs_by_page(parsed.text_map)
        pages = tuple(self._page(page, runs.get(page.index, [])) for page in parsed.pages)
        notes = tuple(("note", note) for note in self._notes())
        tesseract = self.tesseract
        parser = f"{parsed.parser}+{tesseract.stamp} (tesseract {tesseract.version})"
        return replace(parsed, parser=parser, pages=pages, stated=(*parsed.stated, *notes))

    def _page(self, page: Page, runs: list[TextRun]) -> Page:
        read = self.read.get(page.index)
        if read is None:
            reason = self.unread.get(page.index)
            return replace(page, quality_note=f"{page.quality_note}; {reason}") if reason else page
        words = PageWords.of(_placed(read, page, runs))
        confidence = round(read.confidence, 1)
        return replace(page, read_by="ocr", confidence=confidence, words=words)

    def _notes(self) -> Iterator[str]:
        languages = ", ".join(self.tesseract.languages)
        if self.read:
            yield f"read by OCR ({languages}): {_numbers(self.read)}"
            unsure = {index: page for index, page in self.read.items() if any(map(_is_unsure_figure, page.words))}
            if unsure:
                yield f"OCR was unsure of figures on {_numbers(unsure)}; compare them with the picture"
        if self.unread:
            yield f"OCR ({languages}) read nothing on {_numbers(self.unread)}"
        if self.tesseract.lacking and (self.read or self.unread):
            yield f"OCR had no data of the language {', '.join(self.tesseract.lacking)}"


def with_ocr(data: bytes, password: str | None, pages: Sequence[RawPage], options: OcrOptions) -> OcrPages:
    """The same pages with those recognised that need it.

    Args:
        data: of the PDF file that the pages were read from; it opens.

    Raises:
        MissingExtra: see `find_tesseract`.
    """
    import pypdfium2 as pdfium

    tesseract = find_tesseract(options)
    with LOCK:
        pdf = pdfium.PdfDocument(data, password=password)
    try:
        wanted = _wanted(pdf, pages, options)
        results = dict(_recognised(pdf, wanted, tesseract, options))
    finally:
        with LOCK:
            pdf.close()
    read: dict[int, ReadPage] = {}
    unread: dict[int, str] = {}
    for index, (found, dpi) in sorted(results.items()):
        reason = _useless(found, pages[index])
        if reason:
            unread[index] = reason
        else:
            read[index] = read_page(found, pages[index], dpi)
    return OcrPages([read[p.index].raw if p.index in read else p for p in pages], read, unread, tesseract)


def _useless(found: Recognised, page: RawPage) -> str:
    """Why a reading is not taken, for people; empty where it is."""
    if found.failure:
        return found.failure
    confidence = found.confidence
    if not found.words:
        return "OCR found no words"
    if confidence < UNREADABLE:
        return f"OCR was too unsure of what it read (mean confidence {confidence:.0f} of 100)"
    if confidence < MIN_CONFIDENCE and any(map(str.isalnum, page.text)):
        return f"OCR was no surer of it (mean confidence {confidence:.0f} of 100)"
    return ""


def _wanted(pdf: pdfium.PdfDocument, pages: Sequence[RawPage], options: OcrOptions) -> list[int]:
    if options.pages == "all":
        return [page.index for page in pages]
    verdicts = quality.judge(
        [page.text for page in pages], [page.unmapped for page in pages], [page.pictured for page in pages]
    )
    found: list[int] = []
    for page, verdict in zip(pages, verdicts, strict=True):
        is_short = not page.layered and len(page.text.split()) <= STAMP_WORDS
        if verdict[0] is not TextQuality.GOOD or (is_short and _is_scan(pdf, page.index)):
            found.append(page.index)
    return found


def _is_scan(pdf: pdfium.PdfDocument, index: int) -> bool:
    """Whether one picture covers most of a page."""
    import pypdfium2.raw as raw

    with LOCK:
        page = pdf[index]
        try:
            width, height = page.get_size()
            for found in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=3):
                left, bottom, right, top = found.get_bounds()
                if (right - left) * (top - bottom) >= SCAN_SHARE * width * height:
                    return True
            return False
        finally:
            page.close()


def _recognised(
    pdf: pdfium.PdfDocument, wanted: Sequence[int], tesseract: Tesseract, options: OcrOptions
) -> Iterator[tuple[int, tuple[Recognised, int]]]:
    """What was read on each page, with the picture's dots an inch; some pages at a time."""

    def one(index: int) -> tuple[int, tuple[Recognised, int]]:
        return index, _read(pdf, index, tesseract, options)

    at_once = min(_MAX_AT_ONCE, os.cpu_count() or 1)
    with ThreadPoolExecutor(at_once, thread_name_prefix="ocr") as pool:
        try:
            yield from _in_turn(pool, one, wanted)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _in_turn(
    pool: ThreadPoolExecutor,
    one: Callable[[int], tuple[int, tuple[Recognised, int]]],
    wanted: Sequence[int],
) -> Iterator[tuple[int, tuple[Recognised, int]]]:
    """The results as they come, with signs of life from this thread: each page's time is bounded."""
    pending: set[Future[tuple[int, tuple[Recognised, int]]]] = {pool.submit(one, index) for index in wanted}
    while pending:
        done, pending = wait(pending, timeout=_TICK_S, return_when=FIRST_COMPLETED)
        beat()
        for future in done:
            yield future.result()


def _read(pdf: pdfium.PdfDocument, index: int, tesseract: Tesseract, options: OcrOptions) -> tuple[Recognised, int]:
    import pypdfium2 as pdfium

    from pincite.parse.ocr.tesseract import Recognised, recognise
    from pincite.parse.pdf.rendering import rendered

    with LOCK:
        try:
            page = pdf[index]
            try:
                width, height = page.get_size()
                scale = _scale(width, height, options.dpi)
                pixels = rendered(page, scale, grey=True)
            finally:
                page.close()
        except (pdfium.PdfiumError, ValueError) as error:
            return Recognised((), 1, 1, 0, f"its picture could not be made ({error})"), options.dpi
    dpi = round(72 * scale)
    return recognise(pixels, tesseract, options, dpi=min(max(dpi, 70), 2400)), dpi


def _scale(width: float, height: float, dpi: int) -> float:
    """Pixels a point."""
    if not (width > 0 and height > 0):
        raise ValueError("a page without a size")
    wanted = max(dpi / 72, MIN_SIDE / min(width, height))
    return float(min(wanted, (MAX_PIXELS / (width * height)) ** 0.5))


def _is_unsure_figure(word: ReadWord) -> bool:
    return word.confidence < UNSURE and word.figure


def _runs_by_page(text_map: TextMap) -> dict[int, list[TextRun]]:
    found: dict[int, list[TextRun]] = {}
    for run in text_map.runs:
        found.setdefault(run.raw_page, []).append(run)
    return found


def _placed(read: ReadPage, page: Page, runs: list[TextRun]) -> Iterator[PageWord]:
    """The words that stand in the text, in its order; what was left out of the text, such as hyphens, is left out."""
    offsets = {
        run.raw_start + at: run.start + at for run in runs for at in range(run.length)
    }  # fmt: skip
    found: list[PageWord] = []
    for start, end, box, confidence, _ in read.words:
        places = [offsets[raw] for raw in range(start, end) if raw in offsets]
        if places and page.span.start <= min(places) and max(places) < page.span.end:
            first, last = min(places) - page.span.start, max(places) + 1 - page.span.start
            found.append(PageWord(first, last, box, confidence))
    yield from sorted(found)


def _numbers(indexes: dict[int, ReadPage] | dict[int, str]) -> str:
    """`page 3` or `pages 1, 4-9`, as people count them."""
    numbers = sorted(index + 1 for index in indexes)
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1][1:] = [number]
        else:
            parts.append([number])
    shown = ", ".join("-".join(map(str, part)) for part in parts)
    return f"page{'s' if len(numbers) > 1 else ''} {shown}"
