"""Hangul files (.hwpx, KS X 6101): their text with the numbers that are printed, which the files do not hold.

Tracked changes read as accepted. Running heads and feet, hidden comments and memos are no text of the document. Notes
stand below the paragraph that refers to them, text boxes below the one they are anchored in. Such a file has no pages
before somebody prints it: none are made up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from pincite.errors import DamagedDocument, EncryptedDocument
from pincite.parse.note_marks import raised
from pincite.parse.office.block_writer import BlockWriter
from pincite.parse.office.hwpx_numbers import Heading, Numbering, formed, number, numbering_of
from pincite.parse.parsed import Parsed
from pincite.parse.versions import HWPX
from pincite.parse.zipped import Zipped
from pincite.text.normalize import one_line

MEDIA_TYPE = "application/hwp+zip"
MAX_CELL = 2000
"""Characters of a cell from which its table only sets the page."""
MAX_HEADING = 100
MAX_DEPTH = 30
"""Tables and boxes in one another that are read."""

_PREFIXES = {
    f"http://www.{space}/{part}": prefix
    for space in ("hancom.co.kr/hwpml/2011", "hancom.co.kr/hwpml/2016", "owpml.org/owpml/2021", "owpml.org/owpml/2024")
    for part, prefix in (("paragraph", "hp"), ("head", "hh"), ("section", "hs"), ("core", "hc"))
} | {
    "http://www.idpf.org/2007/opf/": "opf",
    "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0": "odf",
}  # fmt: skip
_SECTION = re.compile(r"Contents/section(\d{1,5})\.xml", re.IGNORECASE)
_LETTERS = {
    "hp:tab": " ", "hp:lineBreak": "\n", "hp:nbSpace": " ", "hp:fwSpace": " ", "hp:hyphen": "-",
}  # fmt: skip
_SENTENCE_END = re.compile(r"(?:[.;:,]|다|함|음)$")


def parse_hwpx(archive: Zipped, source: str) -> Parsed:
    """Parse an opened Hangul file.

    Raises:
        EncryptedDocument: it needs a password.
        DamagedDocument: it has no text part, or one that is not well-formed.
        UnsupportedFormat: it goes over a limit, or is not safe to read.
    """
    manifest = archive.xml("META-INF/manifest.xml", _PREFIXES)
    if manifest is not None and next(manifest.iter("odf:encryption-data"), None) is not None:
        raise EncryptedDocument(
            f"Wanted a file that opens without a password, found an encrypted Hangul file: {source}.",
            hint="Open it in Hangul, take the password off, save it and add that.",
        )
    sections = sorted((int(match[1]), name) for name in archive.names if (match := _SECTION.fullmatch(name)))
    if not sections:
        raise DamagedDocument(
            f"Wanted a Hangul file, found no text in it: {source}.", hint="Open it, save it again and add that."
        )
    reader = _Reader(archive.xml("Contents/header.xml", _PREFIXES))
    for _, name in sections:
        part = archive.xml(name, _PREFIXES)
        if part is not None:
            reader.section(part)
    return reader.out.parsed(HWPX, MEDIA_TYPE, title=_title(archive), notes=reader.notes())


def _title(archive: Zipped) -> str:
    package = archive.xml("Contents/content.hpf", _PREFIXES)
    title = None if package is None else next(package.iter("opf:title"), None)
    return "" if title is None else one_line("".join(title.itertext()))


@dataclass(slots=True)
class _Paragraph:
    """A paragraph being read: its parts, and what is anchored in it."""

    parts: list[str] = field(default_factory=list)
    notes: list[Element] = field(default_factory=list)
    blocks: list[Element] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its text, line breaks as they are."""
        return "".join(self.parts).strip()


class _Reader:
    """Writes the paragraphs of a file in the order of reading."""

    def __init__(self, header: Element | None) -> None:
        self.out = BlockWriter()
        self._numbering = Numbering() if header is None else numbering_of(header)
        self._raised = frozenset[str]()
        if header is not None:
            shapes = (item for item in header.iter("hh:charPr") if item.find("hh:supscript") is not None)
            self._raised = frozenset(item.get("id") or "" for item in shapes)
        self._outline = "1"
        self._deleted = 0
        self._carried: list[str] = []  # of paragraphs whose end was deleted
        self._left: Counter[str] = Counter()

    def notes(self) -> list[str]:
        """What was left out or accepted, for people."""
        found = []
        if self._left["changes"]:
            found.append(f"Tracked changes are read as accepted: {self._left['changes']} deletions.")
        if self._left["comments"]:
            found.append(f"Hidden comments and memos were left out: {self._left['comments']}.")
        if self._left["equations"]:
            found.append(f"Equations are written as Hangul keeps them: {self._left['equations']}.")
        return found

    def section(self, part: Element) -> None:
        """Write a section."""
        shape = next(part.iter("hp:secPr"), None)
        if shape is not None:
            self._outline = shape.get("outlineShapeIDRef") or self._outline
        self._paragraphs(part, 0)

    def _paragraphs(self, container: Element, depth: int) -> None:
        for item in container:
            if item.tag == "hp:p":
                self._paragraph(item, depth)

    def _paragraph(self, item: Element, depth: int) -> None:
        read = self._read(item)
        if self._deleted:  # so is the paragraph's end
            self._carried = read.parts
        else:
            heading = self._heading(item)
            text = read.text
            if text:
                mark = self._numbering.printed(heading, self._outline)
                self.out.paragraph(f"{mark} {text}" if mark else text, level=_level(heading, text))
        for note in read.notes:
            self._note(note)
        if depth < MAX_DEPTH:
            for block in read.blocks:
                self._block(block, depth)

    def _heading(self, item: Element) -> Heading:
        return self._numbering.shapes.get(item.get("paraPrIDRef") or "", Heading("NONE", "", 1))

    def _read(self, item: Element) -> _Paragraph:
        found = _Paragraph(parts=self._carried)
        self._carried = []
        for run in item:
            if run.tag == "hp:run":
                is_raised = run.get("charPrIDRef") in self._raised
                for part in _chosen(run):
                    self._part(part, found, is_raised)
        return found

    def _part(self, part: Element, into: _Paragraph, is_raised: bool) -> None:
        tag = part.tag
        if tag == "hp:t":
            self._letters(part, into, is_raised)
        elif tag == "hp:ctrl":
            for control in part:
                self._control(control, into)
        elif tag == "hp:equation":
            script = part.find("hp:script")
            if script is not None and not self._deleted:
                self._left["equations"] += 1
                into.parts.append(f" {''.join(script.itertext()).strip()} ")
        elif tag in ("hp:compose", "hp:dutmal"):
            main = part.get("composeText") if tag == "hp:compose" else _text(part.find("hp:mainText"))
            self._say(main or "", into, False)
        elif tag in ("hp:deleteBegin", "hp:deleteEnd"):
            self._change(tag)
        elif not self._deleted and (tag == "hp:tbl" or next(part.iter("hp:drawText"), None) is not None):
            into.blocks.append(part)

    def _letters(self, part: Element, into: _Paragraph, is_raised: bool) -> None:
        self._say(part.text or "", into, is_raised)
        for item in part:
            if item.tag in ("hp:deleteBegin", "hp:deleteEnd"):
                self._change(item.tag)
            else:
                self._say(_LETTERS.get(item.tag, ""), into, False)
            self._say(item.tail or "", into, is_raised)

    def _change(self, tag: str) -> None:
        begins = tag == "hp:deleteBegin"
        self._left["changes"] += begins
        self._deleted = self._deleted + 1 if begins else max(self._deleted - 1, 0)

    def _say(self, text: str, into: _Paragraph, is_raised: bool) -> None:
        if not text or self._deleted:
            return
        if is_raised and text.strip().isdecimal() and text.isascii():
            before = "".join(into.parts[-3:])[-6:]
            into.parts.append(raised(before, text.strip()) if before.strip() else text)
        else:
            into.parts.append(text)

    def _control(self, control: Element, into: _Paragraph) -> None:
        tag = control.tag
        if tag in ("hp:footNote", "hp:endNote"):
            if not self._deleted:
                into.notes.append(control)
        elif tag == "hp:autoNum" and control.get("numType") not in ("PAGE", "TOTAL_PAGE"):
            self._say(_counted(control), into, False)
        elif tag == "hp:hiddenComment" or (tag == "hp:fieldBegin" and control.get("type") == "MEMO"):
            self._left["comments"] += 1
        elif tag in ("hp:deleteBegin", "hp:deleteEnd"):
            self._change(tag)

    def _note(self, note: Element) -> None:
        texts = [read.text for p in note.iter("hp:p") if (read := self._read(p)).text]
        self.out.note(" ".join(texts))

    def _block(self, block: Element, depth: int) -> None:
        """A table, or a drawn shape with text in it."""
        if block.tag != "hp:tbl":
            for box in _boxes(block):
                for inside in box:
                    if inside.tag == "hp:subList":
                        self._paragraphs(inside, depth + 1)
            return
        rows = [[cell for cell in row if cell.tag == "hp:tc"] for row in block if row.tag == "hp:tr"]
        if _is_layout(rows):
            for cell in (cell for row in rows for cell in row):
                for inside in cell:
                    if inside.tag == "hp:subList":
                        self._paragraphs(inside, depth + 1)
            return
        self._table(block, rows)

    def _table(self, block: Element, rows: list[list[Element]]) -> None:
        heads = 0
        pending: list[Element] = []
        caption = block.find("hp:caption")
        if caption is not None:
            self.out.paragraph(" ".join(self._inside(caption, pending)))
        made: list[list[tuple[str, int, int]]] = []
        for row in rows:
            cells = []
            for cell in sorted(row, key=_column):
                span = cell.find("hp:cellSpan")
                columns, down = (
                    (1, 1) if span is None else (number(span.get("colSpan"), 1), number(span.get("rowSpan"), 1))
                )
                cells.append((" ".join(self._inside(cell, pending)), columns, down))
            heads += heads == len(made) and bool(row) and all(cell.get("header") == "1" for cell in row)
            made.append(cells)
        self.out.table(made, heads)
        for note in pending:
            self._note(note)

    def _inside(self, container: Element, notes: list[Element]) -> Iterator[str]:
        """The texts of a cell's paragraphs, with their numbers."""
        for item in container.iter("hp:p"):
            read = self._read(item)
            notes += read.notes
            if read.text:
                yield from filter(None, (self._numbering.printed(self._heading(item), self._outline), read.text))


def _chosen(run: Element) -> Iterator[Element]:
    """The parts of a run, of several forms of one thing the one that every program can read."""
    for part in run:
        if part.tag != "hp:switch":
            yield part
            continue
        wanted = part.find("hp:default")
        yield from wanted if wanted is not None else next(iter(part), ())


def _boxes(shape: Element) -> Iterator[Element]:
    """The texts of a drawn shape and of those that it groups; what is inside of one of them is that one's."""
    for part in shape:
        if part.tag == "hp:drawText":
            yield part
        else:
            yield from _boxes(part)


def _is_layout(rows: list[list[Element]]) -> bool:
    """Whether a table sets a text in columns or in a box, and is no table of facts."""
    if sum(len(row) > 1 for row in rows) < 2:
        return True
    cells = [cell for row in rows for cell in row]
    if any(next(cell.iter("hp:tbl"), None) is not None for cell in cells):
        return True
    return any(sum(len(_text(said)) for said in cell.iter("hp:t")) > MAX_CELL for cell in cells)


def _column(cell: Element) -> int:
    place = cell.find("hp:cellAddr")
    return 0 if place is None else number(place.get("colAddr"), 0)


def _counted(control: Element) -> str:
    """A number that the program counted itself, with what stands around it."""
    form = control.find("hp:autoNumFormat")
    value = number(control.get("num"), 1)
    if form is None:
        return str(value)
    said = formed(value, form.get("type") or "DIGIT")
    return f"{form.get('prefixChar') or ''}{said}{form.get('suffixChar') or ''}"


def _level(heading: Heading, text: str) -> int:
    """The level of a paragraph of the outline that is a heading; outlines number sentences too."""
    is_heading = heading.kind == "OUTLINE" and len(text) <= MAX_HEADING and not _SENTENCE_END.search(text)
    return heading.level if is_heading else 0


def _text(element: Element | None) -> str:
    return "" if element is None else "".join(element.itertext())
