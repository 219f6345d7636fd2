from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pincite.evaluate.run.careless_model import CarelessModel
from pincite.evaluate.run.library import Models
from pincite.testing import HashEmbedder, OverlapReranker

DOCUMENTS = {
    "ferry": "The ferry leaves at 7 a.m. and carries 40 passengers.",
    "mill": "The miller grinds 30 sacks of flour a day.",
    "bees": "A hive gives 12 jars of honey a year.",
}
QUERIES = {"q1": "How many passengers does the ferry carry?", "q2": "How many jars does a hive give?"}
RELEVANT = {"q1": "ferry", "q2": "bees"}


@pytest.fixture(autouse=True)
def _doubles(monkeypatch: pytest.MonkeyPatch) -> None:
    """No weights in these tests."""
    models = Models(lambda name, language: HashEmbedder(), OverlapReranker, lambda name, settings: CarelessModel())
    for place in ("run.library", "results.report_measures"):
        monkeypatch.setattr(f"pincite.evaluate.{place}.installed_models", lambda: models)


@pytest.fixture
def beir(tmp_path: Path) -> Path:
    """A data folder with a tiny BEIR set of ours, `pond`."""
    folder = tmp_path / "data" / "pond"
    (folder / "qrels").mkdir(parents=True)
    corpus = [json.dumps({"_id": id_, "title": "", "text": text}) for id_, text in DOCUMENTS.items()]
    queries = [json.dumps({"_id": id_, "text": text}) for id_, text in QUERIES.items()]
    (folder / "corpus.jsonl").write_text("\n".join(corpus) + "\n", "utf-8")
    (folder / "queries.jsonl").write_text("\n".join(queries) + "\n", "utf-8")
    rows = ["query-id\tcorpus-id\tscore", *(f"{query}\t{document}\t1" for query, document in RELEVANT.items())]
    (folder / "qrels" / "test.tsv").write_text("\n".join(rows) + "\n", "utf-8")
    return folder.parent


def run(cli: Any, beir: Path, *more: str | Path) -> Any:
    return cli("eval", "run", "beir:pond", "--data", beir, "--out", "out", *more)


def test_a_run_prints_its_figures_and_writes_its_report(cli: Any, beir: Path, tmp_path: Path) -> None:
    result = run(cli, beir)
    assert result.code == 0, result.err
    assert "Retrieval Accuracy" in result.out
    assert "2 of 2" in result.out
    assert "base: 2 of 2" in result.err
    assert json.loads((tmp_path / "out" / "report.json").read_text("utf-8"))["command"][0] == "pincite"
    assert (tmp_path / "pincite-eval-work" / "libraries").is_dir()


def test_json_is_the_report(cli: Any, beir: Path, tmp_path: Path) -> None:
    result = run(cli, beir, "--json", "--ablate", "weights-0.35")
    assert result.code == 0
    assert result.json == json.loads((tmp_path / "out" / "report.json").read_text("utf-8"))
    assert [r["name"] for r in result.json["runs"]] == ["base", "weights-0.35"]


def test_the_same_command_goes_on_and_another_needs_fresh(cli: Any, beir: Path) -> None:
    assert run(cli, beir).code == 0
    again = run(cli, beir)
    assert again.code == 0
    assert "2 of them kept" in again.err
    other = run(cli, beir, "--gate", "paper")
    assert other.code == 1
    assert "--fresh" in other.err
    assert "Traceback" not in other.err
    assert run(cli, beir, "--gate", "paper", "--fresh").code == 0


def test_ctrl_c_leaves_what_is_done(cli: Any, beir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pincite.evaluate.run import ask as module

    kept = module._Asking._row

    def stop_at_second(self: Any, question: Any) -> Any:
        if question.id == "q2":
            raise KeyboardInterrupt
        return kept(self, question)

    monkeypatch.setattr(module._Asking, "_row", stop_at_second)
    stopped = run(cli, beir)
    assert (stopped.code, "the same command goes on" in stopped.err) == (130, True)
    monkeypatch.setattr(module._Asking, "_row", kept)
    result = run(cli, beir)
    assert (result.code, "1 of them kept" in result.err) == (0, True)


def test_the_careless_model_writes_when_asked(cli: Any, beir: Path) -> None:
    result = run(cli, beir, "--model", "careless", "--json")
    assert result.code == 0, result.err
    assert result.json["runs"][0]["configuration"]["model"].startswith("careless/")
    assert result.json["runs"][0]["seeded_faults"]


def test_reports_are_compared(cli: Any, beir: Path) -> None:
    run(cli, beir)
    cli("eval", "run", "beir:pond", "--data", beir, "--out", "other", "--gate", "paper")
    result = cli("eval", "compare", "out", "other")
    assert result.code == 0, result.err
    assert "gate: standard in A, paper in B" in result.out
    assert cli("eval", "compare", "out", "other", "--json").json["questions"] == 2


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        pytest.param(["eval", "run", "beir:pond", "--data", "data"], 2, "--out", id="no-out"),
        pytest.param(["eval", "run", "beir:pond", "--out", "o"], 1, "--data", id="no-data"),
        pytest.param(["eval", "run", "hausing", "--out", "o", "--data", "data"], 1, "housing", id="unknown-benchmark"),
        pytest.param(
            ["eval", "run", "beir:pond", "--out", "o", "--data", "data", "--ablate", "wieghts"], 1, "weights",
            id="unknown-run",
        ),
        pytest.param(
            ["eval", "run", "beir:pond", "--out", "o", "--data", "data", "--gate", "off"], 2, "'off'", id="gate-off"
        ),
        pytest.param(
            ["eval", "run", "beir:pond", "--out", "o", "--data", "data", "--document", "x"], 1, "'x'", id="document"
        ),
        pytest.param(["eval", "run", "beir:pond", "--out", "o", "--subset", "0"], 2, "--subset", id="empty-subset"),
        pytest.param(["eval", "compare", "a", "b"], 1, "cannot be read", id="no-reports"),
        pytest.param(["ask", "How many?", "--gate", "off"], 2, "'off'", id="ask-has-no-gate-off"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said(cli: Any, beir: Path, arguments: list[str], code: int, said: str) -> None:
    result = cli(*arguments)
    assert result.code == code
    assert said in result.err
    assert "Traceback" not in result.err


def test_pages_are_written_with_the_report_and_anew(cli: Any, beir: Path, tmp_path: Path) -> None:
    assert "report.html" in run(cli, beir).err
    (tmp_path / "out" / "report.md").unlink()
    result = cli("eval", "report", "out")
    assert result.code == 0, result.err
    assert (tmp_path / "out" / "report.md").is_file()
    assert "report.md" in result.out


@pytest.mark.parametrize("command", ["run", "compare", "report", "list", "calibrate"])
def test_help_of_each_command_is_there(cli: Any, command: str) -> None:
    result = cli("eval", command, "--help")
    assert result.code == 0
    assert "--json" in result.out
    assert "..." not in cli("eval", "--help").out.split("Commands:")[1]


def test_the_list_has_benchmarks_runs_and_groups(cli: Any) -> None:
    result = cli("eval", "list")
    assert result.code == 0
    assert all(name in result.out for name in ("housing", "cuad-400", "weights-0.80", "trust"))
    assert "weights" in cli("eval", "list", "--json").json["runs"]


def test_a_paper_s_figures_stand_beside_ours(cli: Any, beir: Path, tmp_path: Path) -> None:
    (tmp_path / "paper.json").write_text('{"base": {"Retrieval Accuracy": 0.9}}', "utf-8")
    result = run(cli, beir, "--paper-figures", "paper.json")
    assert result.code == 0
    assert "PAPER" in result.out
    assert "0.9" in result.out
