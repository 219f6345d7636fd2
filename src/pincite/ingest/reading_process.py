"""Reads files in a process of its own, so that one that crashes, hangs or eats memory fails alone.

The process serves file after file and is started anew after a fault and now and then. It leaves nothing behind: its
folder for temporary files is removed when it has ended, and that of one whose parent was killed by the next one.
"""

from __future__ import annotations

import importlib
import io
import os
import pickle
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import IO, Any

import pincite
from pincite import errors
from pincite.errors import DamagedDocument, DocumentError, PinciteError
from pincite.ingest.child import LENGTH, receive_bytes
from pincite.ingest.limits import fate
from pincite.ingest.prepare import OnStage, Prepared, Task, head, prepare, require_size
from pincite.store.holder import is_running

FILES_A_PROCESS = 200
"""After so many it is started anew: memory that libraries lose adds up."""
SILENCE_S = 300.0
"""Without a sign of life for so long it is ended whatever it waits for, in seconds."""
SMALL_BYTES = 20_000
"""Text up to this size is read in this process under `isolate = "auto"`."""
FOLDER_PREFIX = "pincite-reading-"

_SECRETS = ("PINCITE_PDF_PASSWORD", "PINCITE_MODEL_KEY", "PINCITE_RERANK_KEY")
_START = "import sys; sys.path.append(sys.argv[1]); from pincite.ingest.child import main; main()"
_TAKES_APART = ("%PDF-", "PK\x03\x04", "PK\x05\x06")


class Reader:
    """Prepares files, in this process or in another as the settings say. Use it as a context manager."""

    def __init__(self) -> None:
        self._process: _Process | None = None

    def prepare(self, task: Task, on_stage: OnStage) -> Prepared:
        """Read and cut a file.

        Raises:
            PinciteError: see `pincite.parse.read`.
            DamagedDocument: the process that read it broke down, stood still or needed too much memory.
        """
        require_size(task)
        if not needs_process(task):
            return prepare(task, on_stage)
        if self._process is None or not self._process.is_fit:
            self.close()
            self._process = _Process()
        return self._process.prepare(task, on_stage)

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def needs_process(task: Task) -> bool:
    """Whether a file is to be read in a process of its own."""
    if task.parse.isolate != "auto" or not sys.executable:
        return task.parse.isolate == "always" and bool(sys.executable)
    start = head(task, 1024).decode("latin-1")
    if _TAKES_APART[0] in start or start.startswith(_TAKES_APART[1:]):
        return True
    size = len(task.data) if task.data is not None else os.stat(task.source).st_size
    return size > SMALL_BYTES


class _Process:
    """The other process, for some files."""

    def __init__(self) -> None:
        remove_abandoned_folders()
        self._folder = tempfile.mkdtemp(prefix=f"{FOLDER_PREFIX}{os.getpid()}-")
        self._files = 0
        self._silent = False
        self._tired = False
        package = str(Path(pincite.__file__).resolve().parent.parent)
        environment = {name: value for name, value in os.environ.items() if name not in _SECRETS}
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _START, package],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), self._folder),
            )
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    @property
    def is_fit(self) -> bool:
        """Whether another file may be given to it."""
        return not self._tired and self._files < FILES_A_PROCESS and self._process.poll() is None

    def prepare(self, task: Task, on_stage: OnStage) -> Prepared:
        """See `Reader.prepare`."""
        self._files += 1
        try:
            self._send(task)
            while True:
                kind, content = self._receive()
                if kind == "done":
                    return _checked(content)
                if kind == "stage":
                    on_stage(content, 0)
                elif kind == "retire":  # memory that it had is not all given back
                    self._tired = True
                elif kind != "beat":
                    raise _failure(kind, content, task)
        except (_Ended, OSError) as error:
            self.close()
            code = None if self._silent else self._process.returncode
            raise _broken(task, fate(code, task.parse.stall_s, task.parse.memory_mb)) from error
        except PinciteError:
            raise
        except BaseException:  # Ctrl-C, or an answer that is none: the next file must not find what is left of it
            self.close()
            raise

    def _send(self, task: Task) -> None:
        data = pickle.dumps(task, protocol=5)
        stream = self._stream(self._process.stdin)
        stream.write(LENGTH.pack(len(data)))
        stream.write(data)
        stream.flush()

    def _receive(self) -> tuple[str, Any]:
        timer = threading.Timer(SILENCE_S, self._end_silence)
        timer.daemon = True
        timer.start()
        try:
            data = receive_bytes(self._stream(self._process.stdout))  # type: ignore[arg-type]
        finally:
            timer.cancel()
        if data is None:
            raise _Ended
        found = _Values(io.BytesIO(data)).load()
        if not isinstance(found, tuple) or len(found) != 2:
            raise _Ended
        return found

    def _end_silence(self) -> None:
        self._silent = True
        self._process.kill()

    def _stream(self, stream: IO[bytes] | None) -> IO[bytes]:
        assert stream is not None  # they were asked for as pipes
        return stream

    def close(self) -> None:
        """End it and remove its temporary files."""
        with suppress(OSError):
            self._stream(self._process.stdin).close()
        if self._process.poll() is None:
            try:
                self._process.wait(0.5 if self._files else 0.1)
            except subprocess.TimeoutExpired:
                self._process.kill()
        self._process.wait()
        with suppress(OSError):
            self._stream(self._process.stdout).close()
        shutil.rmtree(self._folder, ignore_errors=True)


class _Ended(Exception):
    """The process ended instead of answering."""


class _Values(pickle.Unpickler):
    """Reads answers: values of pincite and nothing that does anything, since the process had hostile files in it."""

    def find_class(self, module: str, name: str) -> Any:
        """The class of that name, if it is one of ours."""
        if "." not in name and module.startswith("pincite."):
            found = getattr(importlib.import_module(module), name)
            values = module.startswith(("pincite.types.", "pincite.chunk.", "pincite.ingest.prepare"))
            if isinstance(found, type) and not issubclass(found, BaseException) and (values or issubclass(found, Enum)):
                return found
        if (module, name) in (("builtins", "frozenset"), ("builtins", "set")):
            return {"frozenset": frozenset, "set": set}[name]
        raise pickle.UnpicklingError(f"no value of pincite: {module}.{name}")


def _checked(content: Any) -> Prepared:
    if not isinstance(content, Prepared):
        raise _Ended
    return content


def _failure(kind: str, content: Any, task: Task) -> Exception:
    """What to raise for an answer that is no document."""
    if kind == "failed":
        name, message, hint = content
        found = getattr(errors, str(name), DocumentError)
        if isinstance(found, type) and issubclass(found, PinciteError):
            return found(str(message), hint=str(hint))
        return DocumentError(str(message), hint=str(hint))
    if kind == "memory":
        return _broken(task, f"reading it took more memory than the {task.parse.memory_mb:,} MB that it may use")
    return DocumentError(str(content))


def _broken(task: Task, found: str) -> DamagedDocument:
    return DamagedDocument(
        f"Wanted to read {task.source}, found that {found}.",
        hint="The file is probably damaged: open it in its program, save it anew and add that.",
    )


def remove_abandoned_folders() -> list[Path]:
    """Remove the temporary folders of processes whose parent was killed; those of running ones stay.

    Returns:
        The folders removed.
    """
    gone = abandoned_folders()
    for folder in gone:
        shutil.rmtree(folder, ignore_errors=True)
    return [folder for folder in gone if not folder.exists()]


def abandoned_folders() -> list[Path]:
    """The temporary folders of reading processes whose parent does not run any more, and that are this user's."""
    found = []
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}*"):
        pid = folder.name.removeprefix(FOLDER_PREFIX).partition("-")[0]
        if pid.isdecimal() and not is_running(int(pid)) and _is_ours(folder):
            found.append(folder)
    return sorted(found)


def _is_ours(folder: Path) -> bool:
    """Whether it is a folder, no link, and this user's: the place is open to all."""
    try:
        facts = folder.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(facts.st_mode) and (not hasattr(os, "getuid") or facts.st_uid == os.getuid())
