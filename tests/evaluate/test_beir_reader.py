from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import InputError
from pincite.evaluate.benchmark import HitRule, Label
from pincite.evaluate.benchmarks import load
from pincite.evaluate.benchmarks.beir import Corpus

CORPUS = [
    {"_id": "d1", "title": "Gates", "text": "Gates shut at dusk."},
    {"_id": "d/2", "title": "", "text": "# Boats *moor* at dawn."},
    {"_id": "d3", "text": ""},
]
QUERIES = [
    {"_id": "q1", "text": "when do gates shut"},
    {"_id": "q2", "text": "who moors"},
    {"_id": "q3", "text": "why"},
]
QRELS = "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td/2\t1\nq2\td1\t0\nq3\td3\t-1\nq9\td1\t1\n"


def write(folder: Path, **changes: Any) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, changes.get("corpus", CORPUS))) + "\n", "utf-8")
    (folder / "queries.jsonl").write_text("\n".join(map(json.dumps, changes.get("queries", QUERIES))) + "\n", "utf-8")
    (folder / "qrels").mkdir(exist_ok=True)
    for name, text in changes.get("qrels", {"test": QRELS}).items():
        (folder / "qrels" / f"{name}.tsv").write_text(text, "utf-8")
    return folder


def test_grades_above_zero_are_gold_and_queries_without_are_left_out(tmp_path: Path) -> None:
    benchmark = load("beir", write(tmp_path))
    (found,) = benchmark.questions
    assert (found.id, found.label, found.scope) == ("q1", Label.ANSWERABLE, ())
    ids = [document.id for document in benchmark.documents]
    assert [(gold.unit, gold.grade) for gold in found.gold] == [(ids[0], 2.0), (ids[1], 1.0)]
    assert benchmark.hit is HitRule.DOCUMENT
    assert any("1 judged queries are not in" in remark for remark in benchmark.remarks)


def test_documents_are_their_title_as_heading_and_their_text(tmp_path: Path) -> None:
    gates, boats, empty = load("beir", write(tmp_path)).documents
    assert (gates.id, gates.text, gates.suffix) == ("d1", "# Gates\n\nGates shut at dusk.", ".md")
    assert boats.text == r"\# Boats \*moor\* at dawn."
    assert "/" not in boats.id
    assert empty.text == ""


def test_corpus_reads_the_file_at_each_pass(tmp_path: Path) -> None:
    rows = [{"_id": f"d{n}", "text": f"Boat number {n} — 한글."} for n in range(20)]
    path = write(tmp_path, corpus=rows) / "corpus.jsonl"
    path.write_text("\ufeff" + path.read_text("utf-8").replace("\n", "\n\n"), "utf-8")
    corpus = Corpus(path)
    assert len(corpus) == 20
    assert list(corpus) == list(corpus) == [corpus[n] for n in range(20)]
    assert corpus[-1].id == "d19"
    assert [d.id for d in corpus[2:4]] == ["d2", "d3"]
    with pytest.raises(IndexError):
        corpus[20]


@pytest.mark.parametrize(
    ("name", "qrels", "judged"),
    [
        pytest.param("beir:boats", {"train": "q2\td1\t1", "test": QRELS}, ["q1"], id="test-first"),
        pytest.param("beir:boats/train", {"train": "q2\td1\t1", "test": QRELS}, ["q2"], id="named"),
        pytest.param("beir:boats", {"mine": "q3\td1\t1"}, ["q3"], id="the-only-one"),
        pytest.param("beir:boats", {"test": "q3 0 d1 1".replace(" ", "\t")}, ["q3"], id="trec-columns"),
    ],
)
def test_judgements_are_chosen(tmp_path: Path, name: str, qrels: dict[str, str], judged: list[str]) -> None:
    write(tmp_path / "boats", qrels=qrels)
    assert [q.id for q in load(name, tmp_path).questions] == judged


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        pytest.param({"corpus": [*CORPUS, CORPUS[0]]}, r"line 4 of .*corpus\.jsonl", id="document-twice"),
        pytest.param({"corpus": [{"_id": 3, "text": "x"}]}, r"line 1 of .*corpus\.jsonl", id="id-no-text"),
        pytest.param({"corpus": [{"_id": "a", "text": "x", "title": 3}]}, r"line 1 of .*corpus", id="title-no-text"),
        pytest.param({"queries": [{"_id": "q1"}]}, r"line 1 of .*queries\.jsonl", id="query-without-text"),
        pytest.param({"qrels": {"test": "q1\td1\n"}}, r"line 1 of .*test\.tsv", id="two-columns"),
        pytest.param({"qrels": {"test": "q1\td1\tnan\n"}}, r"line 1 of .*test\.tsv", id="grade-not-a-number"),
        pytest.param({"qrels": {"a": QRELS, "b": QRELS}}, "a, b", id="which-judgements"),
        pytest.param({"qrels": {}}, "found none", id="no-judgements"),
    ],
)
def test_bad_folder_is_named(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        load("beir", write(tmp_path, **changes))
