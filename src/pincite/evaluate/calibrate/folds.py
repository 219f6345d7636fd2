"""Parts of a benchmark for cross-validation: a document's questions are never in two of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark, Question
from pincite.evaluate.subset import order_key


@dataclass(frozen=True, slots=True)
class Fold:
    """One way to part the questions: `fit` is what may be looked at, `held_out` what is reported on."""

    fit: tuple[Question, ...]
    held_out: tuple[Question, ...]


def folds(benchmark: Benchmark, k: int, seed: int = 0) -> tuple[Fold, ...]:
    """`k` folds; each question is held out once, together with all questions about its document.

    Questions that share a gold document go together as well, so that a set without documents of its own (BEIR) is
    parted by what answers. The folds are as even in size as whole documents allow.

    Raises:
        InputError: `k` is less than 2 or more than there are groups of documents.
    """
    groups = _groups(benchmark)
    if not 2 <= k <= len(groups):
        raise InputError(
            f"Expected 2 to {len(groups)} folds of {benchmark.name}, whose documents make {len(groups)} groups; found "
            f"{k}."
        )
    ordered = sorted(groups, key=lambda g: (-len(g), order_key(seed, g[0].id)))
    parts: list[list[Question]] = [[] for _ in range(k)]
    for group in ordered:
        min(parts, key=len).extend(group)
    held = [frozenset(question.id for question in part) for part in parts]
    return tuple(_fold(benchmark, ids) for ids in held)


def most_folds(benchmark: Benchmark) -> int:
    """How many folds there can be at most, each holding out one document, or documents that share questions."""
    return len(_groups(benchmark))


def halves(benchmark: Benchmark, seed: int = 0) -> Fold:
    """Half of the documents to choose on (`fit`) and half to report on (`held_out`), by their ids alone.

    With seed 0 the order is that of the SHA-256 of the ids, which the project's earlier choices were made by.
    """
    groups = {min(key for q in group for key in _keys(q)): group for group in _groups(benchmark)}
    ordered = sorted(groups, key=lambda id_: order_key(seed, id_) if seed else sha256(id_.encode()).hexdigest())
    return _fold(benchmark, frozenset(q.id for id_ in ordered[len(ordered) // 2 :] for q in groups[id_]))


def _fold(benchmark: Benchmark, held: frozenset[str]) -> Fold:
    return Fold(
        fit=tuple(q for q in benchmark.questions if q.id not in held),
        held_out=tuple(q for q in benchmark.questions if q.id in held),
    )


def _groups(benchmark: Benchmark) -> list[list[Question]]:
    """The questions in groups that share no document."""
    leader: dict[str, str] = {}

    def find(key: str) -> str:
        while leader.setdefault(key, key) != key:
            leader[key] = leader[leader[key]]
            key = leader[key]
        return key

    for question in benchmark.questions:
        first, *others = _keys(question)
        for other in others:
            leader[find(other)] = find(first)
    groups: dict[str, list[Question]] = {}
    for question in benchmark.questions:
        groups.setdefault(find(next(iter(_keys(question)))), []).append(question)
    return list(groups.values())


def _keys(question: Question) -> Iterable[str]:
    """The documents by which a question is tied to others; itself where it has none."""
    documents = dict.fromkeys(id_ for id_ in (question.document_id, *(g.document_id for g in question.gold)) if id_)
    return list(documents) or [f"\0{question.id}"]
