"""Evidence that is a part of a table: it verifies with its header repeated, and a wrong page is found all the same."""

from __future__ import annotations

from typing import Any

import pytest
from made_files import tables_pdf

from pincite.answer.evidence_checks import evidence_findings
from pincite.chunk import chunk_document
from pincite.parse import read_data
from pincite.settings import ChunkSettings
from pincite.types.chunk import Chunk
from pincite.types.document import Document

SMALL = ChunkSettings(max_tokens=60, overlap_tokens=12, min_tokens=20)


def evidence(chunk: Chunk, document: Document, **other: Any) -> dict[str, Any]:
    return {
        "title": document.title, "jurisdiction": None, "effective_date": None, "chunk_id": chunk.id,
        "section_id": chunk.section_id, "heading_path": list(chunk.heading_path), "page_index": chunk.page_index,
        "page_index_end": chunk.page_index_end, "page_label": chunk.page_label, "text": chunk.text,
        "provision_id": None, "label": chunk.label,
    } | other  # fmt: skip


@pytest.mark.parametrize("repeated", [True, False], ids=["header_twice", "header_once"])
def test_parts_of_a_table_over_two_pages_verify(repeated: bool) -> None:
    document = read_data(tables_pdf.over_two_pages(repeated), "berths.pdf")
    chunks = chunk_document(document, SMALL).chunks
    assert sum(piece.repeated for chunk in chunks for piece in chunk.pieces) > 1
    for chunk in chunks:
        assert list(evidence_findings("/evidence/0", evidence(chunk, document), document, None)) == []


def test_a_wrong_page_of_a_part_is_found() -> None:
    document = read_data(tables_pdf.over_two_pages(False), "berths.pdf")
    chunk = next(c for c in chunk_document(document, SMALL).chunks if c.page_index == 1 and c.pieces[0].repeated)
    said = evidence(chunk, document, label=chunk.label.replace("p. 4", "p. 3").replace("PDF p. 2", "PDF p. 1"))
    assert [f.rule for f in evidence_findings("/evidence/0", said, document, None)] == ["label"]
