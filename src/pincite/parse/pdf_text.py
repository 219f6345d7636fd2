"""Write the pages of a PDF as one text, with the way back to each page's raw text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.parse.hyphens import Vocabulary
from pincite.parse.note_marks import raised
from pincite.parse.pdf_layout import Paragraph
from pincite.parse.raw_page import Line, RawPage
from pincite.text.normalize import Replacement, odd_places
from pincite.text.offsets import TextMapBuilder
from pincite.types.document import Span


@dataclass(frozen=True, slots=True)
class PageText:
    """Where a page and its paragraphs stand in the text."""

    span: Span
    paragraphs: tuple[Span, ...]


class PdfWriter:
    """Appends page after page; pages are joined by form feeds."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.out = TextMapBuilder()
        self._vocabulary = vocabulary
        self._pages = 0
        self._odd_places: list[Replacement] = []

    def write(self, page: RawPage, paragraphs: Sequence[Paragraph]) -> PageText:
        """Append one page: lines of a paragraph parted by a line feed, paragraphs by an empty line."""
        if self._pages:
            self.out.make("\f")
        self._pages += 1
        self._odd_places = odd_places(page.text)
        if page.raised:
            marks = (Replacement(start, end, _raised(page.text, start, end)) for start, end in page.raised)
            self._odd_places = sorted([*self._odd_places, *marks])
        start = len(self.out)
        spans: list[Span] = []
        for paragraph in paragraphs:
            if len(self.out) > start:
                self.out.make("\n\n")
            spans.append(self._write_paragraph(page, [page.lines[i] for i in paragraph.lines]))
        return PageText(Span(start, len(self.out)), tuple(spans))

    def _write_paragraph(self, page: RawPage, lines: list[Line]) -> Span:
        start, feed = len(self.out), -1
        for place, line in enumerate(lines):
            # A line break in the file is CR LF: its LF is kept, and copied with the line after it.
            self._copy(page, line.start if feed < 0 else feed, line.end)
            feed = -1
            if place + 1 < len(lines):
                feed = self._join(page, line, lines[place + 1])
            elif line.broken:
                self.out.make("-")
        return Span(start, len(self.out))

    def _join(self, page: RawPage, line: Line, following: Line) -> int:
        """Write what stands between two lines, or the raw offset of the line feed to copy; -1 without one."""
        text = page.text
        if line.broken:
            before, after = text[line.start : line.end], text[following.start : following.end]
            if self._vocabulary.keeps_hyphen(before, after):
                self.out.make("-")
            return -1
        if text[line.end - 1] in "-‐‑" and text[following.start].isalnum() and text[line.end - 2].isalnum():
            return -1
        feed = following.start - 1
        if text[feed] == "\n":
            return feed
        self.out.make("\n")
        return -1

    def _copy(self, page: RawPage, start: int, end: int) -> None:
        at = start
        for odd in self._odd_places:
            if odd.end <= at:
                continue
            if odd.start >= end:
                break
            self.out.copy(page.text, at, odd.start, page.index)
            self.out.make(odd.written)
            at = odd.end
        self.out.copy(page.text, at, end, page.index)


def _raised(text: str, start: int, end: int) -> str:
    return raised(text[max(start - 6, 0) : start], text[start:end])
