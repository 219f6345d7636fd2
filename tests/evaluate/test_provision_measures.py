"""FullCov, R and nDCG over provisions: what covers what, and sums worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evaluate.benchmark import Gold, HitRule
from pincite.evaluate.case import Scored
from pincite.evaluate.gold.provision_levels import ARTICLE, PARAGRAPH, rolled
from pincite.evaluate.measures.provisions import Cover, covered_at, full_coverage, provision_ndcg, provision_recall
from pincite.evaluate.measures.registry import by_name
from pincite.types.document import Span

MEASURES = by_name()
STRICT, HIERARCHICAL, BY_ARTICLE = Cover.STRICT, Cover.HIERARCHICAL, Cover.ARTICLE


def gold(id_: str, *parts: tuple[int, int]) -> Gold:
    """A provision of the act whose text stands at these places."""
    return Gold("act", unit=f"act/{id_}", parts=tuple(Span(*part) for part in parts))


def case(made: Any, golds: Sequence[Gold], *units: tuple[str, int, int], hit: HitRule = HitRule.PROVISION) -> Scored:
    """A ranking of the act's units: id, start, end."""
    ranked = [
        made.unit(f"c{n}", document_id="act", provision_id=f"act/{id_}", spans=(Span(start, end),))
        for n, (id_, start, end) in enumerate(units)
    ]
    return made.scored(made.question(gold=golds), ranked=ranked, hit=hit)  # type: ignore[no-any-return]


# Article 1 is at 0 to 100: paragraph 1 at 0 to 40, paragraph 2 at 42 to 100 with its item at 70 to 100.
ITEM, PARAGRAPH_1, ARTICLE_1 = gold("a1/p2/i1", (70, 100)), gold("a1/p1", (0, 40)), gold("a1", (0, 40), (42, 100))


@pytest.mark.parametrize(
    ("wanted", "units", "expected"),
    [
        pytest.param(ITEM, [("a1/p2/i1", 70, 100)], (1, 1, 1), id="itself"),
        pytest.param(ITEM, [("a1", 0, 100)], (1, 1, 1), id="the-article-that-holds-it"),
        pytest.param(ITEM, [("a1/p1", 0, 40)], (None, None, 1), id="another-part-of-its-article"),
        pytest.param(ITEM, [("a1/p2", 42, 80)], (None, 1, 1), id="cut-inside-it"),
        pytest.param(ITEM, [("a1/p2", 42, 80), ("a1/p2", 81, 100)], (2, 1, 1), id="two-halves-and-a-blank-between"),
        pytest.param(ITEM, [("a1/p2", 42, 80), ("a1/p2", 90, 100)], (None, 1, 1), id="two-pieces-and-words-between"),
        pytest.param(ARTICLE_1, [("a1/p1", 0, 40)], (None, 1, 1), id="a-part-of-it"),
        pytest.param(ARTICLE_1, [("a1/p1", 0, 40), ("a9", 900, 950), ("a1/p2", 42, 100)], (3, 1, 1), id="all-of-it"),
        pytest.param(PARAGRAPH_1, [("a1-2", 300, 400)], (None, None, None), id="branch-article-is-another"),
        pytest.param(PARAGRAPH_1, [], (None, None, None), id="nothing-ranked"),
    ],
)  # fmt: skip
def test_what_covers_a_provision(
    made: Any, wanted: Gold, units: list[tuple[str, int, int]], expected: tuple[int | None, ...]
) -> None:
    scored = case(made, [wanted], *units)
    assert tuple(covered_at(scored, cover, 10) for cover in Cover) == tuple([rank] for rank in expected)


def test_units_of_another_document_with_the_same_places_cover_nothing(made: Any) -> None:
    other = made.unit("c", document_id="decree", provision_id="decree/a1", spans=(Span(0, 100),))
    scored = made.scored(made.question(gold=[ITEM]), ranked=[other], hit=HitRule.PROVISION)
    assert [covered_at(scored, cover, 10) for cover in Cover] == [[None]] * 3


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        pytest.param("a1/p2/i1", (1, 1, 1), id="itself"),
        pytest.param("a1", (None, 1, 1), id="above"),
        pytest.param("a1/p2/i1/b1", (None, 1, 1), id="below"),
        pytest.param("a1/p1", (None, None, 1), id="beside"),
    ],
)
def test_ids_decide_where_places_are_not_known(made: Any, own: str, expected: tuple[int | None, ...]) -> None:
    ranked = [made.unit("c", document_id="act", provision_id=f"act/{own}")]
    scored = made.scored(made.question(gold=[gold("a1/p2/i1")]), ranked=ranked, hit=HitRule.PROVISION)
    assert tuple(covered_at(scored, cover, 10) for cover in Cover) == tuple([rank] for rank in expected)


THREE = [gold("a1/p1", (0, 40)), gold("a1/p2", (42, 100)), gold("a5", (500, 550))]


def test_three_gold_provisions_in_two_units(made: Any) -> None:
    scored = case(made, THREE, ("a3", 300, 350), ("a1", 0, 100), ("a4", 400, 450), ("a5", 500, 550))
    assert full_coverage(scored, STRICT, 10) == 1.0
    assert full_coverage(scored, STRICT, 3) == 0.0
    assert provision_recall(scored, STRICT, 3) == 2 / 3
    # Ranks 2 and 4 cover something; what comes with one unit is one need, so two needs at best at ranks 1 and 2.
    best = 1 / log2(2) + 1 / log2(3)
    assert provision_ndcg(scored, STRICT, 10) == pytest.approx((1 / log2(3) + 1 / log2(5)) / best)
    # Up to rank 3: one need met at rank 2, one (article 5) not.
    assert provision_ndcg(scored, STRICT, 3) == pytest.approx((1 / log2(3)) / best)
    # Two gold articles.
    assert provision_recall(scored, BY_ARTICLE, 3) == 1 / 2


def test_parts_of_one_gold_article_gain_once(made: Any) -> None:
    units = [("a1/p1", 0, 40), ("a1/p2", 42, 100), ("a1/p3", 102, 120)]
    scored = case(made, [ARTICLE_1], *units)
    assert provision_ndcg(scored, HIERARCHICAL, 10) == 1.0
    assert provision_ndcg(scored, STRICT, 10) == pytest.approx(1 / log2(3))


def test_alternatives_are_not_required(made: Any) -> None:
    from dataclasses import replace

    scored = case(made, [PARAGRAPH_1, replace(ITEM, alternative=True)], ("a1/p1", 0, 40))
    assert full_coverage(scored, STRICT, 10) == 1.0


def test_documents_are_covered_whole_and_have_no_articles(made: Any) -> None:
    golds = [Gold("guide", unit="guide"), Gold("act", unit="act")]
    ranked = [made.unit("c1"), made.unit("c2"), made.unit("c3", document_id="act")]
    scored = made.scored(made.question(gold=golds), ranked=ranked, hit=HitRule.DOCUMENT)
    assert provision_recall(scored, STRICT, 2) == 1 / 2
    assert full_coverage(scored, STRICT, 10) == 1.0
    assert full_coverage(scored, HIERARCHICAL, 10) is None
    assert full_coverage(scored, BY_ARTICLE, 10) is None


@pytest.mark.parametrize("hit", [HitRule.PLACE, HitRule.SPAN, HitRule.SEGMENT])
def test_other_benchmarks_have_no_score(made: Any, hit: HitRule) -> None:
    scored = case(made, [ITEM], ("a1", 0, 100), hit=hit)
    assert MEASURES["FullCov@10 strict"].score(scored) is None  # type: ignore[union-attr]


def test_without_gold_there_is_no_score(made: Any) -> None:
    scored = case(made, [], ("a1", 0, 100))
    assert all(score(scored, STRICT, 10) is None for score in (full_coverage, provision_recall, provision_ndcg))


def test_ids_of_units_do_not_stand_for_gold_of_another_depth(made: Any) -> None:
    scored = case(made, [ITEM], ("a1", 0, 100))
    assert MEASURES["R@10"].score(scored) is None  # type: ignore[union-attr]
    assert MEASURES["Retrieval Accuracy"].score(scored) == 1.0  # type: ignore[union-attr]


spans = st.tuples(st.integers(0, 60), st.integers(1, 30)).map(lambda at: (at[0], at[0] + at[1]))


@given(st.lists(spans, min_size=1, max_size=4), st.lists(spans, max_size=8), st.integers(1, 8))
def test_bounds_and_order_of_the_ways(
    made: Any, golds: list[tuple[int, int]], units: list[tuple[int, int]], k: int
) -> None:
    wanted = [gold(f"a{n}", span) for n, span in enumerate(golds)]
    scored = case(made, wanted, *((f"a{n}", *span) for n, span in enumerate(units)))
    for score in (full_coverage, provision_recall, provision_ndcg):
        for cover in Cover:
            value = score(scored, cover, k)
            assert value is not None
            assert 0.0 <= value <= 1.0
    strict, loose = (provision_recall(scored, cover, k) for cover in (STRICT, HIERARCHICAL))
    assert strict is not None
    assert loose is not None
    assert strict <= loose
    assert (provision_recall(scored, STRICT, k) == 1.0) == (full_coverage(scored, STRICT, k) == 1.0)


@pytest.mark.parametrize(
    ("id_", "article", "paragraph"),
    [
        pytest.param("act/a13-2/p1/i3/b1", "act/a13-2", "act/a13-2/p1", id="sub-item"),
        pytest.param("act/a2/i3", "act/a2", "act/a2/i3", id="item-without-paragraph"),
        pytest.param("act/a2", "act/a2", "act/a2", id="article"),
        pytest.param("act/n2/i1", "act/n2", "act/n2/i1", id="annex"),
        pytest.param("act/x1/a2/p3/i1", "act/x1/a2", "act/x1/a2/p3", id="addenda"),
        pytest.param("code/s83.49/p3/pa", "code/s83.49", "code/s83.49/p3", id="us-section"),
        pytest.param("act", "act", "act", id="document"),
        pytest.param("", "", "", id="nothing"),
    ],
)
def test_levels(id_: str, article: str, paragraph: str) -> None:
    assert rolled(id_, ARTICLE) == article
    assert rolled(id_, PARAGRAPH) == paragraph
