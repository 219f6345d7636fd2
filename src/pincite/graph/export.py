"""The graph in the forms of other programs: GraphML, JSON lines, Mermaid, DOT; the same graph gives the same bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from pincite.graph.okg import KnowledgeGraph, Node
from pincite.types.law import AuthorityLevel
from pincite.types.provision import Provision
from pincite.types.reference import Edge

LEVEL_COLORS: Mapping[AuthorityLevel, str] = {
    AuthorityLevel.STATUTE: "#9ecae1",
    AuthorityLevel.DECREE: "#a1d99b",
    AuthorityLevel.RULE: "#fdd0a2",
    AuthorityLevel.NOTICE: "#dadaeb",
    AuthorityLevel.MANUAL: "#fcbba1",
    AuthorityLevel.OTHER: "#e0e0e0",
}
"""Fill colours by authority level, light enough for black letters."""

_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NODE_KEYS = ("kind", "label", "title", "document_id", "level", "provision_kind")
_EDGE_KEYS = ("type", "manner", "start", "end")


def node_record(node: Node) -> dict[str, Any]:
    """A node as JSON values."""
    return {
        "id": node.id,
        "kind": str(node.kind),
        "label": node.label,
        "title": node.title,
        "document_id": node.document_id or None,
        "level": str(node.level),
        "provision_kind": node.provision_kind.name.lower() if node.provision_kind else None,
        "span": _span(node.span),
        "deleted": node.deleted,
    }


def provision_record(provision: Provision) -> dict[str, Any]:
    """A provision as JSON values."""
    return {
        "id": provision.id,
        "kind": provision.kind.name.lower(),
        "number": provision.number,
        "parent": provision.parent,
        "title": provision.title,
        "deleted": provision.deleted,
        "span": _span(provision.span),
        "heading": _span(provision.heading),
        "notes": [_span(note) for note in provision.notes],
    }


def edge_record(edge: Edge) -> dict[str, Any]:
    """An edge as JSON values; the span is in the text of the source's document."""
    return {
        "source": edge.source,
        "target": edge.target,
        "type": str(edge.type),
        "manner": edge.manner,
        "span": _span(edge.span),
    }


def _span(span: tuple[int, int] | None) -> dict[str, int] | None:
    return {"start": span[0], "end": span[1]} if span else None


def jsonl(nodes: Sequence[Node], edges: Sequence[Edge]) -> Iterator[str]:
    """One object a line: all nodes with `"record": "node"`, then all edges with `"record": "edge"`."""
    for node in nodes:
        yield json.dumps({"record": "node", **node_record(node)}, ensure_ascii=False)
    for edge in edges:
        yield json.dumps({"record": "edge", **edge_record(edge)}, ensure_ascii=False)


def graphml(nodes: Sequence[Node], edges: Sequence[Edge]) -> Iterator[str]:
    """GraphML 1.0, a directed multigraph: every edge has an id of its own."""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
    for domain, names in (("node", _NODE_KEYS), ("edge", _EDGE_KEYS)):
        for name in names:
            kind = "int" if name in ("start", "end") else "string"
            yield f'  <key id="{domain}_{name}" for="{domain}" attr.name="{name}" attr.type="{kind}"/>'
    yield '  <graph id="okg" edgedefault="directed">'
    for node in nodes:
        yield f"    <node id={_attribute(node.id)}>{_data('node', _NODE_KEYS, node_record(node))}</node>"
    for place, edge in enumerate(edges):
        ends = f"source={_attribute(edge.source)} target={_attribute(edge.target)}"
        record = {**edge_record(edge), **(_span(edge.span) or {})}
        yield f'    <edge id="e{place}" {ends}>{_data("edge", _EDGE_KEYS, record)}</edge>'
    yield "  </graph>"
    yield "</graphml>"


def _data(domain: str, names: Iterable[str], record: Mapping[str, Any]) -> str:
    values = ((name, record.get(name)) for name in names)
    return "".join(
        f'<data key="{domain}_{name}">{escape(xml_text(str(value)))}</data>'
        for name, value in values
        if value not in (None, "")
    )


def _attribute(text: str) -> str:
    return quoteattr(xml_text(text))


def xml_text(text: str) -> str:
    """The text with what XML 1.0 cannot hold as `�`: controls, lone surrogates, the last two of the plane."""
    return _NO_XML.sub("�", text)


def dot(nodes: Sequence[Node], edges: Sequence[Edge]) -> Iterator[str]:
    """Graphviz DOT, coloured by authority level."""
    yield "digraph okg {"
    yield '  node [shape=box style="rounded,filled" fontname="sans-serif"];'
    for node in nodes:
        yield f"  {_quoted(node.id)} [label={_quoted(full_label(node))} fillcolor={_quoted(LEVEL_COLORS[node.level])}];"
    for edge in edges:
        yield f"  {_quoted(edge.source)} -> {_quoted(edge.target)} [label={_quoted(edge_label(edge))}];"
    yield "}"


def _quoted(text: str) -> str:
    return '"' + " ".join(text.replace("\\", "\\\\").replace('"', '\\"').split()) + '"'


def mermaid(nodes: Sequence[Node], edges: Sequence[Edge]) -> Iterator[str]:
    """A Mermaid flow chart, coloured by authority level."""
    names = {node.id: f"n{place}" for place, node in enumerate(nodes)}
    yield "flowchart LR"
    for node in nodes:
        yield f'  {names[node.id]}["{_entities(full_label(node))}"]:::{node.level}'
    for edge in edges:
        if edge.source in names and edge.target in names:
            yield f'  {names[edge.source]} -->|"{_entities(edge_label(edge))}"| {names[edge.target]}'
    for level in sorted({node.level for node in nodes}):
        yield f"  classDef {level} fill:{LEVEL_COLORS[level]},stroke:#555,color:#000"


def _entities(text: str) -> str:
    """Mermaid reads `#quot;` and the like, and takes other punctuation for its own."""
    return " ".join("".join(f"#{ord(c)};" if c in '"#<>&;[]{}|`\\' else c for c in text).split())


def full_label(node: Node) -> str:
    """What a picture writes on a node: the label, and the title behind it where it has one of its own."""
    return node.label if node.title in ("", node.label) or node.title in node.label else f"{node.label} {node.title}"


def edge_label(edge: Edge) -> str:
    """What a picture writes on an edge."""
    return f"{edge.type} ({edge.manner})" if edge.manner else str(edge.type)


FORMATS: Mapping[str, Callable[[Sequence[Node], Sequence[Edge]], Iterator[str]]] = {
    "graphml": graphml,
    "jsonl": jsonl,
    "mermaid": mermaid,
    "dot": dot,
}


def export(graph: KnowledgeGraph, form: str, *, rolled_up: bool = False) -> Iterator[str]:
    """The graph's lines in a form, nodes in the order of the texts.

    Args:
        form: one of `FORMATS`.
        rolled_up: edges between articles and sections, and the nodes that they join.
    """
    edges: Sequence[Edge] = graph.rolled_up() if rolled_up else graph.edges
    nodes = list(graph.nodes.values())
    if rolled_up:
        ends = {end for edge in edges for end in (edge.source, edge.target)}
        nodes = [node for node in nodes if node.id in ends]
    yield from FORMATS[form](nodes, edges)
