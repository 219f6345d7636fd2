"""Exact quotes: words of a document with the place they stand at."""

from __future__ import annotations

from typing import Final

from pincite.types.answer import CheckState, Citation, Finding, Quote
from pincite.types.document import Span

CONTEXT_CHARS: Final = 32


def quote(document_text: str, span: Span) -> Quote:
    """The words at `span` of a document's text, with up to 32 characters on both sides.

    Raises:
        ValueError: the span is empty or not in the text.
    """
    if not 0 <= span.start < span.end <= len(document_text):
        raise ValueError(f"no quote at {span.start}-{span.end} of a text of {len(document_text)} characters")
    return Quote(
        exact=span.cut(document_text),
        prefix=document_text[max(span.start - CONTEXT_CHARS, 0) : span.start],
        suffix=document_text[span.end : span.end + CONTEXT_CHARS],
    )


def check_quote(document_text: str, citation: Citation) -> Finding:
    """Whether the citation's words and their surroundings stand exactly at its position."""
    position, said = citation.position, citation.quote
    if not 0 <= position.start < position.end <= len(document_text):
        where = f"{position.start}-{position.end}"
        return Finding(
            "quote", CheckState.FAILED, None, f"{where} is outside of a text of {len(document_text)} characters"
        )
    if quote(document_text, position) == said:
        return Finding("quote", CheckState.PASSED)
    places = document_text.count(said.exact) if said.exact else 0
    if position.cut(document_text) == said.exact:
        return Finding("quote", CheckState.FAILED, float(places), "the words around the quote are others")
    found = f"they stand at {places} other places" if places else "they stand nowhere in it"
    return Finding("quote", CheckState.FAILED, float(places), f"other words stand there; {found}")
