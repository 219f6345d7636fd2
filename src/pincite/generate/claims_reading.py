"""What a model answered, read as claims bound to rules; everything against the schema has a name.

A server that enforces the schema cannot break it; one that does not gets one more call. Unknown rules are counted as
they came, before anything is asked again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pincite.generate.claims_prompt import ANSWER, claims_schema
from pincite.generate.reading import RepeatedKey, find_json
from pincite.generate.rules import Rule
from pincite.generate.source_blocks import as_text, seen
from pincite.text import sentences
from pincite.types.answer import DraftSentence

NO_JSON: Final = "no_json"
UNKNOWN_RULE: Final = "unknown_rule"
REPEATED_KEY: Final = "repeated_key"
OTHER_FORM: Final = "other_form"


@dataclass(frozen=True, slots=True)
class Claims:
    """Claims as a model made them.

    Args:
        sentences: one for each sentence of a claim, with the numbers of its rule's sources.
        answer: what it says in running words; nothing of it is delivered.
        outcomes: what was met: `code_fence`, `prose_around_json`, and the breaches below.
        breaches: `no_json`, `unknown_rule` (once for each), `repeated_key`, `other_form`; empty where it holds.
    """

    sentences: tuple[DraftSentence, ...] = ()
    answer: str = ""
    outcomes: tuple[str, ...] = ()
    breaches: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether it is of the form that was asked for."""
        return not self.breaches


def read_claims(text: str, rules: Sequence[Rule]) -> Claims:
    """The claims in a model's answer."""
    found, outcomes = _object(text, rules)
    if found is None:
        return Claims(breaches=(NO_JSON,))
    breaches = tuple(_breaches(found, rules))
    if breaches:
        return Claims((), "", outcomes, breaches)
    said = [s for rule in rules for claim in found[rule.id] for s in _sentences(claim, rule)]
    return Claims(tuple(dict.fromkeys(said)), as_text(seen(found[ANSWER])).strip(), outcomes)


def uncarried(claims: Claims) -> tuple[str, ...]:
    """Sentences of the model's own answer that no claim says."""
    said = [" ".join(s.text.split()).rstrip(".").lower() for s in claims.sentences]
    parts = (span.cut(claims.answer).strip() for span in sentences.spans(claims.answer))
    return tuple(part for part in parts if part and not any(_plain(part) in claim for claim in said))


def _object(text: str, rules: Sequence[Rule]) -> tuple[Mapping[str, Any] | None, tuple[str, ...]]:
    for key in (ANSWER, *(rule.id for rule in rules)):
        found, outcomes = find_json(text, key)
        if found is not None:
            return found, outcomes
    return None, ()


def _breaches(found: Mapping[str, Any], rules: Sequence[Rule]) -> Iterator[str]:
    """Names of what breaks the schema of these rules."""
    known = {ANSWER, *(rule.id for rule in rules)}
    unknown = [key for key in found if key not in known]
    yield from [UNKNOWN_RULE] * len(unknown)
    if _repeats(found):
        yield REPEATED_KEY
    from jsonschema import Draft202012Validator  # late: it takes 100 ms to import

    rest = {key: value for key, value in found.items() if key in known}
    if next(Draft202012Validator(claims_schema(rules)).iter_errors(rest), None) is not None:
        yield OTHER_FORM


def _repeats(value: Any) -> bool:
    if isinstance(value, RepeatedKey):
        return True
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(map(_repeats, parts))


def _sentences(claim: Mapping[str, Any], rule: Rule) -> Iterator[DraftSentence]:
    """A claim's sentences; one that says nothing is none."""
    text = as_text(seen(claim["text"])).strip()
    for span in sentences.spans(text):
        words = span.cut(text).strip()
        if any(c.isalnum() for c in words):
            yield DraftSentence(words, rule.numbers, provision_id=claim["provision"])


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip(".").lower()
