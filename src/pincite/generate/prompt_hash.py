"""What identifies a request to a language model, so that drafts can be kept and compared."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from pincite.generate.protocol import Message

_FORM = "pincite.prompt/1"


def prompt_hash(
    model: str,
    messages: Sequence[Message],
    *,
    schema: Mapping[str, Any] | None = None,
    max_tokens: int,
    temperature: float = 0.0,
    seed: int = 0,
) -> str:
    """SHA-256, in hexadecimal, of all that the answer depends on.

    The order of a schema's keys counts, since models write the properties in that order.

    >>> asked = [Message("user", "How long may the landlord keep the deposit?")]
    >>> prompt_hash("small", asked, max_tokens=64) == prompt_hash("large", asked, max_tokens=64)
    False
    """
    parts = [
        _FORM,
        model,
        [[m.role, m.content] for m in messages],
        schema,
        int(max_tokens),
        float(temperature),
        int(seed),
    ]
    return sha256(json.dumps(parts, separators=(",", ":"), default=dict).encode("ascii")).hexdigest()
