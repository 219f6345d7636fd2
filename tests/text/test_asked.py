"""What kind of thing a question asks for, and which passages hold one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.asked import Asked, asked, holds

ASKED = [
    ("How many days does the landlord have?", Asked.PERIOD, "days"),
    ("How long may the deposit be kept?", Asked.PERIOD, "how-long"),
    ("how long will you keep my data", Asked.DURATION, "how-long-duration"),
    ("How much notice is due?", Asked.PERIOD, "much-notice"),
    ("By when must the rent be paid?", Asked.PERIOD, "by-when"),
    ("How much is the late fee?", Asked.MONEY, "how-much"),
    ("How many months' rent may the deposit be?", Asked.MONEY, "months-rent"),
    ("What is the highest deposit they can ask for?", Asked.MONEY, "highest"),
    ("What fine is there for a lockout?", Asked.MONEY, "fine"),
    ("What percent interest is paid?", Asked.PERCENT, "percent"),
    ("By how much may the rent go up?", Asked.PERCENT, "by-how-much"),
    ("How warm must the rooms be at night?", Asked.TEMPERATURE, "how-warm"),
    ("How many units may the house have?", Asked.COUNT, "how-many"),
    ("How far from the door may the alarm be?", Asked.MEASURE, "how-far"),
    ("What floor area must a room have?", Asked.MEASURE, "floor-area"),
    ("During which hours may the landlord enter?", Asked.MOMENT, "which-hours"),
    ("What are the opening hours of the town hall?", Asked.MOMENT, "what-are-the-hours"),
    ("보증금은 며칠 이내에 반환하여야 하나요?", Asked.PERIOD, "ko-days"),
    ("과태료는 얼마인가요?", Asked.MONEY, "ko-money"),
    ("이율은 몇 퍼센트인가요?", Asked.PERCENT, "ko-percent"),
    ("위원은 몇 명인가요?", Asked.COUNT, "ko-count"),
]
NOTHING = ["May the landlord enter?", "Who pays for repairs?", "What is a tenancy?", "임대인은 출입할 수 있나요?", ""]

HOLDS = [
    (Asked.MONEY, "The fee is $40.", "The fee is set by the board.", "dollar-sign"),
    (Asked.MONEY, "at most two months' rent", "every month", "months-rent"),
    (Asked.MONEY, "twice the amount withheld", "the amount withheld", "twice"),
    (Asked.MONEY, "1천만 원 이하인 300만원의 과태료", "과태료를 부과한다", "ko-money"),
    (Asked.PERIOD, "within thirty (30) days", "in due course", "days"),
    (Asked.PERIOD, "immediately", "later", "at-once"),
    (Asked.PERIOD, "30일 이내에", "이내에", "ko-days"),
    (Asked.DURATION, "for as long as your account is open", "for a while", "as-long-as"),
    (Asked.DURATION, "it is kept indefinitely", "it is kept", "indefinitely"),
    (Asked.MOMENT, "between 8 a.m. and 6 p.m.", "in person", "hours"),
    (Asked.PERCENT, "5 percent of the rent", "a part of the rent", "percent"),
    (Asked.COUNT, "four units or fewer", "units", "count"),
    (Asked.TEMPERATURE, "62 degrees Fahrenheit", "warm", "degrees"),
    (Asked.MEASURE, "within 10 feet of the door", "near the door", "feet"),
]


@pytest.mark.parametrize(("question", "kind"), [pytest.param(q, k, id=i) for q, k, i in ASKED])
def test_question_asks_for_a_kind(question: str, kind: Asked) -> None:
    assert kind in asked(question)


@pytest.mark.parametrize("question", NOTHING, ids=["yes-or-no", "who", "what", "ko-yes-or-no", "empty"])
def test_other_questions_ask_for_no_kind(question: str) -> None:
    assert asked(question) == ()


def test_number_of_days_is_no_duration() -> None:
    assert asked("How many days is my data kept?") == (Asked.PERIOD,)


@pytest.mark.parametrize(("kind", "passage", "other"), [pytest.param(*row[:3], id=row[3]) for row in HOLDS])
def test_passage_holds_a_kind_or_not(kind: Asked, passage: str, other: str) -> None:
    assert holds(kind, passage)
    assert not holds(kind, other)


@given(st.text(max_size=200))
def test_any_text_can_be_asked_and_each_kind_stands_once(text: str) -> None:
    kinds = asked(text)
    assert len(set(kinds)) == len(kinds)
    for kind in Asked:
        holds(kind, text)
