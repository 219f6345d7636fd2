"""Work that takes a processor: a few at a time, the others in a line in which each knows its place.

The line has an end. Who comes beyond it is told when to come again, and who goes away leaves the line, or, where the
work has begun, is told to it at its next step.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event
from typing import TypeVar

from pincite.api.problem import ApiProblem
from pincite.text.counts import count_of

T = TypeVar("T")
OnPlace = Callable[[int], None]
FIRST_GUESS_S = 1.0
"""How long work takes, before any has been seen."""
_NEWEST = 0.2
"""Weight of the newest duration in their mean."""
STOP_S = 30.0
"""How long the queue's end waits for work that has begun."""


class Abandoned(Exception):
    """Nobody waits for this work any more."""


class Turn:
    """What work asks whether it is still wanted."""

    def __init__(self) -> None:
        self._gone = Event()

    def leave(self) -> None:
        """Say that it is not."""
        self._gone.set()

    def check(self) -> None:
        """Go on.

        Raises:
            Abandoned: it is not wanted any more.
        """
        if self._gone.is_set():
            raise Abandoned


@dataclass(eq=False)
class _Waiting:
    on_place: OnPlace
    called: asyncio.Event = field(default_factory=asyncio.Event)


class WorkQueue:
    """Runs work in threads; all its methods belong to one event loop.

    Args:
        workers: done at a time.
        places: most that wait.
    """

    def __init__(self, workers: int, places: int) -> None:
        self.workers = workers
        self.places = places
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="pincite-work")
        self._running = 0
        self._line: deque[_Waiting] = deque()
        self._mean_s = FIRST_GUESS_S

    @property
    def waiting(self) -> int:
        """How many stand in the line."""
        return len(self._line)

    @property
    def running(self) -> int:
        """How many are worked on."""
        return self._running

    def require_place(self) -> None:
        """Turn work down before anything is sent, where the line is full.

        Raises:
            ApiProblem: 503.
        """
        if len(self._line) >= self.places and self._running >= self.workers:
            raise ApiProblem(
                503, "queue-full", f"The server is busy: {count_of(len(self._line), 'question')} in line already.",
                hint="Ask again in a moment.", retry_after_s=self._seconds_left(),
            )  # fmt: skip

    async def do(self, work: Callable[[Turn], T], *, on_place: OnPlace = lambda place: None, limit_s: float) -> T:
        """What the work gives, done in a thread when it is its turn.

        Args:
            on_place: is told the place in the line, from 1, whenever it changes, and 0 when it is its turn.
            limit_s: longest time, waiting included, in seconds.

        Raises:
            ApiProblem: 503 where the line is full, 504 where it took too long.
        """
        try:
            async with asyncio.timeout(limit_s):
                await self._turn(on_place)
                return await self._run(work)
        except TimeoutError:
            raise ApiProblem(
                504, "too-slow", f"It took longer than the {limit_s:.0f} seconds that this server allows.",
                hint="Ask again when the server is less busy, or raise the setting serve.question_s.",
            ) from None  # fmt: skip

    async def _turn(self, on_place: OnPlace) -> None:
        """Wait until it may begin; from then on it is counted as running."""
        if self._running < self.workers and not self._line:
            self._running += 1
            on_place(0)
            return
        self.require_place()
        waiting = _Waiting(on_place)
        self._line.append(waiting)
        on_place(len(self._line))
        try:
            await waiting.called.wait()
        except asyncio.CancelledError:
            if waiting.called.is_set():
                self._free()
            else:
                self._line.remove(waiting)
                self._tell()
            raise
        on_place(0)

    async def _run(self, work: Callable[[Turn], T]) -> T:
        turn = Turn()
        started = time.monotonic()
        future = asyncio.get_running_loop().run_in_executor(self._threads, work, turn)
        future.add_done_callback(lambda _: self._ended(time.monotonic() - started))
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            turn.leave()
            future.add_done_callback(_look_at)
            raise

    def _ended(self, seconds: float) -> None:
        self._mean_s += _NEWEST * (seconds - self._mean_s)
        self._free()

    def _free(self) -> None:
        """Let the first of the line begin, if there is one."""
        self._running -= 1
        if self._line:
            self._running += 1
            self._line.popleft().called.set()
            self._tell()

    def _tell(self) -> None:
        for place, waiting in enumerate(self._line, 1):
            waiting.on_place(place)

    def _seconds_left(self) -> int:
        """When the line will have become shorter by some."""
        return max(1, min(60, math.ceil(self._mean_s * max(len(self._line), 1) / self.workers / 2)))

    async def close(self) -> None:
        """End the threads when they have done what they began, at most `STOP_S` later."""
        end = time.monotonic() + STOP_S
        while self._running and time.monotonic() < end:
            await asyncio.sleep(0.05)
        self._threads.shutdown(wait=not self._running, cancel_futures=True)


def _look_at(future: asyncio.Future[T]) -> None:
    """Take note of how abandoned work ended, so that nothing is logged about it."""
    if not future.cancelled():
        future.exception()
