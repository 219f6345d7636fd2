"""How far a long operation is, on stderr: a bar on a terminal, else a line a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.cli.output import colors, say

if TYPE_CHECKING:
    from pincite.ingest import OnEvent, Progress


@contextmanager
def ingest_progress() -> Iterator[OnEvent]:
    """A receiver of an ingest's events, for as long as it runs."""
    if not sys.stderr.isatty():
        yield _line_a_file
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    console = Console(stderr=True, no_color=not colors(sys.stderr), markup=False, highlight=False)
    shape = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*shape, console=console, transient=True) as bars:
        task = bars.add_task("starting", total=None)

        def show(event: Progress) -> None:
            text = f"{event.stage} {_name(event.path)}"
            bars.update(task, description=text, completed=event.done, total=event.total or None)

        yield show


def _line_a_file(event: Progress) -> None:
    if event.stage == "reading":
        say(f"reading {_name(event.path)}")


def _name(path: str) -> str:
    from pincite.answer.screen import safe

    return safe(Path(path).name)
