"""Whether what answers a question was retrieved: hits, exact hits and the share of the gold among the first k units.

What is a hit is the benchmark's rule (`pincite.evaluate.gold.touched`): a page or section, characters of a span,
a segment, a document, a provision. R@k, RR and nDCG@k are over ids and so only for benchmarks whose units have ids.
"""

from __future__ import annotations

from typing import Final

from pincite.evaluate.benchmark import Gold, HitRule
from pincite.evaluate.case import Scored
from pincite.evaluate.gold.touched import Location, first_units, of_ranked, quotes_of, touched, touches, touches_any
from pincite.evaluate.measures.denominators import Score, answer_measure
from pincite.evaluate.measures.measure import AnswerMeasure, Over
from pincite.evaluate.measures.ranking import ndcg_at_k, recall_at_k, reciprocal_rank
from pincite.evaluate.overlap import flat

TOP_K: Final = 8
SHOWN_K: Final = 4
"""Sources that the writer is shown at most."""
IDS_K: Final = 10

_PAPER = "CiteGuard-RAG, section on metrics"
_MANNING = "C. Manning, P. Raghavan, H. Schütze, Introduction to Information Retrieval (2008), section 8.4"


def hit(scored: Scored, k: int) -> float | None:
    """1 where one of the first `k` units is a hit on some gold, alternatives included; None without gold."""
    gold = scored.question.gold
    units = first_units(scored.case, k)
    return float(any(touches_any(scored.benchmark, gold, unit) for unit in units)) if gold else None


def exact_hit(scored: Scored, k: int) -> float | None:
    """1 where a gold quote stands wholly inside one of the first `k` units, white space aside; None without a quote."""
    quotes = quotes_of(scored.question.gold)
    units = [flat(unit.text) for unit in first_units(scored.case, k)]
    return float(any(quote in text for quote in quotes for text in units)) if quotes else None


def gold_recall(scored: Scored, k: int) -> float | None:
    """The share of the required gold on which one of the first `k` units is a hit; None without required gold."""
    gold = scored.question.required
    units = first_units(scored.case, k)
    return len(touched(scored.benchmark, gold, units)) / len(gold) if gold else None


def context_recall(scored: Scored, k: int) -> float | None:
    """The share of the required gold that the first `k` units hold; None without required gold.

    A piece of gold with a quote is held by a unit in which the whole quote stands, white space aside; one without by a
    hit on its place.
    """
    gold = scored.question.required
    units = first_units(scored.case, k)
    held = sum(any(_holds(scored, piece, unit) for unit in units) for piece in gold)
    return held / len(gold) if gold else None


def _holds(scored: Scored, gold: Gold, unit: Location) -> bool:
    quote = flat(gold.quote)
    if not quote:
        return touches(scored.benchmark, gold, unit)
    return gold.document_id == unit.document_id and quote in flat(unit.text)


def hit_rank(scored: Scored) -> float | None:
    """1 / rank of the first hit, 0 where there is none; None without gold."""
    gold = scored.question.gold
    if not gold:
        return None
    units = first_units(scored.case, max(len(scored.case.ranked), 1))
    hits = (touches_any(scored.benchmark, gold, unit) for unit in units)
    return next((1 / rank for rank, found in enumerate(hits, start=1) if found), 0.0)


def unit_ids(scored: Scored) -> tuple[list[str], dict[str, float]] | None:
    """The ids of the ranked units, and those of the required gold with their grades; None where units have no ids."""
    rule = scored.benchmark.hit
    if rule not in (HitRule.DOCUMENT, HitRule.SEGMENT, HitRule.PROVISION):
        return None
    if any(gold.parts for gold in scored.question.gold):  # units and gold are of different depths: see `provisions`
        return None
    graded: dict[str, float] = {}
    for gold in scored.question.required:
        id_ = gold.document_id if rule is HitRule.DOCUMENT else gold.unit
        if id_:
            graded[id_] = max(gold.grade, graded.get(id_, 0.0))
    ranked = [_id(rule, of_ranked(item)) for item in scored.case.ranked]
    return [id_ for id_ in ranked if id_], graded


def _id(rule: HitRule, unit: Location) -> str:
    if rule is HitRule.DOCUMENT:
        return unit.document_id
    return (unit.provision_id or unit.unit) if rule is HitRule.PROVISION else unit.unit


def _hit_at(k: int) -> Score:
    return lambda scored: hit(scored, k)


def _recall_of_ids(scored: Scored) -> float | None:
    ids = unit_ids(scored)
    return recall_at_k(*ids, IDS_K) if ids else None


def _rank_of_ids(scored: Scored) -> float | None:
    ids = unit_ids(scored)
    return reciprocal_rank(*ids, IDS_K) if ids else None


def _ndcg_of_ids(scored: Scored) -> float | None:
    ids = unit_ids(scored)
    return ndcg_at_k(*ids, IDS_K) if ids else None


RETRIEVAL: Final[tuple[AnswerMeasure, ...]] = (
    answer_measure(
        "Retrieval Accuracy",
        _hit_at(TOP_K),
        Over.ANSWERABLE,
        definition=f"1 where one of the first {TOP_K} units is a hit on gold: Page Hit@{TOP_K} where gold is pages, "
        f"Segment or Span Hit@{TOP_K} where it is segments or spans",
        source=f"{_PAPER}; Success@{TOP_K}",
        trap="A hit on the page is no hit on the words; read it beside Exact Hit. A question of two passages is a hit "
        "by one; read it beside All-gold Recall.",
    ),
    answer_measure(
        f"Hit@{SHOWN_K}",
        _hit_at(SHOWN_K),
        Over.ANSWERABLE,
        definition=f"1 where one of the first {SHOWN_K} units is a hit on gold",
        source=f"Success@{SHOWN_K}; {SHOWN_K} is what the writer is shown at most",
        trap=f"As Retrieval Accuracy. Only what is among the {SHOWN_K} can be cited.",
    ),
    answer_measure(
        "Hit@1",
        _hit_at(1),
        Over.ANSWERABLE,
        definition="1 where the first unit is a hit on gold",
        source="Success@1",
        trap="As Retrieval Accuracy.",
    ),
    answer_measure(
        f"Exact Hit@{TOP_K}",
        lambda scored: exact_hit(scored, TOP_K),
        Over.ANSWERABLE,
        definition=f"1 where a gold quote stands wholly inside one of the first {TOP_K} units, white space aside",
        source=_PAPER,
        trap="A quote that is cut by the end of a unit is a miss, so it falls with smaller units; the same words at "
        "another place are a hit. Questions whose gold has no quote have no score.",
    ),
    answer_measure(
        f"All-gold Recall@{TOP_K}",
        lambda scored: gold_recall(scored, TOP_K),
        Over.ANSWERABLE,
        definition=f"pieces of required gold on which one of the first {TOP_K} units is a hit / all of them: all-span "
        "recall where gold is spans",
        source=_MANNING,
        trap=f"With gold in more than {TOP_K} units it cannot reach 1. Alternatives do not count here, but in hits.",
    ),
    answer_measure(
        f"Context Recall@{SHOWN_K}",
        lambda scored: context_recall(scored, SHOWN_K),
        Over.ANSWERABLE,
        definition=f"pieces of required gold whose quote stands wholly inside one of the first {SHOWN_K} units (white "
        "space aside; without a quote: on whose place one is a hit) / all of them",
        source=f"{_PAPER}; as RAGAS' context recall, with quotes in the place of a judge",
        trap="RAGAS asks a model which sentences of the reference the context carries; the figures do not compare.",
    ),
    answer_measure(
        "RR",
        hit_rank,
        Over.ANSWERABLE,
        definition="1 / rank of the first unit that is a hit on gold, 0 where none is",
        source="E. Voorhees, The TREC-8 Question Answering Track Report (1999)",
        trap="It depends on how deep the ranking goes.",
    ),
    answer_measure(
        f"R@{IDS_K}",
        _recall_of_ids,
        Over.ANSWERABLE,
        definition=f"ids of required gold among the first {IDS_K} ids / all of them; units with ids only",
        source=_MANNING,
        trap="Several units of one document are one id, where the document is the unit. Neighbours do not count.",
    ),
    answer_measure(
        f"RR@{IDS_K}",
        _rank_of_ids,
        Over.ANSWERABLE,
        definition=f"1 / rank of the first id of required gold, 0 where none is among the first {IDS_K}",
        source="E. Voorhees, The TREC-8 Question Answering Track Report (1999)",
        trap="As R@k.",
    ),
    answer_measure(
        f"nDCG@{IDS_K}",
        _ndcg_of_ids,
        Over.ANSWERABLE,
        definition=f"Σ grade / log2(rank + 1) over the ids of required gold among the first {IDS_K}, divided by that "
        "of the best order",
        source="K. Järvelin, J. Kekäläinen, ACM TOIS 20 (2002), 422-446",
        trap="Others take 2^grade - 1; the two agree only where all grades are 0 or 1.",
    ),
)
