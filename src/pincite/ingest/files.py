"""Which files an ingest takes in: those named, and the readable ones below the folders named."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from pincite.errors import DocumentError

SUFFIXES = frozenset(
    (
        *(".pdf", ".md", ".markdown", ".html", ".htm", ".xhtml", ".txt", ".text", ".xml"),
        *(".docx", ".docm", ".dotx", ".dotm", ".odt", ".rtf", ".eml", ".hwpx", ".zip"),
        *(".doc", ".hwp", ".msg"),  # not read, but what to do about them is said
    )
)

PICTURES = frozenset((".jpg", ".jpeg", ".png", ".heic", ".heif", ".tif", ".tiff", ".gif", ".bmp", ".webp"))
"""Suffixes of pictures, such as photographed letters: not read, and said where a folder has some."""


def find_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files named, and what has the name of a readable kind below the folders named, sorted.

    Hidden files and folders are left out, links to folders inside a folder are not followed. A folder without a
    readable file, or one that may not be looked into, is given itself, so that it is reported and not passed over.
    """
    for path in paths:
        yield from _inside(path) if os.path.isdir(path) else [path]


def _inside(folder: Path) -> list[Path]:
    closed: list[Path] = []
    found: list[Path] = []
    for place, folders, names in os.walk(folder, onerror=lambda error: closed.append(Path(error.filename))):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(place, name) for name in names if is_readable_kind(name)]
    return sorted(found + closed) or [folder]


def find_pictures(paths: Iterable[Path]) -> list[Path]:
    """The pictures below the folders named, sorted: what `find_files` passes over and people may take for documents."""
    found: list[Path] = []
    for path in filter(os.path.isdir, paths):
        for place, folders, names in os.walk(path):
            folders[:] = [name for name in folders if not name.startswith(".")]
            found += [Path(place, name) for name in names if is_picture(name)]
    return sorted(found)


def is_picture(name: str) -> bool:
    """Whether a file of that name is a picture, by its suffix; hidden files are none."""
    return not name.startswith(".") and os.path.splitext(name)[1].lower() in PICTURES


def is_readable_kind(name: str) -> bool:
    """Whether a file of that name is looked at where it was not named itself."""
    return not name.startswith(".") and os.path.splitext(name)[1].lower() in SUFFIXES


def folder_error(folder: Path) -> DocumentError:
    """Why a folder that `find_files` gave stands for no file."""
    try:
        os.listdir(folder)
    except OSError as error:
        return DocumentError(
            f"Wanted to look through the folder {folder}, found: {error.strerror}.", hint="Check its rights."
        )
    return DocumentError(
        f"Wanted documents, found no file of a readable kind in the folder {folder}.",
        hint=f"In folders these are {', '.join(sorted(SUFFIXES))}; name a file of another kind itself.",
    )
