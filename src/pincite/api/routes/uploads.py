"""Uploads, and how far they are."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from pincite.api.events import EventStream, Tell
from pincite.api.problem import responses
from pincite.api.reaching import Served, Who
from pincite.api.schemas import JobState
from pincite.api.uploads import UploadLimits, receive_upload

router = APIRouter(tags=["documents"])
_MULTIPART = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["files"],
                    "properties": {
                        "files": {"type": "array", "items": {"type": "string", "format": "binary"}, "minItems": 1},
                        "tags": {"type": "array", "items": {"type": "string", "maxLength": 100}, "maxItems": 50},
                    },
                }
            }
        },
    }
}


@router.post(
    "/documents",
    status_code=202,
    response_model=JobState,
    responses=responses(400, 413, 415, 422, 429, 503),
    openapi_extra=_MULTIPART,
)
async def upload(request: Request, served: Served, who: Who) -> dict[str, Any]:
    """Files into the library, each in a part `files`; tags in parts `tags`. What a file is follows from its content.

    The answer comes when they have been received. They are then taken in one after the other, and can be found by
    questions when the job is `done`.
    """
    served.jobs.require_room()
    serve = served.settings.serve
    limits = UploadLimits(serve.upload_files, serve.upload_mb * 1_000_000)
    content_type = request.headers.get("content-type", "")
    return served.jobs.begin(await receive_upload(request.stream(), content_type, served.folder, limits), who).to_dict()


@router.get("/jobs/{job}", response_model=JobState, responses=responses(404))
async def show_job(served: Served, job: str) -> dict[str, Any]:
    """How far an upload is."""
    return served.jobs.get(job).to_dict()


@router.get(
    "/jobs/{job}/events",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {}}, "description": "Events."}, **responses(404)},
)
async def hear_job(served: Served, job: str) -> Response:
    """An upload's events as they come: `progress`, `report` (one a file), `problem`, and last `done`."""
    found = served.jobs.get(job)

    async def produce(tell: Tell) -> None:
        async for name, data in found.messages():
            tell(name, data)

    return EventStream(produce)
