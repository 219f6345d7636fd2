"""Errors of the HTTP API as problem details (RFC 9457), the same for the same error.

A refusal to answer is a result and never comes here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from pincite import errors
from pincite.api.browser_words import for_browser
from pincite.errors import PinciteError

MEDIA_TYPE = "application/problem+json"
CLIENT_GONE = 499
"""Status for those who went away; only the log of a proxy could show it."""
RETRY_AFTER_S = 5
MAX_NAMED = 20
"""Most faults of a request that are named."""

STATUSES: Mapping[type[PinciteError], int] = MappingProxyType(
    {
        errors.UnknownDocument: 404,
        errors.UnknownAnswer: 404,
        errors.UnsupportedFormat: 415,
        errors.InputError: 422,
        errors.EmptyLibrary: 409,
        errors.EmbedderMismatch: 409,
        errors.LibraryBusy: 503,
        errors.LibraryError: 500,
        errors.MissingExtra: 409,
        errors.Offline: 403,
        errors.ServerError: 502,
        errors.ModelError: 500,
        errors.SettingsError: 500,
        errors.PinciteError: 500,
    }
)
"""Status of an error: that of its class, else of the nearest class above it."""


class ApiProblem(PinciteError):
    """A request that the server turns down.

    Args:
        status: of HTTP, 400 to 599.
        name: of the kind of problem, in words with hyphens.
        retry_after_s: when to come again, in whole seconds; None where that would not help.
        headers: to be sent along.
    """

    def __init__(
        self,
        status: int,
        name: str,
        message: str,
        *,
        hint: str = "",
        retry_after_s: int | None = None,
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        super().__init__(message, hint=hint)
        self.status = status
        self.name = name
        self.headers = dict(headers)
        if retry_after_s is not None:
            self.headers["Retry-After"] = str(retry_after_s)


def status_of(error: PinciteError) -> int:
    """The HTTP status of an error."""
    if isinstance(error, ApiProblem):
        return error.status
    return next(STATUSES[kind] for kind in type(error).__mro__ if kind in STATUSES)


def problem(error: PinciteError) -> dict[str, Any]:
    """An error as a problem: type, title, status, detail and hint, as people at a browser can use them."""
    name = error.name if isinstance(error, ApiProblem) else _hyphened(type(error).__name__)
    return _problem(name, status_of(error), for_browser(error.message), for_browser(error.hint))


def problem_response(error: PinciteError) -> Response:
    """An error as a response."""
    headers = dict(error.headers) if isinstance(error, ApiProblem) else {}
    if status_of(error) == HTTPStatus.SERVICE_UNAVAILABLE:
        headers.setdefault("Retry-After", str(RETRY_AFTER_S))
    return _response(problem(error), headers)


def add_problem_handlers(app: FastAPI) -> None:
    """Have every error of an application answered as a problem."""
    app.add_exception_handler(PinciteError, _pincite_error)
    app.add_exception_handler(RequestValidationError, _validation_error)
    app.add_exception_handler(HTTPException, _http_exception)
    app.add_exception_handler(ClientDisconnect, _client_gone)
    app.add_exception_handler(Exception, _unexpected)


def unexpected_problem() -> dict[str, Any]:
    """The problem of an error that nobody foresaw; what it was is for the log, not for the caller."""
    return _problem(
        "unexpected", 500, "Something went wrong in pincite that nobody foresaw.", "It is in the log; please report it."
    )


def _pincite_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, PinciteError)
    return problem_response(error)


def _validation_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    faults = [_fault(item) for item in error.errors()[:MAX_NAMED]]
    first = faults[0]
    found = _problem(
        "invalid-request",
        422,
        f"{first['place']}: {first['message']}.",
        "See the API's description at /api/v1/openapi.json.",
    )
    return _response({**found, "errors": faults}, {})


def _fault(item: Mapping[str, Any]) -> dict[str, str]:
    place = ".".join(str(part) for part in item["loc"])
    return {"place": place[:200], "message": str(item["msg"])[:300]}


def _http_exception(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, PinciteError):  # raised while FastAPI read the body
        return problem_response(error.__cause__)
    status = HTTPStatus(error.status_code)
    detail = str(error.detail) if error.detail and error.detail != status.phrase else _said(status, request)
    found = _problem(_hyphened(status.phrase.replace(" ", "")), status, detail, "")
    return _response(found, dict(error.headers or {}))


def _said(status: HTTPStatus, request: Request) -> str:
    if status is HTTPStatus.NOT_FOUND:
        return "There is nothing at this path."
    if status is HTTPStatus.METHOD_NOT_ALLOWED:
        return f"This path does not take {request.method[:20]}."
    return f"{status.phrase}."


def _client_gone(request: Request, error: Exception) -> Response:
    return Response(status_code=CLIENT_GONE)  # which nobody reads; without it the log would call it a fault


def _unexpected(request: Request, error: Exception) -> Response:
    return _response(unexpected_problem(), {})


def _problem(name: str, status: int, detail: str, hint: str) -> dict[str, Any]:
    return {
        "type": f"urn:pincite:problem:{name}",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "detail": detail,
        "hint": hint,
    }


def _response(found: Mapping[str, Any], headers: Mapping[str, str]) -> Response:
    content = json.dumps(found, ensure_ascii=False).encode("utf-8", "replace")
    return Response(content, found["status"], dict(headers), MEDIA_TYPE)


def _hyphened(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problems that a path may answer with, for its description."""
    content: Sequence[tuple[int, str]] = [(status, HTTPStatus(status).phrase) for status in statuses]
    schema = {"$ref": "#/components/schemas/Problem"}
    return {status: {"description": phrase, "content": {MEDIA_TYPE: {"schema": schema}}} for status, phrase in content}
