"""How much one caller may ask for: the size of bodies, and how often."""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from starlette.types import Message, Receive

from pincite.api.problem import ApiProblem

MAX_BODY_BYTES = 8_000_000
"""Of a body that is no upload."""
BODY_PAUSE_S = 60.0
"""Longest time between two parts of a body, in seconds."""
MAX_CALLERS = 10_000
"""Most callers whose rate is remembered."""


class BodyTooLarge(ApiProblem):
    """A body beyond the limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(
            413,
            "body-too-large",
            f"A body of at most {limit:,} bytes was wanted, found a larger one.",
            hint="Send less.",
        )


def limited(receive: Receive, limit: int) -> Receive:
    """What a body's parts come by.

    More than `limit` bytes of them raise `BodyTooLarge`, and a body that stands still a problem of status 408.
    """
    seen = 0
    ended = False

    async def receive_limited() -> Message:
        nonlocal seen, ended
        if ended:
            return await receive()  # the wait for the client to go away, which may be long
        try:
            message = await asyncio.wait_for(receive(), BODY_PAUSE_S)
        except TimeoutError:
            raise ApiProblem(408, "body-too-slow", "The body stopped before its end.", hint="Send it again.") from None
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            ended = not message.get("more_body", False)
            if seen > limit:
                raise BodyTooLarge(limit)
        return message

    return receive_limited


@dataclass
class _Bucket:
    left: float
    at: float


class Rate:
    """How often each caller may do something: so many a minute, as many at once.

    Args:
        per_minute: most in a minute.
        clock: seconds that only grow.
    """

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_minute = per_minute
        self._clock = clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def take(self, caller: str) -> None:
        """Count one.

        Raises:
            ApiProblem: 429, it is one too many.
        """
        now = self._clock()
        bucket = self._buckets.pop(caller, None) or _Bucket(float(self._per_minute), now)
        bucket.left = min(self._per_minute, bucket.left + (now - bucket.at) * self._per_minute / 60)
        bucket.at = now
        self._buckets[caller] = bucket
        while len(self._buckets) > MAX_CALLERS:
            self._buckets.popitem(last=False)
        if bucket.left < 1:
            wait = max(1, math.ceil((1 - bucket.left) * 60 / self._per_minute))
            raise ApiProblem(
                429, "too-many-requests", f"At most {self._per_minute} requests a minute are taken.",
                hint=f"Ask again in {wait} s.", retry_after_s=wait,
            )  # fmt: skip
        bucket.left -= 1
