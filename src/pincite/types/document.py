"""What parsing makes of a file: canonical text, its pages and sections, and the way back to the file.

`Document.text` is the text that everything downstream points into. Offsets are Unicode code points, half-open.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Literal, NamedTuple

from pincite.types.page_words import NO_WORDS, PageWords


class Span(NamedTuple):
    """A half-open range of code points, `0 <= start <= end`."""

    start: int
    end: int

    def cut(self, text: str) -> str:
        """The part of `text` that the span covers."""
        return text[self.start : self.end]

    def overlaps(self, other: Span) -> bool:
        """Whether the two share at least one code point."""
        return self.start < other.end and other.start < self.end


class RawPosition(NamedTuple):
    """A place in the file: for PDF a page and a character of its raw text, else a character of the decoded file."""

    page_index: int | None
    offset: int


class TextRun(NamedTuple):
    """`length` code points of the text that stand, unchanged and in order, in the raw text.

    Code points between runs were made by the parser (a page break, a mended place) and have no raw place of their own.
    """

    start: int
    length: int
    raw_page: int
    raw_start: int


@dataclass(frozen=True, slots=True)
class TextMap:
    """The way from `Document.text` back to the raw characters of the file.

    Args:
        runs: disjoint, ascending in `start`; `raw_page` is -1 where the file has no pages.
    """

    runs: tuple[TextRun, ...]

    def raw_position(self, offset: int) -> RawPosition:
        """The raw place of the character at `offset`, or of the nearest mapped one before it.

        Raises:
            ValueError: the map is empty or `offset` is negative.
        """
        if offset < 0 or not self.runs:
            raise ValueError(f"no raw place for offset {offset} in a map of {len(self.runs)} runs")
        run = self.runs[max(bisect_right(self.runs, offset, key=lambda r: r.start) - 1, 0)]
        inside = min(max(offset - run.start, 0), run.length - 1)
        return RawPosition(None if run.raw_page < 0 else run.raw_page, run.raw_start + inside)

    def raw_spans(self, span: Span) -> tuple[tuple[int | None, Span], ...]:
        """The raw pieces that `span` came from, as (page_index, raw span), in the order of the text."""
        first = max(bisect_right(self.runs, span.start, key=lambda r: r.start) - 1, 0)
        pieces: list[tuple[int | None, Span]] = []
        for run in self.runs[first:]:
            if run.start >= span.end:
                break
            low, high = max(span.start, run.start), min(span.end, run.start + run.length)
            if low < high:
                raw = run.raw_start + low - run.start
                pieces.append((None if run.raw_page < 0 else run.raw_page, Span(raw, raw + high - low)))
        return tuple(pieces)


class TextQuality(StrEnum):
    """How far a page's text can be trusted."""

    GOOD = "good"
    LOW = "low"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a paged file.

    Args:
        index: 0-based place in the file.
        span: of the page's text in `Document.text`, without the page break.
        label: the number printed on the page, such as `12` or `iv`; None where none was found.
        quality: verdict on the text.
        quality_note: the reason of a verdict other than good, for people.
        furniture: running heads and feet (page numbers included), as spans of `Document.text`.
        read_by: `ocr` where the text was recognised from the page's picture; the raw places of such a page lead into
            what was recognised, which is not kept.
        confidence: of recognised text, the mean over its words, 0..100; None where the file holds the text.
        words: of recognised text, with their boxes.
    """

    index: int
    span: Span
    label: str | None = None
    quality: TextQuality = TextQuality.GOOD
    quality_note: str = ""
    furniture: tuple[Span, ...] = ()
    read_by: Literal["file", "ocr"] = "file"
    confidence: float | None = None
    words: PageWords = NO_WORDS


@dataclass(frozen=True, slots=True)
class Section:
    """The text under one heading, up to the next heading of any level.

    Args:
        id: the number that the heading carries, such as `83.49` or `34.03.070`; None where it carries none.
        heading: the heading's text, its number included.
        level: 1 for the outermost.
        heading_path: the headings from the outermost down to this one, the document's title left out.
        span: heading and text, in `Document.text`.
    """

    id: str | None
    heading: str
    level: int
    heading_path: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Table:
    """A table, each row a line of `Document.text`, its cells parted by ` | `; blank lines stand around it.

    No cell holds a line break. An empty cell keeps its place (`Deposit | | 30 days`), a row that is one cell over the
    whole width is that cell alone, and a cell over several rows is said again in each where it is short. What a page
    break parts is a table on each page.

    Args:
        span: of its rows on one page, the header's included, in `Document.text`.
        header: the rows that name the columns: its first ones, or those of the table that it carries on from an earlier
            page, which then lie before `span`; None where none do.
        rows: how many stand in `span`, 1 at least.
        continues: it carries on the table before it, from an earlier page.
    """

    span: Span
    header: Span | None
    rows: int
    continues: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A jurisdiction, as the path from the outermost to the innermost.

    Args:
        path: lower-case keys, such as `("us", "ny", "new york city")`.
        name: as people write it, such as `New York City`.
    """

    path: tuple[str, ...]
    name: str = field(compare=False)

    def contains(self, other: Place) -> bool:
        """Whether `other` is this place or lies in it."""
        return other.path[: len(self.path)] == self.path

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Document:
    """A parsed file.

    Args:
        id: the file's stem; unique in a library.
        title: from the file itself, else from its name.
        source: path of the file as it was given.
        media_type: such as `application/pdf`.
        file_sha256: of the file's bytes, hex.
        text: readable text after parsing: NFC, hyphens mended, marks removed, pages joined by form feeds.
        text_map: back to the raw characters.
        pages: empty for files without pages; no page is invented.
        sections: in the order of the text; empty where no heading was found.
        parser: name and version of the parser that made the text.
        language: `en`, `ko` or `und`.
        jurisdiction: None where none was recognised.
        effective_date: ISO date, where the text states one.
        work: the law of which this is an edition; None where it is not one.
        tags: the caller's own.
        tables: disjoint, in the order of the text.
        stated: what the file says of itself beside its text, as (name, value) in its order: `level` (such as
            `대통령령`), `attachments` (it lists its annexes and forms), `annex` and `form` (number, blank, title;
            number 0 for the only one), `note` (see `notes`).
    """

    id: str
    title: str
    source: str
    media_type: str
    file_sha256: str
    text: str
    text_map: TextMap
    pages: tuple[Page, ...] = ()
    sections: tuple[Section, ...] = ()
    parser: str = ""
    language: str = "en"
    jurisdiction: Place | None = None
    effective_date: str | None = None
    work: str | None = None
    tags: tuple[str, ...] = ()
    stated: tuple[tuple[str, str], ...] = ()
    tables: tuple[Table, ...] = ()

    @cached_property
    def text_sha256(self) -> str:
        """SHA-256 of the text in UTF-8, hex; lone surrogates, which UTF-8 has no form for, as themselves."""
        from hashlib import sha256

        return sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def notes(self) -> tuple[str, ...]:
        """What its parser did otherwise than a reader would expect, such as accepting tracked changes; for people."""
        return tuple(value for name, value in self.stated if name == "note")

    def page_at(self, offset: int) -> Page | None:
        """The page that holds the character at `offset`; None without pages."""
        if not self.pages:
            return None
        return self.pages[max(bisect_right(self.pages, offset, key=lambda p: p.span.start) - 1, 0)]

    def table_in(self, span: Span) -> Table | None:
        """The first table that shares a character with `span`; None where none does."""
        at = bisect_right(self.tables, span.start, key=lambda t: t.span.end)
        return self.tables[at] if at < len(self.tables) and self.tables[at].span.overlaps(span) else None

    def section_at(self, offset: int) -> Section | None:
        """The section that holds the character at `offset`; None before the first heading."""
        at = bisect_right(self.sections, offset, key=lambda s: s.span.start) - 1
        return self.sections[at] if at >= 0 else None
