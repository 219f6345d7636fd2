"""From a file to what can be stored: its document, what it says as law, and its chunks. Needs no library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.chunk import ChunkReport, chunk_units
from pincite.errors import SettingsError, UnsupportedFormat
from pincite.ingest.reports import Stage, unexpected
from pincite.parse import read, read_data
from pincite.parse.source_file import opened
from pincite.settings import ChunkSettings, ParseSettings
from pincite.types.document import Document
from pincite.types.law import LawText

if TYPE_CHECKING:
    from pincite.parse.ocr.options import OcrOptions

OnStage = Callable[[Stage, int], None]
"""Told of each stage with the size of what it works on: bytes of the file, then characters of its text."""


@dataclass(frozen=True, slots=True)
class Task:
    """A file to prepare.

    Args:
        source: its path as it was given; of an archive's member, the archive's path, `!/` and the member's name.
        document_id: of the document that it becomes.
        data: content of an archive's member; None for a file, which is read from `source`.
        password: for an encrypted file; not part of what is shown of a task.
    """

    source: str
    document_id: str
    sizes: ChunkSettings
    parse: ParseSettings
    data: bytes | None = None
    password: str | None = None

    def __repr__(self) -> str:
        return f"Task({self.source!r})"


@dataclass(frozen=True, slots=True)
class Prepared:
    """A file that was read and cut.

    Args:
        law: None where its provisions could not be read or cut.
        notes: for its report.
    """

    document: Document
    law: LawText | None
    chunked: ChunkReport
    notes: tuple[str, ...] = ()


def prepare(task: Task, on_stage: OnStage) -> Prepared:
    """Read and cut a file.

    Raises:
        PinciteError: see `pincite.parse.read`.
    """
    data = task.data
    size = len(data) if data is not None else _size(task)
    on_stage("reading", size)
    ocr = recognition_of(task.parse)
    if data is None:
        document = read(task.source, document_id=task.document_id, password=task.password, ocr=ocr)
    else:
        document = read_data(data, task.source, document_id=task.document_id, password=task.password, ocr=ocr)
    return cut(document, task.sizes, on_stage)


def recognition_of(parse: ParseSettings) -> OcrOptions | None:
    """How pages without text are read from their pictures; None where they are not.

    Raises:
        SettingsError: a language is none.
    """
    if parse.ocr == "never":
        return None
    from pincite.parse.ocr.options import OcrOptions

    try:
        return OcrOptions(languages=parse.ocr_languages, pages=parse.ocr)
    except ValueError as error:
        raise SettingsError(f"The setting parse.ocr_languages: {error}.", hint="Name such as eng or kor.") from error


def cut(document: Document, sizes: ChunkSettings, on_stage: OnStage) -> Prepared:
    """The document read as law, and its chunks; by pages, with a note, where its provisions cannot be read or cut.

    The words of such a document can be found and quoted all the same.
    """
    from pincite.graph.read_law import read_law

    on_stage("chunking", len(document.text))
    try:
        law = read_law(document)
        return Prepared(document, law, chunk_units(document, law, sizes))
    except Exception as error:
        note = f"its provisions could not be read: {unexpected(error, 'chunking')}"
        return Prepared(document, None, chunk_units(document, None, sizes), (note,))


def renamed(prepared: Prepared, document_id: str, sizes: ChunkSettings) -> Prepared:
    """The same under another id, which chunks and provisions carry."""
    again = cut(replace(prepared.document, id=document_id), sizes, lambda stage, size: None)
    return replace(again, notes=prepared.notes)


def require_size(task: Task) -> None:
    """Refuse a file that is larger than may be read.

    Raises:
        UnsupportedFormat: it is.
    """
    size, limit = _size(task) if task.data is None else len(task.data), task.parse.max_file_mb
    if size > limit * 1_000_000:
        raise UnsupportedFormat(
            f"Wanted a file of at most {limit} MB, found {size / 1e6:,.0f} MB: {task.source}.",
            hint="Split it, or raise the setting parse.max_file_mb.",
        )


def head(task: Task, count: int) -> bytes:
    """The first bytes of the file."""
    if task.data is not None:
        return task.data[:count]
    with opened(Path(task.source)) as file:
        return file.read(count)


def _size(task: Task) -> int:
    with opened(Path(task.source)) as file:
        return file.seek(0, 2)
