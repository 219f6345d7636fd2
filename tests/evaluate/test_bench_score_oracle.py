"""The measures against a second reading of their definitions, written for small ids alone and with nothing shared."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from math import log2
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from pincite.evaluate.regops.predictions.read import read_predictions
from pincite.evaluate.regops.score.bench import read_bench
from pincite.evaluate.regops.score.systems import ScoreOptions, score

ARTICLES = [f"{act}/a{number}" for act in ("beeact", "beedecree") for number in ("1", "1-2", "12")]
NODES = [
    *ARTICLES,
    *(f"{article}/p{p}" for article in ARTICLES for p in ("1", "2", "2-2")),
    *(f"{article}/p1/i{i}" for article in ARTICLES for i in ("1", "2")),
]
CORPUS = [node for at, node in enumerate(NODES) if at % 7]
CITED = [*NODES, "waspact/a1", "beeact/a99", "beeact/a1/p1/i1/b1"]
Ids = Sequence[str]


def around(outer: str, inner: str) -> bool:
    return inner == outer or inner.startswith(f"{outer}/")


def cut(nodes: Ids, levels: int) -> list[str]:
    return list(dict.fromkeys("/".join(node.split("/")[: levels + 1]) for node in nodes))


def retrieval(gold: Ids, ranked: Ids, hit: Callable[[str, str], bool]) -> dict[str, float | None]:
    names = ("R@5", "R@10", "nDCG@10", "FullCov@10")
    if not gold:
        return dict.fromkeys(names)
    first = [next((rank for rank, node in enumerate(ranked[:10], 1) if hit(each, node)), None) for each in gold]
    shares = [sum(rank is not None and rank <= k for rank in first) / len(gold) for k in (5, 10)]
    ranks = {rank for rank in first if rank}
    best = range(1, min(len(ranks) + first.count(None), 10) + 1)
    ndcg = sum(1 / log2(rank + 1) for rank in ranks) / sum(1 / log2(rank + 1) for rank in best)
    return dict(zip(names, (*shares, ndcg, float(None not in first)), strict=True))


def citations(gold: Ids, cited: Ids, levels: int) -> tuple[float | None, float | None, float | None]:
    wanted, said = cut(gold, levels), cut(cited, levels)
    if not wanted:
        return None, None, None
    right = sum(any(around(each, node) for each in wanted) for node in said)
    recall = sum(any(around(each, node) for node in said) for each in wanted) / len(wanted)
    precision = right / len(said) if said else None
    total = (precision or 0.0) + recall
    return precision, recall, 2 * (precision or 0.0) * recall / total if total else 0.0


def unknown(node: str) -> bool:
    """Of both documents the corpus tells down to items."""
    seen = "/".join(node.split("/")[:4])
    return not any(around(seen, known) for known in CORPUS)


def expected(gold: Ids, ranked: Ids, cited: Ids) -> dict[str, float | None]:
    same, line = (lambda a, b: a == b), (lambda a, b: around(a, b) or around(b, a))
    found = {f"{name} strict": value for name, value in retrieval(gold, ranked, same).items()}
    found |= {f"{name} hierarchical": value for name, value in retrieval(gold, ranked, line).items()}
    below = [[node for node in nodes if node.count("/") > 1] for nodes in (gold, cited)]
    levels = {"article": (gold, cited, 1), "strict": (gold, cited, 9), "paragraph": (*below, 2)}
    for level, sides in levels.items():
        found |= dict(zip((f"CP {level}", f"CR {level}", f"CF1 {level}"), citations(*sides), strict=True))
    found["CFP"] = sum(map(unknown, cited)) / len(cited) if cited else None
    lost = [node for node in cited if not any(line(node, each) for each in ranked)]
    return found | {"ctxCFP": len(lost) / len(cited) if cited else None}


def some(nodes: Ids, most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(list(nodes)), max_size=most)


@given(st.lists(st.tuples(some(NODES, 12), some(NODES, 12), some(CITED, 4)), min_size=20, max_size=20))
@settings(
    max_examples=20, deadline=None, phases=[Phase.generate], suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_both_readings_come_to_the_same(tmp_path: Path, cases: list[tuple[list[str], list[str], list[str]]]) -> None:
    asked = [{"qa_id": f"q{at}", "gt_references": gold} for at, (gold, _, _) in enumerate(cases)]
    asked.append({"qa_id": "gold", "gt_references": ["beeact/a1"]})
    said = [
        {"qa_id": f"q{at}", "retrieved_node_ids": ranked, "cited_node_ids": cited, "answer": "Kept."}
        for at, (_, ranked, cited) in enumerate(cases)
    ]
    files = {"questions": asked, "corpus": [{"id": node} for node in CORPUS], "said": said}
    for name, rows in files.items():
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    bench = read_bench(tmp_path)
    systems, _ = read_predictions([("", tmp_path / "said.jsonl")], bench)
    scores = score(bench, systems, ScoreOptions()).per_question["said"]
    for at, case in enumerate(cases):
        gold, ranked, cited = (list(dict.fromkeys(part)) for part in case)
        wanted = expected(gold, ranked, cited)
        assert {name: scores[f"q{at}"][name] for name in wanted} == pytest.approx(wanted, nan_ok=True)
