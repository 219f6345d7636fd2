"""The learned part of the clause finder: one linear rule for each clause type, and the chance that the type is there.

A sentence's log odds are a weighted sum of its words, its heading's words and a few marks. The parameters are a file of
the package, written by `python -m pincite.evaluate.clauses.train`; it holds single words and numbers, no text.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from math import exp, sqrt
from pathlib import Path
from typing import Any, Final

from pincite.errors import InputError
from pincite.generate.clause_features import MARKS, Reading

SCHEMA: Final = "pincite.clauses/1"
SHIPPED: Final = Path(__file__).with_name("clause_parameters.json")
WORDS_LENGTH: Final = 3.0
"""Length of the vector of a sentence's words; the heading's is about 2."""
HEADING_LENGTH: Final = 2.0
HEADING_DAMPING: Final = 4
MIN_WORDS: Final = 4
"""Of a clause; titles, names and dates may be shorter."""
NOTHING: Final = -30.0
_LARGEST: Final = 127


@dataclass(frozen=True, slots=True)
class TypeWeights:
    """One type's rule.

    Args:
        words, headings: weight of each word that has one.
        marks: weight of each mark, the constant among them.
        prior: log odds that a contract has the clause at all.
    """

    words: Mapping[str, float]
    headings: Mapping[str, float]
    marks: Mapping[str, float]
    prior: float


@dataclass(frozen=True)
class ClauseParameters:
    """The file's contents.

    Args:
        rarity: of each word that counts: its inverse frequency among sentences.
        presence: weights of the best sentence's log odds and of the prior, and a constant.
        threshold: chance below which a type counts as absent.
        near: a sentence whose log odds are within this of the best one's is given, too.
        phrases: for types whose answers are names or dates, the rule that picks them (feature to weight).
        phrase_near: the same distance for phrases.
    """

    version: str
    rarity: Mapping[str, float]
    headings: frozenset[str]
    types: Mapping[str, TypeWeights]
    presence: Mapping[str, float]
    threshold: float
    near: float
    phrases: Mapping[str, Mapping[str, float]]
    phrase_near: Mapping[str, float]

    def log_odds(self, key: str, reading: Reading, marks: Mapping[str, float]) -> float:
        """How much the sentence speaks for being a clause of the type; 0 is even odds.

        Returns:
            At most about 10 either way; `NOTHING` for a few words that are no clause.

        Raises:
            KeyError: there is no such type.
        """
        weights = self.types[key]
        if key not in self.phrases and reading.sentence.text.count(" ") < MIN_WORDS - 1:
            return NOTHING
        z = sum(weights.marks.get(name, 0.0) * value for name, value in marks.items())
        for word, value in self.word_values(reading.words):
            z += weights.words.get(word, 0.0) * value
        for word, value in self.heading_values(reading.heading):
            z += weights.headings.get(word, 0.0) * value
        return z

    def word_values(self, words: Iterable[str]) -> list[tuple[str, float]]:
        """The words that count with their share in a vector of one length."""
        held = [(word, self.rarity[word]) for word in sorted(words) if word in self.rarity]
        norm = sqrt(sum(value * value for _, value in held)) or 1.0
        return [(word, WORDS_LENGTH * value / norm) for word, value in held]

    def heading_values(self, words: Iterable[str]) -> list[tuple[str, float]]:
        """The heading's words that count, each the same."""
        held = [word for word in sorted(words) if word in self.headings]
        value = HEADING_LENGTH / sqrt(len(held) + HEADING_DAMPING)
        return [(word, value) for word in held]

    def chance(self, key: str, best: float) -> float:
        """The chance, 0 to 1, that the contract has the clause, by its best sentence's log odds."""
        z = self.presence["constant"] + self.presence["best"] * best + self.presence["prior"] * self.types[key].prior
        return 1.0 / (1.0 + exp(-max(min(z, 60.0), -60.0)))

    @cached_property
    def keys(self) -> frozenset[str]:
        """The types that the parameters know."""
        return frozenset(self.types)


def clause_parameters(path: Path | None) -> ClauseParameters:
    """The parameters of a file, or the package's own; each file is read once.

    Raises:
        InputError: it cannot be read or is of another form.
    """
    return _kept(SHIPPED if path is None else path.expanduser())


@cache
def _kept(path: Path) -> ClauseParameters:
    return read_parameters(path)


def read_parameters(path: Path) -> ClauseParameters:
    """The parameters in a file.

    Raises:
        InputError: it cannot be read or is of another form.
    """
    hint = "Such files are written by: python -m pincite.evaluate.clauses.train."
    try:
        values = json.loads(path.read_text("utf-8"))
        if values["schema"] != SCHEMA:
            raise ValueError(f"schema {values['schema']!r}, wanted {SCHEMA!r}")
        return from_json(values)
    except OSError as error:
        raise InputError(f"The file of clause parameters {path} cannot be read: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InputError(f"The file of clause parameters {path} cannot be used: {error!r:.200}.", hint=hint) from error


def from_json(values: Mapping[str, Any]) -> ClauseParameters:
    """The parameters of a file's object.

    Raises:
        KeyError, TypeError, ValueError: it is of another form.
    """
    words, headings = list(values["words"]), list(values["headings"])
    types = {key: _type(row, words, headings) for key, row in values["types"].items()}
    return ClauseParameters(
        version=str(values["version"]),
        rarity={word: float(value) for word, value in zip(words, values["rarity"], strict=True)},
        headings=frozenset(headings),
        types=types,
        presence={name: float(values["presence"][name]) for name in ("constant", "best", "prior")},
        threshold=float(values["threshold"]),
        near=float(values["near"]),
        phrases={key: {name: float(w) for name, w in row.items()} for key, row in values["phrases"].items()},
        phrase_near={key: float(value) for key, value in values["phrase_near"].items()},
    )


def _type(row: Mapping[str, Any], words: list[str], headings: list[str]) -> TypeWeights:
    packed = b64decode(row["weights"], validate=True)
    if len(packed) != len(words) + len(headings):
        raise ValueError(f"{len(packed)} weights for {len(words) + len(headings)} words")
    scale = float(row["scale"]) / _LARGEST
    numbers = [scale * (byte - 256 if byte > _LARGEST else byte) for byte in packed]
    return TypeWeights(
        words={word: w for word, w in zip(words, numbers, strict=False) if w},
        headings={word: w for word, w in zip(headings, numbers[len(words) :], strict=True) if w},
        marks={name: float(w) for name, w in zip(MARKS, row["marks"], strict=True)},
        prior=float(row["prior"]),
    )
