"""Opening and making a library, wherever it lies and whatever lies there."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import LibraryError, LibraryNotFound
from pincite.store.library import SqliteStore

Make = Callable[..., Any]


@pytest.mark.parametrize("name", ["plain", "with two  spaces", "임대차 §8", "100% #1?x=y&z"], ids=ascii)
def test_any_folder_name_will_do(tmp_path: Path, make: Make, name: str) -> None:
    with SqliteStore.open(tmp_path / name / "library", create=True) as store:
        make("act").add_to(store)
    with SqliteStore.open(tmp_path / name / "library") as store:
        assert make("act").is_in(store)


def test_many_makers_of_one_library(tmp_path: Path, make: Make) -> None:
    barrier, failures = threading.Barrier(8), []

    def work(number: int) -> None:
        try:
            barrier.wait()
            with SqliteStore.open(tmp_path / "library", create=True) as store:
                make(f"d{number}").add_to(store)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with SqliteStore.open(tmp_path / "library") as store:
        assert len(store.documents()) == 8


def test_missing_library_is_not_made_unasked(tmp_path: Path) -> None:
    with pytest.raises(LibraryNotFound, match=r"wanted in .*nowhere.*pincite add"):
        SqliteStore.open(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()


def test_empty_file_of_a_killed_creation_is_no_library_until_made(tmp_path: Path) -> None:
    (tmp_path / "library.sqlite3").touch()
    with pytest.raises(LibraryNotFound):
        SqliteStore.open(tmp_path)
    with SqliteStore.open(tmp_path, create=True) as store:
        assert store.documents() == []


@pytest.mark.parametrize("create", [False, True])
def test_newer_schema_is_refused(store: SqliteStore, create: bool) -> None:
    with sqlite3.connect(store.file) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(LibraryError, match=r"schema version 99; this pincite reads up to \d+\. Upgrade"):
        SqliteStore.open(store.folder, create=create)


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "library.sqlite3") as connection:
        connection.execute("CREATE TABLE holidays (day)")
    with pytest.raises(LibraryError, match="another program"):
        SqliteStore.open(tmp_path, create=True)


def test_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "library.sqlite3").write_bytes(b"no database at all " * 100)
    with pytest.raises(LibraryError, match="damaged"):
        SqliteStore.open(tmp_path)


def test_closed_library_says_so(store: SqliteStore) -> None:
    store.close()
    with pytest.raises(LibraryError, match="closed"):
        store.documents()


@pytest.fixture
def closed_folder(make: Make) -> Iterator[Path]:
    """A library that this process may read only; root gives up its rights for the test."""
    folder = Path(tempfile.mkdtemp())
    with SqliteStore.open(folder, create=True) as store:
        make("act").add_to(store)
    folder.chmod(0o555)
    (folder / "library.sqlite3").chmod(0o444)
    if os.geteuid() == 0:
        os.seteuid(65534)
        yield folder
        os.seteuid(0)
    else:
        yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX")
def test_closed_folder_is_read_and_not_written(closed_folder: Path, make: Make) -> None:
    with SqliteStore.open(closed_folder) as store:
        assert make("act").is_in(store)
        with pytest.raises(LibraryError, match="does not allow it"):
            store.remove("act")
        assert make("act").is_in(store)


@pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX")
def test_library_cannot_be_made_in_a_closed_folder(closed_folder: Path) -> None:
    with pytest.raises(LibraryError, match="cannot be made"):
        SqliteStore.open(closed_folder / "new", create=True)
