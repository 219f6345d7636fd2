"""Measures of a ranking against the relevant ids of a question: R@k, Success@k, RR, nDCG@k.

A question without relevant ids has no score: None, never zero. An id that is ranked twice counts where it stands first,
and its second place is closed up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from statistics import fmean

Grades = Mapping[str, float]
Relevant = Collection[str]


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure with what is to be known of it.

    Args:
        score: of a ranking, the relevant ids and a cut-off k (RR takes no notice of k).
        bounds: lowest and highest value.
        trap: how it is misread or computed otherwise.
    """

    name: str
    score: Callable[[Sequence[str], Relevant, int], float | None]
    definition: str
    bounds: tuple[float, float]
    source: str
    trap: str


def recall_at_k(ranked: Sequence[str], relevant: Relevant, k: int) -> float | None:
    """R@k: the share of the relevant ids that stand among the first `k`; None without relevant ids."""
    wanted = set(relevant)
    return len(wanted.intersection(_top(ranked, k))) / len(wanted) if wanted else None


def success_at_k(ranked: Sequence[str], relevant: Relevant, k: int) -> float | None:
    """Success@k: 1 where at least one relevant id stands among the first `k`, else 0; None without relevant ids."""
    wanted = set(relevant)
    return float(not wanted.isdisjoint(_top(ranked, k))) if wanted else None


def reciprocal_rank(ranked: Sequence[str], relevant: Relevant, k: int | None = None) -> float | None:
    """RR: 1 / rank of the first relevant id, 0 where none is ranked (within `k`, if given); None without relevant."""
    wanted = set(relevant)
    if not wanted:
        return None
    return next((1 / rank for rank, id_ in enumerate(_top(ranked, k), start=1) if id_ in wanted), 0.0)


def ndcg_at_k(ranked: Sequence[str], relevant: Grades | Relevant, k: int) -> float | None:
    """nDCG@k: Σ gain / log2(rank + 1) over the first `k`, divided by the same sum of the best order.

    Args:
        relevant: ids with their gains (0 or more), or ids alone, each with gain 1.

    Returns:
        0 to 1; None without an id whose gain is above 0.
    """
    grades = dict(relevant) if isinstance(relevant, Mapping) else dict.fromkeys(relevant, 1.0)
    best = _discounted(sorted(grades.values(), reverse=True)[:k])
    return _discounted(grades.get(id_, 0.0) for id_ in _top(ranked, k)) / best if best > 0 else None


def mean_score(scores: Iterable[float | None]) -> float | None:
    """The mean over the questions that have a score; None where none has."""
    known = [score for score in scores if score is not None]
    return fmean(known) if known else None


def _top(ranked: Sequence[str], k: int | None) -> list[str]:
    if k is not None and k < 1:
        raise ValueError(f"a cut-off is 1 or more, not {k}")
    return list(dict.fromkeys(ranked))[:k]


def _discounted(gains: Iterable[float]) -> float:
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(gains, start=1))


MEASURES: tuple[Measure, ...] = (
    Measure(
        "R@k",
        recall_at_k,
        "relevant ids among the first k / all relevant ids",
        (0.0, 1.0),
        "C. Manning, P. Raghavan, H. Schütze, Introduction to Information Retrieval (2008), section 8.4",
        "With more than k relevant ids it cannot reach 1. Papers that count a question as found by one passage "
        "report Success@k under this name.",
    ),
    Measure(
        "Success@k",
        success_at_k,
        "1 where a relevant id stands among the first k, else 0",
        (0.0, 1.0),
        "N. Craswell, D. Hawking, TREC-2004 Web Track; the same as hit rate",
        "It says nothing of a question that needs two passages: one of them is a success.",
    ),
    Measure(
        "RR",
        reciprocal_rank,
        "1 / rank of the first relevant id, 0 where none is ranked",
        (0.0, 1.0),
        "E. Voorhees, The TREC-8 Question Answering Track Report (1999)",
        "It depends on how deep the ranking goes; compare rankings of the same length only.",
    ),
    Measure(
        "nDCG@k",
        ndcg_at_k,
        "Σ gain / log2(rank + 1) over the first k, divided by that of the best order",
        (0.0, 1.0),
        "K. Järvelin, J. Kekäläinen, ACM TOIS 20 (2002), 422-446; gains as they are, as in trec_eval",
        "Others take 2^gain − 1; the two agree only where all gains are 0 or 1.",
    ),
)
