"""`pincite search`: ranked evidence with scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from pincite.cli.invocation import (
    ConfigOption,
    DocumentOption,
    JsonOption,
    LibraryOption,
    PresetOption,
    TagOption,
    invocation,
    retrieval_filter,
)
from pincite.cli.output import data, data_json, say, width

if TYPE_CHECKING:
    from pincite.types.reference import Edge
    from pincite.types.retrieval import Ranking, ScoredChunk

_EXCERPT = 240


def search(
    context: typer.Context,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="Words or a question.")],
    k: Annotated[int | None, typer.Option("-k", min=1, max=100, help="Most results [default: 8].")] = None,
    mode: Annotated[
        Literal["hybrid", "dense", "lexical", "refwalk"],
        typer.Option("--mode", help="By meaning, by words, or both; `refwalk` also along citations."),
    ] = "hybrid",
    preset: PresetOption = None,
    document: DocumentOption = None,
    tag: TagOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Search: ranked evidence with its pincites and scores."""
    call = invocation(context, library, as_json, config, {"retrieve.top_k": k, "retrieve.preset": preset})
    with call.open_library() as opened:
        wanted = retrieval_filter(opened, document, tag)
        ranking = opened.search(query, k=call.settings.retrieve.top_k, mode=mode, filter=wanted)
    if call.as_json:
        data_json(_record(query, mode, ranking))
        return
    for note in ranking.notes:
        say(f"note: {note}")
    if ranking.items:
        data("\n\n".join("\n".join(_lines(item)) for item in ranking.items))
    else:
        say("Nothing found.")


def _lines(item: ScoredChunk) -> Iterator[str]:
    from pincite.answer.screen import safe, wrap

    columns = width() or 80
    yield from wrap(f"{item.rank}. {safe(item.chunk.label)}", columns, rest="   ")
    text = safe(item.chunk.text)
    yield from wrap(text[:_EXCERPT] + ("..." if len(text) > _EXCERPT else ""), columns, first="   ", rest="   ")
    for edge in item.via:
        yield from wrap(f"by {safe(_step(edge))}", columns, first="   ", rest="     ")
    scores = ", ".join(f"{name} {value:.3f}" for name, value in asdict(item.scores).items() if value is not None)
    yield f"   {safe(item.chunk.document_id)}; {scores}"


def _step(edge: Edge) -> str:
    manner = f" ({edge.manner})" if edge.manner else ""
    return f"{edge.source} {edge.type}{manner} {edge.target}"


def _record(query: str, mode: str, ranking: Ranking) -> dict[str, Any]:
    return {
        "query": query,
        "mode": mode,
        "results": [_result(item) for item in ranking.items],
        "places": [place.name for place in ranking.places],
        "named_documents": list(ranking.named_documents),
        "left_out_places": [place.name for place in ranking.left_out],
        "notes": list(ranking.notes),
        "anchor": asdict(ranking.anchor) if ranking.anchor else None,
    }


def _result(item: ScoredChunk) -> dict[str, Any]:
    chunk = item.chunk
    return {
        "rank": item.rank,
        "score": item.score,
        "scores": asdict(item.scores),
        "chunk_id": chunk.id,
        "document_id": chunk.document_id,
        "label": chunk.label,
        "page_index": chunk.page_index,
        "page_index_end": chunk.page_index_end,
        "page_label": chunk.page_label,
        "section_id": chunk.section_id,
        "heading_path": list(chunk.heading_path),
        "provision_id": chunk.provision_id,
        "text": chunk.text,
        "via": [asdict(edge) for edge in item.via],
        "origin": asdict(item.origin) if item.origin else None,
    }
