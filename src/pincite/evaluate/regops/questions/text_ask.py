"""A question in words, before it is tied to its provision."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.evaluate.regops.types import QuestionType


@dataclass(frozen=True, slots=True)
class Turned:
    """A statement turned into questions.

    Args:
        finals: phrasings.
        answer: the words asked out.
        type, template: see `Ask`.
    """

    finals: tuple[str, ...]
    answer: str
    type: QuestionType
    template: str
