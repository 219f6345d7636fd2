"""Evidence made of a text alone."""

from collections.abc import Callable

import pytest

from pincite.types.chunk import Chunk, Piece
from pincite.types.document import Span
from pincite.types.retrieval import Evidence

MakeEvidence = Callable[..., Evidence]


@pytest.fixture
def make_evidence() -> MakeEvidence:
    def make(text: str, number: int = 1, *, path: tuple[str, ...] = (), language: str = "en") -> Evidence:
        piece = Piece(0, Span(0, len(text)))
        chunk = Chunk(
            f"act#{number}", "act", number, text, (piece,), 10, "Act", "Act", heading_path=path, language=language
        )
        return Evidence(number, chunk, "Act", "", "")

    return make
