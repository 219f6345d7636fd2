"""`pincite graph`: the operational knowledge graph: its numbers, a node, the way between two, all of it for others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from pincite.cli.invocation import ConfigOption, Invocation, JsonOption, LibraryOption, invocation
from pincite.cli.output import data, data_json, say

if TYPE_CHECKING:
    from pincite.graph.okg import KnowledgeGraph, Neighbour, Node
    from pincite.library import Library

app = typer.Typer(
    name="graph",
    help="Show how provisions are joined to one another.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

AsOfOption = Annotated[
    str | None,
    typer.Option(
        "--as-of",
        metavar="DATE",
        help="Look at the editions in force on this date, such as 2024-01-31 [default: the newest].",
        show_default=False,
    ),
]
NodeArgument = Annotated[str, typer.Argument(metavar="ID", help="Of a provision, document, term or outside act.")]
_SHOWN_TEXT = 1200


class Form(StrEnum):
    """What `export` writes."""

    GRAPHML = "graphml"
    JSONL = "jsonl"
    MERMAID = "mermaid"
    DOT = "dot"


@app.command()
def stats(
    context: typer.Context,
    as_of: AsOfOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Count nodes, edges, references, and what is open.

    References are counted by form, those without a target by reason.
    """
    from pincite.graph.statistics import statistics

    call = invocation(context, library, as_json, config)
    with call.open_library() as opened:
        facts = statistics(opened.graph(as_of))
    if call.as_json:
        data_json(facts)
    else:
        data("\n".join(_stats_lines(facts)))


@app.command()
def show(
    context: typer.Context,
    node_id: NodeArgument,
    hops: Annotated[int, typer.Option("--hops", min=1, max=5, help="How far the picture reaches.")] = 1,
    direction: Annotated[
        Literal["both", "out", "in"], typer.Option("--direction", help="Edges that leave it, reach it, or both.")
    ] = "both",
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw the neighbourhood into FILE.")] = None,
    as_of: AsOfOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Show a node: its text and what it is joined to."""
    from pincite.graph.picture import svg as draw

    call = invocation(context, library, as_json, config)
    with call.open_library() as opened:
        graph = opened.graph(as_of)
        _require_counting(opened, graph, node_id, as_of)
        node = graph.node(node_id)
        text = _text(opened, node)
        if svg is not None:
            svg.write_text(draw(graph, node_id, hops), "utf-8")
    steps = graph.neighbours(node_id, direction=direction)
    if call.as_json:
        data_json(_node_record(graph, node, text, steps))
    else:
        data("\n".join(_node_lines(graph, node, text, steps)))
    if svg is not None:
        say(f"drawn into {svg}")


@app.command()
def trace(
    context: typer.Context,
    start: Annotated[str, typer.Argument(metavar="A", help="Id of a node.")],
    end: Annotated[str, typer.Argument(metavar="B", help="Id of another.")],
    max_hops: Annotated[int, typer.Option("--max-hops", min=1, max=20, help="Longest way looked for.")] = 8,
    as_of: AsOfOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Show a shortest way from one node to another."""
    from pincite.errors import InputError

    call = invocation(context, library, as_json, config)
    with call.open_library() as opened:
        graph = opened.graph(as_of)
        for node_id in (start, end):
            _require_counting(opened, graph, node_id, as_of)
        way = graph.trace(start, end, max_hops=max_hops)
    if way is None:
        raise InputError(
            f"There is no way of {max_hops} edges or fewer from {start} to {end}.", hint="Raise it with --max-hops."
        )
    if call.as_json:
        data_json({"start": start, "end": end, "steps": [_step_record(step) for step in way]})
    else:
        data("\n".join([_title(graph, start), *(_step_line(graph, step) for step in way)]))


@app.command()
def export(
    context: typer.Context,
    form: Annotated[Form, typer.Option("--format", help="What to write.")] = Form.JSONL,
    rolled_up: Annotated[
        bool, typer.Option("--rolled-up", help="Edges between whole articles and sections only.")
    ] = False,
    as_of: AsOfOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Write the graph to stdout for other programs.

    The same library gives the same bytes.
    """
    from pincite.graph.export import export as lines

    call: Invocation = invocation(context, library, as_json, config)
    with call.open_library() as opened:
        graph = opened.graph(as_of)
    written = list(lines(graph, form.value, rolled_up=rolled_up))
    if written:
        data("\n".join(written))


def _require_counting(library: Library, graph: KnowledgeGraph, node_id: str, as_of: str | None) -> None:
    """Say of a document that the library holds, but of which another edition counts, that it is so."""
    from pincite.errors import InputError

    document_id = node_id.split("/")[0]
    if node_id in graph.nodes or document_id in graph.nodes or document_id not in library.store.law_stamps():
        return
    when = f"on {as_of}" if as_of else "without a date, since the newest edition of its work does"
    raise InputError(
        f"Document {document_id!r} is in the library but does not count {when}.",
        hint="Choose a date on which its edition is in force with --as-of DATE.",
    )


def _stats_lines(facts: Mapping[str, Any]) -> Iterator[str]:
    from pincite.answer.screen import safe

    room = max(map(len, facts))
    for name, value in facts.items():
        if name != "forms":
            yield f"{name.replace('_', ' '):<{room}}  {safe(_words(value))}"
    for form, counts in facts["forms"].items():
        yield f"  {form:<16}  {_words({k: v for k, v in counts.items() if v not in ({}, None)})}"


def _words(value: Any) -> str:
    if isinstance(value, Mapping):
        parts = (f"{k} ({_words(v)})" if isinstance(v, Mapping) else f"{k} {v}" for k, v in value.items())
        return ", ".join(parts) or "-"
    return "-" if value is None else str(value)


def _text(library: Library, node: Node) -> str:
    """The node's own words; for a document none, since `pincite show` has them."""
    if node.span is None or not node.document_id:
        return ""
    return node.span.cut(library.store.document_text(node.document_id))


def _node_record(graph: KnowledgeGraph, node: Node, text: str, steps: tuple[Neighbour, ...]) -> dict[str, Any]:
    from pincite.graph.export import node_record

    document = graph.nodes.get(node.document_id)
    return {
        **node_record(node),
        "document_title": document.title if document else None,
        "text": text,
        "neighbours": [_step_record(step) for step in steps],
    }


def _step_record(step: Neighbour) -> dict[str, Any]:
    from pincite.graph.export import edge_record

    return {"id": step.id, "forward": step.forward, "edge": edge_record(step.edge)}


def _node_lines(graph: KnowledgeGraph, node: Node, text: str, steps: tuple[Neighbour, ...]) -> Iterator[str]:
    from pincite.answer.screen import safe

    yield f"{_title(graph, node.id)}"
    yield f"{node.kind}, {node.level}; {safe(node.id)}"
    if text:
        cut = text if len(text) <= _SHOWN_TEXT else text[:_SHOWN_TEXT].rstrip() + " …"
        yield ""
        yield from (f"  {safe(line)}" for line in cut.strip().splitlines())
    for heading, forward in (("points to", True), ("pointed to by", False)):
        group = [step for step in steps if step.forward is forward]
        if group:
            yield ""
            yield heading
            yield from dict.fromkeys(_step_line(graph, step) for step in group)


def _step_line(graph: KnowledgeGraph, step: Neighbour) -> str:
    from pincite.answer.screen import safe
    from pincite.graph.export import edge_label

    return f"  {'→' if step.forward else '←'} {edge_label(step.edge)}  {_title(graph, step.id)}  [{safe(step.id)}]"


def _title(graph: KnowledgeGraph, node_id: str) -> str:
    """A node as it is cited: the document's title and the label, and the article's title in brackets."""
    from pincite.answer.screen import safe
    from pincite.graph.okg import NodeKind

    node = graph.nodes[node_id]
    document = graph.nodes.get(node.document_id)
    before = f"{document.title} " if document and node.kind is not NodeKind.DOCUMENT else ""
    behind = f" ({node.title})" if node.title and node.title not in node.label else ""
    return safe(f"{before}{node.label}{behind}")
