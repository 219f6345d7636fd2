"""Small cases with values worked out by hand: one question, one prediction, one figure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import log2
from pathlib import Path
from typing import Any

import pytest

from pincite.evaluate.measures.provisions import Cover
from pincite.evaluate.regops.predictions.read import read_predictions
from pincite.evaluate.regops.score.bench import read_bench
from pincite.evaluate.regops.score.compatible import CompatibleRules
from pincite.evaluate.regops.score.measures import Rules
from pincite.evaluate.regops.score.systems import ScoreOptions, score

# A fictional act with all its levels, one of articles alone, and rules without levels.
CORPUS = (
    "beeact/a1", "beeact/a5", "beeact/a5/p1", "beeact/a5/p1/i1", "beeact/a5/p1/i2", "beeact/a5/p2", "beeact/a5-2",
    "beeact/a5-2/p1", "beeact/a50", "beedecree/a5", "beedecree/a7", "rules/r_1", "rules/r_12",
)  # fmt: skip


def figure(
    tmp_path: Path,
    gold: list[str],
    row: Mapping[str, Any],
    name: str,
    options: ScoreOptions | None = None,
    corpus: tuple[str, ...] | None = CORPUS,
) -> float | None:
    """One measure of one prediction, by way of the files."""
    folder = tmp_path / "bench"
    folder.mkdir(exist_ok=True)
    bench = {"qa_id": "q1", "question": "Who keeps the hive?", "answer": "", "gt_references": gold, "difficulty": "L1"}
    (folder / "questions.jsonl").write_text(json.dumps(bench) + "\n", "utf-8")
    if corpus:
        lines = (
            json.dumps({"id": node, "document_title": TITLES.get(node.partition("/")[0], "양봉법")}) for node in corpus
        )
        (folder / "corpus.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    file = tmp_path / "one.jsonl"
    file.write_text(json.dumps({"qa_id": "q1", **row}) + "\n", "utf-8")
    read = read_bench(folder)
    systems, _ = read_predictions([("", file)], read)
    return score(read, systems, options or ScoreOptions()).overall["one"][name].value


TITLES = {"beeact": "양봉법", "beedecree": "양봉법 시행령", "rules": "Rules"}


def found(*ids: str) -> dict[str, Any]:
    return {"retrieved_node_ids": list(ids)}


def cites(*ids: str, **more: Any) -> dict[str, Any]:
    return {"answer": "It is kept.", "retrieved_node_ids": ["beeact/a5"], "cited_node_ids": list(ids)} | more


OTHERS = ("beeact/a1", "beeact/a50", "beedecree/a7", "rules/r_1")

RETRIEVAL = [
    ("exact", ["beeact/a5"], found("beeact/a5"), "R@5 strict", 1.0),
    ("article-for-a-clause-strict", ["beeact/a5/p1"], found("beeact/a5"), "R@10 strict", 0.0),
    ("article-for-a-clause-hier", ["beeact/a5/p1"], found("beeact/a5"), "R@10 hierarchical", 1.0),
    ("clause-for-an-article-hier", ["beeact/a5"], found("beeact/a5/p1/i1"), "R@10 hierarchical", 1.0),
    ("sibling-is-no-hit", ["beeact/a5/p1"], found("beeact/a5/p2"), "R@10 hierarchical", 0.0),
    ("branch-article-is-another", ["beeact/a5"], found("beeact/a5-2"), "R@10 hierarchical", 0.0),
    ("branch-article-by-article", ["beeact/a5"], found("beeact/a5-2/p1"), "R@10 article", 0.0),
    ("longer-number-is-another", ["beeact/a5"], found("beeact/a50"), "R@10 hierarchical", 0.0),
    ("half-of-the-gold", ["beeact/a5", "beedecree/a5"], found("beeact/a5"), "R@10 strict", 1 / 2),
    ("half-is-not-full", ["beeact/a5", "beedecree/a5"], found("beeact/a5"), "FullCov@10 strict", 0.0),
    ("one-article-covers-both", ["beeact/a5/p1", "beeact/a5/p2"], found("beeact/a5"), "FullCov@10 hierarchical", 1.0),
    ("sixth-is-not-in-five", ["beedecree/a5"], found(*OTHERS, "beeact/a5-2", "beedecree/a5"), "R@5 strict", 0.0),
    ("sixth-is-in-ten", ["beedecree/a5"], found(*OTHERS, "beeact/a5-2", "beedecree/a5"), "R@10 strict", 1.0),
    ("repeats-are-closed-up", ["beedecree/a5"], found(*["beeact/a1"] * 9, "beedecree/a5"), "R@5 strict", 1.0),
    ("repeats-in-ndcg", ["beedecree/a5"], found("beeact/a1", "beeact/a1", "beedecree/a5"),
     "nDCG@10 strict", 1 / log2(3)),
    ("ndcg-second-place", ["beeact/a5"], found("beeact/a1", "beeact/a5"), "nDCG@10 strict", 1 / log2(3)),
    ("ndcg-two-of-two", ["beeact/a5", "beedecree/a5"], found("beeact/a5", "beeact/a1", "beedecree/a5"),
     "nDCG@10 strict", (1 + 1 / log2(4)) / (1 + 1 / log2(3))),
    ("ndcg-gold-counts-once", ["beeact/a5"], found("beeact/a5", "beeact/a5/p1", "beeact/a5/p2"),
     "nDCG@10 hierarchical", 1.0),
    ("ndcg-late-parts-add-nothing", ["beeact/a5"], found("beeact/a1", "beeact/a5/p1", "beeact/a5/p2"),
     "nDCG@10 hierarchical", 1 / log2(3)),
    ("ndcg-one-unit-two-gold", ["beeact/a5/p1", "beeact/a5/p2"], found("beeact/a5"), "nDCG@10 hierarchical", 1.0),
    ("gold-twice-counts-once", ["beeact/a5", "beeact/a5"], found("beeact/a5"), "R@10 strict", 1.0),
    ("empty-gold-has-no-score", [], found("beeact/a5"), "R@10 strict", None),
    ("nothing-retrieved", ["beeact/a5"], found(), "R@10 strict", 0.0),
    ("article-unit-counts-articles-once", ["beeact/a5/p1", "beeact/a5/p2", "beedecree/a5"], found("beeact/a5/p1"),
     "R@10 article", 1 / 2),
    ("paths-of-others-strict", ["rules/r_1"], found("rules/r_12"), "R@10 hierarchical", 0.0),
    ("same-number-in-another-document", ["beeact/a5"], found("beedecree/a5"), "R@10 hierarchical", 0.0),
    ("same-number-in-another-document-by-article", ["beeact/a5"], found("beedecree/a5"), "R@10 article", 0.0),
    ("article-then-its-paragraph-strict", ["beeact/a5/p1"], found("beeact/a5", "beeact/a5/p1"),
     "nDCG@10 strict", 1 / log2(3)),
    ("article-then-its-paragraph-hier", ["beeact/a5/p1"], found("beeact/a5", "beeact/a5/p1"),
     "nDCG@10 hierarchical", 1.0),
    ("gold-within-gold-strict", ["beeact/a5", "beeact/a5/p1"], found("beeact/a5"), "R@10 strict", 1 / 2),
    ("gold-within-gold-hier", ["beeact/a5", "beeact/a5/p1"], found("beeact/a5/p1"), "R@10 hierarchical", 1.0),
    ("gold-within-gold-by-article", ["beeact/a5", "beeact/a5/p1", "beedecree/a5"], found("beeact/a5"),
     "R@10 article", 1 / 2),
    ("ndcg-half-found", ["beeact/a5", "beedecree/a5"], found("beeact/a5"), "nDCG@10 strict", 1 / (1 + 1 / log2(3))),
    ("ndcg-nothing-found", ["beeact/a5"], found("beeact/a1"), "nDCG@10 strict", 0.0),
    ("unknown-ids-keep-their-ranks", ["beeact/a5"], found(*"uvwxy", "beeact/a5"), "R@5 strict", 0.0),
    ("over-deep-retrieved-strict", ["beedecree/a5"], found("beedecree/a5/p3"), "R@10 strict", 0.0),
    ("over-deep-retrieved-hier", ["beedecree/a5"], found("beedecree/a5/p3"), "R@10 hierarchical", 1.0),
    ("over-deep-gold", ["beedecree/a5/p1"], found("beedecree/a5"), "R@10 hierarchical", 1.0),
    ("eleventh-of-eleven-gold", [f"beeact/a5/p{n}" for n in range(1, 12)],
     found(*(f"beeact/a5/p{n}" for n in range(1, 12))), "R@10 strict", 10 / 11),
    ("eleven-gold-are-never-full-in-ten", [f"beeact/a5/p{n}" for n in range(1, 12)],
     found(*(f"beeact/a5/p{n}" for n in range(1, 12))), "FullCov@10 strict", 0.0),
    ("eleven-gold-have-an-ideal-of-ten", [f"beeact/a5/p{n}" for n in range(1, 12)],
     found(*(f"beeact/a5/p{n}" for n in range(1, 12))), "nDCG@10 strict", 1.0),
    ("branch-in-the-authors-form", ["beeact/a5-2/p1"], found("양봉법_제5조의2_제1항"), "R@10 strict", 1.0),
    ("branch-in-print", ["beeact/a5-2/p1"], found("「양봉법」 제5조의2제1항"), "R@10 strict", 1.0),
    ("branch-in-print-is-not-its-article", ["beeact/a5"], found("「양봉법」 제5조의2"), "R@10 hierarchical", 0.0),
    ("two-spellings-are-one-rank", ["beeact/a1"], found("beeact/a5", "양봉법_제5조", "beeact/a1"),
     "nDCG@10 strict", 1 / log2(3)),
    ("contexts-as-objects", ["beeact/a5"], {"contexts": [{"text": "x", "node_id": "beeact/a1"},
                                                         {"text": "y", "metadata": {"node_id": "beeact/a5"}}]},
     "nDCG@10 strict", 1 / log2(3)),
    ("equal-scores-keep-the-list-s-order", ["beeact/a5"],
     {"contexts": [{"id": "beeact/a50", "score": 0.5}, {"id": "beeact/a5", "score": 0.5}]},
     "nDCG@10 strict", 1 / log2(3)),
    ("equal-scores-without-order-go-by-id", ["beeact/a5"],
     {"retrieved": {"beeact/a50": 0.5, "beeact/a5": 0.5, "beeact/a1": 0.7}}, "nDCG@10 strict", 1 / log2(3)),
    ("pairs-with-scores", ["beeact/a5"], {"contexts": [["beeact/a1", 0.9], ["beeact/a5", 0.8]]},
     "nDCG@10 strict", 1 / log2(3)),
    ("empty-contexts", ["beeact/a5"], {"contexts": [], "answer": "Kept."}, "R@10 hierarchical", 0.0),
    ("contexts-of-nothing", ["beeact/a5"], {"contexts": ["", {}], "answer": "Kept."}, "R@10 hierarchical", 0.0),
    ("list-as-its-json", ["beeact/a5"], {"contexts": '["beeact/a1", "beeact/a5"]'}, "nDCG@10 strict", 1 / log2(3)),
    ("list-as-python-prints-it", ["beeact/a5"], {"contexts": "['beeact/a1', 'beeact/a5']"},
     "nDCG@10 strict", 1 / log2(3)),
    ("list-as-one-text", ["beeact/a5"], {"contexts": "beeact/a1; beeact/a5"}, "nDCG@10 strict", 1 / log2(3)),
]  # fmt: skip


@pytest.mark.parametrize(("gold", "row", "name", "expected"), [pytest.param(*r[1:], id=r[0]) for r in RETRIEVAL])
def test_retrieval(tmp_path: Path, gold: list[str], row: dict[str, Any], name: str, expected: float | None) -> None:
    covers = (Cover.ARTICLE,) if name.endswith("article") else (Cover.STRICT, Cover.HIERARCHICAL)
    assert figure(tmp_path, gold, row, name, ScoreOptions(Rules(covers))) == pytest.approx(expected)


CITATIONS = [
    ("right", ["beeact/a5"], cites("beeact/a5"), "CF1 strict", 1.0),
    ("one-of-two-cited", ["beeact/a5"], cites("beeact/a5", "beeact/a1"), "CP strict", 1 / 2),
    ("f1-of-a-half-and-one", ["beeact/a5"], cites("beeact/a5", "beeact/a1"), "CF1 article", 2 / 3),
    ("one-of-two-gold", ["beeact/a5", "beedecree/a5"], cites("beeact/a5"), "CR strict", 1 / 2),
    ("below-gold-is-right", ["beeact/a5"], cites("beeact/a5/p1"), "CF1 strict", 1.0),
    ("above-gold-is-wrong-strictly", ["beeact/a5/p1"], cites("beeact/a5"), "CF1 strict", 0.0),
    ("above-gold-is-right-by-article", ["beeact/a5/p1"], cites("beeact/a5"), "CF1 article", 1.0),
    ("wrong-item-right-paragraph", ["beeact/a5/p1/i1"], cites("beeact/a5/p1/i2"), "CF1 paragraph", 1.0),
    ("wrong-item-strictly", ["beeact/a5/p1/i1"], cites("beeact/a5/p1/i2"), "CF1 strict", 0.0),
    ("paragraph-needs-a-clause-in-gold", ["beeact/a5"], cites("beeact/a5/p1"), "CF1 paragraph", None),
    ("paragraph-leaves-articles-out", ["beeact/a5/p1"], cites("beeact/a5", "beeact/a5/p1"), "CP paragraph", 1.0),
    ("branch-article-is-another", ["beeact/a5/p1"], cites("beeact/a5-2/p1"), "CF1 article", 0.0),
    ("cited-twice-counts-once", ["beeact/a5"], cites("beeact/a5", "beeact/a5", "beeact/a1"), "CP strict", 1 / 2),
    ("nothing-cited-has-no-precision", ["beeact/a5"], cites(), "CP strict", None),
    ("nothing-cited-has-f1-zero", ["beeact/a5"], cites(), "CF1 strict", 0.0),
    ("empty-gold-has-no-score", [], cites("beeact/a5"), "CF1 strict", None),
    ("refusal-cites-nothing", ["beeact/a5"], cites("beeact/a5", status="refused"), "CR article", 0.0),
    ("error-cites-nothing", ["beeact/a5"], cites("beeact/a5", status="error"), "CR article", 0.0),
    ("unknown-id", ["beeact/a5"], cites("beeact/a5", "beeact/a99"), "CFP", 1 / 2),
    ("unknown-item-of-a-known-paragraph", ["beeact/a5"], cites("beeact/a5/p1/i9"), "CFP", 1.0),
    ("over-deep-below-articles-alone", ["beedecree/a5"], cites("beedecree/a5/p3"), "CFP", 0.0),
    ("over-deep-of-an-unknown-article", ["beedecree/a5"], cites("beedecree/a99/p3"), "CFP", 1.0),
    ("unknown-is-not-repaired-to-its-article", ["beeact/a5"], cites("beeact/a5/p9"), "CFP", 1.0),
    ("known-and-not-retrieved", ["beeact/a1"], cites("beeact/a1"), "ctxCFP", 1.0),
    ("part-of-a-retrieved-article", ["beeact/a5"], cites("beeact/a5/p1"), "ctxCFP", 0.0),
    ("nothing-cited-is-no-zero", ["beeact/a5"], cites(), "CFP", None),
    ("authors-form", ["beeact/a5-2/p1"], cites("양봉법_제5조의2_제1항"), "CF1 strict", 1.0),
    ("printed-form", ["beeact/a5-2/p1"], cites("「양봉법」 제5조의2제1항"), "CF1 strict", 1.0),
    ("printed-form-of-the-decree", ["beedecree/a5"], cites("양봉법 시행령 제5조"), "CF1 strict", 1.0),
    ("same-number-in-another-document", ["beeact/a5"], cites("beedecree/a5"), "CF1 article", 0.0),
    ("article-and-its-paragraph-strictly", ["beeact/a5/p1"], cites("beeact/a5", "beeact/a5/p1"), "CP strict", 1 / 2),
    ("article-and-its-paragraph-by-article", ["beeact/a5/p1"], cites("beeact/a5", "beeact/a5/p1"), "CP article", 1.0),
    ("article-and-its-paragraph-below-gold", ["beeact/a5"], cites("beeact/a5", "beeact/a5/p1"), "CP strict", 1.0),
    ("items-of-one-paragraph-are-one-at-its-level", ["beeact/a5/p1/i1", "beeact/a5-2/p1"],
     cites("beeact/a5/p1/i1", "beeact/a5/p1/i2"), "CR paragraph", 1 / 2),
    ("items-of-one-paragraph-strictly", ["beeact/a5/p1/i1"], cites("beeact/a5/p1/i1", "beeact/a5/p1/i2"),
     "CF1 strict", 2 * (1 / 2) / (1 / 2 + 1)),
    ("gold-within-gold", ["beeact/a5", "beeact/a5/p1"], cites("beeact/a5/p1"), "CR strict", 1.0),
    ("paragraph-of-the-eligible-gold-alone", ["beeact/a1", "beeact/a5/p1"], cites("beeact/a1", "beeact/a5/p2"),
     "CF1 paragraph", 0.0),
    ("unknown-id-is-in-the-denominator", ["beeact/a5"], cites("beeact/a5", "waspact/a1", "nobody knows"),
     "CP article", 1 / 3),
    ("unknown-documents", ["beeact/a5"], cites("beeact/a5", "waspact/a1", "nobody knows"), "CFP", 2 / 3),
    ("unknown-branch", ["beeact/a5"], cites("beeact/a5-3"), "CFP", 1.0),
    ("unknown-in-two-spellings-counts-once", ["beeact/a5"], cites("beeact/a5", "waspact/a1", "waspact_제1조"),
     "CFP", 1 / 2),
    ("one-of-three-was-not-retrieved", ["beeact/a5"], cites("beeact/a5/p1", "beeact/a5", "beeact/a50"),
     "ctxCFP", 1 / 3),
    ("its-paragraph-was-retrieved", ["beeact/a5"], cites("beeact/a5", retrieved_node_ids=["beeact/a5/p1"]),
     "ctxCFP", 0.0),
    ("nothing-was-retrieved", ["beeact/a5"], cites("beeact/a5", retrieved_node_ids=[]), "ctxCFP", 1.0),
    ("nothing-is-said-of-retrieval", ["beeact/a5"], {"answer": "Kept.", "cited_node_ids": ["beeact/a5"]},
     "ctxCFP", None),
    ("citations-as-one-text", ["beeact/a5"], cites(cited_node_ids="beeact/a5, beeact/a1"), "CP strict", 1 / 2),
    ("citations-as-objects", ["beeact/a5"], cites(cited_node_ids=[{"provision_id": "beeact/a5"}, {"id": "beeact/a1"}]),
     "CP strict", 1 / 2),
    ("printed-form-without-law-by-what-was-retrieved", ["beeact/a5"], cites("제5조"), "CF1 strict", 1.0),
]  # fmt: skip


@pytest.mark.parametrize(("gold", "row", "name", "expected"), [pytest.param(*r[1:], id=r[0]) for r in CITATIONS])
def test_citations(tmp_path: Path, gold: list[str], row: dict[str, Any], name: str, expected: float | None) -> None:
    assert figure(tmp_path, gold, row, name) == pytest.approx(expected)


def test_without_a_corpus_nothing_is_called_unknown(tmp_path: Path) -> None:
    assert figure(tmp_path, ["beeact/a5"], cites("beeact/a99"), "CFP", corpus=None) is None


def answers(text: str, **more: Any) -> dict[str, Any]:
    return {"answer": text, "retrieved_node_ids": ["beeact/a5", "beedecree/a7"], **more}


RECOVERED = [
    ("footer", answers("It is kept.\n[Citations] beeact/a5, beedecree/a7"), "CP article", 1 / 2),
    ("korean-footer", answers("지킨다.\n[참조] 양봉법_제5조"), "CF1 article", 1.0),
    ("footer-beats-the-text", answers("See beedecree/a7.\n[Citations] beeact/a5"), "CF1 article", 1.0),
    ("last-footer-counts", answers("[Citations] beedecree/a7\n\n[Citations] beeact/a5"), "CF1 article", 1.0),
    ("listed-footer", answers("Kept.\nReferences:\n- beeact/a5\n- beedecree/a7"), "CP article", 1 / 2),
    ("numbers-in-the-footer", answers("Kept.\n[Citations] [1]"), "CF1 article", 1.0),
    ("id-in-the-text", answers("By beeact/a5 it is kept."), "CF1 article", 1.0),
    ("printed-in-the-text", answers("양봉법 제5조에 따라 지킨다."), "CF1 article", 1.0),
    ("invented-in-the-text", answers("양봉법 제5조와 양봉법 제99조에 따라 지킨다."), "CFP", 1 / 2),
    ("law-outside-the-corpus-in-the-text", answers("「어업법」 제5조와 양봉법 제5조에 따라 지킨다."), "CFP", 0.0),
    ("short-id-in-a-longer-one", answers("By beeact/a50 it is kept."), "CF1 article", 0.0),
    ("numbered-markers", answers("It is kept [1]."), "CF1 article", 1.0),
    ("marker-of-no-passage", answers("It is kept [9]."), "CF1 article", 0.0),
    ("declared-beats-the-footer", answers("[Citations] beedecree/a7", cited_node_ids=["beeact/a5"]),
     "CF1 article", 1.0),
    ("empty-field-falls-to-the-footer", answers("[Citations] beeact/a5", cited_node_ids=[]), "CF1 article", 1.0),
]  # fmt: skip


@pytest.mark.parametrize(("row", "name", "expected"), [pytest.param(*r[1:], id=r[0]) for r in RECOVERED])
def test_citations_out_of_the_answer(tmp_path: Path, row: dict[str, Any], name: str, expected: float) -> None:
    assert figure(tmp_path, ["beeact/a5"], row, name) == pytest.approx(expected)


P1, I2 = "beeact/a5/p1", "beeact/a5/p1/i2"
CLAUSES = [
    ("prose", [P1], cites("beeact/a5", answer="양봉법 제5조제1항에 따라 지킨다."), "CR strict", 1.0),
    ("prose-only-adds", [P1], cites("beeact/a5", answer="양봉법 제5조제1항에 따라 지킨다."), "CP strict", 1 / 2),
    ("prose-paragraph-level", [P1], cites("beeact/a5", answer="제5조제1항에 따라 지킨다."), "CF1 paragraph", 1.0),
    ("prose-with-heading", [P1], cites("beeact/a5", answer="제5조(벌통) 제1항에 따라 지킨다."), "CR strict", 1.0),
    ("prose-of-another-law", [P1], cites("beeact/a5", answer="「딴법」 제5조제1항에 따라 지킨다."), "CR strict", 0.0),
    ("prose-of-an-article-never-seen", ["beeact/a50/p1"], cites("beeact/a5", answer="제50조제1항"), "CR strict", 0.0),
    ("branch-is-not-its-article", ["beeact/a5-2/p1"], cites("beeact/a5", answer="제5조의2제1항"), "CR strict", 0.0),
    ("tag-in-a-payload", [I2], cites("beeact/a5", raw_output={"beeact/a5": ["지킨다 [제1항 제2호]"]}),
     "CR strict", 1.0),
    ("tag-in-the-authors-form", [P1], cites("양봉법_제5조", raw_output={"양봉법_제5조": ["지킨다 [제1항]"]}),
     "CR strict", 1.0),
    ("tag-must-begin-with-a-citation", [P1], cites("beeact/a5", raw_output={"beeact/a5": ["[표 제1항]"]}),
     "CR strict", 0.0),
    ("bound-claims", [P1], cites("beeact/a5", claims={"beeact/a5": [{"text": "Kept.", "provision_id": P1}]}),
     "CR strict", 1.0),
    ("article-level-is-as-declared", ["beeact/a5", "beedecree/a7"], cites("beeact/a5", answer="시행령 제7조제1항"),
     "CR article", 1 / 2),
    ("an-article-alone-is-not-added", ["beeact/a5"], cites(P1, answer="제5조에 따라 지킨다."), "CP strict", 1.0),
]  # fmt: skip


@pytest.mark.parametrize(("gold", "row", "name", "expected"), [pytest.param(*r[1:], id=r[0]) for r in CLAUSES])
def test_clauses_that_the_answer_names(
    tmp_path: Path, gold: list[str], row: dict[str, Any], name: str, expected: float
) -> None:
    assert figure(tmp_path, gold, row, name) == pytest.approx(expected)


def test_clauses_are_left_alone_when_asked(tmp_path: Path) -> None:
    row = cites("beeact/a5", answer="양봉법 제5조제1항에 따라 지킨다.")
    assert figure(tmp_path, [P1], row, "CR strict", ScoreOptions(Rules(clauses=False))) == 0.0


AUTHORS = (
    "양봉법_제5조", "양봉법_제5조_제1항", "양봉법_제5조_제2항", "양봉법_제5조의2", "양봉법_제5조의2_제1항",
    "양봉법_제1조",
)  # fmt: skip
J5, J5_1, J5_2 = AUTHORS[:3]
COMPATIBLE = [
    ("ndcg-passes-one", [J5], found(J5, J5_1), "nDCG@10 hierarchical", 1 + 1 / log2(3)),
    ("one-article-covers-all", [J5_1, J5_2], found(J5), "R@10 hierarchical", 1.0),
    ("branch-rolls-up-wrongly", [J5], cites("양봉법_제5조의2_제1항"), "CF1 article", 1.0),
    ("nothing-cited-is-precision-zero", [J5], cites(), "CP article", 0.0),
    ("both-empty-is-one", [], cites(), "CF1 article", 1.0),
    ("no-gold-is-left-out", [], found(J5), "R@10 hierarchical", None),
    ("unknown-is-dropped-before-cfp", [J5], cites(J5, "양봉법_제99조"), "CFP", 0.0),
    ("unknown-is-dropped-before-precision", [J5], cites(J5, "양봉법_제99조"), "CP article", 1.0),
    ("over-deep-is-cut", [J5], cites("양봉법_제5조_제9항"), "CF1 strict", 1.0),
    ("below-gold-is-wrong-strictly", [J5], cites(J5_1), "CF1 strict", 0.0),
    ("paragraph-keeps-clauses", [J5_1], cites(J5, J5_1), "CF1 paragraph", 1.0),
    ("prose-adds-the-article-too", [J5_1], cites(J5_1, answer="제5조제1항에 따라"), "CP strict", 1 / 2),
    ("branch-is-not-below-its-article", [J5], found("양봉법_제5조의2"), "R@10 hierarchical", 0.0),
    ("nothing-cited-is-cfp-zero", [J5], cites(), "CFP", 0.0),
    ("nothing-cited-is-ctxcfp-zero", [J5], cites(), "ctxCFP", 0.0),
    ("context-by-article", [J5], cites(J5_1, retrieved_node_ids=[J5_2]), "ctxCFP", 0.0),
    ("prose-is-led-to-a-branch-s-law", [J5_1], cites("양봉법_제5조의2", answer="제5조제1항에 따라"), "CR strict", 1.0),
    ("tags-count-where-there-is-a-payload", [J5_1],
     cites(J5, answer="제5조제2항에 따라", raw_output={J5: ["지킨다 [제1항]"]}), "CF1 strict", 0.6667),
    ("no-clause-is-cited", [J5_1], cites(J5), "CF1 paragraph", 0.0),
    ("cited-twice-counts-once", [J5], cites(J5, J5, "양봉법_제1조"), "CP article", 1 / 2),
    ("rounded", [J5, J5_1, "양봉법_제1조"], cites(J5), "CR strict", 0.3333),
]  # fmt: skip


@pytest.mark.parametrize(("gold", "row", "name", "expected"), [pytest.param(*r[1:], id=r[0]) for r in COMPATIBLE])
def test_the_authors_definitions(
    tmp_path: Path, gold: list[str], row: dict[str, Any], name: str, expected: float | None
) -> None:
    options = ScoreOptions(compatible=CompatibleRules())
    got = figure(tmp_path, gold, row, name, options, AUTHORS)
    assert got == (expected if expected is None else pytest.approx(expected))


def test_their_evaluator_alone_drops_nothing(tmp_path: Path) -> None:
    options = ScoreOptions(compatible=CompatibleRules(repaired=False))
    assert figure(tmp_path, [J5], cites(J5, "양봉법_제99조"), "CFP", options, AUTHORS) == 1 / 2


SHAPES = [
    ("langchain",
     {"response": "Kept.", "source_documents": [{"page_content": "x", "metadata": {"node_id": "beeact/a5"}}]}),
    ("langchain-with-an-id-of-its-own",
     {"result": "Kept.", "context": [{"id": "0f3c-77", "page_content": "x", "metadata": {"node_id": "beeact/a5"}}]}),
    ("llamaindex",
     {"response": "Kept.", "source_nodes": [{"node": {"id_": "9c1-4", "metadata": {"node_id": "beeact/a5"}}}]}),
    ("haystack",
     {"llm": {"replies": ["Kept."]}, "retriever": {"documents": [{"id": "ab12", "meta": {"node_id": "beeact/a5"}}]}}),
    ("ranking-with-scores", {"answer": "Kept.", "retrieved": {"beeact/a1": 0.1, "beeact/a5": 0.9}}),
    ("authors-aliases", {"prediction": "Kept.", "contexts": ["양봉법_제5조"]}),
    ("answer-file", {"text": "Kept.", "evidence": [{"document_id": "beeact", "provision_id": "beeact/a5"}]}),
]  # fmt: skip


@pytest.mark.parametrize("row", [pytest.param(row, id=name) for name, row in SHAPES])
def test_shapes_of_frameworks(tmp_path: Path, row: dict[str, Any]) -> None:
    assert figure(tmp_path, ["beeact/a5"], row, "nDCG@10 strict") == 1.0
