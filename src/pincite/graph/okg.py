"""The operational knowledge graph: provisions, terms, forms and acts, joined by typed edges, and walks over it.

The same documents at the same date give the same graph, whatever the order in which they came.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Literal, NamedTuple

from pincite.errors import InputError
from pincite.graph.edges import definition_id, external_id
from pincite.graph.lookup import Member
from pincite.graph.resolve import Resolution
from pincite.text.provision_labels import provision_label
from pincite.types.document import Span
from pincite.types.law import AuthorityLevel
from pincite.types.provision import ParseWarning, Provision, ProvisionKind
from pincite.types.reference import Edge, EdgeType, Manner

Direction = Literal["out", "in", "both"]
_ROLL_TO = (
    ProvisionKind.ARTICLE,
    ProvisionKind.SECTION,
    ProvisionKind.ANNEX,
    ProvisionKind.FORM,
    ProvisionKind.RECITAL,
)


class NodeKind(StrEnum):
    """What a node stands for."""

    DOCUMENT = "document"
    """A work as a whole, in the corpus: what "this Act" and a law named without an article point to."""
    PROVISION = "provision"
    DEFINITION = "definition"
    FORM = "form"
    """별지 서식, of the document that has it; its text may be elsewhere."""
    EXTERNAL_ACT = "external_act"
    """A work outside the corpus."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the graph.

    Args:
        id: a provision's id, a document's, `…/def:<term>`, or `external:<name>`.
        document_id: of the text in which it stands; empty for an external act.
        label: as cited in print, without the document's title: 제20조제1항제2호, § 164.502(a).
        title: of the article, form or work; the term of a definition.
        level: of authority; OTHER for what is outside.
        provision_kind: of provisions and forms with text; None for other nodes.
        span: in the document's text; None without text here.
    """

    id: str
    kind: NodeKind
    document_id: str
    label: str
    title: str = ""
    level: AuthorityLevel = AuthorityLevel.OTHER
    provision_kind: ProvisionKind | None = None
    span: Span | None = None
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class Linked:
    """What one document adds to the graph."""

    member: Member
    resolutions: tuple[Resolution, ...]
    edges: tuple[Edge, ...]
    nodes: tuple[Node, ...]


class Neighbour(NamedTuple):
    """A node reached by one edge.

    Args:
        forward: whether the edge leads to it; else it leads from it.
    """

    id: str
    edge: Edge
    forward: bool


class Reached(NamedTuple):
    """A node of a closure: how many hops from the nearest start, and the edge by which it was reached."""

    id: str
    hops: int
    via: Edge | None


def linked(member: Member, resolutions: tuple[Resolution, ...], edges: tuple[Edge, ...]) -> Linked:
    """A document's part of the graph, with the nodes that it brings."""
    nodes = {node.id: node for node in _nodes(member, resolutions)}
    return Linked(member, resolutions, edges, tuple(nodes.values()))


def _nodes(member: Member, resolutions: Sequence[Resolution]) -> Iterator[Node]:
    standing, level = member.standing, member.standing.level
    yield Node(member.id, NodeKind.DOCUMENT, member.id, standing.title, standing.title, level)
    for provision in member.tree:
        yield _provision_node(member, provision)
    for definition in member.law.definitions:
        label = f"“{definition.term}”"
        node_id = definition_id(definition)
        yield Node(node_id, NodeKind.DEFINITION, member.id, label, definition.term, level, None, definition.span)
    for resolution in resolutions:
        if resolution.external:
            name = resolution.external
            yield Node(external_id(name), NodeKind.EXTERNAL_ACT, "", name, name)


def _provision_node(member: Member, provision: Provision) -> Node:
    kind = NodeKind.FORM if provision.kind is ProvisionKind.FORM else NodeKind.PROVISION
    printed = provision_label(provision.segments, _language(member)) if member.tree.grammar else ""
    label = printed or provision.title or provision.id
    return Node(
        provision.id,
        kind,
        member.id,
        label,
        provision.title,
        member.standing.level,
        provision.kind,
        provision.span,
        provision.deleted,
    )


def _language(member: Member) -> str:
    return "ko" if member.tree.grammar.startswith("korean") else "en"


class KnowledgeGraph:
    """The graph of the documents that count at a date.

    Args:
        parts: what each document adds, by document id.
        as_of: ISO date; None for the newest editions.
    """

    def __init__(self, parts: tuple[Linked, ...], as_of: str | None = None) -> None:
        self.parts = parts
        self.as_of = as_of

    @cached_property
    def nodes(self) -> Mapping[str, Node]:
        """Id to node, in the order of documents and texts; forms without text and outside acts come last."""
        nodes = {n.id: n for part in self.parts for n in part.nodes if n.kind is not NodeKind.EXTERNAL_ACT}
        extra = {n.id: n for part in self.parts for n in part.nodes if n.kind is NodeKind.EXTERNAL_ACT}
        members = {part.member.id: part.member for part in self.parts}
        for edge in self.edges:
            if edge.type is EdgeType.REQUIRES_FORM and edge.target not in nodes:
                extra.setdefault(edge.target, _form_node(edge.target, members))
        return nodes | {node_id: extra[node_id] for node_id in sorted(extra)}

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """All edges, by the document, then the id of their source."""
        return tuple(edge for part in self.parts for edge in part.edges)

    def resolutions(self) -> Iterator[tuple[Member, Resolution]]:
        """Every reference with its outcome, by document and place."""
        for part in self.parts:
            for resolution in part.resolutions:
                yield part.member, resolution

    def warnings(self) -> Iterator[tuple[str, ParseWarning]]:
        """Document ids with what did not fit their grammar."""
        for part in self.parts:
            for warning in part.member.tree.warnings:
                yield part.member.id, warning

    @cached_property
    def necessary(self) -> Mapping[str, tuple[Edge, ...]]:
        """Document to those of its edges without whose target the words that make them cannot be read.

        These are exceptions and details that are left to another provision.
        """
        found = {part.member.id: tuple(filter(_is_necessary, part.edges)) for part in self.parts}
        return {document_id: edges for document_id, edges in found.items() if edges}

    @cached_property
    def _out(self) -> dict[str, list[Edge]]:
        return _by(self.edges, "source")

    @cached_property
    def _in(self) -> dict[str, list[Edge]]:
        return _by(self.edges, "target")

    def node(self, node_id: str) -> Node:
        """The node of an id.

        Raises:
            InputError: there is none; the nearest ids are named.
        """
        found = self.nodes.get(node_id)
        if found is None:
            near = self.nearest(node_id)
            hint = f"Near it are {', '.join(near)}." if near else "See what the library holds with: pincite ls."
            raise InputError(f"There is no provision {node_id!r} in the graph.", hint=hint)
        return found

    def nearest(self, node_id: str, count: int = 3) -> list[str]:
        """Ids like one that is not there: below its nearest ancestor that is, then alike in letters."""
        from difflib import get_close_matches

        parts = node_id.split("/")
        for depth in range(len(parts) - 1, 0, -1):
            above = "/".join(parts[:depth])
            if above in self.nodes:
                wanted = "/".join(parts[: depth + 1])
                beside = [i for i in self.nodes if i.startswith(f"{above}/") and i.count("/") == depth]
                return get_close_matches(wanted, beside, n=count, cutoff=0.3) or [above]
        documents = [part.member.id for part in self.parts]
        return get_close_matches(parts[0], documents, n=count, cutoff=0.4)

    def neighbours(
        self, node_id: str, types: Collection[EdgeType] | None = None, direction: Direction = "both"
    ) -> tuple[Neighbour, ...]:
        """The nodes one edge away, several times where several edges lead there.

        Args:
            types: those edges only; None for all.
            direction: `out` along the edges, `in` against them.

        Raises:
            InputError: there is no such node.
        """
        self.node(node_id)
        return tuple(self._steps(node_id, types, direction))

    def _steps(self, node_id: str, types: Collection[EdgeType] | None, direction: Direction) -> Iterator[Neighbour]:
        if direction != "in":
            for edge in self._out.get(node_id, ()):
                if types is None or edge.type in types:
                    yield Neighbour(edge.target, edge, True)
        if direction != "out":
            for edge in self._in.get(node_id, ()):
                if types is None or edge.type in types:
                    yield Neighbour(edge.source, edge, False)

    def closure(
        self,
        ids: Iterable[str],
        types: Collection[EdgeType] | None = None,
        hops: int = 1,
        budget: int = 1000,
        direction: Direction = "both",
    ) -> tuple[Reached, ...]:
        """All nodes within some hops of the starts, nearest first; the starts, at 0 hops, are among them.

        Args:
            budget: most nodes in the outcome, the starts included.

        Raises:
            InputError: one of the ids is none of a node.
        """
        reached = {node_id: Reached(node_id, 0, None) for node_id in dict.fromkeys(ids) if self.node(node_id)}
        queue = deque(reached.values())
        while queue and len(reached) < budget:
            at = queue.popleft()
            if at.hops >= hops:
                continue
            for step in self._steps(at.id, types, direction):
                if step.id not in reached and len(reached) < budget:
                    reached[step.id] = Reached(step.id, at.hops + 1, step.edge)
                    queue.append(reached[step.id])
        return tuple(reached.values())

    def trace(
        self, start: str, end: str, types: Collection[EdgeType] | None = None, max_hops: int = 8
    ) -> tuple[Neighbour, ...] | None:
        """A shortest way from one node to another, along edges and against them; None where there is none.

        Raises:
            InputError: one of the ids is none of a node.
        """
        self.node(end)
        self.node(start)
        steps: dict[str, tuple[str, Neighbour]] = {}
        queue = deque([(start, 0)])
        while queue and end not in steps and start != end:
            at, hops = queue.popleft()
            for step in self._steps(at, types, "both") if hops < max_hops else ():
                if step.id not in steps and step.id != start:
                    steps[step.id] = (at, step)
                    queue.append((step.id, hops + 1))
        if start != end and end not in steps:
            return None
        way: list[Neighbour] = []
        while end != start:
            end, step = steps[end]
            way.append(step)
        return tuple(reversed(way))

    def lifted(self, node_id: str) -> str:
        """The article, section, annex or form around a node, by segment; the node itself above these.

        A term is lifted to the article that defines it.
        """
        parts = node_id.split("/")
        for depth in range(2, len(parts) + 1):
            above = self.nodes.get("/".join(parts[:depth]))
            if above is not None and above.provision_kind in _ROLL_TO:
                return above.id
        return node_id

    def rolled_up(self) -> tuple[Edge, ...]:
        """The edges between articles and sections; those that come to lie inside one are left out."""
        found: dict[Edge, None] = {}
        for edge in self.edges:
            source, target = self.lifted(edge.source), self.lifted(edge.target)
            if source != target:
                found[Edge(source, target, edge.type, edge.manner, edge.span)] = None
        return tuple(found)


def _is_necessary(edge: Edge) -> bool:
    return edge.type is EdgeType.DELEGATES_TO or edge.manner == Manner.EXCEPTION


def _by(edges: Iterable[Edge], end: Literal["source", "target"]) -> dict[str, list[Edge]]:
    found: dict[str, list[Edge]] = {}
    for edge in edges:
        found.setdefault(edge.source if end == "source" else edge.target, []).append(edge)
    return found


def _form_node(node_id: str, members: Mapping[str, Member]) -> Node:
    """A form whose text is not here, with the title of its document's list."""
    document_id, _, segment = node_id.partition("/")
    member = members.get(document_id)
    if member is None:
        return Node(node_id, NodeKind.FORM, document_id, segment)
    titles = dict(member.standing.forms or ())
    title = titles.get(segment[1:], titles.get("0", ""))
    label = provision_label((segment,), _language(member))
    return Node(node_id, NodeKind.FORM, document_id, label, title, member.standing.level)
