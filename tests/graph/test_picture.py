"""A neighbourhood as SVG: it is well formed, coloured by level, and no two boxes or labels touch."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import combinations
from typing import Any

import pytest

from pincite.errors import InputError
from pincite.graph.export import LEVEL_COLORS
from pincite.graph.okg import KnowledgeGraph
from pincite.graph.picture import MAX_NODES, fitted, layout, shown_types, svg, text_width
from pincite.types.reference import ReferenceForm

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def hub(law: Any, ref: Any, act: Any, link: Any) -> KnowledgeGraph:
    """An article that 40 others of long titles cite."""
    lines = [
        (f"a{n}", f"제{n}조(아주 긴 제목을 가진 조문으로서 자리를 많이 차지하는 것 {n}) 법 제3조") for n in range(1, 41)
    ]
    refs = [ref(f"a{n}", "법 제3조", ReferenceForm.ALIAS, "a3", "법") for n in range(1, 41)]
    graph: KnowledgeGraph = link(law.member("decree", "등대관리법 시행령", lines, refs), act())
    return graph


def boxes(graph: KnowledgeGraph, node_id: str) -> Any:
    types = shown_types(graph.node(node_id))
    shown = [r.id for r in graph.closure([node_id], types, 2, MAX_NODES)]
    return layout(graph, shown, types)


def test_boxes_do_not_overlap_and_hold_their_labels(hub: KnowledgeGraph) -> None:
    found = boxes(hub, "act/a3")
    assert len(found) == MAX_NODES
    for one, other in combinations(found.values(), 2):
        apart_x = one.x + one.width <= other.x or other.x + other.width <= one.x
        assert apart_x or abs(one.y - other.y) >= 40
    for box in found.values():
        assert text_width(box.lines[0], 13) <= box.width - 16
        assert text_width(box.lines[1], 11) <= box.width - 16


def test_what_points_to_the_node_stands_left_and_what_it_points_to_right(act: Any, decree: Any, link: Any) -> None:
    graph = link(act(), decree())
    found = boxes(graph, "act/a5/p1")
    assert found["act/a5/p2"].x < found["act/a5/p1"].x < found["decree/a3"].x


def test_picture_is_well_formed_and_coloured_by_level(hub: KnowledgeGraph) -> None:
    root = ET.fromstring(svg(hub, "act/a3"))
    fills = {rect.get("fill") for rect in root.iter(f"{SVG}rect")}
    levels = {node.level for node in hub.nodes.values()}
    assert {LEVEL_COLORS[level] for level in levels} <= fills
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for rect in root.iter(f"{SVG}rect"):
        if rect.get("x"):
            assert float(rect.get("x", 0)) + float(rect.get("width", 0)) <= width
            assert float(rect.get("y", 0)) + float(rect.get("height", 0)) <= height


def test_term_is_drawn_with_its_uses(act: Any, link: Any) -> None:
    root = ET.fromstring(svg(link(act()), "act/a2/i1/def:등대지기"))
    assert len(list(root.iter(f"{SVG}g"))) == 3  # the term, its definition, its use


def test_lone_node_is_drawn(act: Any, link: Any) -> None:
    assert "<rect" in svg(link(act()), "act/a3")


def test_same_graph_same_picture(act: Any, decree: Any, link: Any) -> None:
    assert svg(link(act(), decree()), "act/a5/p1") == svg(link(decree(), act()), "act/a5/p1")


def test_unknown_node_is_an_error(act: Any, link: Any) -> None:
    with pytest.raises(InputError, match="no provision"):
        svg(link(act()), "act/a99")


def test_long_label_is_cut_with_an_ellipsis() -> None:
    assert fitted("등대" * 40, 13, 100).endswith("…")
    assert fitted("등대", 13, 100) == "등대"
