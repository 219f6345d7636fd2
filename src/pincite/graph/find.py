"""Every cross-reference of a document, whatever its language."""

from __future__ import annotations

from collections.abc import Iterable

from pincite.types.document import Document
from pincite.types.provision import ProvisionTree
from pincite.types.reference import CrossReference

__all__ = ["find_references"]


def find_references(document: Document, tree: ProvisionTree) -> list[CrossReference]:
    """The references of a document, sorted by span; none twice, and none inside another one's words.

    References of one place may share a span where a plural takes up several (`those sections`).
    """
    if document.language == "ko" or tree.grammar.startswith("korean"):
        from pincite.graph.patterns_ko import references_ko

        return _in_order(references_ko(document, tree))
    from pincite.graph.patterns_en import references_en

    return _in_order(references_en(document, tree))


def _in_order(references: Iterable[CrossReference]) -> list[CrossReference]:
    """Sorted, without those that begin inside the words of one before."""
    kept: list[CrossReference] = []
    seen: set[CrossReference] = set()
    end = -1
    for reference in sorted(references, key=lambda r: (r.span.start, -r.span.end)):
        inside = reference.span.start < end and not (kept and reference.span == kept[-1].span)
        if inside or reference in seen:
            continue
        seen.add(reference)
        kept.append(reference)
        end = max(end, reference.span.end)
    return kept
