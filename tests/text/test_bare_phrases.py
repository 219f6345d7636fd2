"""What stands alone as a name, a title or a date, and what is a statement cut short."""

from __future__ import annotations

import pytest

from pincite.text.bare_phrases import is_bare


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Harbor Foods, Inc.", id="firm"),
        pytest.param("HARBOR FOODS LIMITED", id="capitals"),
        pytest.param("Amendment No. 3 to the Supply Agreement", id="title"),
        pytest.param("iHarbor", id="small-first-letter"),
        pytest.param("June 21, 1999", id="date"),
        pytest.param("1st day of June, 2017", id="day-of"),
        pytest.param("____________, 1996", id="blank-date"),
        pytest.param("8/4/10", id="figures-date"),
    ],
)
def test_names_titles_and_dates_are_bare(text: str) -> None:
    assert is_bare(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("The tenant must pay", id="statement"),
        pytest.param("THE TENANT SHALL PAY RENT", id="statement-in-capitals"),
        pytest.param("21 days", id="period"),
        pytest.param("the landlord", id="no-capital"),
        pytest.param("No Tenant", id="denial"),
        pytest.param("June 21, 1999, unless the Buyer", id="date-with-condition"),
        pytest.param("", id="empty"),
        pytest.param("... !", id="no-words"),
    ],
)
def test_statements_and_parts_of_them_are_not_bare(text: str) -> None:
    assert not is_bare(text)
