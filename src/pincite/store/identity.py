"""Which document a file is: its path key, its id, and whether it has to be read again."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, count
from pathlib import Path

from pincite.errors import UnknownDocument
from pincite.store.protocol import DocumentInfo, Store

_HASH_LENGTHS = (8, 16, 64)
_MEMBER = "!" + os.sep
_PDF = "application/pdf"
_SEPARATORS = frozenset("/\\#")  # they part a document's id from what follows it in provision and chunk ids


class FileState(StrEnum):
    """What a file is to a library."""

    NEW = "new"
    UNCHANGED = "unchanged"
    CHANGED = "changed"
    DUPLICATE = "duplicate"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class FilePlan:
    """What is to be done with a file.

    Args:
        document_id: of the document that it is or becomes; of a duplicate, the twin's.
        twin: the document with the same bytes, for `DUPLICATE` and `MOVED`.
        reason: for people; why a file is read again or left out.
    """

    state: FileState
    document_id: str
    twin: DocumentInfo | None = None
    reason: str = ""

    @property
    def to_read(self) -> bool:
        """Whether the file must be parsed."""
        return self.state in (FileState.NEW, FileState.CHANGED)


def path_key(source: str | Path) -> str:
    """The absolute path by which a file is known again; empty for an empty source.

    Links in the folders are followed. A link as the last part keeps its name: a `current.pdf` that is pointed at
    another edition is a changed file, not another one.
    """
    text = os.fspath(source)
    if not text:
        return ""
    head, name = os.path.split(os.path.abspath(text))
    return os.path.normcase(os.path.join(os.path.realpath(head), name))


def archive_of(path: str) -> str | None:
    """The archive's path, where `path` names a member of one (`ARCHIVE!/NAME`); None for a plain path."""
    at = path.find(_MEMBER)
    while at > 0:
        if os.path.isfile(path[:at]):
            return path[:at]
        at = path.find(_MEMBER, at + 1)
    head, sign, _ = path.partition(_MEMBER)
    # A folder may be called so too; an archive that is gone is known by its name.
    return head if sign and not os.path.isdir(f"{head}!") and head.lower().endswith(".zip") else None


def lies_there(path: str) -> bool:
    """Whether there is something at `path`; of an archive's member, whether the archive is there."""
    return os.path.lexists(archive_of(path) or path)


def choose_document_id(store: Store, source: str | Path, file_sha256: str) -> str:
    """The id of the file at `source`: the one it has, else its stem, else the stem and a part of its hash.

    Call it within `store.writing()`, so that the id is still free when the document is added.
    """
    known = store.document_at(source)
    if known:
        return known.id
    stem = document_stem(source)
    names = (stem, *(f"{stem}-{file_sha256[:length]}" for length in _HASH_LENGTHS))
    counted = (f"{stem}-{number}" for number in count(2))
    return next(name for name in chain(names, counted) if _is_free(store, name))


def _is_free(store: Store, document_id: str) -> bool:
    try:
        store.document_info(document_id)
    except UnknownDocument:
        return True
    return False


def document_stem(source: str | Path) -> str:
    """The file's name without its extension, in NFC; what could not stand in an id is `_`."""
    stem = unicodedata.normalize("NFC", Path(source).stem).strip()
    return "".join("_" if _unfit(character) else character for character in stem) or "document"


def _unfit(character: str) -> bool:
    return character in _SEPARATORS or unicodedata.category(character) in ("Cc", "Cs")


def plan_file(
    store: Store,
    source: str | Path,
    file_sha256: str,
    *,
    parsers: Collection[str] = (),
    chunker: str | None = None,
    ocr: str | None = None,
) -> FilePlan:
    """What a file is to the library, by its path and bytes, without parsing it.

    Args:
        file_sha256: of its bytes as they are now, hex.
        parsers: names and versions of the parsers at hand, such as `pdf/1`; a document that another one made is read
            again. What a document notes behind its parser in brackets or a `+` does not count. Empty: any will do.
        chunker: name and version of the chunker at hand, likewise; None: any will do.
        ocr: how pages of PDF files are to be read from their pictures, as it stands behind a `+` in the parser's name
            of one that was read so; one that was not is read again. None: a file stays as it was read.
    """
    known = store.document_at(source)
    if known:
        reason = _reread_reason(known, file_sha256, parsers, chunker, ocr)
        return FilePlan(FileState.CHANGED if reason else FileState.UNCHANGED, known.id, reason=reason)
    twins = store.documents_of_file(file_sha256)
    if not twins:
        return FilePlan(FileState.NEW, choose_document_id(store, source, file_sha256))
    gone = next((twin for twin in twins if twin.path and not lies_there(twin.path)), None)
    if gone is None:
        return FilePlan(FileState.DUPLICATE, twins[0].id, twins[0], f"the same bytes as {twins[0].source}")
    reason = _reread_reason(gone, file_sha256, parsers, chunker, ocr)
    if reason:
        return FilePlan(FileState.CHANGED, gone.id, gone, f"moved from {gone.source}; {reason}")
    return FilePlan(FileState.MOVED, gone.id, gone, f"moved from {gone.source}")


def parser_parts(parser: str) -> tuple[str, str]:
    """What a document notes as its parser, in parts: name and version, and how pages were recognised, empty if none."""
    name, _, recognition = parser.split(" (")[0].partition("+")
    return name, recognition


def _reread_reason(
    known: DocumentInfo, file_sha256: str, parsers: Collection[str], chunker: str | None, recognition: str | None
) -> str:
    if known.file_sha256 != file_sha256:
        return "the file has changed"
    parser, recognised = parser_parts(known.parser)
    if parsers and parser not in parsers:
        return f"it was read by {known.parser or 'an unknown parser'}"
    if recognition is not None and known.media_type == _PDF and recognised != recognition:
        return f"it was read {'with OCR of other languages' if recognised else 'without OCR'} before"
    if chunker is not None and known.chunker != chunker:
        return f"it was cut into chunks by {known.chunker or 'an unknown chunker'}"
    return ""
