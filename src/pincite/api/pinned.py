"""A library as it was at one moment: what questions are answered from while newer states are made ready.

SQLite's write-ahead log keeps the state that a read transaction began with. So a state is a number of connections that
all began at the same change; whoever reads borrows one of them, whichever thread it is.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Lock
from typing import TYPE_CHECKING, Self

from pincite.api.models import SharedModels
from pincite.errors import LibraryBusy, LibraryError
from pincite.library import SNAPSHOT_FORMAT, Library
from pincite.settings import Settings
from pincite.store.connection import connect, translated
from pincite.store.library import SqliteStore
from pincite.store.snapshots import FOLDER_NAME, digest, is_whole

if TYPE_CHECKING:
    from pincite.graph.okg import KnowledgeGraph

ATTEMPTS = 50
"""Tries to begin all reads at the same change, while somebody else writes."""


class PinnedStore(SqliteStore):
    """A store that shows one state of a library and cannot be changed; make one with `pin`."""

    _free: SimpleQueue[sqlite3.Connection] | None = None

    @classmethod
    def pin(cls, folder: Path, connections: int) -> Self:
        """The library as it is now.

        Args:
            connections: most that may read at a time.

        Raises:
            LibraryError: it cannot be opened.
            LibraryBusy: others change it so fast that no state could be held.
        """
        store = cls.open(folder)
        try:
            store._forget_own()
            store._hold(connections)
        except BaseException:
            store.close()
            raise
        return store

    def _forget_own(self) -> None:
        """Give back the connection that opening took, which began at no state."""
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        self._local.connection = None

    def _hold(self, connections: int) -> None:
        for _ in range(ATTEMPTS):
            with translated(self.folder):
                found = [self._begun() for _ in range(connections)]
            if len({generation for _, generation in found}) == 1:
                self._connections = [connection for connection, _ in found]
                self._free = SimpleQueue()
                for connection in self._connections:
                    self._free.put(connection)
                return
            for connection, _ in found:
                connection.close()
        raise LibraryBusy(f"The library {self.folder} was to be read, but others change it all the time.")

    def _begun(self) -> tuple[sqlite3.Connection, int]:
        connection = connect(self.file)
        try:
            connection.execute("BEGIN")
            found = connection.execute("SELECT value FROM meta WHERE key = 'generation'").fetchone()
        except BaseException:
            connection.close()
            raise
        return connection, int(found[0])

    @contextmanager
    def borrowed(self) -> Iterator[None]:
        """Within it this thread may read; it waits for a free connection. Reentrant in a thread."""
        if self._free is None or self._local.connection is not None:
            yield
            return
        connection = self._free.get()
        self._local.connection = connection
        try:
            yield
        finally:
            self._local.connection = None
            self._free.put(connection)

    def _connection(self) -> sqlite3.Connection:
        if self._free is not None and self._local.connection is None:
            raise RuntimeError("a pinned library is read inside borrowed()")
        return super()._connection()

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        if self._free is not None:
            raise LibraryError("This is a state of the library, to be read only.")
        with super()._change() as connection:  # opening it, which may have to bring its tables up to date
            yield connection


class LibraryState(Library):
    """A library at one moment, its models shared with other states."""

    def __init__(self, store: PinnedStore, settings: Settings, models: SharedModels) -> None:
        super().__init__(
            store,
            settings,
            embedder_for=models.embedder,
            reranker=models.reranker,
            language_model=models.language_model,
        )
        self.forms = models.forms
        self.pinned = store
        with store.borrowed():
            self.generation = store.generation
        self._graph: KnowledgeGraph | None = None
        self._dated = Lock()

    def has_index(self) -> bool:
        """Whether its index was built already; an empty library needs none."""
        if not self.store.documents():
            return True
        retrieve = self.settings.retrieve
        inputs = {"format": SNAPSHOT_FORMAT, "k1": str(retrieve.bm25_k1), "b": str(retrieve.bm25_b)}
        return is_whole(self.store.folder / FOLDER_NAME / digest(self.store, inputs))

    def take_graph(self, graph: KnowledgeGraph) -> None:
        """Take the graph of the newest editions, which its maker carries from state to state."""
        self._graph = graph

    def graph(self, as_of: str | None = None) -> KnowledgeGraph:
        """See `Library.graph`; one thread at a time makes one of another date."""
        if as_of is None and self._graph is not None:
            return self._graph
        with self._dated:
            return super().graph(as_of)

    def close(self) -> None:
        """Give the connections back; the models go on living."""
        self._language_models = {}
        super().close()
