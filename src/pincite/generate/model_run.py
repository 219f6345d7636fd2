"""One draft's calls of a language model: how much room the sources have, what was sent, what came, what was met."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import Any, Final

from pincite.errors import ModelError
from pincite.generate.prompt_hash import prompt_hash
from pincite.generate.protocol import Completion, LanguageModel, Message
from pincite.generate.reading import Read, read
from pincite.generate.shown import MIN_SOURCE_TOKENS
from pincite.settings import ModelSettings
from pincite.text import tokens
from pincite.types.answer import ModelCall

DEFAULT_CONTEXT: Final = 4096
"""Taken where neither the settings nor the server say how long a prompt may be; most servers' own default."""
# A model's tokens to those of `pincite.text.tokens`, rather above: Qwen2.5's are 1.05 to 1.17, English and Korean law.
MODEL_TOKENS: Final = 1.2
# What the chat's own form takes for each message.
MESSAGE_TOKENS: Final = 8


class ModelRun:
    """The calls of one draft, kept for the trace."""

    def __init__(self, model: LanguageModel, settings: ModelSettings) -> None:
        self._model, self._settings = model, settings
        self.calls: list[ModelCall] = []

    def room(self, bare: Sequence[Message]) -> int:
        """Tokens that are left for sources, by the rule of `pincite.text.tokens`, beside a prompt without any.

        Raises:
            ModelError: not even one source fits, or the server could not be asked.
        """
        used, context = self._used(bare), self._context()
        room = max(int((context - used) / MODEL_TOKENS), 0)
        if room < MIN_SOURCE_TOKENS:
            raise self.too_small(bare)
        return room

    def too_small(self, bare: Sequence[Message]) -> ModelError:
        """The error of a context that holds no source."""
        return ModelError(
            f"The prompt takes about {self._used(bare):,} tokens without any source, the answer's "
            f"{self._settings.max_tokens:,} included; the model's context has {self._context():,}.",
            hint="Set model.context_tokens to what the server can do, or lower model.max_tokens.",
        )

    def ask(self, sent: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Read:
        """One call of the model at temperature 0, read.

        Raises:
            SchemaUnsupported: the server turns the schema down.
            ModelError: it cannot be reached.
        """
        settings = self._settings
        completion = self._model.complete(
            sent, schema=schema, max_tokens=settings.max_tokens, temperature=0.0, seed=settings.seed
        )
        found = read(completion, sent)
        digest = prompt_hash(
            self._model.name, sent, schema=schema, max_tokens=settings.max_tokens, temperature=0.0, seed=settings.seed
        )
        changed = tuple(f"changed_{name}" for name in getattr(self._model, "changed_parameters", ()))
        self.calls.append(_call(digest, completion, (*found.outcomes, *changed)))
        return found

    def met(self, *outcomes: str) -> None:
        """Adds outcomes to the last call."""
        last = self.calls[-1]
        self.calls[-1] = replace(last, outcomes=(*last.outcomes, *outcomes))

    def _used(self, bare: Sequence[Message]) -> int:
        return sum(estimate(m.content) + MESSAGE_TOKENS for m in bare) + self._settings.max_tokens

    def _context(self) -> int:
        return self._settings.context_tokens or self._model.context_tokens() or DEFAULT_CONTEXT


def estimate(text: str) -> int:
    """About how many tokens of a language model the text takes, rather above."""
    return ceil(tokens.count(text) * MODEL_TOKENS)


def _call(digest: str, completion: Completion, outcomes: tuple[str, ...]) -> ModelCall:
    return ModelCall(digest, completion.finish_reason, completion.prompt_tokens, completion.completion_tokens, outcomes)
