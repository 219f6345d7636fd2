"""Write the pages of a PDF as one text, with the way back to each page's raw text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter

from pincite.parse.note_marks import raised
from pincite.parse.pdf.document.hyphens import Vocabulary
from pincite.parse.pdf.document.layout import Paragraph
from pincite.parse.pdf.raw_page import Line, RawPage
from pincite.parse.pdf.tables.find import RawTable
from pincite.text.normalize import Replacement, has_high, odd_places
from pincite.text.offsets import TextMapBuilder
from pincite.types.document import Span

_END = attrgetter("end")
_HYPHENS = "-‐‑"
_FEW = 12
# With the blanks behind them where no word stands before them.
_PRIVATE = re.compile(
    r"(?:\A|(?<=[\s]))[\ue000-\uf8ff\U000f0000-\U0010fffd]+[ \t\xa0]*|[\ue000-\uf8ff\U000f0000-\U0010fffd]"
)


@dataclass(frozen=True, slots=True)
class PageText:
    """Where a page and its paragraphs stand in the text.

    Args:
        dropped: private-use characters left out.
        unmapped: their share of the page's characters, 0..1.
    """

    span: Span
    paragraphs: tuple[Span, ...]
    dropped: int = 0
    unmapped: float = 0.0


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
        self._odd_places, dropped = _odd_places(page)
        start = len(self.out)
        spans: list[Span] = []
        for paragraph in paragraphs:
            if len(self.out) > start:
                self.out.make("\n\n")
            if paragraph.table is not None:
                spans.append(self._write_table(page, paragraph.table))
            else:
                spans.append(self._write_paragraph(page, [page.lines[i] for i in paragraph.lines]))
        share = dropped / len("".join(page.text.split())) if dropped else 0.0
        return PageText(Span(start, len(self.out)), tuple(spans), dropped, share)

    def _write_paragraph(self, page: RawPage, lines: list[Line]) -> Span:
        out, text, index = self.out, page.text, page.index
        start, feed, last = len(out), -1, len(lines) - 1
        for place, line in enumerate(lines):
            # A line break in the file is CR LF: its LF is kept, and copied with the line after it.
            begin, end = line.start if feed < 0 else feed, line.end
            if self._odd_places:
                self._copy(page, begin, end)
            else:
                out.copy(text, begin, end, index)
            if place == last:
                if line.broken:
                    out.make("-")
                break
            feed = lines[place + 1].start - 1
            if line.broken or text[feed] != "\n" or text[end - 1] in _HYPHENS or page.raised:
                feed = self._join(page, line, lines[place + 1])
        return Span(start, len(out))

    def _write_table(self, page: RawPage, table: RawTable) -> Span:
        """A row on each line, its cells parted by ` | `; the lines of a cell are joined."""
        start = len(self.out)
        for place, row in enumerate(table.rows):
            if place:
                self.out.make("\n")
            for column, lines in enumerate(row):
                if column:
                    self.out.make("|" if self.out.last in "\n\f" else " |")
                    self.out.make(" " if lines else "")
                self._write_cell(page, lines)
        return Span(start, len(self.out))

    def _write_cell(self, page: RawPage, lines: Sequence[Line]) -> None:
        for place, line in enumerate(lines):
            self._copy(page, line.start, line.end)
            if place + 1 < len(lines):
                after = lines[place + 1]
                own = page.text[line.start : line.end]
                if not line.broken:
                    self.out.make("" if own[-1] in _HYPHENS and own[-2:-1].isalnum() else " ")
                elif self._vocabulary.keeps_hyphen(own, page.text[after.start : after.end]):
                    self.out.make("-")
            elif line.broken:
                self.out.make("-")

    def _join(self, page: RawPage, line: Line, following: Line) -> int:
        """Write what stands between two lines, or the raw offset of the line feed to copy; -1 without one."""
        text = page.text
        if line.broken:
            before, after = text[line.start : line.end], text[following.start : following.end]
            if self._vocabulary.keeps_hyphen(before, after):
                self.out.make("-")
            return -1
        if text[line.end - 1] in _HYPHENS and text[following.start].isalnum() and text[line.end - 2].isalnum():
            return -1
        if page.raised and _goes_on_behind_mark(page, line, following):
            self.out.make(" ")
            return -1
        feed = following.start - 1
        if text[feed] == "\n":
            return feed
        self.out.make("\n")
        return -1

    def _copy(self, page: RawPage, start: int, end: int) -> None:
        odd_places = self._odd_places
        if not odd_places:
            self.out.copy(page.text, start, end, page.index)
            return
        at = start
        first = bisect_right(odd_places, start, key=_END) if len(odd_places) > _FEW else 0
        for odd in islice(odd_places, first, None):
            if odd.end <= at:
                continue
            if odd.start >= end:
                break
            self.out.copy(page.text, at, odd.start, page.index)
            self.out.make(odd.written)
            at = odd.end
        self.out.copy(page.text, at, end, page.index)


def _goes_on_behind_mark(page: RawPage, line: Line, following: Line) -> bool:
    """Whether the PDF library broke a line behind a raised figure, where it only goes on."""
    level = abs(line.bottom - following.bottom) < 0.5 * line.size and following.left >= line.right - 0.2 * line.size
    return level and any(start < line.end == end for start, end in page.raised)


def _odd_places(page: RawPage) -> tuple[list[Replacement], int]:
    """What is written otherwise than the raw text of `page` has it, ascending; and how many characters are left out
    because they mean nothing outside their font.
    """
    text = page.text
    found = odd_places(text)
    marks = [Replacement(start, end, _raised(text, start, end)) for start, end in page.raised]
    signs = [Replacement(at, at + 1, sign) for at, sign in page.signs]
    if not has_high(text):
        return (sorted((*found, *marks)) if marks else found), 0
    known = {one.start for one in (*found, *signs)}
    private = [Replacement(*m.span(), "") for m in _PRIVATE.finditer(text) if m.start() not in known]
    covered = {at for one in (*private, *signs) for at in range(one.start, one.end)}
    kept = (one for one in found if one.start not in covered)
    return sorted((*kept, *marks, *signs, *private)), sum(len(text[p.start : p.end].split()[0]) for p in private)


def _raised(text: str, start: int, end: int) -> str:
    return raised(text[max(start - 6, 0) : start], text[start:end])
