import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.figures_places import misplaced

MENU = "Soup $4; salad $6; stew $11."
FEES = "The fee is $30 for a boat and $12 for a bicycle."
NOTICE = "Give 30 days' notice for a monthly and 7 days' notice for a weekly booking."
LEAVE = "A stay may be ended by the guest by notice of at least 10 days, and by the host by notice of at least 40 days."

ROWS = [
    ("The host gives notice of at least 10 days to end a stay.", LEAVE, ["10 days"]),
    ("The host gives notice of at least 40 days to end a stay.", LEAVE, []),
    ("A guest may end a stay by 40 days' notice.", LEAVE, ["40 days"]),
    ("The host must give the guest 40 days' notice.", LEAVE, []),
    ("The stew costs $11.", MENU, []),
    ("The stew costs $4.", MENU, ["$4"]),
    ("Soup is $4 and stew is $11.", MENU, []),
    ("Soup is $11 and stew is $4.", MENU, ["$11", "$4"]),
    ("The fee for a bicycle is $12.", FEES, []),
    ("The fee for a bicycle is $30.", FEES, ["$30"]),
    ("The fee is $30.", FEES, []),
    ("For a weekly booking, give 7 days' notice.", NOTICE, []),
    ("For a weekly booking, give 30 days' notice.", NOTICE, ["30 days"]),
    ("Give notice of 30 days.", NOTICE, []),
    ("Deposits earn 2 percent.", "Loans cost 5 percent, and deposits earn 2 percent.", []),
    ("Deposits earn 5 percent.", "Loans cost 5 percent, and deposits earn 2 percent.", ["5 percent"]),
    ("Entry is allowed from 8 a.m. to 6 p.m. on workdays.", "On workdays, entry is allowed 8 a.m. to 6 p.m.", []),
    ("On workdays the hours are 8 a.m. to 6 p.m.", "Hours: 8 a.m. to 6 p.m. on workdays, 9 a.m. to noon else.", []),
    ("Rent of $900 is paid on time to avoid a charge.", "Rent is $900. A late charge of $40 is due then.", []),
    ("A charge of $40 is due when rent is late.", "Rent is $900. A late charge of $40 is due then.", []),
    ("The hall holds 90 people.", "The hall holds 90 people and has 4 doors.", []),
    ("The room fee is $5.", "The fees are $5 and $9.", []),
    ("The water is kept between 110 and 130 degrees.", "Not less than 110\u00b0F and not more than\n130\u00b0F.", []),
    ("주차 요금은 5천원이다.", "주차 요금은 5천원으로 하고, 입장 요금은 2천원으로 한다.", []),
    ("주차 요금은 2천원이다.", "주차 요금은 5천원으로 하고, 입장 요금은 2천원으로 한다.", ["2천원"]),
    ("심의는 15일 이내에 한다.", "심의는 15일 이내에 하며 통지는 7일 이내에 한다.", []),
    ("통지는 15일 이내에 한다.", "심의는 15일 이내에 하며 통지는 7일 이내에 한다.", ["15일"]),
]


@pytest.mark.parametrize(("claim", "evidence", "written"), ROWS, ids=[f"pair-{n}" for n in range(len(ROWS))])
def test_figures_of_something_else_are_told(claim: str, evidence: str, written: list[str]) -> None:
    assert [found.written for found in misplaced(claim, evidence)] == written


@given(st.text(max_size=200))
def test_figures_of_a_text_are_in_place_in_it(text: str) -> None:
    assert misplaced(text, text) == []
