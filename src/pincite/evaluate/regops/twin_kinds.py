"""What twins of English rules ask for: when the kind fits a rule, what would answer, and the question. Data first."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from pincite.evaluate.regops.types import Ask, QuestionType

_T = QuestionType


@dataclass(frozen=True, slots=True)
class TwinKind:
    """One way to ask for what is not said.

    Args:
        fits: what the rule's text must have.
        answers: words of which any provision near the rule would answer.
        question: of the rule's plain question; empty where it does not fit.
        whose: what the one who acts must be: nobody asks what fine a minister pays.
    """

    name: str
    type: QuestionType
    fits: re.Pattern[str]
    answers: re.Pattern[str]
    question: Callable[[Ask], str]
    whose: re.Pattern[str] = re.compile(r".")


def _english(opening: str) -> Callable[[Ask], str]:
    """A question from the rule's plain one: `Must a landlord return the deposit?`."""
    modal = re.compile(r"^(?P<place>(?:In|Under) [^,]+, )?must (?P<rest>.+)\?$", re.IGNORECASE)

    def ask(rule: Ask) -> str:
        found = modal.match(rule.finals[0])
        if not found:
            return ""
        text = opening.format(rest=found["rest"])
        return f"{found['place']}{text[:1].lower()}{text[1:]}" if found["place"] else text

    return ask


def _english_failing(rule: Ask) -> str:
    """What follows where it is not done: `Must a landlord return it?` as `if a landlord fails to return it`."""
    found = re.match(r"^(?P<place>(?:In|Under) [^,]+, )?must (?P<rest>.+)\?$", rule.finals[0], re.IGNORECASE)
    if not found or not found["rest"].startswith(f"{rule.subject} "):
        return ""
    done = found["rest"].removeprefix(f"{rule.subject} ")
    if re.search(r"\b(?:but|not|if|unless)\b", done):
        return ""
    place = found["place"] or ""
    opening = f"{place}what" if place else "What"
    return f"{opening} fine applies if {rule.subject} fails to {done}?"


_NO_OFFICE = re.compile(
    r"^(?!.*\b(?:alj|court|judge|secretary|board|department|administrator|commission|mayor|clerk|director|inspector|plan|"
    r"state|council|agency|attorney general|magistrate)\b)",
    re.IGNORECASE,
)
_EN: Final = (
    TwinKind(
        "deadline", _T.DEADLINE, re.compile(r"\b(?:shall|must)\b"),
        re.compile(r"\bdays?\b|\bhours?\b|\bmonths?\b|\byears?\b|\bweeks?\b|\bpromptly\b|"
        r"\bimmediately\b|\btimely\b|\bat least annually\b|\bdelay\b|\btime\b", re.IGNORECASE),
        _english("Within how many days must {rest}?"),
    ),
    TwinKind(
        "penalty", _T.LIMIT, re.compile(r"\b(?:shall|must)\b"),
        re.compile(r"\bpenalt|\bfine[sd]?\b|\bliab|\bdamages\b|\bmisdemeanor|\bimprison|\bsanction", re.IGNORECASE),
        _english_failing,
        _NO_OFFICE,
    ),
)  # fmt: skip

KINDS: Final = {"en": _EN}
