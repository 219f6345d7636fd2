"""The files that documents were read from: where they lie, and whether they are still what was read."""

from __future__ import annotations

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

from pincite.errors import PinciteError
from pincite.ingest.archive import MAX_MEMBER_BYTES, Archive, read_member
from pincite.parse import file_sha256
from pincite.parse.source_file import read_bytes
from pincite.store.identity import archive_of, path_key
from pincite.store.kept_files import kept_file
from pincite.store.protocol import DocumentInfo

State = Literal["same", "changed", "gone"]


@dataclass(frozen=True, slots=True)
class Original:
    """The file of a document.

    Args:
        state: of the file at `place`, against what was read.
        archive: in which it lies.
        is_kept: whether it is the library's own copy.
    """

    place: Path
    state: State
    archive: str | None = None
    is_kept: bool = False

    def content(self) -> bytes | None:
        """Its content where it does not lie under the document's own path; None where it does.

        Raises:
            PinciteError: it cannot be read.
        """
        if self.is_kept:
            return read_bytes(self.place)
        return read_member(str(self.place)) if self.archive else None

    @property
    def is_same(self) -> bool:
        """Whether it can be read again with the same bytes."""
        return self.state == "same"


class Originals:
    """Finds the files of a library's documents; an archive is looked through once.

    Args:
        folder: of the library, which may keep files itself.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._hashes: dict[str, dict[str, str]] = {}

    def of(self, info: DocumentInfo) -> Original:
        """The file that a document was read from; a kept copy of it where that lies there no more."""
        archive = archive_of(info.path)
        found = self._member(info, archive) if archive else _file(info)
        if found.is_same:
            return found
        kept = kept_file(self._folder, info.file_sha256)
        if kept is not None and _sha256(kept) == info.file_sha256:
            return Original(kept, "same", is_kept=True)
        return found

    def _member(self, info: DocumentInfo, archive: str) -> Original:
        if archive not in self._hashes:
            self._hashes[archive] = _hashes(archive)
        found = self._hashes[archive].get(info.path)
        place = Path(info.path)
        if found is None:
            return Original(place, "gone", archive)
        return Original(place, "same" if found == info.file_sha256 else "changed", archive)


def _file(info: DocumentInfo) -> Original:
    place = Path(info.path)
    found = _sha256(place) if info.path and os.path.lexists(place) else None
    if found is None:
        return Original(place, "gone")
    return Original(place, "same" if found == info.file_sha256 else "changed")


def _sha256(path: Path) -> str | None:
    """Of a file; None where it cannot be read."""
    try:
        return file_sha256(path)
    except PinciteError:
        return None


def _hashes(archive: str) -> dict[str, str]:
    """Path keys of an archive's members to the hashes of their contents."""
    found: dict[str, str] = {}
    for member in Archive(Path(archive), MAX_MEMBER_BYTES // 1_000_000):
        try:
            found.setdefault(path_key(member.source), sha256(member.read()).hexdigest())
        except PinciteError:
            continue
    return found
