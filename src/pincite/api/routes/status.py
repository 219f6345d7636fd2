"""Whether the server answers, and what it offers."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from pincite import __version__
from pincite.answer.methods import METHODS
from pincite.api.reaching import Served
from pincite.api.schemas import Health, Version
from pincite.errors import ModelError
from pincite.settings import Settings
from pincite.validate.policy import GATES

router = APIRouter(tags=["server"])
SHOWN = ("retrieve", "answer", "chunk", "refwalk")
"""Sections of the settings that are shown."""


@router.get("/health", response_model=Health)
async def health(served: Served) -> dict[str, Any]:
    """Whether the library is ready to be asked; needs no token."""
    status = "ready" if served.states.is_ready else "starting"
    return {"status": status, "running": served.queue.running, "waiting": served.queue.waiting}


@router.get("/version", response_model=Version)
def version(served: Served) -> dict[str, Any]:
    """The version, and what may be asked for."""
    infos = served.library.documents()
    try:
        served.models.reranker()
        presets = ["standard", "paper"]
    except ModelError:
        presets = ["paper"]
    serve = served.settings.serve
    return {
        "version": __version__,
        "models": list(served.models.offered()),
        "methods": list(METHODS),
        "presets": presets,
        "gates": list(GATES),
        "offline": served.settings.offline,
        "tags": sorted({tag for info in infos for tag in info.tags}),
        "documents": len(infos),
        "upload": {"files": serve.upload_files, "megabytes": serve.upload_mb},
        "settings": shown_settings(served.settings),
    }


def shown_settings(settings: Settings) -> dict[str, Any]:
    """The settings that shape answers, without what is this machine's own affair: paths, servers, keys."""
    values = settings.as_dict()
    found = {name: dict(values[name]) for name in SHOWN}
    for name in ("sufficiency", "clauses"):
        found["answer"].pop(name, None)
    found["refwalk"].pop("reranker", None)
    return found
