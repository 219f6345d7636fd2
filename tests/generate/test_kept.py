"""Kept answers: asked once, read again as they were, never trusted when damaged."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import InputError, SchemaUnsupported, ServerError
from pincite.generate.kept import KeptModel
from pincite.generate.prompt_hash import prompt_hash
from pincite.generate.protocol import Completion, LanguageModel, Message
from pincite.testing import ScriptedModel

ASKED = [Message("system", "Answer from the sources."), Message("user", "How long?")]
SCHEMA = {"type": "object", "properties": {"a": {}, "b": {}}}
ANSWER = Completion("21 \ud800 days", "length", "served", "thought", 7, None)


def kept(folder: Path, *answers: Any, **given: Any) -> KeptModel:
    return KeptModel(ScriptedModel(answers, **given), folder)


def test_it_stands_for_the_model(tmp_path: Path) -> None:
    model = kept(tmp_path, name="m", host="e.example", context_tokens=9)
    assert isinstance(model, LanguageModel)
    assert (model.name, model.host, model.context_tokens()) == ("m", "e.example", 9)


def test_second_asking_reads_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "of" / "answers"
    model = kept(folder, ANSWER)
    first = model.complete(ASKED)
    assert (first, model.from_folder) == (ANSWER, False)
    assert (model.complete(ASKED), model.from_folder) == (ANSWER, True)
    other = kept(folder)
    assert (other.complete(ASKED), other.from_folder) == (ANSWER, True)
    (file,) = folder.iterdir()
    assert file.name == prompt_hash("scripted", ASKED, max_tokens=1024) + ".json"
    assert "How long?" not in file.read_text("utf-8")


VARIANTS = [
    {"messages": ASKED[:1]},
    {"messages": [Message("user", "Answer from the sources."), ASKED[1]]},
    {"messages": [ASKED[0], Message("user", "How long? ")]},
    {"schema": SCHEMA},
    {"schema": {"type": "object", "properties": {"b": {}, "a": {}}}},
    {"max_tokens": 65},
    {"temperature": 0.1},
    {"seed": 1},
    {"model": "other"},
]


def test_hash_differs_with_all_that_the_answer_depends_on() -> None:
    base = {"model": "m", "messages": ASKED, "schema": None, "max_tokens": 64, "temperature": 0.0, "seed": 0}
    hashes = [prompt_hash(**(base | variant)) for variant in [{}, *VARIANTS]]
    assert len(set(hashes)) == len(hashes)
    assert all(len(digest) == 64 for digest in hashes)


def test_hash_is_the_same_for_what_is_the_same() -> None:
    first = prompt_hash("m", ASKED, schema=SCHEMA, max_tokens=64)
    assert first == prompt_hash(
        "m", tuple(ASKED), schema=MappingProxyType(SCHEMA), max_tokens=64, temperature=0, seed=0
    )
    assert prompt_hash("m", [], max_tokens=1) == sha256(b'["pincite.prompt/1","m",[],null,1,0.0,0]').hexdigest()


@given(st.text(st.characters()), st.text(st.characters()))
def test_hash_takes_any_text_and_keeps_texts_apart(one: str, other: str) -> None:
    hashes = {prompt_hash("m", [Message("user", text)], max_tokens=1) for text in (one, other)}
    assert len(hashes) == len({one, other})


@pytest.mark.parametrize("error", [ServerError("no"), SchemaUnsupported("no")], ids=["server", "schema"])
def test_errors_are_not_kept(error: Exception, tmp_path: Path) -> None:
    model = kept(tmp_path, error, "yes")
    with pytest.raises(type(error)):
        model.complete(ASKED, schema=SCHEMA)
    assert list(tmp_path.iterdir()) == []
    assert model.complete(ASKED, schema=SCHEMA).text == "yes"


@pytest.mark.parametrize(
    ("answer", "files"),
    [
        pytest.param(Completion("", "unknown", "m"), 0, id="an-empty-hiccup"),
        pytest.param(Completion("", "stop", "m"), 1, id="empty-and-said-so"),
        pytest.param(Completion("half", "length", "m"), 1, id="cut"),
    ],
)
def test_only_what_is_finished_is_kept(answer: Completion, files: int, tmp_path: Path) -> None:
    assert kept(tmp_path, answer).complete(ASKED) == answer
    assert len(list(tmp_path.iterdir())) == files


DAMAGES = {
    "empty": lambda text: "",
    "half": lambda text: text[: len(text) // 2],
    "no-json": lambda text: "yes",
    "list": lambda text: "[]",
    "other-form": lambda text: text.replace("completion/1", "completion/0"),
    "other-hash": lambda text: text.replace('prompt_sha256": "', 'prompt_sha256": "0'),
    "field-missing": lambda text: text.replace('"model"', '"mode"'),
    "wrong-type": lambda text: text.replace('"stop"', "3"),
    "count-as-text": lambda text: text.replace("null", '"7"'),
    "deep": lambda text: "[" * 100_000,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_damaged_file_is_asked_again_and_mended(damage: Any, tmp_path: Path) -> None:
    model = kept(tmp_path, "first", "second")
    model.complete(ASKED)
    (file,) = tmp_path.iterdir()
    file.write_text(damage(file.read_text("utf-8")), "utf-8")
    assert (model.complete(ASKED).text, model.from_folder) == ("second", False)
    assert (model.complete(ASKED).text, model.from_folder) == ("second", True)


def test_file_that_is_no_text_is_asked_again(tmp_path: Path) -> None:
    model = kept(tmp_path, "first", "second")
    model.complete(ASKED)
    next(tmp_path.iterdir()).write_bytes(b"\xff\xfe")
    assert model.complete(ASKED).text == "second"


def test_write_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        kept(tmp_path, "yes").complete(ASKED)
    assert list(tmp_path.iterdir()) == []


def test_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match=r"model\.cache"):
        kept(tmp_path / "file")


def test_folder_that_cannot_be_written_to_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(InputError, match="not writable"):
        kept(tmp_path)


WRITER = """
import sys
from pathlib import Path
from pincite.generate.kept import KeptModel
from pincite.generate.protocol import Message
from pincite.testing import ScriptedModel
model = KeptModel(ScriptedModel(["x" * 20_000] * 400), Path(sys.argv[1]))
for _ in range(200):
    assert len(model.complete([Message("user", "same")]).text) == 20_000
    for file in Path(sys.argv[1]).glob("*.json"):
        file.unlink(missing_ok=True)
"""


def test_processes_may_share_the_folder(tmp_path: Path) -> None:
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)]) for _ in range(2)]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    left = list(tmp_path.iterdir())
    assert all(json.loads(file.read_text("utf-8")) for file in left)
    assert [file for file in left if file.suffix == ".part"] == []
