"""A document's place in the order, from its own words and from corpus.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pincite.errors import InputError
from pincite.graph.corpus import code_of, code_part, name_key, with_declared
from pincite.graph.corpus_file import declared_beside, read_corpus_file
from pincite.graph.lookup import Corpus
from pincite.types.document import Place
from pincite.types.law import AuthorityLevel, Declared

L = AuthorityLevel


def test_levels_are_ordered() -> None:
    assert L.STATUTE < L.DECREE < L.RULE < L.NOTICE < L.MANUAL < L.OTHER


TITLES = [
    ("ko-act", "등대관리법", L.STATUTE),
    ("ko-act-long", "등대의 설치 및 관리에 관한 법률", L.STATUTE),
    ("ko-decree", "등대관리법 시행령", L.DECREE),
    ("ko-rule", "등대관리법 시행규칙", L.RULE),
    ("ko-notice", "등대 점검 기준", L.NOTICE),
    ("ko-guideline", "등대 연구노트 지침", L.NOTICE),
    ("ko-manual", "등대관리법 매뉴얼(본권)", L.MANUAL),
    ("ko-manual-guide", "등대 제재 가이드라인", L.MANUAL),
    ("cfr", "99 CFR Part 12 — Lighthouses", L.RULE),
    ("usc", "99 U.S.C. Chapter 4 Lighthouses", L.STATUTE),
    ("state-code", "Elbonia Statutes Title 34", L.STATUTE),
    ("state-rules", "Elbonia Administrative Code Title 3", L.RULE),
    ("agency-manual", "Lighthouse Keepers' Handbook", L.MANUAL),
    ("contract", "Services Agreement under the Elbonia Act", L.OTHER),
    ("eu", "Regulation (EU) 2031/99 on lighthouses", L.STATUTE),
    ("eu-delegated", "Commission Delegated Regulation (EU) 2031/100", L.RULE),
    ("nothing", "Notes on the sea", L.OTHER),
]


@pytest.mark.parametrize(("title", "level"), [row[1:] for row in TITLES], ids=[row[0] for row in TITLES])
def test_level_from_the_title(law: Any, title: str, level: AuthorityLevel) -> None:
    korean = any("가" <= c <= "힣" for c in title)
    member = law.member("d", title, [("a1", "First.")], language="ko" if korean else "en")
    assert member.standing.level is level


WORDS = [
    ("decree", "등대에 관한 규정", "제1조(목적) 이 영은 등대를 정한다.", (), L.DECREE, "first_provision"),
    ("notice", "등대 보안대책", "제1조(목적) 이 지침은 등대를 정한다.", (), L.NOTICE, "first_provision"),
    (
        "stated",
        "등대에 관한 규정",
        "제1조(목적) 이 규정은 등대를 정한다.",
        (("level", "대통령령"),),
        L.DECREE,
        "stated",
    ),
    ("ministry", "등대관리규칙", "제1조(목적)", (("level", "해양등대부령"),), L.RULE, "stated"),
]


@pytest.mark.parametrize(
    ("title", "first", "stated", "level", "basis"), [row[1:] for row in WORDS], ids=[row[0] for row in WORDS]
)
def test_level_from_what_the_document_says(
    law: Any, title: str, first: str, stated: Any, level: AuthorityLevel, basis: str
) -> None:
    standing = law.member("d", title, [("a1", first)], stated=stated).standing
    assert (standing.level, standing.basis) == (level, basis)


def test_family_is_the_act_with_all_below_it(law: Any, act: Any, decree: Any) -> None:
    rule = law.member("rule", "등대관리법 시행규칙", [("a1", "제1조(목적)")])
    first = "제1조(목적) 이 기준은 「등대관리법 시행령」(이하 “영”이라 한다) 제3조에 따른다."
    notice = law.member("notice", "등대 점검 기준", [("a1", first)])
    called = law.member("called", "등대 보안대책", [("a1", "제1조")], aliases={"법": "등대관리법"})
    manual = law.member("manual", "등대관리법 매뉴얼(본권)", [("s1", "1. 개요")], grammar="")
    members = (act(), decree(), rule, notice, called, manual)
    assert {m.standing.family for m in members} == {"등대관리법"}


def test_family_of_a_code_is_the_code(law: Any) -> None:
    parts = [law.member(f"p{n}", f"99 CFR Part {n}", [("s1", "First.")], language="en") for n in (12, 13)]
    assert {p.standing.family for p in parts} == {"99 cfr"}
    assert [p.code_parts for p in parts] == [frozenset({"12"}), frozenset({"13"})]


def test_annexes_in_a_file_of_their_own_are_part_of_their_work(law: Any) -> None:
    member = law.member(
        "annexes", "annexes", [("n1", "■ 등대관리법 시행령 [별표 1] <개정 2030. 1. 1.>"), ("n1/i1", "1. 빛")]
    )
    assert (member.standing.part_of, member.standing.level) == ("등대관리법시행령", L.DECREE)
    assert member.standing.family == "등대관리법"


def test_sister_acts_of_two_states_are_two_works(law: Any) -> None:
    places = (Place(("us", "el"), "Elbonia"), Place(("us", "me"), "Merrow"))
    members = [
        law.member(p.name, "Landlord and Tenant Act", [("s1", "First.")], language="en", jurisdiction=p) for p in places
    ]
    assert members[0].standing.work != members[1].standing.work


@pytest.mark.parametrize(
    ("one", "other"),
    [("「과학ㆍ기술 기본법」", "과학·기술기본법"), ("The Fair Boats Act", "Fair  Boats Act"), ("A･B법", "AB법")],
    ids=["dots-and-blanks", "article", "half-width-dot"],
)
def test_names_compare_without_dots_and_blanks(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_codes_are_known_by_their_number() -> None:
    assert code_of("45 C.F.R. § 160.103") == code_of("Title 45, Code of Federal Regulations") == "45 cfr"
    assert code_of("12 months") is None
    assert code_of("United States Code, Title 42, Chapter 45") == "42 usc"
    assert code_part("45 CFR parts 160") == "160"


# corpus.toml


def test_corpus_file_declares_what_texts_do_not_say(tmp_path: Path, act: Any) -> None:
    (tmp_path / "corpus.toml").write_text(
        '[documents."act.md"]\nlevel = "decree"\nwork = "등대령"\nfamily = "바다법"\neffective_date = 2031-02-03\n'
        'short_names = ["등대령"]\n',
        "utf-8",
    )
    declared = declared_beside(tmp_path / "act.md")
    standing = with_declared(act().standing, declared)
    assert (standing.level, standing.work, standing.family) == (L.DECREE, "등대령", "바다법")
    assert (standing.effective_date, standing.basis) == ("2031-02-03", "declared")
    assert "등대령" in standing.names
    assert declared_beside(tmp_path / "other.md") is None


def test_declared_part_belongs_to_its_work(act: Any) -> None:
    standing = with_declared(act().standing, Declared(part_of="바다법 시행령"))
    assert (standing.part_of, standing.family, standing.names) == ("바다법시행령", "바다법", ())


REFUSED = [
    ("unknown-table", "[files]", "no key `files`"),
    ("unknown-key", '[documents."a.md"]\nauthority = "statute"', "no key .*authority.*keys here are level"),
    ("unknown-level", '[documents."a.md"]\nlevel = "law"', "levels are statute, decree"),
    ("no-date", '[documents."a.md"]\neffective_date = "spring"', "no date such as"),
    ("date-without-hyphens", '[documents."a.md"]\neffective_date = "20240101"', "no date such as"),
    ("week-date", '[documents."a.md"]\neffective_date = "2024-W01-1"', "no date such as"),
    ("no-text", '[documents."a.md"]\nwork = 3', "is no text"),
    ("no-list", '[documents."a.md"]\nshort_names = "x"', "no list of names"),
    ("no-toml", "documents = [", "cannot be read"),
]


@pytest.mark.parametrize(("content", "said"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_corpus_file_refuses_what_it_does_not_know(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "corpus.toml").write_text(content, "utf-8")
    with pytest.raises(InputError, match=said):
        read_corpus_file(tmp_path / "corpus.toml")


# Editions


def test_one_edition_of_a_work_counts_at_a_date(act: Any) -> None:
    old, new = act("old", effective_date="2020-01-01"), act("new", effective_date="2024-06-01")
    for as_of, counting in [
        (None, ["new"]),
        ("2024-05-31", ["old"]),
        ("2024-06-01", ["new"]),
        ("2019-12-31", []),
    ]:
        corpus = Corpus(as_of)
        for member in (new, old):
            corpus.put(member)
        assert corpus.active == counting


def test_removing_the_newest_edition_brings_back_the_one_before(act: Any) -> None:
    corpus = Corpus()
    corpus.put(act("old", effective_date="2020-01-01"))
    corpus.put(act("new", effective_date="2024-06-01"))
    assert "doc:old" in corpus.remove("new")
    assert corpus.active == ["old"]
