"""The shapes in which citation markers are written, and what of a law's own text only looks alike.

Language models know markers from many places and fall back on them whatever the prompt says: `[1, 2]`, `[S1]`,
`(Source 2)`, `【4:0†source】`, `¹`. A law has brackets too: `[1978]`, `§ 5[a]`, `m²`. Where both readings are possible,
the marker wins: it is then found to name no source, while a marker taken for text would cite nothing.

Everything is read once from left to right and every look aside is bounded, so that hostile text takes linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from pincite.types.document import Span

NOUNS: Final = "sources?|src|citations?|출처|소스|인용"
"""What sources are called where nothing else can be meant, as alternatives of a pattern."""
OTHER_NOUNS: Final = (
    "docs?|documents?|refs?|references?|cites?|passages?|contexts?|excerpts?|evidence|snippets?|chunks?"
    "|자료|근거|문서|참조"
)
"""What sources are called as well, but other things too."""
GAP: Final = r"[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff]{0,4}+"
"""Blanks, and characters that show nothing."""
_BLANK = GAP.replace(r"\s", r" \t\u00a0\u3000")  # no end of a line: `- Source 1` and `- Source 2` are two

_LISTED_IN_FULL: Final = 99  # a range that is longer stands for its two ends
_SHORT_RANGE: Final = 20
_LOOK_BACK: Final = 64

_ITEM = re.compile(
    rf"(?:(?:(?P<noun>{NOUNS}|s(?=\d))|(?P<other>{OTHER_NOUNS}))"
    rf"(?:\.?{GAP}(?:nos?\.?|number|id|번호))?\.?(?:[_-](?=\d)|{GAP}[:：=])?{GAP})?"
    rf"[#^]?(?P<number>[−-]?\d{{1,9}}+)(?!\d)(?:{GAP}번)?(?:{GAP}(?:출처|자료|문서|근거)(?!\w))?",
    re.IGNORECASE,
)
_AND = r"(?:and|or)(?=\W)|&|및|와|과|또는"
_SEPARATOR = re.compile(
    rf"{_BLANK}(?:(?P<range>[~〜～∼‐‑–—−-]|(?:to|through)(?=\W))|(?P<comma>[,;、，；·|+]){GAP}(?:{_AND})?|{_AND}){GAP}"
    r"|[ \t]{1,2}",
    re.IGNORECASE,
)
_SEE = re.compile(rf"{GAP}(?:(?:see(?: also)?|cf\.?|from|as per|per|according to|via){GAP})?", re.IGNORECASE)

# Where in the source: `[Source 1, p. 3]`, `[1, § 5]`.
_PLACE = (
    rf"[,;:]?{GAP}(?:pp?\.|pages?\b|p(?=\d)|§|secs?\b|sections?\b|arts?\b|articles?\b|paras?\b|paragraphs?\b|¶|lines?\b"
    r"|chapters?\b|제\s?\d)"
)
_CLOSE = r"\\?[\]］】〕]"
_SQUARE_END = re.compile(
    rf"(?:(?::\d{{1,4}})?†[^\[\]［］【】〔〕\n]{{0,160}}+|{_PLACE}[^\[\]［］【】〔〕\n]{{0,160}}+)?"
    rf"{GAP}(?:참조|참고|[,;.])?{GAP}{_CLOSE}",
    re.IGNORECASE,
)
_TITLED_END = re.compile(rf"{GAP}[,:;|–—-][^\[\]［］【】〔〕\n]{{0,160}}+{_CLOSE}")  # `[Source 1: the handbook]`
_ROUND_END = re.compile(
    rf"(?:{_PLACE}(?:[^()（）\n]|\([^()（）\n]{{0,20}}+\)){{0,100}}+)?{GAP}(?:참조|참고|[,;.])?{GAP}[)）]",
    re.IGNORECASE,
)
LINK: Final = re.compile(
    r"\(\s{0,2}+<?(?:https?:|www\.|#|\.{0,2}/|[\w-]{1,60}+[./#])"
    r"(?:[^()\s]|\([^()\s]{0,100}+\)){0,500}+(?:\s\"[^\"\n]{0,100}+\")?\s?\)"
)
"""The target of a markdown link behind its text in brackets."""

_SMALL = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_PLAIN_DIGITS = str.maketrans(_SMALL, "0123456789")
_RAISED = re.compile(rf"⁽?[{_SMALL}]++(?:(?:[,˒]\s?|[⁻–-])[{_SMALL}]++)*+⁾?")

_TAG = re.compile(
    r"<(?P<tag>sources?|src|cite|citations?|refs?|docs?|document|co)\b[\s:=_#-]{0,3}+"
    r"(?:(?:ids?|source|src|name|number|n|doc)\s?=\s?)?[\"'#]{0,2}+(?P<inner>>\s?)?",
    re.IGNORECASE,
)
_TAG_END = re.compile(r"[\"']?\s?/?>")
_CLOSING_TAG = re.compile(r"</(?:sources?|src|cite|citations?|refs?|docs?|document|co)\b[^<>\n]{0,20}+>", re.IGNORECASE)
_SUP = re.compile(r"<sup>\s?", re.IGNORECASE)
_SUP_END = re.compile(r"\s?</sup>", re.IGNORECASE)

# Named in running words; whether it is a marker depends on what stands around it.
_PROSE_END = re.compile(rf"[*_]{{0,3}}[ \t]*+\.?[ \t]*+(?:[\n\r\f]|\Z)|[*_]{{0,3}}{GAP}[,:，：]")
_START = re.compile(rf"[\[［【〔(（<{_SMALL}⁽]|(?<![^\W\d_])(?:sources?|출처)(?=[ \t]?[:：#]?[ \t]?\d)", re.IGNORECASE)

_SECTION = re.compile(
    r"(?:§|(?<!\w)(?:sections?|secs?\.?|ss?\.|subsections?|articles?|arts?\.?|rules?|regulations?|regs?\.|chapters?"
    r"|ch\.|c\.|paragraphs?|paras?\.?|clauses?|cl\.|titles?|parts?|schedules?|U\.?S\.?C\.?|C\.?F\.?R\.?))"
    r"\s{0,2}\d(?:[\w.:–-]{0,20}\w)?(?:[(\[]\w{1,5}[)\]]){0,5}\Z"
    r"|\d\s?(?:조|항|호|목)(?:의\s?\d{1,3})?\Z",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"\d{1,3}(?:,\d{3})+(?!\d)")
_UNIT = re.compile(r"(?<![^\W_])(?:ft|feet|km|cm|mm|yd|mi|meters?|metres?|[a-z])\Z|\d\s?in\Z", re.IGNORECASE)


class Marker(NamedTuple):
    """A marker as it stands in a text.

    Args:
        span: of the marker with its brackets, and with its link where it has one.
        numbers: each once, in the order in which they were written; empty for a tag that closes.
        prose: named without brackets (`Source 1`); a marker only as part of a phrase such as `according to Source 1,`.
    """

    span: Span
    numbers: tuple[int, ...]
    prose: bool = False


class _List(NamedTuple):
    numbers: dict[int, None]  # in order
    first: re.Match[str]
    end: int


def find_markers(text: str, sources: int) -> list[Marker]:
    """All markers of a text, from left to right: disjoint, those in running words included.

    Args:
        sources: how many there are; numbers beyond it are read all the same, but a bare `[1978]` is no marker.
    """
    return list(_found(text, sources))


def expand(first: int, last: int, sources: int) -> list[int]:
    """The numbers of a range; its two ends where it is long, so that `[1-4000]` stays small.

    >>> expand(2, 4, 9), expand(1, 4000, 9), expand(3, 1, 9)
    ([2, 3, 4], [1, 4000], [3, 1])
    """
    listed = 0 <= last - first <= _SHORT_RANGE or 0 < first <= last <= min(sources, _LISTED_IN_FULL)
    return list(range(first, last + 1)) if listed else [first, last]


def _found(text: str, sources: int) -> Iterator[Marker]:
    at, read, law, tagged = 0, 0, -1, False
    while start := _START.search(text, at):
        marker: Marker | None = None
        char = start[0]
        if char in "[［【〔":
            marker = _square(text, start.start(), sources)
            if marker and (start.start() == law or _is_of_a_section(text, start.start(), read)):
                law = at = marker.span.end  # `§ 5[1][2]`: the next one is of the section too
                continue
        elif char in "(（":
            marker = _round(text, start.start(), sources)
        elif char == "<":
            marker = _tag(text, start.start(), sources, tagged)
            tagged = tagged or marker is not None
        elif raised := _RAISED.match(text, start.start()):
            if _is_power(text, start.start(), raised[0].translate(_PLAIN_DIGITS)):
                at = raised.end()
                continue
            marker = _raised(raised, sources)
        else:
            marker = _prose(text, start.start(), sources)
        at = max(marker.span.end if marker else start.end(), start.end())
        if marker:
            read = at
            yield marker


def _listed(text: str, at: int, sources: int, *, named: bool = False) -> _List | None:
    """The list of numbers that begins at `at`; `named`: behind a comma only items with a noun of their own."""
    item = first = _ITEM.match(text, at)
    if not first:
        return None
    numbers: dict[int, None] = {}
    before: int | None = None
    end = at
    while item:
        number = _value(item)
        numbers.update(dict.fromkeys([number] if before is None else expand(before, number, sources)))
        end = item.end()
        separator = _SEPARATOR.match(text, end)
        item = _ITEM.match(text, separator.end()) if separator else None
        if item and separator:
            if named and not item["noun"] and (separator["comma"] or separator[0].isspace()):
                break
            before = number if separator["range"] else None
    return _List(numbers, first, end)


def _value(item: re.Match[str]) -> int:
    return int(item["number"].replace("−", "-"))


def _square(text: str, at: int, sources: int) -> Marker | None:
    """`[1, 2]`, `[Source 1]`, `【4:0†source】`, with the link behind it."""
    lead = _SEE.match(text, at + 1)
    found = _listed(text, lead.end() if lead else at + 1, sources)
    if not found:
        return None
    end = _SQUARE_END.match(text, found.end)
    if not end and found.first["noun"]:
        end = _TITLED_END.match(text, found.end)
    if not end or not (_is_named(found.first) or _is_small(found, sources)):
        return None
    link = LINK.match(text, end.end())
    start = at - 1 if at and (text[at - 1] == "^" or (text[at - 1] == "\\" and "\\" in end[0])) else at
    return Marker(Span(start, link.end() if link else end.end()), tuple(found.numbers))


def _is_named(item: re.Match[str]) -> bool:
    return bool(item["noun"] or item["other"])


def _is_small(found: _List, sources: int) -> bool:
    """Whether bare numbers are of sources rather than a year or an amount: of two digits, or within the list."""
    if all(1 <= number <= sources for number in found.numbers):
        return True
    return len(found.first["number"].lstrip("-−")) <= 2 and not _AMOUNT.match(found.first.string, found.first.start())


def _is_of_a_section(text: str, at: int, floor: int) -> bool:
    """Whether a bracket is glued to the number of a section: `§ 83.49[3]`, `제5조[2]`."""
    if at == floor or not (text[at - 1].isalnum() or text[at - 1] in ")]") or not text[at + 1 : at + 2].isdigit():
        return False
    return _SECTION.search(text, max(at - _LOOK_BACK, floor), at) is not None


def _round(text: str, at: int, sources: int) -> Marker | None:
    """`(Source 2)`, `(see Source 1 and Source 3)`; never `(2)`, which is how laws count."""
    lead = _SEE.match(text, at + 1)
    found = _listed(text, lead.end() if lead else at + 1, sources)
    if not found or not _is_named(found.first) or found.first["noun"] == "s":
        return None
    if found.first["other"] and not all(1 <= number <= sources for number in found.numbers):
        return None  # `(Doc. 12)` is a court's file
    end = _ROUND_END.match(text, found.end)
    return Marker(Span(at, end.end()), tuple(found.numbers)) if end else None


def _tag(text: str, at: int, sources: int, tagged: bool) -> Marker | None:
    """`<source 1>`, `<cite id="1"/>`, `<ref>1</ref>`, `<sup>1</sup>`, and what closes one that was opened before."""
    sup = _SUP.match(text, at)
    if sup:
        found = _listed(text, sup.end(), sources)
        end = _SUP_END.match(text, found.end) if found else None
        power = found is not None and _is_power(text, at, found.first["number"])
        return Marker(Span(at, end.end()), tuple(found.numbers)) if found and end and not power else None
    closing = _CLOSING_TAG.match(text, at)
    if closing:
        return Marker(Span(at, closing.end()), ()) if tagged else None
    tag = _TAG.match(text, at)
    found = _listed(text, tag.end(), sources) if tag else None
    if not tag or not found:
        return None
    end = (_CLOSING_TAG if tag["inner"] else _TAG_END).match(text, found.end)
    return Marker(Span(at, end.end()), tuple(found.numbers)) if end else None


def _raised(raised: re.Match[str], sources: int) -> Marker:
    """`¹`, `¹,²`, `¹⁻³`."""
    numbers: dict[int, None] = {}
    last: int | None = None
    for sign, run in re.findall(rf"([⁻–-]?)([{_SMALL}]+)", raised[0]):
        read = _raised_numbers(run.translate(_PLAIN_DIGITS), sources)
        if sign and last is not None:
            read = expand(last, read[0], sources) + read[1:]
        numbers.update(dict.fromkeys(read))
        last = read[-1]
    return Marker(Span(*raised.span()), tuple(numbers))


def _raised_numbers(run: str, sources: int) -> list[int]:
    """The numbers of raised digits without a comma.

    `¹²` is 12 where the list has a 12th source, since who has so many writes it so; else 1 and 2, where both are in
    the list; else 12 again, which then names no source.
    """
    apart = [int(digit) for digit in dict.fromkeys(run)]
    if len(run) <= 9 and (1 <= int(run) <= sources or not all(1 <= digit <= sources for digit in apart)):
        return [int(run)]
    return apart


def _is_power(text: str, at: int, digits: str) -> bool:
    """Whether raised digits belong to a figure or unit before them: `10³`, `70 m²`, `x²`."""
    before = text[at - 1] if at else ""
    if before.isdigit():
        return digits != "1" or _SECTION.search(text, max(at - _LOOK_BACK, 0), at) is not None
    return (before.isalpha() and digits != "1") and _UNIT.search(text, max(at - 12, 0), at) is not None


def _prose(text: str, at: int, sources: int) -> Marker | None:
    """`Source 1`, `Sources 1 and 2`; with commas only where the list ends its line or clause."""
    found = _listed(text, at, sources)
    if found and not _PROSE_END.match(text, found.end):
        found = _listed(text, at, sources, named=True)
    return Marker(Span(at, found.end), tuple(found.numbers), prose=True) if found else None
