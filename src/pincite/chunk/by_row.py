"""Tables in chunks: cut between rows, each part behind the rows that name the columns.

A row says little without its columns' names (`North | 3 | $40`), so a part of a table that is not its beginning has its
header again before it, as a piece of its own: no quote runs from the header into rows that stand elsewhere. A header
that would fill much of a chunk is not repeated.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pincite.chunk.blocks import Block
from pincite.text import tokens
from pincite.types.document import Document, Span

MAX_HEADER_SHARE = 0.25
"""Share of a chunk's size up to which a header is repeated."""


def behind_header(document: Document, pack: Sequence[Block], block: Block, max_tokens: int) -> list[Block]:
    """The block, behind its table's header where neither the pack nor the block itself has it."""
    header = block.table.header if block.table else None
    if header is None or has_header(block) or any(_holds(before.span, header) for before in pack):
        return [block]
    size = header_tokens(document, block, max_tokens)
    if not size or size + block.tokens > max_tokens:
        return [block]
    return [replace(block, span=header, tokens=size, continues=False, repeated=True), replace(block, continues=False)]


def has_header(block: Block) -> bool:
    """Whether a block holds its table's header, or as much of it as is in no block before."""
    header = block.table.header if block.table else None
    return header is not None and header.end > block.span.start


def header_tokens(document: Document, block: Block, max_tokens: int) -> int:
    """What repeating the header of the block's table takes; 0 where it is not repeated."""
    header = block.table.header if block.table else None
    size = tokens.count(header.cut(document.text)) if header is not None else 0
    return size if size <= MAX_HEADER_SHARE * max_tokens else 0


def rows_of(document: Document, block: Block) -> Iterator[Block]:
    """A block with a table cut at its rows: what stands before it and its header go with the first one below them."""
    if block.table is None:
        raise ValueError("a block without a table has no rows")
    table, header = block.table.span, block.table.header
    low, high = max(table.start, block.span.start), min(table.end, block.span.end)
    # Where the header ends, so that it is not cut off from all rows.
    joined = header.end if header is not None and header.start >= table.start else table.start
    cuts = [at + 1 for at in range(low, high) if document.text[at] == "\n" and at > joined]
    if high < block.span.end:
        cuts.append(high)
    places = [block.span.start, *cuts, block.span.end]
    for place, (start, end) in enumerate(itertools.pairwise(places)):
        span = _trimmed(document.text, start, end)
        if span:
            part = replace(block, span=span, tokens=tokens.count(span.cut(document.text)))
            inside = block.table if span.start < high else None
            yield replace(part, continues=block.continues and not place, table=inside)


def _holds(span: Span, other: Span) -> bool:
    return span.start <= other.start and other.end <= span.end


def _trimmed(text: str, start: int, end: int) -> Span | None:
    part = text[start:end]
    bare = part.strip()
    start += len(part) - len(part.lstrip())
    return Span(start, start + len(bare)) if bare else None
