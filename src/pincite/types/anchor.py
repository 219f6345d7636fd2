"""The topic anchor of a question (RefWalk, section on the topic anchor): what it is about and what it leaves open."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

UNSPECIFIED = "unspecified"


class AnchorSource(StrEnum):
    """What made an anchor."""

    VOCABULARY = "vocabulary"
    """The question and the corpus's own words."""
    MODEL = "model"
    CALLER = "caller"


@dataclass(frozen=True, slots=True)
class TopicAnchor:
    """A question's topic and conditions; what it does not say is empty.

    Args:
        topic: a general category of procedure, without numbers and names.
        actor: who acts or is meant.
        temporal: before or after what, deadlines, periods.
        magnitude: amounts, percentages, counts.
        situational: other circumstances.
    """

    topic: str
    actor: str = ""
    temporal: str = ""
    magnitude: str = ""
    situational: str = ""
    source: AnchorSource = AnchorSource.VOCABULARY

    @property
    def conditions(self) -> dict[str, str]:
        """The four conditions by name, in the paper's order; empty where unsaid."""
        return {
            "actor": self.actor,
            "temporal": self.temporal,
            "magnitude": self.magnitude,
            "situational": self.situational,
        }

    @property
    def open(self) -> tuple[str, ...]:
        """Names of the conditions that the question leaves open."""
        return tuple(name for name, said in self.conditions.items() if not said)
