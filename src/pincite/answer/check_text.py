"""Anyone's text held against sources: which of its sentences they carry, and where.

A sentence with markers (`[2]`, `[1, 3]`) is held against those sources only, the n-th given; one without is held
against all. The best place is found by rare words; the gate's checks judge it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from pathlib import Path
from typing import Any, NamedTuple

from pincite.answer.labels import label
from pincite.answer.support import Judge, judge_without_model, words
from pincite.answer.verify import DocumentStore
from pincite.errors import UnknownDocument
from pincite.text import sentences
from pincite.types.answer import CheckedSentence, CheckState, Finding, Support
from pincite.types.document import Document, Span

CANDIDATES = 12
"""So many sentences of a source, best first, are tried as the heart of the place."""
MAX_SENTENCES = 3
"""A place is at most so many sentences, as in the gate."""
TRIED = 2
"""So many places of one, of two and of three sentences are judged; the first that passes is taken."""

LENGTH_COST = 0.02
"""A further sentence must add more than this share of the words' weight to be worth quoting."""

_MARKER = re.compile(r"[ \t]*\[(\d{1,4}(?:\s*[,;]\s*\d{1,4}|\s*[-–]\s*\d{1,4})*)\]")


@dataclass(frozen=True)
class SourceText:
    """A source to hold a text against.

    Args:
        name: as the user gave it, such as the file's name.
    """

    name: str
    document: Document

    @cached_property
    def _index(self) -> _Index:
        return _Index(self.document)


@dataclass(frozen=True, slots=True)
class SourcedSentence:
    """A sentence of the text with the best place that was found for it.

    Args:
        sentence: without markers; `citations` are its markers, or the number of the source that was found.
        span: in the text that was checked, markers left out of it at its ends.
        source: number of the source from 1; None where no source shares a word with it.
        position: of the best place, in the source's `document.text`.
        label: printed pincite of that place.
        quote: its words.
    """

    sentence: CheckedSentence
    span: Span
    source: int | None = None
    position: Span | None = None
    label: str = ""
    quote: str = ""

    @property
    def supported(self) -> bool:
        """Whether the source carries the whole sentence."""
        return self.sentence.passed


@dataclass(frozen=True, slots=True)
class MarkedSentence:
    """A sentence of the text, its markers taken out and read.

    Args:
        span: from the first to the last word, in the text that was given.
    """

    text: str
    numbers: tuple[int, ...]
    span: Span


def read_sources(names: Iterable[str | Path], library: DocumentStore | None = None) -> tuple[SourceText, ...]:
    """Sources by name: files, parsed as `pincite add` does, or ids of the library's documents; files come first.

    Raises:
        DocumentError: a file cannot be read.
        UnknownDocument: neither a file nor a document of the library.
    """
    from pincite.parse import read

    sources: list[SourceText] = []
    for name in names:
        path = Path(name)
        if path.is_file():
            sources.append(SourceText(str(name), read(path)))
        elif library is not None:
            sources.append(SourceText(str(name), library.document(str(name))))
        else:
            raise UnknownDocument(f"Expected a file or a document's id, found no file {str(name)!r}.")
    return tuple(sources)


def check(
    text: str, sources: Sequence[SourceText], gate: str = "standard", *, judge: Judge = judge_without_model
) -> list[SourcedSentence]:
    """Every sentence of `text` with the best place in the sources and the findings of the gate's checks.

    Args:
        sources: in the order in which markers number them, from 1.
        judge: the gate's checks of a sentence against a quote.

    Raises:
        ValueError: there are no sources.
    """
    if not sources:
        raise ValueError("a text is checked against sources, and none was given")
    return [_checked(marked, sources, gate, judge) for marked in read_markers(text)]


def read_markers(text: str) -> list[MarkedSentence]:
    """The sentences of a text, each with the numbers of its markers.

    A marker belongs to the sentence in which it stands or that ends before it; at the start of a line, to what follows.
    """
    bare, origin, marks = _without_markers(text)
    found = sentences.spans(bare)
    numbers: dict[int, list[int]] = defaultdict(list)
    ends = [span.end for span in found]
    for at, marked in marks:
        leads = at == 0 or bare[at - 1 : at] in ("\n", "\f")
        place = bisect_left(ends, at + 1 if leads else at)
        if not leads and (place == len(found) or found[place].start >= at):
            place -= 1  # behind the full stop, before the next sentence
        if 0 <= place < len(found):
            numbers[place] += marked
    return [
        MarkedSentence(
            span.cut(bare), tuple(dict.fromkeys(numbers[at])), Span(origin[span.start], origin[span.end - 1] + 1)
        )
        for at, span in enumerate(found)
    ]


def _without_markers(text: str) -> tuple[str, list[int], list[tuple[int, list[int]]]]:
    """The text without markers, where its characters stood, and the markers with their places in it."""
    marks: list[tuple[int, list[int]]] = []
    origin: list[int] = []
    at = 0
    for found in _MARKER.finditer(text):
        origin += range(at, found.start())
        marks.append((len(origin), _numbers(found[1])))
        at = found.end()
    origin += range(at, len(text))
    return "".join(text[place] for place in origin), origin, marks


def _numbers(listed: str) -> list[int]:
    """The numbers of a marker: `1, 3` and `2-4`."""
    found: list[int] = []
    for part in re.split(r"[,;]", listed):
        first, *rest = (int(number) for number in re.findall(r"\d+", part))
        last = rest[-1] if rest else first
        found += range(first, last + 1) if first <= last <= first + 20 else [first, last]
    return found


def _checked(marked: MarkedSentence, sources: Sequence[SourceText], gate: str, judge: Judge) -> SourcedSentence:
    unknown = [number for number in marked.numbers if not 1 <= number <= len(sources)]
    numbers = [number for number in marked.numbers if number not in unknown] or (
        [] if unknown else list(range(1, len(sources) + 1))
    )
    places = [place for number in numbers for place in sources[number - 1]._index.best(marked.text, number)]
    if not places:
        return _unsourced(marked, unknown)
    number, span, findings = _judged(marked.text, _shortest_first(places), sources, gate, judge)
    findings = (_citation(unknown), *findings)
    document = sources[number - 1].document
    support = Support.FULL if _passes(findings) else Support.NONE
    sentence = CheckedSentence(marked.text, marked.numbers or (number,), support, findings, ((number, span),))
    return SourcedSentence(sentence, marked.span, number, span, label(document, span), span.cut(document.text))


def _shortest_first(places: Iterable[_Found]) -> list[_Found]:
    """The best places of one sentence, then of two, then of three: a pincite is as narrow as it can be."""
    best = sorted(places, key=lambda place: (-place.score, place.source, place.span))
    of_length = [[place for place in best if place.length == length] for length in range(1, MAX_SENTENCES + 1)]
    return [place for same in of_length for place in same[:TRIED]]


def _judged(
    sentence: str, places: Sequence[_Found], sources: Sequence[SourceText], gate: str, judge: Judge
) -> tuple[int, Span, tuple[Finding, ...]]:
    """The first place that passes with its findings, else the one that holds most of the sentence."""
    tried: list[tuple[_Found, tuple[Finding, ...]]] = []
    for place in places:
        quote = place.span.cut(sources[place.source - 1].document.text)
        tried.append((place, tuple(judge(sentence, [quote], gate))))
        if _passes(tried[-1][1]):
            return place.source, place.span, tried[-1][1]
    place, findings = max(tried, key=lambda item: item[0].score)
    return place.source, place.span, findings


def _unsourced(marked: MarkedSentence, unknown: Sequence[int]) -> SourcedSentence:
    detail = "" if unknown else "no source shares a word with it"
    findings = (_citation(unknown), Finding("alignment", CheckState.FAILED, 0.0, detail))
    return SourcedSentence(CheckedSentence(marked.text, marked.numbers, Support.NONE, findings), marked.span)


def _citation(unknown: Sequence[int]) -> Finding:
    if not unknown:
        return Finding("citation", CheckState.PASSED)
    names = ", ".join(f"[{number}]" for number in unknown)
    return Finding("citation", CheckState.FAILED, float(len(unknown)), f"there is no source {names}")


def _passes(findings: Iterable[Finding]) -> bool:
    return all(finding.state is CheckState.PASSED for finding in findings)


def _sentences(document: Document) -> Iterator[Span]:
    """The sentences of a document, running heads and feet left out."""
    cuts = [span for page in document.pages for span in page.furniture]
    starts = [0, *(span.end for span in cuts)]
    ends = [*(span.start for span in cuts), len(document.text)]
    for start, end in zip(starts, ends, strict=True):
        for span in sentences.spans(document.text[start:end]):
            yield Span(start + span.start, start + span.end)


class _Found(NamedTuple):
    """A place in a source: the share of the sentence's words it holds, less a little for each further sentence."""

    score: float
    source: int
    length: int
    span: Span


class _Index:
    """Which sentences of a source hold which words."""

    def __init__(self, document: Document) -> None:
        self._spans = list(_sentences(document))
        self._words = [words(span.cut(document.text)) for span in self._spans]
        self._holders: dict[str, list[int]] = defaultdict(list)
        for at, held in enumerate(self._words):
            for word in held:
                self._holders[word].append(at)

    def best(self, sentence: str, source: int) -> list[_Found]:
        """The places of up to three sentences that hold most of the sentence's words, rare ones counting more."""
        weights = {word: self._weight(word) for word in sorted(words(sentence))}
        total = sum(weights.values())
        if not total:
            return []
        scores: dict[int, float] = defaultdict(float)
        for word, weight in weights.items():
            for at in self._holders.get(word, ()):
                scores[at] += weight
        hearts = sorted(scores, key=lambda at: (-scores[at], at))[:CANDIDATES]
        windows = dict.fromkeys(window for at in hearts for window in self._windows(at))
        return [self._found(window, self._cover(window, weights) / total, source) for window in windows]

    def _found(self, window: tuple[int, int], share: float, source: int) -> _Found:
        first, last = window
        span = Span(self._spans[first].start, self._spans[last].end)
        return _Found(share - LENGTH_COST * (last - first), source, last - first + 1, span)

    def _weight(self, word: str) -> float:
        """log(1 + sentences / those that hold the word); a word that the source lacks weighs most."""
        return log(1 + len(self._spans) / max(len(self._holders.get(word, ())), 1))

    def _windows(self, at: int) -> Iterable[tuple[int, int]]:
        for first in range(max(at - MAX_SENTENCES + 1, 0), at + 1):
            for last in range(at, min(first + MAX_SENTENCES, len(self._spans))):
                yield first, last

    def _cover(self, window: tuple[int, int], weights: dict[str, float]) -> float:
        held = set().union(*self._words[window[0] : window[1] + 1])
        return sum(weight for word, weight in weights.items() if word in held)


def to_records(checked: Iterable[SourcedSentence], sources: Sequence[SourceText]) -> list[dict[str, Any]]:
    """The sentences as JSON values, one object each, for `check --json`."""
    return [_record(item, sources) for item in checked]


def _record(item: SourcedSentence, sources: Sequence[SourceText]) -> dict[str, Any]:
    return {
        "text": item.sentence.text,
        "span": {"start": item.span.start, "end": item.span.end},
        "supported": item.supported,
        "citations": list(item.sentence.citations),
        "source": sources[item.source - 1].name if item.source else None,
        "label": item.label or None,
        "quote": item.quote or None,
        "position": {"start": item.position.start, "end": item.position.end} if item.position else None,
        "checks": [
            {"name": c.check, "state": c.state.value, "value": c.value, "detail": c.detail}
            for c in item.sentence.checks
        ],
    }


def supported_share(checked: Sequence[SourcedSentence]) -> float:
    """The supported ratio of the papers: (n - unsupported) / n; 1 for a text without sentences."""
    return sum(item.supported for item in checked) / len(checked) if checked else 1.0
