"""The JSON objects of a file, lines or one list, with their numbers; what is none of them is a finding.

Texts come out composed (NFC), as every other file of the project is read: a Korean id that a Mac wrote is the same id.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple
from unicodedata import is_normalized

from pincite.errors import InputError
from pincite.evaluate.benchmarks.rows import read_lines, writable
from pincite.evaluate.regops.findings import Finding, error
from pincite.text.normalize import nfc

MOST_ERRORS: Final = 100
"""A file with so many lines that are no JSON is no such file."""
_A_LINE_EACH: Final = "Write one object a line, each on a line of its own, as `jq -c .` does."


class _Fault(NamedTuple):
    """What stands in the place of an object."""

    found: str
    remedy: str = _A_LINE_EACH


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
        fault = value if isinstance(value, _Fault) else _Fault(f"a JSON {type(value).__name__}")
        findings.append(error("not_json", path.name, number, f"Wanted one JSON object a line, found {fault.found}.",
                              fault.remedy))  # fmt: skip
        if broken >= MOST_ERRORS:
            raise InputError(
                f"Wanted JSON lines in {path}, found {broken} lines that are none.", hint="Check the path and the form."
            )


def _values(path: Path) -> Iterator[tuple[int, Any]]:
    lines = read_lines(path)  # once: the file may be a pipe
    first = next(lines, None)
    if first is None:
        return
    if first[1].lstrip().startswith("["):
        yield from _of_list(path, "".join(line for _, line in chain([first], lines)))
        return
    for number, line in chain([first], lines):
        yield number, _of_line(line)


def _of_line(line: str) -> Any:
    try:
        value = json.loads(line)
        return value if "\\u" not in line and is_normalized("NFC", line) else composed(value)
    except RecursionError:
        return _Fault("values nested too deeply")
    except ValueError as fault:
        if "\x00" in line:
            return _Fault("zero bytes, as UTF-16 has them", "Save the file as UTF-8.")
        if line.startswith("{") and not line.endswith("\n"):
            return _Fault("a last line that breaks off", "The file was cut off: make it anew, or take that line out.")
        return _Fault(str(fault)[:120])


def composed(value: Any) -> Any:
    """A JSON value with its texts in NFC, a replacement character for what no text file holds.

    Raises:
        RecursionError: it is nested too deeply.
    """
    if isinstance(value, str):
        return nfc(writable(value))
    if isinstance(value, list):
        return [composed(item) for item in value]
    if isinstance(value, dict):
        return {composed(key): composed(item) for key, item in value.items()}
    return value


def _of_list(path: Path, text: str) -> Iterator[tuple[int, Any]]:
    try:
        whole = composed(json.loads(text))
    except (ValueError, RecursionError) as fault:
        raise InputError(
            f"Wanted a JSON list in {path}, found no JSON: {fault}.",
            hint="Close the list, or write one object a line; a file that was cut off has to be made anew.",
        ) from fault
    yield from enumerate(whole, start=1)
