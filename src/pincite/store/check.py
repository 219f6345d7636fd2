"""Reading a whole library and saying what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from pincite.errors import LibraryError
from pincite.store import rows
from pincite.store.protocol import DocumentInfo, Store, text_key
from pincite.store.statements import check_chunks
from pincite.types.retrieval import RetrievalFilter

Query = Callable[[str, Sequence[Any]], list[rows.Row]]


class Fault(NamedTuple):
    """What is wrong with a library.

    Args:
        document_id: where one document is concerned.
    """

    words: str
    document_id: str | None = None


def faults(store: Store, query: Query) -> Iterator[Fault]:
    """What SQLite finds, then what the documents say of each other; all of it, not only the first.

    Args:
        query: runs one statement on the store's tables.
    """
    try:
        yield from _faults(store, query)
    except LibraryError as error:  # damage that keeps SQLite from reading on
        yield Fault(str(error))


def _faults(store: Store, query: Query) -> Iterator[Fault]:
    for (message,) in query("PRAGMA integrity_check", ()):
        if message != "ok":
            yield Fault(f"SQLite: {message}")
    for table, *_ in query("PRAGMA foreign_key_check", ()):
        yield Fault(f"SQLite: a row of {table} belongs to no document")
    for info in store.documents():
        try:
            for words in _document_faults(store, query, info):
                yield Fault(f"{info.id}: {words}", info.id)
        except LibraryError:
            raise
        except Exception as error:  # content that none of pincite's versions writes
            yield Fault(f"{info.id}: it cannot be read back ({type(error).__name__}: {error})", info.id)


def _document_faults(store: Store, query: Query, info: DocumentInfo) -> Iterator[str]:
    document = store.document(info.id)
    chunks = list(store.each_chunk(RetrievalFilter(document_ids=(info.id,))))
    if text_key(document.text) != info.text_sha256:
        yield "the text is not the one whose hash is noted"
    counts = (len(document.text), len(document.pages), len(chunks))
    if counts != (info.character_count, info.page_count, info.chunk_count):
        yield f"characters, pages and chunks are {counts}, not as noted"
    noted = query("SELECT index_sha256 FROM documents WHERE id = ?", (rows.put(info.id),))[0][0]
    if rows.index_sha256(chunks) != noted:
        yield "the chunks are not those whose hash is noted"
    try:
        check_chunks(document, chunks)
    except ValueError as error:
        yield str(error)
