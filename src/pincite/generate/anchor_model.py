"""The topic anchor by a language model, bound by a JSON schema (RefWalk, section on the topic anchor).

One call, one more where what came is not the JSON asked for, then the anchor that needs no model. What the model says
is bounded, and a figure that the question does not hold is not taken from it.
"""

from __future__ import annotations

from typing import Any, Final

from pincite.errors import Offline, SchemaUnsupported, ServerError
from pincite.generate.prompts.anchor import AnchorWords, anchor_words
from pincite.generate.protocol import LanguageModel, Message
from pincite.generate.reading import find_json, read
from pincite.generate.source_blocks import as_data, as_text
from pincite.retrieve.anchor import MAX_CONDITION_CHARS, MAX_TOPIC_CHARS, bounded, topic_anchor
from pincite.retrieve.anchor_vocabulary import AnchorVocabulary
from pincite.settings import ModelSettings
from pincite.text.figures import missing_figures
from pincite.types.anchor import UNSPECIFIED, AnchorSource, TopicAnchor

FIELDS: Final = ("topic", "actor", "temporal", "magnitude", "situational")
REPEATED_CHARS: Final = 1000
"""Most of an unreadable answer that the model is shown again."""
BY_VOCABULARY: Final = "the topic anchor was made without the model"


def anchor_schema() -> dict[str, Any]:
    """The JSON schema of an anchor: five texts, nothing else."""
    most = {name: MAX_TOPIC_CHARS if name == "topic" else MAX_CONDITION_CHARS for name in FIELDS}
    return {
        "type": "object",
        "properties": {name: {"type": "string", "minLength": 1, "maxLength": length} for name, length in most.items()},
        "required": list(FIELDS),
        "additionalProperties": False,
    }


class ModelAnchor:
    """Asks a model for the anchor of a question."""

    def __init__(self, model: LanguageModel, settings: ModelSettings) -> None:
        self._model = model
        self._settings = settings

    def __call__(self, question: str, vocabulary: AnchorVocabulary) -> tuple[TopicAnchor, tuple[str, ...]]:
        """The anchor, with notes for people: where the text went, and why it is not the model's.

        Raises:
            Offline: text would leave the machine, and that is forbidden.
        """
        words = anchor_words(vocabulary.language)
        notes = (f"the question was sent to {self._model.host}",) if self._model.host else ()
        try:
            found, problem = self._asked(question, words)
        except Offline:
            raise
        except ServerError as error:  # the writer will meet it too, and say so
            found, problem = None, f"its server failed ({error.message})"
        if found is None:
            return topic_anchor(question, vocabulary), (*notes, f"{BY_VOCABULARY}: {problem}")
        anchor, left_out = _grounded(_anchor(found, words), question)
        if not anchor.topic:
            topic = topic_anchor(question, vocabulary).topic
            anchor = TopicAnchor(topic, **anchor.conditions, source=anchor.source)
        return anchor, (*notes, *left_out)

    def _asked(self, question: str, words: AnchorWords) -> tuple[dict[str, str] | None, str]:
        """The model's five texts, or None and why not."""
        sent = [
            Message("system", words.rules),
            Message("user", words.question.format(question=as_data(question))),
        ]
        problem = ""
        for _ in range(2):
            answer, fault = self._complete(sent)
            found = _valid(answer) if not fault else None
            if found is not None:
                return found, ""
            problem = f"its answer was {fault}" if fault else "its answer was not the JSON asked for"
            sent = [*sent[:2], Message("assistant", answer[:REPEATED_CHARS]), Message("user", words.again)]
        return None, problem

    def _complete(self, sent: list[Message]) -> tuple[str, str]:
        """One answer, and the name of its fault where it has one; without the schema where the server has none."""
        settings = self._settings
        try:
            completion = self._model.complete(
                sent, schema=anchor_schema(), max_tokens=settings.max_tokens, temperature=0.0, seed=settings.seed
            )
        except SchemaUnsupported:
            completion = self._model.complete(sent, max_tokens=settings.max_tokens, temperature=0.0, seed=settings.seed)
        found = read(completion, sent)
        return found.text, str(found.fault) if found.fault else ""


def _valid(answer: str) -> dict[str, str] | None:
    """The object in an answer, where it holds to the schema."""
    from jsonschema import Draft202012Validator

    found, _ = find_json(answer, "topic")
    if found is None or not Draft202012Validator(anchor_schema()).is_valid(found):
        return None
    return {name: found[name] for name in FIELDS}


def _anchor(found: dict[str, str], words: AnchorWords) -> TopicAnchor:
    unsaid = {UNSPECIFIED, *words.unspecified}
    said = {name: as_text(text).strip() for name, text in found.items()}
    said = {name: "" if text.casefold().strip(" .\"'") in unsaid else text for name, text in said.items()}
    return bounded(TopicAnchor(**said, source=AnchorSource.MODEL))


def _grounded(anchor: TopicAnchor, question: str) -> tuple[TopicAnchor, tuple[str, ...]]:
    """The anchor without conditions whose figures the question does not hold, and what was left out."""
    invented = [name for name, said in anchor.conditions.items() if said and missing_figures(said, question)]
    said = {name: "" if name in invented else text for name, text in anchor.conditions.items()}
    notes = tuple(f"the model's anchor named a figure that the question lacks ({name})" for name in invented)
    return TopicAnchor(anchor.topic, **said, source=anchor.source), notes
