"""How uploaded files are called on disk, and how their own names are made harmless."""

from __future__ import annotations

import os
import unicodedata

from pincite.ingest.files import SUFFIXES

INCOMING = ".incoming-"
"""Begins the names of files that are not whole yet."""
MAX_NAME_CHARS = 120
_NO_NAME = "document"
_FORBIDDEN = frozenset('/\\:*?"<>|!#')


def harmless_name(name: str) -> str:
    r"""A file's own name without folders, control characters and what systems and ids part names by.

    >>> harmless_name("..\\..\\etc/pass<wd>.pdf")
    'pass_wd_.pdf'
    """
    plain = unicodedata.normalize("NFC", name.encode("utf-8", "replace").decode("utf-8"))
    last = plain.replace("\\", "/").rsplit("/", 1)[-1]
    kept = "".join("_" if c in _FORBIDDEN else c for c in last if unicodedata.category(c)[0] != "C")
    kept = " ".join(kept.split()).strip(". ")
    stem, suffix = os.path.splitext(kept)
    stem, suffix = (stem, suffix) if len(suffix) <= 10 else (kept, "")
    return (stem[: MAX_NAME_CHARS - len(suffix)] or _NO_NAME) + suffix


def kept_suffix(name: str) -> str:
    """The suffix under which a file is kept: its name's where that is one of a readable kind, else none."""
    suffix = os.path.splitext(name)[1].lower()
    return suffix if suffix in SUFFIXES else ""
