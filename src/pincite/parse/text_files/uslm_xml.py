"""Law in United States Legislative Markup (USLM), the form of the U.S. Code on uscode.house.gov and of public laws.

Each level is an element with `num`, `heading`, then `content`, or `chapeau` and levels below (GPO, "USLM User Guide").
Numbers and headings are written as print has them, so that the text reads like any other copy of the Code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pincite.parse.parsed import Parsed
from pincite.parse.sections import sections_from
from pincite.parse.text_files.law_xml import LawXmlReader
from pincite.parse.versions import USLM_XML
from pincite.text.normalize import one_line

MEDIA_TYPE = "application/xml"
_SNIFF = re.compile(r"""xmlns(?::\w+)?=["']https?://(?:schemas\.gpo\.gov/xml/uslm|xml\.house\.gov/schemas/uslm)""")

# Levels with headings in the text, outermost first, and those of paragraphs.
_LARGE = "title subtitle division subdivision chapter subchapter part subpart article section".split()
_LARGE_LEVELS = {tag: level for level, tag in enumerate(_LARGE, start=1)} | {"appendix": 1, "schedule": 1}
_SMALL = frozenset("subsection paragraph subparagraph clause subclause item subitem subsubitem level".split())
_INLINE = frozenset(
    "num ref date i b sub sup em strong inline term shortTitle quotedText entity person organization a span del "
    "ins".split()
)
_LEFT_OUT = frozenset("meta toc".split())
_CELLS = frozenset("column td th".split())


def is_uslm_xml(raw: str) -> bool:
    """Whether a file is law in this form."""
    return raw.lstrip()[:1] == "<" and _SNIFF.search(raw, 0, 8192) is not None


def parse_uslm_xml(raw: str) -> Parsed:
    """Parse the decoded file; offsets of the map point into `raw`.

    Raises:
        UnsupportedFormat: it declares entities of its own.
        DamagedDocument: it is no well-formed XML.
    """
    reader = _Reader(raw)
    reader.read()
    text = reader.out.text()
    title = one_line(reader.title) or (reader.headings[0].text if reader.headings else None)
    sections = sections_from(reader.headings, len(text))
    return Parsed(USLM_XML, MEDIA_TYPE, text, reader.out.text_map(), sections=sections, title=title)


class _Reader(LawXmlReader):
    """`title` is what the file's metadata says."""

    def __init__(self, raw: str) -> None:
        super().__init__(raw)
        self.title = ""
        self._hidden_at: list[int] = []  # how deep the open elements stand that are left out
        self._footnotes: list[list[tuple[str, int]]] = []
        self._in_footnote = 0
        self._behind_number = False

    def opened(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag in _LEFT_OUT or attributes.get("class") == "footnoteRef":
            self._hidden_at.append(len(self.open))
        is_footnote = tag in ("note", "footnote") and (tag == "footnote" or attributes.get("type") == "footnote")
        if self._in_footnote or is_footnote:
            self._in_footnote += 1
            if is_footnote:
                self._footnotes.append([])
            return
        if self._hidden_at:
            return
        around = self.open[-2] if len(self.open) > 1 else ""
        if tag == "num" and around in _LARGE_LEVELS:
            self.break_("\n\n")
            self.begin_heading(_LARGE_LEVELS[around])
        elif tag == "heading":
            self._open_heading(around)
        elif tag not in _INLINE:
            self._open_block(tag)

    def closed(self, tag: str) -> None:
        if self._in_footnote:
            self._in_footnote -= 1
            return
        if self._hidden_at:
            if self._hidden_at[-1] == len(self.open):
                self._hidden_at.pop()
            return
        around = self.open[-2] if len(self.open) > 1 else ""
        if tag == "num":
            self._behind_number = around in _SMALL
            if self.out.last not in "—–":
                self.blank()
        elif tag == "heading":
            self.end_heading()
            self._break("\n\n" if around in _LARGE_LEVELS else "\n")
        elif tag not in _INLINE and tag not in _CELLS:
            self._break("\n")
        if tag == "section":
            self._write_footnotes()

    def characters(self, data: str, start: int) -> None:
        if self._in_footnote:
            self._footnotes[-1].append((data, start))
        elif self._hidden_at:
            if self.open[-1] == "title" and "meta" in self.open:
                self.title += data
        elif data.isdecimal() and self.open[-1] == "sup":
            self.write_raised(data)
        else:
            self._behind_number = self._behind_number and data.isspace()
            self.write(data, start)

    def _open_heading(self, around: str) -> None:
        self._behind_number = False
        if around in _LARGE_LEVELS:
            if self._heading is None:  # a heading without a number
                self.break_("\n\n")
                self.begin_heading(_LARGE_LEVELS[around])
        elif around not in _SMALL:
            self.break_("\n")

    def _open_block(self, tag: str) -> None:
        if tag in _CELLS:
            if len(self.out) and self.out.last != "\n" and not self._gap:
                self.break_(" | ")
            return
        if tag in _SMALL or tag in _LARGE_LEVELS:
            self._behind_number = False
        self.end_heading()
        self._break("\n\n" if tag in _LARGE_LEVELS else "\n")

    def _break(self, gap: str) -> None:
        """A break, but a paragraph's text begins in the line of its number."""
        if self._behind_number:
            self.blank()
        else:
            self.break_(gap)

    def _write_footnotes(self) -> None:
        """Footnotes stand in the middle of sentences in the file, and at the end of the section in the text."""
        footnotes, self._footnotes = self._footnotes, []
        for footnote in footnotes:
            self.break_("\n")
            for data, start in footnote:
                self.write(data, start)
