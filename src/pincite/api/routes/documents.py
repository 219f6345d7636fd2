"""Documents: what the library holds, their text and pages, and their removal."""

from __future__ import annotations

import asyncio
import mimetypes
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import FileResponse

from pincite.api.browser_words import for_browser
from pincite.api.kept_names import harmless_name
from pincite.api.originals import original, require_original
from pincite.api.pictures import picture
from pincite.api.problem import ApiProblem, responses
from pincite.api.reaching import JSON_BODY, Served, Who
from pincite.api.schemas import DocumentFull, DocumentList, Layer, Tagged, TextRange
from pincite.api.service import Service
from pincite.api.uploads import checked_tag
from pincite.store.protocol import DocumentInfo
from pincite.text.counts import count_of
from pincite.types.document import Document, Span

router = APIRouter(tags=["documents"])
MAX_TEXT = 2_000_000
"""Most characters of one answer of text."""
_PICTURE = {"content": {"image/png": {}}, "description": "The picture."}


@router.get("/documents", response_model=DocumentList)
def list_documents(served: Served, tag: Annotated[list[str] | None, Query(max_length=100)] = None) -> dict[str, Any]:
    """What the library holds, by id; with `tag` the documents that carry one of these."""
    wanted = set(tag or ())
    old = _superseded(served)
    infos = [info for info in served.library.documents() if not wanted or wanted & set(info.tags)]
    return {"documents": [_row(info, old) for info in infos]}


@router.get("/documents/{document_id}", response_model=DocumentFull, responses=responses(404))
def show_document(served: Served, document_id: str) -> dict[str, Any]:
    """A document with its outline and pages."""
    info = served.library.store.document_info(document_id)
    document = served.document(document_id)
    outline = _outline(served, document)
    return {
        **_row(info, _superseded(served)),
        "sections": len(document.sections),
        "characters": len(document.text),
        "text_sha256": document.text_sha256,
        "notes": [for_browser(note) for note in document.notes],
        "original": original(served.folder, info) is not None,
        "outline": outline,
        "pages": [
            {
                "index": page.index,
                "label": page.label,
                "quality": page.quality.value,
                "note": for_browser(page.quality_note),
                "read_by": page.read_by,
                "start": page.span.start,
                "end": page.span.end,
            }
            for page in document.pages
        ],
        "page_count": len(document.pages),
    }


@router.get("/documents/{document_id}/text", response_model=TextRange, responses=responses(404))
def show_text(
    served: Served,
    document_id: str,
    page: Annotated[int | None, Query(ge=0, le=10_000_000, description="0-based place in the file.")] = None,
    start: Annotated[int, Query(ge=0, le=10**12, description="In Unicode code points.")] = 0,
    end: Annotated[int | None, Query(ge=0, le=10**12)] = None,
) -> dict[str, Any]:
    """The text of a page, of a range, or from `start` on; at most two million characters."""
    document = served.document(document_id)
    if page is not None:
        start, end = _page_span(document, page)
    start = min(start, len(document.text))
    end = min(len(document.text) if end is None else max(end, start), start + MAX_TEXT, len(document.text))
    return {"text": document.text[start:end], "start": start, "end": end}


@router.get(
    "/documents/{document_id}/pages/{index}/picture",
    response_class=Response,
    responses={200: _PICTURE, 304: {"description": "It has not changed."}, **responses(404, 422)},
)
def show_picture(
    request: Request,
    served: Served,
    document_id: str,
    index: int,
    width: Annotated[int, Query(ge=100, le=3000, description="In pixels.")] = 1200,
) -> Response:
    """A page of a PDF as a picture."""
    info = served.library.store.document_info(document_id)
    _require_page(info, index)
    tag = f'"{info.file_sha256[:32]}-{index}-{width}"'
    headers = {"ETag": tag, "Cache-Control": "private, max-age=86400"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    path = require_original(served.folder, info)
    drawn = picture(path, info.file_sha256, index, width, password=served.pdf_password)
    return Response(drawn, media_type="image/png", headers=headers)


@router.get("/documents/{document_id}/pages/{index}/layer", response_model=Layer, responses=responses(404, 422))
def show_layer(
    served: Served,
    document_id: str,
    index: int,
    start: Annotated[int | None, Query(ge=0, le=10**12, description="Of a passage to be marked.")] = None,
    end: Annotated[int | None, Query(ge=0, le=10**12)] = None,
) -> dict[str, Any]:
    """The words of a page with their places on it, to be laid over its picture."""
    from pincite.parse.view.pages import page_layer, quote_boxes

    info = served.library.store.document_info(document_id)
    _require_page(info, index)
    document = served.document(document_id)
    path = require_original(served.folder, info)
    layer = page_layer(document, path, index, password=served.pdf_password)
    highlight: list[Any] = []
    span = _part_on(document, index, start, end)
    if span is not None:
        found = quote_boxes(document, path, span, password=served.pdf_password)
        highlight = [list(box) for boxes in found if boxes.page_index == index for box in boxes.boxes]
    words = [
        {"text": word.text, "start": word.span.start, "end": word.span.end, "box": list(word.box)}
        for word in layer.words
    ]
    return {"width": layer.width_pt, "height": layer.height_pt, "words": words, "highlight": highlight}


@router.get(
    "/documents/{document_id}/file",
    response_class=FileResponse,
    responses={200: {"content": {"application/octet-stream": {}}, "description": "The file."}, **responses(404)},
)
def send_file(served: Served, document_id: str) -> FileResponse:
    """The very file that the document was read from, to be saved."""
    info = served.library.store.document_info(document_id)
    path = require_original(served.folder, info)
    name = harmless_name(info.source.replace("\\", "/").rsplit("/", 1)[-1])
    headers = {
        "Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}",
        "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
        "ETag": f'"{info.file_sha256}"',
        "Cache-Control": "private, no-cache",
    }
    kind = info.media_type if mimetypes.guess_extension(info.media_type) else "application/octet-stream"
    return FileResponse(path, media_type=kind, headers=headers)


@router.put(
    "/documents/{document_id}/tags",
    response_model=DocumentFull,
    responses=responses(404, 415, 422, 503),
    dependencies=[JSON_BODY],
)
async def set_tags(served: Served, who: Who, document_id: str, tagged: Tagged) -> dict[str, Any]:
    """Give a document these tags and no others; questions go by them when this returns."""
    tags = tuple(dict.fromkeys(tag for tag in map(checked_tag, tagged.tags) if tag))

    def change() -> dict[str, Any]:
        store = served.library.store
        with store.writing():
            there = store.document_info(document_id).tags
            served.audit.append("tags", by=who, details={"document_id": document_id, "tags": list(tags)})
            store.remove_tags(document_id, there)
            store.add_tags(document_id, tags)
        served.states.renew()
        return show_document(served, document_id)

    return await asyncio.to_thread(change)


@router.delete("/documents/{document_id}", status_code=204, response_class=Response, responses=responses(404, 503))
async def remove_document(served: Served, who: Who, document_id: str) -> Response:
    """Take a document out of the library; no question is answered from it when this returns."""

    def remove() -> None:
        info = served.library.store.document_info(document_id)
        details = {"document_id": document_id, "file_sha256": info.file_sha256, "text_sha256": info.text_sha256}
        served.audit.append("remove", by=who, details=details)
        served.library.remove(document_id)
        served.states.renew()

    await asyncio.to_thread(remove)
    return Response(status_code=204)


def _row(info: DocumentInfo, superseded: frozenset[str]) -> dict[str, Any]:
    return {
        "id": info.id,
        "title": info.title,
        "jurisdiction": info.jurisdiction.name if info.jurisdiction else None,
        "language": info.language,
        "media_type": info.media_type,
        "pages": info.page_count,
        "chunks": info.chunk_count,
        "sections": None,
        "tags": list(info.tags),
        "effective_date": info.effective_date,
        "superseded": info.id in superseded,
        "file_sha256": info.file_sha256,
        "added_at": info.added_at,
        "updated_at": info.updated_at,
    }


def _superseded(served: Service) -> frozenset[str]:
    """Ids of the documents of which another edition counts today; none are known before the library is ready."""
    if not served.states.is_ready:
        return frozenset()
    with served.states.use() as library:
        counting = {part.member.id for part in library.graph().parts}
        return frozenset(info for info in library.store.law_stamps() if info not in counting)


def _outline(served: Service, document: Document) -> list[dict[str, Any]]:
    """The provisions down to articles and sections of a law, else the headings."""
    law = served.library.store.law(document.id)
    if law is not None and law.tree.grammar:
        return _provisions(document, law)
    return [
        {
            "id": section.id,
            "heading": section.heading,
            "level": section.level,
            "start": section.span.start,
            "end": section.span.end,
            "page_index": _page_index(document, section.span),
        }
        for section in document.sections
    ]


def _provisions(document: Document, law: Any) -> list[dict[str, Any]]:
    from pincite.types.provision import ProvisionKind

    inside = (ProvisionKind.PARAGRAPH, ProvisionKind.ITEM, ProvisionKind.SUBITEM)
    depths: dict[str, int] = {}
    found = []
    for provision in law.tree:
        depths[provision.id] = depths.get(provision.parent or "", 0) + 1
        if provision.kind not in inside:
            found.append(
                {
                    "id": provision.id,
                    "heading": " ".join(provision.heading.cut(document.text).split()),
                    "level": depths[provision.id],
                    "start": provision.span.start,
                    "end": provision.span.end,
                    "page_index": _page_index(document, provision.span),
                }
            )
    return found


def _page_index(document: Document, span: Span) -> int | None:
    page = document.page_at(span.start)
    return page.index if page else None


def _require_page(info: DocumentInfo, index: int) -> None:
    if not 0 <= index < info.page_count:
        found = f"Document {info.id!r} has {count_of(info.page_count, 'page')}, and no page {index}."
        raise ApiProblem(404, "no-page", found, hint="Pages count from 0.")


def _page_span(document: Document, index: int) -> Span:
    found = next((page.span for page in document.pages if page.index == index), None)
    if found is None:
        raise ApiProblem(404, "no-page", f"Document {document.id!r} has no page {index}.", hint="Pages count from 0.")
    return found


def _part_on(document: Document, index: int, start: int | None, end: int | None) -> Span | None:
    """The part of a passage that stands on a page; None where none does."""
    page = next((page.span for page in document.pages if page.index == index), None)
    if page is None or start is None or end is None:
        return None
    span = Span(max(start, page.start), min(end, page.end))
    return span if span.start < span.end else None
