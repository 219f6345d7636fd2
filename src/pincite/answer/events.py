"""What a question's run tells of while it goes on: stages, evidence, verdicts on drafts, and last its outcome.

No event tells a word of a draft. Text comes with `Finished` alone, and an `Answer` there has passed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from enum import StrEnum
from queue import SimpleQueue
from threading import Event

from pincite.types.answer import Answer, Decision, DraftFault, Refusal


class Stage(StrEnum):
    """What is being done."""

    SEARCH = "search"
    WRITE = "write"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class StageStarted:
    """A stage begins.

    Args:
        attempt: of writing and checking; 0 for the first draft.
    """

    stage: Stage
    attempt: int = 0


@dataclass(frozen=True, slots=True)
class EvidenceFound:
    """What an answer may rest on; empty where nothing was found.

    Args:
        numbers, labels: of each piece of evidence, as the answer file has them.
    """

    numbers: tuple[int, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TextLeaves:
    """The question and the sources are about to be sent to another machine, `host`."""

    host: str


@dataclass(frozen=True, slots=True)
class DraftChecked:
    """The gate's verdict on a draft, without the draft.

    Args:
        attempt: 0 for the first draft.
        sentences: how many it has.
        failed: names of the checks that some sentence did not pass, each once.
        refused: the writer declined.
        fault: what the model answered was no draft.
        improved: over the draft before; None for the first.
    """

    attempt: int
    sentences: int
    supported_ratio: float
    decision: Decision
    failed: tuple[str, ...] = ()
    refused: bool = False
    fault: DraftFault | None = None
    improved: bool | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """The outcome; nothing comes after it."""

    outcome: Answer | Refusal


AskEvent = StageStarted | EvidenceFound | TextLeaves | DraftChecked | Finished
OnAskEvent = Callable[[AskEvent], None]


class _Abandoned(Exception):
    """Nobody reads the events any more."""


def stream(
    run: Callable[[OnAskEvent], object], submit: Callable[[Callable[[], object]], Future[object]]
) -> Iterator[AskEvent]:
    """The events of a run as they come, `Finished` last; the run goes on whether they are read or not.

    It begins with the first `next`, in another thread: a reader may pause between events, or read from several
    threads, and the run holds a transaction of one. A reader that goes away ends it at its next event.

    Args:
        run: gives its events to the receiver that it is called with.
        submit: starts something in the other thread.

    Raises:
        PinciteError: whatever the run raised.
    """
    told: SimpleQueue[AskEvent | None] = SimpleQueue()
    gone = Event()

    def tell(event: AskEvent) -> None:
        if gone.is_set():
            raise _Abandoned
        told.put(event)

    def ended(_: Future[object]) -> None:
        told.put(None)

    running = submit(lambda: run(tell))
    running.add_done_callback(ended)
    try:
        while (event := told.get()) is not None:
            yield event
        running.result()
    finally:
        gone.set()
        running.cancel()
