"""Server-sent events: those of a question's run, and how they go over the wire.

No event carries a word of a draft; the answer comes last, as a whole, when it has passed.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from pincite.answer.events import AskEvent, DraftChecked, EvidenceFound, StageStarted, TextLeaves
from pincite.api.problem import problem, unexpected_problem
from pincite.errors import PinciteError

_LOG = logging.getLogger(__name__)
Tell = Callable[[str, Mapping[str, Any]], None]
"""Takes a message's name and data, in the event loop."""
ALIVE_EVERY_S = 15.0
"""A comment is sent where nothing else was for so long, so that nothing on the way ends the connection."""


def message_of(event: AskEvent) -> tuple[str, dict[str, Any]] | None:
    """An event of a run as a message; None for the outcome, which is sent when it has been kept."""
    match event:
        case StageStarted(stage, attempt):
            return "stage", {"stage": stage.value, "attempt": attempt}
        case EvidenceFound(numbers, labels):
            return "evidence", {"numbers": list(numbers), "labels": list(labels)}
        case TextLeaves(host):
            return "leaves", {"host": host}
        case DraftChecked():
            return "checked", {
                "attempt": event.attempt,
                "sentences": event.sentences,
                "supported_ratio": round(event.supported_ratio, 6),
                "decision": event.decision.value,
                "failed": list(event.failed),
                "refused": event.refused,
                "fault": event.fault.value if event.fault else None,
                "improved": event.improved,
            }
        case _:
            return None


def encoded(name: str | None, data: Any) -> bytes:
    """A message as it goes over the wire; without a name its data alone. JSON has no line breaks of its own."""
    text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {text}\n\n".encode("utf-8", "replace")


async def until_gone(receive: Receive, work: Awaitable[Any]) -> Any:
    """What the work gives; it is cancelled where the client goes away first.

    Raises:
        ClientDisconnect: it did.
    """
    working = asyncio.ensure_future(work)
    watching = asyncio.ensure_future(_disconnected(receive))
    try:
        await asyncio.wait((working, watching), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        for task in (working, watching):
            task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await working


async def _disconnected(receive: Receive) -> None:
    while (message := await receive())["type"] != "http.disconnect":
        _ignore(message)


def _ignore(message: Message) -> None:
    """More of a body than was asked for."""


class EventStream(Response):
    """A response of server-sent events, made while it is sent.

    Args:
        produce: is given what sends a message, and returns when there are no more. What it raises becomes a last
            message `problem`.
        encode: a message's name and data to bytes.
    """

    media_type = "text/event-stream"

    def __init__(
        self,
        produce: Callable[[Tell], Awaitable[None]],
        *,
        encode: Callable[[str, Any], bytes] = encoded,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self._produce = produce
        self._encode = encode
        self.background = None
        self.status_code = 200
        self.body = b""
        self.init_headers({"Cache-Control": "no-store", "X-Accel-Buffering": "no", **(headers or {})})
        self.raw_headers = [header for header in self.raw_headers if header[0] != b"content-length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        with suppress(ClientDisconnect, OSError):
            await until_gone(receive, self._sent(send))

    async def _sent(self, send: Send) -> None:
        told: asyncio.Queue[bytes | None] = asyncio.Queue()
        producing = asyncio.ensure_future(self._produced(told))
        try:
            while (part := await _next(told)) is not None:
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            producing.cancel()
            with suppress(asyncio.CancelledError):
                await producing

    async def _produced(self, told: asyncio.Queue[bytes | None]) -> None:
        try:
            await self._produce(lambda name, data: told.put_nowait(self._encode(name, data)))
        except PinciteError as error:
            told.put_nowait(self._encode("problem", problem(error)))
        except Exception:
            _LOG.exception("a stream of events ended early")
            told.put_nowait(self._encode("problem", unexpected_problem()))
        told.put_nowait(None)


async def _next(told: asyncio.Queue[bytes | None]) -> bytes | None:
    try:
        return await asyncio.wait_for(told.get(), ALIVE_EVERY_S)
    except TimeoutError:
        return b": alive\n\n"
