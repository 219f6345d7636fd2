"""References of Korean law: one row a form, on law that these tests invent."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.graph.patterns_ko import aliases_ko, references_ko
from pincite.types.document import Document, Span, TextMap
from pincite.types.provision import Provision, ProvisionTree
from pincite.types.reference import CrossReference, ReferenceForm

_LABEL = re.compile(
    r"(?P<x>부칙) <제(?P<xn>\d+)호>|제(?P<a>\d+조(?:의\d+)?) ?\([^)]*\)|(?P<p>[①-⑳])|(?P<i>\d+)\. |(?P<b>[가-하])\. "
    r"|\[별표 (?P<n>\d+)\]|제(?P<c>\d+)장 "
)
_ORDER = "xcnapib"
_FINER = {"c": "", "x": "", "n": "x", "a": "x", "p": "xna", "i": "xnap", "b": "xnapi"}


def tree_of(text: str) -> ProvisionTree:
    """Provisions by the labels at the beginnings of lines: enough for the law in these tests."""
    found: list[tuple[str, str, str | None, int, int]] = []
    open_: dict[str, str] = {}
    for line in re.finditer(r"[^\n]+", text):
        label = _LABEL.match(line[0])
        if label is None:
            continue
        kind = next(k for k in _ORDER if label[k] is not None)
        open_ = {k: v for k, v in open_.items() if _ORDER.index(k) < _ORDER.index(kind) and k in _FINER[kind] + "c"}
        above = next((open_[k] for k in reversed(_ORDER) if k in open_ and k in _FINER[kind]), "act")
        open_[kind] = f"{above}/{kind}{_number(label, kind)}"
        again = sum(known[0].partition("~")[0] == open_[kind] for known in found)
        open_[kind] += f"~{again + 1}" if again else ""
        parent = above if above != "act" else open_.get("c") if kind == "a" else None
        found.append((open_[kind], kind, parent, line.start(), line.start() + label.end()))
    provisions = []
    for at, (provision_id, kind, parent, start, head) in enumerate(found):
        below = {provision_id}
        for later in found[at + 1 :]:
            if later[2] not in below:
                break
            below.add(later[0])
        end = next((f[3] for f in found[at + 1 :] if f[0] not in below), len(text))
        number = provision_id.rpartition("/")[2][1:]
        provisions.append(Provision(provision_id, kind, number, parent, Span(start, end), Span(start, head)))  # type: ignore[arg-type]
    return ProvisionTree("act", "test", tuple(provisions))


def _number(label: re.Match[str], kind: str) -> str:
    written = label["xn"] if kind == "x" else label[kind]
    if kind == "p":
        return str(ord(written) - ord("①") + 1)
    if kind == "b":
        return str("가나다라마바사아자차카타파하".index(written) + 1)
    return written.replace("조의", "-").replace("조", "")


def document_of(text: str, title: str = "가나법") -> Document:
    return Document("act", title, "act.txt", "text/plain", "", text, TextMap(()), language="ko")


def find(text: str, title: str = "가나법") -> list[CrossReference]:
    return references_ko(document_of(text, title), tree_of(text))


def written(text: str, found: CrossReference) -> str:
    """A reference as the rows of the tables have it: words = form path @work ..through !manner."""
    parts = [found.span.cut(text).replace("\n", "⏎"), "=", found.form.value]
    parts += ["/".join(found.path)] if found.path else []
    parts += [f"@{found.work}"] if found.work else []
    parts += [f"..{found.through}"] if found.through else []
    parts += [f"!{found.manner.value}"] if found.manner else []
    return " ".join(parts)


# A text of the cases stands as 제3조제2항 of 가나법, which has items 1 and 2 and a paragraph behind it.
HEAD = "제2조 (앞)\n\n① 앞의 항\n\n제3조 (시험)\n\n① 첫 항\n\n② "
TAIL = "\n\n1. 첫째 물건\n2. 둘째 물건\n가. 첫째 목\n\n③ 끝 항\n"


def cases() -> list[tuple[str, str, list[str]]]:
    """The cases of `references_ko_cases.txt`: `# id`, the text (⏎ for a line feed), the references expected."""
    made = []
    blocks = (Path(__file__).parent / "references_ko_cases.txt").read_text("utf-8").split("\n# ")[1:]
    for block in blocks:
        case_id, text, *expected = block.strip().split("\n")
        made.append((case_id, text.replace("⏎", "\n"), [line.strip() for line in expected]))
    return made


CASES = cases()


@pytest.mark.parametrize(("text", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_every_form_is_found_as_its_row_says(text: str, expected: list[str]) -> None:
    whole = HEAD + text + TAIL
    assert [written(whole, one) for one in find(whole)] == expected


def test_the_cases_are_many_and_apart() -> None:
    assert len(CASES) >= 150
    assert len({case_id for case_id, _, _ in CASES}) == len(CASES)


def sources(text: str, title: str = "가나법") -> list[str]:
    return [f"{one.source.partition('/')[2]} | {written(text, one)}" for one in find(text, title)]


LAW = """제1장 총칙

제1조 (목적)

이 법은 신고를 정한다.

제2조 (신고)

① 제5조에 따른다.

② 같은 조에 따른다.

제5조 (제2조에 따른 신고의 절차)

① 절차는 별표 1과 같다.

② 전항의 절차

1. 제2호의 서류
2. 가목의 서류
가. 신고서
나. 가목의 사본

제6조 (삭제)

③ 전2항의 절차와 전조의 절차

제7조의2 (적용)

① 첫 항
② 둘째 항
③ 전2항의 절차와 전조의 절차, 이 항과 이 조, 이 장
④ 같은 조의 절차
"""


def test_what_a_reference_leaves_out_comes_from_its_place() -> None:
    assert sources(LAW) == [
        "a1 | 이 법 = self",
        "a2/p1 | 제5조 = own_document a5",
        "a2/p2 | 같은 조 = anaphora a5",
        "a5 | 제2조 = own_document a2",
        "a5/p1 | 별표 1 = annex n1",
        "a5/p2 | 전항 = anaphora a5/p1",
        "a5/p2/i1 | 제2호 = own_article p2/i2",
        "a5/p2/i2 | 가목 = own_article p2/i2/b1",
        "a5/p2/i2/b2 | 가목 = own_article p2/i2/b1",
        "a6/p3 | 전2항 = anaphora",
        "a6/p3 | 전조 = anaphora a5",
        "a7-2/p3 | 전2항 = anaphora a7-2/p1 ..p2",
        "a7-2/p3 | 전조 = anaphora a6",
        "a7-2/p3 | 이 항 = self a7-2/p3",
        "a7-2/p3 | 이 조 = self a7-2",
        "a7-2/p3 | 이 장 = self c1",
        "a7-2/p4 | 같은 조 = anaphora a7-2",
    ]


ADDENDA = """부칙 <제100호>

제1조 (시행일) 이 법은 공포한 날부터 시행한다. 다만, 제5조의 개정규정 및 부칙 제3조는 2025년부터 시행한다.

제2조 및 제4조 생략

제3조 (다른 법률의 개정) ① 다라법 일부를 다음과 같이 개정한다.

제7조제2항ㆍ제5항 전단 및 제9조제1항 각 호 외의 부분 중 "부장관"을 각각 "처장"으로 한다.

제8조제1항 중 "「가나법」 제3조"를 "「가나법」 제5조제1항"으로 하고, 같은 조 제3항을 삭제한다.

제10조제1항에 제3호를 다음과 같이 신설한다.

② 「마바법」 일부를 다음과 같이 개정한다.

별표 2 제3호를 다음과 같이 한다.

제4조 (경과조치) ① 종전의 제5조제2항에 따른 신고는 제5조의 개정규정에도 불구하고 종전의 규정에 따른다.

② 제1항의 신고

제5조 (폐지) 사아법 및 자차법은 이를 각각 폐지한다.
"""


def test_addenda_name_the_law_they_amend_once_and_their_own_articles_by_their_own_number() -> None:
    assert sources(ADDENDA) == [
        "x100/a1 | 이 법 = self",
        "x100/a1 | 제5조 = own_document a5",
        "x100/a1 | 부칙 제3조 = own_document x100/a3",
        "x100/a3 | 다라법 = named_work @다라법 !amends",
        "x100/a3 | 제7조제2항 = named_work a7/p2 @다라법 !amends",
        "x100/a3 | 제5항 = named_work a7/p5 @다라법 !amends",
        "x100/a3 | 제9조제1항 = named_work a9/p1 @다라법 !amends",
        "x100/a3 | 제8조제1항 = named_work a8/p1 @다라법 !amends",
        "x100/a3 | 같은 조 제3항 = anaphora a8/p3 @다라법 !repeals",
        "x100/a3 | 제10조제1항 = named_work a10/p1 @다라법 !amends",
        "x100/a3 | 제3호 = named_work a10/p1/i3 @다라법 !amends",
        "x100/a3/p2 | 「마바법」 = named_work @마바법 !amends",
        "x100/a3/p2 | 별표 2 제3호 = annex n2/i3 @마바법 !amends",
        "x100/a4 | 제5조제2항 = own_document a5/p2",
        "x100/a4 | 제5조 = own_document a5 !exception",
        "x100/a4/p2 | 제1항 = own_article p1",
        "x100/a5 | 사아법 = named_work @사아법 !repeals",
        "x100/a5 | 자차법 = named_work @자차법 !repeals",
    ]


def test_items_of_an_annex_are_relative_to_it() -> None:
    text = "[별표 1] 절차(제5조제1항 관련)\n\n1. 제2호의 서류\n가. 제5조의 신고\n2. 나목의 서류\n나. 제1호가목의 서류\n"
    assert sources(text) == [
        "n1 | 제5조제1항 = own_document a5/p1",
        "n1/i1 | 제2호 = own_article i2",
        "n1/i1/b1 | 제5조 = own_document a5",
        "n1/i2 | 나목 = own_article i2/b2",
        "n1/i2/b2 | 제1호가목 = own_article i1/b1",
    ]


def test_a_manual_prints_other_law_whose_paragraphs_are_of_that_law() -> None:
    text = (
        "법 제13조(신고의 방법) ① 신고는 제12조에 따라 한다.\n② 제1항의 신고에 관하여는 이 법을 따른다.\n"
        "제14조(등록) ① 제2항의 등록\n\n□ 제1항은 누구의 것도 아니다.\n"
    )
    document = document_of(text, "신고 매뉴얼")
    found = references_ko(document, ProvisionTree("act", "", ()))
    assert [written(text, one) for one in found] == [
        "법 제13조 = alias a13 @법",
        "제12조 = alias a12 @법",
        "제1항 = alias a13/p1 @법",
        "이 법 = self @법",
        "제2항 = alias a14/p2 @법",
        "제1항 = own_article p1",
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "제14조(등록의 절차) ① 등록은 제12조에 따라 한다.\n1. 제1호의 서류\n② 제1항의 등록\n",
            ["제12조 = own_document a12", "제1호 = own_article p1/i1", "제1항 = own_article p1"],
        ),
        (
            "가나법\n제14조(등록의 절차) ② 제1항의 등록\n",
            ["가나법⏎제14조 = named_work a14 @가나법", "제1항 = named_work a14/p1 @가나법"],
        ),
        (
            "등대 기준(바다부고시 제2020-1호)\n제4조(빛) 빛은 제2조를 따른다.\n",
            ["제2조 = named_work a2 @등대 기준"],
        ),
        (
            "[시행령 제12조] ① 첫 항\n② 제1항의 신고\n",
            ["시행령 제12조 = alias a12 @시행령", "제1항 = alias a12/p1 @시행령"],
        ),
    ],
    ids=["by_title", "line_above", "notice_above", "bracket"],
)
def test_a_printed_article_is_of_the_law_above_it_or_known_by_its_heading(text: str, found: list[str]) -> None:
    made = references_ko(document_of(text, "신고 매뉴얼"), ProvisionTree("act", "", ()))
    assert [written(text, one) for one in made] == found


def test_a_printed_article_tells_by_its_heading_whose_it_is() -> None:
    text = "제14조(등록의 절차) ① 등록은 제12조에 따라 한다.\n그 밖의 것은 제3항에 따른다.\n"
    first, second = references_ko(document_of(text, "신고 매뉴얼"), ProvisionTree("act", "", ()))
    assert first.antecedent is not None
    assert first.antecedent.cut(text) == "제14조(등록의 절차)"
    assert second.antecedent is None  # the article ended with its sentence


def test_a_printed_article_ends_where_its_numbers_begin_again() -> None:
    text = "법 제13조(신고) ① 첫 항이다.\n② 제1항의 신고이다.\n① 제2항의 등록이다.\n- 제2항을 보라.\n"
    made = references_ko(document_of(text, "신고 매뉴얼"), ProvisionTree("act", "", ()))
    assert [written(text, one) for one in made] == [
        "법 제13조 = alias a13 @법",
        "제1항 = alias a13/p1 @법",
        "제2항 = own_article p2",
        "제2항 = own_article p2",
    ]


def test_a_bullet_goes_on_with_the_only_article_that_it_named() -> None:
    text = "- 영 제64조 제1항의 기준 안에서 제3항에 따라 정함\n- 영 제64조와 법 제3조 가운데 제3항에 따라 정함\n"
    made = references_ko(document_of(text, "신고 매뉴얼"), ProvisionTree("act", "", ()))
    assert written(text, made[1]) == "제3항 = alias a64/p3 @영"
    assert written(text, made[-1]) == "제3항 = own_article p3"


def test_a_text_without_provisions_delegates_nothing() -> None:
    text = "- 대통령령으로 정하는 바에 따라 한다.\n"
    assert references_ko(document_of(text, "신고 매뉴얼"), ProvisionTree("act", "", ())) == []


def test_new_wording_of_another_law_delegates_nothing_for_this_one() -> None:
    text = "부칙 <제9호>\n\n제3조 (개정) 다라법 일부를 다음과 같이 개정한다.\n\n제8조를 다음과 같이 한다.\n"
    text += "그 밖의 것은 대통령령으로 정한다.\n"
    assert not [one for one in find(text) if one.form is ReferenceForm.DELEGATION_OUT]


def test_what_was_cited_in_another_article_is_not_taken_up() -> None:
    text = "제1조 (갑)\n\n「다라법」 제9조에 따른다.\n\n제2조 (을)\n\n같은 조와 같은 법에 따른다.\n"
    assert [(one.form, one.antecedent, one.work) for one in find(text)][1:] == [
        (ReferenceForm.ANAPHORA, None, ""),
        (ReferenceForm.ANAPHORA, None, ""),
    ]


def test_an_anaphor_says_which_words_it_takes_up() -> None:
    text = "제1조 (갑)\n\n「다라법」 제9조에 따른 자와 같은 조 제2항, 같은 법 제3조에 따른 자\n"
    first, second, third = find(text)
    assert first.antecedent is None
    assert second.antecedent == first.span
    assert third.antecedent == second.span


def test_what_the_text_itself_has_not_is_of_what_the_sentence_cited_before() -> None:
    text = (
        "제5조 (갑)\n\n① 법 제5조제4항의 계획 또는 제5조제6항의 계획\n② 제6조제3호의 물건 중 가목의 물건\n\n"
        "제6조 (을)\n\n1. 갑\n2. 을\n3. 병\n가. 정\n"
    )
    assert sources(text) == [
        "a5/p1 | 법 제5조제4항 = alias a5/p4 @법",
        "a5/p1 | 제5조제6항 = alias a5/p6 @법",
        "a5/p2 | 제6조제3호 = own_document a6/i3",
        "a5/p2 | 가목 = own_document a6/i3/b1",
    ]


@pytest.mark.parametrize(
    ("title", "text", "found"),
    [
        ("가나 사용 기준", "제1조 (갑)\n\n이 기준에서 정한다.\n", True),
        ("가나법", "제1조 (갑)\n\n이 기준에서 정한다.\n", False),
        ("문서", "제1조 (갑)\n\n이 지침은 신고를 정함을 목적으로 한다.\n", True),
    ],
    ids=["title", "a_criterion", "first_article"],
)
def test_a_text_is_a_standard_where_it_calls_itself_one(title: str, text: str, found: bool) -> None:
    assert bool(find(text, title)) is found


@pytest.mark.parametrize(
    ("text", "aliases"),
    [
        ('「가나법」(이하 "법"이라 한다) 제2조', {"법": "가나법"}),
        ('「가나법」(이하 "법"이라 한다) 제2조 및 같은 법 시행령(이하 "영"이라 한다)', {"영": "가나법 시행령"}),
        ("「가나 진흥에 관한 법률」(이하 ‘진흥법’)", {"진흥법": "가나 진흥에 관한 법률"}),
        ('가나를위한특별법(이하 "종전법"이라 한다)', {"종전법": "가나를위한특별법"}),
        ('「가나법(이하 "법"이라 한다)」', {"법": "가나법"}),
        ('「가나법」 시행규칙(이하 "규칙"이라 한다)', {"규칙": "가나법 시행규칙"}),
    ],
    ids=["law", "decree", "curly", "without_brackets", "inside", "rule"],
)
def test_short_names_of_works_are_those_that_the_text_defines(text: str, aliases: dict[str, str]) -> None:
    assert aliases.items() <= aliases_ko(document_of(text), tree_of(text)).items()


@pytest.mark.parametrize(
    "text",
    [
        '「가나법」 제2조에 따른 단체(이하 "단체"라 한다)',
        '자(이하 "신고자"라 한다)',
        '「가나법」 및 「다라법」(이하 "관계 법령"이라 한다)',
    ],
    ids=["term", "person", "several"],
)
def test_short_names_of_other_things_are_none_of_works(text: str) -> None:
    assert aliases_ko(document_of(text), tree_of(text)) == {}


def test_a_short_name_of_an_act_has_its_decree_and_rule() -> None:
    text = '「가나법」(이하 "법"이라 한다)'
    assert aliases_ko(document_of(text), tree_of(text))["법 시행령"] == "가나법 시행령"


_PIECES = [
    "제1조", "제2항", "제3호", "가목", "제3조의2", "같은 조", "같은 법", "「다라법」", "법", "영", "별표 2",
    "별지 제1호서식", "부칙", "이 조", "이 법", "전항", "부터", "까지", " 및 ", "ㆍ", ", ", "(", ")", "에 따른 ",
    "를 준용한다.", "에도 불구하고 ", '"', "\n", "\n\n", "① ", "1. ", "가. ", "제4조 (갑)", "부칙 <제9호>",
    "[별표 1]", "대통령령으로 정하는 ", '(이하 "법"이라 한다)', "장관이 정하여 고시하는 ", "│ ",
    "일부를 다음과 같이 개정한다.", "<개정 2020. 1. 1.>", "각 호 외의 부분 단서", "~", "5", "비고", "동조", "중 ",
    "을 ", "\x0c", "제1ㆍ2항",
]  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.lists(st.sampled_from(_PIECES), max_size=40).map("".join), st.text(max_size=200)))
def test_any_text_gives_references_that_cut_it_and_stand_in_their_source(text: str) -> None:
    tree = tree_of(text)
    found = references_ko(document_of(text), tree)
    end = 0
    for one in found:
        assert end <= one.span.start < one.span.end <= len(text)
        assert one.form
        end = one.span.end
        source = tree.get(one.source)
        assert source is not None or one.source == "act"
        if source is not None:
            assert source.span.start <= one.span.start < source.span.end
        assert all(re.fullmatch(r"[a-z]+[\d~-]*", segment) for segment in one.path)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(_PIECES), max_size=30).map("".join))
def test_the_same_text_gives_the_same_references(text: str) -> None:
    assert find(text) == find(text)


_HOSTILE = [
    "제1조", "제1조 및 ", "제1조ㆍ", "같은 조 ", "「", "「가나법", "「가나법」(", "(", "법 제1조", '(이하 "',
    "[전문개정 ", "<개정 ", "│ ", "장관은 ", "장관이 가와 ", '제1조에서 "', "대통령령 또는 ", "1", "가", "가ㆍ",
    "가나에 관한 ", "제1항 ", "\n", "제1조\n", "각 호 외의 부분 ",
]  # fmt: skip


@pytest.mark.parametrize("unit", _HOSTILE, ids=range(len(_HOSTILE)))
def test_time_grows_with_the_text_and_no_faster(unit: str) -> None:
    def seconds(chars: int) -> float:
        text = (unit * (chars // len(unit) + 1))[:chars]
        start = time.process_time()
        references_ko(document_of(text), ProvisionTree("act", "", ()))
        return time.process_time() - start

    seconds(1_000)
    short, long = seconds(20_000), seconds(80_000)
    # Four times the text; twelve leaves room for a busy machine, a quadratic step would take sixteen or more.
    assert long < 12 * short + 0.2


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", ["제1조", "제1조 및 ", "「가나법」 제1조ㆍ", "("], ids=["articles", "list", "named", "brackets"]
)
def test_a_megabyte_of_one_thing_is_read_in_seconds(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    start = time.process_time()
    references_ko(document_of(text), ProvisionTree("act", "", ()))
    assert time.process_time() - start < 60


def test_next_article_and_paragraph_are_not_the_own_ones() -> None:
    text = "제1조 (빛)\n① 다음 조 제1항과 다음 항의 빛, 다음 각 호\n② 다음 항목\n제2조 (끝)\n① 다음 조"
    assert [written(text, r) for r in find(text)] == [
        "다음 조 제1항 = anaphora a2/p1", "다음 항 = anaphora a1/p2", "다음 조 = anaphora",
    ]  # fmt: skip
