"""The graph of a library, kept in memory and brought up to the library's state by what changed since.

What each text says as law is stored with the document, in its transaction; the links between documents follow from
that and are made here. So no link can be out of date, a date is a matter of looking, and a kill at any moment loses
nothing.
"""

from __future__ import annotations

from contextlib import suppress

from pincite.errors import InputError, LibraryError
from pincite.graph.corpus import with_declared
from pincite.graph.dates import is_iso_date
from pincite.graph.link import Linker
from pincite.graph.lookup import Member
from pincite.graph.okg import KnowledgeGraph
from pincite.graph.read_law import LAW_READER, read_law
from pincite.store.protocol import LawStamp, Store
from pincite.types.document import Document
from pincite.types.law import LawText, Standing
from pincite.types.provision import ProvisionTree


class KeptGraph:
    """The graph of a library at a date.

    Args:
        as_of: ISO date; None for the newest edition of each work.

    Raises:
        InputError: `as_of` is no date.
    """

    def __init__(self, as_of: str | None = None) -> None:
        if as_of is not None:
            _require_date(as_of)
        self._linker = Linker(as_of)
        self._stamps: dict[str, LawStamp] = {}
        self._generation = -1
        self._graph: KnowledgeGraph | None = None

    def current(self, store: Store) -> KnowledgeGraph:
        """The graph that fits the library as it is; only what changed is read and linked again.

        Documents that an older pincite read are read again from their text, and kept so where the library can be
        written.
        """
        read_again: dict[str, LawText] = {}
        with store.reading():
            if self._graph is None or self._generation != store.generation:
                self._update(store, read_again)
                self._generation = store.generation
        if read_again:
            with suppress(LibraryError):  # a library that may not be written now reads them again next time
                store.put_laws(read_again)
        assert self._graph is not None  # the first call made it
        return self._graph

    def _update(self, store: Store, read_again: dict[str, LawText]) -> None:
        stamps = store.law_stamps()
        gone = [document_id for document_id in self._stamps if document_id not in stamps]
        changed = [document_id for document_id, stamp in stamps.items() if self._stamps.get(document_id) != stamp]
        members = []
        for document_id in changed:
            law = store.law(document_id) if stamps[document_id].reader == LAW_READER else None
            if law is None:
                law = read_again[document_id] = read_safely(store.document(document_id))
            members.append(Member(with_declared(law.standing, stamps[document_id].declared), law))
        if gone or members or self._graph is None:
            self._linker.change(members, gone)
            self._graph = self._linker.graph()
        self._stamps = stamps


def read_safely(document: Document) -> LawText:
    """A document read as law; one that no reader can take stands in the graph alone, without provisions."""
    try:
        return read_law(document)
    except Exception:  # `pincite add` told it; the other documents' graph must not depend on this one
        return LawText(LAW_READER, ProvisionTree(document.id, "", ()), Standing(document.id, document.title))


def _require_date(text: str) -> None:
    if not is_iso_date(text):
        message = f"A date such as 2024-01-31 was wanted, found {text!r}."
        raise InputError(message, hint="Give year, month and day as YYYY-MM-DD.")
