"""One writer and many readers in different processes: a second writer waits, and is told for whom."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pincite.errors import LibraryBusy
from pincite.store import holder
from pincite.store.connection import WRITER_LOCK_NAME
from pincite.store.holder import Holder
from pincite.store.library import SqliteStore

Make = Callable[..., Any]
HOLD = """
import sys, time
from pincite.store.library import SqliteStore
with SqliteStore.open(sys.argv[1], command="pincite add") as store, store.writing():
    print("held", flush=True)
    time.sleep(float(sys.argv[2]))
"""


@contextmanager
def held(folder: Path, seconds: float = 60.0) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that holds the library for writing."""
    process = subprocess.Popen([sys.executable, "-c", HOLD, str(folder), str(seconds)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_second_writer_is_told_who_holds_the_library(store: SqliteStore, make: Make) -> None:
    with held(store.folder) as other, SqliteStore.open(store.folder, timeout_s=0) as second:
        with pytest.raises(LibraryBusy, match=rf"process {other.pid} \(pincite add, since \d\d:\d\d:\d\d\) is writing"):
            make("act").add_to(second)
        assert second.documents() == []  # readers go on


def test_second_writer_waits_with_a_message_and_then_writes(store: SqliteStore, make: Make) -> None:
    told: list[Holder | None] = []
    with held(store.folder, 2.0) as other, SqliteStore.open(store.folder, timeout_s=30, on_wait=told.append) as second:
        began = time.monotonic()
        make("act").add_to(second)
        assert time.monotonic() - began > 0.9
    assert [h.pid for h in told if h] == [other.pid]
    assert make("act").is_in(store)


def test_short_turns_are_not_told(store: SqliteStore, make: Make) -> None:
    told: list[Holder | None] = []
    with held(store.folder, 0.3), SqliteStore.open(store.folder, timeout_s=30, on_wait=told.append) as second:
        make("act").add_to(second)
    assert told == []


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_killed_holder_is_neither_waited_for_nor_named(store: SqliteStore, make: Make) -> None:
    with held(store.folder) as other:
        other.send_signal(signal.SIGKILL)
        other.wait()
    lock = store.folder / WRITER_LOCK_NAME
    assert lock.with_suffix(".holder").exists()
    assert holder.holder_of(lock) is None
    with SqliteStore.open(store.folder, timeout_s=0) as second:
        make("act").add_to(second)
    assert not lock.with_suffix(".holder").exists()


STALE = [
    ("no_json", b"{"),
    ("empty", b""),
    ("other_form", b'["a"]'),
    ("no_number", json.dumps({"pid": "x", "command": "a", "host": "h", "since": "2020-01-01T00:00:00+00:00"}).encode()),
    ("no_date", json.dumps({"pid": 1, "command": "a", "host": "h", "since": "noon"}).encode()),
    ("long", b"x" * 100_000),
]


@pytest.mark.parametrize("content", [row[1] for row in STALE], ids=[row[0] for row in STALE])
def test_note_that_is_none_is_another_process(tmp_path: Path, content: bytes) -> None:
    lock = tmp_path / "writer.lock"
    lock.with_suffix(".holder").write_bytes(content)
    assert holder.holder_of(lock) is None


def test_holder_on_another_machine_is_named_with_it(tmp_path: Path) -> None:
    lock = tmp_path / "writer.lock"
    note = {"pid": 2**22 + 7, "command": "pincite add", "host": "elsewhere", "since": "2020-01-01T10:00:00+00:00"}
    lock.with_suffix(".holder").write_text(json.dumps(note))
    assert str(holder.holder_of(lock)).startswith(f"process {2**22 + 7} on elsewhere (pincite add, since 2020-01-0")
    lock.with_suffix(".holder").write_text(json.dumps(note | {"host": socket.gethostname()}))
    assert holder.holder_of(lock) is None  # nothing runs under that number here


WRITE = """
import json, sys, time
from pincite.library import Library
from pincite.store.library import SqliteStore
from pincite.testing import HashEmbedder

folder, number = sys.argv[1], sys.argv[2]
with Library(SqliteStore.open(folder, timeout_s=60), embedder_for=HashEmbedder) as library:
    for path in sys.argv[3:]:
        (report,) = library.add([path])
        assert report.status == "added", report
print("done")
"""
READ = """
import sys, time
from pincite.library import Library
from pincite.store.library import SqliteStore
from pincite.testing import HashEmbedder

def missing(*asked):
    from pincite.errors import MissingExtra
    raise MissingExtra("none")

searches = 0
with Library(SqliteStore.open(sys.argv[1]), embedder_for=HashEmbedder, reranker=missing) as library:
    end = time.monotonic() + float(sys.argv[2])
    while time.monotonic() < end:
        for hit in library.search("Who must ring the bell of ward 7?").items:
            assert hit.chunk.text in library.document(hit.chunk.document_id).text
        searches += 1
print(searches)
"""


@pytest.mark.slow
def test_many_readers_and_two_writers(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    paths = []
    for number in range(24):
        path = tmp_path / f"bylaw-{number}.md"
        path.write_text(f"# Bylaw {number}\n\n## 1. Bells\n\nThe keeper of ward {number} must ring the bell at noon.\n")
        paths.append(str(path))
    command = [sys.executable, "-c"]
    with SqliteStore.open(folder, create=True):
        pass
    subprocess.run([*command, WRITE, str(folder), "0", paths[0]], check=True)
    running = [
        subprocess.Popen([*command, READ, str(folder), "4"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(3)
    ]
    running += [
        subprocess.Popen(
            [*command, WRITE, str(folder), str(part), *paths[1 + part :: 2]],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for part in range(2)
    ]
    said = []
    for process in running:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err.decode()
        said.append(out.decode().strip())
    assert all(int(count) > 0 for count in said[:3])
    assert said[3:] == ["done", "done"]
    with SqliteStore.open(folder) as store:
        assert len(store.documents()) == 24
        assert list(store.check()) == []
