from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pincite.testing import ScriptedModel

QUESTIONS = [
    {"qa_id": "b1", "question": "Who keeps the hive?", "answer": "The keeper keeps the hive.",
     "gt_references": ["beeact/a1"], "difficulty": "L1", "type": "actor"},
    {"qa_id": "b2", "question": "When is honey taken?", "answer": "Honey is taken within 10 days.",
     "gt_references": ["beeact/a2/p1"], "difficulty": "L2", "type": "deadline"},
]  # fmt: skip
CORPUS = [{"id": node} for node in ("beeact/a1", "beeact/a2", "beeact/a2/p1", "beeact/a2/p2")]
GOOD = [
    {"qa_id": "b1", "retrieved_node_ids": ["beeact/a1"], "answer": "The keeper keeps the hive.",
     "cited_node_ids": ["beeact/a1"]},
    {"qa_id": "b2", "retrieved_node_ids": ["beeact/a2"], "answer": "Honey is taken within 10 days.",
     "cited_node_ids": ["beeact/a2"]},
]  # fmt: skip


def lines(path: Path, rows: list[Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    folder = tmp_path / "bench"
    folder.mkdir()
    lines(folder / "questions.jsonl", QUESTIONS)
    lines(folder / "corpus.jsonl", CORPUS)
    return folder


@pytest.fixture
def good(tmp_path: Path) -> Path:
    return lines(tmp_path / "good.jsonl", GOOD)


def test_both_hit_rules_stand_side_by_side(cli: Any, bench: Path, good: Path) -> None:
    result = cli("bench", "score", "--bench", bench, "--predictions", good)
    assert result.code == 0, result.err
    assert "Retrieval, strict" in result.out
    assert "Retrieval, hierarchical" in result.out
    found = cli("bench", "score", "--bench", bench, "--predictions", good, "--json").json
    figures = found["systems"][0]["figures"]
    assert figures["R@10 strict"]["value"] == 1 / 2
    assert figures["R@10 hierarchical"]["value"] == 1.0
    assert figures["Claim F1"]["value"] == 1.0
    assert found["settings"]["claims"] == "words"


@pytest.mark.parametrize("rule", ["strict", "hierarchical"])
def test_one_hit_rule_alone(cli: Any, bench: Path, good: Path, rule: str) -> None:
    found = cli("bench", "score", "--bench", bench, "--predictions", good, "--hit-rule", rule, "--json").json
    assert {m["block"] for m in found["measures"] if m["block"].startswith("Retrieval")} == {f"Retrieval, {rule}"}


def test_articles_as_the_unit(cli: Any, bench: Path, good: Path) -> None:
    result = cli("bench", "score", "--bench", bench, "--predictions", good, "--match-unit", "article", "--json")
    assert result.json["systems"][0]["figures"]["R@10 article"]["value"] == 1.0


def test_several_systems_are_compared_with_the_first(cli: Any, bench: Path, good: Path, tmp_path: Path) -> None:
    other = lines(tmp_path / "other.jsonl", [{**row, "cited_node_ids": ["beeact/a2/p2"]} for row in GOOD])
    result = cli("bench", "score", "--bench", bench, "--predictions", good, other)
    assert result.code == 0, result.err
    assert "difference to good" in result.out
    named = cli("bench", "score", "--bench", bench, "--predictions", f"mine={good}", f"theirs={other}", "--json").json
    assert [system["name"] for system in named["systems"]] == ["mine", "theirs"]
    assert named["systems"][1]["figures"]["CF1 strict"]["difference"] == pytest.approx(-1 / 2)


def test_levels_and_types_have_tables(cli: Any, bench: Path, good: Path) -> None:
    out = cli("bench", "score", "--bench", bench, "--predictions", good).out
    assert "By level" in out
    assert "By type" in out


def test_an_error_ends_it_with_line_and_remedy(cli: Any, bench: Path, tmp_path: Path) -> None:
    result = cli("bench", "score", "--bench", bench, "--predictions", lines(tmp_path / "p.jsonl", [*GOOD, GOOD[0]]))
    assert result.code == 1
    assert "p.jsonl:3" in result.err
    assert "variant" in result.err
    assert "Traceback" not in result.err


@pytest.mark.parametrize(
    ("rows", "flags", "code"),
    [
        pytest.param(GOOD, ["--validate-only"], 0, id="sound"),
        pytest.param(GOOD, ["--validate-only", "--fail-on-warning"], 0, id="sound-and-strict"),
        pytest.param(GOOD[:1], ["--validate-only"], 0, id="warning"),
        pytest.param(GOOD[:1], ["--validate-only", "--fail-on-warning"], 4, id="warning-that-counts"),
        pytest.param(GOOD[:1], ["--fail-on-warning"], 4, id="warning-that-counts-when-scored"),
        pytest.param([GOOD[0], GOOD[0]], ["--validate-only"], 1, id="error"),
    ],
)
def test_exit_codes(cli: Any, bench: Path, tmp_path: Path, rows: list[Any], flags: list[str], code: int) -> None:
    file = lines(tmp_path / "p.jsonl", rows)
    assert cli("bench", "score", "--bench", bench, "--predictions", file, *flags).code == code


def test_a_check_in_json_has_all_findings(cli: Any, bench: Path, tmp_path: Path) -> None:
    file = lines(tmp_path / "p.jsonl", GOOD[:1])
    found = cli("bench", "score", "--bench", bench, "--predictions", file, "--validate-only", "--json").json
    assert found["counts"]["warning"] == 1
    assert found["findings"][0]["code"] == "missing_questions"


def test_trec_and_single_scores_are_written(cli: Any, bench: Path, good: Path, tmp_path: Path) -> None:
    result = cli(
        "bench", "score", "--bench", bench, "--predictions", good, "--trec", "trec", "--per-question", "scores.jsonl"
    )
    assert result.code == 0, result.err
    assert (tmp_path / "trec" / "good.run").read_text("utf-8").splitlines()[0] == "b1 Q0 beeact/a1 1 1.000000 good"
    assert (tmp_path / "trec" / "qrels.txt").read_text("utf-8").splitlines()[1] == "b2 0 beeact/a2/p1 1"
    rows = [json.loads(line) for line in (tmp_path / "scores.jsonl").read_text("utf-8").splitlines()]
    assert [row["qa_id"] for row in rows] == ["b1", "b2"]


def test_the_authors_definitions_are_marked(cli: Any, bench: Path, good: Path) -> None:
    result = cli("bench", "score", "--bench", bench, "--predictions", good, "--compatible")
    assert result.code == 0, result.err
    assert "RefWalk authors" in result.out


def test_a_model_judges_claims(cli: Any, bench: Path, good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = json.dumps({"labels": [{"claim": 1, "gold": 1, "label": "match"}]})
    one = json.dumps({"claims": ["One claim."]})
    scripted = ScriptedModel([one, one, full, one, one, full], host="judge.example")
    monkeypatch.setattr("pincite.generate.models.language_model", lambda name, settings, offline: scripted)
    result = cli("bench", "score", "--bench", bench, "--predictions", good, "--judge", "http://x#m", "--json")
    assert result.code == 0, result.err
    assert "judge.example" in result.err
    assert result.json["systems"][0]["figures"]["Claim F1"]["value"] == 1.0
    assert result.json["settings"]["claims"] == "scripted"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        pytest.param(["--bench", "bench"], 2, "--predictions", id="no-predictions"),
        pytest.param(["--bench", "nowhere", "--predictions", "p.jsonl"], 1, "nowhere", id="no-bench"),
        pytest.param(["--bench", "bench", "--predictions", "nowhere.jsonl"], 1, "nowhere", id="no-file"),
        pytest.param(["--bench", "bench", "--predictions", "x", "--hit-rule", "loose"], 2, "loose", id="unknown-rule"),
        pytest.param(["--bench", "bench", "--predictions", "good.jsonl", "--seed", "-1"], 2, "--seed", id="bad-seed"),
        pytest.param(["--bench", "good.jsonl", "--predictions", "good.jsonl"], 1, "Wanted gold", id="no-gold"),
        pytest.param(["--bench", "bench", "--predictions", "bench"], 1, "directory", id="a-folder-for-a-file"),
        pytest.param(["--bench", "bench", "--corpus", "good.jsonl", "--predictions", "x"], 1, "passages", id="no-ids"),
        pytest.param(["--bench", "bench", "--predictions", "good.jsonl", "--per-question", "bench"], 1, "folder bench",
                     id="a-folder-for-the-scores"),
        pytest.param(["--bench", "bench", "--predictions", "good.jsonl", "--trec", "good.jsonl"], 1, "exists",
                     id="a-file-for-the-runs"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said(
    cli: Any, bench: Path, good: Path, arguments: list[str], code: int, said: str
) -> None:
    result = cli("bench", "score", *arguments)
    assert result.code == code
    assert said in result.err
    assert "Traceback" not in result.err


def test_what_acts_on_a_terminal_and_what_no_file_holds_is_shown_safely(cli: Any, bench: Path, tmp_path: Path) -> None:
    rows = [{**row, "variant": "\x1b[2J\ud800", "cited_node_ids": ["\x1b[31m"]} for row in GOOD]
    file = lines(tmp_path / "odd.jsonl", rows)
    written = ("--trec", "t", "--per-question", "deep/q.jsonl")
    done = cli("bench", "score", "--bench", bench, "--predictions", file, *written)
    assert done.code == 0, done.err
    assert "\x1b" not in done.out + done.err
    assert (tmp_path / "deep" / "q.jsonl").is_file()
    assert not list(tmp_path.rglob("*.part"))


def test_predictions_are_not_judged_by_a_broken_benchmark(cli: Any, bench: Path, good: Path) -> None:
    lines(bench / "questions.jsonl", [QUESTIONS[0], {**QUESTIONS[1], "gt_references": 3}])
    done = cli("bench", "score", "--bench", bench, "--predictions", good)
    assert done.code == 1
    assert "questions.jsonl:2" in done.err
    assert "good.jsonl" not in done.err


DOCS = Path(__file__).resolve().parents[2] / "docs" / "bench-score.md"
_BLOCK = re.compile(r"<!-- (file|output)(?:: (.+?))? -->\n```\w+\n(.*?)\n```", re.DOTALL)


def test_the_worked_example_of_the_docs_comes_out_so(cli: Any, tmp_path: Path) -> None:
    if not DOCS.is_file():
        pytest.skip("needs the checkout's docs")
    blocks = _BLOCK.findall(DOCS.read_text("utf-8"))
    for _, name, text in (block for block in blocks if block[0] == "file"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text + "\n", "utf-8")
    outputs = [block for block in blocks if block[0] == "output"]
    assert len(outputs) == 2
    for _, flags, text in outputs:
        command = ["bench", "score", "--bench", "bees", "--predictions", "mine.jsonl", "theirs.jsonl", *flags.split()]
        shown = cli(*command).out
        for table in text.split("\n\n"):
            assert table in shown


def test_a_library_s_baselines_are_written_and_scored(cli: Any, tmp_path: Path) -> None:
    (tmp_path / "bees.txt").write_text("BEE RULES\n\n1. HIVES\n\nThe keeper moves a hive within 10 days.\n", "utf-8")
    assert cli("add", "bees.txt").code == 0
    lines(tmp_path / "b.jsonl", [{"qa_id": "b1", "question": "When is a hive moved?", "gt_references": ["bees"]}])
    made = cli("bench", "predict", "--bench", "b.jsonl", "--run", "bm25", "--out", "preds", "--json")
    assert made.code == 0, made.err
    assert made.json == {"written": {"bm25": "preds/bm25.jsonl"}}
    figures = cli("bench", "score", "--bench", "b.jsonl", "--predictions", "preds/bm25.jsonl", "--json").json
    assert figures["systems"][0]["figures"]["R@5 hierarchical"]["value"] == 1.0


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        pytest.param(["--out", "o"], 2, "--cases", id="nothing-named"),
        pytest.param(["--out", "o", "--cases", "nowhere.jsonl"], 1, "nowhere", id="no-cases"),
        pytest.param(["--out", "o", "--bench", "b.jsonl", "--run", "bm26"], 1, "bm25", id="unknown-baseline"),
    ],
)
def test_what_cannot_be_predicted_is_said(cli: Any, arguments: list[str], code: int, said: str) -> None:
    result = cli("bench", "predict", *arguments)
    assert result.code == code
    assert said in result.err
