import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.lists import is_item, opens_list, spelled_out

ROWS = [
    pytest.param(
        "A guest shall not: (a) smoke; (b) cook; or (c) sing.",
        "A guest shall not smoke. A guest shall not cook. A guest shall not sing.",
        id="in-a-line",
    ),
    pytest.param("A guest must:\n1. sweep\n2. lock up", "A guest must sweep. A guest must lock up.", id="lines"),
    pytest.param(
        "A guest may do any of the following:\n\u2022 swim\n\u2022 row",
        "A guest may do any of the following swim. A guest may do any of the following row.",
        id="following",
    ),
    pytest.param(
        "If it rains, the guard may: (1) close the gate; (2) call.",
        "the guard may close the gate. the guard may call.",
        id="condition-before",
    ),
    pytest.param(
        "Be kind. A guest must: (a) wait; (b) pay.", "Be kind. A guest must wait. A guest must pay.", id="second"
    ),
    pytest.param(
        "The notice shall not: (a) the date; (b) be late.",
        "the date. The notice shall not be late.",
        id="thing-by-itself",
    ),
    pytest.param("Open hours: 9 a.m.; noon.", "Open hours: 9 a.m.; noon.", id="no-verb-broken-off"),
    pytest.param(
        "A guest must wait within fifteen (15) days.", "A guest must wait within fifteen (15) days.", id="none"
    ),
]


@pytest.mark.parametrize(("text", "expected"), ROWS)
def test_items_are_spelled_out(text: str, expected: str) -> None:
    assert spelled_out(text) == expected


def test_items_and_what_opens_them_are_told() -> None:
    assert is_item("(a) smoke;")
    assert is_item("12. smoke;")
    assert not is_item("Smoking is bad.")
    assert opens_list("A guest shall not:")
    assert not opens_list("These are the reasons:")


@given(st.text(max_size=300))
def test_any_text_is_spelled_out(text: str) -> None:
    assert isinstance(spelled_out(text), str)
