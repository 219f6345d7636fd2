"""OpenDocument texts (.odt): their text with the numbers that are printed, which the files do not hold.

Running heads and feet, comments and deleted text are no text of the document; hidden text is left out. Notes stand
below the paragraph that refers to them, text boxes below the one they are anchored in. Such a file has no pages before
somebody prints it: none are made up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from pincite.errors import DamagedDocument, EncryptedDocument
from pincite.parse.note_marks import raised
from pincite.parse.office import odt_numbers
from pincite.parse.office.block_writer import BlockWriter
from pincite.parse.office.odt_numbers import Levels, levels_of
from pincite.parse.parsed import Parsed
from pincite.parse.versions import ODT
from pincite.parse.zipped import Zipped
from pincite.text.counts import count_of
from pincite.text.normalize import one_line

MEDIA_TYPE = "application/vnd.oasis.opendocument.text"
MAX_CELL = 2000
"""Characters of a cell from which its table only sets the page."""
MAX_REPEATED = 100
"""Rows or cells in a row that are the same, and spaces, as many as are read; a file may say a million."""

_SPACE = "urn:oasis:names:tc:opendocument:xmlns:"
_PREFIXES = {
    f"{_SPACE}office:1.0": "office", f"{_SPACE}text:1.0": "text", f"{_SPACE}table:1.0": "table",
    f"{_SPACE}style:1.0": "style", f"{_SPACE}drawing:1.0": "draw", f"{_SPACE}manifest:1.0": "manifest",
    f"{_SPACE}xsl-fo-compatible:1.0": "fo", f"{_SPACE}svg-compatible:1.0": "svg",
    "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0": "loext",
    "http://purl.org/dc/elements/1.1/": "dc", "http://www.w3.org/XML/1998/namespace": "xml",
}  # fmt: skip
_LEFT_OUT = frozenset(
    "text:tracked-changes office:annotation office:annotation-end office:forms office:scripts text:sequence-decls"
    " text:variable-decls text:user-field-decls text:dde-connection-decls text:ruby-text text:hidden-text"
    " text:hidden-paragraph text:note-citation text:bibliography-mark text:alphabetical-index-mark text:toc-mark"
    " text:user-index-mark text:index-title-template text:table-of-content-source text:alphabetical-index-source"
    " text:user-index-source office:binary-data svg:title svg:desc draw:image draw:object draw:object-ole".split()
)
_AROUND = frozenset(
    "text:section text:index-body text:table-of-content text:index-title text:alphabetical-index text:user-index"
    " text:illustration-index text:table-index text:object-index text:bibliography office:text draw:text-box".split()
)
_FRAMES = frozenset({"draw:frame", "draw:custom-shape", "draw:rect", "draw:g", "draw:a", "draw:line", "draw:ellipse"})


def parse_odt(archive: Zipped, source: str) -> Parsed:
    """Parse an opened OpenDocument text.

    Raises:
        EncryptedDocument: it needs a password.
        DamagedDocument: it has no text part, or one that is not well-formed.
        UnsupportedFormat: it goes over a limit, or is not safe to read.
    """
    manifest = archive.xml("META-INF/manifest.xml", _PREFIXES)
    if manifest is not None and next(manifest.iter("manifest:encryption-data"), None) is not None:
        raise EncryptedDocument(
            f"Wanted a file that opens without a password, found an encrypted OpenDocument text: {source}.",
            hint="Open it, save a copy without a password and add that.",
        )
    content = archive.xml("content.xml", _PREFIXES)
    body = None if content is None else next(content.iter("office:text"), None)
    if content is None or body is None:
        raise DamagedDocument(
            f"Wanted an OpenDocument text, found no text in it: {source}.", hint="Open it, save it again and add that."
        )
    reader = _Reader(_Styles([part for part in (archive.xml("styles.xml", _PREFIXES), content) if part is not None]))
    reader.blocks(body)
    meta = archive.xml("meta.xml", _PREFIXES)
    stated = None if meta is None else next(meta.iter("dc:title"), None)
    title = reader.title or (one_line("".join(stated.itertext())) if stated is not None else "")
    return reader.out.parsed(ODT, MEDIA_TYPE, title=title, notes=reader.notes())


class _Styles:
    """What the file's styles say of lists, headings and what is hidden."""

    def __init__(self, parts: list[Element]) -> None:
        self.lists: dict[str, Levels] = {}
        self.outline: Levels = {}
        self._styles: dict[str, Element] = {}
        for part in parts:
            for style in part.iter("text:list-style"):
                self.lists[style.get("style:name") or ""] = levels_of(style)
            for style in part.iter("text:outline-style"):
                self.outline = levels_of(style)
            for style in part.iter("style:style"):
                self._styles[style.get("style:name") or ""] = style

    def is_hidden(self, name: str | None, around: bool = False) -> bool:
        """Whether text of a style is there but not shown; `around` where the style says nothing of it."""
        for style in self._family(name):
            properties = style.find("style:text-properties")
            display = None if properties is None else properties.get("text:display")
            if display is not None:
                return display == "none"
        return around

    def is_raised(self, name: str | None) -> bool:
        """Whether text of a style is set raised."""
        for style in self._family(name):
            properties = style.find("style:text-properties")
            place = properties.get("style:text-position") if properties is not None else None
            if place:
                return place.startswith("super") or (place[0].isdigit() and not place.startswith("0"))
        return False

    def list_of(self, name: str | None) -> str | None:
        """The list style that a paragraph's style puts it in."""
        return next((found for style in self._family(name) if (found := style.get("style:list-style-name"))), None)

    def is_title(self, name: str | None) -> bool:
        """Whether a paragraph's style is the one of the document's title."""
        return any(style.get("style:name") == "Title" for style in self._family(name))

    def _family(self, name: str | None) -> Iterator[Element]:
        """A style and those it takes from, each once."""
        seen: set[str] = set()
        while name and name not in seen and (style := self._styles.get(name)) is not None:
            seen.add(name)
            yield style
            name = style.get("style:parent-style-name")


@dataclass(slots=True)
class _Paragraph:
    """A paragraph being read: its parts, the notes it refers to and the boxes anchored in it."""

    parts: list[str] = field(default_factory=list)
    notes: list[tuple[str, Element]] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(self.parts).strip()


class _Reader:
    """Writes the blocks of a file in the order of reading."""

    def __init__(self, styles: _Styles) -> None:
        self.out = BlockWriter()
        self.title = ""
        self._styles = styles
        self._left: Counter[str] = Counter()
        self._outline = odt_numbers.Counter()
        self._lists: dict[str, odt_numbers.Counter] = {}  # by list id
        self._last: dict[str, odt_numbers.Counter] = {}  # by style, the last list of it
        self._pending: list[tuple[str, Element]] = []  # notes of a table, which stand below it

    def notes(self) -> list[str]:
        """What was left out, for people."""
        found = []
        if self._left["changes"]:
            found.append("Tracked changes are read as accepted.")
        if self._left["hidden"]:
            found.append(f"Hidden text was left out: {count_of(self._left['hidden'], 'character')}.")
        if self._left["comments"]:
            found.append(f"Comments were left out: {self._left['comments']}.")
        return found

    def blocks(self, container: Element) -> None:
        """Write what a body, a section or a text box holds."""
        for item in container:
            if item.tag in ("text:p", "text:h"):
                self._paragraph(item, self._number_of(item))
            elif item.tag == "text:list":
                for block, number in self._items(item):
                    self._paragraph(block, number)
            elif item.tag == "table:table":
                self._table(item)
            elif item.tag == "text:tracked-changes":
                self._left["changes"] += 1
            elif item.tag in _FRAMES:
                self._boxes([item])
            elif item.tag in _AROUND and item.get("text:display") != "none" and not self._styles.is_hidden(
                item.get("text:style-name")
            ):  # fmt: skip
                self.blocks(item)

    def _number_of(self, item: Element) -> str:
        """The number of a heading outside lists, by the outline's style."""
        if item.tag != "text:h" or item.get("text:is-list-header") == "true":
            return ""
        level = _int(item.get("text:outline-level"), 1)
        restart = _int(item.get("text:start-value"), 1) if item.get("text:restart-numbering") == "true" else None
        own = self._styles.list_of(item.get("text:style-name"))
        if own is not None and own in self._styles.lists:
            return self._last.setdefault(own, odt_numbers.Counter()).next(self._styles.lists[own], level, restart)
        return self._outline.next(self._styles.outline, level, restart) if self._styles.outline else ""

    def _paragraph(self, item: Element, number: str) -> None:
        name = item.get("text:style-name")
        read = self._read(item)
        text = read.text
        if text and self._styles.is_title(name) and not self.title:
            self.title = one_line(text)
        level = _int(item.get("text:outline-level"), 1) if item.tag == "text:h" else 0
        if text:
            self.out.paragraph(f"{number}{text}", level=level)
        self._write_notes(read.notes)
        self._boxes(read.boxes)

    def _items(
        self, item: Element, style: str | None = None, depth: int = 1, counter: odt_numbers.Counter | None = None
    ) -> Iterator[tuple[Element, str]]:
        """The paragraphs of a list, each with its number."""
        style = item.get("text:style-name") or style
        if counter is None:
            counter = self._counter(item, style)
        levels = self._styles.lists.get(style or "", {})
        for entry in item:
            if entry.tag not in ("text:list-item", "text:list-header"):
                continue
            own = self._styles.lists.get(entry.get("text:style-override") or "", levels)
            if len(entry) and entry[0].tag == "text:list":
                counter.skip(own, depth)
            for place, block in enumerate(entry):
                if block.tag == "text:list" and depth < odt_numbers.MAX_LEVEL:
                    yield from self._items(block, style, depth + 1, counter)
                elif block.tag in ("text:p", "text:h"):
                    first = not place and entry.tag == "text:list-item"
                    start = entry.get("text:start-value")
                    yield block, counter.next(own, depth, None if start is None else _int(start, 1)) if first else ""

    def _counter(self, item: Element, style: str | None) -> odt_numbers.Counter:
        """Where a root list's numbers begin: with those of the list that it goes on with, else anew."""
        continued = item.get("text:continue-list")
        before = self._lists.get(continued) if continued else None
        if before is None and item.get("text:continue-numbering") == "true":
            before = self._last.get(style or "")
        found = before if before is not None else odt_numbers.Counter()
        name = item.get("xml:id")
        if name:
            self._lists[name] = found
        self._last[style or ""] = found
        return found

    def _read(self, item: Element) -> _Paragraph:
        found = _Paragraph()
        self._inline(item, found, self._styles.is_hidden(item.get("text:style-name")), False)
        return found

    def _inline(self, item: Element, into: _Paragraph, hidden: bool, is_raised: bool) -> None:
        self._say(item.text, into, hidden, is_raised)
        for part in item:
            self._piece(part, into, hidden, is_raised)
            self._say(part.tail, into, hidden, is_raised)

    def _piece(self, part: Element, into: _Paragraph, hidden: bool, is_raised: bool) -> None:
        tag = part.tag
        if tag == "text:s":
            self._say(" " * min(_int(part.get("text:c"), 1), MAX_REPEATED), into, hidden, False)
        elif tag == "text:tab":
            self._say(" ", into, hidden, False)
        elif tag == "text:line-break":
            self._say("\n", into, hidden, False, kept=True)
        elif tag == "text:note":
            citation, body = part.find("text:note-citation"), part.find("text:note-body")
            if body is not None and not hidden:
                into.notes.append(("" if citation is None else one_line("".join(citation.itertext())), body))
        elif tag == "office:annotation":
            self._left["comments"] += 1
        elif tag in _FRAMES:
            into.boxes.append(part)
        elif tag not in _LEFT_OUT:
            name = part.get("text:style-name") if tag in ("text:span", "text:a") else None
            inner_raised = is_raised or self._styles.is_raised(name)
            self._inline(part, into, self._styles.is_hidden(name, hidden), inner_raised)
        else:
            self._left["hidden"] += len("".join(part.itertext()).strip()) if "hidden" in tag else 0

    def _say(self, text: str | None, into: _Paragraph, hidden: bool, is_raised: bool, *, kept: bool = False) -> None:
        if not text:
            return
        if hidden:
            self._left["hidden"] += len(text.strip())
        elif is_raised and text.strip().isdecimal() and text.isascii():
            before = "".join(into.parts[-3:])[-6:]
            into.parts.append(raised(before, text.strip()) if before.strip() else text)
        else:  # line ends of the file's own are blanks
            into.parts.append(text if kept else " ".join(text.splitlines()) if "\n" in text or "\r" in text else text)

    def _write_notes(self, notes: list[tuple[str, Element]]) -> None:
        for mark, body in notes:
            said = " ".join(filter(None, (f"{number}{read.text}".strip() for read, number in self._paragraphs(body))))
            if said:
                self.out.note(f"{mark} {said}")

    def _paragraphs(self, container: Element) -> Iterator[tuple[_Paragraph, str]]:
        """All paragraphs inside, read one after the other, with their numbers in lists."""
        for item in container:
            if item.tag in ("text:p", "text:h"):
                yield self._read(item), ""
            elif item.tag == "text:list":
                for block, number in self._items(item):
                    yield self._read(block), number
            elif item.tag not in _LEFT_OUT:
                yield from self._paragraphs(item)

    def _boxes(self, frames: list[Element]) -> None:
        for frame in frames:
            if frame.tag == "draw:frame":
                for item in frame:
                    if item.tag == "draw:text-box":
                        self.blocks(item)
            else:
                self.blocks(frame)

    def _table(self, item: Element) -> None:
        if _is_layout(item):
            for row, _ in _rows(item, False):
                for cell in row:
                    if cell.tag == "table:table-cell":
                        self.blocks(cell)
            return
        rows: list[list[tuple[str, int, int]]] = []
        header_rows = 0
        for row, in_head in _rows(item, False):
            read = self._row(row)
            count = min(_int(row.get("table:number-rows-repeated"), 1), MAX_REPEATED)
            filled = any(text.strip() for text, _, _ in read)
            rows += [read] * (count if filled else 1)
            header_rows += in_head and header_rows == len(rows) - 1
        self.out.table(rows, header_rows)
        notes, self._pending = self._pending, []
        self._write_notes(notes)

    def _row(self, row: Element) -> list[tuple[str, int, int]]:
        found: list[tuple[str, int, int]] = []
        for cell in row:
            if cell.tag != "table:table-cell":
                continue
            parts: list[str] = []
            for read, number in self._paragraphs(cell):
                parts += [f"{number}{read.text}"] if read.text else []
                self._pending += read.notes
                for frame in read.boxes:
                    parts += [inner.text for inner, _ in self._paragraphs(frame)]
            columns = _int(cell.get("table:number-columns-spanned"), 1)
            down = _int(cell.get("table:number-rows-spanned"), 1)
            count = min(_int(cell.get("table:number-columns-repeated"), 1), MAX_REPEATED)
            found += [(" ".join(filter(None, parts)), columns, down)] * count
        return found


def _is_layout(table: Element) -> bool:
    """Whether a table sets a text in columns or in a box, and is no table of facts."""
    rows = [[cell for cell in row if cell.tag == "table:table-cell"] for row, _ in _rows(table, False)]
    if sum(len(row) > 1 for row in rows) < 2:
        return True
    cells = [cell for row in rows for cell in row]
    if any(cell.find("table:table") is not None or next(cell.iter("text:h"), None) is not None for cell in cells):
        return True
    return any(sum(map(len, cell.itertext())) > MAX_CELL for cell in cells)


def _rows(table: Element, in_head: bool) -> Iterator[tuple[Element, bool]]:
    """The rows of a table that are shown, each with whether it is repeated on every page."""
    for item in table:
        if item.tag == "table:table-row" and item.get("table:visibility") not in ("collapse", "filter"):
            yield item, in_head
        elif item.tag in ("table:table-header-rows", "table:table-rows", "table:table-row-group"):
            yield from _rows(item, in_head or item.tag == "table:table-header-rows")


def _int(value: str | None, otherwise: int) -> int:
    return int(value) if value is not None and value.isascii() and value.isdecimal() and len(value) < 7 else otherwise
