"""The readers of the HIPAA peer set and of the Korean law questions."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import InputError
from pincite.evaluate.benchmark import HitRule
from pincite.evaluate.benchmarks.hipaa_peer import read_hipaa_peer
from pincite.evaluate.benchmarks.korean_law import CROSSES, read_korean_law
from pincite.evaluate.benchmarks.registry import load
from pincite.evaluate.run.library import library_name
from pincite.evaluate.run.materialise import materialise
from pincite.library import Library
from pincite.settings import Settings
from pincite.store.library import SqliteStore
from pincite.types.law import Declared


def lines(path: Path, *rows: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows), "utf-8")


RULE = {"node_id": "rules/sent_1-ab", "text": "Keep *all* <logs> | for 9 days", "article_title": "§ 7 — logs"}
ASKED = {
    "qa_id": "q1", "question": "How long?", "answer": "9 days", "gt_references": ["rules/sent_1-ab"],
    "difficulty": "L1", "conditional": True,
}  # fmt: skip


def peer(folder: Path, rules: list[Any], questions: list[Any]) -> Path:
    lines(folder / "peer_articles.jsonl", *rules)
    lines(folder / "peer_bench.jsonl", *questions)
    return folder


def test_each_rule_is_a_document_under_its_title(tmp_path: Path) -> None:
    found = read_hipaa_peer(peer(tmp_path / "data", [RULE], [ASKED]))
    (document,), (question,) = found.documents, found.questions
    assert found.hit is HitRule.DOCUMENT
    assert question.gold[0].document_id == document.id
    assert (question.traits, question.category) == ({"conditional": "yes", "section": "§ 7"}, "L1")
    with materialise(found, tmp_path / "made", open_library=wordless) as library:
        (info,) = library.documents()
        assert info.title == "§ 7 — logs"
        text = library.document(document.id).text
        assert text.splitlines()[-3:] == ["", "- Keep *all* <logs>", "- for 9 days"]
        assert info.chunk_count == 1


@pytest.mark.parametrize(
    ("rules", "questions", "message"),
    [
        pytest.param([RULE, RULE], [ASKED], "line 2", id="rule-twice"),
        pytest.param([{**RULE, "text": 3}], [ASKED], "a rule in line 1", id="no-text"),
        pytest.param([{"text": "x"}], [ASKED], "a rule in line 1", id="no-id"),
        pytest.param(
            [RULE], [{**ASKED, "gt_references": ["rules/other"]}], "rules of peer_articles", id="no-such-rule"
        ),
        pytest.param([RULE], [{**ASKED, "gt_references": "x"}], "a question in line 1", id="gold-no-list"),
        pytest.param([RULE], [[1]], "line 1", id="no-object"),
    ],
)
def test_bad_peer_lines_are_told(tmp_path: Path, rules: list[Any], questions: list[Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_hipaa_peer(peer(tmp_path, rules, questions))


def row(id_: str, part: str, *acts: str, **more: Any) -> dict[str, Any]:
    return {
        "qa_id": id_, "question": "얼마인가요?", "answer": "삼천 냥", "gold": ["act/a2/p1", "decree/a1"], "level": "L4",
        "hops": 1, "cross_document": True, "conditional": False, "type": "limit", "part": part, "acts": list(acts),
    } | more  # fmt: skip


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "data" / "regops_ko" / "documents"
    folder.mkdir(parents=True)
    for name, title in (("act", "나룻배법"), ("decree", "나룻배법 시행령"), ("guide", "뱃삯 안내")):
        (folder / f"{name}.md").write_text(f"# {title}\n\n##### 제1조 (목적)\n\n뱃삯을 정한다.\n", "utf-8")
    return folder


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    file = tmp_path / "questions.jsonl"
    mixed = row("k3", "report", "bridges", "ferries")
    lines(file, row("k1", "tune", "ferries"), row("k2", "report", "bridges", level="L1"), mixed)
    return file


def test_parts_levels_and_crossings_are_traits(texts: Path, questions: Path) -> None:
    found = load(f"korean-law:{questions}", texts.parents[1])
    assert [(q.category, q.traits["part"], q.traits["levels"], q.traits[CROSSES]) for q in found.questions] == [
        ("L4", "tune", "L3, L4", "no"),
        ("L1", "report", "L1, L2", "no"),
        ("L4", "report", "L3, L4", "yes"),
    ]
    assert [(g.document_id, g.unit) for g in found.questions[0].gold] == [("act", "act/a2/p1"), ("decree", "decree/a1")]
    assert found.corpus_file == ""


def test_what_the_corpus_file_says_reaches_the_library(tmp_path: Path, texts: Path, questions: Path) -> None:
    declared = '[documents."guide.md"]\nfamily = "나룻배법"\nlevel = "manual"\n'
    questions.with_name("regops_ko.toml").write_text(declared, "utf-8")
    found = read_korean_law(texts, str(questions))
    assert found.corpus_file == declared
    with materialise(found, tmp_path / "made", open_library=wordless) as library:
        stamps = library.store.law_stamps()
        assert stamps["guide"].declared == Declared(family="나룻배법", level="manual")
        assert {document.path for document in library.documents()} == {
            str((tmp_path / "made" / "documents" / f"{name}.md").resolve()) for name in ("act", "decree", "guide")
        }
    assert not (texts / "corpus.toml").exists()


def test_a_part_is_of_the_same_library(texts: Path, questions: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (texts.parents[1] / "benchmarks").mkdir()
    questions.rename(texts.parents[1] / "benchmarks" / "korean_law_questions.jsonl")
    monkeypatch.setattr("pincite.evaluate.benchmarks.korean_law._CHECKOUT", texts.parents[1])
    whole, part = read_korean_law(texts), read_korean_law(texts, "report")
    assert [q.id for q in part.questions] == ["k2", "k3"]
    assert part.questions[1].traits[CROSSES] == "yes"
    sizes = Settings().chunk
    assert library_name(whole, sizes, "") == library_name(part, sizes, "")


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        pytest.param({"gold": ["other/a1"]}, "other/a1", id="document-not-there"),
        pytest.param({"gold": "act/a1"}, "a question in line 1", id="gold-no-list"),
        pytest.param({"level": None}, "a question in line 1", id="no-level"),
    ],
)
def test_bad_questions_are_told(tmp_path: Path, texts: Path, bad: dict[str, Any], message: str) -> None:
    file = tmp_path / "bad.jsonl"
    lines(file, row("k1", "tune", "ferries", **bad))
    with pytest.raises(InputError, match=message):
        read_korean_law(texts, str(file))


def test_questions_that_are_not_there_are_asked_for_by_name(texts: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.jsonl") as raised:
        read_korean_law(texts, "nowhere.jsonl")
    assert "korean-law:" in raised.value.hint


def test_the_real_sets(data_dir: Path) -> None:
    rules, law = load("hipaa-peer", data_dir), load("korean-law", data_dir)
    assert (len(rules.documents), len(rules.questions)) == (114, 100)
    assert all(len(question.gold) == 1 for question in rules.questions)
    assert Counter(question.traits["part"] for question in law.questions) == {"report": 47, "tune": 36}
    assert sum(question.traits[CROSSES] == "yes" for question in law.questions) == 6
    assert sum(len(question.gold) for question in law.questions) == 224
    assert law.corpus_file


def wordless(folder: Path, settings: Settings) -> Library:
    from pincite.errors import MissingExtra

    def missing(*asked: str) -> None:
        raise MissingExtra("There is no model in this test.")

    return Library(SqliteStore.open(folder, create=True), settings, embedder_for=missing, reranker=missing)  # type: ignore[arg-type]
