"""Mail messages (RFC 5322, MIME): the head as its readers see it, then the body; forwarded messages with their own.

The plain form of a body is read where there is one, else the HTML form. Attachments are files of their own: they are
named in a note and not read. A text that only looks like a head stays text of the body.
"""

from __future__ import annotations

import re
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import collapse_rfc2231_value

from pincite.errors import DamagedDocument
from pincite.parse.decode import decode
from pincite.parse.office.block_writer import BlockWriter, cleaned
from pincite.parse.parsed import Parsed
from pincite.parse.versions import EML

MEDIA_TYPE = "message/rfc822"
MAX_DEPTH = 20
"""Parts in parts that are read."""
MAX_NAMED = 10
"""Attachments that a note names."""

_SHOWN = ("Subject", "From", "To", "Cc", "Date")
# What programs write into a message, and people into no text.
_MACHINE = frozenset(
    "received return-path message-id mime-version content-type content-transfer-encoding delivered-to x-mailer"
    " dkim-signature".split()
)  # fmt: skip
_PEOPLE = frozenset("from to subject date cc".split())
_HEAD_LINE = re.compile(rb"([!-9;-~]{1,76}):[ \t]*\S?")
_HEAD_BYTES = 16_384


def is_eml(data: bytes, suffix: str = "") -> bool:
    """Whether a file begins with the head of a message: what people write there, and what only programs do.

    Args:
        suffix: of the file's name; with `.eml`, what people write will do.
    """
    names: set[str] = set()
    for line in data[:_HEAD_BYTES].splitlines():
        if not line.strip() or line.startswith(b"From "):  # a mailbox's line before the head
            if names:
                break
            continue
        if line[:1] in (b" ", b"\t") and names:
            continue
        match = _HEAD_LINE.match(line)
        if match is None:
            return False
        names.add(match[1].decode("ascii").lower())
    known = len(names & _PEOPLE) > 1 or ("from" in names and bool(names & _MACHINE))
    return known and (suffix.lower() == ".eml" or bool(names & _MACHINE))


def parse_eml(data: bytes, source: str) -> Parsed:
    """Parse the bytes of a message.

    Raises:
        DamagedDocument: its parts cannot be told apart.
    """
    try:
        message = message_from_bytes(data)
        reader = _Reader(source)
        reader.message(message, 0)
    except (RecursionError, HeaderParseError) as error:
        raise DamagedDocument(
            f"Wanted a mail message, found one whose parts cannot be told apart: {source}.",
            hint="Open it in a mail program, save it as PDF or text and add that.",
        ) from error
    return reader.out.parsed(EML, MEDIA_TYPE, title=_header(message, "Subject"), notes=reader.notes())


class _Reader:
    """Writes a message and those inside it."""

    def __init__(self, source: str) -> None:
        self.out = BlockWriter(guess=False)
        self._source = source
        self._left: list[str] = []
        self._locked = False
        self._deep = False

    def message(self, message: Message, depth: int) -> None:
        """Write a message: its head, then its body."""
        head = [(name, _header(message, name)) for name in _SHOWN]
        shown = [f"{name}: {said}" for name, said in head if said]
        if depth and shown:
            self.out.paragraph(shown[0], level=1)
            shown = shown[1:]
        self.out.paragraph("\n".join(shown))
        self._part(message, depth)

    def notes(self) -> list[str]:
        """What was not read, for people."""
        found = []
        if self._left:
            named = ", ".join(self._left[:MAX_NAMED]) + (", …" if len(self._left) > MAX_NAMED else "")
            count = len(self._left)
            found.append(f"{count} attachment{'s' if count > 1 else ''} not read; add what you need: {named}.")
        if self._locked:
            found.append("A part is encrypted and was not read.")
        if self._deep:
            found.append(f"Parts that lie over {MAX_DEPTH} deep in one another were not read.")
        return found

    def _part(self, part: Message, depth: int) -> None:
        if depth > MAX_DEPTH:
            self._deep = True
            return
        kind = part.get_content_type()
        inside = part.get_payload() if part.is_multipart() else []
        parts = [item for item in inside if isinstance(item, Message)] if isinstance(inside, list) else []
        if kind == "message/rfc822":
            for item in parts:
                self.message(item, depth + 1)
        elif kind == "multipart/encrypted" or "pkcs7-mime" in kind:
            self._locked = True
        elif kind == "multipart/alternative":
            self._alternative(parts, depth)
        elif parts:
            for item in parts[:1] if kind == "multipart/signed" else parts:
                self._part(item, depth + 1)
        elif kind in ("text/plain", "text/html") and part.get_content_disposition() != "attachment":
            self._text(part, kind)
        else:
            self._left.append(_name(part, kind))

    def _alternative(self, parts: list[Message], depth: int) -> None:
        """Of several forms of one text the plain one, where it says anything, else the best that can be read."""
        plain = next((p for p in parts if p.get_content_type() == "text/plain" and _text(p).strip()), None)
        wanted = plain or next((p for p in reversed(parts) if p.get_content_maintype() in ("text", "multipart")), None)
        if wanted is not None:
            self._part(wanted, depth + 1)

    def _text(self, part: Message, kind: str) -> None:
        text = _text(part)
        if kind == "text/html":
            from pincite.parse.text_files.html import parse_html

            self.out.append(parse_html(text))
        else:
            from pincite.parse.text_files.plain import parse_plain

            self.out.append(parse_plain(_unflowed(text) if _is_flowed(part) else text))


def _header(message: Message, name: str) -> str:
    """A head's field as it is read, on one line; empty without it."""
    raw = message.get(name)
    if raw is None:
        return ""
    parts = []
    try:
        decoded = decode_header(str(raw))
    except (HeaderParseError, ValueError):
        decoded = [(str(raw), None)]
    for said, charset in decoded:
        parts.append(said if isinstance(said, str) else _decoded(said, charset))
    return " ".join(cleaned(" ".join("".join(parts).splitlines())).split())


def _text(part: Message) -> str:
    """The text of a part without parts."""
    data = part.get_payload(decode=True)
    return _decoded(data, part.get_content_charset()) if isinstance(data, bytes) else ""


def _decoded(data: bytes, charset: str | None) -> str:
    """The bytes as text: by what they are said to be, where that reads them, else by what they look like."""
    name = (charset or "").lower().strip("\"' ")
    if name in ("euc-kr", "ks_c_5601-1987", "ksc5601", "korean"):
        name = "cp949"  # which holds all of it, and is what is meant
    if name and name not in ("us-ascii", "ascii", "unknown-8bit"):
        try:
            return data.decode(name)
        except (LookupError, UnicodeError):
            pass
    found = decode(data)
    return found[0] if found else data.decode("latin-1")


def _is_flowed(part: Message) -> bool:
    said = part.get_param("format")
    return said is not None and collapse_rfc2231_value(said).lower() == "flowed"


def _unflowed(text: str) -> str:
    """Lines that end in a blank joined with the next (RFC 3676); a signature's mark stays a line."""
    lines: list[str] = []
    goes_on = False
    for line in text.splitlines():
        said = line.removeprefix(" ")
        if goes_on and said and not said.startswith(">"):
            lines[-1] += said
        else:
            lines.append(said)
        goes_on = said.endswith(" ") and said != "-- " and not said.startswith(">")
    return "\n".join(lines)


def _name(part: Message, kind: str) -> str:
    name = part.get_filename()
    return " ".join(cleaned(_filename(name)).split())[:120] if name else f"without a name ({kind})"


def _filename(name: str) -> str:
    """A file's name, of which programs write coded words though they should not."""
    try:
        return "".join(s if isinstance(s, str) else _decoded(s, c) for s, c in decode_header(name))
    except (HeaderParseError, ValueError):
        return name
