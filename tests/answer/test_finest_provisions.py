"""Answers of a library with law: evidence names its unit, a citation the finest provision, and verifying finds lies."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from pincite.answer.citations import cite
from pincite.answer.record import to_record
from pincite.answer.verify import verify
from pincite.library import Library
from pincite.types.answer import Answer
from pincite.types.document import Span

Record = dict[str, Any]
FILLER = "The harbor office keeps a list of every mooring, buoy and lantern, and shows it to anyone who asks for it."
ACT = f"""# Harbor Code, Chapter 7

## § 7-1. Gates

(a) The keeper must lock the east gate at dusk.

(b) A keeper who leaves the gate open shall pay:

(1) a fine of $40 for the first night; and

(2) a fine of $90 for each further night.

## § 7-2. Boats

A boat must carry a white lantern after dark.

## § 7-3. Register

{FILLER} {FILLER}
"""
QUESTION = "Which fine does a keeper pay who leaves the gate open for the first night?"


@pytest.fixture
def library(make_library: Callable[..., Library]) -> Library:
    return make_library({"act.md": ACT, "guide.md": f"# Guide\n\nAsk the keeper for help at night. {FILLER}\n"})


@pytest.fixture
def answer(library: Library) -> Answer:
    found = library.ask(QUESTION, method="citeguard")
    assert isinstance(found, Answer)
    return found


def test_citation_names_the_finest_provision_and_evidence_its_unit(answer: Answer) -> None:
    units = {e.number: e.chunk.provision_id for e in answer.evidence}
    cited = {c.quote.exact: (units[c.number], c.provision_id, c.label.rpartition(", ")[2]) for c in answer.citations}
    assert cited["(1) a fine of $40 for the first night; and"] == ("act/s7-1", "act/s7-1/pb/p1", "§ 7-1(b)(1)")


def test_document_without_provisions_has_none(library: Library) -> None:
    assert [c.provision_id for c in library.store.each_chunk() if c.document_id == "guide"] == [None]


SPANS = [
    ("one_item", "a fine of $90", "act/s7-1/pb/p2", "§ 7-1(b)(2)"),
    ("two_items", "night; and\n\n(2) a fine", "act/s7-1/pb", "§ 7-1(b)"),
    ("two_paragraphs", "at dusk.\n\n(b) A keeper", "act/s7-1", "§ 7-1"),
    ("whole_section", "must carry a white lantern", "act/s7-2", "§ 7-2"),
]


@pytest.mark.parametrize(("words", "provision", "label"), [row[1:] for row in SPANS], ids=[row[0] for row in SPANS])
def test_quote_is_cited_by_the_finest_provision_around_it(
    library: Library, words: str, provision: str, label: str
) -> None:
    document = library.document("act")
    start = document.text.index(words)
    made = cite(document, Span(start, start + len(words)), number=1, sentence=0, tree=library.law("act").tree)
    assert (made.provision_id, made.label) == (provision, f"Harbor Code, Chapter 7, {label}")


def test_answer_by_provision_verifies(library: Library, answer: Answer) -> None:
    report = verify(json.loads(json.dumps(to_record(answer))), library)
    assert report.findings == ()


def cited_unit(record: Record) -> tuple[Record, Record]:
    """The first citation with a provision, and its evidence."""
    citation = next(c for c in record["citations"] if c["provision_id"])
    return citation, record["evidence"][citation["number"] - 1]


def coarser(record: Record) -> None:
    citation, evidence = cited_unit(record)
    citation["provision_id"] = evidence["provision_id"]


def sister(record: Record) -> None:
    cited_unit(record)[0]["provision_id"] = "act/s7-1/pb/p2"


def invented(record: Record) -> None:
    cited_unit(record)[0]["provision_id"] = "act/s7-1/pb/p9"


def no_provision(record: Record) -> None:
    cited_unit(record)[0]["provision_id"] = None


def another_section(record: Record) -> None:
    cited_unit(record)[1]["provision_id"] = "act/s7-2"


def invented_unit(record: Record) -> None:
    cited_unit(record)[1]["provision_id"] = "act/s7-9"


def unit_that_only_begins_alike(record: Record) -> None:
    cited_unit(record)[1]["provision_id"] = "act/s7"


def another_pincite(record: Record) -> None:
    citation = cited_unit(record)[0]
    citation["label"] = citation["label"].replace("§ 7-1", "§ 7-2")


def unit_of_a_guide(record: Record) -> None:
    for evidence in record["evidence"]:
        if evidence["document_id"] == "guide":
            evidence["provision_id"] = "guide/s1"


TAMPERINGS = [
    coarser,
    sister,
    invented,
    no_provision,
    another_section,
    invented_unit,
    unit_that_only_begins_alike,
    another_pincite,
    unit_of_a_guide,
]


@pytest.mark.parametrize("change", TAMPERINGS)
def test_untrue_provision_is_found(library: Library, answer: Answer, change: Callable[[Record], None]) -> None:
    record = json.loads(json.dumps(to_record(answer)))
    changed = copy.deepcopy(record)
    change(changed)
    assert changed != record
    rules = {finding.rule for finding in verify(changed, library).findings}
    assert rules & {"provision", "label"}
