"""Embedding a library again: it goes on where a kill stopped it, in the midst of a document too."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pincite.errors import ModelError
from pincite.ingest import Ingest, reindex, vectors
from pincite.settings import ChunkSettings
from pincite.store.library import SqliteStore
from pincite.store.protocol import VectorSet, text_key
from pincite.testing import HashEmbedder

Write = Callable[[str, str], Path]


def no_embedder(language: str) -> HashEmbedder:
    raise ModelError("there is none")


def bylaw(number: int, sections: int) -> str:
    body = "".join(
        f"## {s}. Duty\n\nThe keeper of ward {number} must ring the bell {s} times a day and note each of them.\n\n"
        for s in range(1, sections + 1)
    )
    return f"# Bylaw {number}\n\n{body}"


@pytest.fixture
def unembedded(store: SqliteStore, write: Write) -> int:
    """A library of two documents without vectors; the number of their texts."""
    with Ingest(store, no_embedder, ChunkSettings()) as ingest:
        ingest.add(write("small.md", bylaw(1, 5)))
        ingest.add(write("large.md", bylaw(2, 100)))
    return len({text_key(chunk.index_text) for chunk in store.each_chunk()})


class Dying(HashEmbedder):
    """Stops in the midst of its work."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.after = after

    def embed_passages(self, texts: list[str], headers: list[str] = ()) -> object:  # type: ignore[override, assignment]
        if len(self.embedded) + len(texts) > self.after:
            raise KeyboardInterrupt
        return super().embed_passages(texts, headers)


def test_stopped_run_goes_on_where_it_was(store: SqliteStore, unembedded: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "KEPT_AT_ONCE", 32)
    dying = Dying(after=70)
    with pytest.raises(KeyboardInterrupt):
        reindex(store, lambda language: dying)
    keys = {text_key(chunk.index_text) for chunk in store.each_chunk()}
    kept = len(store.known_vectors(dying.name, keys))
    assert 32 <= kept < 70 < unembedded
    assert store.meta().embedders == {}
    again = HashEmbedder()
    assert reindex(store, lambda language: again) == {"en": unembedded - kept}
    assert len(again.embedded) == unembedded - kept
    assert store.known_vectors(again.name, keys) == keys


KILLED = """
import os, sys
from pincite.ingest import reindex, vectors
from pincite.store.library import SqliteStore
from pincite.testing import HashEmbedder

class Killed(HashEmbedder):
    def embed_passages(self, texts, headers=()):
        if len(self.embedded) >= 64:
            os.kill(os.getpid(), 9)
        return super().embed_passages(texts, headers)

vectors.KEPT_AT_ONCE = 16
with SqliteStore.open(sys.argv[1]) as store:
    reindex(store, lambda language: Killed())
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_killed_process_loses_less_than_it_keeps_at_once(store: SqliteStore, unembedded: int) -> None:
    assert subprocess.run([sys.executable, "-c", KILLED, str(store.folder)], check=False).returncode == -9
    again = HashEmbedder()
    assert reindex(store, lambda language: again) == {"en": unembedded - 64}
    assert list(store.check()) == []


def test_readers_keep_their_index_while_another_embedder_is_prepared(store: SqliteStore, unembedded: int) -> None:
    reindex(store, HashEmbedder)
    before = store.content_digest()
    keys = [text_key(chunk.index_text) for chunk in store.each_chunk()]
    store.put_vectors(VectorSet("other", {keys[0]: b"\0" * 8}))
    assert store.content_digest() == before
    store.put_vectors(VectorSet(HashEmbedder().name, store.vectors(HashEmbedder().name, keys[:1])))
    assert store.content_digest() != before


def test_embedder_that_comes_back_is_another_state(store: SqliteStore, unembedded: int) -> None:
    reindex(store, lambda language: HashEmbedder(name="one"))
    before = (store.content_digest(), dict(store.meta().embedders))
    reindex(store, lambda language: HashEmbedder(name="two"))
    store.put_vectors(VectorSet("one", {"0" * 64: b"\0" * 1024}))
    store.set_embedder("en", "one", replace=True)
    assert (store.content_digest(), dict(store.meta().embedders)) != before
