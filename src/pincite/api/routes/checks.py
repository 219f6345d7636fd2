"""Answer files and anyone's text, held against the library and against sources."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from pincite.api.pinned import LibraryState
from pincite.api.problem import responses
from pincite.api.reaching import JSON_BODY, Served, Who, while_there
from pincite.api.schemas import Checked
from pincite.api.verifying import changed_since
from pincite.api.work_queue import Turn
from pincite.errors import AnswerFileError, ModelError

router = APIRouter(tags=["answers"])
_ANSWER_FILE = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/AnswerFile"}}},
    }
}


@router.post(
    "/verify",
    responses=responses(413, 415, 422, 429, 503, 504),
    dependencies=[JSON_BODY],
    openapi_extra=_ANSWER_FILE,
)
async def verify(request: Request, served: Served, who: Who) -> dict[str, Any]:
    """An answer file held against the library as it is, without a language model: hashes, quotes, places, support.

    What fails is a finding of the report, with status 200; a body that is no answer file is an error.
    """
    from pincite.answer.record import read_claimed

    content = await request.body()

    def do(library: LibraryState, turn: Turn) -> dict[str, Any]:
        record = read_claimed(content)
        found = _report(record, library)
        served.audit.append("verify", by=who, details={"ok": found["ok"], "question": str(record.get("question"))})
        return found

    return await while_there(request, served.work(do))


def _report(record: dict[str, Any], library: LibraryState) -> dict[str, Any]:
    from pincite.answer.record import find_flaws
    from pincite.answer.verify import verify as verify_record

    if find_flaws(record):
        return {**verify_record(record, library).to_dict(), "per_citation": []}
    try:
        return changed_since(record, library).to_dict()
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise AnswerFileError(f"The answer file contradicts itself ({type(error).__name__}).") from error


@router.post("/check", responses=responses(413, 415, 422, 429, 503, 504), dependencies=[JSON_BODY])
async def check(request: Request, served: Served, who: Who, checked: Checked) -> dict[str, Any]:
    """Which sentences of anyone's text the given sources support, and where."""

    def do(library: LibraryState, turn: Turn) -> dict[str, Any]:
        found = _checked(checked, library)
        served.audit.append("check", by=who, details={"sentences": len(found["sentences"])})
        return found

    return await while_there(request, served.work(do))


def _checked(checked: Checked, library: LibraryState) -> dict[str, Any]:
    from pincite.answer.check_text import SourceText, supported_share, to_records
    from pincite.answer.check_text import check as check_text
    from pincite.parse import read_data
    from pincite.text.language import working_language

    sources = tuple(
        SourceText(
            source.name, read_data(source.text.encode("utf-8", "replace"), f"{number}.txt", document_id=str(number))
        )
        for number, source in enumerate(checked.sources, 1)
    )
    try:
        embedder = library.embedder_at_hand(working_language(checked.text))
    except ModelError:
        embedder = None
    gate = checked.gate or library.settings.answer.gate
    sentences = check_text(checked.text, sources, gate, embedder=embedder)
    return {
        "gate": gate,
        "compared_by": embedder.name if embedder else "words",
        "supported_share": supported_share(sentences),
        "sentences": to_records(sentences, sources),
    }
