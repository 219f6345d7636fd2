"""Vectors of some of the chunks, and what the others get."""

from pathlib import Path

import numpy as np
import pytest

from pincite.index.dense import DenseIndex

VECTORS = np.array([[1.0, 0.0], [0.6, 0.8]], dtype=np.float32)
QUERY = np.array([0.0, 1.0], dtype=np.float32)


def make_index() -> DenseIndex:
    return DenseIndex(VECTORS, np.array([0, 2], dtype=np.int32), 4)


def test_scores_are_cosines_and_nan_without_a_vector() -> None:
    scores = make_index().scores(QUERY)
    assert scores.dtype == np.float32
    assert scores == pytest.approx([0.0, np.nan, 0.8, np.nan], nan_ok=True)


def test_index_without_vectors_knows_nothing() -> None:
    empty = DenseIndex(np.zeros((0, 1), dtype=np.float32), np.zeros(0, dtype=np.int32), 2)
    assert np.isnan(empty.scores(QUERY)).all()


def test_saved_index_scores_the_same_and_is_mapped(tmp_path: Path) -> None:
    make_index().save(tmp_path)
    loaded = DenseIndex.load(tmp_path, 4)
    np.testing.assert_array_equal(loaded.scores(QUERY), make_index().scores(QUERY))
    assert isinstance(loaded.vectors, np.memmap)
