"""What the adapters of outside systems share: passages, questions without gold, options, and a file that goes on."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

SYSTEMS = Path(__file__).parents[2] / "benchmarks" / "systems"
CORPUS = [
    {
        "id": "act/a1",
        "document_title": "Bee Act",
        "label": "Article 1",
        "title": "Hives",
        "parent": None,
        "text": "A B",
    },
    {"id": "act/a1/p1", "document_title": "Bee Act", "label": "Article 1(1)", "parent": "act/a1", "text": "A"},
    {"id": "act/a2", "document_title": "Bee Act", "label": "Article 2", "parent": None, "text": " "},
]
QUESTIONS = [{"qa_id": f"q{n}", "question": f"Who keeps hive {n}?", "gt_references": ["act/a1"]} for n in (1, 2)]


@pytest.fixture(scope="module")
def files() -> ModuleType:
    path = SYSTEMS / "bench_files.py"
    if not path.is_file():
        pytest.skip("the adapters are not there")
    spec = importlib.util.spec_from_file_location("bench_files", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["bench_files"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    _lines(tmp_path / "corpus.jsonl", CORPUS)
    _lines(tmp_path / "questions.jsonl", QUESTIONS)
    return tmp_path


def _lines(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def test_passages_are_the_corpus_without_what_says_nothing(files: ModuleType, bench: Path) -> None:
    whole = files.passages(bench, leaves=False)
    assert [(p.node_id, p.title) for p in whole] == [
        ("act/a1", "Bee Act Article 1 Hives"),
        ("act/a1/p1", "Bee Act Article 1(1)"),
    ]
    assert [p.node_id for p in files.passages(bench, leaves=True)] == ["act/a1/p1"]


def test_passages_of_a_library_stand_in_place_of_the_corpus(files: ModuleType, bench: Path) -> None:
    given = bench / "given.jsonl"
    _lines(given, [{"node_id": "act/a1", "title": "Bee Act\nHives", "text": text} for text in "AB"])
    assert files.passages(bench, False, given) == [("act/a1", "Bee Act\nHives", "A"), ("act/a1", "Bee Act\nHives", "B")]


def test_questions_carry_no_gold(files: ModuleType, bench: Path) -> None:
    assert files.questions(bench, 1) == [("q1", "Who keeps hive 1?")]


def test_a_run_goes_on_and_asks_again_what_failed(files: ModuleType, bench: Path) -> None:
    out, asked = bench / "out" / "mine.jsonl", files.questions(bench, None)

    def failing(question: str) -> dict[str, Any]:
        if "2" in question:
            raise TimeoutError("no server")
        return {"answer": "The keeper.", "retrieved_node_ids": ["act/a1"]}

    files.predict(out, asked, "mine", failing)
    assert [json.loads(line)["status"] for line in out.read_text("utf-8").splitlines()] == ["answered", "error"]
    out.write_text(out.read_text("utf-8") + '{"qa_id": "q', "utf-8")  # stopped while it wrote
    seen: list[str] = []
    files.predict(out, asked, "mine", lambda question: seen.append(question) or {"answer": "The other."})
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert seen == ["Who keeps hive 2?"]
    assert [(row["qa_id"], row["answer"]) for row in rows] == [("q1", "The keeper."), ("q2", "The other.")]


OPTIONS = [
    ("", "--server and --model"),
    ("--server http://localhost/v1", "--server and --model"),
    ("--retrieve-only --embedder e5", "--embed-server"),
]


@pytest.mark.parametrize(("given", "message"), OPTIONS, ids=["nothing", "no-model", "no-embed-server"])
def test_options_that_do_not_fit_say_what_is_wanted(
    files: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], given: str, message: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["adapter", "--bench", "b", "--out", "o", *given.split()])
    with pytest.raises(SystemExit):
        files.chosen_of(files.retrieving(files.options("a system")))
    assert message in capsys.readouterr().err


def test_ranking_needs_no_model_and_names_stand_for_others(files: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    given = "--retrieve-only --server http://localhost/v1 --embedder e5"
    monkeypatch.setattr(sys, "argv", ["adapter", "--bench", "b", "--out", "o", *given.split()])
    chosen = files.chosen_of(files.retrieving(files.options("a system")))
    assert (chosen.embed_server, chosen.query_embedder) == ("http://localhost/v1", "e5")
