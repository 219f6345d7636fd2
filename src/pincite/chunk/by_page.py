"""Page- and section-aware chunks, as in CiteGuard-RAG: whole paragraphs up to a size, with an overlap.

A numbered section starts a chunk of its own and, where it fits, stays whole; an unnumbered heading starts one once the
chunk before has some size. A paragraph beyond the size is cut at sentences, a sentence beyond it at words, a table
between rows (see `by_row`). A chunk spans few pages, so that its citation stays a pinpoint.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from pincite.chunk.blocks import Block, blocks
from pincite.chunk.by_row import behind_header, has_header, header_tokens, rows_of
from pincite.chunk.left_out import heading_span
from pincite.settings import ChunkSettings
from pincite.text import sentences, tokens
from pincite.text.labels import label
from pincite.types.chunk import Chunk, Piece
from pincite.types.document import Document, Section, Span

CHUNKER_VERSION = "by-page/5"
_ID_DIGITS = 12


@dataclass(frozen=True, slots=True)
class ChunkReport:
    """A document's chunks, and how many blocks were left out for which reason."""

    chunks: tuple[Chunk, ...]
    left_out: dict[str, int]


def chunk_document(document: Document, settings: ChunkSettings | None = None) -> ChunkReport:
    """Chunks of a document, in the order of its text.

    Args:
        settings: sizes in tokens of `pincite.text.tokens`; the paper's (600, overlap 120) by default.
    """
    sizes = settings or ChunkSettings()
    if sizes.unit == "paragraphs":
        from pincite.chunk.by_paragraph import chunk_by_paragraph

        return chunk_by_paragraph(document, sizes)
    left_out: Counter[str] = Counter()
    kept: list[Block] = []
    for block in blocks(document):
        if block.left_out is None:
            kept.append(block)
        else:
            left_out[block.left_out.value] += 1
    groups = [g for section in by_section(document, kept, sizes) for g in packed(document, section, sizes)]
    chunks = tuple(chunk_of(document, group, ordinal, group[0].section) for ordinal, group in enumerate(groups))
    return ChunkReport(chunks, dict(left_out))


def by_section(document: Document, kept: Sequence[Block], sizes: ChunkSettings) -> Iterator[list[Block]]:
    """Blocks that may share a chunk: one numbered section's, or small unnumbered ones' in a row.

    The header names the first section only, so the headings of those that follow it go with their text.
    """
    owners = _numbered_owners(document)
    tokens_of = Counter[Section | None]()
    for block in kept:
        tokens_of[owners[block.section]] += block.tokens
    group: list[Block] = []
    for block in kept:
        coming = [block]
        if group and block.section is not group[-1].section:
            owner = owners[block.section]
            whole = owner is not None and tokens_of[owner] <= sizes.max_tokens
            size = 0 if whole else sum(b.tokens for b in group)
            if owner is not owners[group[-1].section] or owner is block.section or size >= sizes.min_tokens:
                yield group
                group = []
            else:
                coming = with_heading(document, block)
        group += coming
    if group:
        yield group


def _numbered_owners(document: Document) -> dict[Section | None, Section | None]:
    """Each section to the numbered one that it is or lies in; None where there is none."""
    owners: dict[Section | None, Section | None] = {None: None}
    open_sections: list[Section] = []
    for section in document.sections:
        while open_sections and open_sections[-1].level >= section.level:
            open_sections.pop()
        outer = owners[open_sections[-1]] if open_sections else None
        owners[section] = section if section.id else outer
        open_sections.append(section)
    return owners


def with_heading(document: Document, block: Block) -> list[Block]:
    """The first block of a section behind its heading; in one block where nothing but blanks part them."""
    heading = heading_span(document, block.section) if block.section else None
    if heading is None:
        return [block]
    if document.text[heading.end : block.span.start].strip(" \n"):
        page = document.page_at(heading.start)
        alone = replace(block, span=heading, page_index=page.index if page else None, continues=False)
        return [counted(document, alone), block]
    return [counted(document, replace(block, span=Span(heading.start, block.span.end), continues=False))]


def counted(document: Document, block: Block) -> Block:
    """The block, its tokens counted anew."""
    return replace(block, tokens=tokens.count(block.span.cut(document.text)))


def packed(document: Document, group: list[Block], sizes: ChunkSettings) -> Iterator[list[Block]]:
    """The blocks of one group, packed up to the size and the page span, each pack starting with an overlap."""
    pack: list[Block] = []
    for block in _small_enough(document, group, sizes):
        coming = behind_header(document, pack, block, sizes.max_tokens)
        if pack and not _fits(pack, coming, sizes):
            yield pack
            pack = _overlap(document, pack, block, sizes)
            coming = behind_header(document, pack, block, sizes.max_tokens)
        pack += coming
    if pack:
        yield pack


def _fits(pack: list[Block], coming: Sequence[Block], sizes: ChunkSettings) -> bool:
    if sum(b.tokens for b in pack) + sum(b.tokens for b in coming) > sizes.max_tokens:
        return False
    first, last = pack[0].page_index, coming[-1].page_index
    return first is None or last is None or last - first < sizes.max_pages


def _overlap(document: Document, pack: list[Block], following: Block, sizes: ChunkSettings) -> list[Block]:
    """The last blocks of a pack, as many as the overlap and the next block leave room for; never the whole pack."""
    limit = sizes.max_tokens
    room = min(sizes.overlap_tokens, limit - following.tokens - header_tokens(document, following, limit))
    tail: list[Block] = []
    for block in reversed([block for block in pack if not block.repeated][1:]):
        if block.tokens > room or not _fits([block], [following], sizes):
            break
        tail.insert(0, block)
        room -= block.tokens
    return _with_headers(document, tail, following, sizes)


def _with_headers(document: Document, tail: list[Block], following: Block, sizes: ChunkSettings) -> list[Block]:
    """The last blocks with the headers of their tables, less those at the front that find no room so."""
    while tail:
        made: list[Block] = []
        for block in tail:
            made += behind_header(document, made, block, sizes.max_tokens)
        if _fits(made, behind_header(document, made, following, sizes.max_tokens), sizes):
            return made
        tail = tail[1:]
    return []


def _small_enough(document: Document, group: Iterable[Block], sizes: ChunkSettings) -> Iterator[Block]:
    """Blocks beyond half the size are cut at sentences, so that packs can overlap and come out even; a table that has
    no room in one chunk is cut at its rows, and only a row that has none within.
    """
    for block in group:
        if block.tokens <= sizes.max_tokens // 2:
            yield block
        elif block.table is None:
            yield from _cut(document, block, sizes.max_tokens)
        else:
            room = sizes.max_tokens - header_tokens(document, block, sizes.max_tokens)
            if block.tokens <= (sizes.max_tokens if has_header(block) else room):
                yield block
                continue
            for row in rows_of(document, block):
                yield from [row] if row.tokens <= room else _cut(document, row, room)


def _cut(document: Document, block: Block, max_tokens: int) -> Iterator[Block]:
    """The block's sentences, those beyond the size cut at words."""
    text = block.span.cut(document.text)
    first = True
    for part in (p for s in sentences.spans(text) for p in _cut_at_words(text, s, max_tokens)):
        span = Span(block.span.start + part.start, block.span.start + part.end)
        continues = block.continues if first else False
        yield counted(document, replace(block, span=span, continues=continues))
        first = False


def _cut_at_words(text: str, span: Span, max_tokens: int) -> Iterator[Span]:
    """`span`, or its halves and their halves, until each fits; cut at a blank where there is one."""
    part = span.cut(text)
    if tokens.count(part) <= max_tokens or len(part) < 2:
        yield span
        return
    middle = len(part) // 2
    at = part.rfind(" ", 1, middle + 1)
    at = at if at > 0 else middle
    left, right = part[:at].rstrip(), part[at:].lstrip()
    yield from _cut_at_words(text, Span(span.start, span.start + len(left)), max_tokens)
    yield from _cut_at_words(text, Span(span.end - len(right), span.end), max_tokens)


def chunk_of(document: Document, pack: list[Block], ordinal: int, section: Section | None) -> Chunk:
    """The chunk of these blocks, which stand under the heading of `section`."""
    text, pieces = _joined(document, pack)
    span = Span(next(piece.span.start for piece in pieces if not piece.repeated), pieces[-1].span.end)
    page = document.page_at(span.start)
    last_page = document.page_at(span.end - 1)
    key = f"{ordinal}\0{span.start}\0{text}".encode("utf-8", "surrogatepass")
    return Chunk(
        id=f"{document.id}#{sha256(key).hexdigest()[:_ID_DIGITS]}",
        document_id=document.id,
        ordinal=ordinal,
        text=text,
        pieces=pieces,
        tokens=sum(b.tokens for b in pack),
        header=header(document, section),
        label=label(document, span),
        page_index=page.index if page else None,
        page_index_end=last_page.index if last_page else None,
        page_label=page.label if page else None,
        section_id=section.id if section else None,
        heading_path=section.heading_path if section else (),
        language=document.language,
    )


def _joined(document: Document, pack: list[Block]) -> tuple[str, tuple[Piece, ...]]:
    """The blocks' text and pieces: what is unbroken in the document, white space included, is one piece; what is
    repeated is one by itself.
    """
    parts: list[str] = []
    pieces: list[Piece] = []
    at = 0
    for block in pack:
        between = document.text[pieces[-1].span.end : block.span.start] if pieces else ""
        apart = not pieces or pieces[-1].repeated or block.repeated
        if not apart and not between.strip() and "\f" not in between:
            last = pieces[-1]
            pieces[-1] = Piece(last.at, Span(last.span.start, block.span.end))
            parts[-1] = pieces[-1].span.cut(document.text)
        else:
            if pieces:
                parts.append("\n" if block.continues else "\n\n")
            at = sum(map(len, parts))
            pieces.append(Piece(at, block.span, block.repeated))
            parts.append(block.span.cut(document.text))
    return "".join(parts), tuple(pieces)


def header(document: Document, section: Section | None) -> str:
    """Title, jurisdiction and heading path on one line each: what the indexes read before the text."""
    path = section.heading_path if section else ()
    place = document.jurisdiction.name if document.jurisdiction else ""
    first = document.title if place.lower() in document.title.lower() else f"{document.title} ({place})"
    return "\n".join(part for part in (first, " > ".join(path)) if part)
