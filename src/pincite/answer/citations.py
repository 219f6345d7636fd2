"""Citations made from a place in a document; the pipeline writes with it, `verify` compares with it."""

from __future__ import annotations

from pincite.text.labels import label, numbered_section
from pincite.types.answer import Citation
from pincite.types.document import Document, Span
from pincite.types.provision import Provision, ProvisionTree
from pincite.validate.quote_checks import quote


def cite(document: Document, span: Span, *, number: int, sentence: int, tree: ProvisionTree | None = None) -> Citation:
    """The citation of `document.text[span]`, with every field taken from the document.

    Args:
        span: non-empty, in `document.text`.
        number: of the evidence.
        sentence: 0-based place of the citing sentence.
        tree: of a document that is cited by provision: the finest one that holds all of the quote; None for others.

    Raises:
        ValueError: the span is empty or not in the text.
    """
    words = quote(document.text, span)
    first, last = document.page_at(span.start), document.page_at(span.end - 1)
    section = numbered_section(document, span.start)
    provision = _finest(tree, document.text, span) if tree else None
    return Citation(
        number=number,
        sentence=sentence,
        document_id=document.id,
        file_sha256=document.file_sha256,
        text_sha256=document.text_sha256,
        label=label(document, span, provision.segments if provision else ()),
        quote=words,
        position=span,
        page_index=first.index if first else None,
        page_index_end=last.index if last else None,
        page_label=first.label if first else None,
        section_id=section.id if section else None,
        provision_id=provision.id if provision else None,
    )


def _finest(tree: ProvisionTree, text: str, span: Span) -> Provision | None:
    """The finest provision that holds a quote; an article's heading in front of its first paragraph does not count."""
    found = tree.finest(span)
    if found is None or not found.heading.start <= span.start < found.heading.end < span.end:
        return found
    start = found.heading.end
    while start < span.end and text[start].isspace():
        start += 1
    below = tree.finest(Span(start, span.end)) if start < span.end else None
    return below or found
