"""Exact BM25 over the index text, by bm25s: every chunk is scored, nothing is pruned.

CiteGuard-RAG names no parameters; k1 1.2 and b 0.75 are the customary ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float32]


class Bm25Index:
    """BM25 in the Lucene form, idf = ln(1 + (N − n + 0.5) / (n + 0.5))."""

    def __init__(self, model: object, n_chunks: int) -> None:
        self._model = model
        self.n_chunks = n_chunks

    @classmethod
    def build(cls, word_lists: Sequence[Sequence[str]], *, k1: float = 1.2, b: float = 0.75) -> Bm25Index:
        """An index over one list of words for each chunk, in the order of the chunks."""
        import bm25s

        model = bm25s.BM25(method="lucene", k1=k1, b=b)
        vocabulary = {word: i for i, word in enumerate(sorted({w for words in word_lists for w in words}))}
        ids = [[vocabulary[w] for w in words] for words in word_lists]
        if vocabulary:
            model.index((ids, vocabulary), create_empty_token=False, show_progress=False)
        return cls(model if vocabulary else None, len(word_lists))

    def scores(self, words: Sequence[str]) -> Scores:
        """BM25 of every chunk for the question's words, float32, (n_chunks,), 0 or more.

        A word that stands twice in the question counts twice; unknown words count nothing.
        """
        if self._model is None:
            return np.zeros(self.n_chunks, dtype=np.float32)
        known = self._model.get_tokens_ids(list(words))  # type: ignore[attr-defined]
        if not known:
            return np.zeros(self.n_chunks, dtype=np.float32)
        return np.asarray(self._model.get_scores(known), dtype=np.float32)  # type: ignore[attr-defined]

    def chunks_with(self, word: str) -> int:
        """How many chunks have a word."""
        known = self._model.get_tokens_ids([word]) if self._model is not None else ()  # type: ignore[attr-defined]
        if not known:
            return 0
        # The scores are kept by word, one for each chunk that has it.
        ends = self._model.scores["indptr"]  # type: ignore[attr-defined]
        return int(ends[known[0] + 1] - ends[known[0]])

    def save(self, folder: Path) -> None:
        """Writes the index into `folder`, which must exist."""
        (folder / "size").write_text(str(self.n_chunks), "ascii")
        if self._model is not None:
            self._model.save(str(folder), show_progress=False)  # type: ignore[attr-defined]

    @classmethod
    def load(cls, folder: Path) -> Bm25Index:
        """Reads an index, its arrays memory-mapped."""
        import bm25s

        n_chunks = int((folder / "size").read_text("ascii"))
        if not (folder / "params.index.json").exists():
            return cls(None, n_chunks)
        return cls(bm25s.BM25.load(str(folder), mmap=True, show_progress=False), n_chunks)
