"""How far a long operation is, on stderr: a bar or a word on a terminal, else a line a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.cli.output import colors, say

if TYPE_CHECKING:
    from pincite.answer.events import AskEvent, OnAskEvent
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
            text = f"{event.stage} {file_name(event.path)}"
            bars.update(task, description=text, completed=event.done, total=event.total or None)

        yield show


@contextmanager
def ask_progress() -> Iterator[OnAskEvent]:
    """A receiver of a question's events: what is being done, and at once when text is about to leave the machine."""
    if not sys.stderr.isatty():
        yield say_where_text_goes
        return
    from rich.console import Console

    console = Console(stderr=True, no_color=not colors(sys.stderr), markup=False, highlight=False)
    with console.status("starting") as status:  # it takes what is said to stderr meanwhile above itself

        def show(event: AskEvent) -> None:
            say_where_text_goes(event)
            if doing := _doing(event):
                status.update(doing)

        yield show


def _doing(event: AskEvent) -> str:
    """The stage that begins, in a word or two; empty for other events."""
    from pincite.answer.events import Stage, StageStarted

    if not isinstance(event, StageStarted):
        return ""
    if event.stage is Stage.WRITE and event.attempt:
        return "writing again"
    return {Stage.SEARCH: "searching", Stage.WRITE: "writing", Stage.CHECK: "checking"}[event.stage]


def say_where_text_goes(event: AskEvent) -> None:
    """Says it when text is about to leave the machine; nothing of other events."""
    from pincite.answer.events import TextLeaves
    from pincite.answer.screen import safe

    if isinstance(event, TextLeaves):
        say(f"note: the question and the sources go to {safe(event.host)}")


def _line_a_file(event: Progress) -> None:
    if event.stage == "reading":
        say(f"reading {file_name(event.path)}")


def file_name(path: str) -> str:
    """A file's name as a terminal may show it."""
    from pincite.answer.screen import safe

    return safe(Path(path).name)
