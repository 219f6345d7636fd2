"""Exact cosine over unit vectors, memory-mapped."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pincite.index.embedders import Vectors


class DenseIndex:
    """Vectors of some of a library's chunks.

    Args:
        vectors: float32, (n, dim), rows of length 1.
        rows: int32, (n,): the chunk that each vector belongs to, as its place in the snapshot's order.
        n_chunks: of the snapshot.
    """

    def __init__(self, vectors: Vectors, rows: np.ndarray, n_chunks: int) -> None:
        self.vectors = vectors
        self.rows = rows
        self.n_chunks = n_chunks

    def scores(self, query: Vectors) -> Vectors:
        """Cosine of every chunk with the question, float32, (n_chunks,); NaN for a chunk without a vector."""
        found = np.full(self.n_chunks, np.nan, dtype=np.float32)
        if len(self.rows):
            found[self.rows] = self.vectors @ query
        return found

    def save(self, folder: Path) -> None:
        """Writes `vectors.npy` and `rows.npy` into `folder`, which must exist."""
        np.save(folder / "vectors.npy", self.vectors)
        np.save(folder / "rows.npy", self.rows)

    @classmethod
    def load(cls, folder: Path, n_chunks: int) -> DenseIndex:
        """Reads an index, its vectors memory-mapped."""
        return cls(np.load(folder / "vectors.npy", mmap_mode="r"), np.load(folder / "rows.npy"), n_chunks)
