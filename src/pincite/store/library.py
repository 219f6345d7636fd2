"""The library in a folder: one SQLite file in WAL mode is the truth, everything else is derived from it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from pincite.errors import EmbedderMismatch, LibraryError, UnknownDocument
from pincite.store import rows, schema, statements
from pincite.store.check import Fault
from pincite.store.connection import translated
from pincite.store.identity import path_key
from pincite.store.law_tables import LawTables
from pincite.store.protocol import EVERYTHING, ChunkKey, ChunkPlace, DocumentInfo, LibraryMeta, VectorSet, text_key
from pincite.types.chunk import Chunk
from pincite.types.document import Document
from pincite.types.law import Declared, LawText
from pincite.types.reference import Edge
from pincite.types.retrieval import RetrievalFilter

_INFO = ", ".join(f"d.{column}" for column in rows.INFO_COLUMNS)
_CHUNK = ", ".join(f"c.{column.strip()}" for column in rows.CHUNK_COLUMNS.split(","))
_CHUNKS_BY_ID = (
    f"SELECT {_CHUNK}, d.id FROM chunks AS c JOIN documents AS d ON d.key = c.document_key WHERE c.id IN ({{}})"
)
_LATER = "INSERT INTO meta VALUES ('later_vectors', 1) ON CONFLICT (key) DO UPDATE SET value = value + 1"
_ORPHANS = "text_sha256 NOT IN (SELECT index_sha256 FROM chunks)"


class SqliteStore(LawTables):
    """A `pincite.store.protocol.Store` in a folder; make one with `SqliteStore.open`.

    Where a method says no more than "See `Store`", the protocol's words hold.
    """

    # What the library says of itself

    @property
    def generation(self) -> int:
        """Number of committed changes."""
        return int(self._rows("SELECT value FROM meta WHERE key = 'generation'")[0][0])

    def meta(self) -> LibraryMeta:
        """See `Store.meta`."""
        values = {rows.get(key): value for key, value in self._rows("SELECT key, value FROM meta")}
        names = {
            kind: {key.removeprefix(kind): rows.get(name) for key, name in values.items() if key.startswith(kind)}
            for kind in ("embedder:", "tokenizer:")
        }
        generation = int(values["generation"])
        return LibraryMeta(schema.SCHEMA_VERSION, generation, names["embedder:"], names["tokenizer:"])

    def set_embedder(self, language: str, name: str, *, replace: bool = False) -> None:
        """See `Store.set_embedder`."""
        with self.writing():
            bound = self.meta().embedders.get(language)
            if bound not in (None, name) and not replace:
                raise EmbedderMismatch(
                    f"The library's vectors for language {language} are by {bound}; the embedder at hand is {name}.",
                    hint=f"Use {bound}, or embed the library again with `pincite reindex`.",
                )
            # One that comes back may have got vectors while another one was bound.
            self._set_meta(f"embedder:{language}", name, bound, also=_LATER if bound else "SELECT 1")

    def set_tokenizer(self, language: str, name: str) -> None:
        """See `Store.set_tokenizer`."""
        with self.writing():
            self._set_meta(f"tokenizer:{language}", name, self.meta().tokenizers.get(language))

    def _set_meta(self, key: str, value: str, found: str | None, *, also: str = "SELECT 1") -> None:
        if value != found:
            with self._change() as connection:
                connection.execute("REPLACE INTO meta VALUES (?,?)", (rows.put(key), rows.put(value)))
                connection.execute(also)

    def content_digest(self) -> str:
        """See `Store.content_digest`."""
        digest = sha256()
        with self.reading():
            for document_id, part in self._rows("SELECT id, index_sha256 FROM documents ORDER BY id"):
                digest.update(f"{text_key(rows.get(document_id))} {part}\n".encode())
            later = self._rows("SELECT value FROM meta WHERE key = 'later_vectors'")
        digest.update(repr(later).encode())
        return digest.hexdigest()

    # Documents

    def documents(self, where: RetrievalFilter = EVERYTHING) -> list[DocumentInfo]:
        """See `Store.documents`."""
        return self._infos(*statements.filter_clause(where))

    def _infos(self, clause: str, values: Sequence[Any]) -> list[DocumentInfo]:
        with self.reading():
            found = self._rows(f"SELECT d.key, {_INFO} FROM documents AS d WHERE {clause} ORDER BY d.id", values)
            tags = self._tags(clause, values)
        return [rows.info_of(row[1:], tags.get(row[0], ())) for row in found]

    def _tags(self, clause: str, values: Sequence[Any]) -> dict[int, tuple[str, ...]]:
        tags: dict[int, tuple[str, ...]] = {}
        sql = "SELECT t.document_key, t.tag FROM documents AS d JOIN tags AS t ON t.document_key = d.key"
        for key, tag in self._rows(f"{sql} WHERE {clause} ORDER BY t.document_key, t.place", values):
            tags[key] = (*tags.get(key, ()), rows.get(tag))
        return tags

    def document_info(self, document_id: str) -> DocumentInfo:
        """See `Store.document_info`."""
        found = self._infos("d.id = ?", [rows.put(document_id)])
        if not found:
            raise _unknown(document_id, self._folder)
        return found[0]

    def document_at(self, source: str | Path) -> DocumentInfo | None:
        """See `Store.document_at`."""
        path = path_key(source)
        found = self._infos("d.path = ?", [rows.put(path)]) if path else []
        return found[0] if found else None

    def documents_of_file(self, file_sha256: str) -> list[DocumentInfo]:
        """See `Store.documents_of_file`."""
        return self._infos("d.file_sha256 = ?", [rows.put(file_sha256)])

    def document(self, document_id: str) -> Document:
        """See `Store.document`."""
        with self.reading():
            key, info = self._key(document_id), self.document_info(document_id)
            text = self._rows("SELECT text, text_map, stated, tables FROM texts WHERE document_key = ?", (key,))[0]
            pages = self._parts(rows.PAGE_COLUMNS, "pages", "place", key)
            sections = self._parts(rows.SECTION_COLUMNS, "sections", "place", key)
        return rows.document_of(info, text, pages, sections)

    def _key(self, document_id: str) -> int:
        found = self._rows("SELECT key FROM documents WHERE id = ?", (rows.put(document_id),))
        if not found:
            raise _unknown(document_id, self._folder)
        return int(found[0][0])

    def _parts(self, columns: str, table: str, order: str, key: int) -> list[rows.Row]:
        return self._rows(f"SELECT {columns} FROM {table} WHERE document_key = ? ORDER BY {order}", (key,))

    def document_text(self, document_id: str) -> str:
        """See `Store.document_text`."""
        sql = "SELECT t.text FROM documents AS d JOIN texts AS t ON t.document_key = d.key WHERE d.id = ?"
        found = self._rows(sql, (rows.put(document_id),))
        if not found:
            raise _unknown(document_id, self._folder)
        return rows.get(found[0][0])

    def document_texts(self, where: RetrievalFilter = EVERYTHING) -> Iterator[tuple[str, str]]:
        """See `Store.document_texts`."""
        for info in self.documents(where):
            yield info.id, self.document_text(info.id)

    def edges(self, document_id: str) -> tuple[Edge, ...]:
        """See `Store.edges`."""
        found = self._parts(rows.EDGE_COLUMNS, "edges", "key", self._key(document_id))
        return tuple(rows.edge_of(row) for row in found)

    # Chunks

    def chunk_ids(self, where: RetrievalFilter = EVERYTHING) -> list[str]:
        """See `Store.chunk_ids`."""
        return [rows.get(row[0]) for row in self._chunk_rows("c.id", *statements.filter_clause(where))]

    def chunk_keys(self, where: RetrievalFilter = EVERYTHING) -> list[ChunkKey]:
        """See `Store.chunk_keys`."""
        clause, values = statements.filter_clause(where)
        with self.reading():
            documents = {info.id: info for info in self.documents(where)}
            found = self._chunk_rows("c.id, c.language, d.id", clause, values)
        keys = []
        for chunk_id, language, document_id in found:
            info = documents[rows.get(document_id)]
            keys.append(ChunkKey(rows.get(chunk_id), info.id, rows.get(language), info.jurisdiction, info.tags))
        return keys

    def chunk_places(self, where: RetrievalFilter = EVERYTHING) -> list[ChunkPlace]:
        """See `Store.chunk_places`."""
        clause, values = statements.filter_clause(where)
        found = self._chunk_rows("d.id, c.id, c.provision_id, c.pieces", clause, values)
        return [rows.place_of(row) for row in found]

    def _chunk_rows(self, columns: str, clause: str, values: Sequence[Any]) -> list[rows.Row]:
        # CROSS JOIN keeps the documents outside: both indexes give their rows in order, and nothing is sorted.
        join = "documents AS d CROSS JOIN chunks AS c ON c.document_key = d.key"
        return self._rows(f"SELECT {columns} FROM {join} WHERE {clause} ORDER BY d.id, c.ordinal", values)

    def chunks(self, ids: Collection[str]) -> dict[str, Chunk]:
        """See `Store.chunks`."""
        with translated(self._folder):
            found = list(statements.select_in(self._connection(), _CHUNKS_BY_ID, (), ids))
        by_id = {rows.get(row[0]): rows.chunk_of(row, rows.get(row[-1])) for row in found}
        return {chunk_id: by_id[chunk_id] for chunk_id in ids if chunk_id in by_id}

    def each_chunk(self, where: RetrievalFilter = EVERYTHING) -> Iterator[Chunk]:
        """See `Store.each_chunk`."""
        for info in self.documents(where):
            for row in self._chunk_rows(_CHUNK, "d.id = ?", (rows.put(info.id),)):
                yield rows.chunk_of(row, info.id)

    # Changes

    def add(
        self,
        document: Document,
        chunks: Sequence[Chunk],
        *,
        chunker: str = "",
        vectors: Iterable[VectorSet] = (),
        edges: Iterable[Edge] = (),
        law: LawText | None = None,
        declared: Declared | None = None,
    ) -> None:
        """See `Store.add`."""
        statements.check_chunks(document, chunks)
        row = rows.document_row(document, chunks, chunker=chunker, path=path_key(document.source), now=_now())
        with self._change() as connection:
            self._require_free(document, row["path"])
            key = self._insert(connection, row, document, chunks, document.tags, vectors, edges)
            statements.insert_law(connection, key, law, declared)

    def _require_free(self, document: Document, path: str) -> None:
        sql = "SELECT id FROM documents WHERE id = ? OR (path <> '' AND path = ?)"
        found = self._rows(sql, (rows.put(document.id), path))
        if found:
            raise LibraryError(
                f"Document {document.id} was to be added, but {rows.get(found[0][0])} has its id or its path.",
                hint="Replace or remove that one.",
            )

    def replace(
        self,
        document: Document,
        chunks: Sequence[Chunk],
        *,
        chunker: str = "",
        vectors: Iterable[VectorSet] = (),
        edges: Iterable[Edge] = (),
        law: LawText | None = None,
        declared: Declared | None = None,
    ) -> None:
        """See `Store.replace`."""
        statements.check_chunks(document, chunks)
        row = rows.document_row(document, chunks, chunker=chunker, path=path_key(document.source), now=_now())
        with self._change() as connection:
            old = self.document_info(document.id)
            connection.execute("DELETE FROM documents WHERE id = ?", (row["id"],))
            row["added_at"] = old.added_at
            tags = (*old.tags, *document.tags)
            key = self._insert(connection, row, document, chunks, tags, vectors, edges)
            statements.insert_law(connection, key, law, declared)

    def _insert(
        self,
        connection: sqlite3.Connection,
        row: dict[str, Any],
        document: Document,
        chunks: Sequence[Chunk],
        tags: Iterable[str],
        vectors: Iterable[VectorSet],
        edges: Iterable[Edge],
    ) -> int:
        key = statements.insert_document(connection, row, document)
        statements.insert_parts(connection, key, chunks, edges, tags)
        for vector_set in vectors:
            statements.insert_vectors(connection, vector_set)
        return key

    def remove(self, document_id: str) -> None:
        """See `Store.remove`."""
        with self._change() as connection:
            connection.execute("DELETE FROM documents WHERE key = ?", (self._key(document_id),))

    def relocate(self, document_id: str, source: str | Path) -> None:
        """See `Store.relocate`."""
        values = (rows.put(str(source)), rows.put(path_key(source)))
        with self._change() as connection:
            key = self._key(document_id)
            connection.execute("UPDATE documents SET source = ?, path = ? WHERE key = ?", (*values, key))

    def add_tags(self, document_id: str, tags: Iterable[str]) -> None:
        """See `Store.add_tags`."""
        wanted = tuple(tags)
        self._change_tags(document_id, lambda there: (*there, *wanted))

    def remove_tags(self, document_id: str, tags: Iterable[str]) -> None:
        """See `Store.remove_tags`."""
        unwanted = frozenset(tags)
        self._change_tags(document_id, lambda there: tuple(tag for tag in there if tag not in unwanted))

    def _change_tags(self, document_id: str, changed: Callable[[tuple[str, ...]], tuple[str, ...]]) -> None:
        with self.writing():
            there = self.document_info(document_id).tags
            tags = tuple(dict.fromkeys(changed(there)))
            if tags == there:
                return
            with self._change() as connection:
                key = self._key(document_id)
                connection.execute("DELETE FROM tags WHERE document_key = ?", (key,))
                statements.insert_parts(connection, key, (), (), tags)

    # Vectors

    def vectors(self, embedder: str, keys: Iterable[str]) -> dict[str, bytes]:
        """See `Store.vectors`."""
        return dict(self._vector_rows("text_sha256, vector", embedder, keys))

    def known_vectors(self, embedder: str, keys: Iterable[str]) -> set[str]:
        """See `Store.known_vectors`."""
        return {key for (key,) in self._vector_rows("text_sha256", embedder, keys)}

    def _vector_rows(self, columns: str, embedder: str, keys: Iterable[str]) -> list[Any]:
        sql = f"SELECT {columns} FROM vectors WHERE embedder = ? AND text_sha256 IN ({{}})"
        with self.reading(), translated(self._folder):
            return list(statements.select_in(self._connection(), sql, (rows.put(embedder),), keys))

    def put_vectors(self, vectors: VectorSet) -> None:
        """See `Store.put_vectors`."""
        with self._change() as connection:
            statements.insert_vectors(connection, vectors)
            # The documents are as before and their hashes too, yet an index without these vectors is out of date. An
            # index has none of an embedder that is not bound, so that embedding anew leaves readers theirs.
            if vectors.embedder in self.meta().embedders.values():
                connection.execute(_LATER)

    # Upkeep

    def vacuum(self) -> int:
        """See `Store.vacuum`; the snapshots go too, so that after it nothing of a removed document is left."""
        from pincite.store.snapshots import remove_stale

        names = tuple(rows.put(name) for name in self.meta().embedders.values())
        with self.writing():
            with self._change() as connection:
                other = f"embedder NOT IN ({','.join('?' * len(names))})"
                dropped = connection.execute(f"DELETE FROM vectors WHERE {_ORPHANS} OR {other}", names).rowcount
            with translated(self._folder):
                connection.execute("VACUUM")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        remove_stale(self._folder, grace_s=0)
        return dropped

    def check(self) -> Iterator[str]:
        """See `Store.check`."""
        for fault in self.faults():
            yield fault.words

    def faults(self) -> Iterator[Fault]:
        """What `check` finds, with the documents concerned."""
        from pincite.store.check import faults

        with self.reading():
            yield from faults(self, self._rows)

    def orphan_vectors(self) -> int:
        """The number of vectors of texts that no chunk has."""
        return int(self._rows(f"SELECT count(*) FROM vectors WHERE {_ORPHANS}")[0][0])

    def drop_orphan_vectors(self) -> int:
        """Drop the vectors of texts that no chunk has; the number dropped."""
        with self._change() as connection:
            return connection.execute(f"DELETE FROM vectors WHERE {_ORPHANS}").rowcount

    def rebuild_indexes(self) -> None:
        """Make SQLite's indexes anew from the tables, which are left as they are."""
        with self._change() as connection:
            connection.execute("REINDEX")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _unknown(document_id: str, folder: Path) -> UnknownDocument:
    return UnknownDocument(
        f"Document {document_id} was wanted, but the library {folder} holds none of that id.",
        hint="List the ids with `pincite ls`.",
    )
