"""Pages that were recognised and tables, in a library of this version and in one that an older pincite made."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.store import rows, schema
from pincite.store.library import SqliteStore
from pincite.types.document import Page, Span, TextQuality
from pincite.types.page_words import Box, PageWord, PageWords

Make = Callable[..., Any]

sides = st.floats(0, 1)
words = st.builds(
    PageWord, st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1),
    st.builds(Box, sides, sides, sides, sides), st.integers(0, 100),
)  # fmt: skip
pages = st.builds(
    Page, st.integers(0, 9999), st.just(Span(0, 9)), st.none(), st.sampled_from(TextQuality),
    read_by=st.sampled_from(["file", "ocr"]), confidence=st.one_of(st.none(), st.floats(0, 100)),
    words=st.lists(words, max_size=4).map(PageWords.of),
)  # fmt: skip


@given(pages)
def test_page_comes_back_equal(page: Page) -> None:
    assert rows.page_of(rows.page_row(page)) == page


def test_recognised_pages_come_back_equal(store: SqliteStore, make: Make) -> None:
    parts = make("scan")
    boxes = PageWords.of([PageWord(0, 4, Box(0.1, 0.2, 0.3, 0.4), 91), PageWord(5, 8, Box(0, 0, 1, 1), 3)])
    first = replace(parts.document.pages[0], read_by="ocr", confidence=88.5, words=boxes)
    changed = replace(parts, document=replace(parts.document, pages=(first, *parts.document.pages[1:])))
    changed.add_to(store)
    assert changed.is_in(store)
    assert [word.confidence for word in store.document("scan").pages[0].words] == [91, 3]


@pytest.mark.parametrize("version", range(1, schema.SCHEMA_VERSION))
def test_older_library_gets_the_columns_and_keeps_its_documents(
    tmp_path: Path, make: Make, monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    folder = tmp_path / "library"
    parts = make("act")
    with SqliteStore.open(folder, create=True) as store:
        parts.add_to(store)
        file = store.file
    _take_back(file, version)
    with SqliteStore.open(folder) as store:
        assert store.meta().schema_version == schema.SCHEMA_VERSION
        assert parts.is_in(store)
        make("scan").add_to(store)
        assert list(store.check()) == []


def _take_back(file: Path, version: int) -> None:
    """Make the library one of an older version: what later steps added goes."""
    with sqlite3.connect(file) as connection:
        if version < 3:
            for column in ("read_by", "confidence", "words"):
                connection.execute(f"ALTER TABLE pages DROP COLUMN {column}")
            connection.execute("ALTER TABLE texts DROP COLUMN tables")
        if version < 2:
            connection.execute("ALTER TABLE texts DROP COLUMN stated")
            connection.execute("DROP TABLE laws")
        connection.execute(f"PRAGMA user_version = {version}")
