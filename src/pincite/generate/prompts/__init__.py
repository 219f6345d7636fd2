"""What a model is told, one file a language: words only, no logic."""

from __future__ import annotations

from typing import Final

from pincite.generate.prompts.en import ENGLISH
from pincite.generate.prompts.ko import KOREAN
from pincite.generate.prompts.words import PromptWords

PROMPTS: Final = {"en": ENGLISH, "ko": KOREAN}


def prompt_words(language: str) -> PromptWords:
    """The words for a question in `language`: Korean for `ko`, else English."""
    return PROMPTS.get(language, ENGLISH)
