import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.opposites import opposites

NOTICE = "The tenant gives written notice 10 days before leaving; the fee is the greater of $5 and one percent."

ROWS = [
    ("Oral notice is enough.", NOTICE, ["oral"]),
    ("The tenant gives written notice.", NOTICE, []),
    ("The fee is the lesser of $5 and one percent.", NOTICE, ["lesser"]),
    ("The notice comes 10 days after leaving.", NOTICE, ["after"]),
    ("The limit for unfurnished rooms is one month.", "For furnished rooms the limit is one month.", ["unfurnished"]),
    ("Reports are monthly.", "The operator reports daily.", ["monthly"]),
    ("Pay before or after the visit.", "Pay before the visit.", []),
    ("Records are erased after two years.", "Records are kept for two years.", ["erased"]),
    ("The host writes to the guest.", "The host writes to the guest.", []),
    ("구두로 알린다.", "서면으로 알린다.", ["구두"]),
    ("서면으로 알린다.", "서면으로 알린다.", []),
]


@pytest.mark.parametrize(("claim", "source", "written"), ROWS, ids=[f"pair-{n}" for n in range(len(ROWS))])
def test_words_that_say_the_opposite_are_told(claim: str, source: str, written: list[str]) -> None:
    assert [found.written for found in opposites(claim, source)] == written


@given(st.text(max_size=200))
def test_a_text_is_no_opposite_of_itself(text: str) -> None:
    assert opposites(text, text) == []
