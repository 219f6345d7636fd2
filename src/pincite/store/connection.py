"""Connections to a library's file, what their errors mean, and the lock that lets one writer in at a time."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pincite.errors import LibraryBusy, LibraryError
from pincite.store import holder
from pincite.store.holder import Holder

DATABASE_NAME = "library.sqlite3"
WRITER_LOCK_NAME = "writer.lock"
BUSY_TIMEOUT_S = 5.0
SAY_AFTER_S = 1.0
"""A wait for a lock that lasts longer than this is told; writers that take turns wait less."""

OnWait = Callable[[Holder | None], None]
"""Told once when a lock is waited for, with its holder where that is known."""

_CLOSED = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)


def connect(file: Path, *, create: bool = False, timeout_s: float = BUSY_TIMEOUT_S) -> sqlite3.Connection:
    """An open connection in autocommit mode; transactions are begun and ended by the caller.

    A library on a medium that cannot be written is read as it lies there (`immutable`), since SQLite could not make
    its shared-memory file beside it.

    Raises:
        sqlite3.Error: the file cannot be opened or is no database.
    """
    connection = _open(f"{file.absolute().as_uri()}?mode={'rwc' if create else 'rw'}", timeout_s)
    try:
        _prepare(connection, create)
    except sqlite3.OperationalError as error:
        connection.close()
        if create or error.sqlite_errorcode & 0xFF not in _CLOSED or not _lies_still(file):
            raise
        connection = _open(f"{file.absolute().as_uri()}?mode=ro&immutable=1", timeout_s)
        _prepare(connection, create=False)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _open(uri: str, timeout_s: float) -> sqlite3.Connection:
    # check_same_thread is off so that close() can end the connections of all threads; none is used by two at once.
    return sqlite3.connect(uri, uri=True, timeout=timeout_s, isolation_level=None, check_same_thread=False)


def _prepare(connection: sqlite3.Connection, create: bool) -> None:
    if create:
        connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")  # what was reported as committed survives a power cut too
    connection.execute("PRAGMA secure_delete = ON")  # a removed text does not stay behind in free pages
    connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # the first real read: errors show here


def _lies_still(file: Path) -> bool:
    """Whether `file` has all that was committed: no log beside it waits to be read."""
    log = file.with_name(file.name + "-wal")
    return file.is_file() and not (log.exists() and log.stat().st_size)


@contextmanager
def translated(folder: Path) -> Iterator[None]:
    """Within it, what SQLite raises becomes a `LibraryError` that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise _meaning(error, folder) from error


def _meaning(error: sqlite3.Error, folder: Path) -> LibraryError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the primary code, without its extension
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return busy(folder)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return LibraryError(
            f"The library {folder} was to be opened or written, but the system does not allow it ({error}).",
            hint="Check the permissions of the folder and its files.",
        )
    if code == sqlite3.SQLITE_FULL:
        return LibraryError(f"There is no room left to write the library {folder}.", hint="Free some disk space.")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return LibraryError(
            f"The library {folder} is damaged: its file is no sound SQLite database ({error}).",
            hint="Restore it from a copy, or add the documents again in a new folder.",
        )
    return LibraryError(f"The library {folder} could not be used: {error}.")


def busy(folder: Path) -> LibraryBusy:
    """The error for a library that somebody else is writing to."""
    found = holder.holder_of(folder / WRITER_LOCK_NAME)
    return LibraryBusy(
        f"The library {folder} was to be written, but {found or 'another process'} is writing to it.",
        hint="Wait until it has ended and try again.",
    )


@contextmanager
def file_lock(file: Path, timeout_s: float, *, on_wait: OnWait | None = None, command: str = "") -> Iterator[None]:
    """Within it, no other process or thread holds the lock named by `file`; a killed holder's lock is free at once.

    The lock is SQLite's own on an empty database: one code for all systems, and the kernel lets go of it. Who holds it
    is noted beside it, see `pincite.store.holder`.

    Args:
        on_wait: told once when it is held by another one for longer than `SAY_AFTER_S`.
        command: noted as the holder's.

    Raises:
        sqlite3.OperationalError: another one held it for `timeout_s`, or the file cannot be made.
    """
    connection = _open(f"{file.absolute().as_uri()}?mode=rwc", timeout_s)
    try:
        _take(connection, file, timeout_s, on_wait)
        holder.note(file, command)
        try:
            yield
        finally:
            holder.forget(file)
    finally:
        connection.close()  # ends the transaction, which wrote nothing


def _take(connection: sqlite3.Connection, file: Path, timeout_s: float, on_wait: OnWait | None) -> None:
    """Begin the transaction that is the lock, in two waits where there is somebody to tell of the second."""
    if on_wait is None or timeout_s <= SAY_AFTER_S:
        connection.execute("BEGIN EXCLUSIVE")
        return
    began = time.monotonic()
    _wait_at_most(connection, SAY_AFTER_S)
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise
        on_wait(holder.holder_of(file))
        _wait_at_most(connection, timeout_s - (time.monotonic() - began))
        connection.execute("BEGIN EXCLUSIVE")


def _wait_at_most(connection: sqlite3.Connection, seconds: float) -> None:
    connection.execute(f"PRAGMA busy_timeout = {max(int(seconds * 1000), 0)}")
