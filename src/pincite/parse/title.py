"""The title that stands in front of every quoted page: from the file's own words where they are worth it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from pincite.parse.pdf.document.layout import SIZE_TOLERANCE, is_capitals, same_size
from pincite.parse.pdf.raw_page import Line, RawPage
from pincite.text.normalize import nfc, one_line

MAX_LENGTH = 140
FIRST_PAGES = 3
HEADING_PAGES = 12
MIN_HEADINGS = 3
"""Headings of the first pages in one look, from which on they are no subtitle."""
HINT_WEIGHT = 0.3
"""What a word shared with the file's name is worth, in body heights of letters."""

_FILE_LIKE = re.compile(
    r"\.(?:docx?|pdf|indd|pub|rtf|txt|html?|xlsx?|pptx?|qxd|p65)\b|^(?:microsoft word|untitled|document|layout|slide|"
    r"powerpoint presentation|print|scan|default|title)\b|[_\\/]|\d{5,}",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_NO_TITLE = re.compile(r"(?:table of )?contents$|introduction$|date\b|page\b|www\.|https?:|\W*$", re.IGNORECASE)


def metadata_title(title: str) -> str | None:
    """The title of the file's metadata where somebody wrote it for readers, else None.

    Names of files and programs are no titles, nor are words without any capital, which a typist left there.
    """
    text = one_line(nfc(title)).strip("\x00")
    words = _WORD.findall(text)
    if len(words) < 2 or len(text) > 250 or _FILE_LIKE.search(text):
        return None
    cased = any(c.isupper() or c.islower() for c in text)
    return None if cased and text[0].islower() else text


def title_from_name(source: str) -> str:
    """A readable title from the file's name."""
    return one_line(re.sub(r"[-_.]+", " ", nfc(PurePath(source).stem))) or source


@dataclass(frozen=True, slots=True)
class _Block:
    text: str
    size: float
    bold: bool


def title_from_pages(pages: Sequence[RawPage], hints: str, body: float) -> str | None:
    """The most prominent lines of the first page that has any, None where nothing stands out.

    Args:
        pages: of the document, the first few are looked at.
        hints: the file's name and metadata title; a block of lines that shares their words is preferred.
        body: letter height of the document's body text.
    """
    for page in pages[:FIRST_PAGES]:
        blocks = [b for b in _blocks(page) if _stands_out(b, body)]
        if blocks:
            return _compose(blocks, hints, body, _looks_of_headings(pages, body))
    return None


def _looks_of_headings(pages: Sequence[RawPage], body: float) -> Sequence[_Block]:
    """A block of each look that headings have: those that stand out in it are several."""
    found = [b for page in pages[:HEADING_PAGES] for b in _blocks(page) if b.size >= 1.2 * body and b.text]
    return [b for b in found if sum(_alike(b, other) for other in found) >= MIN_HEADINGS]


def _alike(block: _Block, other: _Block) -> bool:
    return block.bold == other.bold and abs(block.size - other.size) <= SIZE_TOLERANCE * max(block.size, 1.0)


def _blocks(page: RawPage) -> list[_Block]:
    """Neighbouring lines in the same looks, as one block each."""
    groups: list[list[Line]] = []
    for line in page.lines:
        last = groups[-1][-1] if groups else None
        if last is not None and _together(groups[-1], line):
            groups[-1].append(line)
        else:
            groups.append([line])
    return [_block(page, group) for group in groups if len(group) <= 5]


def _together(group: list[Line], line: Line) -> bool:
    """Whether `line` goes on in the looks of `group` and not further below than its lines are from each other."""
    above = group[-1]
    step = above.bottom - line.bottom
    usual = group[-2].bottom - above.bottom if len(group) > 1 else 2.6 * line.size
    return same_size(above, line) and above.bold == line.bold and 0 <= step < max(1.3 * usual, 0.5 * line.size)


def _block(page: RawPage, lines: list[Line]) -> _Block:
    text = ""
    for line in lines:
        text += page.text[line.start : line.end] + ("-" if line.broken else " ")
    return _Block(one_line(nfc(text)), max(line.size for line in lines), lines[0].bold)


def _stands_out(block: _Block, body: float) -> bool:
    if sum(map(str.isalpha, block.text)) < 8 or len(block.text) > MAX_LENGTH or _NO_TITLE.match(block.text):
        return False
    return block.size >= 1.12 * body or block.bold or is_capitals(block.text)


def _compose(blocks: list[_Block], hints: str, body: float, headings: Sequence[_Block]) -> str:
    """The main block, with the next largest behind it where that is no heading of a part, as a subtitle is not."""
    wanted = {word.casefold()[:6] for word in _WORD.findall(hints)}
    main = max(blocks, key=lambda b: _score(b, wanted, body))
    rest = [b for b in blocks if b is not main and b.size >= 1.2 * body and b.size >= 0.5 * main.size]
    rest = [b for b in rest if not any(_alike(b, heading) for heading in headings)]
    second = max(rest, key=lambda b: b.size, default=None)
    if second is None or len(main.text) + len(second.text) + 3 > MAX_LENGTH:
        return main.text
    return f"{main.text} — {second.text}"


def _score(block: _Block, wanted: set[str], body: float) -> float:
    shared = len(wanted & {word.casefold()[:6] for word in _WORD.findall(block.text)})
    return block.size / max(body, 1.0) + HINT_WEIGHT * shared + 0.2 * block.bold
