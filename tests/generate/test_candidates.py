"""Sentences that can stand in an answer, and the list that each belongs to."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.generate.candidates import candidates
from pincite.types.retrieval import Evidence

MakeEvidence = Callable[..., Evidence]

# Text, then for each sentence the place of the opening of its list, None outside lists.
LISTS = {
    "no-list": ("The rent is due monthly. The deposit is returned.", [None, None]),
    "letters": ("The landlord shall:\n(a) keep the roof tight;\n(b) keep the pipes clean.", [None, 0, 0]),
    "bullets": (
        "A landlord may enter in these cases:\n• with the tenant's consent\n• during an emergency",
        [None, 0, 0],
    ),
    "dash": ("The landlord shall —\n(1) keep the roof tight; and\n(2) keep the pipes clean.", [None, 0, 0]),
    "list-ends": ("The landlord shall:\n(a) keep the roof tight.\nThe tenant may object to it.", [None, 0, None]),
    "levels": (
        "The landlord shall:\n(a) keep the roof tight;\n(b) give a list that names:\n(1) damages of the walls; and\n"
        "(2) unpaid rent of the year;\n(c) pay interest on it.",
        [None, 0, 0, 2, 2, 0],
    ),
    "sister-of-the-opening": (
        "(a) The landlord shall:\n(1) keep the roof tight;\n(2) keep the pipes clean.\n(b) The tenant pays the rent.",
        [None, 0, 0, None],
    ),
    "roman-under-letters": (
        "(a) The landlord shall:\n(i) keep the roof tight;\n(ii) keep the pipes clean.\n(b) The tenant pays the rent.",
        [None, 0, 0, None],
    ),
    "two-lists": (
        "The landlord shall:\n(1) keep the roof tight.\nThe tenant shall:\n(1) keep the noise down.",
        [None, 0, None, 2],
    ),
}
KOREAN = (
    "① 임대인은 다음 각 호의 의무를 진다.\n1. 보증금의 반환\n2. 다음 각 목의 수선\n가. 지붕의 수선\n나. 배관의 수선\n"
    "3. 통지의 의무\n② 임차인은 차임을 지급하여야 한다."
)


@pytest.mark.parametrize(("text", "leads"), [pytest.param(*row, id=name) for name, row in LISTS.items()])
def test_item_knows_the_opening_of_its_list(make_evidence: MakeEvidence, text: str, leads: list[int | None]) -> None:
    found = candidates([make_evidence(text)])
    assert [c.lead for c in found] == leads
    assert [c.lead_text for c in found] == ["" if lead is None else found[lead].text for lead in leads]


def test_korean_items_know_the_opening_of_their_list(make_evidence: MakeEvidence) -> None:
    found = candidates([make_evidence(KOREAN, language="ko")])
    assert [c.lead for c in found] == [None, 0, 0, 2, 2, 0, None]


OUT = [
    pytest.param("Who pays for the repairs of the roof?", (), id="question"),
    pytest.param("Deposits and interest", ("Part 1", "Deposits and interest"), id="heading"),
    pytest.param("NOTICE TO ALL TENANTS OF THE BUILDING", (), id="capitals"),
    pytest.param("Name of the tenant: ____________________", (), id="blank-field"),
    pytest.param("Deposits . . . . . . . . . . . . . . 12", (), id="line-of-contents"),
    pytest.param("12 14 16 18 20 rent 22 24 26 28 30 32 34 36 deposit", (), id="mostly-numbers"),
    pytest.param("Date: Mon, 13 Jan 2025 09:12:00 +0000", (), id="field-of-a-mails-head"),
    pytest.param("See p. 9.", (), id="too-short"),
    pytest.param("of the dwelling unit and the garden", (), id="rest-of-a-line"),
    pytest.param("", (), id="empty"),
]


@pytest.mark.parametrize(("text", "path"), OUT)
def test_what_cannot_stand_in_an_answer(make_evidence: MakeEvidence, text: str, path: tuple[str, ...]) -> None:
    assert candidates([make_evidence(text, path=path)]) == []


def test_candidates_come_in_the_order_of_the_evidence(make_evidence: MakeEvidence) -> None:
    found = candidates(
        [make_evidence("The rent is due. The late fee is due."), make_evidence("The deposit is due.", 2)]
    )
    assert [(c.number, c.place) for c in found] == [(1, 0), (1, 1), (2, 0)]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text("aB1.:;()•— \n?가", max_size=120))
def test_candidate_is_its_span_with_single_blanks(make_evidence: MakeEvidence, text: str) -> None:
    for candidate in candidates([make_evidence(text)]):
        assert candidate.text == " ".join(candidate.span.cut(text).split())
        assert candidate.lead is None or candidate.lead < candidate.place
