"""Answers held against a state of the library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pincite.answer.changes import AnswerChanges, changes
from pincite.errors import LibraryError, ModelError
from pincite.index.embedders import Embedder
from pincite.index.snapshot import index_language
from pincite.library import Library


def changed_since(record: Mapping[str, Any], library: Library) -> AnswerChanges:
    """What became of an answer's citations; the embedder of its language checks again what words do not settle."""
    return changes(record, library, embedder=_embedder(record, library))


def _embedder(record: Mapping[str, Any], library: Library) -> Embedder | None:
    try:
        return library.embedder(index_language(str(record.get("language"))))
    except (ModelError, LibraryError):
        return None
