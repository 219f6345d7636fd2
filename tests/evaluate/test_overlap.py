from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evaluate.overlap import flat, jaccard, share_within, token_f1, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("The fee: $1,000.50!", ["the", "fee", "1000.50"], id="amount"),
        pytest.param("30-day notice", ["30", "day", "notice"], id="hyphen"),
        pytest.param("Tenant’s ﬁrst", ["tenant", "s", "first"], id="ligature"),
        pytest.param("임대인은 30일", ["임대", "대인", "인은", "30", "일"], id="korean"),
        pytest.param(" \n", [], id="blank"),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@pytest.mark.parametrize(
    ("answer", "reference", "expected"),
    [
        pytest.param("within 30 days", "30 days", 2 * 2 / (3 + 2), id="two-of-three"),
        pytest.param("the fee", "a fee", 1.0, id="articles"),
        pytest.param("days days", "days", 2 * 1 / (2 + 1), id="as-often-as-in-both"),
        pytest.param("rent", "deposit", 0.0, id="nothing"),
        pytest.param("", "deposit", 0.0, id="empty-answer"),
        pytest.param("", "", 1.0, id="both-empty"),
    ],
)
def test_token_f1(answer: str, reference: str, expected: float) -> None:
    assert token_f1(answer, reference) == pytest.approx(expected)


@given(st.text(), st.text())
def test_overlaps_are_symmetric_shares(one: str, other: str) -> None:
    assert token_f1(one, other) == token_f1(other, one)
    assert jaccard(one, other) == jaccard(other, one)
    assert 0 <= token_f1(one, other) <= 1
    assert 0 <= jaccard(one, other) <= 1
    assert jaccard(one, one) == float(bool(words(one)))


def test_jaccard_counts_different_words() -> None:
    assert jaccard("pay the rent the rent", "the rent is due") == 2 / 5


def test_share_within() -> None:
    assert share_within(["pay rent", "pay late"], ["Pay, pay", "rent"]) == 3 / 4
    assert share_within(["pay rent"], []) == 0 / 2
    assert share_within([" "], ["pay"]) is None


def test_flat() -> None:
    assert flat(" a\u00a0 b\n") == "a b"
