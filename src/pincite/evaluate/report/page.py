"""A report's blocks as one HTML page that needs nothing else: no script, no picture, font or style from elsewhere.

Every text is escaped, and the page's own policy forbids scripts and requests, should an escape ever be forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape

from pincite.evaluate.report.blocks import Block, Cards, Code, Entries, Entry, Heading, Items, Picture, Table, Text
from pincite.evaluate.report.page_style import STYLE
from pincite.evaluate.report.plain import plain

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_CODE = re.compile(r"`([^`\n]+)`")
Draw = Callable[[str], str | None]
"""A picture's name to its SVG, which is put into the page as it is; None where there is nothing to draw."""


def page(title: str, blocks: Iterable[Block], draw: Draw) -> Iterator[str]:
    """The page piece by piece."""
    yield (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n'
        f"<title>{_text(title)}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{_text(title)}</h1>\n"
    )
    found = list(blocks)
    yield from _contents(found)
    for number, block in enumerate(found):
        yield from _block(block, number, draw)
    yield "</main>\n</body>\n</html>\n"


def _text(text: str) -> str:
    return escape(plain(text))


def _coded(text: str) -> str:
    """The text with what stands between backticks as code."""
    return _CODE.sub(r"<code>\1</code>", _text(text))


def _contents(blocks: list[Block]) -> Iterator[str]:
    """Links to the sections."""
    sections = [(n, b.text) for n, b in enumerate(blocks) if isinstance(b, Heading) and b.level == 2]
    yield "<nav>"
    yield from (f'<a href="#s{number}">{_text(text)}</a> ' for number, text in sections)
    yield "</nav>\n"


def _block(block: Block, number: int, draw: Draw) -> Iterator[str]:
    match block:
        case Heading():
            yield f'<h{block.level} id="s{number}">{_text(block.text)}</h{block.level}>\n'
        case Text():
            yield f"<p{' class=warning' if block.warning else ''}>{_coded(block.text)}</p>\n"
        case Items():
            yield f"<ul>{''.join(f'<li>{_text(item)}</li>' for item in block.items)}</ul>\n"
        case Code():
            yield f"<pre>{_text(block.text)}</pre>\n"
        case Table():
            yield from _table(block)
        case Cards():
            yield from _cards(block)
        case Picture():
            yield from _picture(block, draw)
        case Entries():
            yield from _entries(block)


def _table(table: Table) -> Iterator[str]:
    if table.folded:
        yield f"<details><summary>{_text(table.folded)}</summary>\n"
    yield "<div class=scroll><table>\n<thead><tr>"
    yield "".join(f"<th{_side(table, at)} scope=col>{_text(cell)}</th>" for at, cell in enumerate(table.head))
    yield "</tr></thead>\n<tbody>\n"
    for row in table.rows:
        yield f"<tr>{''.join(f'<td{_side(table, at)}>{_coded(cell)}</td>' for at, cell in enumerate(row))}</tr>\n"
    yield "</tbody></table></div>\n"
    if table.folded:
        yield "</details>\n"


def _side(table: Table, at: int) -> str:
    return "" if at in table.left else " class=n"


def _cards(block: Cards) -> Iterator[str]:
    yield "<dl class=cards>"
    for name, figure, what in block.cards:
        yield f"<div><dt>{_text(name)}</dt><dd>{_text(figure)}<small>{_text(what)}</small></dd></div>"
    yield "</dl>\n"


def _picture(block: Picture, draw: Draw) -> Iterator[str]:
    svg = draw(block.name)
    if svg is not None:
        label = escape(plain(block.about), quote=True)
        yield f'<figure role="img" aria-label="{label}"><figcaption>{_text(block.title)}</figcaption>\n{svg}</figure>\n'


def _entries(block: Entries) -> Iterator[str]:
    for entry in block.entries:
        yield from _entry(entry)
    if block.total > len(block.entries):
        yield f"<p>{len(block.entries):,} of {block.total:,} are listed here; {_text(block.rest)}.</p>\n"


def _entry(entry: Entry) -> Iterator[str]:
    tags = "".join(f"<span>{_text(tag)}</span>" for tag in entry.tags)
    yield f"<details class=case><summary>{_text(entry.title) or '(empty)'} <small>{tags}</small></summary>\n<dl>"
    for name, text in entry.fields:
        lines = "".join(f"<p>{_text(line)}</p>" for line in text.split("\n"))
        yield f"<dt>{_text(name)}</dt><dd>{lines}</dd>\n"
    yield "</dl></details>\n"
