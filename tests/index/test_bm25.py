"""BM25 against the formula, and against a plain Python of it on any corpus."""

from collections import Counter
from collections.abc import Sequence
from math import log
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.index.bm25 import Bm25Index

CORPUS = [["rent", "is", "due", "rent"], ["rent", "notice"], ["deposit"]]
WORDS = st.lists(st.sampled_from("rent notice deposit entry fee 30".split()), max_size=8)


def plain_bm25(corpus: Sequence[Sequence[str]], query: Sequence[str], k1: float, b: float) -> list[float]:
    average = sum(map(len, corpus)) / len(corpus)
    found = []
    for words in corpus:
        counts, score = Counter(words), 0.0
        for word in query:
            n = sum(word in other for other in corpus)
            if counts[word]:
                idf = log(1 + (len(corpus) - n + 0.5) / (n + 0.5))
                score += idf * counts[word] / (counts[word] + k1 * (1 - b + b * len(words) / average))
        found.append(score)
    return found


def test_score_is_idf_times_the_saturated_count() -> None:
    idf = log(1 + (3 - 2 + 0.5) / (2 + 0.5))  # 2 of 3 chunks hold "rent"
    mean = (4 + 2 + 1) / 3
    expected = [
        idf * 2 / (2 + 1.2 * (1 - 0.75 + 0.75 * 4 / mean)),
        idf * 1 / (1 + 1.2 * (1 - 0.75 + 0.75 * 2 / mean)),
        0.0,
    ]
    assert Bm25Index.build(CORPUS).scores(["rent"]) == pytest.approx(expected, rel=1e-5)


def test_scores_of_words_add_up() -> None:
    index = Bm25Index.build(CORPUS)
    both = index.scores(["rent"]) + index.scores(["deposit"])
    assert index.scores(["rent", "deposit"]) == pytest.approx(both)


def test_word_asked_twice_counts_twice() -> None:
    index = Bm25Index.build(CORPUS)
    assert index.scores(["rent", "rent"]) == pytest.approx(2 * index.scores(["rent"]))


@pytest.mark.parametrize("query", [pytest.param([], id="no-word"), pytest.param(["ferry", "dog"], id="unknown-words")])
def test_nothing_known_in_the_question_scores_zero(query: list[str]) -> None:
    assert Bm25Index.build(CORPUS).scores(query).tolist() == [0.0, 0.0, 0.0]


def test_unknown_words_beside_known_ones_count_nothing() -> None:
    index = Bm25Index.build(CORPUS)
    assert index.scores(["ferry", "rent"]) == pytest.approx(index.scores(["rent"]))


@pytest.mark.parametrize(
    ("corpus", "expected"),
    [pytest.param([], [], id="no-chunk"), pytest.param([[], []], [0.0, 0.0], id="chunks-without-a-word")],
)
def test_empty_corpus_scores_nothing_also_from_disk(
    corpus: list[list[str]], expected: list[float], tmp_path: Path
) -> None:
    index = Bm25Index.build(corpus)
    index.save(tmp_path)
    assert index.scores(["rent"]).tolist() == Bm25Index.load(tmp_path).scores(["rent"]).tolist() == expected


def test_saved_index_scores_the_same(tmp_path: Path) -> None:
    index = Bm25Index.build(CORPUS, k1=2.0, b=0.1)
    index.save(tmp_path)
    loaded = Bm25Index.load(tmp_path)
    assert loaded.n_chunks == 3
    np.testing.assert_array_equal(loaded.scores(["rent", "notice"]), index.scores(["rent", "notice"]))


def test_parameters_are_used() -> None:
    flat = Bm25Index.build(CORPUS, k1=0.0).scores(["rent"])
    assert flat[0] == pytest.approx(flat[1])  # k1 = 0: how often and how long say nothing


@given(
    corpus=st.lists(WORDS, min_size=1, max_size=6),
    query=WORDS,
    k1=st.sampled_from([0.5, 1.2, 2.0]),
    b=st.sampled_from([0.0, 0.75, 1.0]),
)
def test_agrees_with_a_plain_bm25(corpus: list[list[str]], query: list[str], k1: float, b: float) -> None:
    scores = Bm25Index.build(corpus, k1=k1, b=b).scores(query)
    assert scores.dtype == np.float32
    assert scores == pytest.approx(plain_bm25(corpus, query, k1, b) if any(corpus) else [0.0] * len(corpus), rel=1e-4)


def test_chunks_that_have_a_word_are_counted() -> None:
    index = Bm25Index.build([["rent", "due", "rent"], ["due"], [], ["due", "roof"]])
    assert [index.chunks_with(word) for word in ("due", "rent", "roof", "boat")] == [3, 1, 1, 0]
    assert Bm25Index.build([[], []]).chunks_with("rent") == 0
