"""Ruled tables over the pages of a PDF: which of them are running heads, which go on from the page before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pincite.parse.pdf.document.layout import Paragraph
from pincite.parse.pdf.raw_page import RawPage
from pincite.parse.pdf.tables.find import RawTable
from pincite.parse.table_rows import table_of
from pincite.types.document import Span, Table

MAX_SHIFT = 4.0
"""Points by which the widths of columns may differ where a table goes on."""
MAX_BETWEEN = 1
"""Paragraphs that may stand above a table that goes on, such as `Table 3 (continued)`."""


def without_heads(pages: Sequence[RawPage], running: Sequence[set[int]]) -> tuple[list[RawPage], list[set[int]]]:
    """The pages without tables that are running heads or feet, and the running lines without those of other tables.

    Args:
        running: for each page, the places of lines that are running heads or feet.
    """
    kept_pages: list[RawPage] = []
    kept: list[set[int]] = []
    for page, places in zip(pages, running, strict=True):
        tables, left = [], set(places)
        for table in page.tables:
            own = {place for place, line in enumerate(page.lines) if line.start in table.lines}
            if 2 * len(own & places) < len(own):
                tables.append(table)
                left -= own
        kept_pages.append(page if len(tables) == len(page.tables) else replace(page, tables=tuple(tables)))
        kept.append(left)
    return kept_pages, kept


def outside(page: RawPage) -> RawPage:
    """The page with the lines alone that stand in no table."""
    inside = frozenset[int]().union(*(table.lines for table in page.tables))
    return replace(page, lines=tuple(line for line in page.lines if line.start not in inside)) if inside else page


def apart(page: RawPage, parts: Sequence[Paragraph]) -> list[Paragraph]:
    """The paragraphs of a page, each table as one, at the place of its first line."""
    if not page.tables:
        return list(parts)
    owner = {start: table for table in page.tables for start in table.lines}
    lines = {id(table): tuple(i for i, ln in enumerate(page.lines) if ln.start in table.lines) for table in page.tables}
    done: set[int] = set()
    found: list[Paragraph] = []
    for part in parts:
        current: list[int] = []
        for place in part.lines:
            table = owner.get(page.lines[place].start)
            if table is None:
                current.append(place)
                continue
            if current:
                found.append(replace(part, lines=tuple(current)))
                current = []
            if id(table) not in done:
                done.add(id(table))
                found.append(Paragraph(lines[id(table)], table=table))
        if current:
            found.append(replace(part, lines=tuple(current)))
    return found


def document_tables(
    pages: Sequence[RawPage], layout: Sequence[Sequence[Paragraph]], written: Sequence[Sequence[Span]], text: str
) -> tuple[Table, ...]:
    """The tables as spans of the text, those that go on with the header of the page where they begin.

    Args:
        layout: the paragraphs of each page.
        written: where they stand in `text`.
    """
    found: list[Table] = []
    before: tuple[int, RawTable, Table] | None = None  # the last one that ends its page, and that page
    for page, parts, spans in zip(pages, layout, written, strict=True):
        for place, (part, span) in enumerate(zip(parts, spans, strict=True)):
            if part.table is None or span.start == span.end:
                continue
            table = table_of(text, span, part.table.header_rows)
            above = sum(not other.furniture for other in parts[:place])
            if before is not None and before[0] == page.index - 1 and above <= MAX_BETWEEN:
                table = _carried_on(before[1], before[2], part.table, table, text)
            found.append(table)
            before = (page.index, part.table, table)
            if any(_is_text(page, other, part) for other in parts[place + 1 :]):
                before = None
    return tuple(found)


def _is_text(page: RawPage, part: Paragraph, table: Paragraph) -> bool:
    """Whether a paragraph below a table ends it for good; a note to it, set smaller, does not."""
    if part.furniture:
        return False
    if part.table is not None:
        return True
    return max(page.lines[i].size for i in part.lines) >= 0.95 * max(page.lines[i].size for i in table.lines)


def _carried_on(first: RawTable, known: Table, raw: RawTable, table: Table, text: str) -> Table:
    """The table as one that carries on another, where its columns are the same."""
    if len(first.widths) != len(raw.widths):
        return table
    if any(abs(a - b) > MAX_SHIFT for a, b in zip(first.widths, raw.widths, strict=True)):
        return table
    header = known.header
    if header is None:
        return replace(table, header=None, continues=True)
    rows = text.count("\n", *header) + 1
    own = table_of(text, table.span, rows)
    if own.header is not None and _same(own.header.cut(text), header.cut(text)):
        return replace(own, continues=True)
    return replace(table, header=header, continues=True)


def _same(first: str, second: str) -> bool:
    return first.split() == second.split()
