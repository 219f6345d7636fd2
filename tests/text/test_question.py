"""The core of a question: what it asks, without place and source."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.question import MIN_KEPT, core
from pincite.types.document import Place

CORES = [
    pytest.param("How long does an Ohio landlord have?", "How long does an landlord have?", id="place"),
    pytest.param("What is the late fee in Ohio?", "What is the late fee?", id="preposition-goes-with-the-place"),
    pytest.param("Is Ohio's limit lower?", "Is limit lower?", id="possessive"),
    pytest.param(
        "How many days are there to act, according to the 2019 guide?",
        "How many days are there to act?",
        id="source-behind",
    ),
    pytest.param(
        "Under the Larkhaven tenancy act, how much notice must I get?",
        "how much notice must I get?",
        id="source-before",
    ),
    pytest.param("How long may a deposit be kept?", "How long may a deposit be kept?", id="nothing-named"),
    pytest.param("In Ohio?", "In Ohio?", id="too-little-would-be-left"),
    pytest.param(
        "임대차법에 따르면 보증금은 며칠 이내에 반환하여야 하나요?",
        "보증금은 며칠 이내에 반환하여야 하나요?",
        id="korean-source",
    ),
    pytest.param("May they do so? Under the act, yes.", "May they do so? yes.", id="never-across-a-sentence's-end"),
]


@pytest.mark.parametrize(("question", "expected"), CORES)
def test_core_of_a_question(question: str, expected: str) -> None:
    assert core(question) == expected


def test_places_known_from_elsewhere_are_taken_out_too() -> None:
    larkhaven = Place(("larkhaven",), "Larkhaven")
    assert core("What is the late fee in Larkhaven?", [larkhaven]) == "What is the late fee?"
    assert core("What is the late fee in Larkhaven?") == "What is the late fee in Larkhaven?"


@given(st.text("aeiou Ohio, in the act? under .;'", max_size=80))
def test_core_keeps_a_share_of_the_question(question: str) -> None:
    kept = core(question)
    assert len(kept) >= MIN_KEPT * len(question)
    assert kept == question or kept == kept.strip()
