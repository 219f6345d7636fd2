"""What an outcome holds beside its sentences: numbered evidence, citations by page, date, trace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pincite.chunk import chunk_document
from pincite.library import Library
from pincite.settings import RetrieveSettings
from pincite.testing import HashEmbedder, OverlapReranker
from pincite.types.answer import Answer
from pincite.types.document import Document, Page, Span, TextMap

QUESTION = "How many days does a landlord have to return the deposit?"
ACT = """# Harbor Tenancy Act

State of Merrow

## § 10-101. Deposits

A landlord shall return the deposit within 21 days after the tenant moves out.

## § 10-102. Entry

A landlord shall give 24 hours' written notice before entering the dwelling.
"""
MakeLibrary = Callable[..., Library]


def paged(*pages: str, document_id: str = "guide", effective_date: str | None = None) -> Document:
    """A document of pages, their last lines being printed numbers that no chunk holds."""
    found: list[Page] = []
    text = ""
    for index, body in enumerate(pages):
        text += "\f" if index else ""
        start = len(text)
        text += f"{body}\n{index + 11}"
        foot = Span(start + len(body) + 1, len(text))
        found.append(Page(index, Span(start, len(text)), str(index + 11), furniture=(foot,)))
    return Document(
        document_id,
        "Harbor Guide",
        f"{document_id}.pdf",
        "application/pdf",
        document_id.encode().hex().ljust(64, "0")[:64],
        text,
        TextMap(()),
        pages=tuple(found),
        effective_date=effective_date,
    )


def put(library: Library, document: Document) -> None:
    library.store.add(document, chunk_document(document).chunks, chunker="test")


def test_sentence_over_a_page_break_has_a_citation_on_each_page(make_library: MakeLibrary) -> None:
    library = make_library({})
    first = "Your landlord has to give you back the deposit that you paid for the"
    second = "dwelling within thirty days after you have moved out of it."
    put(library, paged(f"Deposits are held in a bank. {first}", f"{second} Pets need consent."))
    outcome = library.ask(QUESTION)
    assert isinstance(outcome, Answer)
    text = library.document("guide").text
    assert [c.position.cut(text) for c in outcome.citations] == [first, second]
    assert [c.quote.exact for c in outcome.citations] == [first, second]
    assert [(c.page_index, c.page_label, c.sentence) for c in outcome.citations] == [(0, "11", 0), (1, "12", 0)]


def test_evidence_is_numbered_from_one_up_to_the_limit(make_library: MakeLibrary) -> None:
    files = {f"act{n}.md": ACT.replace("Harbor", f"Harbor {n}").replace("21", str(n + 20)) for n in range(4)}
    library = make_library(files, retrieve=RetrieveSettings(max_sources=3))
    outcome = library.ask(QUESTION)
    assert [e.number for e in outcome.evidence] == [1, 2, 3]
    infos = {d.id: d for d in library.documents()}
    for evidence in outcome.evidence:
        info = infos[evidence.chunk.document_id]
        assert (evidence.title, evidence.text_sha256, evidence.jurisdiction) == (info.title, info.text_sha256, "Merrow")


def test_as_of_is_the_latest_date_of_the_evidence(make_library: MakeLibrary) -> None:
    library = make_library({})
    body = "The landlord returns the deposit within {} days after the tenant moves out."
    put(library, paged(body.format(20), document_id="old", effective_date="2019-01-01"))
    put(library, paged(body.format(30), document_id="new", effective_date="2024-07-01"))
    assert library.ask(QUESTION).as_of == "2024-07-01"


def test_outcome_says_how_it_came_about(make_library: MakeLibrary) -> None:
    library = make_library({"act.md": ACT}, embedder=HashEmbedder(), reranker=OverlapReranker())
    outcome = library.ask(QUESTION)
    assert (outcome.method, outcome.model, outcome.preset, outcome.gate) == (
        "citeguard",
        "extractive",
        "standard",
        "standard",
    )
    assert (outcome.question, outcome.language) == (QUESTION, "en")
    trace = outcome.trace
    assert trace.versions["embedder:en"] == "hash-embedder"
    assert trace.versions["reranker"] == "overlap-reranker"
    assert trace.index_digest == library.index().digest
    assert trace.settings["retrieve"]["alpha"] == 0.65
    assert {"retrieve", "evidence", "sufficiency", "generate", "validate", "cite"} <= trace.timings_ms.keys()
    assert all(e.scores.rerank is not None for e in outcome.evidence)


def test_same_question_gives_the_same_outcome(make_library: MakeLibrary) -> None:
    library = make_library({"act.md": ACT})
    one, two = library.ask(QUESTION), library.ask(QUESTION)
    assert replace(one, trace=two.trace) == two


def test_notes_of_the_search_are_kept(make_library: MakeLibrary) -> None:
    notes = make_library({"act.md": ACT}).ask(QUESTION).trace.notes
    assert any("searched by words alone" in note for note in notes)
