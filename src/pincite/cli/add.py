"""`pincite add`: files into the library, with a report a file."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.exit_codes import ExitCode
from pincite.cli.invocation import ConfigOption, JsonOption, LibraryOption, WaitOption, invocation
from pincite.cli.output import data, data_json
from pincite.cli.progress import ingest_progress

if TYPE_CHECKING:
    from pincite.ingest import FileReport

_INDENT = " " * 11
_NAMED = 3
_PASSWORD = "PINCITE_PDF_PASSWORD"
_LEFT_OUT = {
    "contents": ("paragraph of contents", "paragraphs of contents"),
    "navigation": ("line of navigation", "lines of navigation"),
    "heading": ("bare heading", "bare headings"),
    "fragment": ("fragment", "fragments"),
    "running_head_or_foot": ("running head or foot", "running heads or feet"),
}
"""Reasons of `FileReport.left_out` for people: one, several."""


def add(
    context: typer.Context,
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Files, ZIP archives, and folders to look through.")
    ],
    tag: Annotated[
        list[str] | None, typer.Option("--tag", metavar="TAG", help="Tag of these documents; may be repeated.")
    ] = None,
    password: Annotated[
        str | None,
        typer.Option(
            "--password",
            metavar="WORD",
            help="Tried on encrypted files, and kept nowhere [default: $PINCITE_PDF_PASSWORD, which other users of "
            "the machine cannot see].",
            show_default=False,
        ),
    ] = None,
    ocr: Annotated[
        bool | None,
        typer.Option(
            "--ocr/--no-ocr",
            help="Read pages without usable text from their pictures (extra `ocr`) [default: setting parse.ocr, off].",
            show_default=False,
        ),
    ] = None,
    ocr_language: Annotated[
        str | None,
        typer.Option(
            "--ocr-language",
            metavar="CODES",
            help="Languages of such pages, as tesseract names them, between commas [default: eng,kor].",
            show_default=False,
        ),
    ] = None,
    wait: WaitOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Take documents in, and tell what became of each.

    These are PDF, Word (.docx), OpenDocument (.odt), RTF, mail (.eml), HWPX, HTML, Markdown, plain text, law XML (eCFR,
    USLM) and ZIP archives of them.

    Unchanged files are skipped, changed ones replaced. A file that cannot be read is reported and the rest goes on;
    the exit code is then 1, or 5 where no file is in the library after it.
    """
    from pincite.ingest import find_pictures

    flags = {"wait_s": wait, "parse.ocr_languages": ocr_language}
    flags["parse.ocr"] = None if ocr is None else "missing" if ocr else "never"
    call = invocation(context, library, as_json, config, flags)
    with call.open_library(create=True) as opened, ingest_progress() as on_event:
        word = password if password is not None else os.environ.get(_PASSWORD)
        reports = opened.add(paths, tuple(tag or ()), on_event, password=word)
    pictures = find_pictures(paths)
    if call.as_json:
        data_json(_record(call.settings.library, reports, pictures))
    else:
        data("\n".join([*_lines(reports), *_on_pictures(pictures)]))
    code = _exit_code(reports)
    if code:
        raise typer.Exit(code)


def _record(library: Path, reports: Sequence[FileReport], pictures: Sequence[Path]) -> dict[str, Any]:
    from pincite.ingest.reports import totals

    return {
        "library": str(library),
        "files": [asdict(report) for report in reports],
        "pictures_passed_over": [str(path) for path in pictures],
        "totals": totals(reports),
    }


def _on_pictures(pictures: Sequence[Path]) -> list[str]:
    """What was passed over in folders though people may take it for documents, in one line."""
    from pincite.answer.screen import safe

    if not pictures:
        return []
    one = len(pictures) == 1
    named = safe(", ".join(path.name for path in pictures[:_NAMED])) + (", …" if len(pictures) > _NAMED else "")
    return [
        f"not read: {_number(len(pictures), 'picture')} ({named}); "
        f"save {'it' if one else 'them'} as PDF and add {'that' if one else 'those'} with --ocr"
    ]


def _lines(reports: Sequence[FileReport]) -> Iterator[str]:
    from pincite.answer.screen import safe

    shared = shared_notes(reports)
    for report in reports:
        yield report_text(report, shared)
    yield _summary(reports)
    for note, count in shared.items():
        yield f"note on {count} files: {safe(note)}"


def shared_notes(reports: Sequence[FileReport]) -> dict[str, int]:
    """Notes that stand on several files with their counts; they are said once."""
    counts = Counter(note for report in reports for note in report.notes)
    return {note: count for note, count in counts.items() if count > 1}


def report_text(report: FileReport, shared: Container[str] = ()) -> str:
    """What became of one file, as lines for people; notes in `shared` are left out."""
    from pincite.answer.screen import safe

    if report.status == "failed":
        return f"failed     {safe(report.path)}\n{_INDENT}{safe(report.error)}"
    name = report.document_id or report.path
    notes = [note for note in report.notes if note not in shared]
    lines = [f"{report.status:<10} {safe(name)}" + (f": {safe(report.title)}" if report.title else "")]
    lines += [f"{_INDENT}{safe(part)}" for part in (_counts(report), _pages(report), *notes) if part]
    return "\n".join(lines)


def _counts(report: FileReport) -> str:
    parts = [report.jurisdiction or ""]
    parts += [_number(report.sections, "section")] if report.sections else []
    parts += [_number(report.tables, "table")] if report.tables else []
    parts += [_number(report.chunks, "chunk")]
    left_out = ", ".join(_left_out(reason, count) for reason, count in sorted(report.left_out.items()) if count)
    parts += [f"left out: {left_out}"] if left_out else []
    parts += [f"{report.seconds:.1f} s"] if report.status in ("added", "replaced") else []
    return "; ".join(part for part in parts if part)


def _number(count: int, one: str) -> str:
    return f"{count} {one}" if count == 1 else f"{count} {one}s"


def _left_out(reason: str, count: int) -> str:
    one, many = _LEFT_OUT.get(reason, (reason, reason))
    return f"{count} {one if count == 1 else many}"


def _on(pages: Sequence[int]) -> str:
    return f"page {page_list(pages)}" if len(pages) == 1 else f"pages {page_list(pages)}"


def _pages(report: FileReport) -> str:
    if not report.pages:
        return ""
    parts = [_number(report.pages, "page")]
    parts += [f"printed numbers: {report.labels}"] if report.labels else []
    parts += [f"read by OCR: {_on(report.pages_by_ocr)}"] if report.pages_by_ocr else []
    parts += [f"no text on {_on(report.pages_without_text)}"] if report.pages_without_text else []
    parts += [f"low quality on {_on(report.pages_low_quality)}"] if report.pages_low_quality else []
    return "; ".join(parts)


def page_list(pages: Sequence[int]) -> str:
    """Page numbers with runs joined: `2, 5-8, 146`."""
    runs: list[tuple[int, int]] = []
    for page in pages:
        if runs and page == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], page)
        else:
            runs.append((page, page))
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def _summary(reports: Sequence[FileReport]) -> str:
    """One line over all files: how many of which outcome, and what the new ones hold."""
    from pincite.ingest.reports import totals

    if not reports:
        return "no readable file found"
    found = totals(reports)
    parts = [", ".join(f"{count} {status}" for status, count in found["by_status"].items())]
    if found["chunks"] or found["pages"]:
        pages = [_number(found["pages"], "page")] if found["pages"] else []
        pages += [f"{found['pages_without_text']} of them without text"] if found["pages_without_text"] else []
        pages += [f"{found['pages_low_quality']} of low quality"] if found["pages_low_quality"] else []
        pages += [f"{found['pages_by_ocr']} read by OCR"] if found["pages_by_ocr"] else []
        parts += [", ".join([*pages, _number(found["chunks"], "chunk"), f"{found['seconds']:.1f} s"])]
    return "; ".join(parts)


def _exit_code(reports: Sequence[FileReport]) -> ExitCode:
    """5 where no file is in the library after this, 1 where some are and some could not be taken in."""
    failed = sum(report.status == "failed" for report in reports)
    if all(report.status in ("failed", "gone") for report in reports):
        return ExitCode.NOTHING_INGESTED
    return ExitCode.ERROR if failed else ExitCode.DONE
