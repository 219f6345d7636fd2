"""The part of a library that keeps what texts say as law."""

from __future__ import annotations

from collections.abc import Mapping

from pincite.store import rows, statements
from pincite.store.law_rows import get_declared, get_law
from pincite.store.protocol import LawStamp
from pincite.store.session import Session
from pincite.types.law import Declared, LawText

_JOINED = "documents AS d LEFT JOIN laws AS l ON l.document_key = d.key"


class LawTables(Session):
    """Methods of `pincite.store.protocol.Store` on law texts, whose words hold here."""

    def law_stamps(self, document_id: str | None = None) -> dict[str, LawStamp]:
        """See `Store.law_stamps`."""
        one = "" if document_id is None else "WHERE d.id = ?"
        values = () if document_id is None else (rows.put(document_id),)
        found = self._rows(f"SELECT d.id, l.reader, l.stamp, l.declared FROM {_JOINED} {one} ORDER BY d.id", values)
        return {
            rows.get(found_id): LawStamp(rows.get(reader), rows.get(stamp), get_declared(rows.get(declared)))
            for found_id, reader, stamp, declared in found
        }

    def law(self, document_id: str) -> LawText | None:
        """See `Store.law`."""
        found = self._rows(f"SELECT l.reader, l.content FROM {_JOINED} WHERE d.id = ?", (rows.put(document_id),))
        reader, content = found[0] if found else (None, None)
        if not reader:
            return None
        try:
            return get_law(rows.get(reader), content)
        except ValueError:  # another pincite's; it is read again from the text
            return None

    def put_laws(self, laws: Mapping[str, LawText]) -> None:
        """See `Store.put_laws`."""
        with self._change() as connection:
            for document_id, law in laws.items():
                for key, declared in self._declared_rows(document_id):
                    statements.insert_law(connection, key, law, get_declared(rows.get(declared)))

    def declare(self, document_id: str, declared: Declared | None) -> None:
        """See `Store.declare`."""
        with self.writing():
            law = self.law(document_id)
            with self._change() as connection:
                for key, _ in self._declared_rows(document_id):
                    statements.insert_law(connection, key, law, declared)

    def _declared_rows(self, document_id: str) -> list[rows.Row]:
        return self._rows(f"SELECT d.key, l.declared FROM {_JOINED} WHERE d.id = ?", (rows.put(document_id),))
