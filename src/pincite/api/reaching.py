"""How the routes reach the service, and who asks."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Annotated, TypeVar

from fastapi import Depends, Request

from pincite.api.events import until_gone
from pincite.api.guard import who_asks
from pincite.api.problem import ApiProblem
from pincite.api.service import Service

T = TypeVar("T")


def _service(request: Request) -> Service:
    found: Service = request.app.state.service
    return found


def _who(request: Request) -> str | None:
    return who_asks(request.state)


def _require_json(request: Request) -> None:
    """Refuse a body of another type: a form of another site's page could send that without being asked."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json" and not kind.endswith("+json"):
        raise ApiProblem(
            415, "unsupported-media-type", "JSON was wanted, found another content type.",
            hint="Send the header Content-Type: application/json.",
        )  # fmt: skip


Served = Annotated[Service, Depends(_service)]
Who = Annotated[str | None, Depends(_who)]
JSON_BODY = Depends(_require_json)


async def while_there(request: Request, work: Awaitable[T]) -> T:
    """What the work gives; it ends where the client goes away."""
    found: T = await until_gone(request.receive, work)
    return found
