"""Requests to one HTTP server, each with a deadline that holds whatever the server does."""

from __future__ import annotations

import asyncio
import threading
import time
import weakref
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pincite.errors import ModelError
from pincite.generate.adapters.words import wire

if TYPE_CHECKING:
    import httpx

MAX_BYTES = 8 << 20
"""Longest body that is read; answers have some kilobytes."""
CONNECT_S = 10.0
"""A host that takes longer to be connected is not there."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server sent back, whole.

    Args:
        retry_after_s: seconds that it asks to wait before the next request; None where it says nothing.
        location: where it redirects to; empty where it does not.
    """

    status: int
    body: bytes
    retry_after_s: float | None = None
    location: str = ""


Loss = Literal["late", "unreached", "cut", "unreadable"]
"""Why there is no reply: no time left, no connection, one that broke off, or bytes that are no HTTP or far too many."""


class NoReply(Exception):
    """No whole reply came.

    Args:
        reason: half a sentence, with the server as its subject.
    """

    def __init__(self, loss: Loss, reason: str) -> None:
        super().__init__(reason)
        self.loss = loss
        self.reason = reason


class Deadline:
    """A moment in time, `seconds` from now."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    def left(self) -> float:
        """Seconds until then, 0 when it has passed."""
        return max(0.0, self._end - time.monotonic())


class Exchange:
    """HTTP with one server over connections that are kept open. Threads may share it.

    The requests run on an event loop in a thread of its own: only there a deadline also ends the look-up of a name, a
    handshake, or headers that drip, for all of which a blocking client counts its time anew with each byte.
    No redirect is followed, so that neither the text nor the key goes to another host.

    Args:
        key: sent as a bearer token with each request; None sends none.
        proxies: whether proxies and certificates are taken from the environment.

    Raises:
        ModelError: the environment names a proxy that cannot be used.
    """

    def __init__(self, key: str | None, *, proxies: bool) -> None:
        self._client = _client(key, proxies)
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=_run, args=(self._loop,), name="pincite-http", daemon=True).start()
        self._close = weakref.finalize(self, _stop, self._loop, self._client)

    def send(self, method: str, url: str, body: Mapping[str, Any] | None, timeout_s: float) -> Reply:
        """The reply to one request, whatever its status.

        Raises:
            NoReply: none came whole within `timeout_s` and `MAX_BYTES`.
        """
        if not self._close.alive:
            raise NoReply("unreached", "is not asked any more, since its connections were closed")
        content = None if body is None else wire(body)
        future = asyncio.run_coroutine_threadsafe(_send(self._client, method, url, content, timeout_s), self._loop)
        try:
            return future.result()
        except BaseException:  # the caller was interrupted; otherwise it has ended already
            future.cancel()
            raise

    def close(self) -> None:
        """Closes the connections; the exchange cannot be used any more."""
        self._close()


def _client(key: str | None, proxies: bool) -> httpx.AsyncClient:
    import httpx

    headers = {"Accept": "application/json", "Accept-Encoding": "identity", "Content-Type": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    try:
        return httpx.AsyncClient(
            headers=headers,
            timeout=httpx.Timeout(None, connect=CONNECT_S),
            follow_redirects=False,
            trust_env=proxies,
        )
    except (ImportError, ValueError) as error:  # a SOCKS proxy without its package, a proxy of an unknown kind
        raise ModelError(
            "The proxy that the environment names for the model server cannot be used.",
            hint="Look at $HTTPS_PROXY, $HTTP_PROXY and $ALL_PROXY; SOCKS needs: pip install 'httpx[socks]'.",
        ) from error


async def _send(client: httpx.AsyncClient, method: str, url: str, content: bytes | None, timeout_s: float) -> Reply:
    import httpx

    try:
        async with asyncio.timeout(timeout_s), client.stream(method, url, content=content) as response:
            body = bytearray()
            async for part in response.aiter_bytes():
                body += part
                if len(body) > MAX_BYTES:
                    raise NoReply("unreadable", _too_long(body))
            headers = response.headers
            wait = headers.get("retry-after", "").strip()
            return Reply(
                response.status_code,
                bytes(body),
                float(wait) if wait.isascii() and wait.isdecimal() else None,
                headers.get("location", "") if response.is_redirect else "",
            )
    except TimeoutError as error:
        raise NoReply("late", f"sent no whole answer within {timeout_s:.3g} s") from error
    except httpx.ConnectError as error:
        raise NoReply("unreached", f"could not be reached ({error or 'no connection'})") from error
    except httpx.TimeoutException as error:
        raise NoReply("unreached", f"could not be reached (no connection within {CONNECT_S:.0f} s)") from error
    except httpx.TransportError as error:
        raise NoReply("cut", f"cut the connection ({error or type(error).__name__})") from error
    except httpx.InvalidURL as error:
        raise NoReply("unreadable", f"has an address that cannot be used ({error})") from error
    except httpx.HTTPError as error:  # a body that is not encoded as it says
        raise NoReply("unreadable", f"sent what cannot be read ({error or type(error).__name__})") from error


def _too_long(body: bytearray) -> str:
    return f"sent over {MAX_BYTES >> 20} MiB" + ("" if body.strip() else " of nothing but blanks")


def _run(loop: asyncio.AbstractEventLoop) -> None:
    try:
        loop.run_forever()
    finally:
        loop.close()


def _stop(loop: asyncio.AbstractEventLoop, client: httpx.AsyncClient) -> None:
    async def close() -> None:
        await client.aclose()
        loop.stop()

    if loop.is_running():
        asyncio.run_coroutine_threadsafe(close(), loop)
