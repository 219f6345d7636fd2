"""The chat protocol: what is asked, and what is read out of an answer. The same for servers and in process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pincite.generate.adapters.words import whole
from pincite.generate.protocol import Completion, Message

REASONING_FIELDS = ("reasoning_content", "reasoning", "thinking")
UNKNOWN_END = "unknown"
"""`finish_reason` of an answer without text of which the server does not say why it ended."""


class NoAnswer(ValueError):
    """A value that is no completion; its text says what it is instead."""


def request(
    model: str,
    messages: Sequence[Message],
    schema: Mapping[str, Any] | None,
    max_tokens: int,
    temperature: float,
    seed: int,
) -> dict[str, Any]:
    """The body of a request for one completion."""
    body: dict[str, Any] = {
        "model": model,
        "messages": [{"role": m.role, "content": m.content} for m in messages],
        "temperature": temperature,
        "seed": seed,
        "max_tokens": max_tokens,
        "stream": False,
    }
    if schema is not None:
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": True, "schema": schema},
        }
    return body


def completion_of(value: Any, model: str) -> Completion:
    """The completion that an answer holds.

    Args:
        value: the answer's JSON value.
        model: the name that was asked for, where the answer has none.

    Raises:
        NoAnswer: it is no answer of the protocol.
    """
    choice = _choice(value)
    message = choice.get("message")
    if not isinstance(message, dict):
        raise NoAnswer(f"its choice has {_kind(message)} for a message")
    text, thoughts = _content(message.get("content"))
    refusal = message.get("refusal")
    if not text and isinstance(refusal, str):
        text = refusal
    kept_apart = next((v for f in REASONING_FIELDS if isinstance(v := message.get(f), str) and v), "")
    end = choice.get("finish_reason")
    named = value.get("model")
    return Completion(
        text=whole(text),
        finish_reason=whole(end) if isinstance(end, str) and end else "stop" if text else UNKNOWN_END,
        model=whole(named) if isinstance(named, str) and named else model,
        reasoning=whole(kept_apart or thoughts),
        prompt_tokens=_count(value, "prompt_tokens"),
        completion_tokens=_count(value, "completion_tokens"),
    )


def _choice(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise NoAnswer(f"it is {_kind(value)}")
    choices = value.get("choices")
    if not isinstance(choices, list):
        raise NoAnswer(f"its choices are {_kind(choices)}")
    if not choices or not isinstance(choices[0], dict):
        raise NoAnswer("it has no choice" if not choices else f"its choice is {_kind(choices[0])}")
    return choices[0]


def _content(content: Any) -> tuple[str, str]:
    """Text and reasoning of a message's content: nothing, a text, or a list of parts of either kind."""
    if content is None:
        return "", ""
    if isinstance(content, str):
        return content, ""
    if not isinstance(content, list):
        raise NoAnswer(f"its content is {_kind(content)}")
    texts: list[str] = []
    thoughts: list[str] = []
    for part in content:
        is_thought = isinstance(part, dict) and part.get("type") in REASONING_FIELDS
        (thoughts if is_thought else texts).append(_part(part))
    return "".join(texts), "".join(thoughts)


def _part(part: Any) -> str:
    """The text of one part, which may hold parts again under the name of its type."""
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return ""
    inner = part.get("text", part.get(str(part.get("type"))))
    if isinstance(inner, list):
        return "".join(map(_part, inner))
    return inner if isinstance(inner, str) else ""


def _count(value: dict[str, Any], name: str) -> int | None:
    usage = value.get("usage")
    found = usage.get(name) if isinstance(usage, dict) else None
    return found if type(found) is int and found >= 0 else None


def _kind(value: Any) -> str:
    names = {
        dict: "an object",
        list: "a list",
        str: "a text",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return "nothing" if value is None else names.get(type(value), "something else")
