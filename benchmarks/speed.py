"""How fast pincite is on a library: warm questions by preset, and whole commands from their start.

    python benchmarks/speed.py --library DIR --data DIR [--runs 5]

Warm: all housing questions asked in one process, medians. Commands: `pincite --help` and `pincite ask` as processes of
their own, best and median of the runs, so that interpreter start, imports and model loading count.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from pincite.evaluate.benchmarks.housing import read_questions
from pincite.library import Library

QUESTION = "How many days does a Rhode Island landlord have to return the deposit?"


def main() -> None:
    """Reads the arguments, runs, prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds housing/")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    questions = [q.text for q in read_questions(options.data / "housing" / "questions.jsonl")]
    for preset in ("paper", "standard"):
        warm(options.library, questions, preset)
    command("--help", ["--help"], options.runs)
    for preset in ("paper", "standard"):
        arguments = ["ask", QUESTION, "--library", str(options.library), "--preset", preset]
        command(f"ask, preset {preset}", arguments, options.runs)


def warm(folder: Path, questions: list[str], preset: str) -> None:
    """Prints the median time of a question, and of its stages, once the models are loaded."""
    with Library.open(folder) as library:
        library.ask(questions[0], preset=preset)
        seconds, stages = [], {}
        for question in questions:
            started = time.perf_counter()
            outcome = library.ask(question, preset=preset)
            seconds.append(time.perf_counter() - started)
            for stage, spent in outcome.trace.timings_ms.items():
                stages.setdefault(stage, []).append(spent)
    parts = ", ".join(f"{stage} {median(spent):.0f}" for stage, spent in stages.items())
    ordered = sorted(seconds)
    print(f"ask warm, preset {preset}: median {1000 * median(seconds):.0f} ms, ", end="")
    print(f"95th percentile {1000 * ordered[int(0.95 * len(ordered))]:.0f} ms ({parts})")


def command(name: str, arguments: list[str], runs: int) -> None:
    """Prints how long a command takes as a process of its own."""
    seconds = []
    for _ in range(runs + 1):
        started = time.perf_counter()
        done = subprocess.run([sys.executable, "-m", "pincite", *arguments], capture_output=True, check=False)
        seconds.append(time.perf_counter() - started)
        if done.returncode:
            raise SystemExit(f"pincite {name} ended with {done.returncode}: {done.stderr.decode()[-300:]}")
    counted = seconds[1:]  # the first run warms the disk
    print(f"pincite {name}: median {median(counted):.2f} s, best {min(counted):.2f} s of {runs}")


if __name__ == "__main__":
    main()
