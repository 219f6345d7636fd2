"""How far an evaluation is, on stderr: a bar on a terminal, else a line now and then."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pincite.cli.output import colors, say
from pincite.cli.progress import file_name, say_where_text_goes
from pincite.text.counts import count_of

if TYPE_CHECKING:
    from pincite.evaluate.run.events import EvalEvent, OnEvalEvent

_LINE_EVERY = 25
"""Questions between two lines where there is no terminal."""


@contextmanager
def eval_progress() -> Iterator[OnEvalEvent]:
    """A receiver of an evaluation's events, for as long as it runs."""
    if not sys.stderr.isatty():
        yield _lines
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    from pincite.evaluate.run.events import QuestionDone, RunStarted
    from pincite.ingest.reports import Progress

    console = Console(stderr=True, no_color=not colors(sys.stderr), markup=False, highlight=False)
    shape = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*shape, console=console, transient=True) as bars:
        task = bars.add_task("starting", total=None)

        def show(event: EvalEvent) -> None:
            if isinstance(event, Progress):
                bars.update(task, description=f"{event.stage} {file_name(event.path)}", completed=event.done)
                bars.update(task, total=event.total or None)
            elif isinstance(event, RunStarted):
                bars.reset(task, description=event.run, completed=event.kept, total=event.total)
            elif isinstance(event, QuestionDone):
                bars.update(task, description=event.run, completed=event.done, total=event.total)
                _say_error(event)
            else:
                _say_rest(event)

        yield show


def _lines(event: EvalEvent) -> None:
    from pincite.evaluate.run.events import QuestionDone, RunStarted
    from pincite.ingest.reports import Progress

    if isinstance(event, Progress):
        if event.stage == "reading":
            say(f"reading {file_name(event.path)}")
    elif isinstance(event, RunStarted):
        kept = f", {event.kept} of them kept" if event.kept else ""
        say(f"{event.run}: {count_of(event.total, 'question')}{kept}")
    elif isinstance(event, QuestionDone):
        _say_error(event)
        if event.done % _LINE_EVERY == 0 or event.done == event.total:
            say(f"{event.run}: {event.done} of {event.total}")
    else:
        _say_rest(event)


def _say_error(event: EvalEvent) -> None:
    from pincite.answer.screen import safe
    from pincite.evaluate.run.events import QuestionDone

    if isinstance(event, QuestionDone) and event.error:
        say(f"{event.run}, {safe(event.question_id)}: {safe(event.error)}")


def _say_rest(event: EvalEvent) -> None:
    from pincite.answer.events import TextLeaves
    from pincite.answer.screen import safe
    from pincite.evaluate.run.events import RunNotMade

    if isinstance(event, TextLeaves):
        say_where_text_goes(event)
    elif isinstance(event, RunNotMade):
        say(f"{event.run}: not run here: {safe(event.reason)}")
