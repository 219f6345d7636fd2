"""ZIP archives of documents: their members, one after the other, within limits; archives in them, one level deep.

Nothing is written to disk and no name becomes a path: a member is known as the archive's path, `!/` and its name.
"""

from __future__ import annotations

import os
import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from pincite.errors import DamagedDocument, DocumentError, PinciteError, UnsupportedFormat
from pincite.ingest.files import is_readable_kind
from pincite.parse.source_file import opened
from pincite.parse.zipped import ZipLimits, Zipped

MAX_MEMBERS = 10_000
MAX_TOTAL_BYTES = 8_000_000_000
"""Of all members of an archive, unpacked; one at a time is in memory."""
MAX_MEMBER_BYTES = 128_000_000
"""Of one member, also an archive in the archive, unpacked: it is in memory as a whole, twice on its way to be read."""

_ENTRY = b"PK\x01\x02"
_BLOCK = 8_000_000
_MARKS = (b"PK\x03\x04", b"PK\x05\x06")
_SUFFIX = ".zip"
# What tells a document that is packed as zip (Office, OpenDocument, HWPX, EPUB, Java) from an archive of files.
_OF_DOCUMENTS = ("[content_types].xml", "mimetype", "meta-inf/container.xml", "meta-inf/manifest.xml")
_ERRORS = (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, RuntimeError, ValueError, KeyError, IndexError)


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive, or what kept one from being found.

    Args:
        source: its name behind the archive's path and `!/`.
        read: gives its content; raises PinciteError.
        hides_others: whether it stands for members that cannot be seen, as a damaged archive does.
    """

    source: Path
    read: Callable[[], bytes]
    hides_others: bool = False


def is_archive(path: Path) -> bool:
    """Whether the file at `path` is a zip archive of files, and not a document that is packed as one.

    Raises:
        DocumentError: it cannot be read.
    """
    if os.path.isdir(path):
        return False
    with opened(path) as file:
        return file.read(4) in _MARKS and _holds_files(file, path.suffix)


def _holds_files(file: BinaryIO, suffix: str) -> bool:
    """Whether a zip file's names are those of files; a damaged one counts by its suffix."""
    try:
        if _entries(file) > MAX_MEMBERS:  # refused later, with its reason
            return suffix.lower() == _SUFFIX
        with zipfile.ZipFile(file) as archive:
            return not any(name.lower() in _OF_DOCUMENTS for name in archive.namelist()[:MAX_MEMBERS])
    except _ERRORS:
        return suffix.lower() == _SUFFIX


def _entries(file: BinaryIO) -> int:
    """How many entries the file can have at most: opening it makes an object of each, and a million takes a gigabyte.

    Archives inside have entries too, so it may count more than there are.
    """
    count, rest = 0, b""
    file.seek(0)
    while block := file.read(_BLOCK):
        block = rest + block
        count += block.count(_ENTRY)
        rest = block[-len(_ENTRY) + 1 :]
    file.seek(0)
    return count


class Archive:
    """The members of the archive at `path` that have the name of a readable kind, in the archive's order.

    Args:
        max_file_mb: largest member, unpacked.
    """

    def __init__(self, path: Path, max_file_mb: int) -> None:
        self._path = path
        self._limits = ZipLimits(MAX_MEMBERS, min(max_file_mb * 1_000_000, MAX_MEMBER_BYTES), MAX_TOTAL_BYTES)

    def __iter__(self) -> Iterator[Member]:
        try:
            with opened(self._path) as file:
                yield from self._members(file, str(self._path), nested=False)
        except PinciteError as error:
            yield _fault(self._path, error)

    def _members(self, file: BinaryIO, source: str, *, nested: bool) -> Iterator[Member]:
        """The members of an open archive.

        Args:
            source: what stands before their names, without `!/`.
            nested: whether it lies in another archive.
        """
        try:
            archive = _opened_zip(file, source, self._limits)
        except PinciteError as error:
            yield _fault(Path(source), error)
            return
        with closing(archive):
            zipped = Zipped(archive, source, self._limits)
            found = False
            for name in zipped.names:
                if _is_wanted(name):
                    found = True
                    yield from self._member(zipped, name, source, nested=nested)
            if not found:
                yield _fault(
                    Path(source),
                    UnsupportedFormat(
                        f"Wanted documents, found no file of a readable kind in the archive {source}.",
                        hint="Unpack it and add the files you need.",
                    ),
                    hides_others=False,
                )

    def _member(self, zipped: Zipped, name: str, source: str, *, nested: bool) -> Iterator[Member]:
        parts = _parts(name)
        place = Path(f"{source}!/{'/'.join(parts)}")
        if not parts or ".." in parts:
            yield _fault(
                Path(f"{source}!/{name.replace('..', '__')}"),
                UnsupportedFormat(
                    f"Wanted the name of a file in {source}, found {name!r}, which leads out of it.",
                    hint="Unpack it and add the file.",
                ),
                hides_others=False,
            )
        elif not name.lower().endswith(_SUFFIX):
            yield Member(place, lambda: zipped.read(name))
            if name in zipped.repeated:
                yield _fault(
                    place,
                    UnsupportedFormat(
                        f"Wanted one file of each name, found {name} twice in {source}; the last one is taken.",
                        hint="Unpack it and add the files.",
                    ),
                    hides_others=False,
                )
        elif nested:
            yield _fault(
                place,
                UnsupportedFormat(
                    f"Wanted documents or archives of documents, found an archive in an archive's archive: {place}.",
                    hint="Unpack it and add what is in it.",
                ),
                hides_others=False,
            )
        else:
            yield from self._inner(zipped, name, place)

    def _inner(self, zipped: Zipped, name: str, place: Path) -> Iterator[Member]:
        try:
            if zipped.size(name) > MAX_MEMBER_BYTES:
                raise UnsupportedFormat(
                    f"Wanted at most {MAX_MEMBER_BYTES:,} bytes in an archive in an archive, found more: {place}.",
                    hint="Unpack it and add what is in it.",
                )
            data = zipped.read(name)
        except PinciteError as error:
            yield _fault(place, error)
            return
        yield from self._members(BytesIO(data), str(place), nested=True)


def _opened_zip(file: BinaryIO, source: str, limits: ZipLimits) -> zipfile.ZipFile:
    """The zip file in `file`.

    Raises:
        DamagedDocument: it is none that is whole.
        UnsupportedFormat: it holds more files than `limits` allow.
    """
    try:
        if _entries(file) <= limits.members * 2:
            archive = zipfile.ZipFile(file)
            if len(archive.infolist()) <= limits.members:
                return archive
            archive.close()
    except _ERRORS as error:
        raise DamagedDocument(
            f"Wanted a whole zip archive, found: {error}: {source}.", hint="Get it anew, or pack it again."
        ) from error
    raise UnsupportedFormat(
        f"Wanted at most {limits.members:,} files in an archive, found more: {source}.",
        hint="Unpack it and add the folder.",
    )


def _is_wanted(name: str) -> bool:
    """Whether a member's name is that of a readable kind and none of what systems put in for themselves."""
    parts = _parts(name)
    hidden = any(part.startswith(".") and part != ".." for part in parts) or parts[:1] == ("__MACOSX",)
    return bool(parts) and not hidden and is_readable_kind(parts[-1])


def _parts(name: str) -> tuple[str, ...]:
    """The parts of a member's name, NFC, whichever slash parts them; `..` stays in, to be refused."""
    plain = unicodedata.normalize("NFC", name).replace("\\", "/").replace("\0", "")
    return tuple(part for part in plain.split("/") if part not in ("", "."))


def _fault(source: Path, error: PinciteError, *, hides_others: bool = True) -> Member:
    def read() -> bytes:
        raise error

    return Member(source, read, hides_others)


def read_member(source: str) -> bytes:
    """The content of the file that a document's `source` names as `ARCHIVE!/NAME` or `ARCHIVE!/INNER.zip!/NAME`.

    Raises:
        DocumentError: there is no such member, or it cannot be read.
    """
    path, sign, _ = source.partition("!/")
    if sign:
        for member in Archive(Path(path), MAX_MEMBER_BYTES // 1_000_000):
            if str(member.source) == str(Path(source)):
                return member.read()
    raise DocumentError(f"Wanted a file in an archive, found none at {source}.", hint="Add the archive again.")
