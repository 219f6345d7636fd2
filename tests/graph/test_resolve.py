"""Every reference has exactly one target, or a reason why it has none."""

from __future__ import annotations

from typing import Any

import pytest

from pincite.graph.locate import between, locate
from pincite.types.document import Place
from pincite.types.reference import Manner, ReferenceForm, Unresolved

F = ReferenceForm
LINE = (("a9", "제9조 이 조에 적힌 말들"), ("a9/p1", "① 말"), ("a9/p2", "② 말"), ("a9/p2/i1", "1. 말"))


def one(outcomes: Any, act: Any, law: Any, ref: Any, **fields: Any) -> Any:
    """The outcome of one reference in a notice of the act's family."""
    source = law.member(
        "notice",
        "등대 점검 기준",
        LINE,
        [ref("a9/p2/i1", "말", **fields)],
        aliases={"법": "등대관리법", "등대법": "등대관리법"},
    )
    return outcomes(source, act())[0]


FOUND = [
    ("article", {"form": F.ALIAS, "work": "법", "path": "a3"}, "act/a3"),
    ("branch", {"form": F.ALIAS, "work": "법", "path": "a5-2"}, "act/a5-2"),
    ("item", {"form": F.ALIAS, "work": "법", "path": "a5/p2/i2"}, "act/a5/p2/i2"),
    ("only-paragraph", {"form": F.ALIAS, "work": "법", "path": "a3/p1"}, "act/a3"),
    ("item-below-only-paragraph", {"form": F.ALIAS, "work": "법", "path": "a2/p1/i2"}, "act/a2/i2"),
    ("item-without-its-paragraph", {"form": F.ALIAS, "work": "법", "path": "a5/i2"}, "act/a5/p2/i2"),
    ("whole-act", {"form": F.ALIAS, "work": "법"}, "act"),
    ("short-name", {"form": F.ALIAS, "work": "등대법", "path": "a3"}, "act/a3"),
    ("title", {"form": F.NAMED_WORK, "work": "등대 관리법", "path": "a3"}, "act/a3"),
    ("own-article", {"form": F.OWN_ARTICLE, "path": "p1"}, "notice/a9/p1"),
    ("own-item", {"form": F.OWN_ARTICLE, "path": "p2/i1"}, "notice/a9/p2/i1"),
    ("own-document", {"form": F.OWN_DOCUMENT, "path": "a9/p1"}, "notice/a9/p1"),
    ("this-act", {"form": F.SELF}, "notice"),
    ("same-act", {"form": F.ANAPHORA, "work": "등대관리법", "path": "a3", "antecedent": True}, "act/a3"),
]


@pytest.mark.parametrize(("fields", "target"), [row[1:] for row in FOUND], ids=[row[0] for row in FOUND])
def test_reference_resolves_to_the_finest_provision(
    outcomes: Any, act: Any, law: Any, ref: Any, fields: Any, target: str
) -> None:
    outcome = one(outcomes, act, law, ref, **fields)
    assert (outcome.targets, outcome.reason) == ((target,), None)


MISSING = [
    ("no-article", {"form": F.ALIAS, "work": "법", "path": "a40"}, Unresolved.NO_SUCH_PROVISION),
    ("no-second-paragraph", {"form": F.ALIAS, "work": "법", "path": "a3/p2"}, Unresolved.NO_SUCH_PROVISION),
    ("article-is-no-branch", {"form": F.ALIAS, "work": "법", "path": "a5-3"}, Unresolved.NO_SUCH_PROVISION),
    ("deleted", {"form": F.ALIAS, "work": "법", "path": "a6"}, Unresolved.DELETED),
    ("outside", {"form": F.NAMED_WORK, "work": "바다법", "path": "a1"}, Unresolved.OUTSIDE_CORPUS),
    ("no-decree-here", {"form": F.ALIAS, "work": "영", "path": "a1"}, Unresolved.OUTSIDE_CORPUS),
    ("nothing-before", {"form": F.ANAPHORA, "path": "p2"}, Unresolved.ANTECEDENT_UNKNOWN),
    ("annex", {"form": F.ANNEX, "path": "n3"}, Unresolved.OUTSIDE_CORPUS),
]


@pytest.mark.parametrize(("fields", "reason"), [row[1:] for row in MISSING], ids=[row[0] for row in MISSING])
def test_reference_without_target_has_a_reason(
    outcomes: Any, act: Any, law: Any, ref: Any, fields: Any, reason: Unresolved
) -> None:
    outcome = one(outcomes, act, law, ref, **fields)
    assert (outcome.targets, outcome.reason) == ((), reason)


def test_preceding_paragraph_needs_no_antecedent(outcomes: Any, law: Any, ref: Any) -> None:
    lines = (("a1", "제1조"), ("a1/p1", "① 말"), ("a1/p2", "② 전항의 말"))
    member = law.member("d", "등대 기준", lines, [ref("a1/p2", "전항", F.ANAPHORA, "a1/p1")])
    assert outcomes(member)[0].targets == ("d/a1/p1",)


RANGES = [
    ("branches-and-deleted", "a5", "a7", ("act/a5", "act/a5-2", "act/a7")),
    ("items", "a5/p2/i1", "i2", ("act/a5/p2/i1", "act/a5/p2/i2")),
    ("end-not-there", "a7", "a12", ()),
    ("no-end-there", "a0", "a99", ()),
]


@pytest.mark.parametrize(("path", "through", "targets"), [row[1:] for row in RANGES], ids=[row[0] for row in RANGES])
def test_range_has_every_provision_inside(
    outcomes: Any, act: Any, law: Any, ref: Any, path: str, through: str, targets: Any
) -> None:
    outcome = one(outcomes, act, law, ref, form=F.ALIAS, work="법", path=path, through=through)
    assert outcome.targets == targets


def test_two_documents_of_one_name_are_ambiguous(outcomes: Any, act: Any, law: Any, ref: Any) -> None:
    refs = [ref("a9", "말", F.NAMED_WORK, "a3", "등대관리법")]
    source = law.member("guide", "바다 지침", LINE, refs)
    assert outcomes(source, act("one"), act("two"))[0].reason is Unresolved.AMBIGUOUS


def test_law_words_follow_the_family_where_the_text_defines_none(
    outcomes: Any, act: Any, decree: Any, law: Any, ref: Any
) -> None:
    lines = (("a1", "제1조(목적) 법 제3조와 영 제3조"),)
    refs = [ref("a1", "법 제3조", F.ALIAS, "a3", "법"), ref("a1", "영 제3조", F.ALIAS, "a3", "영")]
    rule = law.member("rule", "등대관리법 시행규칙", lines, refs)
    other = act("sea", "바다관리법")
    assert [o.targets for o in outcomes(rule, act(), decree(), other)] == [("act/a3",), ("decree/a3",)]


def test_decree_of_a_short_name(outcomes: Any, decree: Any, act: Any, law: Any, ref: Any) -> None:
    refs = [ref("a9", "말", F.ALIAS, "a3", "등대법 시행령")]
    source = law.member("guide", "바다 지침", LINE, refs, aliases={"등대법": "등대관리법"})
    assert outcomes(source, act(), decree())[0].targets == ("decree/a3",)


def test_manual_without_articles_does_not_say_whose_article_it_means(outcomes: Any, law: Any, ref: Any) -> None:
    manual = law.member(
        "m", "등대 안내서", (("s1", "1. 제3조를 보라"),), [ref("s1", "제3조", F.OWN_DOCUMENT, "a3")], grammar=""
    )
    assert outcomes(manual)[0].reason is Unresolved.ANTECEDENT_UNKNOWN


def test_manual_that_gives_the_articles_title_says_whose_it_is(
    outcomes: Any, act: Any, decree: Any, law: Any, ref: Any
) -> None:
    lines = (("s1", "1. 제3조(점검)를 보라"), ("s2", "2. 제3조(등록), 제3조(빛)"))
    refs = [
        ref("s1", "제3조", F.OWN_DOCUMENT, "a3"),
        ref("s2", "제3조", F.OWN_DOCUMENT, "a3"),
        ref("s2", "제3조(빛", F.OWN_DOCUMENT, "a3"),
    ]
    manual = law.member("m", "등대관리법 안내서", lines, refs, grammar="")
    found = [(o.targets, o.reason) for o in outcomes(manual, act(), decree())]
    assert found[:2] == [(("decree/a3",), None), (("act/a3",), None)]
    assert found[2][1] is Unresolved.ANTECEDENT_UNKNOWN


PRINTED = (("s1", "말 제5조(점검) ② 제1항의 점검과 제3조"), ("s2", "제1조(목적) 제3조"), ("s3", "이 법과 제1항"))


def test_printed_article_is_told_by_number_and_title(outcomes: Any, act: Any, decree: Any, law: Any, ref: Any) -> None:
    refs = [
        ref("s1", "제1항", F.OWN_ARTICLE, "p1", heading="제5조(점검)"),
        ref("s1", "제3조", F.OWN_DOCUMENT, "a3", heading="제5조(점검)"),
        ref("s2", "제3조", F.OWN_DOCUMENT, "a3", heading="제1조(목적)"),
        ref("s3", "이 법", F.SELF),
        ref("s3", "제1항", F.OWN_ARTICLE, "p1"),
    ]
    manual = law.member("m", "등대관리법 안내서", PRINTED, refs, grammar="")
    found = [(o.targets, o.reason) for o in outcomes(manual, act(), decree())]
    assert found[:2] == [(("act/a5/p1",), None), (("act/a3",), None)]
    # Both laws have an article 1 of that title; 이 법 and 제1항 in the manual's own words are nobody's.
    assert [reason for _, reason in found[2:]] == [Unresolved.ANTECEDENT_UNKNOWN] * 3


def test_law_above_a_printed_article_counts_where_its_article_has_that_title(
    outcomes: Any, act: Any, decree: Any, law: Any, ref: Any
) -> None:
    refs = [
        ref("s2", "제3조", F.ALIAS, "a3", "법", heading="제1조(목적)"),
        ref("s1", "제3조", F.ALIAS, "a3", "영", heading="제5조(점검)"),
        ref("s3", "제1항", F.NAMED_WORK, "a5/p1", "바다법", heading="제1조(목적)"),
    ]
    manual = law.member("m", "등대관리법 안내서", PRINTED, refs, grammar="")
    found = [(o.targets, o.reason) for o in outcomes(manual, act(), decree())]
    assert found[0] == (("act/a3",), None)  # 영 stood above it, but article 5 of that title is the act's
    assert found[1] == (("act/a3",), None)
    assert found[2] == ((), Unresolved.OUTSIDE_CORPUS)


ADDENDA = (
    ("a1", "제1조(목적)"),
    ("x7", "부칙 <제7호, 2020.1.1>"),
    ("x7/a2", "제2조(경과)"),
    ("x9", "부칙 <제9호, 2022.2.2>"),
    ("x9/a2", "제2조(경과)"),
    ("x9/a3", "제3조(경과)"),
)
OF_ADDENDA = [
    ("several", "부칙 제2조", "x/a2", (), Unresolved.AMBIGUOUS),
    ("number", "부칙<제9호> 제2조", "x/a2", ("sea/x9/a2",), None),
    ("date", "부칙(2020. 1. 1.) 제2조", "x/a2", ("sea/x7/a2",), None),
    ("only-one", "부칙 제3조", "x/a3", ("sea/x9/a3",), None),
    ("none", "부칙 제5조", "x/a5", (), Unresolved.NO_SUCH_PROVISION),
]


@pytest.mark.parametrize(
    ("words", "path", "targets", "reason"), [row[1:] for row in OF_ADDENDA], ids=[row[0] for row in OF_ADDENDA]
)
def test_addenda_of_another_law_are_told_by_number_or_date(
    outcomes: Any, law: Any, ref: Any, words: str, path: str, targets: Any, reason: Any
) -> None:
    sea = law.member("sea", "바다법", ADDENDA)
    lines = (("a9", f"제9조 바다법 {words}에 따른다"),)
    notice = law.member("n", "바다 지침", lines, [ref("a9", words, F.NAMED_WORK, path, "바다법")])
    assert (outcomes(notice, sea)[0].targets, outcomes(notice, sea)[0].reason) == (targets, reason)


# Editions


def edition(law: Any, ref: Any, day: str, path: str) -> Any:
    refs = [ref("a9", "말", F.NAMED_WORK, path, "등대관리법")]
    return law.member("notice", "등대 점검 기준", LINE, refs, effective_date=day)


def test_older_text_into_an_article_amended_since_is_an_edition_mismatch(
    outcomes: Any, act: Any, law: Any, ref: Any
) -> None:
    new = act(effective_date="2024-06-01")
    outcome = outcomes(edition(law, ref, "2023-01-01", "a8"), new)[0]
    assert (outcome.targets, outcome.reason) == (("act/a8",), Unresolved.EDITION_MISMATCH)
    assert outcomes(edition(law, ref, "2023-01-01", "a3"), new)[0].reason is None
    assert outcomes(edition(law, ref, "2024-05-01", "a8"), new)[0].reason is None


def test_older_text_into_what_is_gone_is_an_edition_mismatch(outcomes: Any, act: Any, law: Any, ref: Any) -> None:
    new = act(effective_date="2024-06-01")
    for path in ("a6", "a40"):
        assert outcomes(edition(law, ref, "2023-01-01", path), new)[0].reason is Unresolved.EDITION_MISMATCH


def test_at_its_own_date_the_older_text_meets_the_edition_it_knew(outcomes: Any, act: Any, law: Any, ref: Any) -> None:
    new, old = act("new", effective_date="2024-06-01"), act("old", effective_date="2020-01-01")
    source = edition(law, ref, "2023-01-01", "a8")
    assert outcomes(source, new, old, as_of="2023-01-01")[0].targets == ("old/a8",)


# Annexes and forms


LISTED = (("attachments", ""), ("form", "1 신청서"), ("form", "2 삭제 <2020. 1. 1.>"), ("annex", "1 빛의 세기"))
FORMS = [
    ("listed", "f1", ("d/f1",), None),
    ("deleted", "f2", (), Unresolved.DELETED),
    ("not-listed", "f3", (), Unresolved.NO_SUCH_PROVISION),
    ("annex-listed-but-not-here", "n1", (), Unresolved.OUTSIDE_CORPUS),
    ("annex-not-listed", "n2", (), Unresolved.NO_SUCH_PROVISION),
]


@pytest.mark.parametrize(("path", "targets", "reason"), [row[1:] for row in FORMS], ids=[row[0] for row in FORMS])
def test_forms_and_annexes_follow_the_list_of_their_document(
    outcomes: Any, law: Any, ref: Any, path: str, targets: Any, reason: Any
) -> None:
    form = F.FORM if path.startswith("f") else F.ANNEX
    member = law.member("d", "등대 기준", LINE, [ref("a9", "말", form, path)], stated=LISTED)
    assert (outcomes(member)[0].targets, outcomes(member)[0].reason) == (targets, reason)


def test_annex_in_a_file_of_its_own_is_found_and_finds_its_decree(
    outcomes: Any, decree: Any, law: Any, ref: Any
) -> None:
    lines = (("n1", "■ 등대관리법 시행령 [별표 1]"), ("n1/i1", "1. 제3조에 따른 빛"))
    annexes = law.member("annexes", "annexes", lines, [ref("n1/i1", "제3조", F.OWN_DOCUMENT, "a3")])
    assert outcomes(annexes, decree())[0].targets == ("decree/a3",)
    notice = law.member("n", "등대 기준", LINE, [ref("a9", "말", F.ANNEX, "n1/i1", "등대관리법 시행령")])
    assert outcomes(notice, decree(), annexes)[0].targets == ("annexes/n1/i1",)


# Codes


PARTS = (
    (
        "p12",
        "99 CFR Part 12 — Lights",
        (("spA", "Subpart A"), ("s12.100", "§ 12.100"), ("s12.100/pa", "(a) x"), ("s12.300", "§ 12.300")),
    ),
    ("p13", "99 CFR Part 13 — Horns", (("s13.100", "§ 13.100"), ("s13.100/pb", "(b) x"), ("s13.100/pb/p2", "(2) x"))),
)
CODES = [
    ("other-part", F.OWN_DOCUMENT, "", "s13.100/pb/p2", ("p13/s13.100/pb/p2",), None),
    ("by-code", F.NAMED_WORK, "99 CFR", "s13.100", ("p13/s13.100",), None),
    ("by-code-and-part", F.NAMED_WORK, "99 CFR part 13", "", ("p13",), None),
    ("this-part", F.SELF, "", "pt12", ("p12",), None),
    ("other-part-whole", F.OWN_DOCUMENT, "", "pt13", ("p13",), None),
    ("subpart-of-this-part", F.SELF, "", "pt12/spA", ("p12/spA",), None),
    ("inside-the-run", F.OWN_DOCUMENT, "", "s12.200", (), Unresolved.NO_SUCH_PROVISION),
    ("outside-the-run", F.OWN_DOCUMENT, "", "s14.100", (), Unresolved.OUTSIDE_CORPUS),
    ("other-code", F.NAMED_WORK, "98 U.S.C.", "s1", (), Unresolved.OUTSIDE_CORPUS),
    ("unit-above", F.SELF, "", "scC", (), Unresolved.OUTSIDE_CORPUS),
    ("relative-to-the-section", F.OWN_ARTICLE, "", "pa", ("p12/s12.100/pa",), None),
]


@pytest.mark.parametrize(
    ("form", "work", "path", "targets", "reason"), [row[1:] for row in CODES], ids=[row[0] for row in CODES]
)
def test_sections_of_a_code_are_found_in_whatever_part(
    outcomes: Any, law: Any, ref: Any, form: ReferenceForm, work: str, path: str, targets: Any, reason: Any
) -> None:
    refs = [ref("s12.100/pa", "x", form, path, work)]
    options = {"grammar": "us-regulations", "language": "en"}
    first = law.member(PARTS[0][0], PARTS[0][1], PARTS[0][2], refs, **options)
    second = law.member(PARTS[1][0], PARTS[1][1], PARTS[1][2], **options)
    outcome = outcomes(first, second)[0]
    assert (outcome.targets, outcome.reason) == (targets, reason)


def test_sections_of_another_states_code_are_not_taken(outcomes: Any, law: Any, ref: Any) -> None:
    options = {"grammar": "us-state", "language": "en"}
    lines = (("s1.10", "§ 1.10 x"),)
    here = Place(("us", "el"), "Elbonia")
    first = law.member(
        "el", "Elbonia Code", lines, [ref("s1.10", "x", F.OWN_DOCUMENT, "s9.10")], jurisdiction=here, **options
    )
    there = law.member(
        "me", "Merrow Code", (("s9.10", "§ 9.10"),), jurisdiction=Place(("us", "me"), "Merrow"), **options
    )
    assert outcomes(first, there)[0].reason is Unresolved.OUTSIDE_CORPUS


# Delegations


def test_delegation_is_filled_by_what_claims_or_cites_it(outcomes: Any, act: Any, decree: Any) -> None:
    found = {o.reference.source: (o.targets, o.manner, o.reason) for o in outcomes(act(), decree())}
    assert found["act/a2/i2"] == (("decree/a2",), "claimed", None)
    assert found["act/a5/p1"] == (("decree/a3",), "cited", None)
    assert found["act/a7"] == ((), "", Unresolved.OUTSIDE_CORPUS)  # no ministry rule is here
    assert found["act/a8"] == ((), "", Unresolved.OUTSIDE_CORPUS)  # nor a notice on this article


def test_two_delegations_of_one_provision_are_told_apart_by_their_words(outcomes: Any, law: Any, ref: Any) -> None:
    lines = (("a1", "제1조 대통령령으로 정하는 배와 대통령령으로 정하는 섬"),)
    refs = [
        ref("a1", "대통령령으로 정하는 배", F.DELEGATION_OUT, work="대통령령"),
        ref("a1", "대통령령으로 정하는 섬", F.DELEGATION_OUT, work="대통령령"),
    ]
    act = law.member("act", "바다법", lines, refs)
    claims = (
        ("a1", '제1조 법 제1조에서 "대통령령으로 정하는 섬"이란 …'),
        ("a2", '제2조 법 제1조에서 "대통령령으로 정하는 배"란 …'),
    )
    back = [ref(at, "법 제1조", F.DELEGATION_BACK, "a1", "법") for at in ("a1", "a2")]
    decree = law.member("decree", "바다법 시행령", claims, back)
    assert [o.targets for o in outcomes(act, decree)] == [("decree/a2",), ("decree/a1",)]


def test_words_quoted_from_before_a_delegation_claim_it(outcomes: Any, law: Any, ref: Any) -> None:
    lines = (("a1", "제1조 재난 등 대통령령으로 정하는 사유와 대통령령으로 정하는 배"),)
    refs = [
        ref("a1", "대통령령으로 정하는 사유", F.DELEGATION_OUT, work="대통령령"),
        ref("a1", "대통령령으로 정하는 배", F.DELEGATION_OUT, work="대통령령"),
    ]
    act = law.member("act", "바다법", lines, refs)
    claims = (("a1", '제1조 법 제1조에서 "재난 등 대통령령으로\n정하는 사유"란 폭풍을 말한다.'),)
    decree = law.member("decree", "바다법 시행령", claims, [ref("a1", "법 제1조", F.DELEGATION_BACK, "a1", "법")])
    assert [o.targets for o in outcomes(act, decree)] == [("decree/a1",), ()]


MENTIONS = [
    ("opens", "제1조(점검)", "제1조(점검) 법 제5조제1항에 따른 점검은 아침에 한다.", ("decree/a1",)),
    ("mentions", "제1조(점검)", f"제1조(점검) {'등대를 지키는 사람은 ' * 5}법 제5조제1항에 따른 점검표를 쓴다.", ()),
    ("defines", "제1조(정의)", "제1조(정의) 법 제5조제1항에 따른 점검을 말한다.", ()),
]


@pytest.mark.parametrize(("title", "text", "targets"), [row[1:] for row in MENTIONS], ids=[row[0] for row in MENTIONS])
def test_what_only_mentions_a_provision_does_not_fill_its_delegation(
    outcomes: Any, act: Any, law: Any, ref: Any, title: str, text: str, targets: Any
) -> None:
    refs = [ref("a1", "법 제5조제1항", F.ALIAS, "a5/p1", "법")]
    decree = law.member("decree", "등대관리법 시행령", (("a1", text),), refs)
    found = {o.reference.source: o.targets for o in outcomes(act(), decree)}
    assert found["act/a5/p1"] == targets
    assert title in text


def test_notice_is_here_where_one_cites_the_delegating_article(outcomes: Any, act: Any, law: Any, ref: Any) -> None:
    refs = [ref("a1", "법 제8조", F.ALIAS, "a8", "법", manner=Manner.EXCEPTION)]
    lines = (("a1", "제1조 법 제8조에도 불구하고"),)
    notice = law.member("n", "등대 빛 기준", lines, refs, aliases={"법": "등대관리법"})
    found = {o.reference.source: o.reason for o in outcomes(act(), notice)}
    assert found["act/a8"] is Unresolved.OUTSIDE_CORPUS
    refs = [ref("a1", "법 제8조", F.DELEGATION_BACK, "a8", "법")]
    notice = law.member("n", "등대 빛 기준", (("a1", "제1조 법 제8조에서 위임한"),), refs, aliases={"법": "등대관리법"})
    found = {o.reference.source: (o.targets, o.manner) for o in outcomes(act(), notice)}
    assert found["act/a8"] == (("n/a1",), "claimed")


def test_decree_is_found_by_its_family_whatever_its_title(outcomes: Any, act: Any, law: Any, ref: Any) -> None:
    lines = (("a1", "제1조(목적) 이 영은 「등대관리법」에서 위임된 사항을 정한다."),)
    decree = law.member("decree", "등대 관리 등에 관한 영", lines)
    refs = [ref("a9", "말", F.ALIAS, "a1", "법 시행령")]
    notice = law.member("n", "등대 기준", LINE, refs, aliases={"법": "등대관리법", "법 시행령": "등대관리법 시행령"})
    assert outcomes(notice, act(), decree)[0].targets == ("decree/a1",)


def test_exception_to_a_provision_does_not_fill_its_delegation(outcomes: Any, act: Any, law: Any, ref: Any) -> None:
    refs = [ref("a1", "법 제5조제1항", F.ALIAS, "a5/p1", "법", manner=Manner.EXCEPTION)]
    decree = law.member("decree", "등대관리법 시행령", (("a1", "제1조 법 제5조제1항에도 불구하고"),), refs)
    found = {o.reference.source: o.reason for o in outcomes(act(), decree)}
    assert found["act/a5/p1"] is Unresolved.NO_FILLING_PROVISION


# Paths


def test_ancestor_is_by_segment(act: Any) -> None:
    tree = act().tree
    assert locate(tree, ("a5",)).provision_id == "act/a5"
    assert locate(tree, ("a5-2",)).provision_id == "act/a5-2"
    assert [p.id for p in between(tree, "act/a5", "a5-2")] == ["act/a5", "act/a5-2"]


def test_relative_path_is_sought_around_its_source_only(outcomes: Any, law: Any, ref: Any) -> None:
    lines = (("n1", "별표 1"), ("n1/i1", "1. 나목"), ("n2", "별표 2"), ("n2/i4", "4. 말"), ("n2/i4/b2", "나. 말"))
    member = law.member("d", "등대 기준", lines, [ref("n1/i1", "나목", F.OWN_ARTICLE, "i4/b2")])
    assert outcomes(member)[0].reason is Unresolved.NO_SUCH_PROVISION


def test_missing_path_says_how_far_it_went(act: Any) -> None:
    found = locate(act().tree, ("a5", "p2", "i9"))
    assert (found.provision_id, found.nearest) == ("", "act/a5/p2")


TWINS = (
    ("a5", "제5조(빛) 말"), ("a5/p1", "① 빛"), ("a5~2", "제5조(안개) 이 조"), ("a5~2/p1", "① 안개"),
    ("a5~2/p2", "② 이 항"), ("a6", "제6조 말"),
)  # fmt: skip


TWICE = [
    ("article", "a6", F.OWN_DOCUMENT, "a5", (), Unresolved.AMBIGUOUS),
    ("both-have-it", "a6", F.OWN_DOCUMENT, "a5/p1", (), Unresolved.AMBIGUOUS),
    ("one-has-it", "a6", F.OWN_DOCUMENT, "a5/p2", ("act/a5~2/p2",), None),
    ("none-has-it", "a6", F.OWN_DOCUMENT, "a5/p3", (), Unresolved.NO_SUCH_PROVISION),
    ("this-article", "a5", F.SELF, "a5", ("act/a5",), None),
    ("this-second-article", "a5~2", F.SELF, "a5~2", ("act/a5~2",), None),
    ("own-paragraph", "a5", F.OWN_ARTICLE, "p1", ("act/a5/p1",), None),
    ("own-paragraph-of-the-second", "a5~2/p2", F.OWN_ARTICLE, "p1", ("act/a5~2/p1",), None),
]


@pytest.mark.parametrize(
    ("source", "form", "path", "targets", "reason"), [row[1:] for row in TWICE], ids=[row[0] for row in TWICE]
)
def test_number_that_stands_twice_needs_a_finer_provision_that_one_has(
    outcomes: Any, law: Any, ref: Any, source: str, form: Any, path: str, targets: Any, reason: Any
) -> None:
    outcome = outcomes(law.member("act", "등대법", TWINS, [ref(source, "말" if source == "a6" else "", form, path)]))[0]
    assert (outcome.targets, outcome.reason) == (targets, reason)


def test_former_text_is_another_edition(outcomes: Any, law: Any, ref: Any) -> None:
    lines = (
        ("a1", "제1조(빛) 말"),
        ("a2", "제2조 종전의 제1조 및 제3조에 따른다. 제1조(빛) 종전의 「바다법」"),
        ("a3", "제3조 말"),
    )
    refs = [
        ref("a2", "제1조", F.OWN_DOCUMENT, "a1"),
        ref("a2", "제3조", F.OWN_DOCUMENT, "a3"),
        ref("a2", "제1조(빛", F.OWN_DOCUMENT, "a1"),
        ref("a2", "「바다법」", F.NAMED_WORK, "", "바다법"),
    ]
    found = [(o.targets, o.reason) for o in outcomes(law.member("act", "등대법", lines, refs))]
    assert found == [((), Unresolved.EDITION_MISMATCH)] * 2 + [
        (("act/a1",), None),
        ((), Unresolved.OUTSIDE_CORPUS),
    ]


@pytest.mark.parametrize(("path", "target"), [("a2/p1", ("d/a2",)), ("", ())], ids=["there", "none-follows"])
def test_next_article_is_told_by_its_place(outcomes: Any, law: Any, ref: Any, path: str, target: Any) -> None:
    lines = (("a1", "제1조 다음 조 제1항"), ("a2", "제2조 말"))
    outcome = outcomes(law.member("d", "등대 기준", lines, [ref("a1", "다음 조 제1항", F.ANAPHORA, path)]))[0]
    assert (outcome.targets, outcome.reason) == (target, None if target else Unresolved.ANTECEDENT_UNKNOWN)
