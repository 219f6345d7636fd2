"""The sentences of anyone's text and the sources that they name by markers: `[2]`, `[1, 3]`, `[2-4]`."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass

from pincite.text import sentences
from pincite.types.document import Span

_MARKER = re.compile(r"[ \t]*\[(\d{1,4}(?:\s*[,;]\s*\d{1,4}|\s*[-–]\s*\d{1,4})*)\]")


@dataclass(frozen=True, slots=True)
class MarkedSentence:
    """A sentence of the text, its markers taken out and read.

    Args:
        span: from the first to the last word, in the text that was given.
    """

    text: str
    numbers: tuple[int, ...]
    span: Span


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
