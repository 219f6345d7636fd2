"""Which documents a request means, by ids and tags."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from pincite.errors import UnknownDocument
from pincite.library import Library
from pincite.types.retrieval import RetrievalFilter


def chosen(library: Library, documents: Sequence[str], tags: Sequence[str]) -> RetrievalFilter:
    """A filter over what the library holds.

    Raises:
        UnknownDocument: a document or tag that it does not hold.
    """
    held = library.documents() if documents or tags else []
    _require("document", documents, [info.id for info in held])
    _require("tag", tags, sorted({tag for info in held for tag in info.tags}))
    return RetrievalFilter(tuple(documents), tuple(tags))


def _require(kind: str, wanted: Sequence[str], held: Sequence[str]) -> None:
    for name in wanted:
        if name not in held:
            near = get_close_matches(name, held, n=3)
            hint = f"Did you mean {' or '.join(near)}?" if near else "See what it holds at /api/v1/documents."
            raise UnknownDocument(f"The library holds no {kind} {name[:100]!r}.", hint=hint)
