"""Reranking by windows with a double in the cross-encoder's place, and the paper's heuristic."""

from collections.abc import Callable, Sequence

import pytest

from pincite.retrieve.rerank import heuristic_rerank, rerank
from pincite.testing import OverlapReranker
from pincite.types.retrieval import Ranking

QUESTION = "When is the deposit returned?"
ROOF = "The landlord keeps the roof tight."
DEPOSIT = "The deposit is returned within 21 days."
PETS = "Pets need consent."
MakeRanking = Callable[..., Ranking]


class CountingReranker(OverlapReranker):
    def __init__(self) -> None:
        self.read: list[str] = []

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        self.read += passages
        return super().scores(question, passages)


def texts(ranking: Ranking) -> list[str]:
    return [item.chunk.text for item in ranking.items]


def test_mean_of_both_scaled_scores_decides(make_ranking: MakeRanking) -> None:
    ranked = rerank(QUESTION, make_ranking(ROOF, PETS, DEPOSIT, scores=(0.9, 0.5, 0.6)), OverlapReranker())
    # old scores scale to 1, 0, 1/4; the reranker's to 0, 0, 1 or so, since the place stands in all passages alike
    assert texts(ranked) == [DEPOSIT, ROOF, PETS]
    assert [item.score for item in ranked.items] == pytest.approx([0.5 / 4 + 0.5, 0.5, 0.0])
    assert [item.rank for item in ranked.items] == [1, 2, 3]


def test_scores_of_all_stages_are_kept(make_ranking: MakeRanking) -> None:
    ranked = rerank(QUESTION, make_ranking(ROOF, DEPOSIT), OverlapReranker())
    assert {item.chunk.id: item.scores.fused for item in ranked.items} == {"act#a": 1.0, "act#b": 0.9}
    assert all(item.scores.rerank is not None for item in ranked.items)
    assert ranked.notes == ("kept",)


def test_unread_items_follow_in_their_old_order(make_ranking: MakeRanking) -> None:
    ranked = rerank(QUESTION, make_ranking(ROOF, PETS, DEPOSIT, ROOF), OverlapReranker(), max_pairs=2)
    assert texts(ranked)[2:] == [DEPOSIT, ROOF]
    assert [item.rank for item in ranked.items] == [1, 2, 3, 4]
    assert [item.scores.rerank is None for item in ranked.items] == [False, False, True, True]


def test_pairs_are_shared_out_from_the_top(make_ranking: MakeRanking) -> None:
    long = " ".join([ROOF, PETS] * 8)
    reranker = CountingReranker()
    rerank(QUESTION, make_ranking(long, long, long), reranker, max_pairs=4, max_tokens=32)
    assert len(reranker.read) == 4  # one each, and a second one for the highest


def test_second_window_can_lift_a_chunk(make_ranking: MakeRanking) -> None:
    long = " ".join([ROOF] * 10 + [DEPOSIT])
    ranked = rerank(QUESTION, make_ranking(PETS, long, scores=(0.5, 0.5)), OverlapReranker(), max_tokens=32)
    assert texts(ranked)[0] == long


def test_equal_scores_keep_the_order(make_ranking: MakeRanking) -> None:
    ranked = rerank(QUESTION, make_ranking(ROOF, ROOF, ROOF, scores=(0.3, 0.3, 0.3)), OverlapReranker())
    assert [item.chunk.id for item in ranked.items] == ["act#a", "act#b", "act#c"]


@pytest.mark.parametrize("again", [pytest.param(heuristic_rerank, id="heuristic"), pytest.param(None, id="windows")])
def test_empty_ranking_stays_empty(make_ranking: MakeRanking, again: Callable[..., Ranking] | None) -> None:
    ranking = make_ranking()
    assert (again(QUESTION, ranking) if again else rerank(QUESTION, ranking, OverlapReranker())).items == ()


def test_chunk_without_a_sentence_is_kept_unread(make_ranking: MakeRanking) -> None:
    ranked = rerank(QUESTION, make_ranking("  ", DEPOSIT), OverlapReranker())
    assert texts(ranked) == [DEPOSIT, "  "]


def test_only_chunks_without_a_sentence_are_left_as_they_are(make_ranking: MakeRanking) -> None:
    assert texts(rerank(QUESTION, make_ranking("  ", " "), OverlapReranker())) == ["  ", " "]


def test_heuristic_adds_overlap_and_cue_words(make_ranking: MakeRanking) -> None:
    ranked = heuristic_rerank(
        "deposit returned", make_ranking(ROOF, "The deposit must be returned.", scores=(0.5, 0.3))
    )
    assert texts(ranked) == ["The deposit must be returned.", ROOF]
    # 2 of 2 words, 1 of up to 5 cue words ("must")
    assert [i.score for i in ranked.items] == pytest.approx([0.3 + 0.3 * 2 / 2 + 0.1 * 1 / 5, 0.5])
    assert [i.rank for i in ranked.items] == [1, 2]
