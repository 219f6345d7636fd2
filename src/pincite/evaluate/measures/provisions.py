"""How much of the law that a complete answer must cite was retrieved: FullCov@k, R@k and nDCG@k over provisions.

What is indexed is an article or a part of one, and gold is mostly finer, so ids alone do not tell. A retrieved unit is
held against a gold provision by their places in the text, in three ways, always reported side by side:

strict        all of the gold's text stands in the units retrieved so far: the unit is the gold, or holds it, or the
              last of several that hold it together; a whole article cut into five units takes all five
hierarchical  a unit holds some of the gold's text: it is the gold, holds it, or is a part of it
article       a unit is of the gold's article, whatever part of it; each gold article counts once

Each gold counts once, at the rank where it comes to be covered. In benchmarks of whole documents the document is the
rule, and only the strict way has a meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from math import log2
from typing import Final

from pincite.evaluate.benchmark import Gold, HitRule
from pincite.evaluate.case import Scored
from pincite.evaluate.gold.provision_levels import ARTICLE, rolled
from pincite.evaluate.gold.touched import Location, first_units
from pincite.evaluate.measures.denominators import Score, answer_measure
from pincite.evaluate.measures.measure import AnswerMeasure, Over
from pincite.types.document import Span
from pincite.types.provision import is_ancestor

FULL_K: Final = 10
_BLANK: Final = 2
"""Between two pieces so near to one another there is white space alone."""


class Cover(StrEnum):
    """When retrieved units cover a gold provision."""

    STRICT = "strict"
    HIERARCHICAL = "hierarchical"
    ARTICLE = "article"


def covered_at(scored: Scored, cover: Cover, k: int) -> list[int | None] | None:
    """For each required gold the rank, from 1, at which the first `k` units come to cover it; None where they do not.

    Returns:
        None where the benchmark has no such gold, or the way of covering no meaning for it.
    """
    rule, golds = scored.benchmark.hit, scored.question.required
    if rule not in (HitRule.PROVISION, HitRule.DOCUMENT) or not golds:
        return None
    units = first_units(scored.case, k)
    if rule is HitRule.DOCUMENT:
        if cover is not Cover.STRICT:
            return None
        places = [unit.document_id for unit in units]
        return [_first(id_, places) for id_ in dict.fromkeys(gold.document_id for gold in golds)]
    if cover is Cover.ARTICLE:
        articles = [rolled(_id(unit), ARTICLE) for unit in units]
        return [_first(article, articles) for article in dict.fromkeys(rolled(gold.unit, ARTICLE) for gold in golds)]
    if cover is Cover.HIERARCHICAL:
        return [_first(True, [_touches(gold, unit) for unit in units]) for gold in golds]
    return [_held_at(gold, units) for gold in golds]


def full_coverage(scored: Scored, cover: Cover, k: int) -> float | None:
    """1 where all required gold is covered by the first `k` units."""
    ranks = covered_at(scored, cover, k)
    return None if ranks is None else float(None not in ranks)


def provision_recall(scored: Scored, cover: Cover, k: int) -> float | None:
    """The share of the required gold that the first `k` units cover."""
    ranks = covered_at(scored, cover, k)
    return None if ranks is None else sum(rank is not None for rank in ranks) / len(ranks)


def provision_ndcg(scored: Scored, cover: Cover, k: int) -> float | None:
    """nDCG@k with gain 1 at each rank that covers gold not covered before; gold that one unit covers is one need.

    The best order has one unit for each need in the first places: a need is a rank that covered gold, or a gold that
    was not covered.
    """
    ranks = covered_at(scored, cover, k)
    if ranks is None:
        return None
    hits = {rank for rank in ranks if rank is not None}
    needs = len(hits) + ranks.count(None)
    return _discounted(hits) / _discounted(range(1, min(needs, k) + 1))


def _discounted(ranks: Iterable[int]) -> float:
    return sum(1 / log2(rank + 1) for rank in ranks)


def _first(wanted: object, found: Sequence[object]) -> int | None:
    return found.index(wanted) + 1 if wanted in found else None


def _id(unit: Location) -> str:
    return unit.provision_id or unit.unit


def _touches(gold: Gold, unit: Location) -> bool:
    """Whether a unit holds some of the gold's text; by ids where places are not known."""
    if gold.document_id != unit.document_id:
        return False
    if gold.parts and unit.spans:
        return any(part.overlaps(span) for part in gold.parts for span in unit.spans)
    own = _id(unit)
    return bool(own) and (is_ancestor(own, gold.unit) or is_ancestor(gold.unit, own))


def _held_at(gold: Gold, units: Sequence[Location]) -> int | None:
    """The rank at which all of the gold's text has been retrieved; by ids alone, of the unit that is the gold."""
    if not gold.parts:
        return _first(gold.unit, [_id(unit) for unit in units])
    held: list[Span] = []
    for rank, unit in enumerate(units, 1):
        if _touches(gold, unit):
            held += unit.spans
            if _holds(held, gold.parts):
                return rank
    return None


def _holds(spans: Sequence[Span], parts: Sequence[Span]) -> bool:
    joined: list[Span] = []
    for span in sorted(spans):
        if joined and span.start - joined[-1].end <= _BLANK:
            joined[-1] = Span(joined[-1].start, max(joined[-1].end, span.end))
        else:
            joined.append(span)
    return all(any(s.start <= part.start and part.end <= s.end for s in joined) for part in parts)


_PAPER = "RefWalk, section on metrics; there by ids, here by the text that a unit holds"
_TRAPS: Final = {
    Cover.STRICT: "Larger units cover more, so only rankings of the same passages compare.",
    Cover.HIERARCHICAL: "A part of a gold article counts as all of it; read it beside strict.",
    Cover.ARTICLE: "The wrong paragraph of the right article counts. Questions with several gold provisions in one "
    "article need that article only.",
}


def _measures(cover: Cover) -> tuple[AnswerMeasure, ...]:
    return (
        answer_measure(
            f"FullCov@{FULL_K} {cover}",
            _scored(full_coverage, cover, FULL_K),
            Over.ANSWERABLE,
            definition=f"1 where all required gold is covered ({cover}) by the first {FULL_K} units",
            source=_PAPER,
            trap=f"{_TRAPS[cover]} A question with one gold provision is a question of R@{FULL_K}.",
        ),
        *(
            answer_measure(
                f"R@{k} {cover}",
                _scored(provision_recall, cover, k),
                Over.ANSWERABLE,
                definition=f"required gold covered ({cover}) by the first {k} units / all of it, each counted once",
                source=_PAPER,
                trap=_TRAPS[cover],
            )
            for k in (5, FULL_K)
        ),
        answer_measure(
            f"nDCG@{FULL_K} {cover}",
            _scored(provision_ndcg, cover, FULL_K),
            Over.ANSWERABLE,
            definition=f"Σ 1 / log2(rank + 1) over the ranks up to {FULL_K} that come to cover gold ({cover}) "
            "divided by that of the best order; gold that comes with one unit counts once",
            source="K. Järvelin, J. Kekäläinen, ACM TOIS 20 (2002), 422-446, with gains of 0 and 1",
            trap=f"{_TRAPS[cover]} The RefWalk authors' passes 1 where several units hit one gold; this one cannot.",
        ),
    )


def _scored(score: Callable[[Scored, Cover, int], float | None], cover: Cover, k: int) -> Score:
    return lambda scored: score(scored, cover, k)


PROVISIONS: Final[tuple[AnswerMeasure, ...]] = tuple(measure for cover in Cover for measure in _measures(cover))
