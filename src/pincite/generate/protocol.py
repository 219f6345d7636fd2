"""The seams of writing: what a generator is, and what a language model is to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, runtime_checkable

from pincite.types.anchor import TopicAnchor
from pincite.types.answer import Draft, Feedback
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
        text: the answer as it came, with whatever reasoning the model put into it.
        finish_reason: `stop`, or why it ended otherwise, such as `length`; a cut text is for the caller to refuse.
        model: name, as the server gave it.
        reasoning: what the server kept apart as reasoning; no part of the answer.
        prompt_tokens, completion_tokens: as the server counted them, where it did.
    """

    text: str
    finish_reason: str
    model: str
    reasoning: str = ""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


@runtime_checkable
class LanguageModel(Protocol):
    """A chat model. Nothing that it says is believed unchecked.

    Attributes:
        name: as the answer file gives it.
        host: where text goes when it leaves this machine; None where it stays.
    """

    name: str
    host: str | None

    def context_tokens(self) -> int | None:
        """The longest prompt and answer together, in the model's tokens; None where it cannot be found out.

        Raises:
            ModelError: it could not be reached.
        """
        ...

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
            max_tokens: most tokens of the answer.

        Raises:
            SchemaUnsupported: the server turns a schema down.
            ModelError: it could not be reached, or what it sent is no answer of the protocol.
        """
        ...


@runtime_checkable
class Generator(Protocol):
    """Writes a draft from numbered evidence."""

    name: str

    def __call__(
        self, question: str, language: str, evidence: Sequence[Evidence], feedback: Feedback | None = None
    ) -> Draft:
        """A draft that may cite `evidence` by number.

        Args:
            feedback: the draft before with what was found of it, when this is a regeneration.
        """
        ...


@runtime_checkable
class AnchoredGenerator(Protocol):
    """Writes a draft of claims, told what the question is about and what it leaves open."""

    name: str

    def __call__(
        self,
        question: str,
        language: str,
        evidence: Sequence[Evidence],
        feedback: Feedback | None = None,
        anchor: TopicAnchor | None = None,
    ) -> Draft:
        """See `Generator.__call__`.

        Args:
            anchor: of the question.
        """
        ...
