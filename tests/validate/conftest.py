from collections.abc import Callable

import pytest

from pincite.types.chunk import Chunk, Piece
from pincite.types.document import Span
from pincite.types.retrieval import Evidence

MakeEvidence = Callable[..., Evidence]


@pytest.fixture
def make_evidence() -> MakeEvidence:
    def make(text: str, number: int = 1, *, label: str = "", section_id: str | None = None) -> Evidence:
        chunk = Chunk(
            id=f"act#{number}",
            document_id="act",
            ordinal=number,
            text=text,
            pieces=(Piece(0, Span(0, len(text))),),
            tokens=len(text.split()),
            header="",
            label=label,
            section_id=section_id,
        )
        return Evidence(number, chunk, "Tenancy Act", "", "")

    return make
