"""What a process that reads files may use; where the system has no such limits, only the parent's clock guards it."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def limit_memory(megabytes: int) -> None:
    """Let this process have that much memory of its own, and no core file; asking for more fails then."""
    try:
        import resource
    except ImportError:  # Windows
        return
    wanted = megabytes * 2**20
    # RLIMIT_DATA counts what is really asked for; RLIMIT_AS would count libraries and files mapped too.
    for kind, limit in ((resource.RLIMIT_DATA, wanted), (resource.RLIMIT_CORE, 0)):
        _, most = resource.getrlimit(kind)
        allowed = limit if most == resource.RLIM_INFINITY else min(limit, most)
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (allowed, most))


def memory_had_mb() -> float:
    """Most memory that this process has had, in MB; 0 where the system does not say."""
    try:
        status = Path("/proc/self/status").read_text("utf-8")
    except OSError:
        return 0.0
    # Not `ru_maxrss`, which counts what the parent had when it started this process.
    found = re.search(r"VmHWM:\s*(\d+) kB", status)
    return int(found[1]) / 1000 if found else 0.0


def processor_alarm() -> Callable[[float], None]:
    """A clock that ends this process once that many seconds of its own processor time have gone by since last set.

    The system's default for the signal does it, so that neither a loop in a library nor one that holds Python's lock
    can put it off; a machine that is busy with other things does not bring it nearer.
    """
    if not hasattr(signal, "setitimer"):  # Windows
        return lambda seconds: None
    signal.signal(signal.SIGPROF, signal.SIG_DFL)

    def set_to(seconds: float) -> None:
        signal.setitimer(signal.ITIMER_PROF, seconds)

    return set_to


def fate(code: int | None, stall_s: float, memory_mb: int) -> str:
    """Why a reading process ended, for people.

    Args:
        code: as `subprocess` gives it, negative for a signal; None where it had to be ended.
    """
    if code is None:
        return "reading it stood still for too long"
    if code == -getattr(signal, "SIGPROF", 0) and code:
        return f"reading it took over {stall_s:.0f} s of processor time without getting a page further"
    if code < 0:
        name = signal.Signals(-code).name if -code in {s.value for s in signal.Signals} else str(-code)
        return f"what reads such files broke down over it ({name}; it may use {memory_mb:,} MB)"
    return f"what reads such files ended over it (exit code {code})"
