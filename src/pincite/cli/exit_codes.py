"""What the command says to the shell."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """Exit codes of every command."""

    DONE = 0
    ERROR = 1
    """An operation that could not be done."""
    USAGE = 2
    """A command line that cannot be read."""
    REFUSED = 3
    """`ask` gave no answer, and said why."""
    NOT_VERIFIED = 4
    """`verify` or `check` found something that does not check out."""
    NOTHING_INGESTED = 5
    """`add` took in no file."""
    INTERRUPTED = 130
    """Ctrl-C, as shells count it."""
    CLOSED_PIPE = 141
    """The reader of the output went away, as shells count it."""
