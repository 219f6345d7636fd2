"""Spoiled and random files of every kind, taken in as `pincite add` takes them in: none may do harm.

The files made for the tests are spoiled (bits, lengths, numbers, packed parts, splices), and files that mean harm are
made (page trees in circles, great page counts, deep outlines, archives in archives). A process takes them in one after
the other; this one watches it. Harm is: the process ends or stands still, a file takes over 30 s or over 1 GB, files
stay behind where temporary ones lie, or an error that nobody foresaw. Prints what became of the files by kind; exit
code 1 where harm was done.

    PYTHONPATH=tests/makers python benchmarks/fuzz_files.py --count 1000
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from typing import Any

import fuzz_mutations as mutations

ROOT = Path(__file__).resolve().parents[1]
MAX_S = 30.0
MAX_MB = 1000
SILENCE_S = 120.0
"""Without a word from the process for so long it counts as standing still."""
TEXT_KINDS = {"markdown": "md", "htm": "html", "text": "txt"}


@dataclass
class Tally:
    """What became of the files of one kind."""

    outcomes: Counter[str] = field(default_factory=Counter)
    slowest_s: float = 0.0
    peak_mb: int = 0


# The files


def seeds() -> list[tuple[str, bytes]]:
    """Kinds and contents of good files."""
    sys.path.insert(0, str(ROOT / "tests" / "makers"))
    from made_files import made_files
    from made_files._reading import missing_needs

    found = [(file.name.rpartition(".")[2], file.make()) for file in made_files() if not missing_needs(file)]
    for path in sorted((ROOT / "demo").rglob("*")):
        if path.suffix in (".md", ".html", ".txt", ".pdf") and path.stat().st_size < 400_000:
            found.append((path.suffix[1:], path.read_bytes()))
    return [(TEXT_KINDS.get(kind, kind), data) for kind, data in found]


def case(number: int, seed: int, good: list[tuple[str, bytes]]) -> tuple[str, str, bytes]:
    """The name, kind and content of a file, the same at every call."""
    random = Random(f"{seed}/{number}")
    way = random.random()
    by_kind: dict[str, list[bytes]] = defaultdict(list)
    for kind, data in good:
        by_kind[kind].append(data)
    kind, data = random.choice(good)
    if way < 0.08:
        kind, data = random.choice(sorted(by_kind)), mutations.random_file(random)
    elif way < 0.16:
        kind, data = mutations.made_bad(random)
    elif way < 0.26:
        data = mutations.spliced(data, random.choice(random.choice(list(by_kind.values()))), random)
    elif way < 0.33:
        spoiled = [(k, mutations.mutated(random.choice(contents), k, random)) for k, contents in by_kind.items()]
        kind, data = "zip", mutations.packed([(f"{at}.{k}", content) for at, (k, content) in enumerate(spoiled)])
    else:
        data = mutations.mutated(data, kind, random)
    return f"case-{number:05}.{kind}", kind, data


# The process that takes them in


def work(folder: Path) -> int:
    """Take in the files whose paths come by stdin, with a line of JSON for each; at the end, what the library lacks."""
    from pincite.ingest import Ingest
    from pincite.settings import ChunkSettings
    from pincite.store.library import SqliteStore
    from pincite.testing import HashEmbedder

    resource.setrlimit(resource.RLIMIT_DATA, (MAX_MB * 10**6,) * 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with (
        SqliteStore.open(folder / "library", create=True) as store,
        Ingest(store, HashEmbedder, ChunkSettings()) as ingest,
    ):
        for line in sys.stdin:
            _forget_peak("self")
            found = list(ingest.each(Path(line.rstrip("\n"))))
            for info in store.documents():  # the library stays small, so that figures are those of files
                store.remove(info.id)
            said = {
                "reports": [(report.status, report.error) for report in found],
                "seconds": max(report.seconds for report in found),  # each member of an archive is a file
                "mb": _peak(ingest),
            }
            print(json.dumps(said), flush=True)
        faults = list(store.check())
    print(json.dumps({"faults": faults}), flush=True)
    return 0


def _peak(ingest: Any) -> int:
    """Most memory that this process, or the one that reads for it, has had since last asked, in MB."""
    process = ingest._reader._process
    others = [str(process._process.pid)] if process is not None else []
    found = []
    for pid in ("self", *others):
        try:
            match = re.search(r"VmHWM:\s*(\d+) kB", Path(f"/proc/{pid}/status").read_text())
        except OSError:
            continue
        found += [int(match[1]) * 1024 // 10**6] if match else []
        _forget_peak(pid)
    return max(found, default=0)


def _forget_peak(pid: str) -> None:
    try:
        Path(f"/proc/{pid}/clear_refs").write_text("5")
    except OSError:
        return


# The watch


def run(count: int, seed: int, folder: Path, kinds: str = "") -> tuple[dict[str, Tally], list[str]]:
    """Tallies by kind, and the harm done."""
    tallies: dict[str, Tally] = defaultdict(Tally)
    harm: list[str] = []
    (folder / "temporary").mkdir()
    good = [(kind, data) for kind, data in seeds() if not kinds or kind in kinds.split(",")]
    process = _Watched(folder)
    for number in range(count):
        name, kind, data = case(number, seed, good)
        path = folder / name
        path.write_bytes(data)
        said = process.ask(str(path))
        if said is None:
            harm.append(f"case {number} ({kind}) ended the process, or it stood still")
            shutil.rmtree(folder / "library", ignore_errors=True)
            process = _Watched(folder)
        else:
            judge(f"case {number} ({kind})", said, tallies[kind], harm)
        path.unlink()
    end = process.ask(None)
    harm += ["the process ended badly"] if end is None else [f"the library: {fault}" for fault in end["faults"]]
    left = [str(path) for path in (folder / "temporary").rglob("*")]
    return tallies, [*harm, *([f"temporary files are left: {left[:5]}"] if left else [])]


class _Watched:
    """The process that takes files in, watched."""

    def __init__(self, folder: Path) -> None:
        self._process = Popen(
            [sys.executable, __file__, "--work", str(folder)],
            stdin=PIPE,
            stdout=PIPE,
            stderr=(folder / "errors.txt").open("ab"),
            env=os.environ | {"TMPDIR": str(folder / "temporary")},
            text=True,
        )

    def ask(self, path: str | None) -> dict[str, Any] | None:
        """What it says of a file, or at its end; None where it says nothing any more."""
        timer = threading.Timer(SILENCE_S, self._process.kill)
        timer.start()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            if path is None:
                self._process.stdin.close()
            else:
                self._process.stdin.write(f"{path}\n")
                self._process.stdin.flush()
            line = self._process.stdout.readline()
        except OSError:
            line = ""
        finally:
            timer.cancel()
        if path is None or not line:
            self._process.wait()
        return json.loads(line) if line else None


def judge(name: str, line: dict[str, Any], tally: Tally, harm: list[str]) -> None:
    """Count a file, and say what harm it did."""
    for status, error in line["reports"]:
        if "unexpected" in error:
            harm.append(f"{name}: {error[:300]}")
        tally.outcomes[outcome(status, error)] += 1
    tally.slowest_s = max(tally.slowest_s, line["seconds"])
    tally.peak_mb = max(tally.peak_mb, line["mb"])
    if line["seconds"] > MAX_S:
        harm.append(f"{name} took {line['seconds']:.0f} s")
    if line["mb"] > MAX_MB:
        harm.append(f"{name} took {line['mb']} MB")


def outcome(status: str, error: str) -> str:
    """One word for what became of a file."""
    kinds = (
        ("unexpected", "unforeseen"),
        ("broke down over it", "process broke"),
        ("ended over it", "process broke"),
        ("of processor time", "stood still"),
        ("stood still", "stood still"),
        ("more memory", "too large"),
    )
    if status == "failed":
        return next((word for words, word in kinds if words in error), "refused")
    return "read" if status in ("added", "replaced", "unchanged", "moved", "skipped") else status


def main() -> int:
    """Run the cases and print what became of them."""
    if sys.argv[1:2] == ["--work"]:
        return work(Path(sys.argv[2]))
    options = _options()
    folder = Path(tempfile.mkdtemp(prefix="pincite-fuzz-"))
    began = time.monotonic()
    try:
        tallies, harm = run(options.count, options.seed, folder, options.kinds)
        errors = (folder / "errors.txt").read_text("utf-8", "replace")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{options.count} files in {time.monotonic() - began:.0f} s")
    for kind, tally in sorted(tallies.items()):
        counts = ", ".join(f"{count} {word}" for word, count in tally.outcomes.most_common())
        print(f"{kind:<5} {counts}; slowest {tally.slowest_s:.1f} s, most memory {tally.peak_mb} MB")
    print("\n".join(harm) or "no harm done")
    print(errors[-2000:], file=sys.stderr, end="")
    return 1 if harm else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default="", help="of good files, such as docx,odt; all by default")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
