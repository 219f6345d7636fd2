"""Which documents may answer a question, by the places and documents that it names."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.retrieve.scope import named_documents, scope
from pincite.store.protocol import DocumentInfo
from pincite.types.document import Place
from pincite.types.retrieval import RetrievalFilter

EVERYTHING = RetrievalFilter()


def document(name: str, title: str = "", place: tuple[str, ...] = (), tags: tuple[str, ...] = ()) -> DocumentInfo:
    shown = {"us": "United States", "oh": "Ohio", "tx": "Texas"}
    at = Place(place, shown.get(place[-1], place[-1].title())) if place else None
    facts: dict[str, Any] = dict.fromkeys("source path media_type file_sha256 text_sha256 parser chunker".split(), "")
    facts |= dict.fromkeys("character_count page_count low_page_count empty_page_count chunk_count".split(), 1)
    facts |= {"added_at": "", "updated_at": "", "effective_date": None, "work": None}
    return DocumentInfo(name, title or name, language="en", jurisdiction=at, tags=tags, **facts)


OHIO = document("oh", place=("us", "oh"))
TEXAS = document("tx", place=("us", "tx"))
FEDERAL = document("us", place=("us",))
CITY = document("city", place=("us", "oh", "brookfield"))
COUNTY = document("county", place=("us", "oh", "dunmore county"))
NOWHERE = document("nowhere")
MERROW = document("merrow", place=("merrow",))
TOWN = document("town", place=("merrow", "larkhaven"))
SHORT_TOWN = document("short-town", place=("larkhaven",))


@dataclass(frozen=True)
class Case:
    question: str
    documents: tuple[DocumentInfo, ...]
    own: str
    outer: str = ""
    left_out: str = ""
    foreign: bool = False
    mentions: dict[str, str] = field(default_factory=dict)


CASES = {
    "no-place-takes-all": Case("May they enter?", (OHIO, TEXAS, NOWHERE), own="oh tx nowhere"),
    "other-states-are-left-out": Case("In Ohio?", (OHIO, TEXAS), own="oh", left_out="Texas"),
    "federal-law-ranks-below-the-states": Case("In Ohio?", (OHIO, FEDERAL), own="oh", outer="us"),
    "state-ranks-below-its-city": Case(
        "In Brookfield, Ohio?", (CITY, OHIO, FEDERAL, TEXAS), own="city", outer="oh us", left_out="Texas"
    ),
    "city-law-is-left-out-for-its-state": Case("In Ohio?", (CITY, OHIO), own="oh", left_out="Brookfield"),
    "federal-question-leaves-states-out": Case("Under federal law?", (FEDERAL, OHIO), own="us", left_out="Ohio"),
    "no-known-place-ranks-below": Case("In Ohio?", (OHIO, NOWHERE), own="oh", outer="nowhere"),
    "no-known-place-alone": Case("In Ohio?", (NOWHERE,), own="", outer="nowhere"),
    "no-known-place-beside-other-places-only": Case(
        "In Ohio?", (TEXAS, NOWHERE), own="", left_out="Texas", foreign=True
    ),
    "foreign": Case("In Ohio?", (TEXAS, MERROW), own="", left_out="Merrow Texas", foreign=True),
    "foreign-with-federal-law": Case("In Ohio?", (TEXAS, FEDERAL), own="", outer="us", left_out="Texas", foreign=True),
    "two-places": Case("In Ohio and Texas?", (OHIO, TEXAS, MERROW), own="oh tx", left_out="Merrow"),
    "fictional-town-in-its-state": Case(
        "In Larkhaven?", (TOWN, MERROW, OHIO), own="town", outer="merrow", left_out="Ohio"
    ),
    "short-and-full-form-are-one-place": Case("In Larkhaven?", (TOWN, SHORT_TOWN), own="town short-town"),
    "county-that-speaks-of-the-town": Case(
        "In Brookfield, Ohio?", (COUNTY, OHIO), own="county", outer="oh", mentions={"county": "Brookfield"}
    ),
    "county-that-does-not-but-the-state-is-there": Case(
        "In Brookfield, Ohio?", (COUNTY, OHIO), own="", outer="oh", left_out="Dunmore County"
    ),
    "county-that-does-not": Case("In Brookfield, Ohio?", (COUNTY,), own="", left_out="Dunmore County", foreign=True),
    "neighbouring-county": Case("In Dunmore County, Ohio?", (COUNTY, OHIO), own="county", outer="oh"),
    "empty-library": Case("In Ohio?", (), own=""),
}


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in CASES.items()])
def test_scope_of_a_question(case: Case) -> None:
    found = scope(case.question, case.documents, EVERYTHING, lambda d, name: case.mentions.get(d) == name)
    assert found.own == set(case.own.split())
    assert found.outer == set(case.outer.split())
    assert " ".join(place.name for place in found.left_out) == case.left_out
    assert found.foreign is case.foreign


FILTERS = [
    pytest.param(RetrievalFilter(document_ids=("tx",)), "In Ohio?", "", "", id="document-of-another-place"),
    pytest.param(RetrievalFilter(document_ids=("tx", "us")), "In Ohio?", "", "us", id="outer-document"),
    pytest.param(RetrievalFilter(tags=("new",)), "May they?", "oh", "", id="tag"),
    pytest.param(RetrievalFilter(document_ids=("tx",), tags=("new",)), "May they?", "", "", id="both-must-hold"),
    pytest.param(RetrievalFilter(document_ids=("none",)), "In Ohio?", "", "", id="unknown-document"),
]


@pytest.mark.parametrize(("where", "question", "own", "outer"), FILTERS)
def test_filter_is_never_widened(where: RetrievalFilter, question: str, own: str, outer: str) -> None:
    documents = [document("oh", place=("us", "oh"), tags=("new",)), TEXAS, FEDERAL]
    found = scope(question, documents, where)
    assert (found.own, found.outer) == (set(own.split()), set(outer.split()))


@given(
    question=st.sampled_from(["In Ohio?", "In Texas or Brookfield, Ohio?", "federal?", "May they?", "In Larkhaven?"]),
    documents=st.lists(st.sampled_from([OHIO, TEXAS, FEDERAL, CITY, COUNTY, NOWHERE, MERROW, TOWN]), unique=True),
    ids=st.sets(st.sampled_from(["oh", "tx", "us", "city", "town"])),
)
def test_own_and_outer_are_apart_and_inside_the_filter(
    question: str, documents: list[DocumentInfo], ids: set[str]
) -> None:
    found = scope(question, documents, RetrievalFilter(document_ids=tuple(ids)))
    assert not found.own & found.outer
    assert found.own | found.outer <= ({d.id for d in documents} & (ids or {d.id for d in documents}))


HANDBOOK = document("handbook", "Larkhaven Renting Handbook")
NOTICE = document("notice", "Fernway Privacy Notice")
ACT = document("act", "Residential Tenancy Act")
SISTER = document("sister", "Residential Tenancy Rules")
NAMED = [
    pytest.param("What does the renting handbook say?", (HANDBOOK, ACT), "handbook", id="two-words-of-the-title"),
    pytest.param("What does the Fernway Privacy Notice say?", (NOTICE, ACT), "notice", id="whole-title"),
    pytest.param("Does anyone at Fernway read this?", (NOTICE, ACT), "notice", id="name-that-one-title-has"),
    pytest.param("What is in the residential tenancy rules?", (ACT, SISTER), "sister", id="longest-run-decides"),
    pytest.param("How long is a residential tenancy?", (ACT, SISTER, NOTICE), "act sister", id="tie-names-both"),
    pytest.param("How long is a residential tenancy?", (ACT, SISTER), "", id="not-all-documents"),
    pytest.param("May a landlord enter?", (HANDBOOK, ACT), "", id="none"),
    pytest.param("What does the act say of the law?", (ACT, SISTER), "", id="weak-words-name-nothing"),
    pytest.param("Residential tenancy act?", (), "", id="empty-library"),
    pytest.param(
        "May a tenant in New York City keep a cat?",
        (document("guide", "The Renter in New York State"), ACT),
        "",
        id="place-in-a-title-is-no-name",
    ),
]


@pytest.mark.parametrize(("question", "documents", "named"), NAMED)
def test_documents_named_in_the_question(question: str, documents: tuple[DocumentInfo, ...], named: str) -> None:
    assert " ".join(named_documents(question, documents)) == named


def test_others_rank_below_the_document_named() -> None:
    found = scope("What does the renting handbook say?", [HANDBOOK, ACT, NOTICE], EVERYTHING)
    assert found.own == {"handbook"}
    assert found.outer == {"act", "notice"}
    assert found.named == ("handbook",)


def test_a_place_named_beside_another_is_told_to_be_missing() -> None:
    documents = (OHIO, TEXAS)
    found = scope("In Ohio and Alaska?", documents, EVERYTHING)
    assert [p.name for p in found.missing(documents)] == ["Alaska"]
    assert scope("In Ohio?", documents, EVERYTHING).missing(documents) == ()
