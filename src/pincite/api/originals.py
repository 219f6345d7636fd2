"""The file of a document, for its pictures and for download."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pincite.api.problem import ApiProblem
from pincite.ingest.originals import Originals
from pincite.store.kept_files import FOLDER_NAME
from pincite.store.protocol import DocumentInfo

FOUND = 256
"""Documents whose file is looked for once."""


def original(folder: Path, info: DocumentInfo) -> Path | None:
    """Where the very file lies that a document was read from; None where it is nowhere, or in an archive alone."""
    found = _original(folder, info, (*_stamp(Path(info.path)), *_stamp(folder / FOLDER_NAME)))
    return found if found is not None and found.is_file() else None


def _stamp(place: Path) -> tuple[int, int]:
    """What changes when another file lies there, or in it; zeros where nothing does."""
    try:
        facts = place.stat()
    except (OSError, ValueError):
        return (0, 0)
    return (facts.st_mtime_ns, facts.st_size)


@lru_cache(maxsize=FOUND)
def _original(folder: Path, info: DocumentInfo, stamp: tuple[int, ...]) -> Path | None:
    """See `original`; looked for again where another file lies at the document's path or among the kept ones."""
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
