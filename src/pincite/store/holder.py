"""Who holds a lock: noted beside it by the holder, read by those who wait, never trusted where the holder is gone."""

from __future__ import annotations

import json
import os
import socket
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

_SUFFIX = ".holder"
_MAX_BYTES = 4096


@dataclass(frozen=True, slots=True)
class Holder:
    """A process that holds a lock.

    Args:
        command: the program and its command, such as `pincite add`; never its arguments, which may hold a password.
        since: ISO date and time in UTC.
    """

    pid: int
    command: str
    host: str
    since: str

    @classmethod
    def here(cls, command: str = "") -> Self:
        """The process that runs this, from now on."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return cls(os.getpid(), command or _program(), socket.gethostname(), now)

    def __str__(self) -> str:
        where = "" if self.host == socket.gethostname() else f" on {self.host}"
        return f"process {self.pid}{where} ({self.command}, since {self._clock()})"

    def _clock(self) -> str:
        """When it began, on this machine's clock; with the day where that is not today."""
        began = datetime.fromisoformat(self.since).astimezone()
        return began.strftime("%H:%M:%S" if began.date() == datetime.now().astimezone().date() else "%Y-%m-%d %H:%M")


def note(lock: Path, command: str = "") -> None:
    """Write beside `lock` that this process holds it; called by the holder only. A folder that refuses is no fault.

    Args:
        command: see `Holder`; the program's name by default.
    """
    place = _place(lock)
    half = place.with_name(f"{place.name}.new")
    with suppress(OSError):
        half.write_text(json.dumps(asdict(Holder.here(command))), encoding="utf-8")
        os.replace(half, place)


def forget(lock: Path) -> None:
    """Take the note away, before the lock is let go."""
    with suppress(OSError):
        _place(lock).unlink()


def holder_of(lock: Path) -> Holder | None:
    """Who holds `lock`, as far as the note can be true; None where there is none or its process is gone.

    Ask it only when the lock was found held. A killed holder leaves its note, and the next one writes over it; in
    between the note names a process that does not run, or that runs under a number given out anew.
    """
    try:
        with _place(lock).open("rb") as file:
            found = json.loads(file.read(_MAX_BYTES))
        holder = Holder(int(found["pid"]), str(found["command"]), str(found["host"]), str(found["since"]))
        datetime.fromisoformat(holder.since)
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return holder if holder.host != socket.gethostname() or is_running(holder.pid) else None


def is_running(pid: int) -> bool:
    """Whether a process of that number runs on this machine; True where that cannot be told."""
    if pid <= 0:
        return False
    if os.name == "nt":  # there, os.kill would end it
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _place(lock: Path) -> Path:
    return lock.with_suffix(_SUFFIX)


def _program() -> str:
    return Path(sys.argv[0]).name if sys.argv and sys.argv[0] else "python"
