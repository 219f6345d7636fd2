"""Rich text files: what a reader of the page sees, with the numbers that the writing program printed.

Tracked changes read as accepted, hidden text is left out, and both are noted. Notes stand below the paragraph that
refers to them. Running heads and feet, comments, pictures and what programs store beside the text are no text.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

from pincite.parse.note_marks import raised
from pincite.parse.office.block_writer import BlockWriter
from pincite.parse.office.rtf_tables import ROW_WORDS, RtfTable
from pincite.parse.office.rtf_words import CHARSETS, KEPT_THOUGH_STARRED, LEFT_OUT, LETTERS, PARAGRAPH_ENDS, SIGNS
from pincite.parse.parsed import Parsed
from pincite.parse.versions import RTF
from pincite.text.counts import count_of

MEDIA_TYPE = "application/rtf"
MAX_DEPTH = 10_000
_BODY_LEVEL = 9

_TOKEN = re.compile(
    rb"\\(?P<word>[a-zA-Z]{1,32})(?P<number>-?\d{1,20})?[ ]?|\\'(?P<hex>[0-9a-fA-F]{2})|\\(?P<sign>[^a-zA-Z])"
    rb"|(?P<brace>[{}])|(?P<break>[\r\n]+)|(?P<text>[^\\{}\r\n]+)|(?P<lone>\\)"
)
_HEADING_STYLE = re.compile(r"heading (\d)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _State:
    """What holds in a group; a group inside has it until it says otherwise."""

    skip: bool = False
    kind: str = ""
    """`fonttbl`, `stylesheet`, `title` or `footnote` in such a group."""
    unicode_skip: int = 1
    font: int = -1
    hidden: bool = False
    deleted: bool = False
    raised: bool = False
    level: int = 0
    """Of a heading, from 1; 0 for other paragraphs."""
    in_table: bool = False


def is_rtf(data: bytes) -> bool:
    """Whether a file begins as rich text does."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{\\rtf")


def parse_rtf(data: bytes, source: str) -> Parsed:
    """Parse the bytes of a rich text file; `source` is its path, for messages."""
    reader = _Reader()
    reader.read(data)
    return reader.parsed()


class _Reader:
    """Reads a file's tokens one after the other."""

    def __init__(self) -> None:
        self._out = BlockWriter()
        self._stack: list[_State] = []
        self._state = _State()
        self._bytes = bytearray()
        self._star = False
        self._to_skip = 0
        self._encoding = "cp1252"
        self._fonts: dict[int, str] = {}
        self._font = -1
        self._styles: dict[int, int] = {}
        self._style, self._style_name = -1, ""
        self._default_font = -1
        self._title = ""
        self._parts: list[str] = []  # of the paragraph being read
        self._outer: list[list[str]] = []  # of the paragraphs around a note
        self._notes: list[str] = []
        self._note_count = 0
        self._cell: list[str] = []
        self._table = RtfTable()
        self._left: Counter[str] = Counter()
        self._closed = False

    def read(self, data: bytes) -> None:
        """Read a whole file; what stands behind its outermost group is none of it."""
        at = max(data.find(b"{"), 0)
        while at < len(data) and not self._closed:
            match = _TOKEN.match(data, at)
            if match is None:  # cannot be: every byte begins a token
                break
            at = match.end()
            word = match["word"]
            if word == b"bin":
                at += max(int(match["number"] or 0), 0)
            elif word is not None:
                number = match["number"]
                self._word(word.decode("ascii").lower(), None if number is None else int(number))
            else:
                self._other(match)
        self._flush()
        self._end_paragraph()
        self._end_table()

    def parsed(self) -> Parsed:
        """What was read."""
        notes = []
        if self._left["deleted"]:
            notes.append("Tracked changes are read as accepted.")
        if self._left["hidden"]:
            notes.append(f"Hidden text was left out: {count_of(self._left['hidden'], 'character')}.")
        if not self._closed:
            notes.append("The file ends before its text does: something may be missing at its end.")
        return self._out.parsed(RTF, MEDIA_TYPE, title=_whole(self._title), notes=notes)

    def _other(self, match: re.Match[bytes]) -> None:
        if match["brace"] == b"{":
            self._flush()
            if len(self._stack) < MAX_DEPTH:
                self._stack.append(self._state)
            self._to_skip = 0
        elif match["brace"] == b"}":
            self._close_group()
        elif match["hex"] is not None:
            self._letters(bytes.fromhex(match["hex"].decode("ascii")))
        elif match["text"] is not None:
            self._letters(match["text"])
        elif match["sign"] is not None:
            self._sign(match["sign"])

    def _close_group(self) -> None:
        self._flush()
        self._to_skip, self._star = 0, False
        ended = self._state
        if not self._stack:
            self._closed = True
            return
        self._state = self._stack.pop()
        self._closed = not self._stack
        if ended.kind == "footnote" and self._state.kind != "footnote":
            self._end_note()

    def _sign(self, sign: bytes) -> None:
        text = sign.decode("latin-1")
        if text == "*":
            self._star = True
        elif text in "\r\n":
            self._word("par", None)
        elif text in SIGNS:
            self._flush()
            self._say(SIGNS[text])

    def _letters(self, data: bytes) -> None:
        """Letters in the font's encoding, less those that stand for a letter written as a number before."""
        skipped = min(self._to_skip, len(data))
        self._to_skip -= skipped
        self._star = False
        self._bytes += data[skipped:]

    def _flush(self) -> None:
        """Say the letters read so far."""
        if self._bytes:
            encoding = self._fonts.get(self._state.font, self._encoding)
            self._say(self._bytes.decode(encoding, "replace"))
            self._bytes.clear()

    def _say(self, text: str) -> None:
        state = self._state
        if state.kind == "title":
            self._title += text
        elif state.kind == "stylesheet":
            self._style_name += text
            if ";" in text:
                self._end_style()
        elif state.skip or state.kind == "fonttbl":
            return
        elif state.hidden or state.deleted:
            self._left["deleted" if state.deleted else "hidden"] += len(text.strip())
        elif state.raised and text.strip().isdecimal() and text.isascii():
            before = "".join(self._parts[-3:])[-6:]
            self._parts.append(raised(before, text.strip()) if before.strip() else text)
        else:
            self._parts.append(text)

    def _word(self, word: str, number: int | None) -> None:
        self._flush()
        starred, self._star = self._star, False
        if word != "u":
            self._to_skip = 0
        if word in LEFT_OUT or (starred and word not in KEPT_THOUGH_STARRED):
            self._state = replace(self._state, skip=True)
        elif word in _GROUPS:
            self._begin(word)
        elif self._state.kind in ("fonttbl", "stylesheet"):
            self._table_word(word, number)
        elif word == "u":
            self._number_letter(number or 0)
        elif word in LETTERS:
            self._say(LETTERS[word])
        elif not self._state.skip:
            self._text_word(word, number)

    def _begin(self, kind: str) -> None:
        """A group that is read in a way of its own."""
        if kind in ("ud", "shptxt"):  # text inside what is else passed over
            self._state = replace(self._state, skip=False)
        elif self._state.skip and kind != "title":
            return
        elif kind == "footnote":
            self._outer.append(self._parts)
            self._parts = []
            self._state = _State(kind=kind, unicode_skip=self._state.unicode_skip, font=self._state.font)
        else:
            self._state = replace(self._state, kind=kind, skip=kind == "info")

    def _table_word(self, word: str, number: int | None) -> None:
        """A word in the table of fonts or styles."""
        value = -1 if number is None else number
        if self._state.kind == "fonttbl":
            if word == "f":
                self._font = value
            elif word == "fcharset" and value in CHARSETS:
                self._fonts[self._font] = CHARSETS[value]
            elif word == "cpg":
                self._fonts[self._font] = _known(f"cp{value}", self._encoding)
        elif word == "s":
            self._style = value
        elif word == "outlinelevel" and 0 <= value < _BODY_LEVEL:
            self._styles[self._style] = value + 1

    def _end_style(self) -> None:
        match = _HEADING_STYLE.match(self._style_name.strip())
        if match is not None and self._style not in self._styles:
            self._styles[self._style] = int(match[1])
        self._style, self._style_name = -1, ""

    def _number_letter(self, number: int) -> None:
        code = number + 0x10000 if number < 0 else number
        self._to_skip = self._state.unicode_skip
        if 0 <= code < 0x110000:  # one may be half of a letter, which is made whole with the next
            self._say(chr(code))

    def _text_word(self, word: str, number: int | None) -> None:
        on = number != 0
        if word in PARAGRAPH_ENDS:
            self._end_paragraph()
        elif word in ROW_WORDS:
            self._row_word(word, number)
        elif word == "pard":
            self._state = replace(self._state, level=0, in_table=False)
        elif word == "intbl":
            self._state = replace(self._state, in_table=True)
        elif word == "s":
            self._state = replace(self._state, level=self._styles.get(number or 0, 0))
        elif word == "outlinelevel":
            value = number or 0
            self._state = replace(self._state, level=value + 1 if 0 <= value < _BODY_LEVEL else 0)
        elif word == "itap":  # of a table in a cell, whose cells are words of that one
            self._parts.append(" ")
        elif word == "chftn":
            if self._state.kind == "footnote":
                self._say(f"{self._note_count or 1} ")
            else:
                self._note_count += 1
        elif word == "plain":
            self._state = replace(self._state, hidden=False, deleted=False, raised=False, font=self._default_font)
        elif word == "v":
            self._state = replace(self._state, hidden=on)
        elif word == "deleted":
            self._state = replace(self._state, deleted=on)
        elif word in ("super", "nosupersub", "up", "dn"):
            self._state = replace(self._state, raised=on and word in ("super", "up"))
        else:
            self._font_word(word, number)

    def _font_word(self, word: str, number: int | None) -> None:
        value = -1 if number is None else number
        if word == "f":
            self._state = replace(self._state, font=value)
        elif word == "deff":
            self._default_font = value
        elif word == "uc":
            self._state = replace(self._state, unicode_skip=min(max(value, 0), 16))
        elif word == "ansicpg":
            self._encoding = _known(f"cp{value}", "cp1252")
        elif word == "mac":
            self._encoding = "mac_roman"
        elif word in ("pc", "pca"):
            self._encoding = "cp437" if word == "pc" else "cp850"

    def _row_word(self, word: str, number: int | None) -> None:
        if word in ("nestcell", "nestrow"):
            self._parts.append(" ")
        elif word == "cell":
            self._cell.append("".join(self._parts))
            self._table.end_cell(_whole(" ".join(self._cell)))
            self._cell = []
            self._parts = []
        elif word == "row":
            self._table.end_row()
            self._parts = []
        else:
            self._table.define(word, number or 0)

    def _end_paragraph(self) -> None:
        text = _whole("".join(self._parts))
        self._parts = []
        if self._state.kind == "footnote":
            self._parts = [text, " "]
        elif self._state.in_table:
            self._cell.append(text)
        else:
            self._end_table()
            self._out.paragraph(text, level=self._state.level)
            self._write_notes()

    def _end_table(self) -> None:
        if self._cell:  # a row that nothing ended
            self._row_word("cell", None)
        if self._table.begun:
            rows, head_rows = self._table.taken()
            self._out.table(rows, head_rows)
            self._write_notes()

    def _end_note(self) -> None:
        text = _whole("".join(self._parts)).strip()
        self._parts = self._outer.pop() if self._outer else []
        if text and text != str(self._note_count):
            self._notes.append(text)

    def _write_notes(self) -> None:
        for note in self._notes:
            self._out.note(note)
        self._notes = []


_GROUPS = frozenset("fonttbl stylesheet info title footnote ud shptxt".split())


def _known(encoding: str, otherwise: str) -> str:
    """The name where Python knows such an encoding."""
    import codecs

    try:
        codecs.lookup(encoding)
    except LookupError:
        return "utf-8" if encoding == "cp65001" else otherwise
    return encoding


def _whole(text: str) -> str:
    """The text with letters whole that were written as two halves."""
    if not any("\ud800" <= c < "\ue000" for c in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
