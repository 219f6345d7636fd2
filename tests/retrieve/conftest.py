"""Chunks and rankings made for retrieval alone."""

from collections.abc import Callable

import pytest

from pincite.types.chunk import Chunk, Piece
from pincite.types.document import Span
from pincite.types.retrieval import Ranking, ScoredChunk, Scores

MakeChunk = Callable[..., Chunk]
MakeRanking = Callable[..., Ranking]


def chunk(text: str, name: str = "a", *, header: str = "Harbor Act (Merrow)\nPart 1 > Deposits") -> Chunk:
    span = Span(0, len(text))
    return Chunk(f"act#{name}", "act", ord(name[0]), text, (Piece(0, span),), len(text.split()), header, "Harbor Act")


@pytest.fixture
def make_chunk() -> MakeChunk:
    return chunk


@pytest.fixture
def make_ranking() -> MakeRanking:
    """A ranking of texts in their order, with falling scores from 1.0 in steps of 0.1 unless others are given."""

    def make(*texts: str, scores: tuple[float, ...] = ()) -> Ranking:
        given = scores or tuple(1.0 - n / 10 for n in range(len(texts)))
        items = [
            ScoredChunk(chunk(text, chr(97 + n)), n + 1, score, Scores(fused=score))
            for n, (text, score) in enumerate(zip(texts, given, strict=True))
        ]
        return Ranking(tuple(items), notes=("kept",))

    return make
