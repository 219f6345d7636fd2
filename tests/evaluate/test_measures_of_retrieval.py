from __future__ import annotations

from math import log2
from typing import Any

import pytest

from pincite.evaluate.benchmark import Gold, HitRule
from pincite.evaluate.case import Scored
from pincite.evaluate.measures.registry import by_name
from pincite.types.document import Span

MEASURES = by_name()
NAMES = ["Retrieval Accuracy", "Hit@4", "Hit@1", "RR", "Exact Hit@8", "All-gold Recall@8", "Context Recall@4"]


def score(name: str, scored: Scored) -> float | None:
    measure = MEASURES[name]
    return measure.score(scored)  # type: ignore[union-attr]


def paged(made: Any, *pages: int, texts: dict[int, str] | None = None) -> list[Any]:
    """Units of the guide by page, in this order."""
    said = texts or {}
    return [made.unit(f"c{n}", said.get(page, ""), page_index=page) for n, page in enumerate(pages)]


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        pytest.param((3,), (1.0, 1.0, 1.0, 1 / 1), id="first"),
        pytest.param((0, 1, 2, 3), (1.0, 1.0, 0.0, 1 / 4), id="fourth"),
        pytest.param((0, 1, 2, 4, 5, 3), (1.0, 0.0, 0.0, 1 / 6), id="sixth"),
        pytest.param((0, 1, 2, 4, 5, 6, 7, 8, 3), (0.0, 0.0, 0.0, 1 / 9), id="ninth"),
        pytest.param((0, 9), (1.0, 1.0, 0.0, 1 / 2), id="alternative"),
        pytest.param((0, 1), (0.0, 0.0, 0.0, 0.0), id="nowhere"),
        pytest.param((), (0.0, 0.0, 0.0, 0.0), id="nothing-ranked"),
    ],
)
def test_page_hits(made: Any, pages: tuple[int, ...], expected: tuple[float, ...]) -> None:
    asked = made.question(gold=[made.place(pages=[3]), made.place(pages=[9], alternative=True)])
    case = made.scored(asked, ranked=paged(made, *pages))
    assert tuple(score(name, case) for name in NAMES[:4]) == expected


def test_exact_hit_needs_the_whole_quote_in_one_unit(made: Any) -> None:
    asked = made.question(gold=[made.place("within 21  days", pages=[3])])
    whole = made.scored(asked, ranked=paged(made, 3, texts={3: "return it within\n21 days."}))
    cut = made.scored(asked, ranked=paged(made, 3, 4, texts={3: "return it within", 4: "21 days."}))
    assert score("Exact Hit@8", whole) == 1.0
    assert score("Exact Hit@8", cut) == 0.0
    assert score("Retrieval Accuracy", cut) == 1.0


def test_exact_hit_beyond_the_eighth_is_none(made: Any) -> None:
    asked = made.question(gold=[made.place("21 days", pages=[3])])
    case = made.scored(asked, ranked=paged(made, *range(10, 18), 3, texts={3: "21 days"}))
    assert score("Exact Hit@8", case) == 0.0


def test_recall_of_three_places_is_the_share_found(made: Any) -> None:
    gold = [
        made.place(pages=[1]),
        made.place(pages=[2]),
        made.place(pages=[3]),
        made.place(pages=[9], alternative=True),
    ]
    case = made.scored(made.question(gold=gold), ranked=paged(made, 2, 0, 0, 0, 3))
    assert score("All-gold Recall@8", case) == (0 + 1 + 1) / 3
    assert score("Context Recall@4", case) == (0 + 1 + 0) / 3


def test_context_recall_looks_for_quotes_where_there_are(made: Any) -> None:
    gold = [made.place("pay the rent", pages=[1]), made.place("give notice", pages=[1]), made.place(pages=[2])]
    texts = {1: "You must pay\nthe rent.", 2: "give notice"}
    case = made.scored(made.question(gold=gold), ranked=paged(made, 1, 2, texts=texts))
    assert score("Context Recall@4", case) == (1 + 1 + 1) / 3
    only = made.scored(made.question(gold=gold), ranked=paged(made, 1, texts=texts))
    assert score("Context Recall@4", only) == (1 + 0 + 0) / 3
    assert score("All-gold Recall@8", only) == (1 + 1 + 0) / 3


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("label", ["answerable", "unanswerable", "apart"])
def test_without_gold_there_is_no_score(made: Any, name: str, label: str) -> None:
    assert score(name, made.scored(made.question(label=label), ranked=paged(made, 3))) is None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("label", ["unanswerable", "apart"])
def test_only_answerable_questions_count(made: Any, name: str, label: str) -> None:
    asked = made.question(label=label, gold=[made.place("x", pages=[3])])
    assert score(name, made.scored(asked, ranked=paged(made, 3))) is None


def test_gold_of_alternatives_alone_has_hits_and_no_recall(made: Any) -> None:
    case = made.scored(made.question(gold=[made.place(pages=[3], alternative=True)]), ranked=paged(made, 3))
    assert score("Retrieval Accuracy", case) == 1.0
    assert score("All-gold Recall@8", case) is None


def test_span_hits(made: Any) -> None:
    asked = made.question(gold=[made.span("x" * 10, 100), made.span("y" * 10, 300)])
    ranked = [made.unit("a", spans=(Span(0, 50),)), made.unit("b", spans=(Span(90, 101),))]
    case = made.scored(asked, ranked=ranked, hit=HitRule.SPAN)
    assert score("Retrieval Accuracy", case) == 1.0
    assert score("RR", case) == 1 / 2
    assert score("All-gold Recall@8", case) == (1 + 0) / 2


def test_graded_documents_by_id(made: Any) -> None:
    gold = [Gold("a", unit="a", grade=2.0), Gold("b", unit="b"), Gold("c", unit="c")]
    units = [("x", "x"), ("b1", "b"), ("b2", "b"), ("a1", "a")]
    ranked = [made.unit(chunk, document_id=document) for chunk, document in units]
    case = made.scored(made.question(gold=gold), ranked=ranked, hit=HitRule.DOCUMENT)
    # The ranking of documents is x, b, a.
    assert score("R@10", case) == 2 / 3
    assert score("RR@10", case) == 1 / 2
    best = 2 / log2(2) + 1 / log2(3) + 1 / log2(4)
    assert score("nDCG@10", case) == pytest.approx((1 / log2(3) + 2 / log2(4)) / best)


@pytest.mark.parametrize("name", ["R@10", "RR@10", "nDCG@10"])
def test_pages_and_spans_have_no_ids(made: Any, name: str) -> None:
    asked = made.question(gold=[made.place(pages=[3])])
    assert score(name, made.scored(asked, ranked=paged(made, 3))) is None


@pytest.mark.parametrize("hit", [HitRule.SEGMENT, HitRule.PROVISION], ids=["segment", "provision"])
def test_units_by_id(made: Any, hit: HitRule) -> None:
    asked = made.question(gold=[Gold("guide", unit="guide/4"), Gold("guide", unit="guide/9")])
    case = made.scored(asked, ranked=[made.unit("a", unit="guide/3"), made.unit("b", unit="guide/4")], hit=hit)
    assert score("R@10", case) == 1 / 2
    assert score("RR@10", case) == 1 / 2
