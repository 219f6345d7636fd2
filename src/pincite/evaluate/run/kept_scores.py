"""What embedder and cross-encoder said of a text, kept in a file, so that no run of an evaluation asks them twice.

Of the two minutes that 100 questions take, nearly all is spent in these models, and most of what one run asks them the
next one asks again. What is kept is what the model gave, to the bit.
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np

from pincite.errors import InputError
from pincite.index.embedders import Embedder, Vectors
from pincite.retrieve.rerank import Reranker

_FORM = "1"


class KeptScores:
    """A SQLite file of values by hash of what was asked; processes may share it.

    Attributes:
        found: how many values have come out of the file since `begin` that were in it before.

    Raises:
        InputError: the file cannot be made or used.
    """

    def __init__(self, path: Path) -> None:
        self.found = 0
        self._new: set[bytes] = set()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # The questions of a run are asked in one thread, but libraries may be filled in another.
            self._file = sqlite3.connect(path, timeout=60.0, check_same_thread=False, isolation_level=None)
            self._file.execute("PRAGMA journal_mode = WAL")
            self._file.execute("PRAGMA synchronous = NORMAL")
            self._file.execute("CREATE TABLE IF NOT EXISTS kept (asked BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID")
        except (sqlite3.Error, OSError) as error:
            raise InputError(
                f"The file of kept scores {path} cannot be used: {error}.", hint="Give another folder with --work."
            ) from error

    def begin(self) -> None:
        """Counts anew: what is asked for from now on and was not kept before is no find, however often it is asked."""
        self.found = 0
        self._new.clear()

    def values(self, keys: Sequence[bytes], compute: Callable[[list[int]], Sequence[bytes]]) -> list[bytes]:
        """The values of `keys`.

        Args:
            compute: gives the values at the places, in `keys`, of those that are not kept yet.
        """
        kept = {key: value for key in dict.fromkeys(keys) if (value := self._one(key)) is not None}
        places = {key: place for place, key in reversed(list(enumerate(keys))) if key not in kept}
        new = sorted(places.values())
        self.found += len(kept.keys() - self._new)
        self._new.update(keys[place] for place in new)
        if new:
            made = dict(zip((keys[place] for place in new), compute(new), strict=True))
            self._file.execute("BEGIN IMMEDIATE")
            self._file.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?)", made.items())
            self._file.execute("COMMIT")
            kept |= made
        return [kept[key] for key in keys]

    def close(self) -> None:
        """Give the file back."""
        self._file.close()

    def _one(self, key: bytes) -> bytes | None:
        row = self._file.execute("SELECT value FROM kept WHERE asked = ?", (key,)).fetchone()
        return row[0] if row else None


def key(*parts: str) -> bytes:
    """The hash of what a model is asked; parts cannot run into one another."""
    digest = sha256(_FORM.encode())
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(struct.pack(">Q", len(data)) + data)
    return digest.digest()


class KeptReranker:
    """A reranker that is asked only for pairs that are not kept yet."""

    def __init__(self, reranker: Reranker, kept: KeptScores) -> None:
        self.name = reranker.name
        self._reranker = reranker
        self._kept = kept

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """See `Reranker.scores`."""

        def compute(places: list[int]) -> list[bytes]:
            scores = self._reranker.scores(question, [passages[place] for place in places])
            return [struct.pack(">d", score) for score in scores]

        keys = [key("pair", self.name, question, passage) for passage in passages]
        return [float(struct.unpack(">d", value)[0]) for value in self._kept.values(keys, compute)]


class KeptEmbedder:
    """An embedder that is asked only for texts that are not kept yet."""

    def __init__(self, embedder: Embedder, kept: KeptScores) -> None:
        self.name = embedder.name
        self.language = embedder.language
        self.dim = embedder.dim
        self._embedder = embedder
        self._kept = kept

    def embed_passages(self, texts: Sequence[str], headers: Sequence[str] = ()) -> Vectors:
        """See `Embedder.embed_passages`."""
        if not texts:
            return self._embedder.embed_passages(texts, headers)
        before = list(headers) or [""] * len(texts)

        def compute(places: list[int]) -> list[bytes]:
            parts = [before[place] for place in places] if headers else ()
            return [row.tobytes() for row in self._embedder.embed_passages([texts[place] for place in places], parts)]

        keys = [key("passage", self.name, header, text) for header, text in zip(before, texts, strict=True)]
        rows = [np.frombuffer(value, dtype=np.float32) for value in self._kept.values(keys, compute)]
        return np.stack(rows)

    def embed_query(self, text: str) -> Vectors:
        """See `Embedder.embed_query`."""
        found = self._kept.values(
            [key("query", self.name, text)], lambda _: [self._embedder.embed_query(text).tobytes()]
        )
        return np.frombuffer(found[0], dtype=np.float32)
