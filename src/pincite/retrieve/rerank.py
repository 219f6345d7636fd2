"""Reranking: the paper's heuristic, and a cross-encoder on short windows.

The cross-encoder reads windows of at most 128 tokens that carry place and heading. Without these it makes the ranking
of sister acts worse, since their sections say the same in the same words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from pincite.index.model_facts import MS_MARCO_MINILM, ModelFacts
from pincite.index.model_files import in_parallel, load_tokenizer, locate, onnx_session, special_ids
from pincite.retrieve.windows import Window, best_windows
from pincite.types.retrieval import Ranking, ScoredChunk

if TYPE_CHECKING:
    import onnxruntime
    from tokenizers import Tokenizer


@runtime_checkable
class Reranker(Protocol):
    """Judges question and passage together."""

    name: str

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """One figure for each passage, higher is better; comparable for one question only."""
        ...


class CrossEncoder:
    """ms-marco-MiniLM-L-12 in int8: logits of about −11 to +10, one pair a call so that pairs do not change each other.

    Args:
        max_tokens: of the passage; what lies beyond is not read.
    """

    def __init__(self, facts: ModelFacts = MS_MARCO_MINILM, *, max_tokens: int = 160) -> None:
        self._facts = facts
        self._paths = locate(facts)
        self._max_tokens = max_tokens
        self.name = facts.name

    @cached_property
    def _session(self) -> onnxruntime.InferenceSession:
        return onnx_session(self._paths["model.onnx"])

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        return load_tokenizer(self._paths["tokenizer.json"])

    def scores(self, question: str, passages: Sequence[str]) -> list[float]:
        """See `Reranker.scores`."""
        asked = self._ids(question)[: self._facts.window - self._max_tokens - 3]
        self._session, self._specials  # noqa: B018  # loaded before the threads start
        return in_parallel(lambda p: self._score(asked, self._ids(p)[: self._max_tokens]), passages)

    def _ids(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def _score(self, question: list[int], passage: list[int]) -> float:
        cls, sep = self._specials
        ids = np.array([[cls, *question, sep, *passage, sep]], dtype=np.int64)
        types = np.zeros_like(ids)
        types[0, len(question) + 2 :] = 1
        feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": types}
        return float(self._session.run(None, feeds)[0][0, 0])

    @cached_property
    def _specials(self) -> tuple[int, int]:
        return special_ids(self._tokenizer, self.name)


def rerank(
    question: str, ranking: Ranking, reranker: Reranker, *, max_pairs: int = 20, max_tokens: int = 128
) -> Ranking:
    """Reorders a ranking by the mean of its own score and the reranker's, both scaled from 0 to 1.

    Args:
        max_pairs: windows that are read, shared out over the chunks from the top.
        max_tokens: of a window, place and heading included.
    """
    chosen = _share_out(question, ranking.items, max_pairs, max_tokens)
    flat = [(item, window) for item, windows in chosen for window in windows]
    if not flat:  # nothing found, or nothing with a sentence in it
        return ranking
    scores = reranker.scores(question, [window.passage for _, window in flat])
    best: dict[str, float] = {}
    for (item, _), score in zip(flat, scores, strict=True):
        best[item.chunk.id] = max(score, best.get(item.chunk.id, score))
    return replace(ranking, items=_mixed(ranking.items, best))


def _share_out(
    question: str, items: Sequence[ScoredChunk], max_pairs: int, max_tokens: int
) -> list[tuple[ScoredChunk, list[Window]]]:
    """One window for each chunk from the top, and a second one for the highest as far as the pairs reach."""
    per_chunk = [best_windows(question, item.chunk, max_tokens, limit=2) for item in items[:max_pairs]]
    left = max_pairs - len(per_chunk)
    chosen: list[tuple[ScoredChunk, list[Window]]] = []
    for item, windows in zip(items, per_chunk, strict=False):
        take = 2 if left > 0 and len(windows) > 1 else 1
        left -= take - 1
        chosen.append((item, windows[:take]))
    return chosen


def _mixed(items: Sequence[ScoredChunk], best: dict[str, float]) -> tuple[ScoredChunk, ...]:
    """Read items by the mean of both scores, then the unread ones in their old order.

    The old score carries the chunk's weight already; the new one is given it, or a state's guide would pass its city's
    code by.
    """
    read = [i for i in items if i.chunk.id in best]
    old = _scaled([i.score for i in read])
    new = [n * i.weight for n, i in zip(_scaled([best[i.chunk.id] for i in read]), read, strict=True)]
    scored = sorted(
        ((0.5 * o + 0.5 * n, -rank, item) for rank, (o, n, item) in enumerate(zip(old, new, read, strict=True))),
        key=lambda s: (-s[0], -s[1]),
    )
    mixed = [
        replace(item, rank=rank, score=score, scores=replace(item.scores, rerank=best[item.chunk.id]))
        for rank, (score, _, item) in enumerate(scored, 1)
    ]
    rest = [i for i in items if i.chunk.id not in best]
    return (*mixed, *(replace(item, rank=len(mixed) + n) for n, item in enumerate(rest, 1)))


def _scaled(values: Sequence[float]) -> list[float]:
    low, high = min(values), max(values)
    return [(v - low) / (high - low) if high > low else 1.0 for v in values]


# Words that mark an operative rule rather than an explanation of one.
_LEGAL_CUES = re.compile(
    r"\b(?:shall|must|may not|required|prohibited|penalty|liable|within \w+ (?:\(\d+\) )?days|notice|right)\b|"
    r"하여야 한다|할 수 있다|아니 된다|이내",
    re.I,
)


def heuristic_rerank(question: str, ranking: Ranking) -> Ranking:
    """The paper's heuristic: fused score plus query overlap plus legal cue words; off by default.

    The paper names the features and no weights. Here: 0.3 for the share of the question's words in the chunk, 0.1 for
    up to five cue words.
    """
    asked = set(re.findall(r"\w+", question.lower()))

    def score(item: ScoredChunk) -> float:
        words = set(re.findall(r"\w+", item.chunk.text.lower()))
        overlap = len(asked & words) / len(asked) if asked else 0.0
        cues = min(len(_LEGAL_CUES.findall(item.chunk.text)), 5) / 5
        return item.score + 0.3 * overlap + 0.1 * cues

    ordered = sorted(ranking.items, key=lambda i: (-score(i), i.rank))
    return replace(ranking, items=tuple(replace(i, rank=n, score=score(i)) for n, i in enumerate(ordered, 1)))
