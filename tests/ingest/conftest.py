"""Ingests into a library of their own, with an embedder that needs no model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pincite.ingest import Ingest
from pincite.settings import ChunkSettings
from pincite.store.library import SqliteStore
from pincite.testing import HashEmbedder


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    with SqliteStore.open(tmp_path / "library", create=True) as opened:
        yield opened


@pytest.fixture
def ingest(store: SqliteStore) -> Ingest:
    return Ingest(store, lambda language: HashEmbedder(language), ChunkSettings())


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    """Write a text file below `documents` and return its path."""

    def written(name: str, text: str) -> Path:
        path = tmp_path / "documents" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return written
