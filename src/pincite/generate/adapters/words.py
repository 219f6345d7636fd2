"""Text on its way to a server and from one: made whole, made safe to show, and rid of the key."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

SHOWN = 200
"""Most characters of a server's words in a message."""


def wire(body: Mapping[str, Any]) -> bytes:
    """The body of a request: JSON in UTF-8; a half of a surrogate pair, which UTF-8 lacks, becomes a question mark."""
    return json.dumps(body, ensure_ascii=False, default=dict).encode("utf-8", "replace")


def whole(text: str) -> str:
    """The text with halves of surrogate pairs, which JSON can bring, turned into question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")


def parsed(body: bytes) -> Any:
    """The JSON value of a body; None where it is none."""
    try:
        return json.loads(body.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        return None


class Redactor:
    """Takes a key out of whatever is shown.

    Args:
        key: what must not be seen; None where there is none.
    """

    def __init__(self, key: str | None) -> None:
        self._key = key

    def without_key(self, text: str) -> str:
        """The text with the key replaced."""
        return text.replace(self._key, "{key}") if self._key else text

    def __call__(self, text: str) -> str:
        """The text with the key replaced, on one line, its control characters replaced, and cut to `SHOWN`."""
        text = whole(text)
        if self._key:  # before it is cut, or a piece of the key would stand at the end
            text = text.replace(self._key, "[key]")
        text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        return text if len(text) <= SHOWN else text[:SHOWN] + "…"


def server_words(body: bytes) -> str:
    """What the body of an error says, out of the forms that servers give it; the body itself where it is none."""
    value = parsed(body)
    found = list(_sayings(value)) if isinstance(value, dict | list) else []
    return "; ".join(dict.fromkeys(found)) or body.decode("utf-8", "replace")


def _sayings(value: Any) -> list[str]:
    """Texts under the keys that servers use; `loc` and `param` name the part of the request that was at fault."""
    if isinstance(value, str):
        return [value] if value.strip() else []
    if isinstance(value, list):
        return [saying for part in value[:10] for saying in _sayings(part)]
    if not isinstance(value, dict):
        return []
    found: list[str] = []
    for key in ("error", "detail", "errors", "message", "msg"):
        found += _sayings(value.get(key))
    for key in ("loc", "param", "code", "type"):
        part = value.get(key)
        names = [str(p) for p in part] if isinstance(part, list) else [part] if isinstance(part, str) else []
        found += [".".join(names)] if names else []
    return found
