"""kill -9 at random moments: what was reported as committed is there, and nothing is there by halves."""

from __future__ import annotations

import os
import signal
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pincite.store import snapshots
from pincite.store.library import SqliteStore

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="starts its writers by fork")

Make = Callable[..., Any]
State = dict[str, int]
"""Document id to the revision of it that the library holds."""

KILLS = 60
LONGEST_S = 0.15


@dataclass(frozen=True)
class Step:
    """One change: `add` and `replace` bring the revision, `remove` takes the document out."""

    kind: str
    name: str
    revision: int

    def done_to(self, state: State) -> State:
        rest = {name: revision for name, revision in state.items() if name != self.name}
        return rest if self.kind == "remove" else rest | {self.name: self.revision}


def next_step(random: Random, state: State) -> Step:
    name = f"d{random.randrange(8)}"
    if name not in state:
        return Step("add", name, random.randrange(1000))
    return Step(random.choice(["replace", "replace", "remove"]), name, random.randrange(1000))


def write_until_killed(folder: Path, make: Make, seed: int, say: Callable[[str], None]) -> None:
    random = Random(seed)
    store = SqliteStore.open(folder, create=True)
    state = state_of(store)
    say("ready")
    while True:
        step = next_step(random, state)
        say(f"try {step.kind} {step.name} {step.revision}")
        parts = make(step.name, step.revision)
        if step.kind == "remove":
            store.remove(step.name)
        else:
            (parts.add_to if step.kind == "add" else parts.replace_in)(store)
        say("done")
        state = step.done_to(state)


def state_of(store: SqliteStore) -> State:
    return {info.id: int(info.title.rsplit(" ", 1)[1]) for info in store.documents()}


def forked(work: Callable[[Callable[[str], None]], None], say: Callable[[str], None]) -> int:
    """The process id of a child that runs `work` and nothing of the tests around it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the child uses no thread or lock of this process
        child = os.fork()
    if not child:
        try:
            work(say)
        finally:
            os._exit(1)
    return child


def run_and_kill(work: Callable[[Callable[[str], None]], None], delay_s: float, *, wait_for_ready: bool) -> list[str]:
    """The lines of a forked process that runs `work` and is killed after `delay_s`."""
    reading, writing = os.pipe()
    child = forked(work, lambda line: os.write(writing, f"{line}\n".encode()) and None)
    os.close(writing)
    said = os.read(reading, 6) if wait_for_ready else b""
    time.sleep(delay_s)
    os.kill(child, signal.SIGKILL)
    while part := os.read(reading, 65536):
        said += part
    os.close(reading)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status), f"the writer ended by itself: {said[-500:]!r}"
    return said.decode().splitlines()


def expected_states(before: State, lines: list[str]) -> list[State]:
    """The states that are right after these lines: all that was done, and perhaps the one that was under way."""
    state, under_way = before, None
    for line in lines:
        if line == "done" and under_way:
            state, under_way = under_way.done_to(state), None
        elif line.startswith("try "):
            kind, name, revision = line.split()[1:]
            under_way = Step(kind, name, int(revision))
    return [state] if under_way is None else [state, under_way.done_to(state)]


def test_killed_writer_loses_nothing_and_leaves_no_halves(tmp_path: Path, make: Make) -> None:
    random, state, steps, interrupted = Random(20), {}, 0, 0
    for kill in range(KILLS):
        lines = run_and_kill(
            lambda say, seed=kill: write_until_killed(tmp_path, make, seed, say),
            random.uniform(0.0, LONGEST_S),
            wait_for_ready=True,
        )
        steps += lines.count("done")
        interrupted += lines[-1] != "done"
        with SqliteStore.open(tmp_path) as store:
            found = state_of(store)
            assert found in expected_states(state, lines)
            assert list(store.check()) == []  # includes SQLite's integrity check
            assert all(make(name, revision).is_in(store) for name, revision in found.items())
        state = found
    assert steps > KILLS  # the kills fell into work, not into starting up
    assert interrupted > KILLS / 2


def test_killed_creation_can_be_taken_up(tmp_path: Path, make: Make) -> None:
    random = Random(3)
    for kill in range(25):
        folder = tmp_path / str(kill)
        run_and_kill(
            lambda say, folder=folder: write_until_killed(folder, make, 0, say),
            random.uniform(0.0, 0.03),
            wait_for_ready=False,
        )
        with SqliteStore.open(folder, create=True) as store:
            assert list(store.check()) == []
            assert all(make(name, revision).is_in(store) for name, revision in state_of(store).items())


def test_killed_snapshot_build_leaves_the_old_or_the_new(tmp_path: Path, make: Make) -> None:
    with SqliteStore.open(tmp_path, create=True) as store:
        make("act").add_to(store)

    def build(store: SqliteStore, folder: Path) -> None:
        for number, chunk_id in enumerate(store.chunk_ids() * 3):
            (folder / f"{number}.txt").write_text(chunk_id * 100)

    def build_until_killed(say: Callable[[str], None]) -> None:
        store = SqliteStore.open(tmp_path)
        revision = int(store.document_info("act").title.rsplit(" ", 1)[1])
        say("ready")
        while True:
            snapshots.current(store, lambda folder: build(store, folder))
            revision += 1
            make("act", revision).replace_in(store)

    random, whole = Random(4), 0
    for _ in range(25):
        run_and_kill(build_until_killed, random.uniform(0.0, 0.1), wait_for_ready=True)
        with SqliteStore.open(tmp_path) as store:
            for folder in (tmp_path / "snapshots").glob("[!.]*"):
                if folder.is_dir():
                    assert list(snapshots.problems(folder, hashes=True)) == []
                    whole += 1
            folder = snapshots.current(store, lambda folder: build(store, folder))
            assert (folder / "0.txt").read_text() == store.chunk_ids()[0] * 100
            assert not list((tmp_path / "snapshots").glob(".*"))
    assert whole


def test_readers_see_whole_documents_while_a_writer_works(tmp_path: Path, make: Make) -> None:
    seen: set[tuple[tuple[str, int], ...]] = set()

    def work(say: Callable[[str], None]) -> None:
        write_until_killed(tmp_path, make, 7, say)

    SqliteStore.open(tmp_path, create=True).close()
    child = forked(work, lambda line: None)
    try:
        with SqliteStore.open(tmp_path) as store:
            end = time.monotonic() + 1.0
            while time.monotonic() < end:
                with store.reading():
                    state = state_of(store)
                    assert all(make(name, revision).is_in(store) for name, revision in state.items())
                seen.add(tuple(sorted(state.items())))
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    assert len(seen) > 3
