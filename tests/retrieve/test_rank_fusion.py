"""Fusion of rankings, the expected figures written as the sums that they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.retrieve.rank_fusion import ranks_of, reciprocal_rank_fusion, reciprocal_rank_max, weighted_sum

RANKINGS = [{"a": 1, "b": 2}, {"b": 1, "c": 2}, {"a": 3, "c": 1}]
ranking = st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 100), max_size=6)


def test_ranks_fall_with_scores_and_keep_the_order_of_equal_ones() -> None:
    assert ranks_of({"a": 0.1, "b": 0.5, "c": 0.1, "d": 0.9}) == {"d": 1, "b": 2, "a": 3, "c": 4}


def test_maximum_takes_the_best_rank_of_each() -> None:
    assert reciprocal_rank_max(RANKINGS) == pytest.approx({"a": 1 / 61, "b": 1 / 61, "c": 1 / 61})
    assert reciprocal_rank_max([{"a": 4}, {"a": 2}], k=10) == pytest.approx({"a": 1 / 12})


def test_weights_of_rankings() -> None:
    rankings = [{"a": 1}, {"a": 3, "b": 1}]
    assert reciprocal_rank_max(rankings, weights=[1.0, 0.5]) == pytest.approx({"a": 1 / 61, "b": 0.5 / 61})
    summed = {"a": 1 / 61 + 0.5 / 63, "b": 0.5 / 61}
    assert reciprocal_rank_fusion(rankings, weights=[1.0, 0.5]) == pytest.approx(summed)


def test_first_in_one_view_ties_with_first_in_all() -> None:
    fused = reciprocal_rank_max([{"all": 1, "one": 9}, {"all": 1, "one": 1}])
    assert fused["all"] == fused["one"]


def test_reciprocal_ranks_are_summed() -> None:
    fused = reciprocal_rank_fusion([{"a": 1, "b": 2}, {"b": 1, "c": 2}], k=60)
    assert fused == pytest.approx({"a": 1 / 61, "b": 1 / 62 + 1 / 61, "c": 1 / 62})
    assert reciprocal_rank_fusion([]) == {}


def test_weighted_sum_scales_each_view_first() -> None:
    fused = weighted_sum([{"a": 10.0, "b": 20.0, "c": 15.0}, {"a": 0.4, "b": 0.2}], [1.0, 2.0])
    assert fused == pytest.approx({"a": 0 + 2 * 1, "b": 1 + 2 * 0, "c": 0.5})


def test_view_without_differences_adds_nothing_to_a_weighted_sum() -> None:
    assert weighted_sum([{"a": 3.0, "b": 3.0}, {"a": 0.0, "b": 1.0}], [5.0, 1.0]) == {"a": 0.0, "b": 1.0}


@given(rankings=st.lists(ranking, max_size=4), k=st.integers(0, 100))
def test_maximum_never_passes_the_sum_and_holds_the_same_keys(rankings: list[dict[str, int]], k: int) -> None:
    most, total = reciprocal_rank_max(rankings, k), reciprocal_rank_fusion(rankings, k)
    assert most.keys() == total.keys()
    assert all(0 < most[key] <= total[key] + 1e-12 for key in most)
