"""Fictional documents and outcomes that the tests of answer files share."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pincite.answer.citations import cite
from pincite.errors import UnknownDocument
from pincite.graph.read_law import read_law
from pincite.testing import document_of
from pincite.text.labels import label, numbered_section
from pincite.types.answer import Answer, CheckedSentence, CheckState, Finding, Refusal, RefusalReason, Support, Trace
from pincite.types.chunk import Chunk, Piece
from pincite.types.document import Document, Place, Span
from pincite.types.law import LawText
from pincite.types.reference import Edge, EdgeType
from pincite.types.retrieval import Evidence, Scores
from pincite.validate.policy import STANDARD

STATUTE = """Harbor City Code, Title 7, Chapter 2. Residential Tenancy Act

§ 7-2-10. Deposits

(1) A landlord shall return the deposit within 21 days after the tenant moves out.
(2) A landlord may not charge a deposit above one month's rent, except:
(a) for a furnished dwelling, where two months' rent is the limit; or
(b) where the tenant agrees in writing.
(3) A tenant may object within 15 days.

§ 7-2-11. Entry

A landlord shall give 24 hours' notice before entering.
"""

PAGES = (
    "Renters' Handbook\n",
    "Deposits\nYour landlord has 30 days to return the deposit.\nKeep your receipts.\n11",
    "Repairs\nAsk for repairs in writing.\nThe landlord must answer within 10 days.\n12",
)


@dataclass
class MemoryStore:
    """Documents by id."""

    documents_by_id: dict[str, Document]

    def document(self, document_id: str) -> Document:
        try:
            return self.documents_by_id[document_id]
        except KeyError:
            raise UnknownDocument(f"no document {document_id!r}") from None

    def documents(self) -> list[Document]:
        return list(self.documents_by_id.values())

    def law(self, document_id: str) -> LawText:
        return read_law(self.documents_by_id[document_id])


def find(document: Document, words: str) -> Span:
    start = document.text.index(words)
    return Span(start, start + len(words))


def make_evidence(document: Document, number: int, span: Span, *, via: tuple[Edge, ...] = ()) -> Evidence:
    first, last = document.page_at(span.start), document.page_at(span.end - 1)
    section = numbered_section(document, span.start)
    chunk = Chunk(
        id=f"{document.id}#{number:04x}",
        document_id=document.id,
        ordinal=number,
        text=span.cut(document.text),
        pieces=(Piece(0, span),),
        tokens=40,
        header=document.title,
        label=label(document, span),
        page_index=first.index if first else None,
        page_index_end=last.index if last else None,
        page_label=first.label if first else None,
        section_id=section.id if section else None,
        heading_path=section.heading_path if section else (),
    )
    return Evidence(
        number=number,
        chunk=chunk,
        title=document.title,
        file_sha256=document.file_sha256,
        text_sha256=document.text_sha256,
        scores=Scores(dense=0.7123456789, lexical=3.0, fused=0.8),
        jurisdiction=str(document.jurisdiction) if document.jurisdiction else None,
        via=via,
    )


@pytest.fixture
def statute() -> Document:
    return document_of(
        STATUTE,
        title="Harbor City Code, Title 7, Chapter 2. Residential Tenancy Act",
        headings=(("7-2-10", "§ 7-2-10. Deposits", 2), ("7-2-11", "§ 7-2-11. Entry", 2)),
        jurisdiction=Place(("us", "harbor city"), "Harbor City"),
    )


@pytest.fixture
def handbook() -> Document:
    return document_of(
        "\f".join(PAGES),
        id="handbook",
        title="Renters' Handbook",
        labels=(None, "11", "12"),
        media_type="application/pdf",
    )


@pytest.fixture
def store(statute: Document, handbook: Document) -> MemoryStore:
    return MemoryStore({statute.id: statute, handbook.id: handbook})


PASSED = tuple(
    Finding(check.name, CheckState.PASSED, 1.0) for check in (*STANDARD.required_checks, *STANDARD.partial_checks)
)
ACT_WORDS = "A landlord shall return the deposit within 21 days after the tenant moves out."
BOOK_WORDS = "The landlord must answer within 10 days."
SHARED = {
    "question": "How long has a landlord to return the deposit?",
    "language": "en",
    "method": "citeguard",
    "model": "extractive",
    "preset": "paper",
    "gate": "standard",
}


@pytest.fixture
def evidence(statute: Document, handbook: Document) -> tuple[Evidence, ...]:
    edge = Edge("act/s7-2-10", "act/s7-2-11", EdgeType.REFERENCES, "exception", Span(3, 9))
    start = statute.text.index("§ 7-2-10.")
    return (
        make_evidence(statute, 1, Span(start, statute.text.index("§ 7-2-11.") - 2), via=(edge,)),
        make_evidence(handbook, 2, find(handbook, PAGES[2].removesuffix("\n12"))),
        make_evidence(statute, 3, find(statute, "A landlord shall give 24 hours' notice before entering.")),
    )


@pytest.fixture
def answer(statute: Document, handbook: Document, evidence: tuple[Evidence, ...]) -> Answer:
    return Answer(
        **SHARED,
        evidence=evidence,
        trace=Trace(
            attempts=(
                {"sufficiency": 0.9, "rule": "best-fitting-sentence/1"},
                {
                    "model": "extractive",
                    "refused": False,
                    "decision": "accept",
                    "supported_ratio": 1.0,
                    "sentences": (),
                },
            ),
            timings_ms={"retrieve": 1.23456, "gate": 2.0},
            settings={"k": 8, "alpha": 0.65},
            index_digest="ab12",
            versions={"pincite": "0", "tokenizer": "en/1"},
        ),
        sentences=(
            CheckedSentence(ACT_WORDS, (1,), Support.FULL, PASSED),
            CheckedSentence(BOOK_WORDS, (2,), Support.FULL, PASSED),
        ),
        citations=(
            cite(statute, find(statute, ACT_WORDS), number=1, sentence=0),
            cite(handbook, find(handbook, BOOK_WORDS), number=2, sentence=1),
        ),
    )


@pytest.fixture
def refusal(evidence: tuple[Evidence, ...]) -> Refusal:
    failed = (Finding("figures", CheckState.FAILED, 1.0, "not in the quote: 45 days"),)
    return Refusal(
        **SHARED,
        evidence=evidence,
        trace=Trace(),
        reason=RefusalReason.VALIDATION_FAILED,
        detail="1 of 1 sentences failed",
        sentences=(CheckedSentence("The landlord has 45 days.", (1, 9), Support.NONE, failed),),
    )
