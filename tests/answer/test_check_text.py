from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.answer.check_text import (
    SourceText,
    check,
    read_markers,
    read_sources,
    supported_share,
    to_records,
)
from pincite.answer.record import dumps
from pincite.errors import UnknownDocument
from pincite.types.answer import CheckState, Finding
from pincite.types.document import Document


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
    pytest.param("The landlord must return the deposit within twenty-one days.", 1, "§ 7-2-10(1)", id="other-words"),
    pytest.param("Ask for repairs in writing.", 2, "p. 12 (PDF p. 3 of 3)", id="second-source"),
    pytest.param("Give 24 hours' notice before entering. [1]", 1, "§ 7-2-11", id="marked"),
    pytest.param("The landlord must answer within 10 days [2].", 2, "p. 12 (PDF p. 3 of 3)", id="marked-before-stop"),
]


@pytest.mark.parametrize(("text", "source", "label"), SENTENCES)
def test_supported_sentence_has_its_place(sources: tuple[SourceText, ...], text: str, source: int, label: str) -> None:
    (found,) = check(text, sources)
    assert found.supported, found.sentence.checks
    assert found.source == source
    assert found.label.endswith(label)
    assert found.position is not None
    assert found.position.cut(sources[source - 1].document.text) == found.quote


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


def test_a_place_that_passes_is_taken_before_a_better_looking_one(sources: tuple[SourceText, ...]) -> None:
    def only_repairs(sentence: str, quotes: Sequence[str], gate: str) -> Sequence[Finding]:
        passed = "Ask for repairs" in quotes[0]
        return [Finding("double", CheckState.PASSED if passed else CheckState.FAILED)]

    (found,) = check("Repairs by the landlord.", sources, judge=only_repairs)
    assert found.supported
    assert "Ask for repairs" in found.quote


def test_no_sources_is_an_error() -> None:
    with pytest.raises(ValueError, match="none was given"):
        check("Words.", ())


def test_records_are_json(sources: tuple[SourceText, ...]) -> None:
    text = "Keep your receipts. Xylophone zebras quiver."
    first, second = to_records(check(text, sources), sources)
    assert first["supported"]
    assert first["source"] == "handbook.pdf"
    assert text[first["span"]["start"] : first["span"]["end"]] == "Keep your receipts."
    assert second["source"] is second["label"] is second["quote"] is None
    assert dumps({"sentences": [first, second]})


MARKED = [
    pytest.param("One is so. [1] Two is so. [2]", [("One is so.", (1,)), ("Two is so.", (2,))], id="after-the-stop"),
    pytest.param("One is so [1]. Two is so [2].", [("One is so.", (1,)), ("Two is so.", (2,))], id="before-the-stop"),
    pytest.param("One is so.[1][3] Two.", [("One is so.", (1, 3)), ("Two.", ())], id="several"),
    pytest.param("One is so. [1, 3; 4]", [("One is so.", (1, 3, 4))], id="list"),
    pytest.param("One is so. [2-4]", [("One is so.", (2, 3, 4))], id="range"),
    pytest.param("One [1] and two [2] are so.", [("One and two are so.", (1, 2))], id="inside"),
    pytest.param("One is so. [1][1]", [("One is so.", (1,))], id="twice"),
    pytest.param("One is so.\n\n[2] Two is so.", [("One is so.", ()), ("Two is so.", (2,))], id="at-a-line-start"),
    pytest.param("The [tenant] pays.", [("The [tenant] pays.", ())], id="bracketed-word"),
    pytest.param("[1]", [], id="marker-alone"),
    pytest.param("", [], id="empty"),
]


@pytest.mark.parametrize(("text", "expected"), MARKED)
def test_markers_belong_to_their_sentences(text: str, expected: list[tuple[str, tuple[int, ...]]]) -> None:
    assert [(item.text.strip(), item.numbers) for item in read_markers(text)] == expected


@given(st.text(alphabet="Ab. \n[123,-]보", max_size=60))
def test_spans_of_marked_sentences_ascend_in_the_text(text: str) -> None:
    at = 0
    for item in read_markers(text):
        assert at <= item.span.start < item.span.end <= len(text)
        assert text[item.span.start] == item.text[0]
        assert text[item.span.end - 1] == item.text[-1]
        at = item.span.end


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
