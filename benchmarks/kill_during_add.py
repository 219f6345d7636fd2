"""kill -9 of `pincite add` at random moments, and what is left in the library each time.

Documents of our own are added by the real command in a process of its own, which is killed; the next `add` takes up
where it was stopped; a finished library is thrown away and begun anew. After each kill the library must be sound,
hold only whole documents (texts, chunks and vectors as an undisturbed run made them), and still hold all that it held
after the kill before. Prints the counts; exit code 1 where anything was lost or halved.

    python benchmarks/kill_during_add.py --kills 50
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from pincite.errors import LibraryNotFound
from pincite.store.library import SqliteStore
from pincite.store.protocol import text_key
from pincite.types.retrieval import RetrievalFilter

Parts = tuple[str, tuple[str, ...], tuple[bytes, ...]]
"""Hash of the text, chunk ids, vectors."""


def main() -> int:
    """Run the kills and print what they left."""
    options = _options()
    random = Random(options.seed)
    folder = Path(tempfile.mkdtemp(prefix="pincite-kill-"))
    write_documents(folder / "documents", options.documents)
    started = time.perf_counter()
    add(folder / "documents", folder / "reference").wait()
    full_s = time.perf_counter() - started
    reference = contents(folder / "reference")
    if len(reference) != options.documents:
        print(f"the undisturbed run took in {len(reference)} of {options.documents} documents")
        return 1
    counts, faults = kill_often(folder, reference, full_s, options.kills, random)
    print(f"undisturbed run: {full_s:.1f} s for {len(reference)} documents")
    print(f"kills: {options.kills}, of them " + ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items())))
    print("\n".join(faults) or "nothing lost, nothing by halves")
    shutil.rmtree(folder)
    return 1 if faults else 0


def kill_often(
    folder: Path, reference: dict[str, Parts], full_s: float, kills: int, random: Random
) -> tuple[Counter[str], list[str]]:
    """Counts of what the kills met, and the faults they left."""
    counts: Counter[str] = Counter()
    faults: list[str] = []
    held: dict[str, Parts] = {}
    while sum(counts.values()) < kills:
        process = add(folder / "documents", folder / "library")
        time.sleep(random.uniform(0.0, full_s))
        process.kill()
        process.wait()
        found = contents(folder / "library", faults)
        faults += [f"{name} was lost" for name in held if name not in found]
        faults += [f"{name} is not what was added" for name in found if found[name] != reference[name]]
        counts["before a commit" if found == held else "after commits"] += 1
        held = found
        if len(held) == len(reference):
            shutil.rmtree(folder / "library")
            held = {}
    return counts, faults


def add(documents: Path, library: Path) -> subprocess.Popen[bytes]:
    """The running command."""
    command = [sys.executable, "-m", "pincite.cli.main", "--library", str(library), "add", str(documents)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def contents(library: Path, faults: list[str] | None = None) -> dict[str, Parts]:
    """What the library holds, by document id; what `check` finds is put into `faults`."""
    try:
        store = SqliteStore.open(library)
    except LibraryNotFound:  # killed before it was made
        return {}
    with store:
        if faults is not None:
            faults += store.check()
        return {info.id: _parts(store, info.id, info.text_sha256) for info in store.documents()}


def _parts(store: SqliteStore, document_id: str, text_sha256: str) -> Parts:
    chunks = list(store.each_chunk(RetrievalFilter(document_ids=(document_id,))))
    keys = [text_key(chunk.index_text) for chunk in chunks]
    found = [store.vectors(name, keys) for name in sorted(set(store.meta().embedders.values()))]
    vectors = tuple(by_key[key] for by_key in found for key in keys if key in by_key)
    return text_sha256, tuple(chunk.id for chunk in chunks), vectors


def write_documents(folder: Path, count: int) -> None:
    """Fictional bylaws, each of its own words."""
    folder.mkdir()
    subjects = "lamps awnings kites ferries gardens chimneys bells wells orchards bridges stairs barrels".split()
    for number in range(count):
        subject = subjects[number % len(subjects)]
        lines = [f"# Bylaw {number + 1} on {subject}"]
        for section in range(1, 9):
            lines += [f"## {section}. Duties of a keeper of {subject}", ""]
            lines += [
                f"A keeper of {subject} shall give the harbour office notice within {section + number + 5} days. "
                f"The fee under section {section} is {100 + 7 * section + number} crowns for each of the {subject}. "
                f"Nobody may remove {subject} after dusk without the consent of the warden of ward {number}.",
                "",
            ]
        (folder / f"bylaw-{number + 1}.md").write_text("\n".join(lines), encoding="utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--documents", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
