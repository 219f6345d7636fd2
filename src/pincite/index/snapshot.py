"""A library's indexes as one derived folder, and as one object that scores every chunk.

The store is the truth; all here can be thrown away and built again. Chunks are numbered by their row, the place in
the store's order.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pincite.index.bm25 import Bm25Index
from pincite.index.dense import DenseIndex
from pincite.index.embedders import Vectors
from pincite.index.tokenizers import WordTokenizer, tokenizer_for
from pincite.store.protocol import Store, text_key

Rows = npt.NDArray[np.int32]


def index_language(language: str) -> str:
    """The language whose index holds a text: Korean has its own, all else shares the English one."""
    return "ko" if language == "ko" else "en"


class LibraryIndex:
    """BM25 and vectors of a library, one pair for each language.

    Args:
        chunk_ids: by row.
        rows: language to the rows of its chunks, ascending.
        digest: of what the snapshot was built from.
    """

    def __init__(
        self,
        chunk_ids: Sequence[str],
        rows: Mapping[str, Rows],
        lexical: Mapping[str, Bm25Index],
        dense: Mapping[str, DenseIndex],
        tokenizers: Mapping[str, str],
        digest: str,
    ) -> None:
        self.chunk_ids = chunk_ids
        self.rows = rows
        self.digest = digest
        self._lexical = lexical
        self._dense = dense
        self._tokenizers = tokenizers

    def tokenizer(self, language: str) -> WordTokenizer:
        """The tokenizer with which the language's chunks were indexed."""
        return tokenizer_for(language, self._tokenizers.get(language))

    def has_vectors(self, language: str) -> bool:
        """Whether any chunk of the language has a vector."""
        return language in self._dense and len(self._dense[language].rows) > 0

    def lexical_scores(self, language: str, words: Sequence[str]) -> Vectors:
        """BM25 by row, float32, (n_chunks,); NaN for chunks of another language."""
        found = np.full(len(self.chunk_ids), np.nan, dtype=np.float32)
        if language in self._lexical:
            found[self.rows[language]] = self._lexical[language].scores(words)
        return found

    def word_weights(self, language: str, words: Sequence[str]) -> dict[str, float]:
        """Inverse document frequency of index words, ln(1 + (N − n + 0.5) / (n + 0.5)), over the language's chunks."""
        total = len(self.rows.get(language, ()))
        found: dict[str, float] = {}
        for word in words:
            n = self._lexical[language].chunks_with(word) if total else 0
            found[word] = float(np.log(1 + (total - n + 0.5) / (n + 0.5)))
        return found

    def dense_scores(self, language: str, query: Vectors) -> Vectors:
        """Cosine by row, float32, (n_chunks,); NaN where there is no vector."""
        if language not in self._dense:
            return np.full(len(self.chunk_ids), np.nan, dtype=np.float32)
        return self._dense[language].scores(query)


def build_snapshot(store: Store, folder: Path, *, k1: float, b: float) -> None:
    """Writes the indexes of a store into an empty folder. Reads the store inside one reading transaction."""
    with store.reading():
        meta = store.meta()
        ids: list[str] = []
        words: dict[str, list[list[str]]] = {}
        rows: dict[str, list[int]] = {}
        keys: dict[str, list[str]] = {}
        for row, chunk in enumerate(store.each_chunk()):
            language = index_language(chunk.language)
            ids.append(chunk.id)
            tokenizer = tokenizer_for(language, meta.tokenizers.get(language))
            words.setdefault(language, []).append(tokenizer.words(chunk.index_text))
            rows.setdefault(language, []).append(row)
            keys.setdefault(language, []).append(text_key(chunk.index_text))
        for language in rows:
            _write_language(store, folder, language, rows[language], words[language], keys[language], len(ids), k1, b)
        index = {"chunk_ids": ids, "languages": sorted(rows), "tokenizers": dict(meta.tokenizers)}
        (folder / "index.json").write_text(json.dumps(index), "utf-8")


def _write_language(
    store: Store,
    folder: Path,
    language: str,
    rows: list[int],
    words: list[list[str]],
    keys: list[str],
    n_chunks: int,
    k1: float,
    b: float,
) -> None:
    place = folder / language
    (place / "bm25").mkdir(parents=True)
    np.save(place / "chunk_rows.npy", np.array(rows, dtype=np.int32))
    Bm25Index.build(words, k1=k1, b=b).save(place / "bm25")
    embedder = store.meta().embedders.get(language)
    if embedder is None:
        return
    blobs = store.vectors(embedder, keys)
    present = [(row, blobs[key]) for row, key in zip(rows, keys, strict=True) if key in blobs]
    vectors = np.array([np.frombuffer(blob, "<f4") for _, blob in present], dtype=np.float32)
    vectors = vectors if present else np.zeros((0, 1), dtype=np.float32)
    DenseIndex(vectors, np.array([row for row, _ in present], dtype=np.int32), n_chunks).save(place)


def load_snapshot(folder: Path, digest: str) -> LibraryIndex:
    """Opens a snapshot, its arrays memory-mapped."""
    index = json.loads((folder / "index.json").read_text("utf-8"))
    ids: list[str] = index["chunk_ids"]
    languages: list[str] = index["languages"]
    return LibraryIndex(
        ids,
        {lang: np.load(folder / lang / "chunk_rows.npy") for lang in languages},
        {lang: Bm25Index.load(folder / lang / "bm25") for lang in languages},
        {
            lang: DenseIndex.load(folder / lang, len(ids))
            for lang in languages
            if (folder / lang / "vectors.npy").exists()
        },
        index["tokenizers"],
        digest,
    )
