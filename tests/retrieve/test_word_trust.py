"""How the weight of vectors falls with the share of a question's words that one unit holds."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from pincite.library import Library
from pincite.retrieve.pool import view_scores
from pincite.retrieve.views import View, ViewName
from pincite.retrieve.word_trust import dense_weight
from pincite.testing import HashEmbedder

IDF = {"a": 1.0, "b": 3.0}


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        pytest.param([0.0, 0.8], 0.6, id="a-fifth-keeps-all"),
        pytest.param([0.8, 1.2, 0.1], 0.3, id="half-way"),
        pytest.param([1.6], 0.12, id="two-fifths-leave-a-fifth"),
        pytest.param([9.0], 0.12, id="never-less"),
        pytest.param([float("nan"), 1.2], 0.3, id="other-language-counts-not"),
        pytest.param([], 0.6, id="nothing-to-search"),
    ],
)
def test_weight_by_share_of_the_best_unit(scores: list[float], expected: float) -> None:
    assert dense_weight(0.6, ["a", "b", "b"], np.array(scores, dtype=np.float32), IDF) == pytest.approx(expected)


def test_no_words_trust_none() -> None:
    assert dense_weight(0.6, [], np.array([0.0]), {}) == 0.6


def test_each_view_has_its_own_weight(make_library: Callable[..., Library]) -> None:
    text = "\n\n".join(
        f"## § {n}. {w}\n\n{w} are due on day {n} of the month." for n, w in enumerate(("Rents", "Fees"), 1)
    )
    index = make_library({"rules.md": f"# Rules\n\n{text}\n"}, embedder=HashEmbedder()).index()
    asked = [View(ViewName.NARROW, t, t) for t in ("rents due", "boats lent to guests by the harbour")]
    weights = np.ones(len(index.chunk_ids), dtype=np.float32)
    found, _ = view_scores(index, asked, "en", weights, 0.5, lambda _: HashEmbedder(), alpha_by_words=True)
    assert found.alphas == (pytest.approx(0.1), 0.5)
    alike, _ = view_scores(index, asked, "en", weights, 0.5, lambda _: HashEmbedder())
    assert alike.alphas == (0.5, 0.5)
