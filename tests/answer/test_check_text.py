from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pincite.answer import whole_sources
from pincite.answer.check_text import (
    SourceText,
    check,
    read_sources,
    supported_share,
    to_records,
)
from pincite.answer.record import dumps
from pincite.errors import InputError, UnknownDocument
from pincite.testing import HashEmbedder, document_of
from pincite.types.answer import CheckState
from pincite.types.document import Document, Span
from pincite.validate import thresholds
from pincite.validate.policy import STANDARD

STANDARD_CHECKS = [check.name for check in (*STANDARD.required_checks, *STANDARD.partial_checks)]


@pytest.fixture
def sources(statute: Document, handbook: Document) -> tuple[SourceText, ...]:
    return (SourceText("act.md", statute), SourceText("handbook.pdf", handbook))


SENTENCES = [
    pytest.param(
        "A landlord shall return the deposit within 21 days after the tenant moves out.",
        1,
        "§ 7-2-10(1)",
        id="verbatim",
    ),
    pytest.param("The landlord must give the deposit back within 21 days.", 1, "§ 7-2-10(1)", id="other-words"),
    pytest.param("Ask for repairs in writing.", 2, "p. 12 (PDF p. 3 of 3)", id="second-source"),
    pytest.param("Give 24 hours' notice before entering. [1]", 1, "§ 7-2-11", id="marked"),
    pytest.param("The landlord must answer within 10 days [2].", 2, "p. 12 (PDF p. 3 of 3)", id="marked-before-stop"),
]


@pytest.mark.parametrize(("text", "source", "label"), SENTENCES)
def test_supported_sentence_has_its_place(sources: tuple[SourceText, ...], text: str, source: int, label: str) -> None:
    (found,) = check(text, sources)
    assert found.supported, found.sentence.checks
    assert found.sentence.citations == (source,)
    place = found.places[0]
    assert place.source == source
    assert place.label.endswith(label)
    assert place.position.cut(sources[source - 1].document.text) == place.quote


FAILING = [
    pytest.param("A landlord shall return the deposit within 45 days.", "figures", id="figure"),
    pytest.param("A landlord shall not return the deposit within 21 days.", "negation", id="negation"),
    pytest.param("Every penguin needs a lawful umbrella permit.", "alignment", id="other-matter"),
    pytest.param("Xylophone zebras quiver.", "alignment", id="no-word-shared"),
    pytest.param("The landlord must answer within 10 days. [1]", "figures", id="wrong-source"),
    pytest.param("The landlord must answer within 10 days. [7]", "citation", id="no-such-source"),
    pytest.param("The landlord must answer within 10 days. [2][7]", "citation", id="one-source-missing"),
]


@pytest.mark.parametrize(("text", "check_name"), FAILING)
def test_unsupported_sentence_names_the_check(sources: tuple[SourceText, ...], text: str, check_name: str) -> None:
    (found,) = check(text, sources)
    assert not found.supported
    assert check_name in [c.check for c in found.sentence.checks if c.state is CheckState.FAILED]


def test_each_sentence_is_judged_by_itself(sources: tuple[SourceText, ...]) -> None:
    found = check("Keep your receipts. Pigs fly over Mars. Ask for repairs in writing.", sources)
    assert [item.supported for item in found] == [True, False, True]
    assert supported_share(found) == (3 - 1) / 3
    assert supported_share([]) == 1.0


def test_checks_are_those_of_the_gate_and_speak_of_sources(sources: tuple[SourceText, ...]) -> None:
    (found,) = check("The landlord must not answer within 10 days.", sources)
    assert [c.check for c in found.sentence.checks] == STANDARD_CHECKS
    details = {c.check: c.detail for c in found.sentence.checks}
    assert "to [2]" in details["alignment"]
    assert details["negation"].startswith("negated on one side only: wrote 'The landlord must not answer")
    assert "source [2] says 'The landlord must answer within 10 days.'" in details["negation"]
    assert not found.supported
    assert found.places[0].quote == "The landlord must answer within 10 days."
    (found,) = check("The landlord must not answer within 10 days.", sources, "paper")
    assert [c.check for c in found.sentence.checks] == ["citation", "overlap"]
    assert found.supported


def test_of_the_sources_marked_only_those_that_carry_it_have_places(sources: tuple[SourceText, ...]) -> None:
    (found,) = check("The landlord must answer within 10 days. [1][2]", sources)
    assert found.supported
    assert found.sentence.repaired
    assert found.sentence.citations == (1, 2)
    assert [place.source for place in found.places] == [2]


def test_a_source_that_says_another_figure_does_not_carry_it(sources: tuple[SourceText, ...]) -> None:
    (found,) = check("The landlord must give the deposit back within 21 days. [1][2]", sources)
    assert found.supported
    assert [place.source for place in found.places] == [1]  # the second says 30 days
    assert found.sentence.repaired


def test_numbers_of_sections_are_known_from_their_headings(sources: tuple[SourceText, ...]) -> None:
    text = "Under § 7-2-11 a landlord shall give 24 hours' notice before entering."
    assert check(text, sources)[0].supported
    assert not check(text.replace("7-2-11", "7-2-10"), sources)[0].supported


def test_a_heading_is_text_too() -> None:
    heading = "1. Tenants shall keep the stairs clean."
    rules = document_of(f"Rules\n\n{heading}\n\nRent is due monthly.", headings=(("1", heading, 1),))
    found = check("Tenants shall keep the stairs clean. Rent is due monthly.", [SourceText("rules", rules)])
    assert [item.supported for item in found] == [True, True]
    assert [item.places[0].quote for item in found] == ["Tenants shall keep the stairs clean.", "Rent is due monthly."]


def test_a_sentence_over_a_page_break_has_two_places() -> None:
    text = "Head\nThe landlord shall return the\n7\fHead\ndeposit within 21 days.\n8"
    paged = document_of(text, title="Rules", labels=("7", "8"), media_type="application/pdf")
    furniture = [(Span(0, 4), Span(text.index("\n7") + 1, text.index("\f"))), (Span(37, 41), Span(67, 68))]
    pages = tuple(replace(page, furniture=cuts) for page, cuts in zip(paged.pages, furniture, strict=True))
    (found,) = check(
        "The landlord shall return the deposit within 21 days.", [SourceText("rules", replace(paged, pages=pages))]
    )
    assert found.supported
    assert [place.quote for place in found.places] == ["The landlord shall return the", "deposit within 21 days."]
    assert [place.label for place in found.places] == ["Rules, p. 7 (PDF p. 1 of 2)", "Rules, p. 8 (PDF p. 2 of 2)"]


def test_an_embedder_decides_where_one_is_at_hand(
    sources: tuple[SourceText, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    double = HashEmbedder()
    row = thresholds.AlignmentThreshold(double.name, 0.3, "for the double")
    monkeypatch.setitem(thresholds.ALIGNMENT, double.name, row)
    text = "Keep every receipt a year in boxes."
    assert not check(text, sources)[0].supported
    assert check(text, sources, embedder=double)[0].supported
    assert len(double.embedded) <= 4  # the sentence and three spans


def test_a_sentence_is_not_pieced_together_from_all_of_a_source() -> None:
    rules = document_of(
        "Keys\nThe club lends a key for the summer.\n\nBoats\nA fee of $40 is due for a boat.",
        headings=((None, "Keys", 1), (None, "Boats", 1)),
    )
    text = "The club lends a key for the summer and a fee of $40 is due for a boat."
    (found,) = check(text, [SourceText("rules", rules)])
    assert not found.supported
    assert len(found.places) == 1
    texts = [SourceText(str(at), document_of(part)) for at, part in enumerate(rules.text.split("\n\n"))]
    (found,) = check(text, texts)
    assert (found.supported, len(found.places)) == (False, 1)
    (found,) = check(f"{text} [1][2]", texts)
    assert found.supported
    assert sorted(place.source for place in found.places) == [1, 2]


LONG = "\n\n".join(f"Clause {n} is about matter {n} and nothing else at all." for n in range(200))


@pytest.mark.parametrize(
    ("text", "in_passage", "in_document"),
    [
        pytest.param("Keep your receipts.", True, True, id="word-for-word"),
        pytest.param("Keep every receipt in boxes.", True, False, id="half-of-its-words"),
        pytest.param("Tenants keep their receipts.", True, True, id="most-of-its-words"),
        pytest.param("Zebras eat grass.", False, False, id="other-matter"),
    ],
)
def test_more_is_wanted_of_the_nearest_place_of_a_whole_document(
    text: str, in_passage: bool, in_document: bool
) -> None:
    passage = SourceText("passage", document_of("Keep your receipts."))
    whole = SourceText("whole", document_of(f"{LONG}\n\nKeep your receipts."))
    assert check(text, [passage])[0].supported is in_passage
    (found,) = check(text, [whole])
    assert found.supported is in_document
    assert [c.check for c in found.sentence.checks] == STANDARD_CHECKS


def test_a_row_for_whole_sources_asks_for_more_than_the_gate() -> None:
    for language, row in thresholds.WORDS.items():
        assert whole_sources.WHOLE_WORDS[language].score > row.score
    for model, row in thresholds.ALIGNMENT.items():
        assert whole_sources.WHOLE[model].score > row.score


def test_a_source_without_text_carries_nothing(sources: tuple[SourceText, ...]) -> None:
    (found,) = check("Keep your receipts. [1]", [SourceText("blank", document_of(" ")), *sources])
    assert not found.supported
    assert {c.check: c.state for c in found.sentence.checks}["citation"] is CheckState.PASSED
    assert found.places == ()


@pytest.mark.parametrize("text", ["", " \n", "[1]"], ids=["empty", "blank", "marker"])
def test_a_text_without_sentences_has_no_findings(sources: tuple[SourceText, ...], text: str) -> None:
    assert check(text, sources) == []


def test_an_unknown_gate_is_an_error(sources: tuple[SourceText, ...]) -> None:
    with pytest.raises(InputError, match="paper, standard"):
        check("Words.", sources, "loose")


def test_no_sources_is_an_error() -> None:
    with pytest.raises(ValueError, match="none was given"):
        check("Words.", ())


def test_records_are_json(sources: tuple[SourceText, ...]) -> None:
    text = "Keep your receipts. Xylophone zebras quiver."
    first, second = to_records(check(text, sources), sources)
    assert first["supported"]
    assert [place["source"] for place in first["places"]] == ["handbook.pdf"]
    assert text[first["span"]["start"] : first["span"]["end"]] == "Keep your receipts."
    assert (second["support"], second["places"]) == ("none", [])
    assert dumps({"sentences": [first, second]})


def test_a_year_in_brackets_is_no_marker_of_the_few_sources(sources: tuple[SourceText, ...]) -> None:
    (found,) = check("Keep your receipts since [1978] (Source 2).", sources)
    assert found.sentence.text == "Keep your receipts since [1978]."
    assert found.sentence.citations == (2,)


def test_sources_are_files_or_documents_of_the_library(tmp_path: Path, store: Any) -> None:
    path = tmp_path / "note.txt"
    path.write_text("Keep your receipts.\n", encoding="utf-8")
    note, act = read_sources([path, "act"], store)
    assert "receipts" in note.document.text
    assert act.document.id == "act"
    with pytest.raises(UnknownDocument):
        read_sources(["nowhere"], store)
    with pytest.raises(UnknownDocument):
        read_sources(["nowhere"])
