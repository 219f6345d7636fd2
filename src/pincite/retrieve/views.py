"""The three views of a question by which RefWalk ranks (RefWalk, section on multi-view retrieval).

Narrow is the question, mid is topic, question and conditions, wide is topic and conditions without the question. A
condition that the question does not state reads `all`. An index of words is asked without these `all`, without the
names of the conditions, and without what the question itself says already: it would look for the first and count the
last twice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from pincite.types.anchor import TopicAnchor


class ViewName(StrEnum):
    """The views, from the question alone to the topic alone."""

    NARROW = "narrow"
    MID = "mid"
    WIDE = "wide"


VIEWS: Final = (ViewName.NARROW, ViewName.MID, ViewName.WIDE)
ALL: Final[Mapping[str, str]] = MappingProxyType({"ko": "전체", "en": "all"})
"""How an unsaid condition reads in a query, by language."""
_NAMES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "ko": {"actor": "주체", "temporal": "시기", "magnitude": "규모", "situational": "상황"},
        "en": {"actor": "actor", "temporal": "time", "magnitude": "magnitude", "situational": "situation"},
    }
)


@dataclass(frozen=True, slots=True)
class View:
    """One form of a question.

    Args:
        text: for models that read.
        words: for indexes that count words.
    """

    name: ViewName
    text: str
    words: str


def views(question: str, anchor: TopicAnchor, language: str) -> tuple[View, ...]:
    """The three views of a question, in the order of `VIEWS`; those of an empty anchor are all the question.

    Args:
        language: `ko`, else English words are used.
    """
    said = [part for part in anchor.conditions.values() if part]
    if not anchor.topic and not said:
        return tuple(View(name, question, question) for name in VIEWS)
    conditions = _conditions(anchor, language)
    parts: dict[ViewName, tuple[list[str], list[str]]] = {
        ViewName.NARROW: ([question], [question]),
        ViewName.MID: ([anchor.topic, question, conditions], [anchor.topic, question, *_unsaid(said, question)]),
        ViewName.WIDE: ([anchor.topic, conditions], [anchor.topic, *said]),
    }
    return tuple(View(name, _lines(text), _lines(words)) for name, (text, words) in parts.items())


def _conditions(anchor: TopicAnchor, language: str) -> str:
    """`actor: tenant; time: all; …`."""
    row = "ko" if language == "ko" else "en"
    return "; ".join(f"{_NAMES[row][name]}: {said or ALL[row]}" for name, said in anchor.conditions.items())


def _unsaid(conditions: list[str], question: str) -> list[str]:
    """Conditions in words that the question does not have: a model's or a caller's."""
    return [said for said in conditions if not all(part.strip() in question for part in re.split("[;,]", said))]


def _lines(parts: list[str]) -> str:
    return "\n".join(part for part in parts if part)
