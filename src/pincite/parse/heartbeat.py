"""A sign of life from long work: parsers give one a page, so that whoever waits can tell work from a hang."""

from __future__ import annotations

from collections.abc import Callable

_listeners: list[Callable[[], None]] = []


def beat() -> None:
    """Say that the work goes on; costs nothing where nobody listens."""
    for listener in _listeners:
        listener()


def only(listener: Callable[[], None]) -> None:
    """Have `listener`, and no other one any more, called at each sign of life of this process."""
    _listeners[:] = [listener]
