"""Test doubles of every seam, for tests of pincite and of what is built on it. None needs a model or a network."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import numpy as np

from pincite.errors import ModelError
from pincite.generate.protocol import Completion, Message
from pincite.index.embedders import Vectors
from pincite.index.tokenizers import tokenizer_for
from pincite.types.answer import Draft, Feedback
from pincite.types.document import Document, Page, Place, Section, Span, TextMap
from pincite.types.retrieval import Evidence


class HashEmbedder:
    """Bags of hashed words: texts that share words are near, and the same text is always the same vector."""

    def __init__(self, language: str = "en", dim: int = 256, name: str = "hash-embedder") -> None:
        self.name = name
        self.language = language
        self.dim = dim
        self.embedded: list[str] = []

    def embed_passages(self, texts: Sequence[str], headers: Sequence[str] = ()) -> Vectors:
        """See `Embedder.embed_passages`."""
        self.embedded += texts
        joined = [h + t for h, t in zip(headers or [""] * len(texts), texts, strict=True)]
        return np.array([self._vector(t) for t in joined], dtype=np.float32).reshape(len(texts), self.dim)

    def embed_query(self, text: str) -> Vectors:
        """See `Embedder.embed_query`."""
        return self._vector(text)

    def _vector(self, text: str) -> Vectors:
        vector = np.zeros(self.dim, dtype=np.float32)
        for word in tokenizer_for(self.language).words(text):
            vector[int.from_bytes(sha256(word.encode()).digest()[:4], "big") % self.dim] += 1.0
        length = float(np.linalg.norm(vector))
        if length == 0.0:
            vector[0] = length = 1.0
        return np.asarray(vector / length, dtype=np.float32)


class OverlapReranker:
    """Share of the question's words that the passage holds, scaled to a cross-encoder's range of about −10 to 10."""

    name = "overlap-reranker"

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """See `Reranker.scores`."""
        words = tokenizer_for("en").words
        asked = set(words(question))
        return [20.0 * len(asked & set(words(p))) / max(len(asked), 1) - 10.0 for p in passages]


class ScriptedModel:
    """A language model that answers from a queue and keeps what it was sent.

    Args:
        answers: texts or completions, or exceptions to raise, in order; asked once more it raises ModelError.
    """

    def __init__(
        self,
        answers: Iterable[str | Completion | Exception],
        name: str = "scripted",
        *,
        context_tokens: int | None = None,
        host: str | None = None,
    ) -> None:
        self.name = name
        self.host = host
        self._context_tokens = context_tokens
        self.calls: list[tuple[tuple[Message, ...], Mapping[str, Any] | None]] = []
        self._answers = deque(answers)

    def context_tokens(self) -> int | None:
        """See `LanguageModel.context_tokens`."""
        return self._context_tokens

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: Mapping[str, Any] | None = None,
        max_tokens: int = 1024,
        temperature: float = 0.0,
        seed: int = 0,
    ) -> Completion:
        """See `LanguageModel.complete`."""
        self.calls.append((tuple(messages), schema))
        if not self._answers:
            raise ModelError("The scripted model has no answer left.", hint="Give it one for each call.")
        answer = self._answers.popleft()
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, Completion) else Completion(answer, "stop", self.name)


class ScriptedGenerator:
    """A generator that hands out drafts from a queue and keeps the feedback that it was given."""

    def __init__(self, drafts: Iterable[Draft], name: str = "scripted") -> None:
        self.name = name
        self.feedback: list[Feedback | None] = []
        self._drafts = deque(drafts)

    def __call__(
        self, question: str, language: str, evidence: Sequence[Evidence], feedback: Feedback | None = None
    ) -> Draft:
        """See `Generator.__call__`."""
        self.feedback.append(feedback)
        return self._drafts.popleft() if self._drafts else Draft((), self.name, refused=True)


def document_of(
    text: str,
    *,
    id: str = "act",
    title: str = "Harbor City Code",
    headings: Sequence[tuple[str | None, str, int]] = (),
    labels: Sequence[str | None] | None = None,
    media_type: str = "text/markdown",
    jurisdiction: Place | None = None,
    language: str = "en",
) -> Document:
    """A document as parsing would make it, without a way back to a file.

    Args:
        headings: number, text and level of each, in the order of the text, in which they must stand.
        labels: printed page numbers, one a page; the text is cut into pages at form feeds. None for no pages.
    """
    starts: list[int] = []
    for _, heading, _ in headings:
        starts.append(text.index(heading, starts[-1] + 1 if starts else 0))
    sections = tuple(
        Section(number, heading, level, (heading,), Span(start, end))
        for (number, heading, level), start, end in zip(headings, starts, [*starts[1:], len(text)], strict=False)
    )
    pages: list[Page] = []
    at = 0
    for index, part in enumerate(text.split("\f") if labels is not None else ()):
        pages.append(Page(index, Span(at, at + len(part)), labels[index] if labels else None))
        at += len(part) + 1
    return Document(
        id=id,
        title=title,
        source=f"{id}.md",
        media_type=media_type,
        file_sha256=sha256(id.encode()).hexdigest(),
        text=text,
        text_map=TextMap(()),
        pages=tuple(pages),
        sections=sections,
        jurisdiction=jurisdiction,
        language=language,
    )
