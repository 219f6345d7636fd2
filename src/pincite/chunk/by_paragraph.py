"""A chunk for each paragraph, for texts whose paragraphs are the units, such as a policy in segments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pincite.chunk.blocks import Block, paragraphs
from pincite.chunk.by_page import ChunkReport, chunk_of, packed
from pincite.settings import ChunkSettings
from pincite.text import tokens
from pincite.types.document import Document


def chunk_by_paragraph(document: Document, sizes: ChunkSettings) -> ChunkReport:
    """Each paragraph as a chunk, in the order of the text; one above `sizes.max_tokens` is cut at sentences, a table at
    its rows.

    Nothing is judged: a short paragraph, a list's label or an entry of a contents page is a chunk too. Headings stand
    in the headers of what is under them.
    """
    packs = (pack for block in _blocks(document) for pack in _cut(document, block, sizes))
    chunks = (chunk_of(document, pack, ordinal, pack[0].section) for ordinal, pack in enumerate(packs))
    return ChunkReport(tuple(chunks), {})


def _blocks(document: Document) -> Iterator[Block]:
    for section, span in paragraphs(document):
        page = document.page_at(span.start)
        size, table = tokens.count(span.cut(document.text)), document.table_in(span)
        yield Block(span, size, section, page.index if page else None, table=table)


def _cut(document: Document, block: Block, sizes: ChunkSettings) -> Iterator[list[Block]]:
    if block.tokens <= sizes.max_tokens and block.table is None:
        yield [block]
    else:
        yield from packed(document, [block], replace(sizes, overlap_tokens=0))
