"""Citations made from a place in a document; the pipeline writes with it, `verify` compares with it."""

from __future__ import annotations

from pincite.answer.labels import label, numbered_section
from pincite.types.answer import Citation, Quote
from pincite.types.document import Document, Span

QUOTE_CONTEXT = 32
"""Characters of the document on each side of a quote, by which it is found again where positions have moved."""


def cite(document: Document, span: Span, *, number: int, sentence: int, provision_id: str | None = None) -> Citation:
    """The citation of `document.text[span]`, with every field taken from the document.

    Args:
        span: non-empty, in `document.text`.
        number: of the evidence.
        sentence: 0-based place of the citing sentence.

    Raises:
        ValueError: the span is empty or not in the text.
    """
    if not 0 <= span.start < span.end <= len(document.text):
        raise ValueError(f"no quote at {span.start}-{span.end} of a text of {len(document.text)} characters")
    first, last = document.page_at(span.start), document.page_at(span.end - 1)
    section = numbered_section(document, span.start)
    return Citation(
        number=number,
        sentence=sentence,
        document_id=document.id,
        file_sha256=document.file_sha256,
        text_sha256=document.text_sha256,
        label=label(document, span),
        quote=quote_at(document.text, span),
        position=span,
        page_index=first.index if first else None,
        page_index_end=last.index if last else None,
        page_label=first.label if first else None,
        section_id=section.id if section else None,
        provision_id=provision_id,
    )


def quote_at(text: str, span: Span) -> Quote:
    """The words at `span` with up to 32 characters before and after."""
    return Quote(
        exact=span.cut(text),
        prefix=text[max(span.start - QUOTE_CONTEXT, 0) : span.start],
        suffix=text[span.end : span.end + QUOTE_CONTEXT],
    )
