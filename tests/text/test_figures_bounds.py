import pytest

from pincite.text.figures_bounds import reversed_bounds

ROWS = [
    pytest.param("at least 30 days", "not less than thirty days", False, id="least-and-not-less"),
    pytest.param("at most 30 days", "not less than thirty days", True, id="most-and-not-less"),
    pytest.param("at least 30 days", "within 30 days", True, id="least-and-within"),
    pytest.param("no more than $50", "up to $50", False, id="no-more-and-up-to"),
    pytest.param("more than $50", "no more than $50", True, id="more-and-no-more"),
    pytest.param("may exceed two months", "may not exceed two months", True, id="exceed-and-not-exceed"),
    pytest.param("30 days before the end", "30 days after the end", True, id="before-and-after"),
    pytest.param("30 days before the end", "30 days prior to the end", False, id="before-and-prior"),
    pytest.param("30 days", "within 30 days", False, id="no-bound-said"),
    pytest.param("at least 30 days", "within 60 days", False, id="other-figure"),
    pytest.param("30일 이상", "30일 이내", True, id="ko-least-and-most"),
    pytest.param("1천만원 이하", "1천만원을 초과하지 아니하는", False, id="ko-most-and-not-more"),
]


@pytest.mark.parametrize(("claim", "evidence", "expected"), ROWS)
def test_opposite_bounds_of_the_same_figure_are_told(claim: str, evidence: str, expected: bool) -> None:
    assert bool(reversed_bounds(claim, evidence)) is expected
