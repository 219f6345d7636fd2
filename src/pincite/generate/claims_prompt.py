"""The messages and the schema for claims bound to rules (RefWalk, per-rule attribution)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pincite.generate.prompt import findings
from pincite.generate.prompts.words import PromptWords
from pincite.generate.protocol import Message
from pincite.generate.rules import Rule, rule_id
from pincite.generate.shown import Shown
from pincite.generate.source_blocks import as_data, rule_block
from pincite.types.anchor import TopicAnchor
from pincite.types.answer import Feedback
from pincite.types.retrieval import Evidence

ANSWER: Final = "answer"
MAX_CLAIMS: Final = 3
"""Most claims under one rule."""
MAX_LISTED: Final = 60
"""Most provisions that the schema lists for a rule; with more, any text may name one."""
ALL: Final = {"en": "all", "ko": "전체"}


def messages(
    words: PromptWords,
    question: str,
    language: str,
    evidence: Sequence[Evidence],
    shown: Shown,
    anchor: TopicAnchor | None = None,
    feedback: Feedback | None = None,
) -> list[Message]:
    """Rules of writing as the system's turn, then one of the user: the provisions, findings, question with its anchor.

    Args:
        anchor: stands behind the question; a condition that it leaves open reads `all` and asks for provisos.
    """
    parts = [rule_block(e, shown.spans[e.number], rule_id(e.chunk)) for e in evidence if e.number in shown.spans]
    asked = [words.question.format(question=as_data(question))]
    if anchor is not None:
        asked.append(anchor_lines(words, anchor, language))
    asked.append(words.ask_claims)
    if feedback is not None and feedback.draft.refused:
        asked.append(words.again_refused)
    elif feedback is not None:
        parts.append(findings(words, feedback))
        asked.append(words.stricter)
    return [
        Message("system", f"{words.rules}\n{words.claims}"),
        Message("user", "\n\n".join((*parts, "\n".join(asked)))),
    ]


def anchor_lines(words: PromptWords, anchor: TopicAnchor, language: str) -> str:
    """The anchor as a prompt has it: topic, then each condition, open ones as `all`."""
    everything = ALL["ko" if language == "ko" else "en"]
    names = words.conditions
    said = "; ".join(f"{names[name]}: {as_data(value) or everything}" for name, value in anchor.conditions.items())
    line = words.anchor.format(topic=as_data(anchor.topic) or everything, conditions=said)
    return f"{line}\n{words.open_conditions.format(all=everything)}" if anchor.open else line


def claims_schema(rules: Sequence[Rule]) -> dict[str, Any]:
    """The JSON schema for some rules: their ids as the only keys beside the answer, each with an array of claims.

    Every key is required, as servers that hold strictly to a schema want it; a rule that is not cited has no claims.
    """
    keys = {rule.id: {"type": "array", "items": _claim(rule), "maxItems": MAX_CLAIMS} for rule in rules}
    return {
        "type": "object",
        "properties": {**keys, ANSWER: {"type": "string"}},
        "required": [*keys, ANSWER],
        "additionalProperties": False,
    }


def _claim(rule: Rule) -> dict[str, Any]:
    listed = {"enum": list(rule.provisions)} if len(rule.provisions) <= MAX_LISTED else {}
    return {
        "type": "object",
        "properties": {"text": {"type": "string"}, "provision": {"type": "string", **listed}},
        "required": ["text", "provision"],
        "additionalProperties": False,
    }
