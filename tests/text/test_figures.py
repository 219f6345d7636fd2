from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.figures import all_figures, figures, missing_figures

FOUND = [
    pytest.param("$1,000.00", ["amount 1000 usd"], id="dollar-sign"),
    pytest.param("1,000 dollars", ["amount 1000 usd"], id="dollar-word"),
    pytest.param("US$ 5", ["amount 5 usd"], id="us-dollar-sign"),
    pytest.param("$2.5 million", ["amount 2500000 usd"], id="millions"),
    pytest.param("one hundred twenty-five dollars", ["amount 125 usd"], id="amount-in-words"),
    pytest.param("50 cents", ["amount 50 cent"], id="cents"),
    pytest.param("thirty (30) days", ["period 30 day"], id="words-and-digits-are-one"),
    pytest.param("thirty (30 ) days", ["period 30 day"], id="scanned-brackets"),
    pytest.param("30 ) days", ["period 30 day"], id="scanned-bracket-left"),
    pytest.param("30-day notice", ["period 30 day"], id="hyphen"),
    pytest.param("two months' rent", ["period 2 month"], id="possessive"),
    pytest.param("one and one-half (1½) months", ["period 3/2 month"], id="one-and-a-half"),
    pytest.param("1 1/2 months", ["period 3/2 month"], id="mixed-fraction"),
    pytest.param("half a month", ["period 1/2 month"], id="half-a-month"),
    pytest.param("14 business days", ["period 14 business day"], id="business-days"),
    pytest.param("10-15 days", ["period 10 day", "period 15 day"], id="range-of-days"),
    pytest.param("6%", ["percent 3/50 "], id="percent-sign"),
    pytest.param("six percent", ["percent 3/50 "], id="percent-word"),
    pytest.param("1/60th of the rent", ["percent 1/60 "], id="sixtieth"),
    pytest.param("half, one third, two-thirds", ["percent 1/2 ", "percent 1/3 ", "percent 2/3 "], id="fractions"),
    pytest.param("$50 to $150", ["amount 50 usd", "amount 150 usd"], id="range-of-amounts"),
    pytest.param("$50 to 150", ["amount 50 usd", "amount 150 usd"], id="shared-unit"),
    pytest.param("between 50 and 150", ["number 50 ", "number 150 "], id="bare-range"),
    pytest.param("68 °F, 68 degrees", ["measure 68 degree f", "measure 68 degree"], id="degrees"),
    pytest.param("150 square feet", ["measure 150 square foot"], id="area"),
    pytest.param("10 a.m. to 6:00 PM", ["time 10:00 ", "time 18:00 "], id="times"),
    pytest.param("six a. m. and noon", ["time 06:00 ", "time 12:00 "], id="times-in-words"),
    pytest.param("7 and 10 a.m.", ["time 07:00 ", "time 10:00 "], id="shared-half-of-day"),
    pytest.param("January 1, 2020", ["date 2020-01-01 "], id="us-date"),
    pytest.param("1 January 2020", ["date 2020-01-01 "], id="british-date"),
    pytest.param("2020-01-01", ["date 2020-01-01 "], id="iso-date"),
    pytest.param("July 1975", ["date 1975-07 "], id="month-and-year"),
    pytest.param("§ 83.49(3)(a)", ["section 83.49 (3) (a) section"], id="section-sign"),
    pytest.param("section 27-2005", ["section 27-2005 section"], id="section-word"),
    pytest.param("paragraph (b)", ["section (b) below"], id="paragraph"),
    pytest.param("paragraphs (a) and (b)", ["section (a) below", "section (b) below"], id="paragraphs"),
    pytest.param("Art. 6(1)(f)", ["section 6 (1) (f) article"], id="article"),
    pytest.param("42 U.S.C. § 3604(b)", ["section 42 title", "section 3604 (b) section"], id="us-code"),
    pytest.param("the first and the third", ["ordinal 1 ", "ordinal 3 "], id="ordinals"),
    pytest.param("once a year, twice", ["factor 1 ", "factor 2 "], id="once-twice"),
    pytest.param("double, treble or three times", ["factor 2 ", "factor 3 ", "factor 3 "], id="factors"),
    pytest.param("three-and-a-half times", ["factor 7/2 "], id="factor-with-half"),
    pytest.param("30일", ["period 30 day"], id="ko-days"),
    pytest.param("삼십일 이내", ["period 30 day"], id="ko-days-in-words"),
    pytest.param("6개월", ["period 6 month"], id="ko-months"),
    pytest.param("1천만원", ["amount 10000000 krw"], id="ko-ten-million-won"),
    pytest.param("1억 5천만원", ["amount 150000000 krw"], id="ko-mixed-won"),
    pytest.param("10분의 1", ["percent 1/10 "], id="ko-tenth"),
    pytest.param("100분의 50", ["percent 1/2 "], id="ko-percent"),
    pytest.param("2024. 1. 1.", ["date 2024-01-01 "], id="ko-date-with-dots"),
    pytest.param("2024년 1월 1일", ["date 2024-01-01 "], id="ko-date"),
    pytest.param("제20조제1항제2호", ["section 조20 항1 호2 "], id="ko-provision"),
    pytest.param("제20조의2", ["section 조20-2 "], id="ko-branch-article"),
    pytest.param("두 배, 3배", ["factor 2 ", "factor 3 "], id="ko-factors"),
    pytest.param("위원 5명", ["number 5 명"], id="ko-counted"),
    pytest.param("one of the parties, no one", [], id="pronouns"),
    pytest.param("(1) The tenant", [], id="label-in-brackets"),
    pytest.param("1. The tenant", [], id="label-with-stop"),
    pytest.param("Once the tenant leaves, the lease may end.", [], id="once-as-conjunction"),
    pytest.param("", [], id="empty"),
]


@pytest.mark.parametrize(("text", "expected"), FOUND)
def test_figures_are_found_and_normalised(text: str, expected: list[str]) -> None:
    assert [f"{f.kind} {f.value} {f.unit}" for f in figures(text)] == expected


SAME = [
    ("$1,000.00", "1000 dollars"), ("thirty (30) days", "30 days"), ("2 weeks", "14 days"), ("one year", "12 months"),
    ("48 hours", "two days"), ("twelve months", "1년"), ("50 %", "one-half"), ("50 percent", "100분의 50"),
    ("treble", "three times"), ("삼십일", "30일"), ("1,000만원", "1천만원"), ("6 a.m.", "six a. m."),
    ("68 degrees", "68 °F"), ("July 1975", "July 4, 1975"), ("§ 83.49", "section 83.49(3)(a)"),
    ("제1항", "제20조제1항"),
    ("one month", "a month's rent"), ("two hundred feet", "200 feet"), ("the 15th", "the fifteenth"),
    ("in 2020", "January 1, 2020"), ("200 percent", "twice"), ("100 cents", "$1"),
]  # fmt: skip
OTHER = [
    ("30 days", "1 month"), ("30 days", "15 days"), ("$30", "30 days"), ("§ 30", "30 days"), ("30 days", "§ 30"),
    ("5 business days", "5 days"), ("$50", "$500"), ("6 percent", "6 dollars"), ("§ 83.49(3)", "§ 83.49"),
    ("§ 5", "§ 83.5"), ("twice", "three times"), ("January 1, 2020", "January 1, 2021"),
    ("January 2", "January 1, 2020"),
    ("10 a.m.", "10 p.m."), ("1천만원", "1억원"), ("제1항", "제2항"), ("제1조", "제1조의2"), ("one third", "one half"),
    ("68 °F", "68 °C"), ("five tenants", "5 days"), ("first offense", "second offense"), ("one copy", "two copies"),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "evidence"), SAME, ids=[f"same-{n}" for n in range(len(SAME))])
def test_figures_of_the_same_quantity_stand(claim: str, evidence: str) -> None:
    assert missing_figures(claim, f"It says {evidence} there.") == []


@pytest.mark.parametrize(("claim", "evidence"), OTHER, ids=[f"other-{n}" for n in range(len(OTHER))])
def test_figures_of_another_quantity_are_missing(claim: str, evidence: str) -> None:
    assert missing_figures(claim, f"It says {evidence} there.")


def test_bare_number_stands_for_a_number_with_a_unit() -> None:
    assert missing_figures("The limit is 30.", "within 30 days") == []


@given(st.text(max_size=200))
def test_a_text_holds_its_own_figures_and_spans_lie_in_it(text: str) -> None:
    found = all_figures(text)
    assert missing_figures(text, text) == []
    assert all(0 <= f.span.start < f.span.end <= len(text) for f in found)


@given(st.integers(1, 999), st.sampled_from(["days", "months", "dollars", "percent", "feet"]))
def test_a_changed_number_is_missing(number: int, unit: str) -> None:
    assert missing_figures(f"It is {number} {unit}.", f"It is {number + 1} {unit}.")


def test_endless_digits_are_no_figure() -> None:
    assert figures("1" * 10_000) == []
    assert figures("$" + "9" * 5_000) == []


def test_values_are_exact() -> None:
    assert figures("0.1 percent")[0].value == Fraction(1, 1000)
