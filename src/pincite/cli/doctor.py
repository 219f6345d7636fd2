"""`pincite doctor`: what is wrong with the library, and mending it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.exit_codes import ExitCode
from pincite.cli.invocation import ConfigOption, JsonOption, LibraryOption, WaitOption, invocation
from pincite.cli.output import data, data_json
from pincite.cli.progress import ingest_progress

if TYPE_CHECKING:
    from pincite.ingest.doctor import Finding


def doctor(
    context: typer.Context,
    fix: Annotated[bool, typer.Option("--fix", help="Mend what can be mended.")] = False,
    drop_files: Annotated[
        bool, typer.Option("--drop-files", help="With --fix: delete kept files that no document needs.")
    ] = False,
    wait: WaitOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Find what is damaged, outdated or left over, and mend it.

    Looked for: damage to the database; documents read by an older parser or cut by an older chunker; files that
    changed or are gone; missing vectors; damaged or old indexes; vectors, kept files and temporary files that nobody
    needs. Nothing is thrown away that cannot be made again, save kept files with --drop-files. The exit code is 0
    where the library is sound or was mended, else 1.
    """
    from pincite.ingest.doctor import is_sound

    if drop_files and not fix:
        raise typer.BadParameter("--drop-files needs --fix")
    call = invocation(context, library, as_json, config, {"wait_s": wait})
    with call.open_library() as opened, ingest_progress() as on_event:
        findings = opened.doctor(fix=fix, drop_files=drop_files, on_event=on_event)
    sound = is_sound(findings)
    if call.as_json:
        data_json({"sound": sound, "findings": [asdict(finding) for finding in findings]})
    else:
        data("\n".join(_lines(findings, sound)))
    if not sound:
        raise typer.Exit(ExitCode.ERROR)


def _lines(findings: Sequence[Finding], sound: bool) -> Iterator[str]:
    from pincite.answer.screen import safe

    for finding in findings:
        state = "mended" if finding.mended else "wrong" if finding.matters else "note"
        name = f"{finding.document_id}: " if finding.document_id else ""
        yield f"{state:<7} {safe(name + finding.found)}"
        if finding.todo and not finding.mended:
            yield f"        {safe(finding.todo)}"
    mended = sum(finding.mended for finding in findings)
    left = sum(finding.matters and not finding.mended for finding in findings)
    yield ", ".join(
        [
            "sound" if sound else f"{left} to be mended",
            *([f"{mended} mended"] if mended else []),
        ]
    )
