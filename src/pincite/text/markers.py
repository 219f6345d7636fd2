"""The sentences of anyone's text and the sources that they name by markers: `[2]`, `[1, 3]`, `(Source 2)`, `【1】`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from pincite.text import sentences
from pincite.text.marker_cuts import Cut, find_cuts
from pincite.text.marker_shapes import find_markers
from pincite.types.document import Span


@dataclass(frozen=True, slots=True)
class MarkedSentence:
    """A sentence of the text, its markers taken out and read.

    Args:
        text: empty only where the whole text has markers and no words, so that their numbers are not lost.
        numbers: each once, in the order of the markers; not all of them need to be of a source.
        span: from the first to the last word, in the text that was given; without words, of the first marker.
        written: the markers as they stood, for the trace.
    """

    text: str
    numbers: tuple[int, ...]
    span: Span
    written: tuple[str, ...] = ()


@dataclass(slots=True)
class _Marks:
    """The markers of one sentence."""

    numbers: list[int] = field(default_factory=list)
    written: list[str] = field(default_factory=list)

    def add(self, numbers: Sequence[int], written: Sequence[str]) -> None:
        self.numbers += numbers
        self.written += written


def read_markers(text: str, *, sources: int = 99) -> list[MarkedSentence]:
    """The sentences of a text, each with the numbers of its markers.

    A marker belongs to the sentence in which it stands or that ends before it; at the start of a line, to what follows.
    Numbers of no source are kept; of a long range its two ends. Words that only point at a marker (`According to [1],`)
    go with it.

    Args:
        sources: how many there are: `¹²` is source 12 or sources 1 and 2, and `[150]` a marker or text, by it.

    >>> [(item.text, item.numbers) for item in read_markers("Rent is due [1]. (Source 2) It is paid in cash.")]
    [('Rent is due.', (1, 2)), ('It is paid in cash.', ())]
    """
    cuts = find_cuts(text, find_markers(text, sources), sources)
    bare, origin, places = _without(text, cuts)
    found = sentences.spans(bare)
    marks = [_Marks() for _ in found]
    ends = [span.end for span in found]
    for cut, at in zip(cuts, places, strict=True):
        if found:
            marks[_sentence_of(found, ends, at, cut.leads)].add(cut.numbers, cut.written)
    kept = _with_words(bare, found, marks)
    if cuts and not kept:
        lost = _Marks([n for cut in cuts for n in cut.numbers], [name for cut in cuts for name in cut.written])
        return [_marked("", lost, Span(cuts[0].start, cuts[0].end))] if lost.numbers else []
    return [_marked(span.cut(bare), its, Span(origin[span.start], origin[span.end - 1] + 1)) for span, its in kept]


def _marked(text: str, marks: _Marks, span: Span) -> MarkedSentence:
    return MarkedSentence(text, tuple(dict.fromkeys(marks.numbers)), span, tuple(marks.written))


def _without(text: str, cuts: Sequence[Cut]) -> tuple[str, list[int], list[int]]:
    """The text without the cuts, where its characters stood, and the places of the cuts in it."""
    chars: list[str] = []
    origin: list[int] = []
    places: list[int] = []
    at = 0
    for cut in cuts:
        chars += text[at : cut.start]
        origin += range(at, cut.start)
        places.append(len(chars))
        at = cut.end
        if cut.blank:
            chars.append(" ")
            origin.append(cut.start)
        if cut.raises and at < len(text) and len(large := text[at].upper()) == 1:
            chars.append(large)
            origin.append(at)
            at += 1
    chars += text[at:]
    origin += range(at, len(text))
    return "".join(chars), origin, places


def _sentence_of(found: Sequence[Span], ends: Sequence[int], at: int, leads: bool) -> int:
    """The sentence to which a marker at `at` belongs; the nearest one where there is none on its own side."""
    place = bisect_left(ends, at + 1 if leads else at)
    if not leads and (place == len(found) or found[place].start >= at):
        place -= 1  # behind the full stop, before the next sentence
    return min(max(place, 0), len(found) - 1)


def _with_words(bare: str, found: Sequence[Span], marks: Sequence[_Marks]) -> list[tuple[Span, _Marks]]:
    """The sentences without those that were nothing but markers, such as `- [1]`; theirs go to the one before."""
    kept: list[tuple[Span, _Marks]] = []
    waiting = _Marks()
    for span, its in zip(found, marks, strict=True):
        if its.written and not any(char.isalnum() for char in span.cut(bare)):
            (kept[-1][1] if kept else waiting).add(its.numbers, its.written)
            continue
        if waiting.written:
            its.numbers[:0], its.written[:0] = waiting.numbers, waiting.written
            waiting = _Marks()
        kept.append((span, its))
    return kept
