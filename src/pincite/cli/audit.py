"""`pincite audit`: the audit log: whether its chain is whole, and what is in it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.cli.exit_codes import ExitCode
from pincite.cli.invocation import ConfigOption, Invocation, JsonOption, LibraryOption, invocation
from pincite.cli.output import data, data_json, say

if TYPE_CHECKING:
    from pincite.audit.verify import AuditFinding, AuditReport

app = typer.Typer(
    name="audit",
    help="Show the audit log, and whether it is whole.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

HASH_DIGITS = 64


@app.command()
def verify(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE]...", help="Files of a log, oldest first [default: the library's own log]."),
    ] = None,
    expect_head: Annotated[
        str | None,
        typer.Option(
            "--expect-head", metavar="HASH", help="Hash of an entry that was the last one once and was kept elsewhere."
        ),
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Check that no entry was edited, deleted, moved or put in.

    The exit code is 4 where the chain is broken. What is cut off at the end shows only against a hash of it that was
    kept elsewhere: keep the head that this prints, and give it with --expect-head later.
    """
    from pincite.audit.verify import verify_log

    call = invocation(context, library, as_json, config)
    if expect_head is not None and not _is_hash(expect_head):
        raise typer.BadParameter(f"a hash has {HASH_DIGITS} digits and letters a to f", param_hint="--expect-head")
    places = files or _files(call, needed=expect_head is None)
    report = verify_log(places, expected_head=expect_head, whole=not files)
    if call.as_json:
        data_json(report.to_dict())
    else:
        data("\n".join(_report_lines(report)))
    if not report.ok:
        raise typer.Exit(ExitCode.NOT_VERIFIED)


@app.command()
def show(
    context: typer.Context,
    since: Annotated[
        str | None,
        typer.Option("--since", metavar="DATE", help="Entries from then on, such as 2026-01-31 or 2026-01-31T09:00Z."),
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Show the entries: when, by whom, what, and what came of it."""
    from pincite.audit.verify import read_log

    call = invocation(context, library, as_json, config)
    start = _moment(since) if since else ""
    found: list[dict[str, Any]] = []
    for file, line, entry in read_log(_files(call, needed=True)):
        if entry is None:
            say(f"{file}, line {line}: no entry")
        elif entry["time"] >= start:
            found.append(dict(entry))
    if call.as_json:
        data_json(found)
    elif found:
        data("\n".join(map(_entry_line, found)))
    else:
        say("No entries.")


def _files(call: Invocation, *, needed: bool) -> list[Path]:
    from pincite.audit.log import log_files
    from pincite.errors import InputError

    folder = call.settings.library
    found = log_files(folder)
    if not found and needed:
        raise InputError(
            f"There is no audit log in {folder}.", hint="`pincite serve` writes one; name the library with --library."
        )
    return found


def _is_hash(text: str) -> bool:
    return len(text) == HASH_DIGITS and all(digit in "0123456789abcdefABCDEF" for digit in text)


def _moment(text: str) -> str:
    """A date or time as the log has it, in UTC; without a zone it is taken as UTC."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no date such as 2026-01-31", param_hint="--since") from None
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _report_lines(report: AuditReport) -> Iterator[str]:
    for finding in report.findings:
        yield f"{_place(finding)}: {finding.rule}: {finding.detail}"
    for note in report.notes:
        yield f"{_place(note)}: note: {note.detail}"
    count = "1 entry" if report.entries == 1 else f"{report.entries} entries"
    if report.ok:
        yield f"whole: {count}"
        if report.head:
            yield f"head: {report.head.hash} (entry {report.head.sequence}, {report.head_time})"
    else:
        what = "1 finding" if len(report.findings) == 1 else f"{len(report.findings)} findings"
        yield f"broken: {count}, {what}"


def _place(finding: AuditFinding) -> str:
    return f"{finding.file}, line {finding.line}" if finding.file else "log"


def _entry_line(entry: dict[str, Any]) -> str:
    from pincite.answer.screen import safe

    answer = entry.get("answer")
    outcome = ""
    if isinstance(answer, dict):
        outcome = f" -> {answer.get('status')}" + (f" ({answer['reason']})" if answer.get("reason") else "")
    what = entry.get("question") or entry.get("document_id") or entry.get("file") or ""
    by = entry["by"] or "-"
    parts = (entry["time"], by, entry["action"], f"{what}{outcome}")
    return f"{entry['sequence']:>6}  " + "  ".join(safe(str(part)) for part in parts)
