"""The graph in the forms of other programs."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from pincite.graph.export import FORMATS, export
from pincite.graph.okg import KnowledgeGraph
from pincite.text.provision_labels import provision_label

NS = "{http://graphml.graphdrawing.org/xmlns}"
LABELS = [
    ("ko-item", "a20/p1/i2", "ko", "제20조제1항제2호"),
    ("ko-branches", "a13-2/p1/i1-2/b3", "ko", "제13조의2제1항제1호의2다목"),
    ("ko-addenda", "x1/a2", "ko", "부칙 제2조"),
    ("ko-addenda-number", "x21421/a2", "ko", "부칙(21421) 제2조"),
    ("ko-annex", "n2-2/i3", "ko", "별표 2의2 제3호"),
    ("ko-form", "f5", "ko", "별지 제5호서식"),
    ("ko-only-form", "f0", "ko", "별지 서식"),
    ("ko-chapter", "c2/sc1", "ko", "제2장제1절"),
    ("us-section", "s164.502/pa/p1/pii/pA", "en", "§ 164.502(a)(1)(ii)(A)"),
    ("us-subpart", "pt164/spE", "en", "Part 164, Subpart E"),
    ("us-definition", "s160.103/pcovered-entity/p3", "en", "§ 160.103 “covered entity” (3)"),
    ("paragraph-t", "s1.10/pt", "en", "§ 1.10(t)"),
    ("eu", "a6/p1/if", "en", "Article 6(1)(f)"),
    ("eu-recital", "r26", "en", "Recital 26"),
    ("contract", "k1/k2/ka", "en", "1.2(a)"),
    ("term", "a2/i1/def:배", "ko", "제2조제1호"),
]


@pytest.mark.parametrize(("path", "language", "label"), [row[1:] for row in LABELS], ids=[row[0] for row in LABELS])
def test_label_is_the_printed_pincite(path: str, language: str, label: str) -> None:
    assert provision_label(path.split("/"), language) == label


@pytest.fixture(scope="module")
def graph(act: Any, decree: Any, law: Any, ref: Any, link: Any) -> KnowledgeGraph:
    """With what breaks forms of text: quotes, angle brackets, controls, lone surrogates."""
    odd = law.member("odd", 'A "<law>" & \x01 \ud800 more', (("a1", "제1조 (odd|one] {x}"),))
    made: KnowledgeGraph = link(act(), decree(), odd)
    return made


def test_graphml_is_a_directed_multigraph_with_every_node_and_edge(graph: KnowledgeGraph) -> None:
    root = ET.fromstring("\n".join(export(graph, "graphml")).encode("utf-8"))
    drawn = root.find(f"{NS}graph")
    assert drawn is not None
    assert drawn.get("edgedefault") == "directed"
    nodes = [node.get("id") for node in drawn.iter(f"{NS}node")]
    edges = [(edge.get("id"), edge.get("source"), edge.get("target")) for edge in drawn.iter(f"{NS}edge")]
    assert nodes == list(graph.nodes)
    assert [(s, t) for _, s, t in edges] == [(e.source, e.target) for e in graph.edges]
    assert len({number for number, _, _ in edges}) == len(edges)
    keys = {key.get("id") for key in root.iter(f"{NS}key")}
    assert {data.get("key") for data in root.iter(f"{NS}data")} <= keys


def test_jsonl_has_nodes_then_edges(graph: KnowledgeGraph) -> None:
    records = [json.loads(line) for line in export(graph, "jsonl")]
    kinds = [record["record"] for record in records]
    assert kinds == ["node"] * len(graph.nodes) + ["edge"] * len(graph.edges)
    provision = next(r for r in records if r.get("id") == "act/a5/p2/i1")
    assert (provision["label"], provision["level"], provision["provision_kind"]) == (
        "제5조제2항제1호",
        "statute",
        "item",
    )


def test_mermaid_names_no_node_by_its_own_words(graph: KnowledgeGraph) -> None:
    lines = list(export(graph, "mermaid"))
    assert lines[0] == "flowchart LR"
    drawn = [line for line in lines if line.startswith("  n") and "-->" not in line]
    assert len(drawn) == len(graph.nodes)
    assert all(line.count('"') == 2 for line in drawn)
    assert any("classDef statute" in line for line in lines)


def test_dot_quotes_what_it_writes(graph: KnowledgeGraph) -> None:
    lines = list(export(graph, "dot"))
    assert (lines[0], lines[-1]) == ("digraph okg {", "}")
    assert any('\\"<law>\\"' in line for line in lines)


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_rolled_up_export_has_no_paragraphs(graph: KnowledgeGraph, form: str) -> None:
    text = "\n".join(export(graph, form, rolled_up=True))
    assert "/p1" not in text
    assert len(text) < len("\n".join(export(graph, form)))
