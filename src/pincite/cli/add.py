"""`pincite add`: files into the library, with a report a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.exit_codes import ExitCode
from pincite.cli.invocation import ConfigOption, JsonOption, LibraryOption, invocation
from pincite.cli.output import data, data_json
from pincite.cli.progress import ingest_progress

if TYPE_CHECKING:
    from pincite.ingest import FileReport

_INDENT = " " * 11


def add(
    context: typer.Context,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files, and folders to look through.")],
    tag: Annotated[
        list[str] | None, typer.Option("--tag", metavar="TAG", help="Tag of these documents; may be repeated.")
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Take documents in: PDF, HTML, Markdown, plain text.

    Unchanged files are skipped, changed ones replaced. A file that cannot be read is reported and the rest goes on;
    the exit code is then 1, or 5 where no file could be taken in.
    """
    from pincite.answer.screen import safe

    call = invocation(context, library, as_json, config)
    with call.open_library(create=True) as opened, ingest_progress() as on_event:
        reports = opened.add(paths, tuple(tag or ()), on_event)
    if call.as_json:
        data_json({"library": str(call.settings.library), "files": [asdict(report) for report in reports]})
    else:
        shared = shared_notes(reports)
        lines = [*(report_text(report, shared) for report in reports), _summary(reports)]
        data("\n".join([*lines, *(f"note on {count} files: {safe(note)}" for note, count in shared.items())]))
    code = _exit_code(reports)
    if code:
        raise typer.Exit(code)


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
    parts += [f"{report.sections} sections"] if report.sections else []
    parts += [f"{report.chunks} chunks"]
    left_out = ", ".join(f"{count} {reason}" for reason, count in sorted(report.left_out.items()) if count)
    parts += [f"left out: {left_out}"] if left_out else []
    parts += [f"{report.seconds:.1f} s"] if report.status in ("added", "replaced") else []
    return "; ".join(part for part in parts if part)


def _pages(report: FileReport) -> str:
    if not report.pages:
        return ""
    parts = [f"{report.pages} pages"]
    parts += [f"printed numbers: {report.labels}"] if report.labels else []
    parts += [f"no text on {page_list(report.pages_without_text)}"] if report.pages_without_text else []
    parts += [f"low quality on {page_list(report.pages_low_quality)}"] if report.pages_low_quality else []
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
    counts = Counter(str(report.status) for report in reports)
    return ", ".join(f"{count} {status}" for status, count in sorted(counts.items())) or "no readable file found"


def _exit_code(reports: Sequence[FileReport]) -> ExitCode:
    failed = sum(report.status == "failed" for report in reports)
    if failed == len(reports):
        return ExitCode.NOTHING_INGESTED
    return ExitCode.ERROR if failed else ExitCode.DONE
