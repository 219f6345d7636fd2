"""Writing the audit log: at its end only, one process at a time, and each line is on the disk before anything goes on.

`audit/audit.jsonl` in the library's folder; a file that has become long is given the number of its first entry in its
name, and the chain goes on in a new one.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from pincite.audit.chain import GENESIS, TORN, line_of, read_entry
from pincite.errors import LibraryError
from pincite.generate.adapters.address import KEY_VARIABLE
from pincite.store.connection import file_lock, translated

FOLDER = "audit"
CURRENT = "audit.jsonl"
LOCK_NAME = "audit.lock"
MAX_BYTES = 64 * 2**20
"""A file that has grown to this size is closed, and another begun."""
LOCK_TIMEOUT_S = 10.0
MIN_SECRET = 8
"""A shorter word would be taken out of what people write."""
WITHHELD = "[withheld]"

_CLOSED = re.compile(r"audit\.(\d{12})\.jsonl")
_BLOCK = 64 * 1024


class Head(NamedTuple):
    """The end of a log: number and hash of its last entry."""

    sequence: int
    hash: str


def log_files(folder: str | Path) -> list[Path]:
    """The files of the log of the library in `folder`, in the order of their entries."""
    place = Path(folder) / FOLDER
    closed = sorted(path for path in place.glob("audit.*.jsonl") if _CLOSED.fullmatch(path.name))
    current = place / CURRENT
    return [*closed, current] if current.is_file() else closed


class AuditLog:
    """The log of a library, to be written; threads and processes may do so at once.

    Args:
        folder: the library's. The log's own folder is made with the first entry.
        secrets: words that must not stand in it, such as tokens, beside the model server's key in the environment;
            where one does, it is written as `[withheld]`. Those under 8 characters are not looked for.
        max_bytes: size at which a file is closed.
    """

    def __init__(self, folder: str | Path, *, secrets: tuple[str, ...] = (), max_bytes: int = MAX_BYTES) -> None:
        self._library = Path(folder)
        self._place = self._library / FOLDER
        known = {*secrets, os.environ.get(KEY_VARIABLE, "")}
        self._secrets = tuple(sorted({s for s in known if len(s) >= MIN_SECRET}, key=len, reverse=True))
        self._max_bytes = max_bytes
        self._in_process = threading.Lock()

    def append(self, action: str, *, by: str | None, details: Mapping[str, Any] | None = None) -> Head:
        """Write an entry at the end of the log.

        Args:
            action: such as `ask`, `upload`, `remove`, `verify`, `export`.
            by: name of the token, never the token; None without one.
            details: further fields, of JSON values; see `pincite.audit.details`. Fractions are written as text.

        Returns:
            Its place in the chain. When this returns, it survives a power cut.

        Raises:
            LibraryError: it cannot be written; what was to be logged should then not be done.
        """
        fields = {**self._plain(details or {}), "by": self._plain(by), "action": action}
        with self._writing():
            head = self._mended()
            self._rotate(self._place / CURRENT)
            return self._put(fields, head)

    def head(self) -> Head | None:
        """The last entry's number and hash, to be kept elsewhere; None where there is no entry."""
        if not log_files(self._library):
            return None
        with self._writing():
            head = self._mended()
        return head if head.sequence else None

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            self._place.mkdir(parents=True, exist_ok=True)
            with self._in_process, translated(self._library), file_lock(self._place / LOCK_NAME, LOCK_TIMEOUT_S):
                yield
        except OSError as error:
            raise LibraryError(
                f"The audit log in {self._place} cannot be written: {error.strerror}.",
                hint="No answer is given that cannot be logged: make room, or mend the permissions.",
            ) from error

    def _mended(self) -> Head:
        """The end of the log, after lines whose writing was cut off were sealed."""
        head, torn = Head(0, GENESIS), list[bytes]()
        for path in reversed(log_files(self._library)):
            entry, behind = _ending(path)
            torn = [*behind, *torn]
            if entry is not None:
                head = Head(entry["sequence"], entry["hash"])
                break
        current = self._place / CURRENT
        if current.is_file() and not _ends_with_a_break(current):
            _append(current, b"\n")
        for line in torn:
            head = self._seal(line, head)
        return head

    def _seal(self, torn: bytes, head: Head) -> Head:
        """Say in an entry what a torn line before it was, so that it is neither lost nor taken for one."""
        facts = {"torn_bytes": len(torn), "torn_sha256": sha256(torn).hexdigest()}
        return self._put({**facts, "by": None, "action": TORN}, head)

    def _put(self, fields: Mapping[str, Any], head: Head) -> Head:
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        entry, line = line_of({**fields, "time": now}, head.sequence + 1, head.hash)
        _append(self._place / CURRENT, line)
        return Head(entry["sequence"], entry["hash"])

    def _rotate(self, path: Path) -> None:
        """Give a long file the number of its first entry in its name."""
        if not path.is_file() or path.stat().st_size < self._max_bytes:
            return
        with path.open("rb") as file:
            first = next((entry for line in file if (entry := read_entry(line))), None)
        if first is not None:
            path.rename(path.with_name(f"audit.{first['sequence']:012d}.jsonl"))
            _sync_folder(self._place)

    def _plain(self, value: Any) -> Any:
        """The value as canonical JSON has it: sound text, no fractions, no secret."""
        if isinstance(value, Mapping):
            return {self._plain(str(key)): self._plain(item) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self._plain(item) for item in value]
        if value is None or isinstance(value, bool | int):
            return value
        text = str(value).encode("utf-8", "replace").decode("utf-8")
        for secret in self._secrets:
            text = text.replace(secret, WITHHELD)
        return text


def _append(path: Path, data: bytes) -> None:
    """Put bytes at the end of the file, made for its owner alone, and wait until they are on the disk."""
    new = not path.exists()
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
    try:
        while data:
            data = data[os.write(descriptor, data) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    if new:
        _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Wait until a new name in the folder is on the disk, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _ending(path: Path) -> tuple[dict[str, Any] | None, list[bytes]]:
    """The last entry of a file, None where it has none, and the lines behind it that are no entries."""
    with path.open("rb") as file:
        end = file.seek(0, os.SEEK_END)
        size = _BLOCK
        while True:
            at = file.seek(max(end - size, 0))
            size *= 2
            lines = file.read(end - at).split(b"\n")
            whole = lines if at == 0 else lines[1:]  # the first one may begin further up
            behind: list[bytes] = []
            for line in reversed(whole):
                if (entry := read_entry(line)) is not None:
                    return entry, behind
                behind = [line, *behind] if line else behind
            if at == 0:
                return None, behind


def _ends_with_a_break(path: Path) -> bool:
    with path.open("rb") as file:
        if not file.seek(0, os.SEEK_END):
            return True
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"
