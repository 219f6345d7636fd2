"""The answers that were given, kept as their answer files: a history beside the library, in a file of its own.

Its own file, `answers.sqlite3`, so that whoever keeps an answer never waits for the library's writer, nor the other way
round. Several processes may read and write it at once; a kill in between leaves the answer kept or not kept, whole.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import threading
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, Self

from pincite.errors import LibraryError, UnknownAnswer
from pincite.store import rows
from pincite.store.connection import BUSY_TIMEOUT_S, connect, file_lock, translated

ANSWERS_NAME = "answers.sqlite3"
LOCK_NAME = "answers.lock"
APPLICATION_ID = 0x70696E61  # "pina"
SCHEMA_VERSION = 1
MAX_LISTED = 500
MAX_WORDS = 50
"""Words of a query that are looked for."""

_SCHEMA = """
CREATE TABLE answers (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    asked_at TEXT NOT NULL,              -- ISO date and time in UTC
    asked_by TEXT,                       -- name of a token, never the token
    searched TEXT NOT NULL,              -- question and text, in lower case
    record TEXT NOT NULL                 -- the answer file
)
"""

# Crockford's base 32: no letter that reads as a digit, and its order is that of the numbers.
_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
_TIME_DIGITS = 10  # 50 bits of milliseconds
_RANDOM_DIGITS = 16  # 80 bits


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """An answer with when it was asked.

    Args:
        id: 26 letters and digits; sorts by time, and cannot be guessed.
        asked_at: ISO date and time in UTC.
        asked_by: name of the token that asked; None without one.
        record: the answer file, as it was put.
    """

    id: str
    asked_at: str
    asked_by: str | None
    record: dict[str, Any]


class AnswerPage(NamedTuple):
    """A part of a history.

    Args:
        answers: newest first.
        total: how many there are that fit the query, on all pages.
    """

    answers: tuple[KeptAnswer, ...]
    total: int


class AnswerHistory:
    """The open history of a library; make one with `open`. Threads may share it, a forked process may not."""

    def __init__(self, folder: Path, connection: sqlite3.Connection | None, *, read_only: bool) -> None:
        self._folder = folder
        self._connection = connection
        self._read_only = read_only
        self._lock = threading.Lock()

    @classmethod
    def open(cls, folder: str | Path, read_only: bool = False, *, timeout_s: float = BUSY_TIMEOUT_S) -> Self:
        """The history of the library in `folder`; made where there is none yet.

        Args:
            read_only: make and write nothing; a history that is not there is an empty one.
            timeout_s: how long to wait for another process that writes, in seconds.

        Raises:
            LibraryError: the file is another program's, a newer pincite's, damaged, or may not be opened.
        """
        folder = Path(folder)
        file = folder / ANSWERS_NAME
        with translated(folder):
            if not read_only:
                _make(folder, timeout_s)
            elif not _is_made(file):
                return cls(folder, None, read_only=True)
            connection = connect(file, timeout_s=timeout_s)
            try:
                _require_history(connection, file)
            except BaseException:
                connection.close()
                raise
        return cls(folder, connection, read_only=read_only)

    def close(self) -> None:
        """Give the file back."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def put(self, record: Mapping[str, Any], *, asked_by: str | None) -> str:
        """Keep an answer file as it is.

        Args:
            record: a sound `pincite.answer/1`, as `to_record` and `parse_record` give it; not checked here.
            asked_by: name of the token that asked, never the token itself.

        Returns:
            Its id. When this returns, the answer survives a power cut.

        Raises:
            LibraryError: it cannot be written.
        """
        text = json.dumps(record, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        searched = _folded(f"{record['question']}\n{record['text']}")
        now = datetime.now(UTC)
        with self._change() as connection:
            answer_id = _new_id(int(now.timestamp() * 1000), _newest_id(connection))
            connection.execute(
                "INSERT INTO answers (id, asked_at, asked_by, searched, record) VALUES (?, ?, ?, ?, ?)",
                (
                    answer_id,
                    now.isoformat(timespec="milliseconds"),
                    rows.put(asked_by),
                    searched,
                    rows.put(text),
                ),
            )
        return answer_id

    def get(self, answer_id: str) -> KeptAnswer:
        """The answer of an id.

        Raises:
            UnknownAnswer: there is none.
        """
        found = self._rows("SELECT id, asked_at, asked_by, record FROM answers WHERE id = ?", (rows.put(answer_id),))
        if not found:
            raise _unknown(answer_id)
        return _kept(found[0])

    def list(self, limit: int = 50, before: str | None = None, query: str = "") -> AnswerPage:
        """The answers, newest first.

        Args:
            limit: most answers in this page, 1 to 500.
            before: id of an answer; only those asked before it.
            query: words that must stand in the question or the answer, in any order, whatever their case.
        """
        words = list(dict.fromkeys(_folded(query).split()))[:MAX_WORDS]
        wanted = " AND ".join(["instr(searched, ?) > 0"] * len(words)) or "1"
        total = self._rows(f"SELECT count(*) FROM answers WHERE {wanted}", words)
        page = self._rows(
            f"SELECT id, asked_at, asked_by, record FROM answers WHERE {wanted} AND id < ? ORDER BY id DESC LIMIT ?",
            (*words, rows.put(before or "~"), max(1, min(limit, MAX_LISTED))),
        )
        return AnswerPage(tuple(map(_kept, page)), total[0][0] if total else 0)

    def remove(self, answer_id: str) -> None:
        """Take an answer out; its bytes are overwritten.

        Raises:
            UnknownAnswer: there is none of that id.
        """
        with self._change() as connection:
            if not connection.execute("DELETE FROM answers WHERE id = ?", (rows.put(answer_id),)).rowcount:
                raise _unknown(answer_id)

    def _rows(self, sql: str, values: Any = ()) -> Any:
        with self._lock, translated(self._folder):
            if self._connection is None:
                if not self._read_only:
                    raise self._closed()
                return []
            return self._connection.execute(sql, values).fetchall()

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        with self._lock, translated(self._folder):
            connection = self._connection
            if self._read_only:
                raise LibraryError(f"The history of {self._folder} was opened to be read only.")
            if connection is None:
                raise self._closed()
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def _closed(self) -> LibraryError:
        return LibraryError(f"The history of {self._folder} was closed.", hint="Open it again.")


def _make(folder: Path, timeout_s: float) -> None:
    """Make the file where there is none; it gets its name when it is whole, so that nobody meets half of it."""
    file = folder / ANSWERS_NAME
    if _is_made(file):
        return
    with file_lock(folder / LOCK_NAME, timeout_s):
        if _is_made(file):
            return
        begun = folder / f"{ANSWERS_NAME}.new"
        for left in (begun, *folder.glob(f"{begun.name}-*")):
            left.unlink(missing_ok=True)
        connection = connect(begun, create=True, timeout_s=timeout_s)
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(_SCHEMA)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            connection.execute("COMMIT")
        finally:
            connection.close()
        os.replace(begun, file)


def _is_made(file: Path) -> bool:
    return file.is_file() and file.stat().st_size > 0


def _require_history(connection: sqlite3.Connection, file: Path) -> None:
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise LibraryError(
            f"The kept answers of a library were wanted, but {file} is a database of another program.",
            hint="Move that file elsewhere; a new history is made in its place.",
        )
    found = connection.execute("PRAGMA user_version").fetchone()[0]
    if found > SCHEMA_VERSION:
        raise LibraryError(
            f"The kept answers in {file} have schema version {found}; this pincite reads up to {SCHEMA_VERSION}.",
            hint="Upgrade pincite.",
        )


def _kept(row: rows.Row) -> KeptAnswer:
    answer_id, asked_at, asked_by, record = row
    return KeptAnswer(answer_id, asked_at, rows.get_or_none(asked_by), json.loads(rows.get(record)))


def _newest_id(connection: sqlite3.Connection) -> str:
    return connection.execute("SELECT max(id) FROM answers").fetchone()[0] or ""


def _new_id(now_ms: int, newest: str) -> str:
    """A time and a random number in base 32; later than the newest id even where the clock was set back."""
    last = sum(_DIGITS.index(digit) << 5 * at for at, digit in enumerate(reversed(newest[:_TIME_DIGITS])))
    return _digits(max(now_ms, last + 1), _TIME_DIGITS) + _digits(secrets.randbits(5 * _RANDOM_DIGITS), _RANDOM_DIGITS)


def _digits(number: int, count: int) -> str:
    return "".join(_DIGITS[number >> 5 * at & 31] for at in reversed(range(count)))


def _folded(text: str) -> str:
    """The text in lower case, and without what SQLite's text cannot hold."""
    sound = text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")
    return unicodedata.normalize("NFC", sound).casefold()


def _unknown(answer_id: str) -> UnknownAnswer:
    return UnknownAnswer(f"There is no kept answer {answer_id[:40]!r}.", hint="See those that are kept in the history.")
