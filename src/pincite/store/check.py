"""Reading a whole library and saying what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pincite.errors import LibraryError
from pincite.store import rows
from pincite.store.protocol import DocumentInfo, Store, text_key
from pincite.store.statements import check_chunks
from pincite.types.retrieval import RetrievalFilter

Query = Callable[[str, Sequence[Any]], list[rows.Row]]


def findings(store: Store, query: Query) -> Iterator[str]:
    """What SQLite finds, then what the documents say of each other; all of it, not only the first.

    Args:
        query: runs one statement on the store's tables.
    """
    try:
        yield from _findings(store, query)
    except LibraryError as error:  # damage that keeps SQLite from reading on
        yield str(error)


def _findings(store: Store, query: Query) -> Iterator[str]:
    for (message,) in query("PRAGMA integrity_check", ()):
        if message != "ok":
            yield f"SQLite: {message}"
    for table, *_ in query("PRAGMA foreign_key_check", ()):
        yield f"SQLite: a row of {table} belongs to no document"
    for info in store.documents():
        yield from _document_findings(store, query, info)


def _document_findings(store: Store, query: Query, info: DocumentInfo) -> Iterator[str]:
    document = store.document(info.id)
    chunks = list(store.each_chunk(RetrievalFilter(document_ids=(info.id,))))
    if text_key(document.text) != info.text_sha256:
        yield f"{info.id}: the text is not the one whose hash is noted"
    counts = (len(document.text), len(document.pages), len(chunks))
    if counts != (info.character_count, info.page_count, info.chunk_count):
        yield f"{info.id}: characters, pages and chunks are {counts}, not as noted"
    noted = query("SELECT index_sha256 FROM documents WHERE id = ?", (rows.put(info.id),))[0][0]
    if rows.index_sha256(chunks) != noted:
        yield f"{info.id}: the chunks are not those whose hash is noted"
    try:
        check_chunks(document, chunks)
    except ValueError as error:
        yield f"{info.id}: {error}"
