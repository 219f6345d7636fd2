"""What an ingest says of each file, while it runs and afterwards."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pincite.chunk import ChunkReport
from pincite.store.identity import FilePlan, FileState
from pincite.store.protocol import DocumentInfo
from pincite.types.document import Document, Page, TextQuality

Status = Literal["added", "replaced", "unchanged", "moved", "skipped", "failed", "gone"]
Stage = Literal["reading", "chunking", "embedding", "storing"]

NOTHING_TO_CITE = "no text that could be cited: all of it is headings, contents pages or fragments"
_KNOWN: dict[FileState, Status] = {
    FileState.UNCHANGED: "unchanged",
    FileState.MOVED: "moved",
    FileState.DUPLICATE: "skipped",
}


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one file.

    Args:
        path: as it was given; of an archive's member, the archive's path, `!/` and the member's name.
        status: `unchanged` by path and content, `moved` known content at a new place, `skipped` the same bytes as
            another document, `gone` no longer in its archive, which is no failure and removes nothing.
        media_type: such as `application/pdf`.
        pages_without_text, pages_low_quality: 1-based PDF page numbers.
        pages_by_ocr: likewise, those whose text was recognised from their picture.
        tables: how many were found.
        furniture: running heads and feet that are in no chunk, page numbers included.
        labels: how printed page numbers follow from PDF pages, in words; empty where no numbers were found.
        chunks: 0 where the document has no text that could be cited; then `notes` says so.
        left_out: reason to number of paragraphs that are in no chunk.
        error: the message of a failure, with what to do.
        notes: what was done otherwise than expected.
    """

    path: str
    status: Status
    document_id: str | None = None
    title: str = ""
    media_type: str = ""
    jurisdiction: str | None = None
    pages: int = 0
    pages_without_text: tuple[int, ...] = ()
    pages_low_quality: tuple[int, ...] = ()
    pages_by_ocr: tuple[int, ...] = ()
    tables: int = 0
    furniture: int = 0
    labels: str = ""
    sections: int = 0
    chunks: int = 0
    left_out: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    error: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """Where an ingest stands: `done` of `total` in one stage of one file."""

    path: str
    stage: Stage
    done: int
    total: int


OnEvent = Callable[[Progress], None]


def totals(reports: Sequence[FileReport]) -> dict[str, Any]:
    """What became of all files together: files by status, and sums over those that were read."""
    read = [report for report in reports if report.status in ("added", "replaced")]
    return {
        "files": len(reports),
        "by_status": dict(sorted(Counter(str(report.status) for report in reports).items())),
        "pages": sum(report.pages for report in read),
        "pages_without_text": sum(len(report.pages_without_text) for report in read),
        "pages_low_quality": sum(len(report.pages_low_quality) for report in read),
        "pages_by_ocr": sum(len(report.pages_by_ocr) for report in read),
        "tables": sum(report.tables for report in read),
        "furniture": sum(report.furniture for report in read),
        "chunks": sum(report.chunks for report in read),
        "seconds": round(sum(report.seconds for report in reports), 3),
    }


def report_of(
    path: Path, status: Status, document: Document, chunked: ChunkReport, notes: tuple[str, ...]
) -> FileReport:
    """The report of a document that was taken in."""
    return FileReport(
        str(path),
        status,
        document.id,
        title=document.title,
        media_type=document.media_type,
        jurisdiction=document.jurisdiction.name if document.jurisdiction else None,
        pages=len(document.pages),
        pages_without_text=_pages_of(document, TextQuality.EMPTY),
        pages_low_quality=_pages_of(document, TextQuality.LOW),
        pages_by_ocr=tuple(p.index + 1 for p in document.pages if p.read_by == "ocr"),
        tables=len(document.tables),
        furniture=sum(len(page.furniture) for page in document.pages),
        labels=label_scheme(document),
        sections=len(document.sections),
        chunks=len(chunked.chunks),
        left_out=chunked.left_out,
        notes=(*document.notes, *notes, *_on_chunks(len(chunked.chunks))),
    )


def report_of_known(path: Path, plan: FilePlan, info: DocumentInfo) -> FileReport:
    """The report of a file that the library holds already."""
    return FileReport(
        str(path),
        _KNOWN[plan.state],
        info.id,
        title=info.title,
        media_type=info.media_type,
        jurisdiction=info.jurisdiction.name if info.jurisdiction else None,
        pages=info.page_count,
        chunks=info.chunk_count,
        notes=(*((plan.reason,) if plan.reason else ()), *_on_chunks(info.chunk_count)),
    )


def _on_chunks(count: int) -> tuple[str, ...]:
    return () if count else (NOTHING_TO_CITE,)


def unexpected(error: Exception, stage: Stage) -> str:
    """The message of a failure that nobody foresaw: what it was and where, so that it can be reported."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    words = f": {error}" if str(error) else ""
    return (
        f"The file could not be taken in: an unexpected {type(error).__name__} in {stage} it{place}{words}."
        " This is a fault of pincite: please report it."
    )


def label_scheme(document: Document) -> str:
    """How printed numbers follow from PDF pages: `ii–iii on 2–3, PDF page − 7 on 8–17, PDF page − 6 on 18–147`."""
    runs: list[list[Page]] = []
    for page in document.pages:
        if page.label is None:
            continue
        last = runs[-1][-1] if runs else None
        if last is not None and last.index + 1 == page.index and _shift(last) == _shift(page):
            runs[-1].append(page)
        else:
            runs.append([page])
    return ", ".join(_run_words(run) for run in runs)


def _shift(page: Page) -> int | None:
    """How many pages of the file come before the one that is numbered 1; None for other numbers than Arabic ones."""
    label = page.label or ""
    return page.index + 1 - int(label) if label.isdecimal() else None


def _run_words(run: list[Page]) -> str:
    shift = _shift(run[0])
    if shift is None:
        numbers = _range(run[0].label or "", run[-1].label or "")
    else:
        numbers = f"PDF page {'−' if shift > 0 else '+'} {abs(shift)}" if shift else "PDF page"
    return f"{numbers} on {_range(str(run[0].index + 1), str(run[-1].index + 1))}"


def _range(first: str, last: str) -> str:
    return first if first == last else f"{first}–{last}"


def _pages_of(document: Document, quality: TextQuality) -> tuple[int, ...]:
    return tuple(p.index + 1 for p in document.pages if p.quality is quality)
