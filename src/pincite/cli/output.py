"""What goes where: data to stdout, progress and errors to stderr; nothing in it acts on a terminal."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from typing import Any, TextIO

import typer

from pincite.cli.exit_codes import ExitCode
from pincite.errors import PinciteError


def data(text: str) -> None:
    """Writes lines to stdout; a reader that went away ends the command quietly."""
    try:
        sys.stdout.write(text if text.endswith("\n") else f"{text}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # What is left in the buffer must not raise once more when Python closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(ExitCode.CLOSED_PIPE) from None


def data_json(value: Any) -> None:
    """Writes a value to stdout as indented JSON."""
    data(json.dumps(value, ensure_ascii=False, indent=2))


def say(text: str) -> None:
    """Writes a line to stderr."""
    print(text, file=sys.stderr, flush=True)


def say_error(error: PinciteError, as_json: bool) -> None:
    """One clear message on stderr, and with `--json` an error object on stdout too."""
    from pincite.answer.screen import safe

    say(f"pincite: {safe(error.message)}" + (f"\n  {safe(error.hint)}" if error.hint else ""))
    if as_json:
        data_json({"error": {"type": type(error).__name__, "message": error.message, "hint": error.hint}})


def colors(stream: TextIO) -> bool:
    """Whether a stream is a terminal that may be sent colors (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int | None:
    """Columns of the terminal at stdout; None where there is none."""
    return get_terminal_size().columns if sys.stdout.isatty() else None


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Left-aligned columns, two blanks between them; the last one is as long as it is."""
    from pincite.answer.screen import columns, safe

    lines = [list(head), *([safe(cell) for cell in row] for row in rows)]
    widths = [max(columns(line[i]) for line in lines) for i in range(len(head) - 1)]
    return "\n".join(
        "  ".join(
            [*(cell + " " * (w - columns(cell)) for cell, w in zip(line[:-1], widths, strict=True)), line[-1]]
        ).rstrip()
        for line in lines
    )
