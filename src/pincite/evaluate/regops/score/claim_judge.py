"""Claims matched by a language model: it splits an answer into claims, then says which gold claims each one is.

Nothing that it says is believed beyond the form: labels of claims that there are, from a closed list. An answer under
judgement is data, delimited and with no sign in it that could pass for the frame. What could not be read after one
more call is not judged, which is no score, and is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from pincite.evaluate.regops.predictions.read import Prediction
from pincite.evaluate.regops.predictions.recovery import without_footer
from pincite.evaluate.regops.score.bench import BenchQuestion
from pincite.evaluate.regops.score.claim_match import MOST_CLAIMS, Labels, MatchLabel, predicted_claims
from pincite.evaluate.regops.score.claim_prompts import AGAIN, LABEL, SPLIT
from pincite.generate.protocol import LanguageModel, Message
from pincite.generate.reading import find_json, read
from pincite.generate.source_blocks import as_data, as_text
from pincite.text.language import working_language

MOST_SPLIT: Final = 20
MAX_CHARS: Final = 12_000
MAX_TOKENS: Final = 2048
T = TypeVar("T")

_SPLIT_SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {"claims": {"type": "array", "items": {"type": "string"}, "maxItems": MOST_SPLIT}},
    "required": ["claims"],
    "additionalProperties": False,
}


class ModelMatcher:
    """Matches by a language model, at temperature 0.

    Args:
        model: who judges; better another one than wrote the answers.
        seed: handed to it.
    """

    def __init__(self, model: LanguageModel, *, seed: int = 0) -> None:
        self.name = model.name
        self.unread = 0
        """Calls whose answer could not be read, the second one included."""
        self._model, self._seed = model, seed
        self._gold: dict[str, tuple[str, ...] | None] = {}

    def gold(self, question: BenchQuestion) -> tuple[str, ...] | None:
        """The benchmark's claims; else its answer is split, once."""
        if question.claims:
            return question.claims
        if question.id not in self._gold:
            self._gold[question.id] = self._split(question.answer, _language(question))
        return self._gold[question.id]

    def labels(self, question: BenchQuestion, prediction: Prediction, gold: Sequence[str]) -> Labels | None:
        """See `Matcher.labels`."""
        if not prediction.answered or not gold:
            return []
        claims = predicted_claims(prediction) if prediction.claims else None
        if claims is None:
            claims = self._split(without_footer(prediction.answer), _language(question))
        return self._labelled(claims, gold, _language(question)) if claims else [] if claims == () else None

    def _split(self, text: str, language: str) -> tuple[str, ...] | None:
        if not text.strip():
            return ()
        sent = [Message("system", SPLIT[language]), Message("user", _data("answer", text[:MAX_CHARS]))]
        return self._asked(sent, _SPLIT_SCHEMA, "claims", _claims, language)

    def _labelled(self, claims: Sequence[str], gold: Sequence[str], language: str) -> Labels | None:
        listed = _data("claims", _numbered(claims)), _data("gold", _numbered(gold))
        sent = [Message("system", LABEL[language]), Message("user", "\n\n".join(listed))]

        def labels(value: Any) -> Labels | None:
            return _labels(value, len(claims), len(gold))

        return self._asked(sent, _label_schema(len(claims), len(gold)), "labels", labels, language)

    def _asked(
        self,
        sent: list[Message],
        schema: Mapping[str, Any],
        key: str,
        made: Callable[[Any], T | None],
        language: str,
    ) -> T | None:
        """What a call came to, asked once more where it could not be read; None where neither could."""
        for again in (False, True):
            turn = [*sent, Message("user", AGAIN[language])] if again else sent
            completion = self._model.complete(
                turn, schema=schema, max_tokens=MAX_TOKENS, temperature=0.0, seed=self._seed
            )
            answer = read(completion, turn)
            found, _ = find_json(answer.text, key) if answer.fault is None else (None, ())
            value = made(found[key]) if found is not None else None
            if value is not None:
                return value
            self.unread += 1
        return None


def _language(question: BenchQuestion) -> str:
    return working_language(question.text or question.answer)


def _data(tag: str, text: str) -> str:
    return f"<{tag}>\n{as_data(text)}\n</{tag}>"


def _numbered(claims: Sequence[str]) -> str:
    return "\n".join(f"{number}. {' '.join(claim.split())[:1000]}" for number, claim in enumerate(claims, 1))


def _label_schema(claims: int, gold: int) -> dict[str, Any]:
    pair = {
        "type": "object",
        "properties": {
            "claim": {"type": "integer", "minimum": 1, "maximum": claims},
            "gold": {"type": "integer", "minimum": 1, "maximum": gold},
            "label": {"type": "string", "enum": [str(MatchLabel.MATCH), str(MatchLabel.PARTIAL)]},
        },
        "required": ["claim", "gold", "label"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"labels": {"type": "array", "items": pair, "maxItems": claims * gold}},
        "required": ["labels"],
        "additionalProperties": False,
    }


def _claims(value: Any) -> tuple[str, ...] | None:
    if not isinstance(value, list):
        return None
    texts = (item if isinstance(item, str) else item.get("text") if isinstance(item, dict) else "" for item in value)
    said = (" ".join(as_text(text).split()) for text in texts if isinstance(text, str))
    return tuple(dict.fromkeys(text for text in said if text))[: min(MOST_SPLIT, MOST_CLAIMS)]


def _labels(value: Any, claims: int, gold: int) -> Labels | None:
    """The labels of a list of pairs; what names no claim, no gold or no label is passed over."""
    if not isinstance(value, list):
        return None
    made = [[MatchLabel.NONE] * gold for _ in range(claims)]
    for item in value:
        if not isinstance(item, Mapping):
            continue
        row, at, said = item.get("claim"), item.get("gold"), item.get("label")
        if (
            type(row) is int
            and type(at) is int
            and 1 <= row <= claims
            and 1 <= at <= gold
            and said in tuple(MatchLabel)
        ):
            made[row - 1][at - 1] = MatchLabel(said)
    return made
