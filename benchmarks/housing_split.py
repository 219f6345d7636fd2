"""The halves of the housing documents, and which chunks and sections are gold; shared by the housing benchmarks."""

from __future__ import annotations

from hashlib import sha256

from pincite.evaluate.benchmarks.housing import Question, is_gold
from pincite.types.chunk import Chunk


def choosing_half(document_ids: set[str]) -> frozenset[str]:
    """The documents on which figures may be chosen: the first half by the SHA-256 of their ids."""
    ordered = sorted(document_ids, key=lambda d: sha256(d.encode()).hexdigest())
    return frozenset(ordered[: len(ordered) // 2])


def gold_sections(section_id: str | None) -> list[str]:
    """The section that a sub-heading stands in: a gold `3608` is all that is under it, `3608(b)` included."""
    return [section_id.split("(")[0]] if section_id else []


def is_gold_chunk(question: Question, chunk: Chunk) -> bool:
    """Whether a chunk touches a gold page or section, or an alternative one."""
    pages = range(chunk.page_index, (chunk.page_index_end or 0) + 1) if chunk.page_index is not None else ()
    return is_gold(question, chunk.document_id, pages, gold_sections(chunk.section_id))
