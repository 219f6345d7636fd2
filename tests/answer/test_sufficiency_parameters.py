"""The file of parameters: the package's own, a user's, and files that are none."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pincite.answer.sufficiency_parameters import SHIPPED, parameters, read_parameters, shipped
from pincite.errors import InputError
from pincite.generate.weights import SENTENCE_WEIGHTS
from pincite.library import Library
from pincite.settings import AnswerSettings, Settings, load
from pincite.types.answer import Answer, Refusal

MODEL = "words-en"
ACT = "# Harbor Tenancy Act\n\n## § 1. Deposits\n\nA landlord shall return the deposit within 21 days.\n"
QUESTION = "How many days does a landlord have to return the deposit?"


def values(**row: Any) -> dict[str, Any]:
    found = {"constant": -1.0, "weights": {"around": 2.0}, "threshold": 0.5, "fitted": {"by": "hand"}} | row
    return {
        "schema": "pincite.sufficiency/1",
        "version": "9",
        "features": ["relevance", "own", "around", "kind"],
        "rows": {MODEL: found},
    }


def written(folder: Path, content: Any) -> Path:
    path = folder / "parameters.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


def test_package_has_a_row_for_every_judging_model() -> None:
    assert shipped().rows.keys() == SENTENCE_WEIGHTS.keys()
    assert parameters(None) is shipped()


def test_file_is_read_as_it_is_written(tmp_path: Path) -> None:
    found = read_parameters(written(tmp_path, values(score={"floor": -8, "unit": 2.0})))
    row = found.row(MODEL)
    assert (found.version, row.constant, row.weights, row.threshold) == ("9", -1.0, {"around": 2.0}, 0.5)
    assert row.score is not None
    assert (row.score(-9.0), row.score(-4.0), row.cosine) == (0.0, 2.0, None)
    assert read_parameters(written(tmp_path, found.as_json())).rows == found.rows
    assert json.loads(SHIPPED.read_text("utf-8")) == shipped().as_json()


def test_row_that_a_file_lacks_is_the_packages(tmp_path: Path) -> None:
    found = read_parameters(written(tmp_path, values()))
    assert found.row("words-ko") == shipped().rows["words-ko"]
    with pytest.raises(InputError, match="no parameters of sufficiency for 'other'"):
        found.row("other")


BAD = [
    pytest.param("{", "is no valid JSON", id="cut"),
    pytest.param("\x00\x01", "is no valid JSON", id="no-text"),
    pytest.param("[" * 100_000, "is no valid JSON", id="deep"),
    pytest.param([], "the file must be an object", id="list"),
    pytest.param({}, "must have features, rows, schema, version", id="empty"),
    pytest.param(values() | {"schema": "pincite.answer/1"}, "schema must be", id="other-schema"),
    pytest.param(values() | {"version": 3}, "version must be text", id="version"),
    pytest.param(values() | {"features": ["score"]}, "features must be", id="other-features"),
    pytest.param(values() | {"more": 1}, "only, found", id="unknown-key"),
    pytest.param(values() | {"rows": {}}, "at least one row", id="no-row"),
    pytest.param(values() | {"rows": {"other": values()["rows"][MODEL]}}, "a row must be of one of", id="model"),
    pytest.param(values(threshold=1.0), "must lie between 0 and 1", id="threshold"),
    pytest.param(values(constant="1"), "must be a number", id="text"),
    pytest.param(values(constant=True), "must be a number", id="bool"),
    pytest.param(values(constant=float("nan")), "must be finite", id="nan"),
    pytest.param(values(constant=float("-inf")), "must be finite", id="infinite"),
    pytest.param(values(constant=10**400), "must be finite", id="huge-int"),
    pytest.param(values(weights={"length": 1.0}), "weights of words-en must have", id="unknown-feature"),
    pytest.param(values(weights=[1.0]), "must be an object", id="weights-list"),
    pytest.param(values(score={"floor": 0.0, "unit": 0.0}), "must be more than 0", id="no-unit"),
    pytest.param(values(score={"floor": 0.0}), "must have unit", id="scale-without-unit"),
    pytest.param(values(fitted="x"), "must be an object", id="fitted"),
    pytest.param(" " * 1_000_001, "more than 1,000,000 bytes", id="too-long"),
]


@pytest.mark.parametrize(("content", "words"), BAD)
def test_other_files_are_refused_with_the_reason(content: Any, words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        read_parameters(written(tmp_path, content))
    assert words in raised.value.message
    assert "eval calibrate" in raised.value.hint


def test_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_parameters(tmp_path / "none.json")
    with pytest.raises(InputError, match="cannot be read"):
        read_parameters(tmp_path)


def test_setting_names_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, values())
    assert load(flags={"answer.sufficiency": str(path)}).answer.sufficiency == path
    config = tmp_path / "pincite.toml"
    config.write_text(f'[answer]\nsufficiency = "{path.as_posix()}"\n', "utf-8")
    assert load(config, environment={}).as_dict()["answer"]["sufficiency"] == str(path)
    assert Settings().as_dict()["answer"]["sufficiency"] is None


@pytest.mark.parametrize(("threshold", "outcome"), [(0.001, Answer), (0.999, Refusal)], ids=["lax", "strict"])
def test_library_judges_by_the_file_of_its_settings(
    threshold: float, outcome: type, tmp_path: Path, make_library: Callable[..., Library]
) -> None:
    path = written(tmp_path, values(threshold=threshold))
    library = make_library({"act.md": ACT}, answer=AnswerSettings(sufficiency=path))
    found = library.ask(QUESTION, preset="paper")
    assert isinstance(found, outcome)
    assert "best-fitting-sentence/9" in found.trace.attempts[0]["rule"]
    # The file's place is this machine's own affair; what judged is told by the rule's name.
    assert str(tmp_path) not in json.dumps(found.trace.settings)


def test_file_that_cannot_be_used_is_an_error_of_the_question(make_library: Callable[..., Library]) -> None:
    library = make_library({"act.md": ACT}, answer=replace(AnswerSettings(), sufficiency=Path("no-such-file.json")))
    with pytest.raises(InputError, match="no-such-file"):
        library.ask(QUESTION)
