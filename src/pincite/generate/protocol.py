"""The seams of writing: what a generator is, and what a language model is to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from pincite.types.answer import CheckedSentence, Draft
from pincite.types.retrieval import Evidence


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a chat."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model answered.

    Args:
        finish_reason: `stop`, or why it ended otherwise, such as `length`; a cut text is for the caller to refuse.
    """

    text: str
    finish_reason: str
    model: str


@runtime_checkable
class LanguageModel(Protocol):
    """A chat model. Nothing that it says is believed unchecked."""

    name: str

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int = 1024,
        temperature: float = 0.0,
        seed: int = 0,
    ) -> Completion:
        """One completion.

        Args:
            schema: JSON schema that the text should hold to; a server may ignore it.

        Raises:
            ModelError: it could not be reached or answered nothing usable.
        """
        ...


@runtime_checkable
class Generator(Protocol):
    """Writes a draft from numbered evidence."""

    name: str

    def __call__(
        self, question: str, language: str, evidence: Sequence[Evidence], feedback: Sequence[CheckedSentence] = ()
    ) -> Draft:
        """A draft that may cite `evidence` by number.

        Args:
            feedback: the checked sentences of the draft before, when this is a regeneration.
        """
        ...
