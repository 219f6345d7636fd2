"""`pincite bench build`: the files it writes and how it fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pincite.evaluate.regops.score.bench import read_bench
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


@pytest.mark.parametrize(
    ("out", "said"),
    [
        pytest.param("taken", "is a file", id="a-file"),
        pytest.param("taken/below", "is a file", id="below-a-file"),
        pytest.param("half", "is a file", id="a-file-inside"),
        pytest.param("wells", "another folder", id="the-corpus-itself"),
    ],
)
def test_a_folder_that_cannot_be_written_is_said_before_the_work(
    cli: Any, corpus: Path, tmp_path: Path, out: str, said: str
) -> None:
    (tmp_path / "taken").write_text("a file", "utf-8")
    (tmp_path / "half").mkdir()
    (tmp_path / "half" / "beir").write_text("a file", "utf-8")
    before = {path.relative_to(tmp_path) for path in tmp_path.rglob("*")}
    done = cli("bench", "build", "wells", "--out", out)
    assert done.code == 1
    assert said in done.err
    assert "--out" in done.err
    assert "reading" not in done.err
    assert {path.relative_to(tmp_path) for path in tmp_path.rglob("*")} == before


def test_other_files_of_the_folder_stay_and_an_older_benchmark_is_replaced_whole(
    cli: Any, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "notes.txt").write_text("mine", "utf-8")
    (out / "questions.jsonl").write_text("old\n", "utf-8")
    with monkeypatch.context() as patch:
        patch.setattr("pincite.evaluate.regops.records._judged", _full_disk)
        done = cli("bench", "build", corpus, "--out", out)
        assert done.code == 1
        assert "No space left" in done.err
    assert (out / "questions.jsonl").read_text("utf-8") == "old\n"
    assert not list(out.rglob("*.part"))
    assert cli("bench", "build", corpus, "--out", out).code == 0
    assert (out / "questions.jsonl").read_text("utf-8") != "old\n"
    assert (out / "notes.txt").read_text("utf-8") == "mine"
    assert not list(out.rglob("*.part"))


def _full_disk(pairs: object) -> str:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        pytest.param(None, "", "found none", id="empty-folder"),
        pytest.param("note.txt", "Wells are deep.", "found none", id="no-law"),
        pytest.param("law.pdf", "%PDF-1.4", "1 PDF file", id="pages-alone"),
        pytest.param("law.md", "\x00\x01\x02" * 500, "law.md", id="bytes"),
        pytest.param("corpus.toml", "[[[", "corpus.toml", id="broken-corpus-file"),
    ],
)
def test_a_folder_without_law_is_said_and_nothing_is_written(
    cli: Any, tmp_path: Path, name: str | None, text: str, said: str
) -> None:
    (tmp_path / "folder").mkdir()
    if name:
        (tmp_path / "folder" / name).write_text(text, "utf-8")
    if name == "corpus.toml":
        (tmp_path / "folder" / "well.md").write_text(LAW, "utf-8")
    done = cli("bench", "build", "folder", "--out", "out")
    assert done.code == 1
    assert said in done.err
    assert not (tmp_path / "out").exists()


ADDENDA = """
## 부칙 <제100호, 2020. 1. 1.>

이 법은 공포한 날부터 시행한다.

## 부칙 <제200호, 2021. 1. 1.>

##### 제1조 (시행일)

이 법은 공포 후 6개월이 지난 날부터 시행한다.
"""


def test_all_that_an_index_may_retrieve_is_in_the_corpus(cli: Any, corpus: Path, tmp_path: Path) -> None:
    (corpus / "well.md").write_text(LAW + ADDENDA, "utf-8")
    (corpus / "poster.pdf").write_bytes(b"%PDF-1.4")
    (corpus / "guide.txt").write_text("우물은 깊다. 두레박을 쓴다.\n", "utf-8")
    with Library.open(tmp_path / "library", create=True) as library:
        library.add([corpus / "well.md", corpus / "guide.txt"])
        retrievable = {chunk.provision_id or chunk.document_id for chunk in library.store.each_chunk()}
    done = cli("bench", "build", corpus, "--size", "4", "--out", tmp_path / "out")
    assert done.code == 0
    assert "pages have no provisions: poster" in done.err
    bench = read_bench(tmp_path / "out")
    assert {node for node in retrievable if bench.known.is_unknown(node)} == set()
    assert {"well/x100", "guide/s1", "poster"} <= set(bench.known.spelled)
    assert len(read_bench(tmp_path / "out" / "beir").questions) == len(bench.questions)


def test_a_model_of_no_known_form_is_an_error(cli: Any, corpus: Path, tmp_path: Path) -> None:
    done = cli("bench", "build", corpus, "--out", tmp_path / "out", "--model", "gpt")
    assert done.code == 1
    assert "no model of this name" in done.err
