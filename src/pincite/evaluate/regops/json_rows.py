"""The JSON objects of a file, lines or one list, with their numbers; what is none of them is a finding."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pincite.errors import InputError
from pincite.evaluate.benchmarks.rows import read_lines
from pincite.evaluate.regops.findings import Finding, error

MOST_ERRORS: Final = 100
"""A file with so many lines that are no JSON is no such file."""


def objects(path: Path, findings: list[Finding]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects with their line, or their place in a list, from 1.

    Args:
        findings: takes an error for every line that is no object.

    Raises:
        InputError: the file cannot be read, or most of it is no JSON.
    """
    broken = 0
    for number, value in _values(path):
        if isinstance(value, dict):
            yield number, value
            continue
        broken += 1
        found = str(value) if isinstance(value, ValueError | RecursionError) else f"a JSON {type(value).__name__}"
        findings.append(error("not_json", path.name, number, f"Wanted one JSON object a line, found {found[:120]}.",
                              "Write one object a line, each on a line of its own."))  # fmt: skip
        if broken >= MOST_ERRORS:
            raise InputError(
                f"Wanted JSON lines in {path}, found {broken} lines that are none.", hint="Check the path and the form."
            )


def _values(path: Path) -> Iterator[tuple[int, Any]]:
    first = next(iter(read_lines(path)), (0, ""))[1]
    if first.lstrip().startswith("["):
        yield from _of_list(path)
        return
    for number, line in read_lines(path):
        try:
            yield number, json.loads(line)
        except (ValueError, RecursionError) as fault:
            yield number, fault


def _of_list(path: Path) -> Iterator[tuple[int, Any]]:
    try:
        whole = json.loads("".join(line for _, line in read_lines(path)))
    except (ValueError, RecursionError) as fault:
        raise InputError(f"Wanted a JSON list in {path}, found no JSON: {fault}.", hint="Check the file.") from fault
    yield from enumerate(whole, start=1)
