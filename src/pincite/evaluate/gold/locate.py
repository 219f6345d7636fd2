"""Gold words to their place in the library's text.

A benchmark's words come from another reading of the same file, so white space, hyphens, ligatures and kinds of
quotation marks do not count.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pincite.errors import UnknownDocument
from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Question
from pincite.evaluate.gold.touched import covers_section
from pincite.text.normalize import nfc
from pincite.types.document import Document, Span, TextMap

if TYPE_CHECKING:
    from pincite.library import Library

_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "ft", "ﬆ": "st"}
# White space, hyphens and dashes, what prints nothing, bullets and private-use characters.
_LEFT_OUT = r"\s\-\xad‐-―−•\x00-\x1f\x7f-\x9f\u200b-\u200f\u2060\ue000-\uf8ff\ufeff\ufff9-\uffff"
_KEPT = re.compile(rf"[ﬀ-ﬆ]|[^ﬀ-ﬆ{_LEFT_OUT}]+")
_ALIKE = str.maketrans({**dict.fromkeys("‘’‚‛′`´", "'"), **dict.fromkeys("“”„‟″", '"')})
_MAX_PLACES = 10_000


@dataclass(frozen=True, slots=True)
class Unlocated:
    """Gold words that the library's text does not hold."""

    question_id: str
    document_id: str
    quote: str


@dataclass(frozen=True, slots=True)
class Located:
    """A benchmark with the spans of its gold.

    Args:
        benchmark: the same, `Gold.span` set wherever the words were found.
        quotes: gold with words.
        found: of these, with a span.
        elsewhere: of the found, outside the page or section that the benchmark names, or by search where its own
            count of characters led to other words.
        missing: the rest.
    """

    benchmark: Benchmark
    quotes: int
    found: int
    elsewhere: int
    missing: tuple[Unlocated, ...]

    def __str__(self) -> str:
        share = f" ({self.found / self.quotes:.1%})" if self.quotes else ""
        return (
            f"{self.found} of {self.quotes} gold quotes located{share}, {self.elsewhere} of them elsewhere than named"
        )


@dataclass(frozen=True, slots=True)
class _Found:
    span: Span
    as_named: bool


def locate(benchmark: Benchmark, library: Library) -> Located:
    """The benchmark with the span of every gold quote that the library's text holds.

    A document at a time is in memory. A span that is there already is kept where its words are the quote's. Provisions
    are found by their ids.
    """
    if benchmark.hit is HitRule.PROVISION:
        from pincite.evaluate.gold.locate_provisions import locate_provisions

        return locate_provisions(benchmark, library)
    wanted: dict[str, dict[Gold, None]] = defaultdict(dict)
    for gold in (g for q in benchmark.questions for g in q.gold if g.quote):
        wanted[gold.document_id][gold] = None
    found: dict[Gold, _Found] = {}
    for document_id, golds in wanted.items():
        try:
            document = library.document(document_id)
        except UnknownDocument:
            continue
        finder = Finder(document)
        found |= {gold: place for gold in golds if (place := finder.find(gold)) is not None}
    return _located(benchmark, found)


def _located(benchmark: Benchmark, found: dict[Gold, _Found]) -> Located:
    def with_span(gold: Gold) -> Gold:
        return replace(gold, span=found[gold].span if gold in found else None) if gold.quote else gold

    questions = [replace(q, gold=tuple(map(with_span, q.gold))) if q.gold else q for q in benchmark.questions]
    quotes = [(q, gold) for q in benchmark.questions for gold in q.gold if gold.quote]
    places = [found.get(gold) for _, gold in quotes]
    return Located(
        benchmark=replace(benchmark, questions=tuple(questions)),
        quotes=len(quotes),
        found=sum(place is not None for place in places),
        elsewhere=sum(place is not None and not place.as_named for place in places),
        missing=tuple(_missing(q, gold) for q, gold in quotes if gold not in found),
    )


def _missing(question: Question, gold: Gold) -> Unlocated:
    return Unlocated(question.id, gold.document_id, gold.quote)


class Finder:
    """Finds gold words in one document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._squeezed = Squeezed(document.text)
        self._from_source = _SourceOrder(document.text_map)

    def find(self, gold: Gold) -> _Found | None:
        """Where the quote stands: its known span, its counted characters, or the best of the places that hold it."""
        if gold.span is not None and self._says(gold.span, gold.quote):
            return _Found(gold.span, True)
        near = self._from_source.span(gold.source_span) if gold.source_span is not None else None
        if near is not None and self._says(near, gold.quote):
            return _Found(near, True)
        places = self._squeezed.find(gold.quote)
        if not places:
            return None
        if near is not None:
            return _Found(min(places, key=lambda s: abs(s.start - near.start)), False)
        named = next((span for span in places if self._is_named(span, gold)), None)
        return _Found(named or places[0], named is not None)

    def _says(self, span: Span, quote: str) -> bool:
        return squeeze(span.cut(self._document.text)) == squeeze(quote)

    def _is_named(self, span: Span, gold: Gold) -> bool:
        """Whether a place lies on a page or in a section that the benchmark names, if it names any."""
        page, section = self._document.page_at(span.start), self._document.section_at(span.start)
        if page is not None and page.index in gold.page_indexes:
            return True
        if section is not None and section.id and any(covers_section(named, section.id) for named in gold.section_ids):
            return True
        return not (gold.page_indexes or gold.section_ids)


def squeeze(text: str) -> str:
    """What counts of a text: composed, without white space, hyphens and what prints nothing, with plain quotes."""
    return Squeezed(nfc(text)).text


class Squeezed:
    """A text without what does not count, and the way back."""

    def __init__(self, text: str) -> None:
        self._at, self._start, self._length = array("Q"), array("Q"), array("Q")
        parts: list[str] = []
        size = 0
        for match in _KEPT.finditer(text):
            part = _LIGATURES.get(match.group()) or match.group().translate(_ALIKE)
            self._at.append(size)
            self._start.append(match.start())
            self._length.append(match.end() - match.start())
            parts.append(part)
            size += len(part)
        self.text = "".join(parts)

    def find(self, quote: str) -> list[Span]:
        """The places in the text that hold the quote, in order; none for a quote of which nothing counts."""
        return [self._span(at, at + size) for at, size in self._places(squeeze(quote))]

    def _places(self, wanted: str) -> Iterator[tuple[int, int]]:
        at = self.text.find(wanted) if wanted else -1
        for _ in range(_MAX_PLACES):
            if at < 0:
                return
            yield at, len(wanted)
            at = self.text.find(wanted, at + 1)

    def _span(self, start: int, end: int) -> Span:
        return Span(self._offset(start), self._offset(end - 1) + 1)

    def _offset(self, at: int) -> int:
        run = bisect_right(self._at, at) - 1
        return self._start[run] + min(at - self._at[run], self._length[run] - 1)


class _SourceOrder:
    """From characters of the file to those of the text; for files without pages."""

    def __init__(self, text_map: TextMap) -> None:
        self._runs = sorted((r for r in text_map.runs if r.raw_page < 0), key=lambda r: r.raw_start)
        self._raw_starts: Sequence[int] = [run.raw_start for run in self._runs]

    def span(self, source: Span) -> Span | None:
        """From the first to the last character of the text that `source` became; None where nothing of it is left."""
        first = max(bisect_right(self._raw_starts, source.start) - 1, 0)
        last = bisect_left(self._raw_starts, source.end)
        pieces = []
        for run in self._runs[first:last]:
            low, high = max(source.start, run.raw_start), min(source.end, run.raw_start + run.length)
            if low < high:
                shift = run.start - run.raw_start
                pieces.append((low + shift, high + shift))
        return Span(min(p[0] for p in pieces), max(p[1] for p in pieces)) if pieces else None
