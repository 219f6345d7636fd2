"""Terms: where a text says what they mean, how far that holds, and where it uses them."""

from __future__ import annotations

from typing import Any

import pytest


def terms(member: Any) -> list[tuple[str, str, str]]:
    return [(d.term, d.provision.partition("/")[2], d.scope) for d in member.law.definitions]


def uses(member: Any) -> list[tuple[str, str]]:
    return [(u.provision.partition("/")[2], member.law.definitions[u.definition].term) for u in member.law.uses]


KOREAN = [
    ("means", '"등대"란 빛을 내는 탑을 말한다', [("등대", "d")]),
    ("called", "“등대”라 함은 탑을 말한다", [("등대", "d")]),
    ("is-only-in-definitions", '"등대"는 탑을 말한다', [("등대", "d")]),
    ("with-gloss", '"등대"(燈臺)란 탑을 말한다', [("등대", "d")]),
    ("shortened", '빛을 내는 탑(이하 "등대"라 한다)을 세운다', [("등대", "d")]),
    ("shortened-for-this-article", '탑(이하 이 조에서 "등대"라 한다)', [("등대", "d/a2")]),
    ("two-at-once", '탑과 배(이하 각각 "등대", "등선"이라 한다)', [("등대", "d"), ("등선", "d")]),
    ("delegation-is-no-term", '법 제3조에서 "대통령령으로 정하는 등대"란 탑을 말한다', []),
    ("one-letter-is-no-term", '탑(이하 "탑"이라 한다)', []),
]


@pytest.mark.parametrize(("text", "found"), [row[1:] for row in KOREAN], ids=[row[0] for row in KOREAN])
def test_korean_terms(law: Any, text: str, found: Any) -> None:
    member = law.member("d", "등대 기준", [("a2", f"제2조(정의) {text}".replace("제2조(정의) ", "제2조(정의)\n"))])
    assert [(term, scope) for term, _, scope in terms(member)] == found


def test_name_of_a_law_is_no_term(law: Any) -> None:
    lines = [("a1", '제1조 「등대관리법」(이하 "등대법"이라 한다) 제3조')]
    assert terms(law.member("d", "등대 기준", lines, aliases={"등대법": "등대관리법"})) == []


ENGLISH = [
    ("bare", "Boat means a vessel that floats.", "Boat", "d"),
    ("in-quotes", "In this section, “Boat” means a vessel.", "Boat", "d/s1.1"),
    ("abbreviation-left-out", "Boat keeping office (BKO) means the office.", "Boat keeping office", "d"),
    ("contract", "the vessel (the “Boat”) sails", "Boat", "d"),
]


@pytest.mark.parametrize(("text", "term", "scope"), [row[1:] for row in ENGLISH], ids=[row[0] for row in ENGLISH])
def test_english_terms(law: Any, text: str, term: str, scope: str) -> None:
    member = law.member("d", "Harbor Code", [("s1.1", f"§ 1 (Definitions)\n{text}")], language="en", grammar="us-state")
    assert [(t, s) for t, _, s in terms(member)] == [(term, scope)]


def test_words_that_go_on_are_no_terms(law: Any) -> None:
    text = "§ 1 (Definitions)\nBoat means a vessel.\nBoat does not include a raft.\nWhose activities include sailing."
    member = law.member("d", "Harbor Code", [("s1.1", text)], language="en", grammar="us-state")
    assert [t for t, _, _ in terms(member)] == ["Boat"]


def test_use_is_linked_once_for_each_provision_and_not_inside_other_words(law: Any) -> None:
    lines = [
        ("a1", '제1조(정의) "등대"란 탑을 말한다.'),
        ("a2", "제2조 등대는 등대를 지키고, 등대지기와 무인등대는 다르다."),
        ("a3", "제3조 등대지기는 등대 아래에 산다."),
        ("a4", "제4조 등대지기만 있다."),
    ]
    assert uses(law.member("d", "등대 기준", lines)) == [("a2", "등대"), ("a3", "등대")]


def test_longest_term_counts(law: Any) -> None:
    lines = [("a1", '제1조(정의) "등대"란 탑을, "등대 창고"란 집을 말한다.'), ("a2", "제2조 등대 창고를 잠근다.")]
    assert uses(law.member("d", "등대 기준", lines)) == [("a2", "등대 창고")]


def test_scope_ends_where_it_was_said_to_end(law: Any) -> None:
    lines = [
        ("a1", "제1조 등대를 본다."),
        ("a2", '제2조 탑(이하 "등대"라 한다)을 세운다.'),
        ("a3", '제3조 배(이하 이 조에서 "등대"라 한다)'),
        ("a3/p1", "① 등대를 띄운다."),
        ("a4", "제4조 등대를 켠다."),
    ]
    member = law.member("d", "등대 기준", lines)
    places = [(u.provision, member.law.definitions[u.definition].provision) for u in member.law.uses]
    assert places == [("d/a3/p1", "d/a3"), ("d/a4", "d/a2")]


def test_english_use_in_any_case_and_number(law: Any) -> None:
    lines = [("s1.1", "§ 1 (Definitions)\nBoat means a vessel."), ("s1.2", "§ 2 All boats sail; a boathouse does not.")]
    assert uses(law.member("d", "Harbor Code", lines, language="en", grammar="us-state")) == [("s1.2", "Boat")]
