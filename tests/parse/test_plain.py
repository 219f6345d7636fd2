"""Plain text: paragraphs, and headings only where a line is clearly one."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from pincite.parse.text_files.plain import parse_plain

CONTRACT = """SERVICES CONTRACT

1. Services

The firm cleans the stairs of the house
each week.

2. Fees

2.1 The fee is 40 a week, see section 7 of the list.

30 days after the invoice it is due.
"""


def test_paragraphs_and_clear_headings() -> None:
    parsed = parse_plain(CONTRACT)
    assert parsed.title == "SERVICES CONTRACT"
    assert [(s.id, s.heading) for s in parsed.sections] == [
        (None, "SERVICES CONTRACT"),
        ("1", "1. Services"),
        ("2", "2. Fees"),
    ]
    assert "The firm cleans the stairs of the house\neach week.\n\n2. Fees" in parsed.text


def test_form_feed_ends_a_paragraph_and_makes_no_page() -> None:
    parsed = parse_plain("one\ftwo\n")
    assert parsed.text == "one\n\ntwo"
    assert parsed.pages == ()


def test_korean_articles_are_sections() -> None:
    parsed = parse_plain(
        "제1장 총칙\n\n제1조(목적) 이 법은 임대차를 정한다.\n제2조(정의) 이 법에서 쓰는 말은 다음과 같다.\n"
    )
    assert [s.id for s in parsed.sections] == ["제1장", "제1조", "제2조"]


def test_prose_has_no_headings() -> None:
    assert parse_plain("A letter.\n\nDear tenant, the rent is due.\n\nYours, the owner").sections == ()


@given(
    st.text(max_size=300)
    | st.lists(st.sampled_from(["A", "§ 5 X", "e\u0301", "\u0301", "\n", "\r\n", "\f", "\x85", " ", "\xa0"])).map(
        "".join
    )
)
def test_every_run_of_the_map_stands_in_the_file(raw: str) -> None:
    parsed = parse_plain(raw)
    assert unicodedata.is_normalized("NFC", parsed.text)
    for run in parsed.text_map.runs:
        assert parsed.text[run.start : run.start + run.length] == raw[run.raw_start : run.raw_start + run.length]
