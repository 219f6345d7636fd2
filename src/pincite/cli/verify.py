"""`pincite verify`: an answer file held against the library, without a model."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from pincite.cli.exit_codes import ExitCode
from pincite.cli.invocation import ConfigOption, JsonOption, LibraryOption, invocation
from pincite.cli.output import data, data_json


def verify(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An answer file of `ask --json`; `-` reads stdin.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Check an answer file against the library again.

    Hashes, pages, quotes, positions and support are taken from the library, without a model. The exit code is 4 where
    something does not check out.
    """
    call = invocation(context, library, as_json, config)
    content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()

    from pincite.answer.record import parse_record
    from pincite.answer.screen import safe
    from pincite.answer.verify import verify as check_record

    record = parse_record(content)
    with call.open_library() as opened:
        report = check_record(record, opened)
    if call.as_json:
        data_json(report.to_dict())
    elif report.ok:
        data(f"verified: {report.sentences} sentences, {report.citations} citations, {report.documents} documents")
    else:
        lines = [f"{f.place or '/'}: {f.rule}: {safe(f.detail)}" for f in report.findings]
        data("\n".join([*lines, f"not verified: {len(lines)} findings"]))
    if not report.ok:
        raise typer.Exit(ExitCode.NOT_VERIFIED)
