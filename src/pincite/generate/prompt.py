"""The messages for a question: rules, sources, question; and after a draft that failed, what was found of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

from pincite.generate.prompts.words import PromptWords
from pincite.generate.protocol import Message
from pincite.generate.shown import Shown
from pincite.generate.source_blocks import as_data, source_block
from pincite.types.answer import CheckState, Feedback, refusal_sentence
from pincite.types.retrieval import Evidence

MAX_SENTENCES: Final = 4
Form = Literal["markers", "sentences"]


def messages(
    words: PromptWords,
    form: Form,
    question: str,
    language: str,
    evidence: Sequence[Evidence],
    shown: Shown,
    feedback: Feedback | None = None,
) -> list[Message]:
    """Rules as the system's turn, then one of the user: sources, findings on the draft before, question.

    Rules and sources are the same for every draft, so a server that keeps what it has read need not read them again.
    The draft before is not put in as the model's own turn: at temperature 0 small models then say it again.
    """
    rule = words.markers if form == "markers" else words.sentences
    rules = f"{words.rules}\n{rule}".format(refusal=refusal_sentence(language))
    parts = [source_block(e, shown.spans[e.number]) for e in evidence if e.number in shown.spans]
    ask = words.ask_markers if form == "markers" else words.ask_sentences
    asked = f"{words.question.format(question=as_data(question))}\n{ask}"
    if feedback is None:
        parts.append(asked)
    elif feedback.draft.refused:
        parts.append(f"{asked}\n{words.again_refused}")
    else:
        parts += [findings(words, feedback), f"{asked}\n{words.stricter}"]
    return [Message("system", rules), Message("user", "\n\n".join(parts))]


def findings(words: PromptWords, feedback: Feedback) -> str:
    """What was found of the draft before.

    A failed sentence is not repeated, only the words of it that a finding names: what stands in a prompt is copied. One
    that only names the wrong source is, with the right one.
    """
    lines = [words.again]
    for sentence in feedback.checked:
        text = as_data(sentence.text)
        if sentence.passed:
            lines.append(words.passed.format(sentence=text))
        elif sentence.elsewhere is not None:
            lines.append(words.elsewhere.format(sentence=text, number=sentence.elsewhere))
        else:
            failed = (f for f in sentence.checks if f.state is not CheckState.PASSED and f.detail)
            lines += [f"- {as_data(f.detail)}" for f in failed]
    return "\n".join(lines)


def sentence_schema(numbers: Sequence[int]) -> dict[str, Any]:
    """The JSON schema of the bound form: at most four sentences, each with at least one of the numbers."""
    sentence = {
        "type": "object",
        "properties": {
            "text": {"type": "string"},
            "sources": {"type": "array", "items": {"type": "integer", "enum": list(numbers)}, "minItems": 1},
        },
        "required": ["text", "sources"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"sentences": {"type": "array", "items": sentence, "maxItems": MAX_SENTENCES}},
        "required": ["sentences"],
        "additionalProperties": False,
    }
