"""Our retrieval measures against an independent implementation, on random rankings."""

from __future__ import annotations

import random

import pytest

from pincite.evaluate.measures.ranking import ndcg_at_k, recall_at_k, reciprocal_rank, success_at_k

ir_measures = pytest.importorskip("ir_measures")

RANKINGS = 60


def drawn(seed: int) -> tuple[list[str], dict[str, int]]:
    """A ranking of 1 to 30 different ids, and grades of 1 to 8 ids, some of them not ranked and some of grade 0."""
    draw = random.Random(seed)
    ranked = draw.sample([f"d{n}" for n in range(40)], draw.randint(1, 30))
    graded = draw.sample([f"d{n}" for n in range(40)], draw.randint(1, 8))
    return ranked, {id_: 1 if at == 0 else draw.randint(0, 3) for at, id_ in enumerate(graded)}


@pytest.mark.parametrize("k", [1, 4, 8, 10])
def test_agree_on_random_rankings(k: int) -> None:
    wanted = [ir_measures.R @ k, ir_measures.Success @ k, ir_measures.RR @ k, ir_measures.nDCG @ k]
    sets = [drawn(seed) for seed in range(RANKINGS)]
    qrels = {f"q{n}": grades for n, (_, grades) in enumerate(sets)}
    run = {
        f"q{n}": {id_: float(len(ranked) - at) for at, id_ in enumerate(ranked)} for n, (ranked, _) in enumerate(sets)
    }
    theirs = {(m.query_id, str(m.measure)): m.value for m in ir_measures.iter_calc(wanted, qrels, run)}
    assert len(theirs) == len(wanted) * RANKINGS
    for n, (ranked, grades) in enumerate(sets):
        relevant = {id_ for id_, grade in grades.items() if grade > 0}
        ours = (
            recall_at_k(ranked, relevant, k),
            success_at_k(ranked, relevant, k),
            reciprocal_rank(ranked, relevant, k),
            ndcg_at_k(ranked, grades, k),
        )
        assert ours == pytest.approx([theirs[f"q{n}", str(measure)] for measure in wanted], abs=1e-9), n


def test_rank_without_a_cut_off_agrees() -> None:
    for seed in range(RANKINGS):
        ranked, grades = drawn(seed)
        run = {"q": {id_: float(len(ranked) - at) for at, id_ in enumerate(ranked)}}
        (theirs,) = ir_measures.iter_calc([ir_measures.RR], {"q": grades}, run)
        relevant = {id_ for id_, grade in grades.items() if grade > 0}
        assert reciprocal_rank(ranked, relevant) == pytest.approx(theirs.value)
