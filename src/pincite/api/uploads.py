"""Uploaded files: streamed to disk under their hash, never under a name that came with them.

`<library>/files/<sha256><suffix>` is the file. As a document's source it is known by that path, `!/` and its own name,
as members of archives are, so that ids and titles follow the name and no name becomes a path.
"""

from __future__ import annotations

import os
import secrets
import time
import unicodedata
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pincite.api.kept_names import INCOMING, harmless_name, kept_suffix
from pincite.api.problem import ApiProblem

FOLDER = "files"
MAX_TAGS = 50
MAX_TAG_CHARS = 100
MAX_HEADER_BYTES = 8192
ABANDONED_S = 6 * 3600.0
"""After which a file that is not whole is nobody's: younger ones may be on their way to another server."""


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """A file that was sent.

    Args:
        path: where it lies, under its hash.
        name: as it was sent, made harmless.
        sha256: of its bytes, hex.
    """

    path: Path
    name: str
    sha256: str

    @property
    def source(self) -> Path:
        """What the document is known by."""
        return Path(f"{self.path}!/{self.name}")


@dataclass(frozen=True, slots=True)
class Upload:
    """What one request brought."""

    files: tuple[UploadedFile, ...]
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UploadLimits:
    """How much one upload may bring."""

    files: int
    bytes_each: int


async def receive_upload(body: AsyncIterator[bytes], content_type: str, folder: Path, limits: UploadLimits) -> Upload:
    """The files and tags of a multipart body, written as they come.

    Args:
        folder: of the library.

    Raises:
        ApiProblem: 415 for another content type, 413 beyond the limits, 400 for a body that is not well-formed.
    """
    reading = _Reading(folder / FOLDER, _boundary(content_type), limits)
    try:
        async for part in body:
            reading.feed(part)
        return reading.end()
    except BaseException:
        reading.discard()
        raise


def _boundary(content_type: str) -> bytes:
    from python_multipart.multipart import parse_options_header

    kind, options = parse_options_header(content_type)
    boundary = options.get(b"boundary", b"")
    if kind.lower() != b"multipart/form-data" or not 0 < len(boundary) <= 200:
        raise ApiProblem(
            415, "unsupported-media-type", "Files were wanted as multipart/form-data, found another content type.",
            hint="Send each file in a part called `files`, and tags in parts called `tags`.",
        )  # fmt: skip
    return boundary


@dataclass
class _Part:
    """One part of the body, as far as it has come."""

    header: bytearray = field(default_factory=bytearray)
    value: bytearray = field(default_factory=bytearray)
    headers: dict[bytes, bytes] = field(default_factory=dict)
    name: str = ""
    file_name: str | None = None
    file: BinaryIO | None = None
    place: Path | None = None
    size: int = 0


class _Whole(NamedTuple):
    """A file that has come as a whole: where it lies for now, its name, and its SHA-256."""

    place: Path
    name: str
    sha256: str


class _Reading:
    """A multipart body on its way to files."""

    def __init__(self, folder: Path, boundary: bytes, limits: UploadLimits) -> None:
        from python_multipart.multipart import MultipartParser

        self._folder = folder
        self._limits = limits
        self._part = _Part()
        self._hash = sha256()
        self._whole: list[_Whole] = []
        self._tags: list[str] = []
        self._ended = False
        callbacks: dict[str, Callable[..., None]] = {
            "on_part_begin": self._begin,
            "on_header_field": self._header_field,
            "on_header_value": self._header_value,
            "on_header_end": self._header_end,
            "on_headers_finished": self._headers_finished,
            "on_part_data": self._data,
            "on_part_end": self._end_part,
            "on_end": self._end_body,
        }
        self._parser = MultipartParser(boundary, callbacks)  # type: ignore[arg-type]

    def feed(self, data: bytes) -> None:
        from python_multipart.exceptions import FormParserError

        try:
            self._parser.write(data)
        except FormParserError as error:
            raise _malformed() from error

    def end(self) -> Upload:
        if not self._ended:
            raise _malformed()
        if not self._whole:
            raise ApiProblem(
                422, "no-files", "Files were wanted, found none.", hint="Send each in a part called `files`."
            )
        # Only now, so that an upload that is cut off leaves alone what another one of the same bytes has brought.
        files = tuple(_kept(*whole) for whole in self._whole)
        return Upload(files, tuple(dict.fromkeys(self._tags)))

    def discard(self) -> None:
        """Leave nothing of this upload behind."""
        if self._part.file is not None:
            self._part.file.close()
        places = [whole.place for whole in self._whole] + ([self._part.place] if self._part.place else [])
        for place in places:
            with suppress(OSError):
                place.unlink()

    def _begin(self) -> None:
        self._part = _Part()

    def _header_field(self, data: bytes, start: int, end: int) -> None:
        self._grow(self._part.header, data[start:end])

    def _header_value(self, data: bytes, start: int, end: int) -> None:
        self._grow(self._part.value, data[start:end])

    def _grow(self, held: bytearray, data: bytes) -> None:
        held += data
        if len(held) > MAX_HEADER_BYTES:
            raise _malformed()

    def _header_end(self) -> None:
        part = self._part
        part.headers[bytes(part.header).lower()] = bytes(part.value)
        if len(part.headers) > 20:
            raise _malformed()
        part.header, part.value = bytearray(), bytearray()

    def _headers_finished(self) -> None:
        from python_multipart.multipart import parse_options_header

        part = self._part
        _, options = parse_options_header(part.headers.get(b"content-disposition", b""))
        part.name = options.get(b"name", b"").decode("utf-8", "replace")
        if b"filename" not in options:
            return
        part.file_name = options[b"filename"].decode("utf-8", "replace")
        if len(self._whole) >= self._limits.files:
            raise ApiProblem(
                413,
                "too-many-files",
                f"At most {self._limits.files} files are taken at a time.",
                hint="Send the rest later.",
            )
        self._open(part)

    def _open(self, part: _Part) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        part.place = self._folder / f"{INCOMING}{secrets.token_hex(16)}"
        part.file = part.place.open("xb")
        self._hash = sha256()

    def _data(self, data: bytes, start: int, end: int) -> None:
        part = self._part
        part.size += end - start
        if part.file is None:
            if part.size > MAX_TAG_CHARS * 4:
                raise ApiProblem(413, "field-too-long", f"A tag has at most {MAX_TAG_CHARS} characters.")
            part.value += data[start:end]
            return
        if part.size > self._limits.bytes_each:
            raise ApiProblem(
                413, "file-too-large",
                f"A file may have at most {self._limits.bytes_each // 1_000_000} MB, found a larger one: "
                f"{harmless_name(part.file_name or '')}.",
                hint="Split it and send the parts, or ask whoever runs this server to take it in.",
            )  # fmt: skip
        self._hash.update(data[start:end])
        part.file.write(data[start:end])

    def _end_part(self) -> None:
        part = self._part
        if part.file is None or part.place is None:
            if part.name == "tags":
                self._take_tag(bytes(part.value).decode("utf-8", "replace"))
            return
        part.file.close()
        part.file = None
        self._whole.append(_Whole(part.place, harmless_name(part.file_name or ""), self._hash.hexdigest()))
        part.place = None

    def _take_tag(self, text: str) -> None:
        tag = checked_tag(text)
        if tag:
            self._tags.append(tag)
        if len(self._tags) > MAX_TAGS:
            raise ApiProblem(422, "too-many-tags", f"At most {MAX_TAGS} tags are taken.")

    def _end_body(self) -> None:
        self._ended = True


def checked_tag(text: str) -> str:
    """A tag as it is kept: one line, no control characters.

    Raises:
        ApiProblem: it is too long.
    """
    tag = " ".join("".join(c if unicodedata.category(c)[0] != "C" else " " for c in text).split())
    if len(tag) > MAX_TAG_CHARS:
        raise ApiProblem(422, "tag-too-long", f"A tag has at most {MAX_TAG_CHARS} characters.")
    return tag


def _kept(place: Path, name: str, digest: str) -> UploadedFile:
    """The file under its hash; of the same bytes one file is kept."""
    path = place.with_name(digest + kept_suffix(name))
    os.replace(place, path)
    return UploadedFile(path, name, digest)


def _malformed() -> ApiProblem:
    return ApiProblem(400, "malformed-upload", "The body is no well-formed multipart/form-data.")


def remove_abandoned(folder: Path) -> None:
    """Remove what uploads that were cut off by a kill left in the library's folder, unless it is recent."""
    before = time.time() - ABANDONED_S
    for path in (folder / FOLDER).glob(f"{INCOMING}*"):
        with suppress(OSError):
            if path.stat().st_mtime < before:
                path.unlink()
