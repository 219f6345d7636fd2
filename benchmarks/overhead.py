"""What writing with a model costs beside the model itself, retrieval and encoders: prompt, reading, gate, citations.

    python benchmarks/overhead.py --library DIR --kept DIR --model llama:FILE --rows FILE

Asks the questions of a file of `benchmarks/model_drafts.py` once more with what the model said then (`--kept`), so that
the model costs nothing, and takes off what retrieval, embedder and cross-encoder took. Prints also how many texts the
gate encoded for each sentence.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from model_drafts import CONTEXT_TOKENS, MAX_TOKENS, SOURCE_TOKENS, Enough

from pincite.answer.methods import pipeline
from pincite.library import Library
from pincite.settings import ModelSettings, Settings
from pincite.types.retrieval import RetrievalFilter


class Clock:
    """Adds up what the calls of some methods take; calls inside calls are counted once."""

    def __init__(self) -> None:
        self.spent = 0.0
        self.texts = 0
        self._depth = 0

    def watch(self, target: Any, name: str) -> None:
        """Times a method of an object from now on."""
        inner: Callable[..., Any] = getattr(target, name)

        def timed(*args: Any, **kwargs: Any) -> Any:
            self.texts += len(args[0]) if args and isinstance(args[0], list | tuple) else 0
            with self._running():
                return inner(*args, **kwargs)

        object.__setattr__(target, name, timed)

    @contextmanager
    def _running(self) -> Iterator[None]:
        started = time.perf_counter()
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth:
                self.spent += time.perf_counter() - started


def main() -> None:
    """Reads the arguments, asks twice (the first time warms), prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--kept", type=Path, required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--rows", type=Path, required=True)
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.rows.read_text("utf-8").splitlines()]
    model = ModelSettings(
        form=rows[0]["first"]["form"],
        source_tokens=SOURCE_TOKENS,
        max_tokens=MAX_TOKENS,
        context_tokens=CONTEXT_TOKENS,
        cache=options.kept,
    )
    with Library.open(options.library, settings=Settings(model=model)) as library:
        run = pipeline(library, method="citeguard", model=options.model, preset="standard", gate="standard")
        clock = Clock()
        run = replace(run, sufficiency=Enough())
        _watch(clock, library, run)
        beside, sentences, encoded = [], 0, 0
        for turn in range(2):
            for row in rows:
                clock.spent, clock.texts = 0.0, 0
                started = time.perf_counter()
                outcome = run(row["question"], RetrievalFilter())
                spent = time.perf_counter() - started - clock.spent
                if turn:
                    beside.append(1000 * spent)
                    sentences += sum(len(a.get("sentences", ())) for a in outcome.trace.attempts)
                    encoded += clock.texts
    ordered = sorted(beside)
    print(f"beside model, retrieval and encoders: median {median(beside):.1f} ms, ", end="")
    print(f"95th percentile {ordered[int(0.95 * len(ordered))]:.1f} ms, most {ordered[-1]:.1f} ms a question")
    print(f"sentences checked: {sentences}; texts encoded or scored, retrieval's included: {encoded}")


def _watch(clock: Clock, library: Library, run: Any) -> None:
    clock.watch(library.embedder("en"), "embed_passages")
    clock.watch(library.embedder("en"), "embed_query")
    clock.watch(library.reranker(), "scores")
    clock.watch(run, "retrieve")
    clock.watch(run.generate._model, "complete")


if __name__ == "__main__":
    main()
