import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.modality import overstated, shifted

# Claim, source, whether they are rules of two sorts.
SHIFTS = [
    ("The guard must check bags.", "The guard may check bags.", True),
    ("The guard must check bags.", "The guard can check bags.", True),
    ("The guard must check bags.", "The guard should check bags.", True),
    ("The guard must check bags.", "The guard need not check bags.", True),
    ("The guard must check bags.", "The guard shall check bags.", False),
    ("The guard is required to check bags.", "The guard shall check bags.", False),
    ("The guard has to check bags.", "The guard must check bags.", False),
    ("The guard needs to check bags.", "The guard must check bags.", False),
    ("The guard may check bags.", "The guard shall check bags.", True),
    ("The guard is allowed to check bags.", "The guard shall check bags.", True),
    ("The guard may check bags.", "The guard is authorized to check bags.", False),
    ("The guard can check bags.", "The guard may check bags.", False),
    ("The guard can check bags.", "The guard shall check bags.", False),
    ("The guard checks bags.", "The guard shall check bags.", False),
    ("The guard should check bags.", "The guard shall check bags.", False),
    ("The guard must not check bags.", "The guard need not check bags.", True),
    ("The guard may not check bags.", "The guard is not required to check bags.", True),
    ("The guard need not check bags.", "The guard is prohibited from checking bags.", True),
    ("The guard does not have to check bags.", "The guard need not check bags.", False),
    ("The guard cannot check bags.", "No guard may check bags.", False),
    ("The guard must check bags.", "The guard may check coats. The guard must check bags.", False),
    ("The guard must check coats.", "The guard may check coats. The guard must check bags.", True),
    ("The visitor may recover the fee.", "The visitor shall recover the fee.", False),
    ("The fee must be refunded.", "The fee may be refunded.", True),
    ("The fee must be refunded within 9 days.", "The office shall refund the fee within 9 days.", False),
    ("Notice must be in writing.", "Notice may be in writing.", True),
    ("The user will share photos.", "The user may share photos.", True),
    ("It is unlawful for a guard to open mail.", "A guard may not open mail.", False),
    ("기관은 자료를 제출하여야 한다.", "기관은 자료를 제출할 수 있다.", True),
    ("기관은 자료를 제출할 수 있다.", "기관은 자료를 제출하여야 한다.", True),
    ("기관은 자료를 제출해야 합니다.", "기관은 자료를 제출하여야 한다.", False),
    ("기관은 자료를 제출하여서는 아니 된다.", "기관은 자료를 제출하지 아니할 수 있다.", True),
    ("기관은 자료를 제출할 수 없다.", "기관은 자료를 제출할 필요가 없다.", True),
    ("기관은 자료를 제출하지 않아도 된다.", "기관은 자료를 제출하지 아니할 수 있다.", False),
    ("기관은 자료를 제출할 의무가 있다.", "기관은 자료를 제출하여야 한다.", False),
    ("기관은 자료를 제출하여야 한다.", "기관은 자료를 제출하지 않을 수 없다.", False),
    ("기관은 자료를 제출하여도 된다.", "기관은 자료를 제출할 수 있다.", False),
]


@pytest.mark.parametrize(("claim", "evidence", "expected"), SHIFTS, ids=[f"pair-{n}" for n in range(len(SHIFTS))])
def test_rules_of_another_sort_are_told(claim: str, evidence: str, expected: bool) -> None:
    assert (shifted(claim, evidence) is not None) is expected


OVERSTATED = [
    ("Only members may swim.", "Members may swim.", "only"),
    ("Only members may swim.", "No person other than a member may swim.", None),
    ("Members may swim only at noon.", "Members may not swim before noon.", None),
    ("Members may swim only at noon.", "Members may swim at noon.", "only"),
    ("The pool is always open.", "The pool is open.", "always"),
    ("The pool is always open.", "The pool is open at all times.", None),
    ("Members must always shower.", "Each member shall shower.", None),
    ("All pools need a guard.", "Some pools need a guard.", "all"),
    ("Every pool needs a guard.", "Pools usually need a guard.", "every"),
    ("All pools need a guard.", "A pool needs a guard.", None),
    ("All pools need a guard.", "All pools need a guard; some need two.", None),
    ("회원만 수영할 수 있다.", "회원은 수영할 수 있다.", "만"),
    ("회원만 수영할 수 있다.", "회원에 한하여 수영할 수 있다.", None),
    ("수영장은 항상 연다.", "수영장은 아침에 연다.", "항상"),
    ("모든 수영장에 안전요원이 있다.", "일부 수영장에 안전요원이 있다.", "모든"),
]


@pytest.mark.parametrize(("claim", "evidence", "word"), OVERSTATED, ids=[f"pair-{n}" for n in range(len(OVERSTATED))])
def test_words_that_shut_out_more_than_the_source_are_told(claim: str, evidence: str, word: str | None) -> None:
    assert overstated(claim, evidence) == word


@given(st.text(max_size=300))
def test_no_text_is_stronger_than_itself(text: str) -> None:
    assert shifted(text, text) is None
