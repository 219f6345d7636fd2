"""Korean law becomes a tree of provisions, however it is printed, and nothing of it is lost where it is odd."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from pincite.parse import read
from pincite.parse.grammars.korean_law import GRAMMAR
from pincite.parse.statute import provisions
from pincite.parse.text_files.markdown import parse_markdown
from pincite.parse.text_files.plain import parse_plain
from pincite.types.document import Document, Page, Span
from pincite.types.provision import ProvisionTree

LETTERS = "가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허"


CheckWhole = Callable[[Document, ProvisionTree], None]


def law(text: str, *, markdown: bool = False) -> Document:
    parsed = (parse_markdown if markdown else parse_plain)(text)
    return Document(
        "d", "가나법", "d.txt", parsed.media_type, "0" * 64, parsed.text, parsed.text_map,
        sections=parsed.sections, language="ko",
    )  # fmt: skip


def tree(text: str, *, markdown: bool = False) -> ProvisionTree:
    return GRAMMAR.read(law(text, markdown=markdown))


def ids(text: str, *, markdown: bool = False) -> list[str]:
    return ["/".join(p.segments) for p in tree(text, markdown=markdown)]


def rules(text: str) -> list[str]:
    return [w.rule for w in tree(text).warnings]


FORMS = [
    pytest.param("제1조(목적) 이 법은 좋다.\n제2조(정의) 뜻은 좋다.", ["a1", "a2"], id="one-line-each"),
    pytest.param("제1조(목적)이 법은 좋다.", ["a1"], id="no-blank-behind-title"),
    pytest.param("제1조(가) 나.\n제1조의2(다) 라.\n제1조의3(마) 바.", ["a1", "a1-2", "a1-3"], id="branches"),
    pytest.param("제1조(가)\n① 하나.\n② 둘.", ["a1", "a1/p1", "a1/p2"], id="paragraph-lines"),
    pytest.param("제1조(가) ① 하나이다. ② 둘이다.", ["a1", "a1/p1", "a1/p2"], id="paragraphs-in-one-run"),
    pytest.param("제1조(가) 나이다. 제2조(다) 라이다.", ["a1", "a2"], id="articles-in-one-run"),
    pytest.param("제1조(가) 다음과 같다.\n1. 나\n1의2. 다\n2. 라", ["a1", "a1/i1", "a1/i1-2", "a1/i2"], id="items"),
    pytest.param(
        "제1조(가) ① 다음과 같다.\n1. 나\n가. 다\n1) 라\n가) 마\n(1) 바\n(가) 사\n(나) 아\n나. 자",
        ["a1", "a1/p1", "a1/p1/i1", "a1/p1/i1/b1", "a1/p1/i1/b1/b1", "a1/p1/i1/b1/b1/b1", "a1/p1/i1/b1/b1/b1/b1",
         "a1/p1/i1/b1/b1/b1/b1/b1", "a1/p1/i1/b1/b1/b1/b1/b2", "a1/p1/i1/b2"],
        id="all-levels",
    ),
    pytest.param(
        "제1조(가) 다음과 같다.\n1. 나\n" + "".join(f"{c}. 하나\n" for c in LETTERS),
        ["a1", "a1/i1", *(f"a1/i1/b{n}" for n in range(1, 29))],
        id="letters-beyond-ha",
    ),
    pytest.param(
        "제1조(가)\n" + "".join(f"{c} 하나.\n" for c in "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳㉑㉒") + "(23) 둘.\n<24> 셋.",
        ["a1", *(f"a1/p{n}" for n in range(1, 25))],
        id="paragraphs-beyond-20",
    ),
    pytest.param(
        "제1편 가\n제1장 나\n제1절 다\n제1관 라\n제1조(마) 바.\n제2장 사\n제2조(아) 자.\n제2편 차\n제1장 카\n"
        "제3조(타) 파.",
        ["d1", "d1/c1", "d1/c1/sc1", "d1/c1/sc1/sp1", "a1", "d1/c2", "a2", "d2", "d2/c1", "a3"],
        id="parts",
    ),
    pytest.param("제1조(가) 나.\n부칙\n이 법은 좋다.", ["a1", "x1"], id="bare-addenda"),
    pytest.param(
        "제1조(가) 나.\n부      칙 <법률 제123호, 2020. 1. 2.>\n제1조(시행일) 이 법은 좋다.\n"
        "제2조(적용례) ① 제3조의 일.\n"
        "부칙(다라법) <제45호,2021.3.4>\n①(시행일) 이 법은 좋다.\n②(경과조치) 저 법은 좋다.",
        ["a1", "x123", "x123/a1", "x123/a2", "x123/a2/p1", "x45", "x45/p1", "x45/p2"],
        id="several-addenda",
    ),
    pytest.param("제1조(가) 나.\n부칙\n부칙 <제7호,2020.1.2>\n이 법.", ["a1", "x7"], id="bare-heading-over-addenda"),
    pytest.param(
        "제1조(가) 나.\n부칙 <제1호,2008.3.4>\n이 규칙은 좋다.\n부칙 <제1호,2013.3.4>\n이 규칙은 좋다.", ["a1", "x1",
        "x1~2"],
        id="addenda-of-another-ministry",
    ),
    pytest.param(
        "제1조(가) 나.\n[별표 1] <개정 2020.1.2>\n기준(제1조 관련)\n1. 일반\n가. 나\n2. 개별\n[별표 2의2]\n다른 것",
        ["a1", "n1", "n1/i1", "n1/i1/b1", "n1/i2", "n2-2"],
        id="annexes",
    ),
    pytest.param(
        "제1조(가) 나.\n■ 가나법 시행규칙 [별지 제5호서식] <개정 2020.1.2>   (앞쪽)\n신청서\n"
        "■ 가나법 시행규칙 [별지 제5호서식]   (뒤쪽)\n"
        "유의사항\n[별지 제6호의2서식]\n신고서\n[별지 서식]",
        ["a1", "f5", "f6-2", "f"],
        id="forms",
    ),
    pytest.param("제１조（목적）　이 법은 좋다．\n제２조의２【뜻】 ① 하나．", ["a1", "a2-2", "a2-2/p1"],
        id="full-width"),
    pytest.param("제 1 장  총  칙\n제 1 조 (목 적) 가.\n제 1 조의 2 (뜻) 나.", ["c1", "a1", "a1-2"],
        id="blanks-inside"),
    pytest.param("제1조 ① 하나.\n② 둘.\n제2조 이 법은 좋다.", ["a1", "a1/p1", "a1/p2", "a2"], id="no-titles"),
    pytest.param("제1조(가) 나.\n제2조부터 제4조까지 삭제 <2020.1.2>\n제5조(다) 라.", ["a1", "a2", "a3", "a4", "a5"],
                 id="deleted-range"),
    pytest.param(
        "목차\n제1장 총칙 ···· 1\n제1조(가) ···· 1\n제2조(나) ···· 1\n제3조(다) ···· 2\n제1장 총칙\n제1조(가) 라.\n"
        "제2조(나) 마.\n제3조(다) 바.",
        ["c1", "a1", "a2", "a3"],
        id="table-of-contents",
    ),
    pytest.param("제1조(가) 다음과 같다.\n1. 나\n① 다\n② 라\n2. 마\n제2조(바) 사.",
                 ["a1", "a1/i1", "a1/i1/b1", "a1/i1/b2", "a1/i2", "a2"], id="circled-below-items"),
    pytest.param(
        "제1조(가) 나.\n부칙(아주 긴 이름의\n다른 법률) <제12\n호,2020.1.2>\n이 법은 좋다.", ["a1", "x12"],
        id="addenda-heading-over-lines",
    ),
    pytest.param("제1조(가) 다음과 같다.\n가. 나\n1. 다\n2. 라\n나. 마\n1. 바",
                 ["a1", "a1/b1", "a1/b1/i1", "a1/b1/i2", "a1/b2", "a1/b2/i1"], id="numbers-below-letters"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), FORMS)
def test_each_printed_form_gives_its_ids(text: str, expected: list[str], check_whole: CheckWhole) -> None:
    document = law(text)
    found = GRAMMAR.read(document)
    assert ["/".join(p.segments) for p in found] == expected
    check_whole(document, found)


RUNNING_TEXT = [
    pytest.param("제1조(가) 나는\n제3조(다)에 따른 것과\n제4조제2항의 것과\n제5조 각 호의 것이다.", ["a1"],
        id="article-references"),
    pytest.param("제1조(가) 나는\n제2장에 따른 것이다.\n제3장의 규정은 좋다.", ["a1"], id="chapter-references"),
    pytest.param("제1조(가) 나는\n별표 1에 따른 것과\n[별표 2]와 같은 것과\n별지 제3호서식의 것이다.", ["a1"],
        id="annex-references"),
    pytest.param("제1조(가) 나는\n부칙 제2조에 따라 좋다.", ["a1"], id="addenda-reference"),
    pytest.param("제1조(가) 나는\n3. 5.까지 내고 3.5배로 한다.\n2026. 3. 10. 현재", ["a1"], id="dates"),
    pytest.param("제1조(가) ① 나이다. 위 ③은 다이다. ⑤ 라.", ["a1", "a1/p1"], id="circled-out-of-turn"),
    pytest.param("제1조(가) 다음과 같다.\n1. 나\n15. 다", ["a1", "a1/i1"], id="number-far-off"),
    pytest.param("[별표 1]\n기준(제1조 관련)\n1. 가\n┌──┐\n│2. 나│\n└──┘\n2. 다\n비고\n1. 라\n가. 마",
                 ["n1", "n1/i1", "n1/i2"], id="tables-and-remarks"),
    pytest.param("[별표 1]\n기준(제1조 관련)\n구분 | 뜻\n1. 가 | 나\n1. 다", ["n1", "n1/i1"], id="cells"),
    pytest.param(
        "제1조(가) 다음 각 호와 같다.\n1. 나\n가. 다\n나. 가람은 나루와 다솜과 마루를 모두 그 달 안에 해야 한\n"
        "다. 다만, 바람은 사슴과 아침을 함께 할 때에는 그렇지 아니한\n"
        "다.\n2. 라",
        ["a1", "a1/i1", "a1/i1/b1", "a1/i1/b2", "a1/i2"],
        id="broken-inside-a-verb",
    ),
    pytest.param("[별지 제1호서식]\n협약서\n제1조(목적) 가.\n① 나.", ["f1"], id="articles-inside-a-form"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), RUNNING_TEXT)
def test_running_text_is_no_provision(text: str, expected: list[str], check_whole: CheckWhole) -> None:
    document = law(text)
    found = GRAMMAR.read(document)
    assert ["/".join(p.segments) for p in found] == expected
    assert found.warnings == ()
    check_whole(document, found)


def test_markdown_of_the_registry_reads_like_plain_text() -> None:
    text = (
        "# 가나법\n\n## 제1장 총칙\n\n##### 제1조 (목적)\n\n이 법은 좋다. <개정 2020.1.2>\n\n##### 제2조의2 (뜻)\n\n"
        "**①** 뜻은 다음 각 호와 같다.\n\n  1\\. 하나\n    가\\. 둘\n  1의2\\. 셋\n\n**②** 넷이다.\n\n## 부칙\n\n"
        "부칙 <제12호,2020.1.2>\n\n\n제1조(시행일) 이 법은 좋다.\n"
    )
    expected = [
        "c1",
        "a1",
        "a2-2",
        "a2-2/p1",
        "a2-2/p1/i1",
        "a2-2/p1/i1/b1",
        "a2-2/p1/i1-2",
        "a2-2/p2",
        "x12",
        "x12/a1",
    ]
    assert ids(text, markdown=True) == expected


def test_titles_stand_without_label_and_brackets() -> None:
    found = tree("제1장 총칙 <개정 2020.1.2>\n제1조(표준(안)의 뜻) 가.\n부칙(나라법) <제3호,2020.1.2>\n①(시행일) 나.")
    assert [p.title for p in found] == ["총칙", "표준(안)의 뜻", "나라법", "시행일"]


def test_heading_is_label_and_title() -> None:
    document = law(
        "제1장 총칙\n제1조 (목적) ① 가.\n1. 나\n[별표 1] <개정 2020.1.2>\n아주 긴 기준의\n이름(제1조 관련)\n1. 다"
    )
    found = GRAMMAR.read(document)
    headings = [p.heading.cut(document.text) for p in found]
    assert headings[:4] == ["제1장 총칙", "제1조 (목적)", "①", "1."]
    assert headings[4] == "[별표 1] <개정 2020.1.2>\n아주 긴 기준의\n이름(제1조 관련)"
    assert found.provisions[4].title == "아주 긴 기준의 이름(제1조 관련)"


def test_articles_hang_on_the_document_by_id_and_on_chapters_by_parent() -> None:
    found = tree("제1장 가\n제1절 나\n제1조(다) 라.\n제2장 마\n제2조(바) 사.\n부칙\n제1조(시행일) 아.")
    assert {p.id: p.parent for p in found} == {
        "d/c1": None, "d/c1/sc1": "d/c1", "d/a1": "d/c1/sc1", "d/c2": None, "d/a2": "d/c2", "d/x1": None,
        "d/x1/a1": "d/x1",
    }  # fmt: skip


def test_a_title_may_go_on_in_the_next_line() -> None:
    assert [p.title for p in tree("제1조(긴\n이름) 가.\n제2조(짧은 이름) 나.")] == ["긴 이름", "짧은 이름"]


@pytest.mark.parametrize(
    ("text", "deleted"),
    [
        pytest.param("제1조(가) 나.\n제2조 삭제 <2020.1.2>", ["d/a2"], id="article"),
        pytest.param("제1조(가) 나.\n제2조\n삭제 <2020.1.2>", ["d/a2"], id="article-own-line"),
        pytest.param("제1조(가) <삭제 2020.1.2>", ["d/a1"], id="in-a-note"),
        pytest.param("제1조(가) ① 삭제 <2020.1.2>\n② 나.", ["d/a1/p1"], id="paragraph"),
        pytest.param("제1조(가) 다음과 같다.\n1. 삭제\n2. <삭 제>\n3. 삭제한 것", ["d/a1/i1", "d/a1/i2"], id="items"),
        pytest.param("제1조(가) 나.\n제2장 삭제 <2020.1.2>", ["d/c2"], id="chapter"),
        pytest.param("제1조(가) 나.\n[별표 1] 삭제 <2020.1.2>", ["d/n1"], id="annex"),
        pytest.param("제1조 및 제2조 삭제 <2020.1.2>", ["d/a1", "d/a2"], id="two-together"),
    ],
)
def test_deleted_provisions_keep_their_place(text: str, deleted: list[str]) -> None:
    assert [p.id for p in tree(text) if p.deleted] == deleted


def test_notes_are_kept_apart_at_the_finest_provision() -> None:
    document = law(
        "제1조(가) ① 나. <개정 2020.1.2, 2021. 3. 4.>\n1. 다 <신설 2020.1.2>\n② 라 <단서 생략>\n[본조신설 2019.1.2]\n"
        "[제5조에서 이동, 종전 제1조는 제9조로 이동 <2019.1.2>]\n"
        "제2조(마) 「바법」 <참고>와 [사]는 좋다. [전문개정 2018.1.2]"
    )
    found = {p.id: [n.cut(document.text) for n in p.notes] for p in GRAMMAR.read(document)}
    assert found == {
        "d/a1": ["[본조신설 2019.1.2]", "[제5조에서 이동, 종전 제1조는 제9조로 이동 <2019.1.2>]"],
        "d/a1/p1": ["<개정 2020.1.2, 2021. 3. 4.>"],
        "d/a1/p1/i1": ["<신설 2020.1.2>"],
        "d/a1/p2": ["<단서 생략>"],
        "d/a2": ["[전문개정 2018.1.2]"],
    }


def test_addenda_do_not_take_the_wording_they_quote_for_their_own() -> None:
    text = (
        "제1조(가) 나.\n부칙 <제9호,2020.1.2>\n제1조(시행일) 이 법은 다음 각 호의 날부터 시행한다.\n1. 하나\n2. 둘\n"
        "제2조부터 제5조까지 생략\n"
        "제6조(다른 법률의 개정) ① 부터 <20> 까지 생략\n<21> 다라법 일부를 다음과 같이 개정한다.\n"
        '제3조 중 "마"를 "바"로 한다.\n제9조제1항을 다음과 같이 한다.\n① 장관은 다음 각 호의 일을 한다.\n1. 하나\n'
        "제7조를 다음과 같이 신설한다.\n제7조(뜻)\n① 하나이다.\n② 둘이다.\n제10조제3항을 삭제한다.\n"
        "<22> 사아법 일부를 다음과 같이 개정한다.\n제12조에 제2호를 다음과 같이 신설한다.\n2. 자차\n<23> 및 <24> 생략\n"
        "제7조(다른 법령과의 관계) 이 법은 좋다.\n① 하나.\n1. 둘"
    )
    assert ids(text) == [
        "a1", "x9", "x9/a1", "x9/a1/i1", "x9/a1/i2", "x9/a2", "x9/a6", "x9/a6/p1", "x9/a6/p21", "x9/a6/p22",
        "x9/a6/p23",
        "x9/a7", "x9/a7/p1", "x9/a7/p1/i1",
    ]  # fmt: skip
    assert rules(text) == []


def test_an_annex_begins_with_the_documents_own_heading_over_it() -> None:
    text = (
        "# 가나법 별표\n\n### 첫째 기준\n■ 가나법 [별표 1] <개정 2020.1.2>\n첫째 기준(제1조 관련)\n\n### 둘째\n"
        "■ 가나법 [별표 2]\n둘째"
    )
    document = law(text, markdown=True)
    found = provisions(document)
    assert [p.id for p in found] == ["d/n1", "d/n2"]
    assert [p.span.cut(document.text).split("\n")[0] for p in found] == ["첫째 기준", "둘째"]


ODD = [
    pytest.param("제1조(가) 나.\n제1조(다) 라.", ["a1", "a1~2"], ["duplicate_number"], "제1조(다)", id="article-twice"),
    pytest.param("제1조(가)\n① 나.\n③ 다.\n② 라.", ["a1", "a1/p1", "a1/p3", "a1/p2"], ["out_of_order"], "②",
        id="3-before-2"),
    pytest.param("제1조(가)\n① 나.\n③ 다.", ["a1", "a1/p1", "a1/p3"], ["number_gap"], "③", id="paragraph-gap"),
    pytest.param("제1조(가) 나.\n제4조(다) 라.", ["a1", "a4"], ["number_gap"], "제4조(다)", id="article-gap"),
    pytest.param("제1조(가) 나.\n제1조의3(다) 라.", ["a1", "a1-3"], ["number_gap"], "제1조의3(다)", id="branch-gap"),
    pytest.param("제1조(가) 나.\n제2조(다) 라.\n제3조\n마.", ["a1", "a2", "a3"], ["missing_title"], "제3조",
        id="no-title"),
    pytest.param("제1조(가)\n제1조(가)\n나.", ["a1"], ["repeated_label"], "제1조(가)", id="label-repeated"),
    pytest.param("제１조(가) 나.\n제2조(다) 라.", ["a1", "a2"], ["unusual_form"], "제１조(가)", id="full-width"),
    pytest.param("제1조(가) 다음 각 호와 같다.\n2. 나\n3. 다", ["a1", "a1/i2", "a1/i3"], ["number_gap"], "2.",
        id="no-first-item"),
    pytest.param("제1조(가) 다음과 같다.\n1. 나\n2. 다\n2. 라", ["a1", "a1/i1", "a1/i2", "a1/i2~2"],
        ["duplicate_number"],
                 "2.", id="item-twice"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected", "warned", "place"), ODD)
def test_odd_numbering_warns_with_its_place_and_loses_nothing(
    text: str, expected: list[str], warned: list[str], place: str, check_whole: CheckWhole
) -> None:
    document = law(text)
    found = GRAMMAR.read(document)
    assert ["/".join(p.segments) for p in found] == expected
    assert [w.rule for w in found.warnings] == warned
    assert [w.span.cut(document.text) for w in found.warnings] == [place]
    check_whole(document, found)


def test_decomposed_text_reads_like_composed(tmp_path: Path) -> None:
    text = "제1조(목적) 이 법은 좋다.\n제2조(뜻) ① 하나.\n② 둘.\n"
    (tmp_path / "d.txt").write_text(unicodedata.normalize("NFD", text), encoding="utf-8")
    document = read(tmp_path / "d.txt")
    assert [p.id for p in provisions(document)] == ["d/a1", "d/a2", "d/a2/p1", "d/a2/p2"]


def test_running_heads_are_no_labels() -> None:
    text = "제1조(가) 나는\n제2조(머리말)\n좋다.\f제2조(다) 라."
    head = text.index("제2조(머리말)")
    pages = (
        Page(0, Span(0, text.index("\f")), furniture=(Span(head, head + len("제2조(머리말)")),)),
        Page(1, Span(text.index("\f") + 1, len(text))),
    )
    document = Document("d", "가", "d.pdf", "application/pdf", "0" * 64, text, law("가").text_map, pages, language="ko")
    assert [(p.id, p.title) for p in GRAMMAR.read(document)] == [("d/a1", "가"), ("d/a2", "다")]


def test_warnings_of_one_sort_end_with_their_count() -> None:
    found = tree("제1조(가) 나.\n" * 1500)
    assert len(found.provisions) == 1500
    assert len(found.warnings) == 1001
    assert found.warnings[-1].detail == "and 499 more from here on"
