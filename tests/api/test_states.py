"""States of a library: what is read stays as it was, whoever changes the library meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra serve")

from pincite.api.models import SharedModels
from pincite.api.pinned import LibraryState, PinnedStore
from pincite.api.states import LibraryStates
from pincite.errors import LibraryError
from pincite.settings import Settings
from pincite.store.library import SqliteStore

FILES = {
    "pier.md": "# Pier\n\nThe pier opens at nine in the morning.\n",
    "boat.md": "# Boat\n\nA boat needs a berth.\n",
}


@pytest.fixture
def folder(make_library: Any) -> Path:
    library = make_library(FILES)
    return Path(library.store.folder)


@pytest.fixture
def states(folder: Path) -> Iterator[LibraryStates]:
    settings = Settings(library=folder)

    def build() -> None:
        from pincite.library import Library

        with Library.open(folder, settings=settings) as library:
            library.index()

    found = LibraryStates(folder, settings, SharedModels(settings), connections=4, build_index=build)
    found.renew()
    yield found
    found.close()


def ids(library: LibraryState) -> list[str]:
    return [info.id for info in library.documents()]


def test_a_pinned_store_shows_one_state_to_every_thread(folder: Path) -> None:
    with PinnedStore.pin(folder, 4) as store, SqliteStore.open(folder) as other:
        other.remove("boat")

        def look(_: int) -> list[str]:
            with store.borrowed(), store.reading():
                return [info.id for info in store.documents()]

        with ThreadPoolExecutor(8) as pool:
            assert set(map(tuple, pool.map(look, range(50)))) == {("boat", "pier")}
        assert [info.id for info in other.documents()] == ["pier"]


def test_a_pinned_store_cannot_be_changed_and_is_read_only_inside(folder: Path) -> None:
    with PinnedStore.pin(folder, 1) as store:
        with store.borrowed(), pytest.raises(LibraryError):
            store.remove("boat")
        with pytest.raises(RuntimeError):
            store.documents()


def test_who_has_begun_ends_with_the_state_it_began_with(states: LibraryStates, folder: Path) -> None:
    with states.use() as before:
        with SqliteStore.open(folder) as other:
            other.remove("boat")
        states.renew()
        with states.use() as after:
            pass
        assert ids(before) == ["boat", "pier"]
        assert before.search("boat berth", mode="lexical").items[0].chunk.document_id == "boat"
    with states.use() as after:
        assert ids(after) == ["pier"]
        assert {item.chunk.document_id for item in after.search("boat berth pier", mode="lexical").items} == {"pier"}


def test_nothing_changed_is_no_new_state(states: LibraryStates) -> None:
    with states.use() as first:
        pass
    states.renew()
    with states.use() as second:
        assert second is first


def test_an_old_state_is_closed_when_its_last_reader_is_done(states: LibraryStates, folder: Path) -> None:
    with states.use() as old:
        with SqliteStore.open(folder) as other:
            other.add_tags("pier", ["x"])
        states.renew()
        assert ids(old) == ["boat", "pier"]
    with pytest.raises(LibraryError, match="closed"), old.pinned.borrowed():
        old.documents()


def test_readers_wait_for_a_connection_and_all_get_one(states: LibraryStates) -> None:
    most, now, lock = [0], [0], threading.Lock()

    def read(_: int) -> int:
        with states.use() as library:
            with lock:
                now[0] += 1
                most[0] = max(most[0], now[0])
            found = len(ids(library))
            with lock:
                now[0] -= 1
        return found

    with ThreadPoolExecutor(12) as pool:
        assert set(pool.map(read, range(200))) == {2}
    assert most[0] <= 4
