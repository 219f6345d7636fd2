"""`cases.jsonl`, schema `pincite.eval-case/1`: what came of each question, one line each, kept as soon as it is there.

The first line says what the cases are of. A file whose writer was killed is gone on with: a last line that was not
finished is dropped, and questions that ended in an error are asked again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any, NamedTuple

from pincite.errors import InputError
from pincite.evaluate.case import SCHEMA, Case, Ranked
from pincite.types.document import Span

_FRESH = "Give another folder with --out, or begin anew with --fresh."


@dataclass(frozen=True, slots=True)
class Header:
    """What the cases of a file are of; cases of two headers are never mixed.

    Args:
        benchmark, version: of the benchmark.
        questions: SHA-256 over the ids of the questions asked, hex.
        run: name of the run.
        configuration: SHA-256 over all that shapes an answer, the index included, hex.
        pincite: version.
        code: SHA-256 over the code that shapes an answer, hex.
        settings: what `configuration` was made of, for people.
    """

    benchmark: str
    version: str
    questions: str
    run: str
    configuration: str
    pincite: str
    code: str
    settings: Mapping[str, Any] = field(default_factory=dict)

    def differing(self, record: Mapping[str, Any]) -> list[str]:
        """Names of the fields in which the header of a file is another one."""
        own = {name: value for name, value in asdict(self).items() if name not in ("settings", "run")}
        return [name for name, value in own.items() if record.get(name) != value]


class Seeded(NamedTuple):
    """A sentence of a careless model: which of the question's drafts it is in, from 0, and the fault put into it."""

    draft: int
    text: str
    fault: str


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A line: a case, or the error in which its question ended.

    Args:
        elapsed: wall clock of the question in seconds, what came out of a cache included.
        error: `type`, `message` and `hint`; None where there is a case.
        seeded: sentences that the careless model wrote.
    """

    question_id: str
    case: Case | None
    elapsed: float
    error: Mapping[str, str] | None = None
    seeded: tuple[Seeded, ...] = ()


class CasesFile:
    """The file while cases are added to it; use it as a context manager."""

    def __init__(self, stream: IO[str], done: frozenset[str]) -> None:
        self._stream = stream
        self.done = done

    @classmethod
    def open(cls, path: Path, header: Header, *, fresh: bool = False) -> CasesFile:
        """The file at `path`, made with its header or gone on with.

        Args:
            fresh: put aside what it holds.

        Raises:
            InputError: it holds cases of something else, or is no such file.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        done: frozenset[str] = frozenset()
        if fresh or not _has_header(path):
            first = {"schema": SCHEMA, **asdict(header)}
            path.write_text(json.dumps(first, allow_nan=False) + "\n", "utf-8")
        else:
            _refuse_other(path, header)
            done = _mended(path)
        return cls(path.open("a", encoding="utf-8"), done)

    def append(self, row: CaseRow) -> None:
        """Writes a line, at once and whole; in ASCII, so that no half of a letter can be in the way."""
        self._stream.write(json.dumps(_record(row), allow_nan=False) + "\n")
        self._stream.flush()

    def __enter__(self) -> CasesFile:
        return self

    def __exit__(self, *raised: object) -> None:
        self._stream.close()


def read_header(path: Path) -> dict[str, Any]:
    """The first line of a cases file.

    Raises:
        InputError: it is no such file.
    """
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            found = json.loads(file.readline())
    except (OSError, ValueError) as error:
        raise InputError(f"Expected a cases file at {path}, found none: {error}.", hint=_FRESH) from error
    if not isinstance(found, dict) or found.get("schema") != SCHEMA:
        raise InputError(f"Expected cases of the schema {SCHEMA} in {path}, found something else.", hint=_FRESH)
    return found


def read_rows(path: Path) -> Iterator[CaseRow]:
    """The rows of a cases file, one at a time.

    Raises:
        InputError: it is no such file, or a line of it is damaged.
    """
    read_header(path)
    with path.open(encoding="utf-8", errors="replace") as file:
        file.readline()
        for number, line in enumerate(file, start=2):
            if not line.endswith("\n"):
                return  # not finished by its writer
            yield _row(line, path, number)


def _has_header(path: Path) -> bool:
    """Whether there is a file with a whole first line; one killed before that holds nothing to keep."""
    try:
        with path.open("rb") as file:
            return file.readline().endswith(b"\n")
    except FileNotFoundError:
        return False


def _refuse_other(path: Path, header: Header) -> None:
    differing = header.differing(read_header(path))
    if differing:
        raise InputError(
            f"{path} holds cases of another run: it differs in {', '.join(differing)}.",
            hint=_FRESH,
        )


def _mended(path: Path) -> frozenset[str]:
    """Ids of the questions with a case, after errors and a line that was not finished were taken out of the file."""
    done: list[str] = []
    whole = True
    with path.open(encoding="utf-8", errors="replace") as file:
        file.readline()
        for number, line in enumerate(file, start=2):
            if not line.endswith("\n"):
                whole = False
                break
            row = _row(line, path, number)
            whole = whole and row.case is not None
            done += [row.question_id] if row.case is not None else []
    if not whole:
        _rewrite(path)
    return frozenset(done)


def _rewrite(path: Path) -> None:
    part = path.with_suffix(".part")
    with path.open(encoding="utf-8", errors="replace") as file, part.open("w", encoding="utf-8") as kept:
        kept.write(file.readline())
        kept.writelines(line for line in file if line.endswith("\n") and json.loads(line)["error"] is None)
    os.replace(part, path)


def _record(row: CaseRow) -> dict[str, Any]:
    case = row.case
    return {
        "question_id": row.question_id,
        "error": dict(row.error) if row.error else None,
        "elapsed": round(row.elapsed, 4),
        "seconds": None if case is None or case.seconds is None else round(case.seconds, 4),
        "sufficiency": case.sufficiency if case else None,
        "recheck": None if case is None or case.recheck is None else list(case.recheck),
        "seeded": [list(sentence) for sentence in row.seeded],
        "ranked": [_ranked_record(item) for item in case.ranked] if case else [],
        "record": dict(case.record) if case else None,
    }


def _ranked_record(item: Ranked) -> dict[str, Any]:
    return {**asdict(item), "spans": [[span.start, span.end] for span in item.spans]}


def _row(line: str, path: Path, number: int) -> CaseRow:
    try:
        found = json.loads(line)
        case = None
        if found["error"] is None:
            case = Case(
                question_id=str(found["question_id"]),
                ranked=tuple(_ranked(item) for item in found["ranked"]),
                record=MappingProxyType(found["record"]),
                sufficiency=found["sufficiency"],
                seconds=found["seconds"],
                recheck=None if found["recheck"] is None else tuple(map(bool, found["recheck"])),
            )
        seeded = tuple(Seeded(int(draft), str(text), str(fault)) for draft, text, fault in found["seeded"])
        return CaseRow(str(found["question_id"]), case, float(found["elapsed"]), found["error"], seeded)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InputError(f"Line {number} of {path} is no case: {error!r}.", hint=_FRESH) from error


def _ranked(item: Mapping[str, Any]) -> Ranked:
    return Ranked(**{**item, "spans": tuple(Span(int(start), int(end)) for start, end in item["spans"])})
