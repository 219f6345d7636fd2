"""What may become a question: an ask with its complete gold.

One question asks for one thing. Where the text that answers carries out a rule of a higher text, or leaves part of the
answer to a lower one, both are in the gold: the hops come from the closure, not from two questions in a row.
"""

from __future__ import annotations

from dataclasses import dataclass

from pincite.evaluate.regops.questions.closure_gold import Closed
from pincite.evaluate.regops.types import Ask, Claim, QuestionType

WHETHER, SUBJECT = "permission.whether", "actor.subject"
"""Ends of templates: of asks that say their own answer and serve twins only, and of those for who acts."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What may become a question.

    Args:
        ask: with its needs and claims.
        gold: see `closure_gold`.
    """

    ask: Ask
    gold: tuple[str, ...]

    @property
    def finals(self) -> tuple[str, ...]:
        """The question in several phrasings."""
        return self.ask.finals

    @property
    def type(self) -> QuestionType:
        """What the question asks for."""
        return self.ask.type

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All that a complete answer says, each once: the rule that is carried out first."""
        carried = {need.target for need in self.ask.needs if need.kind == "carried_out"}
        first = [c for c in self.ask.needed if c.provision in carried]
        rest = [c for c in self.ask.needed if c.provision not in carried]
        return tuple(dict.fromkeys((*first, *self.ask.claims, *rest)))

    @property
    def key(self) -> tuple[str, int, str, str]:
        """What sorts candidates."""
        return self.ask.key


def candidate_of(closed: Closed) -> Candidate:
    """The candidate of an ask with its gold."""
    return Candidate(closed.ask, closed.gold)
