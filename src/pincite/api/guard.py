"""What stands before every request: who asks, from where, how much and how often; and the headers of every response.

On the own machine no token is needed, so the pages of other sites must be kept from using the server through a reader's
browser: requests are taken only under the machine's own names (DNS rebinding), and changes only from pages of this
server (cross-site requests).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pincite.api.chat_completions import error_response
from pincite.api.limits import MAX_BODY_BYTES, BodyTooLarge, Rate, limited
from pincite.api.problem import ApiProblem, problem_response
from pincite.api.tokens import Tokens
from pincite.errors import PinciteError

API, OPENAI = "/api/", "/v1/"
OPEN = frozenset({"/api/v1/health"})
"""Paths of the API that need no token."""
WORK = frozenset({"/api/v1/search"})
"""Paths that count as work whatever their method; those that change or ask something do anyway."""
LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
WRONG_TOKENS_A_MINUTE = 20
HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "X-Frame-Options": "DENY",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
    }
)
"""Of every response that has none of its own; pages have a policy that lets them load their own files."""


class Guard:
    """The application behind it, guarded.

    Args:
        hosts: names under which requests are taken, without port; empty for any, as behind tokens.
        upload_bytes: most bytes of an upload.
        upload_paths: to which one may be sent by POST.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        tokens: Tokens,
        hosts: Iterable[str],
        requests_per_minute: int,
        upload_bytes: int,
        upload_paths: Iterable[str],
    ) -> None:
        self._app = app
        self._tokens = tokens
        self._hosts = frozenset(name.lower() for name in hosts)
        self._rate = Rate(requests_per_minute)
        self._wrong = Rate(WRONG_TOKENS_A_MINUTE)
        self._upload_bytes = upload_bytes
        self._upload_paths = frozenset(upload_paths)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        sending = _with_headers(send)
        try:
            headers = Headers(scope=scope)
            self._require_host(headers)
            self._require_own_page(scope, headers)
            who = self._who(scope, headers)
            scope.setdefault("state", {})["who"] = who
            if scope["method"] not in SAFE_METHODS or scope["path"] in WORK:
                self._rate.take(who or "")
            limit = self._limit(scope)
            _require_length(headers, limit)
        except PinciteError as error:
            as_response = error_response if scope["path"].startswith(OPENAI) else problem_response
            await as_response(error)(scope, receive, sending)
            return
        await self._app(scope, limited(receive, limit), sending)

    def _limit(self, scope: Scope) -> int:
        is_upload = scope["method"] == "POST" and scope["path"] in self._upload_paths
        return self._upload_bytes if is_upload else MAX_BODY_BYTES

    def _require_host(self, headers: Headers) -> None:
        if not self._hosts:
            return
        if _host_name(headers.get("host", "")) not in self._hosts:
            raise ApiProblem(
                421, "unknown-host", "This server is not known by the name in the request.",
                hint="Use http://127.0.0.1 or http://localhost, or name it in the setting serve.hosts.",
            )  # fmt: skip

    def _require_own_page(self, scope: Scope, headers: Headers) -> None:
        """Refuse a change that a page of another site has a browser ask for. Other programs send no such headers."""
        if scope["method"] in SAFE_METHODS:
            return
        origin = headers.get("origin")
        own = {f"{scheme}://{headers.get('host', '')}".lower() for scheme in ("http", "https")}
        is_foreign = origin is not None and origin.lower() not in own
        if is_foreign or headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise ApiProblem(
                403, "foreign-page", "The page of another site asked for a change, which is not done.",
                hint="Use the page of this server, or a program.",
            )  # fmt: skip

    def _who(self, scope: Scope, headers: Headers) -> str | None:
        """The name of the token; None where none is needed."""
        path: str = scope["path"]
        guarded = path.startswith((API, OPENAI)) and path not in OPEN
        if not self._tokens or not guarded:
            return None
        kind, _, token = headers.get("authorization", "").partition(" ")
        who = self._tokens.who(token.strip()) if kind.lower() == "bearer" else None
        if who is None:
            if token:
                self._wrong.take(str((scope.get("client") or ("",))[0]))
            raise ApiProblem(
                401, "token-wanted", "A token was wanted, found none that is known.",
                hint="Send it as: Authorization: Bearer TOKEN.", headers={"WWW-Authenticate": 'Bearer realm="pincite"'},
            )  # fmt: skip
        return who


def _host_name(host: str) -> str:
    """The name in a Host header, in lower case, without the port."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdecimal() else host).lower()


def _require_length(headers: Headers, limit: int) -> None:
    stated = headers.get("content-length", "")
    if stated.isdecimal() and int(stated) > limit:
        raise BodyTooLarge(limit)


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            found = MutableHeaders(raw=list(message.get("headers", [])))
            for name, value in HEADERS.items():
                found.setdefault(name, value)
            message = {**message, "headers": found.raw}
        await send(message)

    return sending


def who_asks(scope_state: Any) -> str | None:
    """The name of the token that a request came with; None where none is needed."""
    found = getattr(scope_state, "who", None)
    return None if found is None else str(found)
