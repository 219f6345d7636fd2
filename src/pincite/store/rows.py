"""Values as rows and back, exactly.

SQLite's text is UTF-8 without NUL; Python's is any code points. What SQLite cannot hold as text (a NUL, a lone
surrogate) is kept as a blob of the same bytes, so every string comes back as it was and compares as itself.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from pincite.store.protocol import ChunkPlace, DocumentInfo, text_key
from pincite.types.chunk import Chunk, Piece
from pincite.types.document import Document, Page, Place, Section, Span, Table, TextMap, TextQuality, TextRun
from pincite.types.page_words import PageWords
from pincite.types.reference import Edge, EdgeType

Row = tuple[Any, ...]

INFO_COLUMNS = (
    "id title source path media_type file_sha256 text_sha256 parser chunker language jurisdiction_path"
    " jurisdiction_name effective_date work added_at updated_at character_count page_count low_page_count"
    " empty_page_count chunk_count"
).split()
PAGE_COLUMNS = 'page_index, start, "end", label, quality, quality_note, furniture, read_by, confidence, words'
SECTION_COLUMNS = 'section_id, heading, level, heading_path, start, "end"'
EDGE_COLUMNS = 'source, target, type, manner, start, "end"'
CHUNK_COLUMNS = (
    "id, ordinal, pieces, tokens, header, label, page_index, page_index_end, page_label, section_id, heading_path,"
    " provision_id, language, text"
)


def put(text: str | None) -> str | bytes | None:
    """What stands in the table for a string."""
    if text is None:
        return None
    try:
        data = text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return data if b"\0" in data else text


def get(value: str | bytes | None) -> str:
    """The string that `put` put away; empty for NULL."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogatepass")
    return value or ""


def get_or_none(value: str | bytes | None) -> str | None:
    """The string that `put` put away, None for NULL."""
    return None if value is None else get(value)


def put_list(items: Iterable[Any]) -> str | bytes | None:
    """Strings, or lists of integers, as JSON. Not ASCII: escapes would join two lone surrogates into one character."""
    return put(json.dumps(list(items), ensure_ascii=False, separators=(",", ":")))


def get_list(value: str | bytes) -> list[Any]:
    """What `put_list` put away."""
    found: list[Any] = json.loads(get(value))
    return found


def put_text_map(text_map: TextMap) -> bytes:
    """The runs as little-endian int64, column by column, compressed; a column's steps repeat, so that pays."""
    runs = text_map.runs
    numbers = [number for column in zip(*runs, strict=True) for number in _steps(column)]
    return zlib.compress(struct.pack(f"<{len(numbers)}q", *numbers), 1)


def get_text_map(blob: bytes) -> TextMap:
    """What `put_text_map` put away."""
    data = zlib.decompress(blob)
    numbers = struct.unpack(f"<{len(data) // 8}q", data)
    count = len(numbers) // 4
    columns = [_sums(numbers[at * count : (at + 1) * count]) for at in range(4)]
    return TextMap(tuple(TextRun(*run) for run in zip(*columns, strict=True)))


def _steps(column: Sequence[int]) -> list[int]:
    return [b - a for a, b in zip((0, *column[:-1]), column, strict=True)]


def _sums(steps: Sequence[int]) -> list[int]:
    total, found = 0, []
    for step in steps:
        total += step
        found.append(total)
    return found


def document_row(document: Document, chunks: Sequence[Chunk], *, chunker: str, path: str, now: str) -> dict[str, Any]:
    """The row of `documents`, by column, without its key."""
    place = document.jurisdiction
    qualities = [page.quality for page in document.pages]
    texts = {
        "id": document.id,
        "title": document.title,
        "source": document.source,
        "path": path,
        "media_type": document.media_type,
        "file_sha256": document.file_sha256,
        "text_sha256": text_key(document.text),
        "index_sha256": index_sha256(chunks),
        "parser": document.parser,
        "chunker": chunker,
        "language": document.language,
        "jurisdiction_name": place.name if place else None,
        "effective_date": document.effective_date,
        "work": document.work,
        "added_at": now,
        "updated_at": now,
    }
    return {name: put(text) for name, text in texts.items()} | {
        "jurisdiction_path": put_list(place.path) if place else None,
        "character_count": len(document.text),
        "page_count": len(document.pages),
        "low_page_count": qualities.count(TextQuality.LOW),
        "empty_page_count": qualities.count(TextQuality.EMPTY),
        "chunk_count": len(chunks),
    }


def index_sha256(chunks: Iterable[Chunk]) -> str:
    """SHA-256, hex, of what the indexes make of a document's chunks, in the order given."""
    digest = sha256()
    for chunk in chunks:
        digest.update(f"{text_key(chunk.id)} {text_key(chunk.language)} {text_key(chunk.index_text)}\n".encode())
    return digest.hexdigest()


def get_place(path: str | bytes | None, name: str | bytes | None) -> Place | None:
    """A jurisdiction of its two columns."""
    return None if path is None else Place(tuple(get_list(path)), get(name))


def info_of(row: Row, tags: tuple[str, ...]) -> DocumentInfo:
    """The value of a row of `INFO_COLUMNS`."""
    texts = [get(value) for value in row[:10]]
    optional = [get_or_none(value) for value in row[12:14]]
    fields: list[Any] = [*texts, get_place(row[10], row[11]), *optional, *row[14:], tags]
    return DocumentInfo(*fields)


def page_row(page: Page) -> Row:
    """A row of `PAGE_COLUMNS`."""
    label, note = put(page.label), put(page.quality_note)
    read = (page.read_by, page.confidence, page.words.packed or None)
    return (page.index, *page.span, label, page.quality.value, note, put_list(page.furniture), *read)


def page_of(row: Row) -> Page:
    """The value of a row of `PAGE_COLUMNS`."""
    index, start, end, label, quality, note, furniture, read_by, confidence, words = row
    spans = tuple(Span(*span) for span in get_list(furniture))
    read = (read_by, confidence, PageWords(words or b""))
    return Page(index, Span(start, end), get_or_none(label), TextQuality(quality), get(note), spans, *read)


def section_row(section: Section) -> Row:
    """A row of `SECTION_COLUMNS`."""
    return (put(section.id), put(section.heading), section.level, put_list(section.heading_path), *section.span)


def section_of(row: Row) -> Section:
    """The value of a row of `SECTION_COLUMNS`."""
    section_id, heading, level, heading_path, start, end = row
    return Section(get_or_none(section_id), get(heading), level, tuple(get_list(heading_path)), Span(start, end))


def put_tables(tables: Iterable[Table]) -> str | bytes | None:
    """Tables as JSON: start and end, rows, 1 for one that carries on another, start and end of the header or -1."""
    return put_list((*table.span, table.rows, int(table.continues), *(table.header or (-1, -1))) for table in tables)


def get_tables(value: str | bytes) -> tuple[Table, ...]:
    """What `put_tables` put away."""
    return tuple(
        Table(Span(start, end), None if low < 0 else Span(low, high), count, bool(continues))
        for start, end, count, continues, low, high in get_list(value)
    )


def edge_row(edge: Edge) -> Row:
    """A row of `EDGE_COLUMNS`."""
    start, end = edge.span or (None, None)
    return (put(edge.source), put(edge.target), edge.type.value, put(edge.manner), start, end)


def edge_of(row: Row) -> Edge:
    """The value of a row of `EDGE_COLUMNS`."""
    source, target, kind, manner, start, end = row
    return Edge(get(source), get(target), EdgeType(kind), get(manner), None if start is None else Span(start, end))


def chunk_row(chunk: Chunk) -> Row:
    """A row of `CHUNK_COLUMNS` and the key of its vector; a repeated piece has a 1 behind its numbers."""
    return (
        put(chunk.id),
        chunk.ordinal,
        put_list((piece.at, *piece.span, *[1] * piece.repeated) for piece in chunk.pieces),
        chunk.tokens,
        put(chunk.header),
        put(chunk.label),
        chunk.page_index,
        chunk.page_index_end,
        put(chunk.page_label),
        put(chunk.section_id),
        put_list(chunk.heading_path),
        put(chunk.provision_id),
        put(chunk.language),
        put(chunk.text),
        text_key(chunk.index_text),
    )


def chunk_of(row: Row, document_id: str) -> Chunk:
    """The value of a row of `CHUNK_COLUMNS`."""
    return Chunk(
        id=get(row[0]),
        document_id=document_id,
        ordinal=row[1],
        pieces=tuple(Piece(at, Span(start, end), bool(repeated)) for at, start, end, *repeated in get_list(row[2])),
        tokens=row[3],
        header=get(row[4]),
        label=get(row[5]),
        page_index=row[6],
        page_index_end=row[7],
        page_label=get_or_none(row[8]),
        section_id=get_or_none(row[9]),
        heading_path=tuple(get_list(row[10])),
        provision_id=get_or_none(row[11]),
        language=get(row[12]),
        text=get(row[13]),
    )


def place_of(row: Row) -> ChunkPlace:
    """Where a chunk stands, of its document's id, its own, its provision's and its pieces."""
    document_id, chunk_id, provision_id, pieces = row
    spans = tuple(Span(start, end) for _, start, end, *repeated in get_list(pieces) if not repeated)
    return ChunkPlace(get(chunk_id), get(document_id), get_or_none(provision_id), spans)


def document_of(info: DocumentInfo, text: Row, pages: Iterable[Row], sections: Iterable[Row]) -> Document:
    """The whole document of its parts as they lie in the tables.

    Args:
        text: text, text map, statements and tables.
        pages, sections: rows of `PAGE_COLUMNS` and `SECTION_COLUMNS`, in order.
    """
    return Document(
        id=info.id,
        title=info.title,
        source=info.source,
        media_type=info.media_type,
        file_sha256=info.file_sha256,
        text=get(text[0]),
        text_map=get_text_map(text[1]),
        pages=tuple(page_of(row) for row in pages),
        sections=tuple(section_of(row) for row in sections),
        parser=info.parser,
        language=info.language,
        jurisdiction=info.jurisdiction,
        effective_date=info.effective_date,
        work=info.work,
        tags=info.tags,
        stated=tuple((name, value) for name, value in get_list(text[2])),
        tables=get_tables(text[3]),
    )
