"""The statements that put a document's parts into the tables and select by filter; the caller holds the transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any, TypeVar

from pincite.store import law_rows, rows
from pincite.store.protocol import VectorSet
from pincite.types.chunk import Chunk
from pincite.types.document import Document
from pincite.types.law import Declared, LawText
from pincite.types.reference import Edge
from pincite.types.retrieval import RetrievalFilter

_T = TypeVar("_T")
_BATCH = 500  # values in one statement; SQLite allows 32766, older builds 999


def filter_clause(where: RetrievalFilter) -> tuple[str, list[Any]]:
    """A condition on `documents AS d` and its values; `1` for the filter that lets everything through."""
    conditions, values = ["1"], []
    if where.document_ids:
        conditions.append(f"d.id IN ({_marks(where.document_ids)})")
        values += [rows.put(document_id) for document_id in where.document_ids]
    if where.tags:
        conditions.append(f"d.key IN (SELECT document_key FROM tags WHERE tag IN ({_marks(where.tags)}))")
        values += [rows.put(tag) for tag in where.tags]
    return " AND ".join(conditions), values


def select_in(connection: sqlite3.Connection, sql: str, before: Sequence[Any], ids: Iterable[str]) -> Iterator[Any]:
    """The rows of `sql`, in which `{}` stands for the ids, asked for in batches.

    Args:
        before: values of the marks that come before the ids.
    """
    for batch in batches(ids, _BATCH):
        yield from connection.execute(sql.format(_marks(batch)), [*before, *map(rows.put, batch)])


def batches(items: Iterable[_T], size: int) -> Iterator[list[_T]]:
    """The items in lists of `size`, the last one shorter."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch


def _marks(values: Collection[Any]) -> str:
    return ",".join("?" * len(values))


def insert_document(connection: sqlite3.Connection, row: dict[str, Any], document: Document) -> int:
    """Put in the document with its text, pages and sections, without chunks and tags.

    Args:
        row: of `documents`, by column.

    Returns:
        The key of its row.
    """
    names = ",".join(row)
    key = connection.execute(f"INSERT INTO documents ({names}) VALUES ({_marks(row)})", [*row.values()]).lastrowid
    if key is None:
        raise AssertionError("SQLite gave no key to an inserted row")
    text_map = rows.put_text_map(document.text_map)
    beside = rows.put_list(document.stated), rows.put_tables(document.tables)
    text = (key, rows.put(document.text), text_map, *beside)
    connection.execute("INSERT INTO texts (document_key, text, text_map, stated, tables) VALUES (?,?,?,?,?)", text)
    _insert(connection, f"pages (document_key, place, {rows.PAGE_COLUMNS})", key, map(rows.page_row, document.pages))
    sections = map(rows.section_row, document.sections)
    _insert(connection, f"sections (document_key, place, {rows.SECTION_COLUMNS})", key, sections)
    return key


def insert_parts(
    connection: sqlite3.Connection, key: int, chunks: Iterable[Chunk], edges: Iterable[Edge], tags: Iterable[str]
) -> None:
    """Put in what hangs on a document's row."""
    chunk_rows = ((key, *rows.chunk_row(chunk)) for chunk in chunks)
    columns = f"document_key, {rows.CHUNK_COLUMNS}, index_sha256"
    connection.executemany(f"INSERT INTO chunks ({columns}) VALUES ({_marks(columns.split(','))})", chunk_rows)
    edge_rows = ((key, *rows.edge_row(edge)) for edge in edges)
    connection.executemany(f"INSERT INTO edges (document_key, {rows.EDGE_COLUMNS}) VALUES (?,?,?,?,?,?,?)", edge_rows)
    _insert(connection, "tags (document_key, place, tag)", key, ((rows.put(tag),) for tag in dict.fromkeys(tags)))


def _insert(connection: sqlite3.Connection, target: str, key: int, values: Iterable[rows.Row]) -> None:
    marks = _marks(target.split(","))
    numbered = ((key, place, *row) for place, row in enumerate(values))
    connection.executemany(f"INSERT INTO {target} VALUES ({marks})", numbered)


def insert_vectors(connection: sqlite3.Connection, vectors: VectorSet) -> None:
    """Put in vectors; one that is there for the same text and embedder is written over.

    Raises:
        ValueError: a vector is empty, is no row of float32, or differs in length from those there.
    """
    name = rows.put(vectors.embedder)
    there = connection.execute("SELECT length(vector) FROM vectors WHERE embedder = ? LIMIT 1", (name,)).fetchone()
    lengths = {len(blob) for blob in vectors.by_text.values()} | ({there[0]} if there else set())
    if len(lengths) > 1 or any(length == 0 or length % 4 for length in lengths):
        raise ValueError(f"vectors of {vectors.embedder} must be float32 of one length, found bytes: {sorted(lengths)}")
    connection.executemany(
        "INSERT INTO vectors (embedder, text_sha256, vector) VALUES (?,?,?)"
        " ON CONFLICT (embedder, text_sha256) DO UPDATE SET vector = excluded.vector",
        ((name, rows.put(key), blob) for key, blob in vectors.by_text.items()),
    )


def insert_law(connection: sqlite3.Connection, key: int, law: LawText | None, declared: Declared | None) -> None:
    """Put in a document's law text, in the place of one that is there; without one, what is declared alone."""
    reader, content = (law.reader, law_rows.put_law(law)) if law else ("", b"")
    said = law_rows.put_declared(declared)
    stamp = sha256(repr((reader, said, content)).encode("utf-8", "surrogatepass")).hexdigest()
    connection.execute("REPLACE INTO laws VALUES (?,?,?,?,?)", (key, reader, stamp, said, content))


def check_chunks(document: Document, chunks: Sequence[Chunk]) -> None:
    """Refuse chunks that do not belong to the document word for word.

    Raises:
        ValueError: another document's, ordinals other than 0, 1, 2, ..., or a piece that the text does not have.
    """
    for place, chunk in enumerate(chunks):
        if chunk.document_id != document.id or chunk.ordinal != place:
            raise ValueError(f"chunk {chunk.id} is not number {place} of {document.id}")
        for at, span, _ in chunk.pieces:
            if chunk.text[at : at + span.end - span.start] != span.cut(document.text):
                raise ValueError(f"chunk {chunk.id}: its text at {at} is not the document's at {span.start}")
