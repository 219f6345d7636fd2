"""kill -9 at random moments of a process that adds, replaces, removes and embeds again, while others search and ask.

The writer works with real files, archives among them, and says what it begins and what it has done. After each kill the
library must be sound, hold what the writer had done (and perhaps what it was doing), every document whole. Each reader
notes what it was shown and when: no quote may be of a document that was removed, or of a text that was replaced, before
the question was put. Embedding is by hashed words, so no model is needed. Prints the counts; exit code 1 where anything
was lost, halved or cited that was not there.

    python benchmarks/kill_library.py --kills 300
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from pincite.errors import EmbedderMismatch, EmptyLibrary, MissingExtra
from pincite.ingest import vectors
from pincite.ingest.prepare import Prepared, Task, prepare
from pincite.library import Library
from pincite.settings import ChunkSettings, ParseSettings
from pincite.store.library import SqliteStore
from pincite.store.protocol import text_key
from pincite.testing import HashEmbedder
from pincite.types.retrieval import RetrievalFilter

NAMES = tuple(f"bylaw-{number}" for number in range(8))
PACKED = ("packed-1", "packed-2")
"""Documents that lie in one archive and change together."""
SUBJECTS = "lamps awnings kites ferries gardens chimneys bells wells orchards bridges".split()
EMBEDDERS = ("one", "two")
LONGEST_S = 0.7
SECTIONS = 12

State = dict[str, int]
"""Document id to the revision of it that the library holds."""


@dataclass
class Change:
    """What the writer did to one document: a revision put in, or None for its removal; times in seconds."""

    name: str
    revision: int | None
    begun: float
    done: float | None = None


@dataclass
class Outcome:
    """What the kills met and left."""

    kills: Counter[str] = field(default_factory=Counter)
    changes: list[Change] = field(default_factory=list)
    operations: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    reads: int = 0
    citations: int = 0


def text_of(name: str, revision: int) -> str:
    """A bylaw each of whose sentences names its revision."""
    subject = SUBJECTS[(*NAMES, *PACKED).index(name)]
    parts = [f"# {name.title()} on {subject}\n"]
    for section in range(1, SECTIONS + 1):
        parts += [f"## § {section}. Duties of the keeper of {subject}\n"]
        parts += [
            f"The keeper of {subject} must pay {section + 10} crowns to ward {section} under order {revision}. "
            f"The keeper of {subject} must ring the bell {section} times at dusk under order {revision}.\n"
        ]
    return "\n".join(parts)


# The writer


class SlowEmbedder(HashEmbedder):
    """Takes a moment, so that kills fall into embedding too."""

    def embed_passages(self, texts: Any, headers: Any = ()) -> Any:
        """See `Embedder.embed_passages`."""
        time.sleep(0.004)
        return super().embed_passages(texts, headers)


def opened(folder: Path, embedder: str | None = None) -> Library:
    """The library, with the embedder that it is bound to or another one."""
    store = SqliteStore.open(folder, create=True, timeout_s=60)

    def embedder_for(language: str) -> SlowEmbedder:
        return SlowEmbedder(language, name=embedder or store.meta().embedders.get(language) or EMBEDDERS[0])

    return Library(store, embedder_for=embedder_for, reranker=_no_model)


def _no_model(*asked: str) -> Any:
    raise MissingExtra("There is no model here.")


def write_until_killed(folder: Path, seed: int, say: Callable[..., None]) -> None:
    """Do one thing after the other, saying what is begun and what is done."""
    random = Random(seed)
    vectors.KEPT_AT_ONCE = vectors.EMBEDDED_AT_ONCE = 4
    say("ready")
    while True:
        with opened(folder / "library") as library:
            held = {info.id for info in library.documents()}
            kind = random.choices(("put", "remove", "archive", "reindex", "doctor"), (8, 3, 2, 1, 1))[0]
            if kind == "put":
                name = random.choice(NAMES)
                _put(library, folder, {name: random.randrange(1, 10**6)}, say, "replace" if name in held else "add")
            elif kind == "archive":
                revision = random.randrange(1, 10**6)
                _put(library, folder, {name: revision + at for at, name in enumerate(PACKED)}, say, kind)
            elif kind == "remove" and held:
                name = random.choice(sorted(held))
                say("try", kind, {name: None})
                library.remove(name)
                say("done")
            elif kind == "reindex" and held:
                _reindex(library, folder, say)
            elif kind == "doctor":
                say("try", kind, {})
                library.doctor(fix=True)
                say("done")


def _put(library: Library, folder: Path, revisions: State, say: Callable[..., None], kind: str) -> None:
    documents = folder / "documents"
    documents.mkdir(exist_ok=True)
    if kind == "archive":
        path = documents / "papers.zip"
        with zipfile.ZipFile(documents / "papers.new", "w") as archive:
            for name, revision in revisions.items():
                archive.writestr(f"{name}.md", text_of(name, revision))
        os.replace(documents / "papers.new", path)
    else:
        ((name, revision),) = revisions.items()
        path = documents / f"{name}.md"
        path.write_text(text_of(name, revision), "utf-8")
    say("try", kind, revisions)
    reports = library.add([path])
    if any(report.error for report in reports):
        raise AssertionError(f"{kind} failed: {[report.error for report in reports]}")
    say("done")


def _reindex(library: Library, folder: Path, say: Callable[..., None]) -> None:
    bound = library.store.meta().embedders.get("en", EMBEDDERS[0])
    say("try", "reindex", {})
    with opened(folder / "library", EMBEDDERS[1 - EMBEDDERS.index(bound)]) as other:
        other.reindex()
    say("done")


# The readers


def read_until_killed(folder: Path, seed: int, notes: Path) -> None:
    """Search and ask without end; each line of `notes` is one answer with its times and what it showed."""
    random = Random(seed)
    with notes.open("a", encoding="utf-8", buffering=1) as out:
        while True:
            with suppress(EmbedderMismatch), opened(folder / "library") as library:
                for _ in range(random.randrange(1, 12)):
                    began = time.monotonic()
                    shown = list(_shown(library, random))
                    out.write(json.dumps([began, time.monotonic(), shown]) + "\n")


def _shown(library: Library, random: Random) -> Iterator[tuple[str, str]]:
    """Document ids and texts that a question brings."""
    subject = random.choice(SUBJECTS)
    with suppress(EmptyLibrary):
        if random.random() < 0.5:
            for hit in library.search(f"What must the keeper of {subject} pay?", k=6).items:
                yield hit.chunk.document_id, hit.chunk.text
        else:
            answer = library.ask(f"How often must the keeper of {subject} ring the bell?", method="citeguard")
            for citation in getattr(answer, "citations", ()):
                yield citation.document_id, citation.quote.exact
            for evidence in answer.evidence:
                yield evidence.chunk.document_id, evidence.chunk.text


# The kills


def run(folder: Path, kills: int, seed: int, readers: int) -> Outcome:
    """Kill writers until the number is reached, with readers at work, and judge what they left and were shown."""
    random, outcome = Random(seed), Outcome()
    warm_up(folder / "warm")
    opened(folder / "library").close()
    notes = [folder / f"reader-{number}.jsonl" for number in range(readers)]
    reading = [
        forked(lambda say, n=number, at=path: read_until_killed(folder, n, at), folder / f"reader-{number}.err")[0]
        for number, path in enumerate(notes)
    ]
    state: State = {}
    reference = _Reference(folder)
    try:
        for kill in range(kills):
            lines = killed_writer(folder, seed * 100_000 + kill, random.uniform(0.0, LONGEST_S), outcome)
            state = judged(folder, state, lines, reference, outcome)
            for number, pid in enumerate(reading):
                if os.waitpid(pid, os.WNOHANG)[0]:
                    outcome.faults.append(f"a reader ended: {(folder / f'reader-{number}.err').read_text()[-1500:]}")
                    return outcome
    finally:
        for pid in reading:
            with suppress(ProcessLookupError, ChildProcessError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
    for path in notes:
        judge_notes(path, outcome)
    return outcome


def warm_up(folder: Path) -> None:
    """Have all modules in memory before anything is forked, so that kills fall into work and not into importing."""
    folder.mkdir()
    with opened(folder / "library") as library:
        _put(library, folder, {NAMES[0]: 1}, lambda *words: None, "add")
        library.doctor(fix=True)
        for seed in range(8):
            list(_shown(library, Random(seed)))
        library.reindex()


def forked(work: Callable[[Callable[..., None]], None], errors: Path) -> tuple[int, int]:
    """Process id of a child that runs `work`, and a descriptor that gives what it says, JSON a line."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    try:

        def say(*words: Any) -> None:
            os.write(writing, (json.dumps([time.monotonic(), *words]) + "\n").encode())

        work(say)
    except BaseException:
        errors.write_text(traceback.format_exc(), "utf-8")
    finally:
        os._exit(1)


def killed_writer(folder: Path, seed: int, delay_s: float, outcome: Outcome) -> list[Any]:
    """What a writer said until it was killed."""
    errors = folder / "writer.err"
    errors.unlink(missing_ok=True)
    child, reading = forked(lambda say: write_until_killed(folder, seed, say), errors)
    said = b""
    while b"\n" not in said:
        said += os.read(reading, 65536)
    time.sleep(delay_s)
    os.kill(child, signal.SIGKILL)
    while part := os.read(reading, 65536):
        said += part
    os.close(reading)
    if not os.WIFSIGNALED(os.waitpid(child, 0)[1]):
        outcome.faults.append(f"the writer ended by itself: {errors.read_text() if errors.exists() else ''}")
    return [json.loads(line) for line in said.decode().splitlines()[1:]]


def judged(folder: Path, state: State, lines: list[Any], reference: _Reference, outcome: Outcome) -> State:
    """The state that the library is in, after comparing it with what the writer said."""
    begun: list[Change] = []
    for at, word, *rest in lines:
        if word == "try":
            kind, revisions = rest
            outcome.operations[kind] += 1
            begun = [Change(name, revision, at) for name, revision in revisions.items()]
            doing = kind
        else:
            for change in begun:
                change.done = at
                state = _after(state, change)
            outcome.changes += begun
            begun, doing = [], ""
    outcome.kills[doing if lines and lines[-1][1] == "try" else "between"] += 1
    found = reference.judge(state, begun, outcome)
    for change in begun:  # each is a transaction of its own
        if found.get(change.name) == change.revision:
            change.done = time.monotonic()
            outcome.changes.append(change)
    return found


def _after(state: State, change: Change) -> State:
    rest = {name: revision for name, revision in state.items() if name != change.name}
    return rest if change.revision is None else rest | {change.name: change.revision}


class _Reference:
    """What each document must be, made without a library."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[tuple[str, int], Prepared] = {}

    def judge(self, state: State, begun: list[Change], outcome: Outcome) -> State:
        """What the library holds; faults where that is not `state`, with or without each of the changes begun."""
        with SqliteStore.open(self._folder / "library", timeout_s=60) as store:
            outcome.faults += store.check()
            found = {info.id: self._revision(store, info.id, outcome) for info in store.documents()}
        under_way = {change.name: change.revision for change in begun}
        for name in (*NAMES, *PACKED):
            right = {state.get(name), under_way.get(name, state.get(name))}
            if found.get(name) not in right:
                outcome.faults.append(f"{name} is revision {found.get(name)}, not one of {right}")
        return found

    def _revision(self, store: SqliteStore, name: str, outcome: Outcome) -> int:
        document = store.document(name)
        orders = set(map(int, re.findall(r"under order (\d+)", document.text)))
        revision = orders.pop()
        wanted = self._of(name, revision)
        chunks = tuple(store.each_chunk(RetrievalFilter(document_ids=(name,))))
        if orders or document.text != wanted.document.text or chunks != wanted.chunked.chunks:
            outcome.faults.append(f"{name} is not whole at revision {revision}")
        keys = {text_key(chunk.index_text) for chunk in chunks}
        embedder = store.meta().embedders["en"]
        if store.known_vectors(embedder, keys) != keys:
            outcome.faults.append(f"{name} lacks vectors by {embedder}")
        return revision

    def _of(self, name: str, revision: int) -> Prepared:
        if (name, revision) not in self._made:
            data = text_of(name, revision).encode()
            task = Task(f"{name}.md", name, ChunkSettings(), ParseSettings(), data)
            self._made[name, revision] = prepare(task, lambda stage, size: None)
        return self._made[name, revision]


def judge_notes(path: Path, outcome: Outcome) -> None:
    """Faults where a reader was shown what was not there while its question was answered."""
    by_name: dict[str, list[Change]] = {}
    for change in sorted(outcome.changes, key=lambda c: c.begun):
        by_name.setdefault(change.name, []).append(change)
    for line in path.read_text("utf-8").splitlines():
        with suppress(json.JSONDecodeError):  # the last line of a killed reader
            began, ended, shown = json.loads(line)
            outcome.reads += 1
            for name, text in shown:
                outcome.citations += 1
                for order in set(map(int, re.findall(r"under order (\d+)", text))):
                    if not _was_there(by_name.get(name, []), order, began, ended):
                        outcome.faults.append(f"{name} under order {order} was shown, which was not there")


def _was_there(changes: list[Change], revision: int, began: float, ended: float) -> bool:
    """Whether a revision was in the library at some moment between two."""
    for at, change in enumerate(changes):
        if change.revision == revision and change.begun <= ended:
            following = changes[at + 1].done if at + 1 < len(changes) else None
            if following is None or following >= began:
                return True
    return False


def main() -> int:
    """Run the kills and print what they left."""
    options = _options()
    folder = Path(tempfile.mkdtemp(prefix="pincite-kill-"))
    began = time.monotonic()
    outcome = run(folder, options.kills, options.seed, options.readers)
    print(
        f"{sum(outcome.kills.values())} kills in {time.monotonic() - began:.0f} s, of them in the midst of "
        + _counts(outcome.kills)
    )
    print(f"operations begun: {_counts(outcome.operations)}")
    print(f"{options.readers} readers: {outcome.reads} questions, {outcome.citations} passages shown")
    print("\n".join(outcome.faults[:20]) or "nothing lost, nothing by halves, nothing removed was shown")
    shutil.rmtree(folder)
    return 1 if outcome.faults or not outcome.citations else 0


def _counts(counts: Counter[str]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in counts.most_common())


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--readers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
