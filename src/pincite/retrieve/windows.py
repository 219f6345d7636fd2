"""Short windows of a chunk: runs of whole sentences around those that share most with the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.index.snapshot import index_language
from pincite.index.tokenizers import tokenizer_for
from pincite.text import sentences, tokens
from pincite.types.chunk import Chunk
from pincite.types.document import Span

MAX_HEADER_TOKENS = 40


@dataclass(frozen=True, slots=True)
class Window:
    """A run of sentences of a chunk.

    Args:
        span: in the chunk's text.
        passage: what a reranker reads: place and heading, then the run.
        overlap: share of the question's index words that the run holds, 0 to 1.
    """

    chunk_id: str
    span: Span
    passage: str
    overlap: float


def best_windows(question: str, chunk: Chunk, max_tokens: int, limit: int = 2) -> list[Window]:
    """The windows of a chunk that hold most of the question's words, best first, not overlapping.

    Args:
        max_tokens: of the passage, header included.
    """
    header = short_header(chunk)
    room = max(max_tokens - tokens.count(header), max_tokens // 2)
    found = sentences.spans(chunk.text)
    if not found:
        return []
    language = index_language(chunk.language)
    tokenizer = tokenizer_for(language)
    asked = set(tokenizer.words(question))
    sizes = [tokens.count(s.cut(chunk.text)) for s in found]
    shared = [asked & set(tokenizer.words(s.cut(chunk.text))) for s in found]
    runs = _runs(sizes, room)
    scored = [(len(set().union(*shared[a:b])), a, b) for a, b in runs]
    chosen: list[tuple[int, int, int]] = []
    for run in sorted(scored, key=lambda r: (-r[0], r[1])):
        if len(chosen) < limit and all(run[2] <= c[1] or run[1] >= c[2] for c in chosen):
            chosen.append(run)
    return [_window(chunk, header, found[a:b], n / max(len(asked), 1)) for n, a, b in chosen]


def _runs(sizes: Sequence[int], room: int) -> list[tuple[int, int]]:
    """From each sentence the longest run that fits, as (first, behind last); a run inside another is left out."""
    runs: list[tuple[int, int]] = []
    end, total = 0, 0
    for start in range(len(sizes)):
        end = max(end, start)
        if end == start:
            total = 0
        while end < len(sizes) and (total + sizes[end] <= room or end == start):
            total += sizes[end]
            end += 1
        if not runs or end > runs[-1][1]:
            runs.append((start, end))
        total -= sizes[start]
    return runs


def _window(chunk: Chunk, header: str, spans: Sequence[Span], overlap: float) -> Window:
    span = Span(spans[0].start, spans[-1].end)
    return Window(chunk.id, span, f"{header}\n{span.cut(chunk.text)}", overlap)


def short_header(chunk: Chunk) -> str:
    """Title with place, and the innermost heading, cut to some 40 tokens so that the window keeps room."""
    title, _, path = chunk.header.partition("\n")
    heading = path.rsplit(" > ", 1)[-1]
    words = f"{title}. {heading}".split() if heading else title.split()
    while len(words) > 4 and tokens.count(" ".join(words)) > MAX_HEADER_TOKENS:
        words.pop(len(words) // 2)
    return " ".join(words)
