"""A whole document as sources of the gate: one passage for the text under each heading, the heading included.

Unlike the chunks of a library, nothing is left out but running heads and feet: anyone's text may lean on a heading or
on a line of a form. A passage knows its number and headings, so that `§ 5` in a sentence is found in the text of § 5.
"""

from __future__ import annotations

from collections.abc import Iterator

from pincite.text.labels import label
from pincite.types.chunk import Chunk, Piece
from pincite.types.document import Document, Section, Span


def passages(document: Document) -> Iterator[Chunk]:
    """The passages of a document in the order of its text; their text is pieces of it joined by line breaks."""
    for ordinal, (section, span) in enumerate(_stretches(document)):
        parts = list(_parts(document, section, span))
        if parts:
            yield _passage(document, section, ordinal, parts)


def _stretches(document: Document) -> Iterator[tuple[Section | None, Span]]:
    first = document.sections[0].span.start if document.sections else len(document.text)
    yield None, Span(0, first)
    yield from ((section, section.span) for section in document.sections)


def _parts(document: Document, section: Section | None, span: Span) -> Iterator[Span]:
    """The heading, then the text under it without running heads and feet, cut at page breaks."""
    start = span.start
    if section and document.text.startswith(section.heading, start):
        start += len(section.heading)
        yield Span(span.start, start)
    for low, high in _between_furniture(document, Span(start, span.end)):
        if part := _trimmed(document.text, Span(low, high)):
            yield part


def _between_furniture(document: Document, span: Span) -> Iterator[tuple[int, int]]:
    """What lies between page breaks, running heads and feet."""
    low = span.start
    for page in document.pages:
        if page.span.end <= span.start or page.span.start >= span.end:
            continue
        low = max(low, page.span.start)
        for cut in page.furniture:
            yield low, min(cut.start, span.end)
            low = max(low, cut.end)
        yield low, min(page.span.end, span.end)
        low = max(low, page.span.end)
    if not document.pages:
        yield span


def _trimmed(text: str, span: Span) -> Span | None:
    part = span.cut(text) if span.start < span.end else ""
    bare = part.strip()
    start = span.start + len(part) - len(part.lstrip())
    return Span(start, start + len(bare)) if bare else None


def _passage(document: Document, section: Section | None, ordinal: int, parts: list[Span]) -> Chunk:
    text = ""
    pieces: list[Piece] = []
    for part in parts:
        if text:  # a heading is no beginning of the sentence under it; a page may break a sentence
            text += "\n\n" if section and pieces[-1].span.end == section.span.start + len(section.heading) else "\n"
        pieces.append(Piece(len(text), part))
        text += part.cut(document.text)
    span = Span(parts[0].start, parts[-1].end)
    first, last = document.page_at(span.start), document.page_at(span.end - 1)
    return Chunk(
        id=f"{document.id}#{ordinal}",
        document_id=document.id,
        ordinal=ordinal,
        text=text,
        pieces=tuple(pieces),
        tokens=0,
        header="",
        label=label(document, span),
        page_index=first.index if first else None,
        page_index_end=last.index if last else None,
        page_label=first.label if first else None,
        section_id=section.id if section else None,
        heading_path=section.heading_path if section else (),
        language=document.language,
    )
