"""Which part of each source a prompt holds, so that it fits the model's context: never cut silently.

A source is shown whole, or as a window around its best sentence. Where the sources do not fit, the lowest-ranked one
is shortened first, down to a window too small to be worth its place, then left out; then the next one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pincite.generate.judge import Judged
from pincite.generate.source_blocks import MAX_PLACE_CHARS
from pincite.text import sentences, tokens
from pincite.types.document import Span
from pincite.types.retrieval import Evidence

MIN_SOURCE_TOKENS: Final = 48
# What a source's number and tags take beside its place and its text.
FRAME_TOKENS: Final = 16


@dataclass(frozen=True, slots=True)
class Shown:
    """The sources of a prompt.

    Args:
        spans: number of each source that is shown, to the span of its chunk's text.
        left_out: numbers of those that did not fit.
    """

    spans: Mapping[int, Span]
    left_out: tuple[int, ...] = ()


def fitted(
    evidence: Sequence[Evidence], judged: Sequence[Judged], room: int, source_tokens: int | None = None
) -> Shown:
    """The sources in at most `room` tokens.

    Args:
        evidence: best first.
        judged: their sentences; a window is laid around the best of each source.
        room: for all of them with their frames, by the rule of `pincite.text.tokens`.
        source_tokens: most tokens of one; None for the whole chunk.
    """
    best = _best_places(judged)
    sizes = {e.number: min(tokens.count(e.chunk.text), source_tokens or e.chunk.tokens + 10_000) for e in evidence}
    frames = {e.number: FRAME_TOKENS + tokens.count(e.chunk.label[:MAX_PLACE_CHARS]) for e in evidence}
    over = sum(sizes.values()) + sum(frames.values()) - room
    left_out: list[int] = []
    for item in reversed(evidence):
        if over <= 0:
            break
        size = sizes[item.number]
        if size - over >= min(MIN_SOURCE_TOKENS, size):
            sizes[item.number] = size - over
            over = 0
        else:
            del sizes[item.number]
            left_out.insert(0, item.number)
            over -= size + frames[item.number]
    spans = {e.number: window(e.chunk.text, best.get(e.number), sizes[e.number]) for e in evidence if e.number in sizes}
    return Shown(spans, tuple(left_out))


def window(text: str, around: Span | None, max_tokens: int) -> Span:
    """The run of whole sentences around a place that fits, the place's own sentence first; all of it where it fits.

    A sentence that is longer by itself is cut at a blank, a word that is longer by itself within it.
    """
    if tokens.count(text) <= max_tokens:
        return Span(0, len(text))
    spans = sentences.spans(text)
    at = next((i for i, s in enumerate(spans) if around is not None and s.end > around.start), 0)
    first = last = at
    used = tokens.count(spans[at].cut(text))
    if used > max_tokens:
        return _cut(text, spans[at], max_tokens)
    grown = True
    while grown:
        grown = False
        for place in (last + 1, first - 1):  # what follows says more often what the sentence leaves open
            if 0 <= place < len(spans) and used + (more := tokens.count(spans[place].cut(text))) <= max_tokens:
                first, last, used, grown = min(first, place), max(last, place), used + more, True
    return Span(spans[first].start, spans[last].end)


def _cut(text: str, span: Span, max_tokens: int) -> Span:
    """The beginning of a sentence that fits."""
    end = span.start
    used = 0
    for word in span.cut(text).split():
        used += tokens.count(word)
        if used > max_tokens:
            break
        end = text.index(word, end) + len(word)
    return Span(span.start, end if end > span.start else min(span.start + max_tokens, span.end))  # 1 token a character


def _best_places(judged: Sequence[Judged]) -> dict[int, Span]:
    """Number of each source to the span of its best sentence; those that a model read come before the others."""
    best: dict[int, tuple[tuple[bool, float, float], Span]] = {}
    for j in judged:
        worth = (j.score is not None, j.score or 0.0, j.own + j.around + 0.5 * j.fits)
        number = j.candidate.number
        if number not in best or worth > best[number][0]:
            best[number] = (worth, j.candidate.span)
    return {number: span for number, (_, span) in best.items()}
