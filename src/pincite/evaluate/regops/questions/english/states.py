"""English sentences that say who is bound or free without a modal: `is responsible for`, `is not required to`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pincite.evaluate.regops.questions.english.plain import lowered
from pincite.evaluate.regops.questions.english.rule import acts, asked, is_party
from pincite.evaluate.regops.questions.text_ask import Turned
from pincite.evaluate.regops.types import QuestionType

_T = QuestionType
_STATE: Final = re.compile(
    r"^(?:(?P<lead>(?:If|When|Whenever|Where|Upon|After|During)\b[^:;]{4,190}?), )?"
    r"(?P<subject>(?:a|an|the|any|each|every)\s(?:[\w’'/-]+\s){0,6}?[\w’'/-]+) (?:is|"
    r"are) (?P<state>not required to|not "
    r"obligated to|entitled to|liable for|liable to|responsible for|not liable for|"
    r"prohibited from) (?P<said>[^:;]{8,200})$",
    re.IGNORECASE,
)
_CASE = re.compile(r"^(?P<said>.{8,140}?),? (?P<case>(?:if|when|unless) (?P<condition>.{8,180}))$")


def stated(text: str) -> Iterator[tuple[Turned, str]]:
    """The questions of a plain sentence, each with who acts."""
    found = _STATE.match(text)
    if found is None or not acts(lowered(found["subject"])):
        return
    subject, state, said = asked(lowered(found["subject"])), found["state"].lower(), found["said"].strip(" ,")
    lead = lowered(found["lead"] or "")
    case = _CASE.match(said)
    behind = f" {lead}" if lead else ""
    if (
        state in ("responsible for", "liable for")
        and not is_party(subject)
        and len(said) <= 110
        and not re.search(r"\b(?:his|her|its|their|it|they)\b", said)
    ):
        yield Turned((f"who is {state} {said}{behind}?",), found["subject"], _T.ACTOR, "en.actor.state"), subject
    elif state in ("not required to", "not obligated to"):
        if case and case["case"].startswith(("if", "when")):
            words, rest = case["condition"], case["said"]
        elif lead.startswith(("if", "when", "where")) and not case:
            words, rest = found["lead"], said
        else:
            return
        yield (
            Turned((f"when is {subject} not required to {rest}?",), words, _T.EXCEPTION, "en.exception.state"),
            subject,
        )
    elif state == "entitled to" and lead and not case:
        text = f"what is {subject} entitled to{behind}?"
        yield Turned((text,), said, _T.PERMISSION, "en.permission.state"), subject
