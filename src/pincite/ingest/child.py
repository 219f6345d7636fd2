"""The process that reads files for an ingest, one after the other, so that what a file does to it harms nobody else.

It is started by `pincite.ingest.reading_process` and talks with it in frames of a length and a pickle, over pipes.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
import time
from contextlib import suppress
from typing import Any, BinaryIO

LENGTH = struct.Struct("<Q")
BEAT_S = 1.0
"""At most so often a sign of life is passed on, in seconds."""


def main() -> None:
    """Read tasks from stdin until it ends; answers go to where stdout was."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a library prints is no answer
    tasks = sys.stdin.buffer
    with suppress(ValueError, OSError, AttributeError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's, which ends this process
    with suppress(BrokenPipeError):  # the parent is gone
        while (task := receive(tasks)) is not None:
            _Work(task, replies).do()


class _Work:
    """One task, its stages and signs of life."""

    def __init__(self, task: Any, replies: BinaryIO) -> None:
        from pincite.ingest.limits import limit_memory, processor_alarm
        from pincite.parse import heartbeat

        self._task = task
        self._replies = replies
        self._alarm = processor_alarm()
        self._seconds = 0.0
        self._said = 0.0
        self._stage: Any = "reading"
        limit_memory(task.parse.memory_mb)
        heartbeat.only(self._beat)

    def do(self) -> None:
        """Send the prepared file, or why there is none."""
        from pincite.errors import PinciteError
        from pincite.ingest.limits import memory_had_mb
        from pincite.ingest.prepare import prepare
        from pincite.ingest.reports import unexpected

        try:
            reply: tuple[str, Any] = ("done", prepare(self._task, self._stage_begins))
            self._beat()
            data = pickle.dumps(reply, protocol=5)
        except BrokenPipeError:
            raise
        except PinciteError as error:
            data = pickle.dumps(("failed", (type(error).__name__, error.message, error.hint)))
        except MemoryError:
            data = pickle.dumps(("memory", None))
        except Exception as error:
            data = pickle.dumps(("unexpected", unexpected(error, self._stage)))
        self._alarm(0.0)
        if memory_had_mb() > self._task.parse.memory_mb / 2:
            _send(self._replies, pickle.dumps(("retire", None)))
        _send(self._replies, data)

    def _stage_begins(self, stage: Any, size: int) -> None:
        self._stage = stage
        self._seconds = self._task.parse.stall_s + size / 1e6 * (1.0 if stage == "reading" else SECONDS_PER_MILLION)
        _send(self._replies, pickle.dumps(("stage", stage)))
        self._beat()

    def _beat(self) -> None:
        self._alarm(self._seconds)
        if time.monotonic() - self._said > BEAT_S:
            self._said = time.monotonic()
            _send(self._replies, pickle.dumps(("beat", None)))


SECONDS_PER_MILLION = 6.0
"""Processor time that cutting may take more for each million characters, in seconds; on real codes it takes 2 to 3, and
it has no pages to count."""


def receive(stream: BinaryIO) -> Any:
    """The next frame's content from a process that is trusted; None at the end."""
    data = receive_bytes(stream)
    return None if data is None else pickle.loads(data)


def receive_bytes(stream: BinaryIO) -> bytes | None:
    """The next frame as it came; None at the end, also one that comes too early."""
    length = stream.read(LENGTH.size)
    if len(length) < LENGTH.size:
        return None
    (size,) = LENGTH.unpack(length)
    data = stream.read(size)
    return data if len(data) == size else None


def _send(stream: BinaryIO, data: bytes) -> None:
    stream.write(LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


if __name__ == "__main__":
    main()
