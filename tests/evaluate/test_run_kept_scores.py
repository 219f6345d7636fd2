from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import InputError
from pincite.evaluate.run.kept_scores import KeptEmbedder, KeptReranker, KeptScores, key
from pincite.testing import HashEmbedder


class Counting:
    name = "counting"

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        self.asked += [(question, passage) for passage in passages]
        return [len(passage) / 3 for passage in passages]


def test_a_pair_is_scored_once_whoever_asks(tmp_path: Path) -> None:
    inner, other = Counting(), Counting()
    first = KeptReranker(inner, KeptScores(tmp_path / "scores.sqlite"))
    assert first.scores("q", ["ab", "abcd", "ab"]) == [2 / 3, 4 / 3, 2 / 3]
    assert inner.asked == [("q", "ab"), ("q", "abcd")]
    kept = KeptScores(tmp_path / "scores.sqlite")  # as another process would
    assert KeptReranker(other, kept).scores("q", ["abcd", "a", "ab"]) == [4 / 3, 1 / 3, 2 / 3]
    assert other.asked == [("q", "a")]
    assert kept.found == 2


def test_what_is_new_is_no_find_until_counting_begins_anew(tmp_path: Path) -> None:
    kept = KeptScores(tmp_path / "scores.sqlite")
    model = KeptReranker(Counting(), kept)
    model.scores("q", ["ab"])
    model.scores("q", ["ab", "cd"])
    assert kept.found == 0
    kept.begin()
    model.scores("q", ["ab"])
    assert kept.found == 1


def test_other_questions_and_models_are_asked_anew(tmp_path: Path) -> None:
    inner, kept = Counting(), KeptScores(tmp_path / "scores.sqlite")
    KeptReranker(inner, kept).scores("q", ["ab"])
    KeptReranker(inner, kept).scores("r", ["ab"])
    renamed = Counting()
    renamed.name = "renamed"
    KeptReranker(renamed, kept).scores("q", ["ab"])
    assert (len(inner.asked), len(renamed.asked)) == (2, 1)


def test_vectors_are_the_models_to_the_bit(tmp_path: Path) -> None:
    plain, inner = HashEmbedder(), HashEmbedder()
    texts, headers = ["a boat", "a key", "a boat"], ["Rules", "", "Rules"]
    for _ in range(2):
        kept = KeptEmbedder(inner, KeptScores(tmp_path / "scores.sqlite"))
        assert np.array_equal(kept.embed_passages(texts, headers), plain.embed_passages(texts, headers))
        assert np.array_equal(kept.embed_passages(texts), plain.embed_passages(texts))
        assert np.array_equal(kept.embed_query("a boat"), plain.embed_query("a boat"))
    assert inner.embedded == ["a boat", "a key", "a boat"]  # the last one without its header
    assert (kept.name, kept.language, kept.dim) == (plain.name, plain.language, plain.dim)
    assert kept.embed_passages([]).shape == (0, plain.dim)


@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
def test_keys_are_equal_for_equal_parts_only(one: list[str], other: list[str]) -> None:
    assert (key(*one) == key(*other)) is (one == other)


def test_a_file_that_is_no_database_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "scores.sqlite").write_text("not a database, and longer than a header is", "utf-8")
    with pytest.raises(InputError, match="cannot be used"):
        KeptScores(tmp_path / "scores.sqlite")
