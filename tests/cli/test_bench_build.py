"""`pincite bench build`: the files it writes and how it fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pincite.library import Library

LAW = """---
title: 우물법
level: 법률
---

# 우물법

##### 제1조 (목적)

이 법은 우물의 관리를 정함을 목적으로 한다.

##### 제2조 (수질검사)

**①** 우물관리인은 두레박 수질검사의 결과를 검사를 마친 날부터 15일 이내에 마을수도위원회에 알려야 한다.

**②** 마을수도위원회는 가뭄이 계속되는 경우에는 우물덮개의 개방을 허가할 수 있다.

##### 제3조 (두레박)

우물관리인은 두레박보관함의 열쇠를 마을수도위원회에 맡겨야 한다.
"""


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "wells"
    folder.mkdir()
    (folder / "well.md").write_text(LAW, "utf-8")
    return folder


def test_build_writes_questions_corpus_counts_and_beir(cli: Any, corpus: Path, tmp_path: Path) -> None:
    done = cli("bench", "build", corpus, "--size", "4", "--seed", "3", "--out", tmp_path / "out")
    assert done.code == 0, done.err
    written = {str(p.relative_to(tmp_path / "out")) for p in (tmp_path / "out").rglob("*") if p.is_file()}
    assert written == {
        "questions.jsonl", "corpus.jsonl", "statistics.json", "beir/corpus.jsonl", "beir/queries.jsonl",
        "beir/qrels/test.tsv", "beir/qrels/article.tsv",
    }  # fmt: skip
    questions = [json.loads(line) for line in (tmp_path / "out" / "questions.jsonl").read_text("utf-8").splitlines()]
    assert questions
    assert {"qa_id", "question", "gt_references", "difficulty", "made_by"} <= set(questions[0])
    assert "TYPE" in done.out
    assert "written" in done.err


def test_json_prints_the_counts(cli: Any, corpus: Path, tmp_path: Path) -> None:
    facts = cli("bench", "build", corpus, "--size", "3", "--out", tmp_path / "out", "--json").json
    assert facts["schema"] == "pincite.regops/1"
    assert facts["questions"] <= 3
    assert facts == json.loads((tmp_path / "out" / "statistics.json").read_text("utf-8"))


def test_a_library_gives_the_same_questions_as_its_folder(cli: Any, corpus: Path, tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.add([corpus / "well.md"])
    cli("bench", "build", corpus, "--size", "4", "--out", tmp_path / "one")
    cli("bench", "build", tmp_path / "library", "--size", "4", "--out", tmp_path / "two")
    assert (tmp_path / "one" / "questions.jsonl").read_bytes() == (tmp_path / "two" / "questions.jsonl").read_bytes()


def test_a_corpus_too_small_is_told(cli: Any, corpus: Path, tmp_path: Path) -> None:
    done = cli("bench", "build", corpus, "--size", "500", "--out", tmp_path / "out")
    assert done.code == 0
    assert "not 500" in done.err


def test_a_folder_that_is_not_there_is_an_error(cli: Any, tmp_path: Path) -> None:
    done = cli("bench", "build", tmp_path / "none", "--out", tmp_path / "out")
    assert done.code == 1
    assert "no folder" in done.err


def test_a_model_of_no_known_form_is_an_error(cli: Any, corpus: Path, tmp_path: Path) -> None:
    done = cli("bench", "build", corpus, "--out", tmp_path / "out", "--model", "gpt")
    assert done.code == 1
    assert "no model of this name" in done.err
