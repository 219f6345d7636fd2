"""`failures.jsonl`, schema `pincite.eval-failures/1`: a run's failures, one line each behind a first line of counts.

It holds excerpts of the benchmark's documents, as the cases do.
"""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pincite.errors import InputError
from pincite.evaluate.benchmark import Label
from pincite.evaluate.failures.find import find_failure
from pincite.evaluate.failures.kinds import KINDS
from pincite.evaluate.failures.reading import Outcome

SCHEMA: Final = "pincite.eval-failures/1"
FAILURES_FILE: Final = "failures.jsonl"


@dataclass(slots=True)
class FailureCounts:
    """How many cases failed, and by what.

    Args:
        cases: with a settled label, or an error.
        failed: of these.
        first: kind to the cases that count under it; their sum is `failed`.
        any: kind to the cases of which it is true.
    """

    cases: int = 0
    failed: int = 0
    first: Counter[str] = field(default_factory=Counter)
    any: Counter[str] = field(default_factory=Counter)

    def add(self, kinds: tuple[str, ...]) -> None:
        """Counts a case with its kinds, none for one that did not fail."""
        self.cases += 1
        if kinds:
            self.failed += 1
            self.first[kinds[0]] += 1
            self.any.update(kinds)

    def to_record(self) -> dict[str, Any]:
        """The counts, kinds in the order of precedence."""
        return {
            "cases": self.cases,
            "failed": self.failed,
            "kinds": {
                kind.name: {"first": self.first[kind.name], "any": self.any[kind.name]}
                for kind in KINDS
                if self.any[kind.name]
            },
        }


def write_failures(path: Path, outcomes: Iterable[Outcome], facts: Mapping[str, Any]) -> FailureCounts:
    """Writes the failures among outcomes, one in memory at a time.

    Args:
        facts: what the first line says beside the counts, such as benchmark and run.
    """
    counts = FailureCounts()
    rows, whole = path.with_suffix(".rows"), path.with_suffix(".part")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with rows.open("w", encoding="utf-8") as file:
            for outcome in outcomes:
                if outcome.question.label is Label.APART and not outcome.error:
                    continue
                failure = find_failure(outcome)
                counts.add(failure.kinds if failure else ())
                if failure:
                    file.write(_line(failure.to_record()))
        with whole.open("w", encoding="utf-8") as file, rows.open(encoding="utf-8") as written:
            file.write(_line({"schema": SCHEMA, **facts, **counts.to_record()}))
            shutil.copyfileobj(written, file)
        os.replace(whole, path)
    finally:
        rows.unlink(missing_ok=True)
    return counts


def read_failures(path: Path) -> Iterator[dict[str, Any]]:
    """The first line, then each failure.

    Raises:
        InputError: it is no such file.
    """
    try:
        with path.open(encoding="utf-8") as file:
            first = json.loads(file.readline())
            if not isinstance(first, dict) or first.get("schema") != SCHEMA:
                raise InputError(f"Expected failures of the schema {SCHEMA} in {path}, found something else.")
            yield first
            yield from map(json.loads, file)
    except (OSError, ValueError) as error:
        raise InputError(f"Expected failures at {path}, found none that can be read: {error}.") from error


def _line(record: Mapping[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n"
