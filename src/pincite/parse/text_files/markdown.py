"""Markdown: marks are removed, headings become sections, every kept character keeps its place in the file.

A line-based reader of our own, since a renderer would lose the offsets. Lines stay lines: statutes put one
paragraph mark on each. Plain text that only looks like a mark, such as `[1]` or `<개정 2010.7.26>`, is kept.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.parse.note_marks import raised
from pincite.parse.parsed import Parsed
from pincite.parse.sections import Heading, sections_from
from pincite.parse.table_rows import table_of
from pincite.parse.text_files.front_matter import FrontMatter, read_front_matter
from pincite.parse.versions import MARKDOWN
from pincite.text.normalize import odd_places, one_line
from pincite.text.offsets import TextMapBuilder
from pincite.types.document import Span

_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)")
_HEADING = re.compile(r"[ ]{0,3}(#{1,6})(?:[ \t]++|$)")
_RULE = re.compile(r"[ ]{0,3}(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$")
_UNDERLINE = re.compile(r"[ ]{0,3}(=+|-{2,})[ \t]*$")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_TABLE_RULE = re.compile(r"[ \t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+$")
_TABLE_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*$")
_BAR = re.compile(r"\\.|(?P<bar>\|)")
# Marks reach over at most this much text, so that a hostile line of half-open marks stays linear: 2,000 characters.
# Block quote marks, a row of number signs longer than that of a heading, then a bullet that stands before an enumerator
# such as "(1)", "1." or "가.".
_LEAD = re.compile(
    r"[ \t]*(?:>[ \t]?)*[ \t]*(?:#{7,}[ \t]+)?"
    r"(?:[-*+][ \t]+(?=\(\w{1,5}\)[ \t]|\d{1,3}\\?[.)][ \t]|[가-하]\\?\.[ \t]|[①-⑳]))?"
)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG = (
    r"</?(?:a|abbr|b|br|center|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|pre|s|small"
    r"|span|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul)(?:\s[^<>\n]*)?/?>"
)
_MARKS = re.compile(
    r"(?P<escape>\\(?=[!-/:-@\[-`{-~]))"
    r"|(?P<code>`{1,3})(?P<code_text>[^`\n]{1,2000})(?P=code)"
    r"|!\[(?P<alt>[^\[\]\n]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ \t]+\"[^\"\n]*\")?\)"
    r"|\[(?P<link>[^\[\]\n]+)\]\((?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:[ \t]+\"[^\"\n]*\")?\)"
    r"|<(?P<auto>(?:https?://|mailto:)[^<>\s]+)>"
    r"|(?<=\S)<sup>(?P<raised>[0-9]{1,9})</sup>"
    r"|(?<=\S)(?P<note>\[\^[^\[\]\s]{1,40}\])(?!:)"
    rf"|(?P<tag>{_TAG})"
    r"|(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|(?P<strong>\*\*\*|\*\*)(?=\S)(?P<strong_text>[^\n]{1,2000}?)(?<=[^\s\\])(?P=strong)"
    r"|(?<!\w)(?P<under>__|_)(?=[^\s_])(?P<under_text>[^\n]{0,2000}?[^\s\\_])(?P=under)(?!\w)"
    r"|(?P<star>\*)(?=[^\s*])(?P<star_text>[^*\n]{0,2000}?[^\s*\\])\*(?!\*)"
    r"|(?P<strike>~~)(?=\S)(?P<strike_text>[^\n]{1,2000}?)~~",
    re.IGNORECASE,
)
_INNER = ("code_text", "alt", "link", "auto", "strong_text", "under_text", "star_text", "strike_text")


@dataclass(slots=True)
class _Writer:
    """The text so far; paragraphs are parted by one empty line, lines by a line feed."""

    raw: str
    out: TextMapBuilder = field(default_factory=TextMapBuilder)
    gap: str = ""
    at: int = 0

    def line(self, pieces: Iterator[tuple[int, int, str]]) -> Span:
        """Write one line of (start, end, made text) pieces; empty lines are not written."""
        start = -1
        for low, high, made in pieces:
            if start < 0:
                self._part(low if not made else -1)
                start = len(self.out)
            if made:
                self.out.make(made)
            else:
                self.out.copy(self.raw, low, high)
                self.at = high
        return Span(start, len(self.out)) if start >= 0 else Span(len(self.out), len(self.out))

    def _part(self, coming: int) -> None:
        """Write the break before a line; it is mapped where the file has the very same one."""
        gap, self.gap = self.gap or "\n", ""
        if not len(self.out):
            return
        if self.raw[self.at : max(coming, 0)] == gap:
            self.out.copy(self.raw, self.at, coming)
        else:
            self.out.make(gap)


def parse_markdown(raw: str) -> Parsed:
    """Parse the decoded text of a Markdown file; offsets of the map point into `raw`."""
    front = read_front_matter(raw)
    writer = _Writer(raw)
    headings, rows = _write_blocks(writer, front)
    text = writer.out.text()
    first = next((h.text for h in headings if h.level == 1), None)
    title = first or front.title
    sections = sections_from(headings, len(text), title=title or "")
    return Parsed(
        MARKDOWN, "text/markdown", text, writer.out.text_map(),
        sections=sections, title=title, effective_date=front.effective_date, stated=front.stated,
        tables=tuple(table_of(text, span, header_rows) for span, header_rows in rows),
    )  # fmt: skip


_Rows = tuple[Span, int]
"""Where the rows of a table stand in the text, and how many of the first name its columns."""


def _write_blocks(writer: _Writer, front: FrontMatter) -> tuple[list[Heading], list[_Rows]]:
    raw, headings, tables, fence = writer.raw, list[Heading](), list[_Rows](), ""
    comments = [m.span() for m in _COMMENT.finditer(raw, front.end)]
    lines = [m.span(1) for m in _LINE.finditer(raw, front.end)]
    table_end = 0
    for place, (start, end) in enumerate(lines):
        if place < table_end:
            continue
        line = raw[start:end]
        fence_mark = _FENCE.match(line)
        if fence_mark and (not fence or line.strip().startswith(fence)):
            fence = "" if fence else fence_mark[1]
            writer.gap = "\n\n"
        elif not fence and (table_end := _table_end(raw, lines, place)):
            tables += _write_table(writer, lines[place:table_end])
        elif not line.strip() or (not fence and _is_dropped(raw, lines, place)):
            writer.gap = "\n\n"
        elif fence:
            writer.line(_trimmed(raw, list(_clean(raw, start, end))))
        else:
            found = _heading_mark(raw, lines, place)
            if found is None:
                writer.line(_text_pieces(raw, start, end, comments))
            else:
                headings.extend(_write_heading(writer, found, comments))
    return headings, tables


def _table_end(raw: str, lines: list[tuple[int, int]], place: int) -> int:
    """The place behind the last row of the table that begins here; 0 where none does.

    Below a head and its rule every line with a bar is a row; elsewhere, lines between bars are rows too.
    """
    ruled = "|" in raw[slice(*lines[place])] and place + 1 < len(lines) and _is_table_rule(raw, lines[place + 1])
    end = place + 2 if ruled else place
    while end < len(lines):
        row = raw[slice(*lines[end])]
        if not _TABLE_ROW.match(row) and not (ruled and "|" in row):
            break
        end += 1
    return end if end > place else 0


def _is_table_rule(raw: str, line: tuple[int, int]) -> bool:
    text = raw[slice(*line)]
    return "|" in text and _TABLE_RULE.match(text) is not None


def _write_table(writer: _Writer, lines: list[tuple[int, int]]) -> list[_Rows]:
    """Write the rows, one a line; a single row is a table only with others, or with its rule."""
    raw = writer.raw
    writer.gap = "\n\n"
    ruled = len(lines) > 1 and _is_table_rule(raw, lines[1])
    kept = [line for line in lines if not _is_table_rule(raw, line)]
    columns = len(_cells(raw, *kept[0])) if ruled else 0
    spans: list[Span] = []
    for start, end in kept:
        span = writer.line(_row_pieces(raw, _cells(raw, start, end), columns))
        if span.start < span.end:
            spans.append(span)
            writer.gap = "\n"
    writer.gap = "\n\n"
    if not spans or (not ruled and len(spans) < 2):
        return []
    return [(Span(spans[0].start, spans[-1].end), int(ruled))]


def _is_dropped(raw: str, lines: list[tuple[int, int]], place: int) -> bool:
    """Rules, heading underlines and the rule below a table's head carry no text."""
    line = raw[slice(*lines[place])]
    return bool(_RULE.match(line) or _UNDERLINE.match(line)) or _is_table_rule(raw, lines[place])


def _heading_mark(raw: str, lines: list[tuple[int, int]], place: int) -> tuple[int, int, int] | None:
    """(start, end, level) of the heading's text where the line is a heading."""
    start, end = lines[place]
    match = _HEADING.match(raw[start:end])
    if match is not None:
        at = match.end()
        return start + at, start + at + len(_unclosed(raw[start + at : end])), len(match[1])
    before = raw[slice(*lines[place - 1])] if place else ""
    after = raw[slice(*lines[place + 1])] if place + 1 < len(lines) else ""
    underline = _UNDERLINE.match(after)
    # An underline makes a heading of one short line on its own; below a longer paragraph it is a rule.
    if underline is None or before.strip() or end - start > 120 or "|" in raw[start:end]:
        return None
    return start, end, 1 if underline[1].startswith("=") else 2


def _unclosed(heading: str) -> str:
    """A heading's text without the number signs that close it; by hand, since a pattern would try every blank."""
    text = heading.rstrip(" \t")
    opened = text.rstrip("#")
    return opened.rstrip(" \t") if opened != text and opened.endswith((" ", "\t")) else text


def _write_heading(writer: _Writer, found: tuple[int, int, int], comments: list[tuple[int, int]]) -> list[Heading]:
    start, end, level = found
    writer.gap = "\n\n"
    span = writer.line(_text_pieces(writer.raw, start, end, comments))
    writer.gap = "\n\n"
    text = one_line(writer.out.text_from(span.start))
    return [Heading(span, text, level)] if text else []


def _cells(raw: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where the cells of a row stand, the bars at its ends left out."""
    line = raw[start:end]
    low = start + len(line) - len(line.lstrip(" \t"))
    high = start + len(line.rstrip(" \t"))
    low += raw.startswith("|", low, high)
    bars = [match.start() for match in _BAR.finditer(raw, low, high) if match["bar"]]
    if bars and bars[-1] == high - 1:
        high = bars.pop()
    return list(zip([low, *(bar + 1 for bar in bars)], [*bars, high], strict=True))


def _row_pieces(raw: str, cells: list[tuple[int, int]], columns: int) -> Iterator[tuple[int, int, str]]:
    """The cells of a table row, parted by ` | `, empty ones included, up to so many columns at least."""
    parts = [list(_text_pieces(raw, *cell, [])) for cell in cells]
    if not any(parts):
        return
    parts += [[] for _ in range(columns - len(parts))]
    begun = False
    for place, pieces in enumerate(parts):
        if place:
            yield 0, 0, " |" if begun else "|"
            begun = True
            if pieces:
                yield 0, 0, " "
        begun = begun or bool(pieces)
        yield from pieces


def _text_pieces(raw: str, start: int, end: int, comments: list[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    """The pieces of a line's text without comments and marks, white space at its ends left out."""
    lead = _LEAD.match(raw, start, end)
    start = lead.end() if lead else start
    parts: list[tuple[int, int, str]] = []
    for low, high in _outside(start, end, comments):
        parts.extend(_unmarked(raw, low, high))
    return _trimmed(raw, parts)


def _outside(start: int, end: int, holes: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    for low, high in holes:
        if high <= start:
            continue
        if low >= end:
            break
        if low > start:
            yield start, low
        start = max(start, high)
    if start < end:
        yield start, end


def _unmarked(raw: str, start: int, end: int, depth: int = 0) -> Iterator[tuple[int, int, str]]:
    at = start
    while (match := _MARKS.search(raw, at, end)) is not None:
        yield from _clean(raw, at, match.start())
        at = match.end()
        inner = next((name for name in _INNER if match[name] is not None), None)
        if match["escape"]:
            # The escaped character is plain: step over it, so that it starts no mark.
            at += 1
            yield at - 1, at, ""
        elif match["entity"]:
            yield 0, 0, html.unescape(match["entity"]).replace("\xa0", " ")
        elif match["raised"]:
            yield from _made(raised(raw[max(match.start() - 6, 0) : match.start()], match["raised"]))
        elif match["tag"] and match["tag"].lower().startswith(("<br", "<td", "<th")):
            yield 0, 0, " "
        elif inner in ("code_text", "auto") or (inner and depth > 6):
            yield from _clean(raw, *match.span(inner))
        elif inner:
            yield from _unmarked(raw, *match.span(inner), depth + 1)
    yield from _clean(raw, at, end)


def _made(text: str) -> Iterator[tuple[int, int, str]]:
    if text:
        yield 0, 0, text


def _clean(raw: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """The pieces of raw text with odd blanks made plain and invisible characters left out."""
    at = start
    for odd in odd_places(raw, start, end):
        if odd.start > at:
            yield at, odd.start, ""
        if odd.written:
            yield 0, 0, odd.written
        at = odd.end
    if at < end:
        yield at, end, ""


def _trimmed(raw: str, parts: list[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    """`parts` without white space at the ends."""
    kept = list(parts)
    while kept and not _piece_text(raw, kept[-1]).strip():
        kept.pop()
    if kept and not kept[-1][2]:
        low, high, _ = kept[-1]
        kept[-1] = (low, low + len(raw[low:high].rstrip()), "")
    while kept and not _piece_text(raw, kept[0]).strip():
        kept.pop(0)
    if kept and not kept[0][2]:
        low, high, _ = kept[0]
        kept[0] = (high - len(raw[low:high].lstrip()), high, "")
    return iter(kept)


def _piece_text(raw: str, piece: tuple[int, int, str]) -> str:
    return piece[2] or raw[piece[0] : piece[1]]
