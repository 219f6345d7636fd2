"""Law in XML: its elements with their places in the file, and the text that a reader writes from them.

Nothing is fetched and nothing is expanded: a file that declares entities of its own is refused, since a few lines of
them can stand for gigabytes ("billion laughs") or for other files.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from xml.parsers import expat

from pincite.errors import DamagedDocument, UnsupportedFormat
from pincite.parse.note_marks import raised
from pincite.parse.sections import Heading
from pincite.text.normalize import Replacement, odd_places, one_line
from pincite.text.offsets import TextMapBuilder
from pincite.types.document import Span

MAX_DEPTH = 400
_WORDS = re.compile(r"\s+|\S+")


class LawXmlReader(ABC):
    """Walks through a file and writes its text; a format's reader says what its elements mean.

    Args:
        raw: the decoded file; offsets of the map point into it.
    """

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.out = TextMapBuilder()
        self.headings: list[Heading] = []
        self.open: list[str] = []
        self._gap = ""
        self._blank = False
        self._heading: tuple[int, int] | None = None

    @abstractmethod
    def opened(self, tag: str, attributes: Mapping[str, str]) -> None:
        """An element begins; `self.open` ends with it."""

    @abstractmethod
    def closed(self, tag: str) -> None:
        """An element ends; `self.open` still ends with it."""

    def characters(self, data: str, start: int) -> None:
        """Text of the innermost open element, from `start` of the file."""
        self.write(data, start)

    def read(self) -> None:
        """Read the whole file.

        Raises:
            UnsupportedFormat: it declares entities.
            DamagedDocument: it is no well-formed XML, or elements stand in one another over `MAX_DEPTH` deep.
        """
        lead = len(self.raw) - len(self.raw.lstrip())
        data = self.raw[lead:].encode("utf-8", "replace")
        parser = expat.ParserCreate("utf-8")
        place = _Place(parser, data, lead)
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = lambda text: self.characters(text, place.now())
        parser.EntityDeclHandler = _refuse_entities
        try:
            parser.Parse(data, True)
        except expat.ExpatError as error:
            raise DamagedDocument(
                f"Wanted well-formed XML, found: {expat.ErrorString(error.code)}, line {error.lineno}.",
                hint="Download the file again, or save it as text and add that.",
            ) from error
        self.end_heading()

    def write(self, data: str, start: int) -> None:
        """Write words with single blanks between them; copied where the file has them so, else made."""
        copied = self.raw.startswith(data, start)
        for match in _WORDS.finditer(data):
            if match.group().isspace():
                self._blank = True
            elif copied:
                self._copy(start + match.start(), start + match.end())
            else:
                self.make(match.group())

    def make(self, text: str) -> None:
        """Write text that the file does not have so."""
        if text:
            self._space()
            self.out.make(text)

    def write_raised(self, digits: str) -> None:
        """Write digits that are printed raised; the number of a note is left out."""
        touches = not self._gap and not self._blank
        self.make(raised(self.out.text_from(len(self.out) - 6), digits) if touches else digits)

    def break_(self, gap: str) -> None:
        """Part what comes from what is written, by a line break, two for a paragraph, ` | ` for a cell."""
        self._gap = max(self._gap, gap, key=len)
        self._blank = False

    def blank(self) -> None:
        """Part what comes by a blank, where nothing more parts it."""
        self._blank = True

    def begin_heading(self, level: int) -> None:
        """What comes is a heading."""
        self.end_heading()
        self._heading = (len(self.out), level)

    def end_heading(self) -> None:
        """The heading, if one is open, is written."""
        if self._heading is None:
            return
        start, level = self._heading
        self._heading = None
        text = self.out.text_from(start)
        start += len(text) - len(text.lstrip())
        if text.strip():
            self.headings.append(Heading(Span(start, len(self.out)), one_line(text), level))

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self.open.append(tag.rpartition(":")[2])
        if len(self.open) > MAX_DEPTH:
            raise DamagedDocument(f"Wanted a law in XML, found elements over {MAX_DEPTH} deep.", hint="Check the file.")
        self.opened(self.open[-1], attributes)

    def _end(self, tag: str) -> None:
        self.closed(self.open[-1])
        self.open.pop()

    def _copy(self, start: int, end: int) -> None:
        at = start
        for odd in (*odd_places(self.raw, start, end), Replacement(end, end, "")):
            if odd.start > at:
                self._space()
                self.out.copy(self.raw, at, odd.start)
            if odd.written:
                self.make(odd.written)
            at = odd.end

    def _space(self) -> None:
        if len(self.out):
            self.out.make(self._gap or (" " if self._blank else ""))
        self._gap, self._blank = "", False


class _Place:
    """Where the parser stands, as a character of the file; asked in the order of the file."""

    def __init__(self, parser: expat.XMLParserType, data: bytes, lead: int) -> None:
        self._parser = parser
        self._data = data
        self._bytes = 0
        self._characters = lead

    def now(self) -> int:
        at = self._parser.CurrentByteIndex
        if at > self._bytes:
            # Every byte that is no continuation of a character begins one.
            piece = self._data[self._bytes : at]
            self._characters += len(piece) if piece.isascii() else sum(byte & 0xC0 != 0x80 for byte in piece)
            self._bytes = at
        return self._characters


def _refuse_entities(name: str, *declared: object) -> None:
    raise UnsupportedFormat(
        f"Wanted a law in XML, found a file that declares entities of its own (&{name};), which is not safe to read.",
        hint="Save it without its DOCTYPE, or as text, and add that.",
    )
