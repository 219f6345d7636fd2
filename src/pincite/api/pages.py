"""The web pages: templates, static files and words, joined to an application by `add_pages`.

A page is a shell without data: what it shows comes from `/api/v1`, with the reader's token where one is needed, and is
written as text, never as markup. Static files stand under the digest of all of them, so that they may be cached for
good; no file comes from another host, and no script or style stands in a page.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pincite.answer.reasons import what_helps, why
from pincite.errors import MissingExtra
from pincite.types.answer import DraftFault, RefusalReason

if TYPE_CHECKING:
    from fastapi import FastAPI, Request, Response

LANGUAGES = ("en", "ko")
THEMES = ("light", "dark")
PAGES: Mapping[str, str] = {
    "/": "ask",
    "/answers/{answer_id}": "ask",
    "/library": "library",
    "/documents/{document_id}": "reader",
    "/history": "history",
    "/graph": "graph",
}
"""Paths with the template of each."""
MEDIA_TYPES: Mapping[str, str] = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Content-Security-Policy of every page: own files only, nothing inline. `blob:` is for pictures of documents' pages,
which are fetched with the reader's token."""
PAGE_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
    "Vary": "Accept-Language, Cookie",
}
_FOR_GOOD = "public, max-age=31536000, immutable"
_EXTRACTIVE = "extractive"


def add_pages(app: FastAPI) -> None:
    """Add the pages and their static files to an application. They need no token: no data is in them.

    Raises:
        MissingExtra: jinja2 is not installed.
    """
    for path, name in PAGES.items():
        app.add_api_route(path, _page_route(name), methods=["GET"], include_in_schema=False, name=f"page:{path}")
    app.add_api_route("/static/{digest}/{name}", _static_route(), methods=["GET"], include_in_schema=False)


def page(name: str, language: str, theme: str = "") -> str:
    """A page's HTML.

    Args:
        name: of the template: ask, library, reader, history, graph.
        language: `en` or `ko`, of the interface.
        theme: `light` or `dark`; empty follows the reader's system.
    """
    template = _templates().get_template(f"{name}.html")
    return str(template.render(page=name, language=language, theme=theme, words=words(language), base=static_base()))


def chosen_language(cookie: str | None, accepted: str) -> str:
    """The language of the interface: the reader's choice, else the first of Accept-Language that there is, else `en`.

    >>> chosen_language(None, "fr, ko;q=0.8, en;q=0.5")
    'ko'
    """
    if cookie in LANGUAGES:
        return str(cookie)
    weighed = [_weighed(part) for part in accepted.split(",")]
    ranked = sorted((item for item in weighed if item[0] > 0), key=lambda item: -item[0])
    return next((tag for _, tag in ranked if tag in LANGUAGES), "en")


@lru_cache(maxsize=len(LANGUAGES))
def words(language: str) -> dict[str, Any]:
    """The interface's words of a language; those on refusals are the ones that the terminal shows."""
    text = _folder("words").joinpath(f"{language}.json").read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found | _refusal_words(language)


@lru_cache(maxsize=1)
def static_files() -> dict[str, bytes]:
    """Every static file by name, the words of each language among them."""
    found = {item.name: item.read_bytes() for item in _folder("static").iterdir() if item.is_file()}
    for language in LANGUAGES:
        found[f"words.{language}.json"] = json.dumps(words(language), ensure_ascii=False).encode()
    return found


@lru_cache(maxsize=1)
def static_base() -> str:
    """The path under which the static files stand, which changes with any of them."""
    digest = sha256()
    for name, content in sorted(static_files().items()):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return f"/static/{digest.hexdigest()[:16]}"


def _page_route(name: str) -> Any:
    from fastapi import Request
    from fastapi.responses import HTMLResponse

    def show(request: Request) -> Response:
        language = chosen_language(request.cookies.get("pincite_language"), request.headers.get("accept-language", ""))
        theme = request.cookies.get("pincite_theme", "")
        content = page(name, language, theme if theme in THEMES else "")
        return HTMLResponse(content, headers={**PAGE_HEADERS, "Content-Language": language})

    show.__annotations__ = {"request": Request}  # the class, since FastAPI can't look up a local name
    return show


def _static_route() -> Any:
    from fastapi import Response

    def static(digest: str, name: str) -> Response:
        content = static_files().get(name)
        suffix = name[name.rfind(".") :]
        if content is None or suffix not in MEDIA_TYPES:
            return Response(status_code=404)
        headers = {"X-Content-Type-Options": "nosniff"}
        # A page of before an upgrade gets what there is now, and nobody keeps that under the old name.
        headers["Cache-Control"] = _FOR_GOOD if f"/static/{digest}" == static_base() else "no-store"
        return Response(content, media_type=MEDIA_TYPES[suffix], headers=headers)

    static.__annotations__ = {"digest": str, "name": str}
    return static


@lru_cache(maxsize=1)
def _templates() -> Any:
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError as error:
        raise MissingExtra(
            "The web page needs jinja2.", hint="Install it with: pip install 'pincite[serve]'."
        ) from error
    loader = PackageLoader("pincite.api", "web/templates")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def _folder(name: str) -> Any:
    return files("pincite.api").joinpath("web", name)


def _weighed(part: str) -> tuple[float, str]:
    """One member of an Accept-Language header: its weight and primary tag."""
    tag, _, weight = part.partition(";q=")
    try:
        return float(weight or 1), tag.strip().lower().split("-")[0]
    except ValueError:
        return 0.0, ""


def _refusal_words(language: str) -> dict[str, Any]:
    """Why there is no answer and what would help, by reason and by fault, in the words of `pincite.answer.reasons`."""
    found = {}
    for reason in RefusalReason:
        record = _refused(reason)
        found[f"refusal.{reason.value}"] = {"why": why(record, language), "help": what_helps(record, language)}
    for fault in DraftFault:
        record = _refused(RefusalReason.MODEL_ERROR, fault)
        found[f"fault.{fault.value}"] = {"why": why(record, language), "help": what_helps(record, language)}
    return found


def _refused(reason: RefusalReason, fault: DraftFault | None = None) -> dict[str, Any]:
    attempts = [{"fault": fault.value}] if fault else []
    return {
        "refusal": {"reason": reason.value, "detail": ""},
        "model": _EXTRACTIVE,  # else the help names an option of the command line
        "sentences": [],
        "trace": {"attempts": attempts},
    }
