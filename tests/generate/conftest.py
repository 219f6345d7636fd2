"""Evidence made of a text alone, and models of a real server."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pincite.generate.adapters import openai_server
from pincite.generate.adapters.address import address_of
from pincite.generate.adapters.openai_server import OpenAIServer
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


@pytest.fixture
def connect(model_server: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., OpenAIServer]]:
    """Makes models of the server `model_server`; they wait as good as not between two tries."""
    monkeypatch.setattr(openai_server, "FIRST_WAIT_S", 0.001)
    made: list[OpenAIServer] = []

    def make(model: str | None = "small", **given: Any) -> OpenAIServer:
        url = given.pop("url", model_server.url)
        made.append(OpenAIServer(address_of(url), model, **({"timeout_s": 5.0, "retries": 0} | given)))
        return made[-1]

    yield make
    for server in made:
        server.close()
