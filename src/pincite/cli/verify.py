"""`pincite verify`: an answer file held against the library, without a model."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.exit_codes import ExitCode
from pincite.cli.invocation import ConfigOption, JsonOption, LibraryOption, invocation
from pincite.cli.output import data, data_json

if TYPE_CHECKING:
    from pincite.answer.verify import VerifyReport


# A library can't know these, so a file may say what it likes.
NOT_HELD = "not held against anything: the question, scores, timings and other particulars of the run"
NOTHING_TO_HOLD = "a refusal: it cites nothing, and whether it was right is not verified"


def verify(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An answer file of `ask --json`; `-` reads stdin.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Check an answer file against the library again.

    Hashes, pages, quotes, positions and support are taken from the library, without a model. The exit code is 4 where
    something does not check out. What only the model of `ask` could check again is told, and neither passes nor fails.
    """
    call = invocation(context, library, as_json, config)
    content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()

    from pincite.answer.record import read_claimed
    from pincite.answer.verify import verify as check_record

    record = read_claimed(content)
    with call.open_library() as opened:
        report = check_record(record, opened)
    if call.as_json:
        data_json(report.to_dict())
    else:
        data("\n".join(_lines(report)))
    if not report.ok:
        raise typer.Exit(ExitCode.NOT_VERIFIED)


def _lines(report: VerifyReport) -> Iterator[str]:
    """The findings, then what was not checked, then the verdict."""
    from pincite.answer.screen import safe

    for finding in report.findings:
        yield f"{finding.place or '/'}: {finding.rule}: {safe(finding.detail)}"
    for finding in report.not_checked:
        yield f"{finding.place}: {finding.rule} not checked: {safe(finding.detail)}"
    left = _count(len(report.not_checked), "check") + " not run again" if report.not_checked else ""
    if report.ok:
        counts = ((report.sentences, "sentence"), (report.citations, "citation"), (report.documents, "document"))
        verdict = "verified in part" if left else "verified"
        yield f"{verdict}: {', '.join(_count(n, word) for n, word in counts)}" + (f"; {left}" if left else "")
        yield NOT_HELD if report.sentences else NOTHING_TO_HOLD
    else:
        yield f"not verified: {_count(len(report.findings), 'finding')}" + (f"; {left}" if left else "")


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
