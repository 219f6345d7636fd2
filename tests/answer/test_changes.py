"""What became of an answer's citations: held against a real library that changed since."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pincite.answer.changes import AnswerChanges, ChangeState, Edition, changes
from pincite.answer.record import parse_record, to_record
from pincite.errors import ModelError
from pincite.library import Library
from pincite.store.library import SqliteStore

TODAY = date(2026, 6, 1)
ACT = """---
title: Mooring Act
effective_date: {date}
level: statute
---

# Mooring Act

## § 1. Purpose

This Act says how boats are moored in the harbor of Lunden.

## § 2. Mooring fee

{fee}

## § 3. Notice

The harbor master shall give thirty days' notice before the mooring fee is raised.
"""
FEE = "The owner of a boat shall pay the mooring fee of $40 by the tenth day of each month."
NEW_FEE = "The owner of a boat shall pay the mooring fee of $55 by the tenth day of each month."
QUESTION = "By which day shall the owner of a boat pay the mooring fee?"


def no_embedder(language: str) -> Any:
    raise ModelError(f"none for {language}")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    store = SqliteStore.open(tmp_path / "library", create=True)
    with Library(store, embedder_for=no_embedder) as opened:
        yield opened


@pytest.fixture
def put(tmp_path: Path, library: Library) -> Callable[..., None]:
    def put_act(
        name: str = "act.md", day: str = "2024-01-01", fee: str = FEE, before: str = "", number: str = "2"
    ) -> None:
        path = tmp_path / name
        text = ACT.format(date=day, fee=fee).replace("## § 1.", f"{before}## § 1.").replace("§ 2.", f"§ {number}.")
        path.write_text(text)
        assert [r.error for r in library.add([path]) if r.error] == []

    return put_act


def ask(library: Library) -> dict[str, Any]:
    record = to_record(library.ask(QUESTION, method="citeguard", model="extractive", preset="paper"))
    assert record["status"] == "answered", record["refusal"]
    assert any("$40" in citation["quote"]["exact"] for citation in record["citations"])
    return parse_record(record)


def fee_change(found: AnswerChanges, record: dict[str, Any]) -> Any:
    places = [at for at, c in enumerate(record["citations"]) if "$40" in c["quote"]["exact"]]
    assert [item.place for item in found.citations] == list(range(len(record["citations"])))
    return found.citations[places[0]]


def test_nothing_changed(library: Library, put: Callable[..., None]) -> None:
    put()
    record = ask(library)
    found = changes(record, library, today=TODAY)
    assert found.current
    assert found.report.ok
    change = fee_change(found, record)
    assert (change.state, change.superseded_by, change.effective_date) == (ChangeState.UNCHANGED, None, "2024-01-01")
    assert change.now["document_id"] == "act"


def test_an_edit_elsewhere_leaves_the_citation_and_says_so(library: Library, put: Callable[..., None]) -> None:
    put()
    record = ask(library)
    put(before="Boats are vessels.\n\n")
    change = fee_change(changes(record, library, today=TODAY), record)
    assert change.state is ChangeState.UNCHANGED
    assert change.document_changed
    text = library.document("act").text
    assert text[change.now["start"] : change.now["end"]] == record["citations"][change.place]["quote"]["exact"]


def test_a_quote_under_another_number_has_moved(library: Library, put: Callable[..., None]) -> None:
    put()
    record = ask(library)
    put(number="7")
    change = fee_change(changes(record, library, today=TODAY), record)
    assert change.state is ChangeState.MOVED
    assert "§ 7" in change.now["label"]
    assert "§ 7" in change.detail


def test_another_amount_is_a_changed_text_with_what_stands_there_now(
    library: Library, put: Callable[..., None]
) -> None:
    put()
    record = ask(library)
    put(fee=NEW_FEE)
    found = changes(record, library, today=TODAY)
    change = fee_change(found, record)
    assert change.state is ChangeState.TEXT_CHANGED
    assert "$55" in change.detail
    assert change.now is None
    assert not found.current
    assert not found.report.ok


def test_a_removed_document_is_told_of(library: Library, put: Callable[..., None]) -> None:
    put()
    put("other.md", fee=NEW_FEE)
    record = ask(library)
    library.remove("act")
    assert fee_change(changes(record, library, today=TODAY), record).state is ChangeState.REMOVED


def test_the_same_text_under_another_id_has_moved(tmp_path: Path, library: Library, put: Callable[..., None]) -> None:
    put()
    record = ask(library)
    library.remove("act")
    put("mooring.md")
    change = fee_change(changes(record, library, today=TODAY), record)
    assert (change.state, change.now["document_id"]) == (ChangeState.MOVED, "mooring")


@pytest.mark.parametrize(
    ("editions", "expected"),
    [
        ([("act2.md", "2025-01-01")], ("act2", "2025-01-01", True)),
        ([("act2.md", "2025-01-01"), ("act3.md", "2026-01-01")], ("act3", "2026-01-01", True)),
        ([("act2.md", "2027-01-01")], ("act2", "2027-01-01", False)),
        ([("act2.md", "2025-01-01"), ("act3.md", "2027-01-01")], ("act2", "2025-01-01", True)),
        ([("act3.md", "2028-01-01"), ("act2.md", "2027-01-01")], ("act2", "2027-01-01", False)),
        ([("act2.md", "2020-01-01")], None),
    ],
    ids=["newer", "newest", "to_come", "in_force_before_to_come", "next_to_come", "older"],
)
def test_a_newer_edition_supersedes(
    library: Library,
    put: Callable[..., None],
    editions: list[tuple[str, str]],
    expected: tuple[str, str, bool] | None,
) -> None:
    put()
    record = ask(library)
    for name, day in editions:
        put(name, day, NEW_FEE)
    found = changes(record, library, today=TODAY)
    change = fee_change(found, record)
    edition = change.superseded_by
    assert (edition and (edition.document_id, edition.effective_date, edition.in_force)) == expected
    assert change.superseded == bool(expected and expected[2])
    assert found.current != change.superseded
    assert change.state is ChangeState.UNCHANGED


def test_a_newer_edition_in_the_place_of_the_cited_one(library: Library, put: Callable[..., None]) -> None:
    put()
    record = ask(library)
    put(day="2025-03-01", fee=NEW_FEE)
    change = fee_change(changes(record, library, today=TODAY), record)
    assert change.superseded_by == Edition("act", "Mooring Act", "2025-03-01", in_force=True)


def test_a_newer_edition_of_a_document_that_is_gone(library: Library, put: Callable[..., None]) -> None:
    put()
    record = ask(library)
    library.remove("act")
    put("act2.md", "2025-01-01", NEW_FEE)
    change = fee_change(changes(record, library, today=TODAY), record)
    assert (change.state, change.superseded) == (ChangeState.REMOVED, True)


def test_another_work_supersedes_nothing(tmp_path: Path, library: Library, put: Callable[..., None]) -> None:
    put()
    record = ask(library)
    other = tmp_path / "ferry.md"
    other.write_text(ACT.format(date="2025-01-01", fee=FEE).replace("Mooring Act", "Ferry Act"))
    library.add([other])
    assert fee_change(changes(record, library, today=TODAY), record).superseded_by is None


def test_a_paper_of_the_same_title_that_is_no_law_supersedes_nothing(
    tmp_path: Path, library: Library, put: Callable[..., None]
) -> None:
    text = ACT.replace("level: statute\n", "").replace("Mooring Act", "Berth Agreement").replace("Act", "Agreement")
    for name, day in (("berth", "2024-01-01"), ("berth2", "2025-01-01")):
        path = tmp_path / f"{name}.md"
        path.write_text(text.format(date=day, fee=FEE if name == "berth" else NEW_FEE))
        library.add([path])
        if name == "berth":
            record = ask(library)
    assert fee_change(changes(record, library, today=TODAY), record).superseded_by is None


def test_the_report_is_json_with_the_verification_in_it(library: Library, put: Callable[..., None]) -> None:
    import json

    put()
    record = ask(library)
    put("act2.md", "2025-01-01", NEW_FEE)
    found = json.loads(json.dumps(changes(record, library, today=TODAY).to_dict()))
    assert (found["ok"], found["current"], found["checked_on"]) == (True, False, "2026-06-01")
    assert found["findings"] == []
    assert found["per_citation"][0]["state"] == "unchanged"
    assert found["per_citation"][0]["superseded_by"]["effective_date"] == "2025-01-01"


def test_a_refusal_has_no_citation_to_change(library: Library, put: Callable[..., None]) -> None:
    put()
    record = to_record(library.ask("Who won the chess tournament in 1911?", model="extractive", preset="paper"))
    assert record["status"] == "refused"
    found = changes(record, library, today=TODAY)
    assert (found.citations, found.current) == ((), True)
