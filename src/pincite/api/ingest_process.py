"""Starts the process that takes files in, hears its events, and ends it when the server ends."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pincite
from pincite import errors
from pincite.api.ingest_child import IngestTask
from pincite.errors import LibraryError, PinciteError

OnLine = Callable[[str, Mapping[str, Any]], None]
_START = "import sys; sys.path.append(sys.argv[1]); from pincite.api.ingest_child import main; main()"
_SECRETS = ("PINCITE_MODEL_KEY", "PINCITE_RERANK_KEY", "PINCITE_TOKENS_FILE")
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS")


class IngestProcess:
    """Does one task at a time; `stop` ends it from another thread."""

    def __init__(self) -> None:
        self._one_at_a_time = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False

    def do(self, task: IngestTask, on_line: OnLine = lambda kind, data: None) -> None:
        """Do a task and return when it is done.

        Args:
            on_line: told of each event: `progress`, `report`, `indexing`.

        Raises:
            PinciteError: the task could not be done.
        """
        with self._one_at_a_time:
            if self._stopped:
                raise LibraryError("The server is being stopped.")
            ended = self._run(task, on_line)
        if not ended:
            raise LibraryError(
                "The process that takes files in ended early.",
                hint="What it reported before is in the library; send the other files again.",
            )

    def _run(self, task: IngestTask, on_line: OnLine) -> bool:
        package = str(Path(pincite.__file__).resolve().parent.parent)
        environment = {name: value for name, value in os.environ.items() if name not in _SECRETS}
        with subprocess.Popen(
            [sys.executable, "-P", "-c", _START, package],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment | dict.fromkeys(_ONE_THREAD, "1"),
        ) as process:
            self._process = process
            try:
                assert process.stdin is not None
                assert process.stdout is not None
                with suppress(BrokenPipeError):
                    process.stdin.write(pickle.dumps(task))
                    process.stdin.close()
                return any(_heard(line, on_line) for line in process.stdout)
            finally:
                process.kill()  # after its last line, or where the listener failed
                self._process = None

    def stop(self) -> None:
        """End what is being done; what it has stored stays."""
        self._stopped = True
        if (process := self._process) is not None:
            process.terminate()


def _heard(line: bytes, on_line: OnLine) -> bool:
    """Pass an event on; whether it was the last one."""
    found = json.loads(line)
    kind = found.pop("kind")
    if kind == "problem":
        raise _error(found)
    if kind == "done":
        return True
    on_line(kind, found)
    return False


def _error(found: Mapping[str, Any]) -> PinciteError:
    kind = getattr(errors, str(found["name"]), LibraryError)
    return kind(found["message"], hint=found["hint"])
