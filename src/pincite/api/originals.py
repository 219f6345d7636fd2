"""The file of a document, for its pictures and for download."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pincite.api.problem import ApiProblem
from pincite.ingest.originals import Originals
from pincite.store.protocol import DocumentInfo

FOUND = 256
"""Documents whose file is looked for once."""


def original(folder: Path, info: DocumentInfo) -> Path | None:
    """Where the very file lies that a document was read from; None where it is nowhere, or in an archive alone."""
    place = Path(info.path)
    try:
        facts = place.stat()
        stamp = (facts.st_mtime_ns, facts.st_size)
    except (OSError, ValueError):
        stamp = (0, 0)
    found = _original(folder, info, stamp)
    return found if found is not None and found.is_file() else None


@lru_cache(maxsize=FOUND)
def _original(folder: Path, info: DocumentInfo, stamp: tuple[int, int]) -> Path | None:
    """See `original`; looked for again where another file lies at the document's path."""
    found = Originals(folder).of(info)
    return found.place if found.is_same and (found.is_kept or not found.archive) else None


def require_original(folder: Path, info: DocumentInfo) -> Path:
    """See `original`.

    Raises:
        ApiProblem: 404, there is none.
    """
    found = original(folder, info)
    if found is None:
        raise ApiProblem(
            404, "no-original", f"The file of document {info.id!r} lies nowhere any more, or has changed.",
            hint="Its text can be read all the same; add the file again for its pages.",
        )  # fmt: skip
    return found
