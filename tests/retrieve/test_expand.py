"""Steps along edges: scores that fade, the best seed, bounded fan-out, what may not be used; and units finer or coarser
than the graph's nodes."""

from collections.abc import Callable, Iterable

import pytest

from pincite.graph.units import ProvisionUnits
from pincite.library import Library
from pincite.retrieve.expand import expand, likest
from pincite.retrieve.unit_edges import UnitEdges, UnitStep
from pincite.settings import ChunkSettings
from pincite.types.reference import Edge, EdgeType

MakeLibrary = Callable[..., Library]


def step(*units: str, source: str = "s", target: str = "t") -> UnitStep:
    return UnitStep(units, Edge(source, target, EdgeType.REFERENCES), True, False)


def walker(**steps: Iterable[UnitStep]) -> Callable[[str], Iterable[UnitStep]]:
    return lambda unit: steps.get(unit, ())


def test_neighbour_takes_its_share_of_the_best_seed() -> None:
    found = expand({"a": 0.9, "b": 0.5}, walker(a=[step("x")], b=[step("x", source="worse"), step("y")]), decay=0.7)
    assert {unit: r.score for unit, r in found.items()} == pytest.approx({"x": 0.7 * 0.9, "y": 0.7 * 0.5})
    assert (found["x"].seed, found["x"].via[0].source) == ("a", "s")


def test_seeds_are_not_reached() -> None:
    assert expand({"a": 0.9, "b": 0.1}, walker(a=[step("b")])) == {}


def test_second_hop_fades_twice_and_tells_both_edges() -> None:
    steps = walker(a=[step("x", target="1")], x=[step("y", "a", target="2")])
    assert set(expand({"a": 1.0}, steps)) == {"x"}
    found = expand({"a": 1.0}, steps, hops=2, decay=0.5)
    assert found["y"].score == pytest.approx(0.25)
    assert [edge.target for edge in found["y"].via] == ["1", "2"]
    assert found["y"].seed == "a"


def test_circle_ends() -> None:
    found = expand({"a": 1.0}, walker(a=[step("x")], x=[step("y")], y=[step("x")]), hops=3)
    assert set(found) == {"x", "y"}
    assert len(found["x"].via) == 1


def test_no_hop_reaches_nothing() -> None:
    assert expand({"a": 1.0}, walker(a=[step("x")]), hops=0) == {}


def test_edge_to_many_units_leads_to_the_likest_in_use() -> None:
    like = {"p1": 0.1, "p2": 0.9, "p3": -1.0, "p4": 0.5}.__getitem__
    found = expand({"a": 1.0}, walker(a=[step("p1", "p2", "p3", "p4")]), per_edge=2, likeness=like)
    assert set(found) == {"p2", "p4"}


def test_units_alike_keep_the_order_of_the_text() -> None:
    assert likest(["p3", "p1", "p2"], 2, lambda unit: 0.0) == ["p3", "p1"]


LONG = "등대지기는 빛을 살핀다. " * 12
SPLIT = {
    "act.md": f"""---
title: 등대관리법
level: 법률
---

# 등대관리법

## 제1장 총칙

##### 제1조 (점검)

**①** 점검은 아침에 한다. {LONG}

**②** 점검은 저녁에도 한다. {LONG}

**③** 제1항에 따른 점검은 적는다. {LONG}

##### 제2조 (준용)

등선에는 제1조제2항을 준용한다.

##### 제3조 (전부)

제1조에 따른 점검을 마치면 쉰다.

##### 제4조 삭제 <2023. 1. 1.>

##### 제5조 (삭제된 것)

제4조에 따른 것과 「항만법」 제1조, 이 법에 따른 것은 "등대"와 같다.

##### 제6조 (장)

제1장에 따른 점검은 쉬지 않는다.
"""
}


@pytest.fixture(scope="module")
def split(make_shared_library: MakeLibrary) -> tuple[UnitEdges, dict[str, str]]:
    """Steps between the units of an act whose first article is split, and provision to chunk."""
    library = make_shared_library(SPLIT, chunk=ChunkSettings(max_tokens=150, overlap_tokens=0, min_tokens=0))
    graph = library.graph()
    units = ProvisionUnits.of_library(library.store, graph)
    names = {chunk.provision_id or "": chunk.id for chunk in library.store.each_chunk()}
    return UnitEdges(graph, units), names


def targets(edges: UnitEdges, names: dict[str, str], of: str, *, forward: bool = True) -> set[str]:
    back = {unit: name for name, unit in names.items()}
    return {
        back[u]
        for s in edges.steps(names[of])
        if s.forward is forward and s.edge.type is EdgeType.REFERENCES
        for u in s.units
    }


@pytest.mark.parametrize(
    ("of", "forward", "found"),
    [
        pytest.param("act/a2", True, {"act/a1/p2"}, id="to-the-paragraph-named"),
        pytest.param("act/a3", True, {"act/a1/p1", "act/a1/p2", "act/a1/p3"}, id="to-all-units-of-a-whole-article"),
        pytest.param("act/a1/p1", False, {"act/a1/p3", "act/a3"}, id="paragraph-is-cited-with-its-article"),
        pytest.param("act/a1/p2", False, {"act/a2", "act/a3"}, id="another-paragraph-is-not"),
        pytest.param("act/a5", True, set(), id="deleted-and-outside-lead-nowhere"),
        pytest.param("act/a6", True, set(), id="chapter-leads-nowhere"),
    ],
)
def test_edges_join_the_units_that_hold_the_provisions(
    split: tuple[UnitEdges, dict[str, str]], of: str, forward: bool, found: set[str]
) -> None:
    assert targets(*split, of, forward=forward) == found


def test_edge_of_the_article_is_told_from_the_units_own(split: tuple[UnitEdges, dict[str, str]]) -> None:
    edges, names = split
    steps = {(s.edge.source, s.inherited) for s in edges.steps(names["act/a1/p2"]) if not s.forward}
    assert ("act/a2", False) in steps
    assert ("act/a3", True) in steps


@pytest.mark.parametrize(("direction", "forward"), [("out", {True}), ("in", {False}), ("both", {True, False})])
def test_direction_is_heeded(split: tuple[UnitEdges, dict[str, str]], direction: str, forward: set[bool]) -> None:
    edges, names = split
    walked = edges.walked(names["act/a1/p3"], {EdgeType.REFERENCES}, direction)
    assert {s.forward for s in walked} == forward
    assert list(edges.walked(names["act/a1/p3"], {EdgeType.SPECIFIES}, direction)) == []
