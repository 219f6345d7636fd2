"""Answers in the form of OpenAI's chat completions, so that programs made for those can show pincites.

The last message of the user is the question; a library is asked one question at a time, so what was said before does
not count. Only text that has passed is sent: a stream begins with its first sentence when the whole answer is there.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from pincite.answer.pipeline import MAX_QUESTION_CHARS
from pincite.answer.record import compose_text
from pincite.api.problem import ApiProblem, problem, problem_response, status_of
from pincite.api.schemas import Asked, Names
from pincite.api.service import GivenAnswer
from pincite.errors import PinciteError
from pincite.text.tokens import count

MODELS: Mapping[str, Literal["auto", "citeguard", "refwalk"]] = {
    "pincite": "auto",
    "pincite-citeguard": "citeguard",
    "pincite-refwalk": "refwalk",
}
"""Names of models to methods."""
DONE = "[DONE]"
MAX_MESSAGES = 1000
SENT_ALONG = ("retry-after", "www-authenticate")
"""Headers of a problem that are kept."""


class ContentPart(BaseModel):
    """A part of a message; only text is read."""

    model_config = ConfigDict(extra="ignore")

    type: str = Field(max_length=40)
    text: str = Field("", max_length=200_000)


class Message(BaseModel):
    """A message of a conversation."""

    model_config = ConfigDict(extra="ignore")

    role: str = Field(max_length=40)
    content: str | list[ContentPart] | None = None


class StreamOptions(BaseModel):
    """What a stream holds beside the text."""

    model_config = ConfigDict(extra="ignore")

    include_usage: bool = Field(False, description="Send the counts in a last part of their own.")


class PinciteOptions(BaseModel):
    """What only pincite knows; OpenAI's client sends it as `extra_body={"pincite": {…}}`."""

    model_config = ConfigDict(extra="forbid")

    documents: Names = Field(default_factory=list, description="Ids of the documents to search; empty for all.")
    tags: Names = Field(default_factory=list, description="Search documents with at least one of these.")
    preset: Literal["paper", "standard"] | None = None
    gate: Literal["paper", "standard"] | None = None
    model: str | None = Field(default=None, max_length=500, description="Who writes, as for `/api/v1/ask`.")


class ChatRequest(BaseModel):
    """A chat completion that is asked for. What is not named here, such as `temperature`, is passed over."""

    model_config = ConfigDict(
        extra="ignore",
        json_schema_extra={
            "examples": [
                {"model": "pincite", "messages": [{"role": "user", "content": "How long is the notice period?"}]}
            ]
        },
    )

    model: str = Field(max_length=200, description="pincite, pincite-citeguard or pincite-refwalk.")
    messages: Annotated[list[Message], Field(min_length=1, max_length=MAX_MESSAGES)]
    stream: bool | None = False
    stream_options: StreamOptions | None = None
    n: int | None = Field(1, description="One answer is given.")
    pincite: PinciteOptions = PinciteOptions()


def asked_of(chat: ChatRequest) -> Asked:
    """The question that a request asks.

    Raises:
        ApiProblem: there is no such model, more than one answer is wanted, or there is no question.
    """
    if chat.model not in MODELS:
        raise ApiProblem(
            404, "model_not_found", f"There is no model {chat.model[:100]!r}.", hint=f"Models are: {', '.join(MODELS)}."
        )
    if chat.n not in (None, 1):
        raise ApiProblem(400, "unsupported_value", "One answer is given, so n must be 1.")
    question = next((_text(m) for m in reversed(chat.messages) if m.role == "user"), "").strip()
    if not question:
        raise ApiProblem(400, "no_question", "A message of the user with text was wanted, found none.")
    if len(question) > MAX_QUESTION_CHARS:
        found = f"The question has {len(question):,} characters; at most {MAX_QUESTION_CHARS:,} are read."
        raise ApiProblem(400, "question_too_long", found, hint="Shorten it to what is asked.")
    chosen = chat.pincite
    return Asked(
        question=question, method=MODELS[chat.model], preset=chosen.preset, gate=chosen.gate, model=chosen.model,
        documents=chosen.documents, tags=chosen.tags,
    )  # fmt: skip


def _text(message: Message) -> str:
    if isinstance(message.content, list):
        return "\n".join(part.text for part in message.content if part.type == "text")
    return message.content or ""


def completion(given: GivenAnswer, model: str, base: str) -> dict[str, Any]:
    """An answer as a `chat.completion`.

    Args:
        base: of the server's own addresses, without a slash at the end.
    """
    text, cited = str(given.record["text"]), citation_annotations(given.record, base)
    message = {
        "role": "assistant",
        "content": text,
        "refusal": None,
        "annotations": cited,
    }
    return {
        **_head(given, model, "chat.completion"),
        "choices": [{"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}],
        "usage": usage(given.record),
        "pincite": pincite_block(given),
    }


def chunks(given: GivenAnswer, model: str, base: str, *, with_usage: bool) -> Iterator[dict[str, Any]]:
    """An answer as the parts of a stream: a sentence each, then its annotations with the end."""
    head = _head(given, model, "chat.completion.chunk") | ({"usage": None} if with_usage else {})

    def part(delta: Mapping[str, Any], finish: str | None = None) -> dict[str, Any]:
        return {**head, "choices": [{"index": 0, "delta": dict(delta), "finish_reason": finish, "logprobs": None}]}

    yield part({"role": "assistant", "content": ""})
    for piece in _pieces(given.record):
        yield part({"content": piece})
    cited = citation_annotations(given.record, base)
    yield {**part({"annotations": cited}, "stop"), "pincite": pincite_block(given)}
    if with_usage:
        yield {**head, "choices": [], "usage": usage(given.record)}


def _pieces(record: Mapping[str, Any]) -> list[str]:
    """The text cut behind each sentence's markers; joined they are the text."""
    if record["status"] == "refused":
        return [record["text"]]
    parts = [compose_text([sentence]) for sentence in record["sentences"]]
    pieces = [part if at == 0 else f" {part}" for at, part in enumerate(parts)]
    return pieces if "".join(pieces) == record["text"] else [record["text"]]


def citation_annotations(record: Mapping[str, Any], base: str) -> list[dict[str, Any]]:
    """Each citation where its marker stands in the text, counted in code points, with what it quotes.

    `url_citation` is the type that OpenAI's own clients know; `pincite_citation` says the place in full.
    """
    found: list[dict[str, Any]] = []
    for citation, (start, end) in zip(record["citations"], _marker_places(record), strict=True):
        position = citation["position"]
        place = f"{base}/documents/{_quoted(citation['document_id'])}?start={position['start']}&end={position['end']}"
        shared = {"start_index": start, "end_index": end}
        url = {**shared, "url": place, "title": citation["label"]}
        found.append({"type": "url_citation", "url_citation": url, "pincite_citation": {**shared, **citation}})
    return found


def _marker_places(record: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Start and end of the marker of each citation, in the answer's text."""
    behind: list[int] = []
    end = 0
    for at, sentence in enumerate(record["sentences"]):
        end += len(compose_text([sentence])) + (1 if at else 0)
        behind.append(end)
    places = []
    for citation in record["citations"]:
        numbers: Sequence[int] = record["sentences"][citation["sentence"]]["citations"]
        rest = [len(f"[{n}]") for n in numbers[numbers.index(citation["number"]) + 1 :]]
        stop = behind[citation["sentence"]] - sum(rest)
        places.append((stop - len(f"[{citation['number']}]"), stop))
    return places


def _quoted(text: str) -> str:
    from urllib.parse import quote

    return quote(text, safe="")


def pincite_block(given: GivenAnswer) -> dict[str, Any]:
    """What the form has no place for: whether it is a refusal, why, and the whole record."""
    refusal = given.record["refusal"]
    return {"id": given.id, "status": given.record["status"], "refusal": refusal, "record": given.record}


def usage(record: Mapping[str, Any]) -> dict[str, int]:
    """Tokens of the question and the answer: those that a language model counted, else by pincite's own rule."""
    calls = [call for attempt in record["trace"]["attempts"] for call in attempt.get("writing", {}).get("calls", ())]
    prompt = sum(call.get("prompt_tokens") or 0 for call in calls) or count(record["question"])
    written = sum(call.get("completion_tokens") or 0 for call in calls) or count(record["text"])
    return {"prompt_tokens": prompt, "completion_tokens": written, "total_tokens": prompt + written}


def _head(given: GivenAnswer, model: str, kind: str) -> dict[str, Any]:
    return {"id": f"chatcmpl-{given.id}", "object": kind, "created": int(time.time()), "model": model}


def models() -> dict[str, Any]:
    """The list of models in OpenAI's form."""
    rows = [{"id": name, "object": "model", "created": 0, "owned_by": "pincite"} for name in MODELS]
    return {"object": "list", "data": rows}


def error_body(error: PinciteError) -> dict[str, Any]:
    """An error in OpenAI's form."""
    found = problem(error)
    status = status_of(error)
    kind = "invalid_request_error" if status < 500 else "server_error"
    kind = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}.get(status, kind)
    name = found["type"].rsplit(":", 1)[-1]
    return {"error": {"message": str(error), "type": kind, "param": None, "code": name}}


def error_response(error: PinciteError) -> Response:
    """An error as a response in OpenAI's form, with the headers of its problem."""
    headers = {name: value for name, value in problem_response(error).headers.items() if name in SENT_ALONG}
    return JSONResponse(error_body(error), status_of(error), headers)
