"""Files that are zip archives of parts, and the XML in them: opened within limits, since a few kilobytes can hold
gigabytes.

Nothing is written to disk, nothing outside the file is read, and no entity is expanded. A refusal names its limit.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from typing import NoReturn
from xml.etree.ElementTree import Element
from xml.parsers import expat

from pincite.errors import DamagedDocument, EncryptedDocument, UnsupportedFormat

__all__ = ["ZipLimits", "Zipped", "is_zip", "open_zip", "parse_xml"]

MAX_XML_DEPTH = 300
MAX_XML_BYTES = 64_000_000
MAX_XML_NODES = 3_000_000
"""Elements and attributes of one part: a tree of so many takes about 500 MB at worst, a code of 1,000 pages a tenth."""

_ENTRY = b"PK\x01\x02"
_ENTRIES_BEFORE_OPENING = 200_000
_ENCRYPTED = 0x1
_UTF8_NAME = 0x800
_HANGUL = re.compile(rb"[\xb0-\xc8][\xa1-\xfe]")  # in cp949; bytes of Western letters in cp437 seldom stand so
_ERRORS = (
    zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError, OverflowError, KeyError, IndexError,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ZipLimits:
    """What an archive may hold.

    Args:
        members: files in it.
        member_bytes: of one of them, unpacked.
        total_bytes: of all that are read, unpacked.
        ratio: unpacked to packed bytes of a member that unpacks to over `ratio_from` bytes. Deflate reaches 1,032.
    """

    members: int = 10_000
    member_bytes: int = 128_000_000
    total_bytes: int = 512_000_000
    ratio: int = 200
    ratio_from: int = 10_000_000


class Zipped:
    """An opened archive.

    Args:
        names: of its files without folders, in the archive's order, each once; where the archive does not say that its
            names are UTF-8, they are tried as that and as cp949, which Korean programs write, before cp437. Names are
            for reading here: they may begin with `/` or hold `..`.
        repeated: names that come more than once; `read` gives the last, as most programs do.
    """

    def __init__(self, archive: zipfile.ZipFile, source: str, limits: ZipLimits) -> None:
        self._archive = archive
        self._source = source
        self._limits = limits
        self._read = 0
        self._members: dict[str, zipfile.ZipInfo] = {}
        repeated: dict[str, None] = {}
        for member in archive.infolist():
            if member.filename and not member.is_dir():
                name = _name(member)
                if name in self._members:
                    repeated[name] = None
                self._members[name] = member
        self.names: tuple[str, ...] = tuple(self._members)
        self.repeated: tuple[str, ...] = tuple(repeated)

    def size(self, name: str) -> int:
        """Unpacked size in bytes that the archive states for a file; `read` does not trust it."""
        return self._members[name].file_size

    def xml(self, name: str, prefixes: Mapping[str, str]) -> Element | None:
        """The tree of an XML part, see `parse_xml`; None where there is none of that name. Raises what `read` does."""
        if name not in self._members:
            return None
        return parse_xml(self.read(name), f"{name} of {self._source}", prefixes=prefixes)

    def read(self, name: str) -> bytes:
        """The content of a file.

        Raises:
            KeyError: there is none of that name.
            EncryptedDocument: it needs a password.
            UnsupportedFormat: it goes over a limit, or is packed by a method other than deflate.
            DamagedDocument: it cannot be unpacked.
        """
        member = self._members[name]
        self._check(name, member)
        limit = min(self._limits.member_bytes, self._limits.total_bytes - self._read)
        try:
            with self._archive.open(member) as file:
                data = file.read(limit + 1)
        except _ERRORS as error:
            raise DamagedDocument(
                f"Wanted to unpack {name} of {self._source}, found: {error}.", hint="Get the file anew and add it."
            ) from error
        if len(data) > limit:
            self._refuse(f"over {limit:,} bytes in {name}")
        self._read += len(data)
        return data

    def _check(self, name: str, member: zipfile.ZipInfo) -> None:
        """Refuse what the archive's own figures rule out, before anything is unpacked."""
        limits = self._limits
        if member.flag_bits & _ENCRYPTED:
            raise EncryptedDocument(
                f"Wanted to unpack {name} of {self._source}, found that it needs a password.",
                hint="Unpack it with its password and add what is in it.",
            )
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            self._refuse(f"{name} packed by method {member.compress_type}", "Pack it anew as an ordinary zip file.")
        if member.file_size > limits.ratio_from and member.file_size > limits.ratio * max(member.compress_size, 1):
            self._refuse(f"{member.file_size:,} bytes packed into {member.compress_size:,} in {name}")
        if member.file_size > limits.member_bytes:
            self._refuse(f"{member.file_size:,} bytes in {name}")
        if self._read + member.file_size > limits.total_bytes:
            self._refuse(f"over {limits.total_bytes:,} bytes in all")

    def _refuse(self, found: str, hint: str = "Split it, or unpack it and add what you need.") -> NoReturn:
        raise UnsupportedFormat(f"Wanted a zip file within limits, found {found}: {self._source}.", hint=hint)


def is_zip(data: bytes) -> bool:
    """Whether a file begins as a zip archive does."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def open_zip(data: bytes, source: str, *, limits: ZipLimits = ZipLimits()) -> Zipped:
    """Open the archive that the bytes of a file are.

    Args:
        source: the file's path, for messages.

    Raises:
        DamagedDocument: it is no whole zip archive.
        UnsupportedFormat: it holds more files than `limits` allow.
    """
    # Asked of the bytes first: opening it makes an object of each entry, and a million of them takes a gigabyte.
    # Packed archives inside have entries too, hence the distance from the limit.
    count = data.count(_ENTRY)
    try:
        archive = zipfile.ZipFile(BytesIO(data)) if count <= _ENTRIES_BEFORE_OPENING else None
    except (*_ERRORS, NotImplementedError) as error:
        raise DamagedDocument(
            f"Wanted a whole zip file (such as .docx), found: {error}: {source}.",
            hint="Get the file anew, or open it in its program and save it again.",
        ) from error
    if archive is None or len(archive.infolist()) > limits.members:
        raise UnsupportedFormat(
            f"Wanted at most {limits.members:,} files in a zip file, found more: {source}.",
            hint="Unpack it and add the folder.",
        )
    return Zipped(archive, source, limits)


def _name(member: zipfile.ZipInfo) -> str:
    """The member's name: UTF-8 where it says so or can be read so, Korean where its bytes are that, else as stated."""
    name = member.filename
    if member.flag_bits & _UTF8_NAME or name.isascii():
        return name
    try:
        raw = name.encode("cp437")  # as which zipfile reads every name that is not said to be UTF-8
    except UnicodeEncodeError:
        return name
    korean = 2 * len(_HANGUL.findall(raw)) * 2 > sum(byte > 0x7F for byte in raw)
    for encoding in ("utf-8", "cp949") if korean else ("utf-8",):
        with suppress(UnicodeDecodeError):
            return raw.decode(encoding)
    return name


def parse_xml(data: bytes, source: str, *, prefixes: Mapping[str, str] | None = None) -> Element:
    """The tree of an XML part; names are `{namespace}local` as in ElementTree.

    Args:
        source: which part of which file, for messages.
        prefixes: prefix for each namespace that the caller knows; its names become `prefix:local`, so that one name
            serves namespaces that mean the same. ElementTree's paths (`find`, `iterfind`) do not take such names.

    Raises:
        UnsupportedFormat: it has a document type declaration, through which entities are declared, or is too large.
        DamagedDocument: it is not well-formed, or its elements stand in one another over `MAX_XML_DEPTH` deep.
    """
    if len(data) > MAX_XML_BYTES:
        raise _too_large(f"{len(data):,} bytes", source)
    builder = _TreeBuilder(source, prefixes or {})
    parser = expat.ParserCreate(None, "}")
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = builder.doctype
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, LookupError, UnicodeError) as error:  # the latter two: of an encoding nobody knows
        raise DamagedDocument(
            f"Wanted well-formed XML, found: {error}: {source}.",
            hint="Get the file anew, or open it in its program and save it again.",
        ) from error
    return builder.root


class _TreeBuilder:
    """Builds the tree from the parser's events, counting what it holds."""

    def __init__(self, source: str, prefixes: Mapping[str, str]) -> None:
        top = Element("")
        self._source = source
        self._prefixes = prefixes
        self._names: dict[str, str] = {}
        self._open: list[Element] = [top]
        self._last: Element | None = None  # the element that ended last; text goes behind it
        self._nodes = 0

    @property
    def root(self) -> Element:
        return self._open[0][0]

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        names = self._names
        self._nodes += 1 + len(attributes)
        if self._nodes > MAX_XML_NODES:
            raise _too_large(f"over {MAX_XML_NODES:,} elements and attributes", self._source)
        if len(self._open) > MAX_XML_DEPTH:
            raise DamagedDocument(
                f"Wanted XML, found elements over {MAX_XML_DEPTH} deep in one another: {self._source}.",
                hint="Open the file in its program, save it as PDF and add that.",
            )
        element = Element(
            names.get(tag) or self._named(tag), {names.get(k) or self._named(k): v for k, v in attributes.items()}
        )
        self._open[-1].append(element)
        self._open.append(element)
        self._last = None

    def end(self, tag: str) -> None:
        self._last = self._open.pop()

    def data(self, text: str) -> None:
        if self._last is None:
            self._open[-1].text = (self._open[-1].text or "") + text
        else:
            self._last.tail = (self._last.tail or "") + text

    def doctype(self, *declared: object) -> None:
        raise UnsupportedFormat(
            f"Wanted XML without a document type, found one, which is not safe to read: {self._source}.",
            hint="Open the file in its program, save it as PDF and add that.",
        )

    def _named(self, name: str) -> str:
        space, found, local = name.rpartition("}")
        prefix = self._prefixes.get(space)
        written = name if not found else f"{prefix}:{local}" if prefix is not None else f"{{{name}"
        self._names[name] = written
        return written


def _too_large(found: str, source: str) -> UnsupportedFormat:
    return UnsupportedFormat(
        f"Wanted a file within limits, found {found}: {source}.", hint="Split it, or save it as PDF and add that."
    )
