"""The Code of Federal Regulations in the XML that ecfr.gov and govinfo.gov hand out.

Its `DIV1` to `DIV9` are title, subtitle, chapter, subchapter, part, subpart, subject group, section and appendix, each
with its `HEAD`; below the section there are paragraphs in a row, whose labels alone say how they lie in each other
(GPO, "e-CFR XML User Guide", 2.3 and 2.4).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from pincite.parse.parsed import Parsed
from pincite.parse.sections import sections_from
from pincite.parse.text_files.law_xml import LawXmlReader
from pincite.parse.versions import ECFR_XML

MEDIA_TYPE = "application/xml"
_SNIFF = re.compile(r"<(?:DLPSTEXTCLASS|ECFR|ECFRBRWS)[\s>]|<DIV[1-9]\s[^<>]*\bTYPE=")
_DIV = re.compile(r"DIV([1-9])\Z")
_TITLE_NUMBER = re.compile(r"(\d{1,2}):")
_PART_DIV = 5

# What is set inside a line; everything else stands on lines of its own.
_INLINE = frozenset("I B E SU SUP SUB FR AC XREF A U SC SPAN STRONG EM FTREF HED PSPACE".split())
_PARTED_BY_BLANK = frozenset({"HED", "PSPACE"})
_RAISED = frozenset({"SU", "SUP", "FTREF"})
_LEFT_OUT = frozenset("HEADER IMG STYLE PRTPAGE CFRTOC".split())
_CELLS = frozenset({"TD", "TH", "ENT"})


def is_ecfr_xml(raw: str) -> bool:
    """Whether a file is a regulation in this form."""
    return _SNIFF.search(raw, 0, 4096) is not None


def parse_ecfr_xml(raw: str) -> Parsed:
    """Parse the decoded file; offsets of the map point into `raw`.

    Raises:
        UnsupportedFormat: it declares entities of its own.
        DamagedDocument: it is no well-formed XML.
    """
    reader = _Reader(raw)
    reader.read()
    text = reader.out.text()
    title = reader.headings[0].text if reader.headings else None
    if title and reader.number and reader.outermost >= _PART_DIV:
        title = f"{reader.number} CFR {title}"
    sections = sections_from(reader.headings, len(text))
    return Parsed(ECFR_XML, MEDIA_TYPE, text, reader.out.text_map(), sections=sections, title=title)


class _Reader(LawXmlReader):
    """`outermost` is the number of the first DIV, `number` that of the CFR's title."""

    def __init__(self, raw: str) -> None:
        super().__init__(raw)
        self.outermost = 0
        self.number = ""
        self._levels: list[int] = []
        self._hidden = 0

    def opened(self, tag: str, attributes: Mapping[str, str]) -> None:
        tag = tag.upper()
        self._hidden += tag in _LEFT_OUT
        div = _DIV.match(tag)
        if div is not None:
            self._levels.append(int(div[1]))
            self._note_number(int(div[1]), attributes)
        self._part(tag)
        if tag == "HEAD" and not self._hidden:
            self.begin_heading(self._levels[-1] if self._levels else 1)

    def closed(self, tag: str) -> None:
        tag = tag.upper()
        self._hidden -= tag in _LEFT_OUT
        if _DIV.match(tag):
            self._levels.pop()
        if tag == "HEAD":
            self.end_heading()
        if tag not in _CELLS:
            self._part(tag)

    def characters(self, data: str, start: int) -> None:
        if self._hidden:
            return
        if data.isdecimal() and self.open[-1].upper() in _RAISED:
            self.write_raised(data)
        else:
            self.write(data, start)

    def _part(self, tag: str) -> None:
        if self._hidden:
            return
        if tag in _PARTED_BY_BLANK:
            self.blank()
        elif tag in _CELLS:
            if len(self.out) and self.out.last != "\n" and not self._gap:
                self.break_(" | ")
        elif tag not in _INLINE:
            self.break_("\n\n" if tag == "HEAD" or _DIV.match(tag) else "\n")

    def _note_number(self, level: int, attributes: Mapping[str, str]) -> None:
        if self.outermost:
            return
        self.outermost = level
        found = _TITLE_NUMBER.match(attributes.get("NODE", ""))
        self.number = found[1] if found else ""
