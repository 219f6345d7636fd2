"""OpenAI's paths: chat completions and the list of models."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from pydantic import ValidationError

from pincite.api.chat_completions import (
    DONE,
    ChatRequest,
    asked_of,
    chunks,
    completion,
    error_body,
    error_response,
    models,
)
from pincite.api.events import EventStream, Tell, encoded
from pincite.api.problem import ApiProblem
from pincite.api.reaching import Served, Who, while_there
from pincite.errors import PinciteError

router = APIRouter(prefix="/v1", tags=["openai"])
_ERROR = {"description": "An error in OpenAI's form.", "content": {"application/json": {"schema": {"type": "object"}}}}
_ERRORS: dict[int | str, dict[str, Any]] = dict.fromkeys(
    (400, 401, 403, 404, 409, 413, 415, 422, 429, 502, 503, 504), _ERROR
)


@router.get("/models")
async def list_models() -> dict[str, Any]:
    """The names by which methods are asked for."""
    return models()


@router.post(
    "/chat/completions",
    response_class=Response,
    responses={200: {"description": "A chat completion, or its parts as events."}, **_ERRORS},
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ChatRequest"}}},
        }
    },
)
async def chat_completions(request: Request, served: Served, who: Who) -> Response:
    """An answer to the last message of the user, in OpenAI's form.

    Citations are the message's `annotations`; the block `pincite` has the whole record. A refusal to answer is a
    message with the refusal sentence, and `pincite.status` says `refused`.
    """
    try:
        return await _answered(request, served, who)
    except PinciteError as error:
        return error_response(error)


async def _answered(request: Request, served: Served, who: str | None) -> Response:
    chat = _read(await request.body())
    base = str(request.base_url).rstrip("/")
    asked = asked_of(chat)
    served.models.require_offered(asked.model)
    if not chat.stream:
        given = await while_there(request, served.ask(asked, who))
        return JSONResponse(completion(given, chat.model, base), headers={"X-Pincite-Answer": given.id})
    served.queue.require_place()
    with_usage = bool(chat.stream_options and chat.stream_options.include_usage)

    async def produce(tell: Tell) -> None:
        try:
            given = await served.ask(asked, who)
        except PinciteError as error:
            tell("", error_body(error))
            return
        for part in chunks(given, chat.model, base, with_usage=with_usage):
            tell("", part)
        tell("", DONE)  # type: ignore[arg-type]

    return EventStream(produce, encode=_encoded)


def _encoded(name: str, data: Any) -> bytes:
    """A part of a stream: OpenAI's have no names."""
    if name == "problem":
        data = {"error": {"message": data["detail"], "type": "server_error", "param": None, "code": "unexpected"}}
    return encoded(None, data)


def _read(body: bytes) -> ChatRequest:
    try:
        return ChatRequest.model_validate(json.loads(body))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ApiProblem(400, "invalid_value", f"{place}: {first['msg']}.") from error
    except (ValueError, RecursionError) as error:
        raise ApiProblem(400, "invalid_json", "JSON was wanted as the body, found none.") from error
