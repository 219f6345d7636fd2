"""`pincite bench predict`: what it writes, and what has to be named."""

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

우물관리인은 수질검사의 결과를 15일 이내에 마을수도위원회에 알려야 한다.
"""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    (tmp_path / "well.md").write_text(LAW, "utf-8")
    folder = tmp_path / "library"
    with Library.open(folder, create=True) as made:
        made.add([tmp_path / "well.md"])
    return folder


def test_passages_are_written_for_other_systems(cli: Any, library: Path, tmp_path: Path) -> None:
    done = cli("bench", "predict", "--library", library, "--passages", tmp_path / "new" / "passages.jsonl", "--json")
    assert done.code == 0, done.err
    rows = [json.loads(line) for line in Path(done.json["written"]["passages"]).read_text("utf-8").splitlines()]
    assert [row["node_id"] for row in rows] == ["well/a1", "well/a2"]
    assert "15일 이내" in rows[1]["text"]
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["passages.jsonl"]


def test_questions_are_asked_and_written_a_run_a_file(cli: Any, library: Path, tmp_path: Path) -> None:
    question = {"qa_id": "q1", "question": "수질검사의 결과는 며칠 안에 알리나요?", "gt_references": ["well/a2"]}
    (tmp_path / "questions.jsonl").write_text(json.dumps(question) + "\n", "utf-8")
    asked = ("--library", library, "--bench", tmp_path / "questions.jsonl", "--out", tmp_path / "out")
    done = cli("bench", "predict", *asked, "--run", "bm25")
    assert done.code == 0, done.err
    assert "bm25: 1 of 1" in done.err
    assert json.loads((tmp_path / "out" / "bm25.jsonl").read_text("utf-8"))["retrieved_node_ids"][0] == "well/a2"


UNFIT = [
    ((), "either --cases or --bench"),
    (("--cases", "x", "--bench", "y", "--out", "z"), "either --cases or --bench"),
    (("--bench", "y"), "folder of the prediction files"),
]


@pytest.mark.parametrize(("given", "message"), UNFIT, ids=["nothing", "both", "no-folder"])
def test_what_has_to_be_named_is_told(cli: Any, library: Path, given: tuple[str, ...], message: str) -> None:
    done = cli("bench", "predict", "--library", library, *given)
    assert done.code == 2
    assert message in " ".join(done.err.replace("│", " ").split())
