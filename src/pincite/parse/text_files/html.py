"""HTML: what a reader of the document sees, block by block, with the way back to the file's characters.

Scripts, styles, navigation and hidden elements are left out, and so is the site around the document: see
`pincite.parse.text_files.html_extent`.
"""

from __future__ import annotations

import html
import re

from pincite.parse.note_marks import raised
from pincite.parse.parsed import Parsed
from pincite.parse.sections import Heading, sections_from
from pincite.parse.table_rows import table_of
from pincite.parse.text_files.html_elements import BLOCKS, LINES, Attributes, Element, ElementParser, Zone, is_hidden
from pincite.parse.text_files.html_extent import zones_to_read
from pincite.parse.text_files.html_tables import HtmlTable, Piece, data_tables
from pincite.parse.versions import HTML
from pincite.text.normalize import Replacement, odd_places, one_line
from pincite.text.offsets import TextMapBuilder
from pincite.types.document import Span

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_WORDS = re.compile(r"\s+|[^\s]+")


class _Reader(ElementParser):
    """Collects text, headings and the title while the tokenizer runs."""

    def __init__(self, raw: str, zones: frozenset[Zone], data: frozenset[int]) -> None:
        super().__init__()
        self.raw = raw
        self.out = TextMapBuilder()
        self.headings: list[Heading] = []
        self.tables: list[tuple[Span, int]] = []
        self.title = ""
        self._zones = zones
        self._data = data
        self._seen_tables = 0
        self._table: HtmlTable | None = None
        self._attributes: Attributes = {}
        self._line_starts = [0, *(m.end() for m in re.finditer("\n", raw))]
        self._gap = ""
        self._blank = False
        self._heading: tuple[int, int] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._attributes = dict(attrs)
        super().handle_starttag(tag, attrs)

    def opened(self, tag: str) -> None:
        self._seen_tables += tag == "table"
        if self.zone not in self._zones:
            return
        if self._table is not None:
            self._table.opened(tag, self._attributes)
        elif tag == "table" and self._seen_tables in self._data:
            self._break("\n\n")
            self._table = HtmlTable()
        elif tag in BLOCKS:
            self._break("\n" if tag in LINES else "\n\n")
        elif tag in ("td", "th") and len(self.out) and not self._gap:
            self._cell_gap()
        if tag in _HEADINGS:
            self._end_heading()
            self._heading = (len(self.out), _HEADINGS[tag])

    def ended(self, element: Element) -> None:
        if element.zone not in self._zones:
            return
        if self._table is not None:
            self._table.ended(element.tag)
            if element.tag == "table":
                self._end_table(self._table)
            return
        if element.tag in _HEADINGS:
            self._end_heading()
        if element.tag in BLOCKS:
            self._break("\n" if element.tag in LINES else "\n\n")

    def void(self, tag: str, attributes: Attributes) -> None:
        if self.zone not in self._zones:
            return
        if self._table is not None and tag in ("br", "hr"):
            self._table.blank()
        elif tag == "br":
            self._break("\n")
        elif tag == "hr":
            self._break("\n\n")
        elif tag == "img" and attributes.get("alt") and not is_hidden(attributes):
            self._make(f" {attributes['alt']} ")

    def handle_data(self, data: str) -> None:
        if self.in_title:
            self.title += data
        elif self.zone in self._zones:
            self._read(data)

    def handle_entityref(self, name: str) -> None:
        self._reference(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._reference(f"&#{name};")

    def close(self) -> None:
        super().close()
        if self._table is not None:
            self._end_table(self._table)
        self._end_heading()

    def _read(self, data: str) -> None:
        if data.isdecimal() and data.isascii() and self._is_raised():
            self._write(raised(self._before(), data))
            return
        start = self._offset()
        if self.raw[start : start + len(data)] != data:
            self._make(data)
            return
        for match in _WORDS.finditer(data):
            if match.group()[0].isspace():
                self._see_blank()
            else:
                self._copy(start + match.start(), start + match.end())

    def _is_raised(self) -> bool:
        """Whether coming text is raised directly behind a word or a figure."""
        return bool(self._before()) and any(element.tag == "sup" for element in self.open[-3:])

    def _before(self) -> str:
        """The last characters that coming text touches; empty behind a blank."""
        if self._table is not None and self._table.in_cell:
            return self._table.last(self.raw)
        return "" if self._gap or self._blank else self.out.text_from(max(len(self.out) - 6, 0))

    def _see_blank(self) -> None:
        if self._table is not None and self._table.in_cell:
            self._table.blank()
        else:
            self._blank = True

    def _reference(self, reference: str) -> None:
        decoded = html.unescape(reference)
        if self.in_title:
            self.title += decoded
        elif self.zone in self._zones:
            self._make(decoded)

    def _make(self, text: str) -> None:
        for match in _WORDS.finditer(text):
            if match.group()[0].isspace():
                self._see_blank()
                continue
            at = 0
            for odd in odd_places(match.group()):
                self._write(match.group()[at : odd.start])
                at = odd.end
            self._write(match.group()[at:])

    def _write(self, made: str) -> None:
        if made and not self._keep((0, 0, made)):
            self._space()
            self.out.make(made)

    def _copy(self, start: int, end: int) -> None:
        at = start
        for odd in (*odd_places(self.raw, start, end), Replacement(end, end, "")):
            if odd.start > at and not self._keep((at, odd.start, "")):
                self._space()
                self.out.copy(self.raw, at, odd.start)
            at = odd.end

    def _keep(self, piece: Piece) -> bool:
        """Put a piece into the open cell of a table, which is written at its end; False where none is open."""
        if self._table is None or not self._table.in_cell:
            return False
        self._table.add(piece)
        return True

    def _end_table(self, table: HtmlTable) -> None:
        """Write the rows of a table."""
        self._table = None
        rows, header_rows = table.rows(self.raw)
        self._break("\n\n")
        start = -1
        for row in rows:
            self._space()
            start = len(self.out) if start < 0 else start
            for low, high, made in row:
                if made:
                    self.out.make(made)
                else:
                    self.out.copy(self.raw, low, high)
            self._gap = "\n"
        if len(rows) > 1:
            self.tables.append((Span(start, len(self.out)), header_rows))
        self._break("\n\n")

    def _space(self) -> None:
        """Write the break or the blank that stands before the coming word."""
        if len(self.out):
            self.out.make(self._gap or (" " if self._blank else ""))
        if self._gap and self._heading and self._heading[0] == len(self.out) - len(self._gap):
            self._heading = (len(self.out), self._heading[1])
        self._gap, self._blank = "", False

    def _break(self, gap: str) -> None:
        self._gap = max(self._gap, gap, key=len)
        self._blank = False

    def _cell_gap(self) -> None:
        if self.out.last not in ("\n", ""):
            self._gap = " | "

    def _end_heading(self) -> None:
        if self._heading is None:
            return
        start, level = self._heading
        self._heading = None
        text = one_line(self.out.text_from(start))
        if text:
            self.headings.append(Heading(Span(start, len(self.out)), text, level))

    def _offset(self) -> int:
        line, column = self.getpos()
        return self._line_starts[line - 1] + column


def parse_html(raw: str) -> Parsed:
    """Parse the decoded text of an HTML file; offsets of the map point into `raw`."""
    reader = _Reader(raw, zones_to_read(raw), data_tables(raw))
    reader.feed(raw)
    reader.close()
    text = reader.out.text()
    page_title = one_line(reader.title)
    top = next((h.text for h in reader.headings if h.level == 1), "")
    title = _best_title(page_title, top)
    sections = sections_from(reader.headings, len(text), title=top)
    tables = tuple(table_of(text, span, header_rows) for span, header_rows in reader.tables)
    return Parsed(HTML, "text/html", text, reader.out.text_map(), sections=sections, title=title, tables=tables)


def _best_title(page_title: str, top_heading: str) -> str | None:
    """The top heading where the page title repeats it with the site's name, else the page title."""
    if top_heading and (not page_title or top_heading.casefold() in page_title.casefold()):
        return top_heading
    return page_title or top_heading or None
