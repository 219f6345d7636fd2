"""The parameters of the sufficiency rule: a versioned file of rows, one for each model that scores pairs.

The package's own file is `sufficiency_parameters.json`; `pincite eval calibrate` writes such files, and the setting
`answer.sufficiency` names one to use instead. A row belongs to its model: another one's scores mean something else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import isfinite
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from pincite.errors import InputError
from pincite.generate.weights import SENTENCE_WEIGHTS

SCHEMA: Final = "pincite.sufficiency/1"
FEATURES: Final = ("relevance", "own", "around", "kind")
"""Names of the rule's features, as `pincite.answer.sufficiency.features` gives them."""
SHIPPED: Final = Path(__file__).with_name("sufficiency_parameters.json")
_HINT: Final = "Such files are written by: pincite eval calibrate BENCHMARK --out FILE."
_MAX_BYTES: Final = 1_000_000
_LARGEST: Final = 1e6


@dataclass(frozen=True, slots=True)
class Scale:
    """How a model's figure is read: from its floor on, in units of about its spread over sentences.

    Args:
        floor: what is below counts as this.
        unit: more than 0.
    """

    floor: float
    unit: float

    def __call__(self, value: float) -> float:
        """The figure above its floor, in units; 0 or more."""
        return max(value - self.floor, 0.0) / self.unit


@dataclass(frozen=True, slots=True)
class Row:
    """One judging model's parameters.

    Args:
        constant: log odds where every feature is 0.
        weights: of the features, by name; one that is not named weighs nothing.
        threshold: probability under which to refuse, 0 to 1, both excluded.
        score, cosine: how the model's score and the cosine beside it are read; None where the row does without.
        fitted: what it was fitted on and how, for people.
    """

    constant: float
    weights: Mapping[str, float]
    threshold: float
    score: Scale | None = None
    cosine: Scale | None = None
    fitted: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        scales = {
            name: {"floor": scale.floor, "unit": scale.unit}
            for name, scale in (("score", self.score), ("cosine", self.cosine))
            if scale is not None
        }
        return {
            **scales,
            "constant": self.constant,
            "weights": dict(self.weights),
            "threshold": self.threshold,
            "fitted": dict(self.fitted),
        }


@dataclass(frozen=True, slots=True)
class Parameters:
    """A file's rows.

    Args:
        version: of the file, as its writer numbered it.
        rows: by the name of their judging model, see `pincite.generate.weights.row_name`.
    """

    version: str
    rows: Mapping[str, Row]

    def row(self, name: str) -> Row:
        """The row of a judging model; the package's own where this file has none.

        Raises:
            InputError: neither has one.
        """
        found = self.rows.get(name) or shipped().rows.get(name)
        if found is None:
            raise InputError(f"There are no parameters of sufficiency for {name!r}.", hint=_HINT)
        return found

    def as_json(self) -> dict[str, Any]:
        """Plain values, as in the file."""
        rows = {name: row.as_json() for name, row in sorted(self.rows.items())}
        return {"schema": SCHEMA, "version": self.version, "features": list(FEATURES), "rows": rows}


@cache
def shipped() -> Parameters:
    """The package's own parameters."""
    return read_parameters(SHIPPED)


def parameters(path: Path | None) -> Parameters:
    """The parameters of a file, or the package's own.

    Raises:
        InputError: the file cannot be read or is not what it should be.
    """
    return shipped() if path is None else read_parameters(path.expanduser())


def read_parameters(path: Path) -> Parameters:
    """The parameters in a file.

    Raises:
        InputError: it cannot be read, is of another form or version, names an unknown feature or model, or holds a
            number that is none or out of bounds.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
        if len(data) > _MAX_BYTES:
            raise ValueError(f"more than {_MAX_BYTES:,} bytes")
        values = json.loads(data)
    except OSError as error:
        raise InputError(f"The file of sufficiency parameters {path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"The file of sufficiency parameters {path} is no valid JSON: {error}.", hint=_HINT) from error
    try:
        return _parameters(values)
    except _Wrong as error:
        raise InputError(f"The file of sufficiency parameters {path} cannot be used: {error}.", hint=_HINT) from error


class _Wrong(ValueError):
    """What a file should hold and what it holds."""


def _parameters(values: Any) -> Parameters:
    whole = _object(values, "the file", {"schema", "version", "features", "rows"})
    if whole["schema"] != SCHEMA:
        raise _Wrong(f"schema must be {SCHEMA!r}, found {whole['schema']!r}")
    if not isinstance(whole["version"], str) or not whole["version"]:
        raise _Wrong(f"version must be text, found {whole['version']!r}")
    if whole["features"] != list(FEATURES):
        raise _Wrong(f"features must be {list(FEATURES)}, found {whole['features']!r}")
    rows = whole["rows"]
    if not isinstance(rows, dict) or not rows:
        raise _Wrong(f"rows must be an object with at least one row, found {type(rows).__name__}")
    return Parameters(whole["version"], MappingProxyType({name: _row(name, row) for name, row in rows.items()}))


def _row(name: str, value: Any) -> Row:
    if name not in SENTENCE_WEIGHTS:
        raise _Wrong(f"a row must be of one of {', '.join(SENTENCE_WEIGHTS)}, found {name!r}")
    row = _object(value, f"row {name}", {"constant", "weights", "threshold"}, {"score", "cosine", "fitted"})
    weights = _object(row["weights"], f"weights of {name}", set(), set(FEATURES))
    threshold = _number(row["threshold"], f"threshold of {name}")
    if not 0 < threshold < 1:
        raise _Wrong(f"threshold of {name} must lie between 0 and 1, found {threshold}")
    fitted = row.get("fitted", {})
    if not isinstance(fitted, dict):
        raise _Wrong(f"fitted of {name} must be an object, found {type(fitted).__name__}")
    return Row(
        constant=_number(row["constant"], f"constant of {name}"),
        weights=MappingProxyType({key: _number(w, f"weight {key} of {name}") for key, w in weights.items()}),
        threshold=threshold,
        score=_scale(row.get("score"), f"score of {name}"),
        cosine=_scale(row.get("cosine"), f"cosine of {name}"),
        fitted=fitted,
    )


def _scale(value: Any, what: str) -> Scale | None:
    if value is None:
        return None
    scale = _object(value, what, {"floor", "unit"})
    unit = _number(scale["unit"], f"unit of {what}")
    if unit <= 0:
        raise _Wrong(f"unit of {what} must be more than 0, found {unit}")
    return Scale(_number(scale["floor"], f"floor of {what}"), unit)


def _object(value: Any, what: str, needed: set[str], allowed: set[str] | None = None) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Wrong(f"{what} must be an object, found {type(value).__name__}")
    if missing := needed - value.keys():
        raise _Wrong(f"{what} must have {', '.join(sorted(missing))}")
    if unknown := value.keys() - needed - (allowed or set()):
        raise _Wrong(f"{what} must have {', '.join(sorted(needed | (allowed or set())))} only, found {sorted(unknown)}")
    return value


def _number(value: Any, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _Wrong(f"{what} must be a number, found {value!r}")
    # An int beyond a float's range is no number that can be reckoned with either.
    if (isinstance(value, float) and not isfinite(value)) or abs(value) > _LARGEST:
        raise _Wrong(f"{what} must be finite and at most {_LARGEST:g} in size, found {value!r}")
    return float(value)
