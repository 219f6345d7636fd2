"""The operational knowledge graph: its numbers, a provision, what is around it, the way between two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request

from pincite.api.pinned import LibraryState
from pincite.api.problem import ApiProblem, responses
from pincite.api.reaching import Served, while_there
from pincite.api.work_queue import Turn
from pincite.graph.export import edge_record, full_label, node_record
from pincite.graph.okg import KnowledgeGraph, Neighbour
from pincite.graph.picture import shown_types
from pincite.graph.statistics import statistics
from pincite.types.document import Span
from pincite.types.reference import Edge, EdgeType

router = APIRouter(prefix="/graph", tags=["graph"])
MAX_TEXT = 20_000
MAX_NODES = 200
AsOf = Annotated[
    str | None, Query(max_length=20, description="ISO date: the editions in force then; the newest unless set.")
]
NodeId = Annotated[
    str, Query(min_length=1, max_length=2000, description="Of a provision, document, term or outside act.")
]


@router.get("/stats", responses=responses(422, 503))
async def stats(request: Request, served: Served, as_of: AsOf = None) -> dict[str, Any]:
    """Counts of nodes, edges and references, and of what is open."""

    def do(library: LibraryState, turn: Turn) -> dict[str, Any]:
        return statistics(library.graph(as_of))

    return await while_there(request, served.work(do))


@router.get("/provisions/{node_id:path}", responses=responses(404, 422, 503))
async def provision(
    request: Request,
    served: Served,
    node_id: Annotated[str, Path(max_length=2000)],
    as_of: AsOf = None,
) -> dict[str, Any]:
    """A node with its text and what it is joined to."""

    def do(library: LibraryState, turn: Turn) -> dict[str, Any]:
        graph = library.graph(as_of)
        _require(graph, node_id)
        text = _text(library, graph, node_id)
        return {
            **_node(graph, node_id),
            "text": text[:MAX_TEXT],
            "text_cut": len(text) > MAX_TEXT,
            "neighbours": [_step(graph, step) for step in graph.neighbours(node_id)],
        }

    return await while_there(request, served.work(do))


@router.get("/neighbourhood", responses=responses(404, 422, 503))
async def neighbourhood(
    request: Request,
    served: Served,
    id: NodeId,
    hops: Annotated[int, Query(ge=1, le=5)] = 1,
    limit: Annotated[int, Query(ge=1, le=MAX_NODES, description="Most nodes; the nearest are given.")] = 60,
    types: Annotated[
        list[EdgeType] | None, Query(description="Edges to follow; unless set, all but PART_OF and DEFINES.")
    ] = None,
    direction: Literal["both", "out", "in"] = "both",
    as_of: AsOf = None,
) -> dict[str, Any]:
    """The nodes within some hops of one, nearest first, and the edges among them."""

    def do(library: LibraryState, turn: Turn) -> dict[str, Any]:
        graph = library.graph(as_of)
        _require(graph, id)
        followed = tuple(types) if types else shown_types(graph.node(id))
        reached = graph.closure([id], followed, hops, limit + 1, direction)
        shown = {item.id: item for item in reached[:limit]}
        return {
            "id": id,
            "hops": hops,
            "nodes": [{**_node(graph, node_id), "hops": item.hops} for node_id, item in shown.items()],
            "edges": [_edge(library, edge) for edge in _among(graph, shown, followed)],
            "cut": len(reached) > limit,
        }

    return await while_there(request, served.work(do))


@router.get("/trace", responses=responses(404, 422, 503))
async def trace(
    request: Request,
    served: Served,
    source: NodeId,
    target: NodeId,
    max_hops: Annotated[int, Query(ge=1, le=20)] = 8,
    as_of: AsOf = None,
) -> dict[str, Any]:
    """A shortest way from one node to another, along edges and against them; `found` says whether there is one."""

    def do(library: LibraryState, turn: Turn) -> dict[str, Any]:
        graph = library.graph(as_of)
        for node_id in (source, target):
            _require(graph, node_id)
        way = graph.trace(source, target, max_hops=max_hops)
        return {
            "source": _node(graph, source),
            "target": _node(graph, target),
            "found": way is not None,
            "steps": [_step(graph, step) for step in way or ()],
        }

    return await while_there(request, served.work(do))


def _require(graph: KnowledgeGraph, node_id: str) -> None:
    if node_id not in graph.nodes:
        near = graph.nearest(node_id)
        hint = f"Near it are {', '.join(near)}." if near else "See the documents at /api/v1/documents."
        raise ApiProblem(404, "unknown-provision", f"There is no provision {node_id[:200]!r} in the graph.", hint=hint)


def _node(graph: KnowledgeGraph, node_id: str) -> dict[str, Any]:
    node = graph.nodes[node_id]
    document = graph.nodes.get(node.document_id)
    title = document.title if document else None
    return {**node_record(node), "document_title": title, "full_label": full_label(node)}


def _step(graph: KnowledgeGraph, step: Neighbour) -> dict[str, Any]:
    return {"id": step.id, "forward": step.forward, "edge": edge_record(step.edge), "node": _node(graph, step.id)}


def _edge(library: LibraryState, edge: Edge) -> dict[str, Any]:
    """An edge with the words that make it."""
    return {**edge_record(edge), "document_id": edge.source.split("/")[0]}


def _among(graph: KnowledgeGraph, shown: Mapping[str, Any], types: Iterable[EdgeType]) -> list[Edge]:
    wanted = tuple(types)
    return [step.edge for node_id in shown for step in graph.neighbours(node_id, wanted, "out") if step.id in shown]


def _text(library: LibraryState, graph: KnowledgeGraph, node_id: str) -> str:
    """The node's own words; of a document none."""
    node = graph.nodes[node_id]
    if node.span is None or not node.document_id:
        return ""
    return Span(*node.span).cut(library.store.document_text(node.document_id))
