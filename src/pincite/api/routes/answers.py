"""Kept answers: the history, one of them, what it looks like as a file, and what became of it since."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from pincite.api.pinned import LibraryState
from pincite.api.problem import responses
from pincite.api.reaching import Served, Who, while_there
from pincite.api.schemas import AnswerFull, AnswerList, KeptRow
from pincite.api.verifying import changed_since
from pincite.api.work_queue import Turn
from pincite.audit.details import of_answer
from pincite.store.answers import KeptAnswer

router = APIRouter(tags=["answers"])
_FORMS = ("text/markdown", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "text/html")
_EXPORT = {"content": {kind: {} for kind in ("application/json", *_FORMS)}, "description": "The file."}


@router.get("/answers", response_model=AnswerList, responses=responses(422))
def list_answers(
    served: Served,
    limit: Annotated[int, Query(ge=1, le=500, description="Most in this page.")] = 50,
    before: Annotated[str | None, Query(max_length=100, description="Id of an answer; those asked before it.")] = None,
    q: Annotated[str, Query(max_length=500, description="Words of the question or the answer, in any order.")] = "",
) -> AnswerList:
    """The answers and refusals that were given, newest first."""
    page = served.history.list(limit, before, q)
    return AnswerList(answers=[_row(kept) for kept in page.answers], total=page.total)


@router.get("/answers/{answer_id}", response_model=AnswerFull, responses=responses(404))
def show_answer(served: Served, answer_id: str) -> AnswerFull:
    """An answer with its record."""
    kept = served.history.get(answer_id)
    return AnswerFull(id=kept.id, asked_at=kept.asked_at, asked_by=kept.asked_by, record=kept.record)


@router.delete("/answers/{answer_id}", status_code=204, response_class=Response, responses=responses(404, 503))
async def remove_answer(served: Served, who: Who, answer_id: str) -> Response:
    """Take an answer out of the history for good; the audit log keeps what it has of it, and says who removed it."""

    def remove() -> None:
        kept = served.history.get(answer_id)
        facts = {"id": kept.id, "asked_at": kept.asked_at, "asked_by": kept.asked_by}
        served.audit.append("remove_answer", by=who, details={"answer": facts})
        served.history.remove(answer_id)

    await asyncio.to_thread(remove)
    return Response(status_code=204)


@router.get(
    "/answers/{answer_id}/export", response_class=Response, responses={200: _EXPORT, **responses(404, 422, 503, 504)}
)
async def export_answer(
    request: Request,
    served: Served,
    who: Who,
    answer_id: str,
    form: Annotated[Literal["json", "markdown", "docx", "html"], Query(alias="format")] = "json",
    check: Annotated[bool, Query(description="Mark citations that changed or are superseded; not in JSON.")] = True,
) -> Response:
    """An answer as a file: `docx` with its pincites as footnotes, `html` to be printed."""
    from pincite.answer.export import export

    def do(library: LibraryState, turn: Turn) -> Response:
        kept = served.history.get(answer_id)
        found = changed_since(kept.record, library) if check and form != "json" else None
        result = export(kept.record, form, asked_at=kept.asked_at, changes=found)
        served.audit.append("export", by=who, details=_details(kept) | {"format": form})
        shown = "inline" if form == "html" else "attachment"
        headers = {"Content-Disposition": f'{shown}; filename="pincite-{kept.id}{result.suffix}"'}
        return Response(result.content, media_type=result.media_type, headers=headers | _policy(form))

    return await while_there(request, served.work(do))


@router.post("/answers/{answer_id}/verify", responses=responses(404, 429, 503, 504))
async def verify_answer(request: Request, served: Served, who: Who, answer_id: str) -> dict[str, Any]:
    """An answer held against the library as it is today: what checks out, and what became of each citation."""

    def do(library: LibraryState, turn: Turn) -> dict[str, Any]:
        kept = served.history.get(answer_id)
        found = changed_since(kept.record, library)
        verdict = {"ok": found.report.ok, "complete": found.report.complete, "current": found.current}
        served.audit.append("verify", by=who, details=_details(kept) | verdict)
        return found.to_dict()

    return await while_there(request, served.work(do))


def _policy(form: str) -> dict[str, str]:
    """What the page to print may do: have its own style, and nothing else."""
    from pincite.answer.export.printable import CONTENT_SECURITY_POLICY

    if form != "html":
        return {}
    return {"Content-Security-Policy": f"sandbox; {CONTENT_SECURITY_POLICY}; frame-ancestors 'none'"}


def _row(kept: KeptAnswer) -> KeptRow:
    facts = {name: kept.record[name] for name in ("question", "language", "status", "method")}
    return KeptRow(id=kept.id, asked_at=kept.asked_at, asked_by=kept.asked_by, **facts)


def _details(kept: KeptAnswer) -> dict[str, Any]:
    return {"question": kept.record["question"], "answer": of_answer(kept.record, answer_id=kept.id)}
