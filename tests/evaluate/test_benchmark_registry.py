from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark, HitRule
from pincite.evaluate.benchmarks import BENCHMARKS, Form, Reader, load, register
from pincite.evaluate.benchmarks.rows import as_markdown, library_id, one_plain_line, read_rows
from pincite.parse.text_files.markdown import parse_markdown
from pincite.store.identity import document_stem


@pytest.mark.parametrize(
    ("name", "message"),
    [
        pytest.param("housin", "Did you mean housing", id="near"),
        pytest.param("zzz", "Benchmarks are: housing, privacyqa", id="unknown"),
        pytest.param("housing:x", "no parts", id="variant-where-there-is-none"),
        pytest.param("housing", r"questions\.jsonl, documents\.jsonl.*--data", id="files-missing"),
        pytest.param("cuad", r"contracts\.jsonl, questions\.jsonl or CUADv1\.json", id="either-form"),
        pytest.param("beir:../x", r"corpus\.jsonl", id="way-out-of-the-folder"),
    ],
)
def test_what_cannot_be_loaded_is_said(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load(name, tmp_path / "data")


def test_a_benchmark_can_be_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.evaluate.benchmarks.registry.BENCHMARKS", BENCHMARKS.copy())

    def read(place: Path, variant: str) -> Benchmark:
        return Benchmark(f"moors {place.name} {variant}", "1", (), (), HitRule.PROVISION)

    row = Reader("moors", "for tests", "moors", (Form(("a.jsonl", "b"), read), Form(("c.json",), read)), "PART")
    register(row)
    (tmp_path / "moors" / "b").mkdir(parents=True)
    with pytest.raises(InputError, match=r"a\.jsonl, b or c\.json"):
        load("moors:x", tmp_path)
    (tmp_path / "moors" / "a.jsonl").touch()
    assert load("moors:x", tmp_path).name == "moors moors x"
    (tmp_path / "c.json").touch()
    assert load("moors", tmp_path / "c.json").name == "moors c.json "
    with pytest.raises(ValueError, match="already"):
        register(row)


@given(st.text())
def test_ids_are_names_of_files_and_stay_what_they_are(name: str) -> None:
    id_ = library_id(name)
    assert document_stem(f"{id_}.txt") == id_
    assert library_id(id_) == id_
    assert len(id_.encode()) <= 200


def test_different_names_have_different_ids() -> None:
    names = ["a/b", "a b", "a_b", "A b", " a b", "a#b", "a" * 300, "a" * 301, "", ".", "..", "\ud800", "가" * 90]
    names += ["\u00e9", "e\u0301"]
    assert len({library_id(name) for name in names}) == len(names)


@given(st.text() | st.text("#*_-=|<>&`\\[]()!~:+123. ab\n", max_size=80))
def test_a_line_comes_back_from_markdown_as_it_is(text: str) -> None:
    line = one_plain_line(text)
    other = one_plain_line(f"x {text} y")
    parsed = parse_markdown(f"{as_markdown(line)}\n\n{as_markdown(other)}" if line else as_markdown(other))
    assert parsed.text == (f"{line}\n\n{other}" if line else other)
    assert parsed.sections == ()


def test_half_of_a_character_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id": "a\\ud800b", "text": "\\ud83d\\ude00"}\n', "utf-8")
    assert [row for _, row in read_rows(path, "a row")] == [{"id": "a\ufffdb", "text": "\U0001f600"}]
