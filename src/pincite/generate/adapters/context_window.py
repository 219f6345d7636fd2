"""How many tokens a server's model takes, asked in each of the ways that servers tell it.

What a model was trained for is not asked: servers run it with less, and some cut longer prompts without a word.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pincite.generate.adapters.address import Address

OLLAMA_TOKENS = 4096
"""What Ollama gives a model that is not told otherwise on a machine with less than 24 GiB of graphics memory."""
MOST = 100_000_000
"""A larger window is a mistake of the server's."""
_FIELDS = ("max_model_len", "context_length", "context_window", "max_context_length")

Get = Callable[[str], Any]
"""The JSON value at a URL; None where there is none. It raises where the server cannot be reached at all."""


@dataclass(frozen=True, slots=True)
class Window:
    """A context window.

    Args:
        tokens: of prompt and answer together; None where the server does not say.
        assumed: the server did not say, and this is its usual one; asked again it may say more.
    """

    tokens: int | None
    assumed: bool = False


def window_of(address: Address, model: str, get: Get) -> Window:
    """The context window that a server runs a model with."""
    if found := _llama_cpp(get(f"{address.root}/props")) or _listed(get(f"{address.api}/models"), model):
        return Window(found)
    return _ollama(get(f"{address.root}/api/ps"), model)


def model_names(listing: Any) -> list[str]:
    """The names in an answer of `/models`, in its order."""
    return [entry["id"] for entry in _entries(listing, "data") if isinstance(entry.get("id"), str)]


def _llama_cpp(props: Any) -> int | None:
    settings = props.get("default_generation_settings") if isinstance(props, dict) else None
    return _tokens(settings.get("n_ctx")) if isinstance(settings, dict) else None


def _listed(listing: Any, model: str) -> int | None:
    for entry in _entries(listing, "data"):
        if entry.get("id") == model:
            meta = entry.get("meta")
            running = _tokens(meta.get("n_ctx")) if isinstance(meta, dict) else None
            return running or next((n for field in _FIELDS if (n := _tokens(entry.get(field)))), None)
    return None


def _ollama(running: Any, model: str) -> Window:
    """By the list of loaded models, which only Ollama has; it loads one at its first question."""
    if not isinstance(running, dict) or not isinstance(running.get("models"), list):
        return Window(None)
    wanted = model if ":" in model else f"{model}:latest"
    for entry in _entries(running, "models"):
        if wanted in (entry.get("name"), entry.get("model")) and (found := _tokens(entry.get("context_length"))):
            return Window(found)
    return Window(OLLAMA_TOKENS, assumed=True)


def _entries(value: Any, key: str) -> list[dict[str, Any]]:
    entries = value.get(key) if isinstance(value, dict) else None
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []


def _tokens(value: Any) -> int | None:
    return value if type(value) is int and 0 < value <= MOST else None
