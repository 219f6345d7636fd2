"""The socket that a server listens on."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager

from pincite.errors import SettingsError


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A bound socket; port 0 takes a free one.

    Raises:
        SettingsError: the address is not this machine's, or the port is taken.
    """
    name = host.strip("[]")
    try:
        family, kind, _, _, address = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[
            0
        ]
        found = socket.socket(family, kind)
    except OSError as error:
        raise _unusable(host, port, error) from error
    with found:
        try:
            if hasattr(socket, "SO_REUSEADDR"):
                found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind(address)
        except OSError as error:
            raise _unusable(host, port, error) from error
        yield found


def _unusable(host: str, port: int, error: OSError) -> SettingsError:
    return SettingsError(
        f"The server was to listen on {host}, port {port}, found: {error.strerror or error}.",
        hint="Choose another with --host and --port; --port 0 takes a free one.",
    )
