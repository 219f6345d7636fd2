"""How a document is cut: by its provisions where it is law, else by pages and sections."""

from __future__ import annotations

from pincite.chunk.by_page import CHUNKER_VERSION, ChunkReport, chunk_document
from pincite.chunk.by_provision import PROVISION_CHUNKER_VERSION, chunk_provisions
from pincite.settings import ChunkSettings
from pincite.types.document import Document
from pincite.types.law import LawText
from pincite.types.provision import ProvisionKind, ProvisionTree

MIN_SHARE = 0.5
"""Share of a text that must stand in articles, sections, annexes and the like."""
NOT_LAW = frozenset({"contract"})
"""Grammars whose texts are cut by pages and sections all the same; `docs/decisions.md` says why."""

_UNITS = frozenset(
    {
        ProvisionKind.ARTICLE,
        ProvisionKind.SECTION,
        ProvisionKind.ANNEX,
        ProvisionKind.FORM,
        ProvisionKind.RECITAL,
        ProvisionKind.ADDENDA,
    }
)

CHUNKERS = f"{CHUNKER_VERSION}+{PROVISION_CHUNKER_VERSION}"
"""Names and versions of the two ways."""


def chunk_units(document: Document, law: LawText | None, settings: ChunkSettings | None = None) -> ChunkReport:
    """Chunks of a document: its provisions where it is law, else pages and sections.

    Args:
        law: what it says as law; None where that could not be read.
    """
    wanted = settings or ChunkSettings()
    if wanted.unit == "auto" and law is not None and has_provisions(law.tree, len(document.text)):
        return chunk_provisions(document, law.tree, settings)
    return chunk_document(document, settings)


def has_provisions(tree: ProvisionTree, characters: int) -> bool:
    """Whether a document is indexed and cited by provision: a grammar of law read it, and most of it stands in units.

    Args:
        characters: of the document's text.
    """
    if not tree.grammar or tree.grammar in NOT_LAW:
        return False
    covered, end = 0, 0
    for provision in tree:
        if provision.kind in _UNITS and provision.span.end > end:
            covered += provision.span.end - max(provision.span.start, end)
            end = provision.span.end
    return covered >= MIN_SHARE * max(characters, 1)
