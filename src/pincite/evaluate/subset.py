"""A seeded part of a benchmark's questions with the same make-up as the whole."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import TypeVar

from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark, Question

CUAD_DAILY = (400, 0)
"""Questions and seed of the sample of CUAD for daily use."""

_Stratum = tuple[str, str]
_Key = TypeVar("_Key", bound=tuple[str, ...])


def subset(benchmark: Benchmark, n: int, seed: int = 0, *, name: str = "") -> Benchmark:
    """`n` questions, in the benchmark's order, and the documents that they need.

    The labels' shares are kept, and in each label the documents', both to within one question; inside these strata the
    category that is furthest behind its share comes next (apportionment by Webster's rule), so that they are kept too
    as far as the documents allow it.

    Args:
        n: 1 or more; the whole benchmark where it has no more.
        seed: the same seed gives the same questions.
        name: of the part; the benchmark's with `n` and seed by default.

    Raises:
        InputError: `n` is less than 1.
    """
    if n < 1:
        raise InputError(f"Expected a subset of 1 question or more, found {n}.")
    if n >= len(benchmark.questions):
        return benchmark
    strata: dict[_Stratum, list[Question]] = defaultdict(list)
    for question in benchmark.questions:
        strata[question.document_id, question.label.value].append(question)
    quotas = _quotas({stratum: len(questions) for stratum, questions in strata.items()}, n, seed)
    chosen = _chosen(strata, quotas, seed)
    questions = tuple(q for q in benchmark.questions if q.id in chosen)
    version = sha256(f"{benchmark.version}\0subset/1\0{n}\0{seed}".encode()).hexdigest()
    return replace(
        _with_needed_documents(benchmark, questions),
        name=name or f"{benchmark.name}-{n}-{seed}",
        version=version,
        remarks=(*benchmark.remarks, f"{n} of {len(benchmark.questions)} questions, seed {seed}."),
    )


def _with_needed_documents(benchmark: Benchmark, questions: Sequence[Question]) -> Benchmark:
    """The benchmark of these questions; all documents stay where a question is asked of all of them."""
    if any(not question.scope for question in questions):
        return replace(benchmark, questions=tuple(questions))
    needed = {id_ for q in questions for id_ in (*q.scope, q.document_id, *(gold.document_id for gold in q.gold))}
    documents = tuple(document for document in benchmark.documents if document.id in needed)
    whole = benchmark.whole & needed
    return replace(benchmark, questions=tuple(questions), documents=documents, whole=whole)


def _quotas(sizes: Mapping[_Stratum, int], n: int, seed: int) -> dict[_Stratum, int]:
    """How many questions each stratum gives: first the labels' shares, then within a label the documents'."""
    labels: Counter[tuple[str, ...]] = Counter()
    for (_, label), size in sizes.items():
        labels[label,] += size
    quotas: dict[_Stratum, int] = {}
    for (label,), count in _shared_out(labels, n, seed).items():
        inside = {(document, own): size for (document, own), size in sizes.items() if own == label}
        quotas |= _shared_out(inside, count, seed)
    return quotas


def _shared_out(sizes: Mapping[_Key, int], n: int, seed: int) -> dict[_Key, int]:
    """`n` by largest remainder, none above its size; ties by the seed."""
    total = sum(sizes.values())
    quotas = {key: n * size // total for key, size in sizes.items()}
    behind = sorted(sizes, key=lambda key: (-(n * sizes[key] % total), order_key(seed, *key)))
    for key in behind[: n - sum(quotas.values())]:
        quotas[key] += 1
    return quotas


def _chosen(strata: Mapping[_Stratum, Sequence[Question]], quotas: Mapping[_Stratum, int], seed: int) -> frozenset[str]:
    """Ids of the questions: in each stratum those of the categories that are furthest behind."""
    kinds = Counter((q.label, q.category) for questions in strata.values() for q in questions)
    taken: Counter[tuple[str, str]] = Counter()
    chosen: set[str] = set()
    for stratum in sorted(strata, key=lambda s: order_key(seed, *s)):
        left = list(strata[stratum])
        for _ in range(quotas[stratum]):
            best = min(
                left,
                key=lambda q: (
                    (taken[q.label, q.category] + 0.5) / kinds[q.label, q.category],
                    order_key(seed, q.id),
                ),
            )
            left.remove(best)
            chosen.add(best.id)
            taken[best.label, best.category] += 1
    return frozenset(chosen)


def order_key(seed: int, *names: str) -> str:
    """A place in an order that depends on the seed and the names alone, not on what else there is."""
    return sha256("\0".join((str(seed), *names)).encode("utf-8", "surrogatepass")).hexdigest()
