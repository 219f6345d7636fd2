"""The application: the HTTP API, the pages and the MCP server over one library."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from pincite import __version__
from pincite.answer.record import schema as answer_schema
from pincite.api.chat_completions import ChatRequest
from pincite.api.guard import LOCAL_NAMES, Guard
from pincite.api.pages import add_pages
from pincite.api.problem import add_problem_handlers, responses
from pincite.api.routes import answers, checks, documents, graph, openai, questions, status, uploads
from pincite.api.schemas import Problem
from pincite.api.service import Service
from pincite.api.tokens import Tokens, is_loopback, require_tokens
from pincite.settings import Settings

if TYPE_CHECKING:
    from pincite.generate.protocol import LanguageModel

ROOT = "/api/v1"
UPLOADS = (f"{ROOT}/documents",)
FORM_BYTES = 1_000_000
"""Of an upload's body beside its files."""
ROUTERS = (
    status.router,
    documents.router,
    uploads.router,
    questions.router,
    answers.router,
    checks.router,
    graph.router,
)
DESCRIPTION = """Answers about legal documents, every sentence with a pinpoint citation that checks out, or a refusal
that says why. Not legal advice.

Errors are problem details (RFC 9457). A refusal to answer is a result, with status 200. Offsets are Unicode code points
of a document's text, half-open. Where the server has named tokens, send one as `Authorization: Bearer TOKEN`."""


def create_app(
    folder: Path | str,
    settings: Settings | None = None,
    *,
    tokens: Tokens | None = None,
    language_model: Callable[[str], LanguageModel] | None = None,
) -> FastAPI:
    """The application over the library in `folder`, which is made where there is none.

    Args:
        settings: `serve.host` says whether tokens are needed.
        tokens: of those who may use it; None for nobody's, which the own machine alone allows.
        language_model: gives the language model of a name; the usual ones by default.

    Raises:
        SettingsError: it is to listen beyond the own machine, and there are no tokens.
        PinciteError: the library cannot be opened.
    """
    settings, tokens = settings or Settings(), tokens or Tokens()
    require_tokens(settings.serve.host, tokens)
    service = Service(Path(folder), settings, tokens, language_model)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        service.start()
        try:
            yield
        finally:
            await service.close()

    app = FastAPI(
        title="pincite",
        version=__version__,
        description=DESCRIPTION,
        lifespan=lifespan,
        docs_url=None,  # its page would load scripts of another host
        redoc_url=None,
        openapi_url=f"{ROOT}/openapi.json",
        license_info={"name": "Apache-2.0"},
        separate_input_output_schemas=False,
    )
    app.state.service = service
    add_problem_handlers(app)
    for router in ROUTERS:
        app.include_router(router, prefix=ROOT, responses=responses(401, 403, 421, 422))
    app.include_router(openai.router)
    add_pages(app)
    serve = settings.serve
    app.add_middleware(
        Guard,
        tokens=tokens,
        hosts=_hosts(settings),
        requests_per_minute=serve.requests_per_minute,
        upload_bytes=serve.upload_files * serve.upload_mb * 1_000_000 + FORM_BYTES,
        upload_paths=UPLOADS,
    )
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


def _hosts(settings: Settings) -> tuple[str, ...]:
    """The names under which requests are taken; any beyond the own machine, where tokens are needed."""
    if is_loopback(settings.serve.host):
        return (*LOCAL_NAMES, *settings.serve.hosts)
    return settings.serve.hosts


def _openapi(app: FastAPI) -> dict[str, Any]:
    """The API's description, made once: with the schemas of problems and answer files, and tokens."""
    if app.openapi_schema is None:
        found = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes,
            license_info=app.license_info, separate_input_output_schemas=False,
        )  # fmt: skip
        parts = found.setdefault("components", {})
        schemas = parts.setdefault("schemas", {})
        for body in (Problem, ChatRequest):
            schema = body.model_json_schema(ref_template="#/components/schemas/{model}")
            schemas.update({**schema.pop("$defs", {}), body.__name__: schema})
        schemas["AnswerFile"] = {"type": "object", "title": str(answer_schema().get("title", "pincite.answer/1"))}
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        found["security"] = [{}, {"token": []}]
        app.openapi_schema = found
    return app.openapi_schema
