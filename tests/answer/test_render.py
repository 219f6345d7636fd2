from __future__ import annotations

from dataclasses import replace
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.answer.record import to_record
from pincite.answer.render import to_text
from pincite.answer.screen import SHOWN, columns, safe, wrap
from pincite.types.answer import Answer, Refusal, RefusalReason

ANSWER = """\
A landlord shall return the deposit within 21 days after the tenant moves out.
[1] The landlord must answer within 10 days. [2]

[1] Harbor City Code, Title 7, Chapter 2, § 7-2-10(1)
    “A landlord shall return the deposit within 21 days after the tenant moves
    out.”

[2] Renters' Handbook, p. 12 (PDF p. 3 of 3)
    “The landlord must answer within 10 days.”

citeguard · preset paper · gate standard · model extractive · documents: act,
handbook
"""

REFUSAL = """\
The document does not contain sufficient information to answer this question.

Why: an answer was written, but the passages do not carry every sentence of it
  (1 of 1 sentences failed).
What would help: ask again with `--model extractive`, or read the passages
  below.

Nearest passages:
  - Harbor City Code, Title 7, Chapter 2, § 7-2-10
  - Renters' Handbook, p. 12 (PDF p. 3 of 3)
  - Harbor City Code, Title 7, Chapter 2, § 7-2-11

citeguard · preset paper · gate standard · model extractive · documents: act,
handbook
"""


def test_answer_on_screen(answer: Answer) -> None:
    assert to_text(answer) == ANSWER


def test_refusal_on_screen(refusal: Refusal) -> None:
    assert to_text(refusal) == REFUSAL


def test_answer_file_reads_as_its_outcome(answer: Answer) -> None:
    assert to_text(to_record(answer)) == to_text(answer)


def test_color_changes_nothing_but_color(answer: Answer) -> None:
    import re

    colored = to_text(answer, color=True)
    assert "\x1b[1m" in colored
    assert "\x1b[2m" in colored
    assert re.sub(r"\x1b\[\d?m", "", colored) == to_text(answer)


@pytest.mark.parametrize("reason", list(RefusalReason), ids=lambda r: r.value)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_reason_has_its_words(refusal: Refusal, reason: RefusalReason, language: str) -> None:
    text = to_text(replace(refusal, reason=reason, language=language, evidence=()))
    assert ("이유" if language == "ko" else "Why") in text
    assert "passages:" not in text


def test_hostile_document_text_cannot_act_on_the_terminal(answer: Answer) -> None:
    hostile = "Pay \x1b[2J\x1b]0;title\x07now\u202e evil\r\x08 [9]"
    citation = replace(
        answer.citations[0], label="Act\x1b[31m", quote=replace(answer.citations[0].quote, exact=hostile)
    )
    sentence = replace(answer.sentences[0], text=hostile)
    evidence = tuple(replace(e, chunk=replace(e.chunk, document_id="a\x1b[0mct")) for e in answer.evidence)
    outcome = replace(answer, sentences=(sentence,), citations=(citation,), evidence=evidence, model="m\x9b1m")
    text = to_text(outcome)
    assert not set(text) & set("\x1b\x9b\x07\r\x08\u202e")
    assert "{9} [1]" in text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a\x1b[31mred\x1b[0m", f"a{SHOWN}red{SHOWN}", id="colour"),
        pytest.param("a\x1b]8;;http://x\x1b\\link", f"a{SHOWN}link", id="link"),
        pytest.param("a\x1b", f"a{SHOWN}", id="lone-escape"),
        pytest.param("a\x07b", f"a{SHOWN}b", id="bell"),
        pytest.param("a\u202eb", f"a{SHOWN}b", id="right-to-left"),
        pytest.param("a\u00adb\u200bc\U000e0041d", "abcd", id="no-width"),
        pytest.param("a \t\n\u00a0\u2028b", "a b", id="white-space"),
        pytest.param("a\ud800b", f"a{SHOWN}b", id="lone-surrogate"),
        pytest.param("제1조 § é", "제1조 § é", id="letters-stay"),
    ],
)
def test_safe(text: str, expected: str) -> None:
    assert safe(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("abc", 3, id="latin"),
        pytest.param("보증금", 6, id="hangul-is-wide"),
        pytest.param("e\u0301", 1, id="combining"),
        pytest.param("\u1112\u1161\u11ab", 2, id="conjoining-jamo"),
    ],
)
def test_columns(text: str, expected: int) -> None:
    assert columns(text) == expected


def test_korean_wraps_by_columns() -> None:
    assert wrap("보증금은 퇴거 후 삼십일 안에", 12) == ["보증금은", "퇴거 후", "삼십일 안에"]


def test_long_word_is_cut_between_letters() -> None:
    assert wrap("보증금반환의무", 6, rest="  ") == ["보증", "  금반", "  환의", "  무"]


@given(st.text(alphabet="ab 보é\u0301漢-", max_size=80), st.integers(4, 30))
def test_wrap_keeps_the_words_within_the_width(text: str, width: int) -> None:
    lines = wrap(text, width, first="* ", rest="  ")
    assert all(columns(line) <= width for line in lines)
    assert "".join("".join(line[2:] for line in lines).split()) == "".join(text.split())


@given(st.text(max_size=80))
def test_safe_text_has_nothing_that_acts(text: str) -> None:
    assert not {category(letter) for letter in safe(text)} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
