"""A report's blocks as Markdown (CommonMark with tables), every text escaped: a document's words format nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pincite.evaluate.report.blocks import Block, Cards, Code, Entries, Entry, Heading, Items, Picture, Table, Text
from pincite.evaluate.report.plain import plain

# What begins a construct anywhere in a line: HTML, entities, emphasis, code, links, tables, strikes, formulas.
_ANYWHERE = re.compile(r"[\\`*_\[\]<>|~&$]")
# And what does so at the start of one: headings, quotes, lists, rules, indented code.
_START = re.compile(r"^(?:(#{1,6}|[+-]|-{2,}|=+)(?=\s|$)|(\d{1,9})([.)])(?=\s|$))")
# Bare addresses become links in many renderings.
_ADDRESS = re.compile(r"(?i)\b(https?|ftp|www)(?=[:.])")


def markdown(title: str, blocks: Iterable[Block]) -> Iterator[str]:
    """The report piece by piece."""
    yield f"# {escaped(title)}\n"
    for block in blocks:
        yield from _block(block)


def escaped(text: str) -> str:
    r"""One line of text that Markdown shows as it is.

    >>> print(escaped("# <b>2 * 3</b>"))
    \# \<b\>2 \* 3\</b\>
    """
    line = " ".join(plain(text).split())
    line = _ANYWHERE.sub(r"\\\g<0>", line)
    line = _ADDRESS.sub("\\1\u2060", line)  # a word joiner: nothing to see, and no address any more
    return _START.sub(lambda m: f"\\{m[1]}" if m[1] else f"{m[2]}\\{m[3]}", line)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading():
            yield f"\n{'#' * block.level} {escaped(block.text)}\n"
        case Text():
            yield f"\n> **{escaped(block.text)}**\n" if block.warning else f"\n{escaped(block.text)}\n"
        case Items():
            yield "\n" + "".join(f"- {escaped(item)}\n" for item in block.items)
        case Code():
            yield _code(block.text)
        case Table():
            yield from _table(block)
        case Cards() | Picture():
            return  # the table below a card or a picture has its figures
        case Entries():
            yield from _entries(block)


def _code(text: str) -> str:
    lines = plain(text).splitlines() or [""]
    return "\n" + "".join(f"    {line}\n" for line in lines)


def _table(table: Table) -> Iterator[str]:
    yield "\n" + _row(table.head)
    yield _row(("---" if at in table.left else "---:" for at in range(len(table.head))), escape=False)
    for row in table.rows:
        yield _row(row)


def _row(cells: Iterable[str], escape: bool = True) -> str:
    return f"| {' | '.join(escaped(cell) if escape else cell for cell in cells)} |\n"


def _entries(block: Entries) -> Iterator[str]:
    for entry in block.entries:
        yield from _entry(entry)
    if block.total > len(block.entries):
        yield f"\n{len(block.entries)} of {block.total} are listed here; {escaped(block.rest)}.\n"


def _entry(entry: Entry) -> Iterator[str]:
    yield f"\n- **{escaped(entry.title) or '(empty)'}**\n  {' · '.join(map(escaped, entry.tags))}\n"
    for name, text in entry.fields:
        lines = [escaped(line) for line in plain(text).split("\n")]
        if len(lines) == 1:
            yield f"  - {escaped(name)}: {lines[0]}\n"
        else:
            yield f"  - {escaped(name)}:\n" + "".join(f"    - {line}\n" for line in lines)
