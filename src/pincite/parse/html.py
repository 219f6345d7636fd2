"""HTML: what a reader of the document sees, block by block, with the way back to the file's characters.

Scripts, styles, navigation and hidden elements are left out, and so is the site around the document: see
`pincite.parse.html_extent`.
"""

from __future__ import annotations

import html
import re

from pincite.parse.html_elements import BLOCKS, LINES, Attributes, Element, ElementParser, Zone, is_hidden
from pincite.parse.html_extent import zones_to_read
from pincite.parse.note_marks import raised
from pincite.parse.parsed import Parsed
from pincite.parse.sections import Heading, sections_from
from pincite.parse.versions import HTML
from pincite.text.normalize import Replacement, odd_places, one_line
from pincite.text.offsets import TextMapBuilder
from pincite.types.document import Span

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_WORDS = re.compile(r"\s+|[^\s]+")


class _Reader(ElementParser):
    """Collects text, headings and the title while the tokenizer runs."""

    def __init__(self, raw: str, zones: frozenset[Zone]) -> None:
        super().__init__()
        self.raw = raw
        self.out = TextMapBuilder()
        self.headings: list[Heading] = []
        self.title = ""
        self._zones = zones
        self._line_starts = [0, *(m.end() for m in re.finditer("\n", raw))]
        self._gap = ""
        self._blank = False
        self._heading: tuple[int, int] | None = None

    def opened(self, tag: str) -> None:
        if self.zone not in self._zones:
            return
        if tag in BLOCKS:
            self._break("\n" if tag in LINES else "\n\n")
        elif tag in ("td", "th") and len(self.out) and not self._gap:
            self._cell_gap()
        if tag in _HEADINGS:
            self._end_heading()
            self._heading = (len(self.out), _HEADINGS[tag])

    def ended(self, element: Element) -> None:
        if element.zone not in self._zones:
            return
        if element.tag in _HEADINGS:
            self._end_heading()
        if element.tag in BLOCKS:
            self._break("\n" if element.tag in LINES else "\n\n")

    def void(self, tag: str, attributes: Attributes) -> None:
        if self.zone not in self._zones:
            return
        if tag == "br":
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
        self._end_heading()

    def _read(self, data: str) -> None:
        if data.isdecimal() and data.isascii() and self._is_raised():
            self._write(raised(self.out.text_from(len(self.out) - 6), data))
            return
        start = self._offset()
        if self.raw[start : start + len(data)] != data:
            self._make(data)
            return
        for match in _WORDS.finditer(data):
            if match.group()[0].isspace():
                self._blank = True
            else:
                self._copy(start + match.start(), start + match.end())

    def _is_raised(self) -> bool:
        """Whether coming text is raised directly behind a word or a figure."""
        touches = len(self.out) and not self._gap and not self._blank
        return bool(touches) and any(element.tag == "sup" for element in self.open[-3:])

    def _reference(self, reference: str) -> None:
        decoded = html.unescape(reference)
        if self.in_title:
            self.title += decoded
        elif self.zone in self._zones:
            self._make(decoded)

    def _make(self, text: str) -> None:
        for match in _WORDS.finditer(text):
            if match.group()[0].isspace():
                self._blank = True
                continue
            at = 0
            for odd in odd_places(match.group()):
                self._write(match.group()[at : odd.start])
                at = odd.end
            self._write(match.group()[at:])

    def _write(self, made: str) -> None:
        if made:
            self._space()
            self.out.make(made)

    def _copy(self, start: int, end: int) -> None:
        at = start
        for odd in (*odd_places(self.raw, start, end), Replacement(end, end, "")):
            if odd.start > at:
                self._space()
                self.out.copy(self.raw, at, odd.start)
            at = odd.end

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
    reader = _Reader(raw, zones_to_read(raw))
    reader.feed(raw)
    reader.close()
    text = reader.out.text()
    page_title = one_line(reader.title)
    top = next((h.text for h in reader.headings if h.level == 1), "")
    title = _best_title(page_title, top)
    sections = sections_from(reader.headings, len(text), title=top)
    return Parsed(HTML, "text/html", text, reader.out.text_map(), sections=sections, title=title)


def _best_title(page_title: str, top_heading: str) -> str | None:
    """The top heading where the page title repeats it with the site's name, else the page title."""
    if top_heading and (not page_title or top_heading.casefold() in page_title.casefold()):
        return top_heading
    return page_title or top_heading or None
