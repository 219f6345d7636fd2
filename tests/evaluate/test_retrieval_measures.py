from __future__ import annotations

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evaluate.measures.ranking import (
    MEASURES,
    Measure,
    mean_score,
    ndcg_at_k,
    recall_at_k,
    reciprocal_rank,
    success_at_k,
)

RANKED = ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("relevant", "k", "recall", "success", "rr"),
    [
        pytest.param({"a"}, 1, 1 / 1, 1.0, 1 / 1, id="first"),
        pytest.param({"b", "d"}, 2, 1 / 2, 1.0, 1 / 2, id="half-found"),
        pytest.param({"b", "d"}, 4, 2 / 2, 1.0, 1 / 2, id="all-found"),
        pytest.param({"d"}, 3, 0 / 1, 0.0, 0.0, id="beyond-k"),
        pytest.param({"x"}, 4, 0 / 1, 0.0, 0.0, id="not-ranked"),
        pytest.param({"a", "b", "c"}, 2, 2 / 3, 1.0, 1 / 1, id="more-than-k"),
    ],
)
def test_measures(relevant: set[str], k: int, recall: float, success: float, rr: float) -> None:
    assert recall_at_k(RANKED, relevant, k) == recall
    assert success_at_k(RANKED, relevant, k) == success
    assert reciprocal_rank(RANKED, relevant, k) == rr


@pytest.mark.parametrize("measure", MEASURES, ids=lambda m: m.name)
def test_question_without_relevant_ids_has_no_score(measure: Measure) -> None:
    assert measure.score(RANKED, set(), 3) is None


def test_mean_leaves_questions_without_a_score_out() -> None:
    assert mean_score([1.0, None, 0.0]) == (1.0 + 0.0) / 2
    assert mean_score([None]) is None


def test_ndcg_of_graded_relevance_is_its_sum() -> None:
    grades = {"b": 3.0, "d": 1.0, "x": 2.0}
    got = 3 / log2(2 + 1) + 1 / log2(4 + 1)
    best = 3 / log2(1 + 1) + 2 / log2(2 + 1) + 1 / log2(3 + 1)
    assert ndcg_at_k(RANKED, grades, 4) == pytest.approx(got / best)


def test_ndcg_of_the_best_order_is_one() -> None:
    assert ndcg_at_k(RANKED, {"a": 2.0, "b": 1.0}, 4) == 1.0
    assert ndcg_at_k(RANKED, ["a"], 1) == 1.0


def test_ndcg_of_zero_gains_is_unknown() -> None:
    assert ndcg_at_k(RANKED, {"a": 0.0}, 4) is None


def test_id_ranked_twice_counts_once_and_leaves_no_gap() -> None:
    assert recall_at_k(["a", "a", "b"], {"b"}, 2) == 1.0
    assert reciprocal_rank(["a", "a", "b"], {"b"}) == 1 / 2


def test_cut_off_is_at_least_one() -> None:
    with pytest.raises(ValueError, match="1 or more"):
        recall_at_k(RANKED, {"a"}, 0)


ids = st.lists(st.sampled_from("abcdefgh"), max_size=10)


@given(ids, st.sets(st.sampled_from("abcdefgh")), st.integers(1, 10))
def test_scores_stay_in_their_range(ranked: list[str], relevant: set[str], k: int) -> None:
    for measure in MEASURES:
        score = measure.score(ranked, relevant, k)
        assert score is None if not relevant else measure.bounds[0] <= score <= measure.bounds[1] + 1e-12  # type: ignore[operator]
        assert measure.definition
        assert measure.source
        assert measure.trap
