"""Requests for clauses end to end: verbatim clauses with citations that verify, or a refusal that says why."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.answer.record import to_record
from pincite.answer.verify import verify
from pincite.library import Library
from pincite.settings import RetrieveSettings
from pincite.testing import HashEmbedder, OverlapReranker
from pincite.types.answer import Answer, Refusal, RefusalReason
from pincite.types.retrieval import RetrievalFilter

MakeLibrary = Callable[..., Library]
FORM = 'Highlight the parts (if any) of this contract related to "{}" that should be reviewed by a lawyer.'
BERTH = """BERTH SUPPLY AGREEMENT

This Berth Supply Agreement (this "Agreement") is entered into as of March 3, 2031 (the "Effective Date") by and between Merrow Harbor, Inc., a Merrow corporation ("Harbor"), and Tidewater Boats, LLC, a Merrow company ("Tidewater").

1. Berths

Harbor shall supply Tidewater with twelve berths and with shore power for each of them during the season.

2. Fees

Tidewater shall pay the fees of Exhibit A within ten days after the first day of each month.

3. Assignment

Neither party may assign this Agreement or any of its rights under this Agreement without the prior written consent of the other party.

4. Governing Law

This Agreement shall be governed by and construed in accordance with the laws of the State of Merrow, without regard to its conflict of laws principles.

5. Cleaning

Tidewater shall keep the berths clean and shall remove all nets, ropes and barrels from the quay every evening.
"""  # noqa: E501  # contracts have long lines
OTHER = """ROPE CONTRACT

This Rope Contract is made on 5 June 2030 by and between Northern Ropes Ltd. and Harbor Stores, Inc.

1. Governing Law

This Contract is governed by the laws of the State of Sandwell, and the courts of Sandwell shall have jurisdiction.
"""


@pytest.fixture(scope="module")
def library(make_shared_library: MakeLibrary) -> Library:
    files = {"berth.txt": BERTH, "rope.txt": OTHER}
    return make_shared_library(files, embedder=HashEmbedder(), reranker=OverlapReranker())


def ask(library: Library, question: str, document: str = "berth", **given: str) -> Answer | Refusal:
    return library.ask(question, filter=RetrievalFilter(document_ids=(document,)), **given)


@pytest.mark.parametrize(
    "question",
    [
        pytest.param(FORM.format("Governing Law"), id="form"),
        pytest.param("Show me the clauses about governing law", id="plain"),
        pytest.param("Find the choice of law clause", id="other-name"),
        pytest.param("이 계약서에서 준거법에 관한 조항을 찾아줘", id="korean-over-english"),
    ],
)
def test_a_clause_is_answered_word_for_word_and_verifies(library: Library, question: str) -> None:
    outcome = ask(library, question)
    assert isinstance(outcome, Answer)
    assert "governed by and construed in accordance with the laws of the State of Merrow" in outcome.sentences[0].text
    text = library.document("berth").text
    assert all(c.position.cut(text) == c.quote.exact for c in outcome.citations)
    assert verify(to_record(outcome), library).ok


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("Parties", {"Merrow Harbor, Inc.", "Tidewater Boats, LLC"}, id="parties"),
        pytest.param("Agreement Date", {"March 3, 2031"}, id="date"),
        pytest.param("Document Name", {"Berth Supply Agreement"}, id="title"),
    ],
)
def test_names_and_dates_stand_alone_and_verify(library: Library, name: str, expected: set[str]) -> None:
    outcome = ask(library, FORM.format(name))
    assert isinstance(outcome, Answer)
    assert expected <= {s.text for s in outcome.sentences} | {s.text.title() for s in outcome.sentences}
    assert all(c.label and c.quote.exact for c in outcome.citations)
    assert verify(to_record(outcome), library).ok


@pytest.mark.parametrize("name", ["Source Code Escrow", "Non-Disparagement", "Audit Rights"])
def test_a_clause_that_is_not_there_is_refused_by_its_name(library: Library, name: str) -> None:
    outcome = ask(library, FORM.format(name))
    assert isinstance(outcome, Refusal)
    assert outcome.reason is RefusalReason.INSUFFICIENT_EVIDENCE
    assert name in outcome.detail


def test_a_clause_of_no_known_type_is_answered_by_what_answers_questions(library: Library) -> None:
    outcome = ask(library, "Show me the clauses about cleaning the berths and removing nets")
    assert isinstance(outcome, Answer)
    assert any("keep the berths clean" in s.text for s in outcome.sentences)


@pytest.mark.parametrize(
    "question",
    [
        pytest.param("Show me the clauses about force majeure", id="name"),
        pytest.param(
            FORM.format("Tug Service") + " Details: Who hires tugs and pilots, and at what tariff?", id="details"
        ),
    ],
)
def test_a_clause_of_no_known_type_that_is_not_there_is_refused(library: Library, question: str) -> None:
    outcome = ask(library, question)
    assert isinstance(outcome, Refusal)
    assert outcome.reason is RefusalReason.INSUFFICIENT_EVIDENCE


def test_the_scope_is_kept(library: Library) -> None:
    outcome = ask(library, FORM.format("Governing Law"), document="rope")
    assert isinstance(outcome, Answer)
    assert {c.document_id for c in outcome.citations} == {"rope"}
    assert "Sandwell" in outcome.sentences[0].text


def test_clauses_of_several_documents_are_all_given(library: Library) -> None:
    outcome = library.ask(FORM.format("Governing Law"))
    assert isinstance(outcome, Answer)
    assert {c.document_id for c in outcome.citations} == {"berth", "rope"}


def test_the_papers_preset_searches_as_published(library: Library) -> None:
    outcome = ask(library, FORM.format("Governing Law"), preset="paper")
    assert isinstance(outcome, Answer)
    assert outcome.evidence[0].scores.rerank is None


def test_the_writer_is_shown_as_many_sources_as_the_setting_for_clauses_says(make_library: MakeLibrary) -> None:
    things = ("boat", "net", "barrel", "lamp", "chart", "anchor", "sail", "oar")
    parts = [" ".join(f"Rope {thing}{n} holds {thing}{n + 1}." for n in range(90)) for thing in things]
    text = "\n\n".join(
        f"{n}. The {thing}s\n\n{part}" for n, (thing, part) in enumerate(zip(things, parts, strict=True), 1)
    )
    library = make_library(
        {"many.txt": text},
        embedder=HashEmbedder(),
        reranker=OverlapReranker(),
        retrieve=RetrieveSettings(max_sources=2, clause_sources=5),
    )
    assert len(library.ask("Show me the clauses about ropes").evidence) == 5
    assert len(library.ask("How is the rope kept?").evidence) == 2
