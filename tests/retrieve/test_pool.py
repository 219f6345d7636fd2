"""Scores for several views at once: each text embedded once, weights heeded, seeds of one and of several views."""

from collections.abc import Callable

import numpy as np
import pytest

from pincite.errors import MissingExtra
from pincite.index.embedders import query_vectors
from pincite.library import Library
from pincite.retrieve.pool import ViewScores, view_scores
from pincite.retrieve.views import View, ViewName
from pincite.testing import HashEmbedder

TEXT = "# Rules\n\n" + "\n\n".join(
    f"## § {n}. {what}\n\n{what} of the house are due on day {n} of the month, and no later."
    for n, what in enumerate(("Rents", "Fees", "Deposits"), 1)
)
NARROW, WIDE = View(ViewName.NARROW, "rents due", "rents due"), View(ViewName.WIDE, "deposits", "deposits")


@pytest.fixture
def library(make_library: Callable[..., Library]) -> Library:
    return make_library({"rules.md": TEXT}, embedder=HashEmbedder())


def scored(library: Library, weights: list[float] | None = None, *, alone: bool = False) -> ViewScores:
    index = library.index()
    given = np.array(weights or [1.0] * len(index.chunk_ids), dtype=np.float32)

    def embedder(language: str) -> HashEmbedder:
        if alone:
            raise MissingExtra("none")
        return HashEmbedder()

    scores, notes = view_scores(index, [NARROW, WIDE], "en", given, 0.65, embedder)
    assert bool(notes) == alone
    return scores


def test_equal_texts_are_embedded_once_and_rows_keep_their_order() -> None:
    class Counting(HashEmbedder):
        asked = 0

        def embed_query(self, text: str) -> np.ndarray:
            self.asked += 1
            return super().embed_query(text)

    embedder = Counting()
    rows = query_vectors(embedder, ["a b", "c", "a b"])
    assert embedder.asked == 2
    assert np.array_equal(rows, [HashEmbedder().embed_query(t) for t in ("a b", "c", "a b")])


@pytest.mark.parametrize("by", ["dense", "hybrid", "lexical"])
def test_views_seed_apart_and_together(library: Library, by: str) -> None:
    scores = scored(library)
    narrow, wide = list(scores.seeds(0, by, 1)), list(scores.seeds(1, by, 1))
    assert narrow != wide
    together = scores.joint_seeds([0, 1], by, 1)
    assert set(together) == {*narrow, *wide}
    assert list(together.values()) == sorted(together.values(), reverse=True)


def test_seeds_are_at_most_so_many_and_best_first(library: Library) -> None:
    found = scored(library).seeds(0, "hybrid", 2)
    assert len(found) <= 2
    assert list(found.values()) == sorted(found.values(), reverse=True)


def test_what_has_no_weight_is_no_seed(library: Library) -> None:
    ids = library.index().chunk_ids
    scores = scored(library, [0.0] + [1.0] * (len(ids) - 1))
    assert ids[0] not in scores.seeds(0, "dense", 10)
    assert (scores.hybrid[:, 0] == 0).all()


def test_without_vectors_words_seed(library: Library) -> None:
    scores = scored(library, alone=True)
    assert np.isnan(scores.dense).all()
    assert scores.seeds(0, "dense", 5) == scores.seeds(0, "lexical", 5)
