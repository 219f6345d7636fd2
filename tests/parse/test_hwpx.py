"""Hangul files: numbers as printed, what is text of the document and what is not, tables, limits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_files import office_hwpx
from made_files._zips import zip_of
from made_files.office_hwpx import SPACES, hwpx, p

from pincite.errors import DamagedDocument, EmptyDocument, EncryptedDocument, UnsupportedFormat
from pincite.parse import read_data
from pincite.parse.office.hwpx_numbers import Head, Heading, Numbering, formed


def text(body: str) -> str:
    return read_data(hwpx(body), "x.hwpx").text


def control(inside: str) -> str:
    return f"<hp:ctrl>{inside}</hp:ctrl>"


def sub(*paragraphs: str) -> str:
    return f"<hp:subList>{''.join(paragraphs)}</hp:subList>"


ROWS = [
    ("paragraphs", p("가") + p("<hp:t/>") + p("나"), "가\n\n나"),
    ("letters", p("<hp:t>가<hp:tab/>나<hp:nbSpace/>다<hp:fwSpace/>라<hp:hyphen/>마<hp:lineBreak/>바</hp:t>"),
     "가 나 다 라-마\n바"),
    ("marks", p("<hp:t>가<hp:markpenBegin color='#ff0'/>나<hp:markpenEnd/><hp:titleMark/>다</hp:t>"), "가나다"),
    ("runs", p("<hp:t>가</hp:t><hp:t>나</hp:t>"), "가나"),
    ("inserted", p("<hp:t>가<hp:insertBegin/>나<hp:insertEnd/></hp:t>"), "가나"),
    ("deleted", p("<hp:t>가<hp:deleteBegin/>나<hp:deleteEnd/>다</hp:t>"), "가다"),
    ("deleted_over_runs", p("<hp:t>가<hp:deleteBegin/>나</hp:t><hp:t>다<hp:deleteEnd/>라</hp:t>"), "가라"),
    ("deleted_end", p("<hp:t>가<hp:deleteBegin/>나</hp:t>") + p("<hp:t>다<hp:deleteEnd/>라</hp:t>"), "가라"),
    ("header", p(control("<hp:header>" + sub(p("머리말")) + "</hp:header>") + "<hp:t>가</hp:t>"), "가"),
    ("memo", p(control("<hp:fieldBegin type='MEMO'>" + sub(p("메모")) + "</hp:fieldBegin>") + "<hp:t>가</hp:t>"), "가"),
    ("page_number", p(control("<hp:autoNum num='3' numType='PAGE'/>") + "<hp:t>가</hp:t>"), "가"),
    ("counted", p(control("<hp:autoNum num='3' numType='TABLE'><hp:autoNumFormat type='DIGIT' prefixChar='['"
                          " suffixChar=']'/></hp:autoNum>") + "<hp:t> 표</hp:t>"), "[3] 표"),
    ("equation", p("<hp:t>가</hp:t><hp:equation><hp:script>1 over 2</hp:script></hp:equation>"), "가 1 over 2"),
    ("switch", p("<hp:switch><hp:case><hp:t>새</hp:t></hp:case><hp:default><hp:t>옛</hp:t></hp:default></hp:switch>"),
     "옛"),
    ("box", p("<hp:t>가</hp:t><hp:rect><hp:drawText>" + sub(p("나")) + "</hp:drawText></hp:rect>"), "가\n\n나"),
    ("picture", p("<hp:pic><hp:shapeComment>그림</hp:shapeComment></hp:pic><hp:t>가</hp:t>"), "가"),
    ("bullet", p("가", 30), "○ 가"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_what_is_text(body: str, expected: str) -> None:
    assert text(body) == expected


def test_numbers_are_those_that_are_printed() -> None:
    document = read_data(office_hwpx.numbers(), "numbers.hwpx")
    begins = [line.split(" ")[0] for line in document.text.split("\n\n")]
    assert begins == [
        "I.",
        "1.",
        "가.",
        "2.",
        "가.",
        "(1)",
        "①",
        "II.",
        "1.",
        "제1조",
        "①",
        "②",
        "1.②.1)",
        "제2조",
        "○",
    ]
    assert document.title == "항만시설 사용 규정"
    headings = [section.heading for section in document.sections]
    assert headings[:3] == ["I. 총칙", "1. 목적", "2. 적용범위"]  # a sentence of the outline is none


FORMS = [
    ("DIGIT", 4, "4"), ("CIRCLED_DIGIT", 4, "④"), ("ROMAN_CAPITAL", 4, "IV"), ("ROMAN_SMALL", 4, "iv"),
    ("LATIN_CAPITAL", 4, "D"), ("LATIN_SMALL", 4, "d"), ("HANGUL_SYLLABLE", 4, "라"), ("HANGUL_JAMO", 4, "ㄹ"),
    ("HANGUL_PHONETIC", 14, "십사"), ("IDEOGRAPH", 14, "十四"), ("CIRCLED_HANGUL_SYLLABLE", 4, "㉱"),
    ("CIRCLED_HANGUL_JAMO", 4, "㉣"), ("CIRCLED_LATIN_SMALL", 4, "ⓓ"), ("DECAGON_CIRCLE", 4, "정"),
    ("DECAGON_CIRCLE_HANJA", 4, "丁"), ("CIRCLED_DIGIT", 99, "99"), ("NOBODY_KNOWS", 4, "4"),
]  # fmt: skip


@pytest.mark.parametrize(("form", "value", "expected"), FORMS, ids=[f"{form}_{value}" for form, value, _ in FORMS])
def test_forms_of_numbers(form: str, value: int, expected: str) -> None:
    assert formed(value, form) == expected


def test_levels_begin_anew_and_start_where_they_say() -> None:
    heads = {1: Head("제^1조", "DIGIT", 3), 2: Head("^1.^2", "DIGIT", 1), 3: Head("^N", "DIGIT", 1)}
    numbering = Numbering(heads={"7": heads})
    said = [numbering.printed(Heading("NUMBER", "7", level), "1") for level in (1, 2, 2, 3, 1, 2, 9)]
    assert said == ["제3조", "3.1", "3.2", "3.2.1.", "제4조", "4.1", ""]
    assert numbering.printed(Heading("OUTLINE", "0", 1), "7") == "제3조"  # it counts for itself
    assert numbering.printed(Heading("OUTLINE", "0", 1), "8") == ""


def test_notes_changes_and_comments() -> None:
    document = read_data(office_hwpx.text(), "changes.hwpx")
    assert document.text.split("\n\n") == [
        "보증금은 30일 안에 반환한다.", "1) 마지막 날부터 센다.", "첫 줄은 이어진다.\n둘째 줄 끝.", "넓이는 40m²이다.",
        "이 안내문을 보관하십시오.",
    ]  # fmt: skip
    assert document.notes == (
        "Tracked changes are read as accepted: 2 deletions.", "Hidden comments and memos were left out: 1.",
    )  # fmt: skip
    assert document.language == "ko"


def test_tables() -> None:
    document = read_data(office_hwpx.tables(), "tables.hwpx")
    (table,) = document.tables
    assert table.span.cut(document.text).split("\n") == [
        "구분 | 금액 | 기한", "사용료 | 40,000원 | 매월 말일", "사용료 | 95,000원 | 입항일", "부가가치세는 따로 낸다",
    ]  # fmt: skip
    assert table.header is not None
    assert table.header.cut(document.text) == "구분 | 금액 | 기한"
    assert document.text.startswith("입 찰 공 고\n\n다음과 같이 공고한다.")


@pytest.mark.parametrize("depth", [1, 3, 25], ids=["1", "3", "25"])
def test_boxes_in_boxes_are_read_once(depth: int) -> None:
    body = p("innermost")
    for _ in range(depth):
        body = p(f"<hp:container><hp:rect><hp:drawText>{sub(body)}</hp:drawText></hp:rect></hp:container>")
    assert text(p("first") + body) == "first\n\ninnermost"


def test_sections_are_read_in_their_order() -> None:
    parts = {f"Contents/section{n}.xml": f"<hs:sec {SPACES}>{p(f'part {n}')}</hs:sec>" for n in (10, 2, 0)}
    document = read_data(zip_of(parts, "application/hwp+zip"), "x.hwpx")
    assert document.text == "part 0\n\npart 2\n\npart 10"


def test_the_names_of_2024_are_read() -> None:
    assert read_data(office_hwpx.newer(), "newer.hwpx").text == "제1조 보증금은 500,000원으로 한다."


def test_files_that_are_refused() -> None:
    with pytest.raises(EncryptedDocument):
        read_data(office_hwpx.locked(), "locked.hwpx")
    with pytest.raises(DamagedDocument):
        read_data(zip_of({"Contents/header.xml": "<a/>"}, "application/hwp+zip"), "x.hwpx")
    with pytest.raises(EmptyDocument):
        read_data(hwpx(p("<hp:t> </hp:t>")), "x.hwpx")
    parts = {"Contents/section0.xml": '<!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>'}
    with pytest.raises(UnsupportedFormat):
        read_data(zip_of(parts, "application/hwp+zip"), "x.hwpx")


TAGS = st.sampled_from(
    "hp:p hp:run hp:t hp:ctrl hp:tbl hp:tr hp:tc hp:subList hp:footNote hp:rect hp:drawText hp:deleteBegin hp:deleteEnd"
    " hp:switch hp:case hp:default hp:tab hp:cellSpan hp:caption".split()
)


@st.composite
def trees(draw: st.DrawFn, depth: int = 6) -> str:
    tag = draw(TAGS)
    more = draw(st.sampled_from(["", " paraPrIDRef='21'", " paraPrIDRef='12'", " colSpan='9999999' rowSpan='3'"]))
    inner = "".join(draw(st.lists(trees(depth - 1), max_size=3))) if depth else ""
    return f"<{tag}{more}>{draw(st.sampled_from(['', '낱말', '2']))}{inner}</{tag}>"


@given(trees())
def test_any_tree_is_read(body: str) -> None:
    document = read_data(hwpx(p("first") + body), "x.hwpx")
    assert document.text.startswith("first")
