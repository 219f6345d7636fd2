"""Questions and searches."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

from pincite.answer.pipeline import MAX_QUESTION_CHARS
from pincite.api.events import EventStream, Tell
from pincite.api.filters import chosen
from pincite.api.pinned import LibraryState
from pincite.api.problem import responses
from pincite.api.reaching import JSON_BODY, Served, Who, while_there
from pincite.api.schemas import Asked
from pincite.api.work_queue import Turn
from pincite.types.retrieval import Ranking, ScoredChunk

router = APIRouter(tags=["questions"])
ANSWER_HEADER = "X-Pincite-Answer"
_ANSWER = {
    "description": "An answer or a refusal, `pincite.answer/1`; as events where these are accepted.",
    "headers": {ANSWER_HEADER: {"description": "Its id in the history.", "schema": {"type": "string"}}},
    "content": {
        "application/json": {"schema": {"$ref": "#/components/schemas/AnswerFile"}},
        "text/event-stream": {"schema": {"type": "string"}},
    },
}


@router.post(
    "/ask",
    response_class=Response,
    responses={200: _ANSWER, **responses(404, 409, 415, 422, 429, 502, 503, 504)},
    dependencies=[JSON_BODY],
)
async def ask(request: Request, served: Served, who: Who, asked: Asked) -> Response:
    """An answer with checked pincites, or a refusal that says why; both are status 200.

    With `Accept: text/event-stream` it comes as events: `queued` (place in the line), `stage`, `evidence`, `leaves`
    (text is sent to another machine), `checked` (verdict on a draft, without the draft), and last `answer` with the id
    and the record, or `problem`.
    """
    served.models.require_offered(asked.model)
    if "text/event-stream" in request.headers.get("accept", ""):
        served.queue.require_place()

        async def produce(tell: Tell) -> None:
            given = await served.ask(asked, who, tell)
            tell("answer", {"id": given.id, "record": given.record})

        return EventStream(produce)
    given = await while_there(request, served.ask(asked, who))
    return JSONResponse(given.record, headers={ANSWER_HEADER: given.id})


@router.get("/search", responses=responses(404, 409, 422, 429, 503, 504))
async def search(
    request: Request,
    served: Served,
    q: Annotated[str, Query(min_length=1, max_length=MAX_QUESTION_CHARS, description="Words or a question.")],
    k: Annotated[int, Query(ge=1, le=100, description="Most results.")] = 8,
    mode: Annotated[
        Literal["hybrid", "dense", "lexical", "refwalk"],
        Query(description="By meaning, by words, or both; `refwalk` also along citations."),
    ] = "hybrid",
    preset: Literal["paper", "standard"] | None = None,
    document: Annotated[list[str] | None, Query(max_length=1000)] = None,
    tag: Annotated[list[str] | None, Query(max_length=1000)] = None,
) -> dict[str, Any]:
    """Ranked evidence with its pincites and scores."""

    def do(library: LibraryState, turn: Turn) -> dict[str, Any]:
        where = chosen(library, document or (), tag or ())
        ranking = library.search(q, k=k, mode=mode, filter=where, preset=preset)
        return _ranking(q, mode, ranking, {info.id: info.title for info in library.documents()})

    return await while_there(request, served.work(do))


def _ranking(query: str, mode: str, ranking: Ranking, titles: dict[str, str]) -> dict[str, Any]:
    return {
        "query": query,
        "mode": mode,
        "results": [_result(item, titles.get(item.chunk.document_id, "")) for item in ranking.items],
        "places": [place.name for place in ranking.places],
        "named_documents": list(ranking.named_documents),
        "left_out_places": [place.name for place in ranking.left_out],
        "notes": list(ranking.notes),
        "anchor": asdict(ranking.anchor) if ranking.anchor else None,
    }


def _result(item: ScoredChunk, title: str) -> dict[str, Any]:
    chunk = item.chunk
    return {
        "rank": item.rank,
        "score": item.score,
        "scores": asdict(item.scores),
        "chunk_id": chunk.id,
        "document_id": chunk.document_id,
        "title": title,
        "label": chunk.label,
        "page_index": chunk.page_index,
        "page_index_end": chunk.page_index_end,
        "page_label": chunk.page_label,
        "section_id": chunk.section_id,
        "heading_path": list(chunk.heading_path),
        "provision_id": chunk.provision_id,
        "start": chunk.span.start,
        "end": chunk.span.end,
        "text": chunk.text,
        "via": [asdict(edge) for edge in item.via],
        "origin": asdict(item.origin) if item.origin else None,
    }
