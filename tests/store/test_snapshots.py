"""A snapshot is whole or not there, and fits the library it is used with."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import LibraryBusy, LibraryError
from pincite.store import snapshots
from pincite.store.connection import file_lock
from pincite.store.library import SqliteStore
from pincite.store.protocol import VectorSet, text_key

Make = Callable[..., Any]


class Builder:
    """Writes the chunk ids, and counts how often it was asked."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.calls = 0

    def __call__(self, folder: Path) -> None:
        self.calls += 1
        (folder / "ids.json").write_text(json.dumps(self.store.chunk_ids()))
        (folder / "dense").mkdir()
        (folder / "dense" / "vectors.bin").write_bytes(b"\1" * 1000)


@pytest.fixture
def build(store: SqliteStore, make: Make) -> Builder:
    make("act").add_to(store)
    return Builder(store)


def names(store: SqliteStore) -> set[str]:
    return {path.name for path in (store.folder / "snapshots").iterdir() if path.is_dir()}


def test_built_once_and_again_after_a_change(store: SqliteStore, build: Builder, make: Make) -> None:
    first = snapshots.current(store, build)
    assert first == store.folder / "snapshots" / snapshots.digest(store)
    assert snapshots.current(store, build) == first
    make("rules").add_to(store)
    second = snapshots.current(store, build)
    assert second != first
    assert json.loads((second / "ids.json").read_text()) == store.chunk_ids()
    assert build.calls == 2
    assert list(snapshots.problems(second, hashes=True)) == []


def test_name_covers_what_shapes_an_index(store: SqliteStore, build: Builder, make: Make) -> None:
    found = [snapshots.digest(store), snapshots.digest(store, {"k1": "1.2"})]
    store.set_tokenizer("en", "english/1")
    found.append(snapshots.digest(store))
    store.set_embedder("en", "small")
    found.append(snapshots.digest(store))
    make("act", 1).replace_in(store)
    found.append(snapshots.digest(store))
    assert len(set(found)) == 5


def test_vectors_that_come_later_make_another_snapshot(store: SqliteStore, build: Builder) -> None:
    store.set_embedder("en", "small")
    first = snapshots.current(store, build)
    store.put_vectors(VectorSet("small", {text_key("a text"): b"\0" * 8}))
    assert snapshots.current(store, build) != first


def test_name_does_not_cover_tags_and_paths(store: SqliteStore, build: Builder) -> None:
    before = snapshots.digest(store)
    store.add_tags("act", ["city"])
    store.relocate("act", "/elsewhere/act.pdf")
    assert snapshots.digest(store) == before


DAMAGES = [
    ("no_manifest", lambda folder: (folder / "manifest.json").unlink()),
    ("half_manifest", lambda folder: (folder / "manifest.json").write_text('{"files": {')),
    ("odd_manifest", lambda folder: (folder / "manifest.json").write_text('{"files": {"ids.json": 3}}')),
    ("list_manifest", lambda folder: (folder / "manifest.json").write_text("[]")),
    ("no_file", lambda folder: (folder / "dense" / "vectors.bin").unlink()),
    ("short_file", lambda folder: (folder / "dense" / "vectors.bin").write_bytes(b"\1" * 999)),
]


@pytest.mark.parametrize("damage", [row[1] for row in DAMAGES], ids=[row[0] for row in DAMAGES])
def test_damaged_one_is_built_again(store: SqliteStore, build: Builder, damage: Callable[[Path], object]) -> None:
    folder = snapshots.current(store, build)
    damage(folder)
    assert not snapshots.is_whole(folder)
    assert snapshots.current(store, build) == folder
    assert snapshots.is_whole(folder)
    assert build.calls == 2
    assert names(store) == {folder.name}


def test_changed_byte_is_found_by_hashes(store: SqliteStore, build: Builder) -> None:
    folder = snapshots.current(store, build)
    (folder / "dense" / "vectors.bin").write_bytes(b"\1" * 999 + b"\2")
    assert list(snapshots.problems(folder)) == []
    assert [line.split(": ")[1] for line in snapshots.problems(folder, hashes=True)] == [
        "dense/vectors.bin is not the file whose hash is noted"
    ]


def test_failed_build_leaves_nothing(store: SqliteStore, build: Builder) -> None:
    def fails(folder: Path) -> None:
        build(folder)
        raise MemoryError

    with pytest.raises(MemoryError):
        snapshots.current(store, fails)
    assert names(store) == set()
    snapshots.current(store, build)


def test_build_cannot_change_the_library(store: SqliteStore, build: Builder) -> None:
    with pytest.raises(RuntimeError, match="inside reading"):
        snapshots.current(store, lambda folder: store.remove("act"))


def test_build_sees_the_state_that_the_name_stands_for(store: SqliteStore, build: Builder, make: Make) -> None:
    def slow(folder: Path) -> None:
        with SqliteStore.open(store.folder) as other:
            make("rules").add_to(other)
        build(folder)

    ids = store.chunk_ids()
    folder = snapshots.current(store, slow)
    assert json.loads((folder / "ids.json").read_text()) == ids
    assert snapshots.digest(store) != folder.name


def test_rests_of_a_killed_build_are_cleared(store: SqliteStore, build: Builder) -> None:
    rest = store.folder / "snapshots" / ".unfinished-0123"
    rest.mkdir(parents=True)
    (rest / "ids.json").write_text("[")
    folder = snapshots.current(store, build)
    assert names(store) == {folder.name}


def test_stale_ones_go_after_a_time_of_grace(store: SqliteStore, build: Builder, make: Make) -> None:
    first = snapshots.current(store, build)
    make("rules").add_to(store)
    second = snapshots.current(store, build)
    assert names(store) == {first.name, second.name}
    os.utime(first / "manifest.json", (0, 0))
    os.utime(second / "manifest.json", (0, 0))
    make("guide").add_to(store)
    third = snapshots.current(store, build)
    assert names(store) == {third.name}
    assert snapshots.remove_stale(store.folder, third.name, grace_s=0) == []
    assert snapshots.remove_stale(store.folder, grace_s=0) == [third.name]
    assert names(store) == set()


def test_use_puts_off_removal(store: SqliteStore, build: Builder) -> None:
    folder = snapshots.current(store, build)
    os.utime(folder / "manifest.json", (0, 0))
    snapshots.current(store, build)
    assert snapshots.remove_stale(store.folder) == []


def test_many_askers_build_once(store: SqliteStore, build: Builder) -> None:
    found: list[Path] = []
    threads = [threading.Thread(target=lambda: found.append(snapshots.current(store, build))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(found)) == build.calls == 1


def test_builder_that_does_not_end_is_reported(
    store: SqliteStore, build: Builder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "BUILD_TIMEOUT_S", 0.05)
    (store.folder / "snapshots").mkdir()
    with (
        file_lock(store.folder / "snapshots" / snapshots.LOCK_NAME, 1),
        pytest.raises(LibraryBusy, match="still building"),
    ):
        snapshots.current(store, build)
    snapshots.current(store, build)


def test_folder_that_cannot_be_written_is_reported(store: SqliteStore, build: Builder) -> None:
    (store.folder / "snapshots").write_text("a file where the folder should be")
    with pytest.raises(LibraryError, match="could not be written"):
        snapshots.current(store, build)
