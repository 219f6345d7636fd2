"""What a rule makes necessary: kinds of needs, budgets, turns, places."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from pincite.retrieve.closure import Brought, Need, close, inserted, need_of
from pincite.retrieve.unit_edges import UnitStep
from pincite.types.reference import Edge, EdgeType, Manner

REFERENCES, DELEGATES, SPECIFIES = EdgeType.REFERENCES, EdgeType.DELEGATES_TO, EdgeType.SPECIFIES


def step(
    *units: str, kind: EdgeType = DELEGATES, manner: str = "", forward: bool = True, inherited: bool = False
) -> UnitStep:
    return UnitStep(units, Edge("s", "t", kind, manner), forward, inherited)


NEEDS = [
    pytest.param(step("x"), Need.DELEGATED, id="delegation-filled"),
    pytest.param(step("x", forward=False), Need.GOVERNING, id="delegation-that-it-fills"),
    pytest.param(step("x", kind=SPECIFIES), Need.GOVERNING, id="higher-text-that-it-carries-out"),
    pytest.param(step("x", kind=SPECIFIES, forward=False), Need.DETAIL, id="lower-text-that-carries-it-out"),
    pytest.param(step("x", kind=REFERENCES, manner=Manner.EXCEPTION), Need.EXCEPTION, id="what-it-is-the-exception-of"),
    pytest.param(
        step("x", kind=REFERENCES, manner=Manner.EXCEPTION, forward=False), Need.EXCEPTION, id="its-exception"
    ),
    pytest.param(step("x", kind=SPECIFIES, manner=Manner.EXCEPTION), Need.EXCEPTION, id="exception-to-higher-text"),
    pytest.param(step("x", kind=REFERENCES, manner=Manner.MUTATIS_MUTANDIS), Need.APPLIED, id="what-it-applies"),
    pytest.param(step("x", kind=REFERENCES, manner=Manner.MUTATIS_MUTANDIS, forward=False), None, id="who-applies-it"),
    pytest.param(step("x", kind=REFERENCES), Need.CITED, id="plain-reference"),
    pytest.param(step("x", kind=REFERENCES, forward=False), None, id="who-cites-it"),
    pytest.param(step("x", inherited=True), None, id="delegation-in-another-part-of-the-article"),
    pytest.param(
        step("x", kind=REFERENCES, manner=Manner.EXCEPTION, forward=False, inherited=True),
        Need.EXCEPTION,
        id="exception-to-the-whole-article",
    ),
    pytest.param(step("x", kind=EdgeType.PART_OF), None, id="part"),
]


@pytest.mark.parametrize(("one", "need"), NEEDS)
def test_need_of_a_step(one: UnitStep, need: Need | None) -> None:
    assert need_of(one) is need


def closed(ranked: Sequence[str], steps: dict[str, Sequence[UnitStep]], **given: Any) -> list[str]:
    like: Callable[[str], float] = given.pop("likeness", lambda unit: 0.5)
    values: dict[str, Any] = {"top": 5, "held": 10, "max_units": 4, "max_tokens": 1000, "needs": set(Need), **given}
    found = close(ranked, lambda unit: steps.get(unit, ()), tokens_of=lambda unit: 100, likeness=like, **values)
    return [f"{b.by}>{b.unit}" for b in found]


def test_likest_comes_first_and_what_may_not_be_brought_does_not() -> None:
    like = {"x1": 0.2, "x2": 0.8, "x3": -1.0}.__getitem__
    assert closed(["a"], {"a": [step("x1"), step("x2"), step("x3")]}, likeness=like) == ["a>x2", "a>x1"]


def test_of_units_alike_the_higher_rule_brings_its_own_first() -> None:
    assert closed(["a", "b"], {"a": [step("x")], "b": [step("y")]}, max_units=1) == ["a>x"]
    like = {"x": 0.5, "y": 0.6}.__getitem__
    assert closed(["a", "b"], {"a": [step("x")], "b": [step("y")]}, max_units=1, likeness=like) == ["b>y"]


def test_what_two_rules_need_is_brought_once_by_the_higher() -> None:
    assert closed(["a", "b"], {"a": [step("x")], "b": [step("x")]}) == ["a>x"]


def test_only_the_top_brings() -> None:
    assert closed(["a", "b"], {"b": [step("y")]}, top=1) == []


def test_only_the_needs_that_count() -> None:
    steps = {"a": [step("x"), step("y", kind=REFERENCES)]}
    assert closed(["a"], steps, needs={Need.DELEGATED}) == ["a>x"]
    assert closed(["a"], steps, needs=set()) == []


def test_what_stays_anyway_is_not_brought_again() -> None:
    ranked = [f"u{n}" for n in range(10)]
    assert closed(ranked, {"u0": [step("u5")]}, max_units=4) == []
    assert closed(ranked, {"u0": [step("u6")]}, max_units=4) == ["u0>u6"]


@pytest.mark.parametrize(("tokens", "count"), [(99, 0), (100, 1), (250, 2)])
def test_budget_of_tokens(tokens: int, count: int) -> None:
    assert len(closed(["a"], {"a": [step("x1"), step("x2"), step("x3")]}, max_tokens=tokens)) == count


@pytest.mark.parametrize("count", [0, 1, 3])
def test_budget_of_units(count: int) -> None:
    assert len(closed(["a"], {"a": [step("x1"), step("x2"), step("x3")]}, max_units=count)) == count


def test_edge_to_a_split_article_brings_a_bounded_part() -> None:
    assert closed(["a"], {"a": [step("p1", "p2", "p3", "p4")]}, per_edge=2) == ["a>p1", "a>p2"]


def test_brought_units_stand_behind_the_top_in_their_order() -> None:
    edge = Edge("s", "t", DELEGATES)
    brought = [Brought(unit, "a", edge, Need.DELEGATED, 1.0) for unit in ("x", "d", "y")]
    assert inserted(["a", "b", "c", "d", "e"], brought, 2) == ["a", "b", "x", "d", "y", "c", "e"]
    assert inserted(["a"], brought, 2) == ["a", "x", "d", "y"]
    assert inserted([], [], 2) == []
