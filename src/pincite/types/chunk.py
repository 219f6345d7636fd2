"""The stored unit of retrieval: a piece of a document that knows its places."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import NamedTuple

from pincite.types.document import Span


class Piece(NamedTuple):
    """One unbroken part of a chunk: `document.text[span]` stands in `chunk.text` from `at` on.

    Args:
        repeated: it is a table's header that stands elsewhere, said again before rows that need it. It can be quoted
            like the rest, and is no part of the chunk's place.
    """

    at: int
    span: Span
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Chunk:
    """A page- and section-aware part of a document.

    The text is its pieces of `document.text` joined by line breaks; what lies between them (running heads and feet)
    is left out, and a table that is cut has its header again before each part. `text[p.at : p.at + len]` equals
    `document.text[p.span]` for every piece.

    Args:
        id: `<document_id>#<hash of content and place>`.
        ordinal: 0-based place among the document's chunks.
        tokens: by the rule of `pincite.text.tokens`, of `text`.
        header: title, jurisdiction and heading path, put in front for the indexes; never part of a quote.
        label: printed pincite of the whole chunk.
        page_index, page_index_end: 0-based first and last page, inclusive; None without pages.
        page_label: number printed on the first page.
        section_id, heading_path: of the section in which the chunk starts.
        provision_id: where the document is indexed by provision.
        language: `en`, `ko` or `und`, of the document.
    """

    id: str
    document_id: str
    ordinal: int
    text: str
    pieces: tuple[Piece, ...]
    tokens: int
    header: str
    label: str
    page_index: int | None = None
    page_index_end: int | None = None
    page_label: str | None = None
    section_id: str | None = None
    heading_path: tuple[str, ...] = ()
    provision_id: str | None = None
    language: str = "en"

    @property
    def index_text(self) -> str:
        """What the indexes read: the header, then the text."""
        return f"{self.header}\n{self.text}" if self.header else self.text

    @property
    def span(self) -> Span:
        """From the first piece's start to the last one's end, in `document.text`; what is repeated does not count."""
        first = next(piece for piece in self.pieces if not piece.repeated)
        return Span(first.span.start, self.pieces[-1].span.end)

    def document_spans(self, span: Span) -> tuple[Span, ...]:
        """Where `span` of the chunk's text stands in `document.text`: one span for each piece it touches."""
        first = max(bisect_right(self.pieces, span.start, key=lambda p: p.at) - 1, 0)
        found: list[Span] = []
        for piece in self.pieces[first:]:
            if piece.at >= span.end:
                break
            low = max(span.start - piece.at, 0) + piece.span.start
            high = min(span.end - piece.at + piece.span.start, piece.span.end)
            if low < high:
                found.append(Span(low, high))
        return tuple(found)
