"""A neighbourhood as SVG: what points to the node on its left, what it points to on its right, filled by level.

Labels stand inside boxes and boxes never overlap: each hop is a column, and a column is a stack. Edges run in the gaps
between columns where they can; what kind they are shows in colour and dash, with a legend, not in more labels.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from pincite.graph.export import LEVEL_COLORS, edge_label, full_label, xml_text
from pincite.graph.okg import KnowledgeGraph, Node, NodeKind
from pincite.types.law import AuthorityLevel
from pincite.types.reference import Edge, EdgeType

MAX_NODES = 30
"""Nodes of a picture that is still read at a glance."""

FONT = 13
SMALL = 11
PADDING = 8
BOX_HEIGHT = 40
ROW_GAP = 14
COLUMN_GAP = 120
MARGIN = 20
MAX_WIDTH = 250
MIN_PICTURE = 560.0
LEGEND_HEIGHT = 60

EDGE_STYLES: Mapping[EdgeType, tuple[str, str]] = {
    EdgeType.REFERENCES: ("#555555", ""),
    EdgeType.DELEGATES_TO: ("#d95f02", ""),
    EdgeType.SPECIFIES: ("#1b9e77", ""),
    EdgeType.REQUIRES_FORM: ("#7570b3", "6 3"),
    EdgeType.DEFINES: ("#e7298a", "2 3"),
    EdgeType.PART_OF: ("#aaaaaa", "1 3"),
}
"""Colour and dashes of each edge type."""


@dataclass(frozen=True, slots=True)
class Box:
    """A node's place in the picture, in pixels from the upper left."""

    node: Node
    lines: tuple[str, str]
    x: float
    y: float
    width: float

    @property
    def middle(self) -> float:
        """Height of the centre."""
        return self.y + BOX_HEIGHT / 2


def shown_types(node: Node) -> tuple[EdgeType, ...]:
    """The edge types that a picture around a node shows: references and delegations; of a term where it is used."""
    if node.kind is NodeKind.DEFINITION:
        return (EdgeType.DEFINES,)
    return tuple(kind for kind in EdgeType if kind not in (EdgeType.PART_OF, EdgeType.DEFINES))


def svg(graph: KnowledgeGraph, node_id: str, hops: int = 1, budget: int = MAX_NODES) -> str:
    """The neighbourhood of a node as an SVG document.

    Args:
        budget: most nodes; the nearest are shown.

    Raises:
        InputError: there is no such node.
    """
    types = shown_types(graph.node(node_id))
    shown = [reached.id for reached in graph.closure([node_id], types, hops, budget)]
    boxes = layout(graph, shown, types)
    edges = _between(graph, shown, types)
    titles = {part.member.id: part.member.standing.title for part in graph.parts}
    width = max(MIN_PICTURE, *(box.x + box.width + MARGIN for box in boxes.values()))
    bottom = max(box.y for box in boxes.values()) + BOX_HEIGHT + MARGIN
    legend = list(_legend(boxes, edges, bottom, width))
    lines = [_head(full_label(graph.nodes[node_id]), width, bottom + LEGEND_HEIGHT)]
    lines += [_edge(boxes, group) for group in edges]
    lines += [_box(box, titles, box.node.id == node_id) for box in boxes.values()]
    return "\n".join([*lines, *legend, "</svg>", ""])


def layout(graph: KnowledgeGraph, shown: Sequence[str], types: Collection[EdgeType]) -> dict[str, Box]:
    """Where each node stands; the first is the one in the middle.

    A node that is pointed to stands one column right of what points to it, others one left; a column is ordered by
    level, then by the place of what its nodes are joined with.
    """
    columns = _columns(graph, shown, types)
    order: dict[int, list[str]] = {}
    for node_id in shown:
        order.setdefault(columns[node_id], []).append(node_id)
    lines = {node_id: _lines(graph, graph.nodes[node_id]) for node_id in shown}
    widths = {at: max(_box_width(lines[n]) for n in ids) for at, ids in order.items()}
    tallest = max(map(len, order.values()))
    boxes: dict[str, Box] = {}
    x = float(MARGIN)
    for at in sorted(order):
        ids = sorted(order[at], key=lambda n: (graph.nodes[n].level, shown.index(n)))
        y = MARGIN + (tallest - len(ids)) * (BOX_HEIGHT + ROW_GAP) / 2
        for node_id in ids:
            boxes[node_id] = Box(graph.nodes[node_id], lines[node_id], x, y, widths[at])
            y += BOX_HEIGHT + ROW_GAP
        x += widths[at] + COLUMN_GAP
    return boxes


def _columns(graph: KnowledgeGraph, shown: Sequence[str], types: Collection[EdgeType]) -> dict[str, int]:
    columns = {shown[0]: 0}
    wanted, queue = set(shown), [shown[0]]
    for at in queue:
        for step in graph.neighbours(at, types):
            if step.id in wanted and step.id not in columns:
                side = 1 if columns[at] > 0 or (columns[at] == 0 and step.forward) else -1
                columns[step.id] = columns[at] + side
                queue.append(step.id)
    return {node_id: columns.get(node_id, 0) for node_id in shown}


def _between(graph: KnowledgeGraph, shown: Sequence[str], types: Collection[EdgeType]) -> list[list[Edge]]:
    """The edges among the nodes, those of one type between the same two as one."""
    wanted = set(shown)
    groups: dict[tuple[str, str, EdgeType], list[Edge]] = {}
    for node_id in shown:
        for step in graph.neighbours(node_id, types, "out"):
            if step.id in wanted:
                groups.setdefault((node_id, step.id, step.edge.type), []).append(step.edge)
    return [groups[key] for key in sorted(groups)]


def _lines(graph: KnowledgeGraph, node: Node) -> tuple[str, str]:
    """The label, and below it the document that it stands in."""
    below = graph.nodes[node.document_id].title if node.document_id in graph.nodes else "outside the corpus"
    if node.kind is NodeKind.DOCUMENT:
        below = str(node.level)
    room = MAX_WIDTH - 2 * PADDING
    return fitted(full_label(node), FONT, room), fitted(below, SMALL, room)


def text_width(text: str, size: float) -> float:
    """Width of a text in a usual sans-serif, in pixels, a little on the safe side."""
    wide = sum(unicodedata.east_asian_width(character) in "WFA" for character in text)
    capital = sum(character.isupper() for character in text)
    return size * (wide * 1.0 + capital * 0.72 + (len(text) - wide - capital) * 0.58)


def fitted(text: str, size: float, room: float) -> str:
    """The text, cut with an ellipsis where it is wider than the room."""
    text = " ".join(text.split())
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def _box_width(lines: tuple[str, str]) -> float:
    return max(text_width(lines[0], FONT), text_width(lines[1], SMALL), 60) + 2 * PADDING


def _head(title: str, width: float, height: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" font-family="sans-serif">\n'
        f"<title>{_text(title)}</title>\n"
        '<rect width="100%" height="100%" fill="#ffffff"/>\n'
        '<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 L8 4 L0 8 z" fill="context-stroke"/></marker></defs>'
    )


def _box(box: Box, titles: Mapping[str, str], is_middle: bool) -> str:
    node = box.node
    dash = ' stroke-dasharray="4 2"' if node.span is None and node.kind is not NodeKind.DOCUMENT else ""
    about = f"{node.id}\n{titles.get(node.document_id, '')}".strip()
    return (
        f'<g><title>{_text(about)}</title><rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" '
        f'height="{BOX_HEIGHT}" rx="5" fill="{LEVEL_COLORS[node.level]}" stroke="#333" '
        f'stroke-width="{2.5 if is_middle else 1}"{dash}/>'
        f'<text x="{box.x + PADDING:.1f}" y="{box.y + 17:.1f}" font-size="{FONT}">{_text(box.lines[0])}</text>'
        f'<text x="{box.x + PADDING:.1f}" y="{box.y + 32:.1f}" font-size="{SMALL}" fill="#444">{_text(box.lines[1])}'
        "</text></g>"
    )


def _edge(boxes: Mapping[str, Box], group: Sequence[Edge]) -> str:
    first = group[0]
    color, dash = EDGE_STYLES[first.type]
    said = "\n".join(dict.fromkeys(edge_label(edge) for edge in group))
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="{_way(boxes[first.source], boxes[first.target], first.type)}" fill="none" stroke="{color}" '
        f'stroke-width="{min(1.2 + 0.4 * (len(group) - 1), 3):.1f}"{dashes} marker-end="url(#head)">'
        f"<title>{_text(said)}</title></path>"
    )


def _way(source: Box, target: Box, kind: EdgeType) -> str:
    """A curve from side to side; types between the same two boxes run a little apart."""
    apart = (list(EdgeType).index(kind) - 2.5) * 4
    y1, y2 = source.middle + apart, target.middle + apart
    if source.x == target.x:  # in one column: around the right side
        x = source.x + source.width
        out = x + 24 + abs(y2 - y1) * 0.12
        return f"M{x:.1f} {y1:.1f} C{out:.1f} {y1:.1f} {out:.1f} {y2:.1f} {x:.1f} {y2:.1f}"
    rightward = source.x < target.x
    x1 = source.x + source.width if rightward else source.x
    x2 = target.x if rightward else target.x + target.width
    bend = (x2 - x1) / 2
    return f"M{x1:.1f} {y1:.1f} C{x1 + bend:.1f} {y1:.1f} {x2 - bend:.1f} {y2:.1f} {x2:.1f} {y2:.1f}"


def _legend(boxes: Mapping[str, Box], edges: Iterable[Sequence[Edge]], y: float, width: float) -> Iterator[str]:
    """The levels and edge types that occur, in two lines."""
    x = float(MARGIN)
    for level in sorted({box.node.level for box in boxes.values()}):
        name = str(level) if level is not AuthorityLevel.OTHER else "other, outside"
        yield (
            f'<rect x="{x:.1f}" y="{y:.1f}" width="12" height="12" fill="{LEVEL_COLORS[level]}" stroke="#333"/>'
            f'<text x="{x + 17:.1f}" y="{y + 10.5:.1f}" font-size="{SMALL}">{name}</text>'
        )
        x += 17 + text_width(name, SMALL) + 16
    x, y = float(MARGIN), y + 22
    for kind in [kind for kind in EdgeType if any(group[0].type is kind for group in edges)]:
        color, dash = EDGE_STYLES[kind]
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        room = 30 + text_width(str(kind), SMALL) + 16
        if x > MARGIN and x + room > width:
            x, y = float(MARGIN), y + 16
        yield (
            f'<path d="M{x:.1f} {y + 6:.1f} h24" stroke="{color}" stroke-width="2"{dashes}/>'
            f'<text x="{x + 30:.1f}" y="{y + 10.5:.1f}" font-size="{SMALL}">{kind}</text>'
        )
        x += room


def _text(text: str) -> str:
    return escape(xml_text(text))
