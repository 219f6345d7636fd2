"""HTML: what a reader of the page sees, block by block, with the way back to the file's characters.

The standard library's tokenizer is used since it tells the offset of each piece of text; libraries that build a tree
lose it. Scripts, styles, navigation and hidden elements are left out.
"""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser

from pincite.parse.parsed import Parsed
from pincite.parse.sections import Heading, sections_from
from pincite.text.normalize import Replacement, odd_places, one_line
from pincite.text.offsets import TextMapBuilder
from pincite.types.document import Span

PARSER = "html/1"

_DROPPED = frozenset(
    "script style nav noscript template svg iframe object head select textarea button datalist math canvas audio video"
    .split()
)  # fmt: skip
_BLOCKS = frozenset(
    "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form"
    " h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu ol p pre section summary table tbody tfoot thead"
    " title tr ul caption".split()
)
# Blocks that end a line but not a paragraph: list items and rows of one list or table stay together.
_LINES = frozenset("li tr dt dd".split())
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
# Elements whose end tag may be left out, with the elements that end them.
_IMPLIED_END = {
    "p": _BLOCKS - _LINES | {"li", "dt", "dd"}, "li": {"li"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"},
    "tr": {"tr", "tbody", "tfoot", "thead"}, "td": {"td", "th", "tr"}, "th": {"td", "th", "tr"},
    "head": {"body"}, "option": {"option"},
}  # fmt: skip
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_HIDDEN_STYLE = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_WORDS = re.compile(r"\s+|[^\s]+")


class _Reader(HTMLParser):
    """Collects text, headings and the title while the tokenizer runs."""

    def __init__(self, raw: str) -> None:
        super().__init__(convert_charrefs=False)
        self.raw = raw
        self.out = TextMapBuilder()
        self.headings: list[Heading] = []
        self.title = ""
        self._line_starts = [0, *(m.end() for m in re.finditer("\n", raw))]
        self._open: list[tuple[str, bool]] = []
        self._hidden = 0
        self._gap = ""
        self._blank = False
        self._heading: tuple[int, int] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._close_implied(tag)
        if tag in _VOID:
            self._void(tag, dict(attrs))
            return
        hidden = tag in _DROPPED or _is_hidden(dict(attrs))
        self._open.append((tag, hidden))
        self._hidden += hidden
        if self._hidden:
            return
        if tag in _BLOCKS:
            self._break("\n" if tag in _LINES else "\n\n")
        elif tag in ("td", "th") and len(self.out) and not self._gap:
            self._cell_gap()
        if tag in _HEADINGS:
            self._end_heading()
            self._heading = (len(self.out), _HEADINGS[tag])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # HTML knows no self-closed elements but void ones: `<div/>` opens a division.
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if not any(name == tag for name, _ in self._open):
            return
        while self._open:
            name, hidden = self._open.pop()
            self._hidden -= hidden
            if not self._hidden and not hidden:
                self._end(name)
            if name == tag:
                break

    def handle_data(self, data: str) -> None:
        in_title = bool(self._open) and self._open[-1][0] == "title"
        if in_title and not self._in_svg():
            self.title += data
        if self._hidden or in_title:
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

    def handle_entityref(self, name: str) -> None:
        self._reference(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._reference(f"&#{name};")

    def close(self) -> None:
        super().close()
        self._end_heading()

    def _reference(self, reference: str) -> None:
        decoded = html.unescape(reference)
        if self._open and self._open[-1][0] == "title":
            self.title += decoded
        elif not self._hidden:
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

    def _void(self, tag: str, attrs: dict[str, str | None]) -> None:
        if self._hidden:
            return
        if tag == "br":
            self._break("\n")
        elif tag == "hr":
            self._break("\n\n")
        elif tag == "img" and attrs.get("alt") and not _is_hidden(attrs):
            self._make(f" {attrs['alt']} ")

    def _end(self, tag: str) -> None:
        if tag in _HEADINGS:
            self._end_heading()
        if tag in _BLOCKS:
            self._break("\n" if tag in _LINES else "\n\n")

    def _end_heading(self) -> None:
        if self._heading is None:
            return
        start, level = self._heading
        self._heading = None
        text = one_line(self.out.text_from(start))
        if text:
            self.headings.append(Heading(Span(start, len(self.out)), text, level))

    def _close_implied(self, tag: str) -> None:
        while self._open and tag in _IMPLIED_END.get(self._open[-1][0], ()):
            name, hidden = self._open.pop()
            self._hidden -= hidden
            if not self._hidden:
                self._end(name)

    def _in_svg(self) -> bool:
        return any(name == "svg" for name, _ in self._open)

    def _offset(self) -> int:
        line, column = self.getpos()
        return self._line_starts[line - 1] + column


def _is_hidden(attrs: dict[str, str | None]) -> bool:
    if "hidden" in attrs:
        return True
    return _HIDDEN_STYLE.search(attrs.get("style") or "") is not None


def parse_html(raw: str) -> Parsed:
    """Parse the decoded text of an HTML file; offsets of the map point into `raw`."""
    reader = _Reader(raw)
    reader.feed(raw)
    reader.close()
    text = reader.out.text()
    page_title = one_line(reader.title)
    top = next((h.text for h in reader.headings if h.level == 1), "")
    title = _best_title(page_title, top)
    sections = sections_from(reader.headings, len(text), title=top)
    return Parsed(PARSER, "text/html", text, reader.out.text_map(), sections=sections, title=title)


def _best_title(page_title: str, top_heading: str) -> str | None:
    """The top heading where the page title repeats it with the site's name, else the page title."""
    if top_heading and (not page_title or top_heading.casefold() in page_title.casefold()):
        return top_heading
    return page_title or top_heading or None
