"""Files that a library keeps itself, such as uploads: `<library>/files/<sha256><suffix>`, named by their content."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from pincite.store.protocol import Store

FOLDER_NAME = "files"
_NAME = re.compile(r"(?P<sha256>[0-9a-f]{64})(?:\.\w+)?")


def kept_files(folder: Path) -> dict[Path, str]:
    """The kept files of the library in `folder`, with the hashes that their names state."""
    found: dict[Path, str] = {}
    with suppress(OSError):
        for path in sorted((folder / FOLDER_NAME).iterdir()):
            name = _NAME.fullmatch(path.name)
            if name and path.is_file() and not path.is_symlink():
                found[path] = name["sha256"]
    return found


def kept_file(folder: Path, file_sha256: str) -> Path | None:
    """The kept file of that content, as its name states; None where there is none."""
    return next((path for path, name in kept_files(folder).items() if name == file_sha256), None)


def unneeded(store: Store) -> list[Path]:
    """The kept files that are no document's."""
    return [path for path, sha256 in kept_files(store.folder).items() if not store.documents_of_file(sha256)]


def remove_unneeded(store: Store, file_sha256: str) -> list[Path]:
    """Remove the kept files of that content where no document needs them; within `store.writing()`.

    Returns:
        The files removed; one that cannot be removed stays, and `pincite doctor` names it.
    """
    if store.documents_of_file(file_sha256):
        return []
    gone = []
    for path, sha256 in kept_files(store.folder).items():
        if sha256 == file_sha256:
            with suppress(OSError):
                path.unlink()
                gone.append(path)
    return gone
