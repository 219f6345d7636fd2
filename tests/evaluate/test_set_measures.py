from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evaluate.benchmark import HitRule
from pincite.evaluate.measures.latency import LATENCY
from pincite.evaluate.measures.right import BALANCED, GRID, Grid, right, right_by_grounded
from pincite.evaluate.measures.risk_coverage import AURC, CurvePoint, area_under, best_area, risk_coverage
from pincite.evaluate.results.summary import figure_value


def value(measure: Any, scored: list[Any]) -> float | None:
    rows = [row for row in map(measure.row, scored) if row is not None]
    return figure_value(measure, rows)


def case(made: Any, outcome: str, label: str = "answerable", *, passed: bool = True, **more: Any) -> Any:
    """A case whose outcome is `right`, `wrong` or `refused`, by a citation on page 3 or beside it."""
    page = 3 if outcome == "right" else 4
    record = made.answered([made.sentence("x", 1, passed=passed)], [made.citation(1, "x", page_index=page)])
    gold = [made.place(pages=[3])] if label != "unanswerable" else []
    return made.scored(
        made.question(label=label, gold=gold), made.refused() if outcome == "refused" else record, **more
    )


def test_balanced_accuracy_is_the_mean_of_both_kinds(made: Any) -> None:
    scored = [case(made, outcome) for outcome in ("right", "right", "wrong", "refused")]
    scored += [case(made, outcome, "unanswerable") for outcome in ("refused", "wrong", "wrong")]
    assert value(BALANCED, scored) == pytest.approx((2 / 4 + 1 / 3) / 2)


def test_refusing_everything_is_one_half(made: Any) -> None:
    scored = [case(made, "refused", label) for label in ("answerable", "unanswerable", "unanswerable")]
    assert value(BALANCED, scored) == (0 / 1 + 2 / 2) / 2


def test_balance_needs_both_kinds(made: Any) -> None:
    assert value(BALANCED, [case(made, "right")]) is None
    assert value(BALANCED, [case(made, "refused", "unanswerable")]) is None
    assert value(BALANCED, [case(made, "right", "apart")]) is None


@pytest.mark.parametrize(
    ("fields", "hit", "expected"),
    [
        pytest.param({"reference": "within 30 days"}, HitRule.PLACE, 1.0, id="reference"),
        pytest.param({"reference": "within 20 days"}, HitRule.PLACE, 0.0, id="reference-first"),
        pytest.param({}, HitRule.PLACE, 1.0, id="citation-on-gold"),
        pytest.param({"gold": ()}, HitRule.PLACE, None, id="nothing-to-tell"),
        pytest.param({"label": "unanswerable"}, HitRule.PLACE, None, id="unanswerable"),
    ],
)
def test_right(made: Any, fields: dict[str, Any], hit: HitRule, expected: float | None) -> None:
    record = made.answered([made.sentence("within 30 days", 1)], [made.citation(1, "x", page_index=3)])
    asked = made.question(**({"gold": [made.place(pages=[3])]} | fields))
    assert right(made.scored(asked, record, hit=hit)) == expected


@pytest.mark.parametrize(
    ("quote", "expected"), [("one two", 1.0), ("one of many other words", 0.0)], ids=["same", "not"]
)
def test_spans_are_right_by_their_words(made: Any, quote: str, expected: float) -> None:
    asked = made.question(gold=[made.span("one two three", 0)])
    record = made.answered([made.sentence("x", 1)], [made.citation(1, quote)])
    assert right(made.scored(asked, record, hit=HitRule.SPAN)) == expected


def test_grid_counts_answers_to_answerable_questions(made: Any) -> None:
    scored = [
        case(made, "right"), case(made, "right"), case(made, "right", passed=False), case(made, "wrong"),
        case(made, "refused"), case(made, "wrong", "unanswerable"), case(made, "wrong", "apart"),
    ]  # fmt: skip
    unknown = made.scored(made.question(), made.answered([made.sentence("x", 1)], [made.citation(1, "x")]))
    assert right_by_grounded([*scored, unknown]) == Grid(2, 1, 1, 0, unknown=1)
    cells = [[m.score(item) for item in scored[:5]] for m in GRID]
    assert cells == [[1, 1, 0, 0, None], [0, 0, 1, 0, None], [0, 0, 0, 1, None], [0, 0, 0, 0, None]]


def test_curve_goes_from_the_surest_on(made: Any) -> None:
    scored = [
        case(made, "right", sufficiency=0.9), case(made, "wrong", sufficiency=0.5),
        case(made, "right", sufficiency=0.5), case(made, "wrong", "unanswerable", sufficiency=0.7),
        case(made, "refused", sufficiency=0.2),
        case(made, "right"), case(made, "right", "apart", sufficiency=0.8),
    ]  # fmt: skip
    # Six questions are settled; four answers have a confidence.
    assert risk_coverage(scored) == (
        CurvePoint(0.9, 1 / 6, 0 / 1),
        CurvePoint(0.7, 2 / 6, 1 / 2),
        CurvePoint(0.5, 4 / 6, 2 / 4),
    )
    # Losses in order, the two of 0.5 sharing theirs: 0, 1, 1/2, 1/2.
    expected = (0 / 1 + 1 / 2 + 1.5 / 3 + 2 / 4) / 4
    assert value(AURC, scored) == pytest.approx(expected)


def test_area_of_a_perfect_order_is_the_best(made: Any) -> None:
    rows = np.asarray([[0.9, 0.0], [0.8, 0.0], [0.1, 1.0]])
    assert area_under(rows) == pytest.approx((0 / 1 + 0 / 2 + 1 / 3) / 3)
    assert best_area([1.0, 0.0, 0.0]) == pytest.approx((0 / 1 + 0 / 2 + 1 / 3) / 3)
    assert best_area([]) == 0.0


def test_area_takes_no_notice_of_the_order_of_rows() -> None:
    rows = np.asarray([[0.9, 1.0], [0.5, 0.0], [0.5, 1.0], [0.2, 0.0]])
    assert area_under(rows) == pytest.approx(area_under(rows[::-1]))


@given(st.lists(st.tuples(st.sampled_from([0.1, 0.5, 0.5, 0.9]), st.sampled_from([0.0, 1.0])), min_size=1, max_size=12))
def test_area_is_the_mean_over_all_orders_of_equals(rows: list[tuple[float, float]]) -> None:
    shared = {c: [loss for other, loss in rows if other == c] for c, _ in rows}
    losses = [sum(shared[c]) / len(shared[c]) for c in sorted((c for c, _ in rows), reverse=True)]
    expected = sum(sum(losses[:n]) / n for n in range(1, len(losses) + 1)) / len(losses)
    assert float(area_under(np.asarray(rows))) == pytest.approx(expected)


def test_figures_of_many_draws_are_those_of_each(made: Any) -> None:
    drawn = np.random.default_rng(0).integers(0, 2, (5, 7, 2)).astype(float)
    for measure in (BALANCED, AURC, *LATENCY):
        assert measure.figure(drawn) == pytest.approx([float(measure.figure(one)) for one in drawn], nan_ok=True)


def test_nothing_answered_has_no_curve(made: Any) -> None:
    assert risk_coverage([case(made, "refused", sufficiency=0.4)]) == ()
    assert risk_coverage([]) == ()
    assert value(AURC, [case(made, "refused", sufficiency=0.4)]) is None


def test_latency_is_median_and_nearest_rank(made: Any) -> None:
    seconds = [*range(1, 21), None, float("nan")]
    scored = [case(made, "right", seconds=s) for s in seconds]
    median, p95 = LATENCY
    assert value(median, scored) == (10 + 11) / 2
    assert value(p95, scored) == 19  # 19 of 20 are 95 %
    assert value(p95, scored[:3]) == 3
    assert value(median, [case(made, "right")]) is None
