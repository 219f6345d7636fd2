"""`pincite export`: an answer file in the form that was asked for, to a file or to stdout."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pincite.text.titles import whole_label

Cli = Callable[..., Any]


@pytest.fixture
def answer(cli: Cli, demo_library: Path, tmp_path: Path) -> Path:
    result = cli(
        "ask", "When must a landlord return the deposit?", "--library", demo_library, "--preset", "paper", "--json"
    )
    assert result.code == 0
    path = tmp_path / "answer.json"
    path.write_text(result.out)
    return path


def test_markdown_goes_to_stdout(cli: Cli, answer: Path) -> None:
    record = json.loads(answer.read_text())
    result = cli("export", answer)
    assert result.code == 0
    assert result.out.startswith("# When must a landlord return the deposit?\n")
    titles = {item["number"]: item["title"] for item in record["evidence"]}
    labels = [whole_label(citation["label"], titles[citation["number"]]) for citation in record["citations"]]
    assert all(label in result.out.replace("\\", "") for label in labels)


@pytest.mark.parametrize(("form", "begins"), [("docx", b"PK"), ("html", b"<!doctype html>"), ("json", b"{")])
def test_other_forms_go_to_a_file(cli: Cli, answer: Path, tmp_path: Path, form: str, begins: bytes) -> None:
    out = tmp_path / f"out.{form}"
    result = cli("export", answer, "--format", form, "-o", out)
    assert (result.code, result.out) == (0, "")
    assert out.read_bytes().startswith(begins)
    if form == "docx":
        assert "word/footnotes.xml" in zipfile.ZipFile(out).namelist()


@pytest.mark.parametrize(
    ("name", "begins"),
    [("a.docx", b"PK"), ("a.HTML", b"<!doctype html>"), ("a.htm", b"<!doctype"), ("a.json", b"{"), ("a.md", b"# When")],
)
def test_the_name_tells_the_form(cli: Cli, answer: Path, tmp_path: Path, name: str, begins: bytes) -> None:
    assert cli("export", answer, "-o", tmp_path / name).code == 0
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_format_counts_before_the_name(cli: Cli, answer: Path, tmp_path: Path) -> None:
    assert cli("export", answer, "--format", "markdown", "-o", tmp_path / "a.txt").code == 0
    assert (tmp_path / "a.txt").read_text().startswith("# When")


@pytest.mark.parametrize("name", ["a.pdf", "a"])
def test_a_name_that_tells_no_form_writes_nothing(cli: Cli, answer: Path, tmp_path: Path, name: str) -> None:
    result = cli("export", answer, "-o", tmp_path / name)
    assert (result.code, (tmp_path / name).exists()) == (2, False)
    assert "--format" in result.err


def test_check_says_what_became_of_it(cli: Cli, answer: Path, demo_library: Path) -> None:
    result = cli("export", answer, "--check", "--library", demo_library)
    assert "every citation stands as it did" in result.out


def test_what_is_no_answer_file_is_an_error(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text('{"schema": "pincite.answer/1"}')
    result = cli("export", path)
    assert (result.code, result.out) == (1, "")
    assert cli("export", tmp_path / "missing.json").code == 1
