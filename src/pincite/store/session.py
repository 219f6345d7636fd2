"""Opening a library's file, and its transactions: a consistent view for readers, one change at a time for writers."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from pincite.errors import LibraryError, LibraryNotFound
from pincite.store import rows, schema
from pincite.store.connection import (
    BUSY_TIMEOUT_S,
    DATABASE_NAME,
    WRITER_LOCK_NAME,
    OnWait,
    connect,
    file_lock,
    translated,
)


class _Local(threading.local):
    """A thread's connection and how deep it stands in `writing()`."""

    connection: sqlite3.Connection | None = None
    depth: int = 0


class Session:
    """The open file of a library; make one with `open`.

    It may be shared by threads (each gets a connection of its own, kept until `close`), not by a forked process.
    """

    def __init__(
        self, folder: Path, *, timeout_s: float = BUSY_TIMEOUT_S, on_wait: OnWait | None = None, command: str = ""
    ) -> None:
        self._folder = folder
        self._timeout_s = timeout_s
        self._on_wait = on_wait
        self._command = command
        self._local = _Local()
        self._connections: list[sqlite3.Connection] = []
        self._closed = False

    @classmethod
    def open(
        cls,
        folder: str | Path,
        *,
        create: bool = False,
        timeout_s: float = BUSY_TIMEOUT_S,
        on_wait: OnWait | None = None,
        command: str = "",
    ) -> Self:
        """The library in `folder`.

        Args:
            create: make it where there is none.
            timeout_s: how long to wait for another writer, in seconds.
            on_wait: told once each time another writer is waited for, with who it is where that is known.
            command: by which other writers learn of this one, such as `pincite add`; the program's name by default.

        Raises:
            LibraryNotFound: there is none and `create` is not set.
            LibraryError: the file is another program's, a newer pincite's, damaged, or may not be opened.
        """
        store = cls(Path(folder), timeout_s=timeout_s, on_wait=on_wait, command=command)
        try:
            store._start(create)
        except BaseException:
            store.close()
            raise
        return store

    def _start(self, create: bool) -> None:
        if not create and not self.file.is_file():
            raise _not_found(self._folder)
        if create and not self.file.is_file():
            self._create()
        with translated(self._folder):
            connection = self._connection()
            schema.require_library(connection, str(self.file))
            version = schema.version_of(connection)
            if version == 0 and not create:  # a kill while it was being made left an empty file
                raise _not_found(self._folder)
            if version < schema.SCHEMA_VERSION:
                with self.writing():
                    schema.migrate(connection)

    def _create(self) -> None:
        """Make the file; under the lock, since two processes cannot both turn it to WAL mode."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LibraryError(f"The library folder {self._folder} cannot be made: {error.strerror}.") from error
        with self.writing(), translated(self._folder):
            connect(self.file, create=True, timeout_s=BUSY_TIMEOUT_S).close()

    @property
    def folder(self) -> Path:
        """The library's folder."""
        return self._folder

    @property
    def file(self) -> Path:
        """The SQLite file in it."""
        return self._folder / DATABASE_NAME

    def close(self) -> None:
        """Close the connections of all threads; no other thread may be using one."""
        self._closed = True
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        self._local = _Local()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _connection(self) -> sqlite3.Connection:
        if self._closed:
            raise LibraryError(f"The library {self._folder} was closed.", hint="Open it again.")
        if self._local.connection is None:
            with translated(self._folder):
                self._local.connection = connect(self.file, timeout_s=BUSY_TIMEOUT_S)
            self._connections.append(self._local.connection)
        return self._local.connection

    def _rows(self, sql: str, values: Sequence[Any] = ()) -> list[rows.Row]:
        with translated(self._folder):
            return self._connection().execute(sql, values).fetchall()

    @contextmanager
    def reading(self) -> Iterator[None]:
        """See `Store.reading`."""
        connection = self._connection()
        if connection.in_transaction:  # inside another reading() or a change, which fix the state already
            yield
            return
        with translated(self._folder):
            connection.execute("BEGIN")
            connection.execute("SELECT value FROM meta").fetchone()  # BEGIN alone fixes no state, the first read does
        try:
            yield
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")

    @contextmanager
    def writing(self) -> Iterator[None]:
        """See `Store.writing`."""
        if self._local.depth:
            yield
            return
        place = self._folder / WRITER_LOCK_NAME
        lock = file_lock(place, self._timeout_s, on_wait=self._on_wait, command=self._command)
        with translated(self._folder):
            lock.__enter__()
        self._local.depth += 1
        try:
            yield
        finally:
            self._local.depth -= 1
            lock.__exit__(None, None, None)

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """One transaction that raises the generation; rolled back whole when anything is raised inside."""
        connection = self._connection()
        if connection.in_transaction:
            raise RuntimeError("a library cannot be changed inside reading() or another change")
        with self.writing(), translated(self._folder):
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'")
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise


def _not_found(folder: Path) -> LibraryNotFound:
    return LibraryNotFound(
        f"A library was wanted in {folder}, but there is none.",
        hint="Make one with `pincite add PATH`, or name its folder with --library.",
    )
