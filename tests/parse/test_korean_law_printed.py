"""Random and large laws of Korea, printed and read again: the same provisions, in linear time, nothing lost."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.parse.grammars.korean_law import GRAMMAR
from pincite.parse.statute import provisions
from pincite.parse.text_files.markdown import parse_markdown
from pincite.parse.text_files.plain import parse_plain
from pincite.types.document import Document
from pincite.types.provision import ProvisionTree

LETTERS = "가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허"
CheckWhole = Callable[[Document, ProvisionTree], None]


def law(text: str, *, markdown: bool = False) -> Document:
    parsed = (parse_markdown if markdown else parse_plain)(text)
    return Document(
        "d", "가나법", "d.txt", parsed.media_type, "0" * 64, parsed.text, parsed.text_map,
        sections=parsed.sections, language="ko",
    )  # fmt: skip


WORDS = st.sampled_from(
    ["가람", "나루", "다솜", "마루", "바람", "사슴", "아침", "자락", "차림", "카드", "타래", "파도", "하늘"]
)
# Sentences full of what looks like labels.
SENTENCES = st.sampled_from([
    "가람은 나루를 한다.", "제3조에 따른 나루는 제2항제1호와 같다.", "별표 1과 같이 한다.", "3. 5.까지 낸다.",
    "「가나법」 제7조의2(다른 것)에 따른다.", "제2장의 규정은 가람(이하 \"나루\"라 한다)에 준용한다.", "다음과 같다.",
    "위 ①과 ⑤를 더한다.", "2020. 1. 2. 현재의 것으로 한다.", "부칙 제2조를 따른다.",
])  # fmt: skip
TITLES = st.lists(WORDS, min_size=1, max_size=3).map(" ".join) | WORDS.map(lambda w: f"{w}(안)의 {w}")
NOTES = st.sampled_from(["", "", " <개정 2020.1.2>", " <신설 2019. 3. 4.>"])
CIRCLED = (
    [chr(0x2460 + i) for i in range(20)] + [chr(0x3251 + i) for i in range(15)] + [chr(0x32B1 + i) for i in range(15)]
)

Row = tuple[str, str, str, str]
"""Depth mark (such as `a`), id's segments, title, text with its label left out."""


@st.composite
def numbers(draw: st.DrawFn, most: int, *, branches: bool) -> list[str]:
    """Numbers in order, some with branches."""
    found: list[str] = []
    for number in range(1, draw(st.integers(1, most)) + 1):
        found.append(str(number))
        if branches and draw(st.integers(0, 4)) == 0:
            found += [f"{number}-{branch}" for branch in range(2, 2 + draw(st.integers(1, 2)))]
    return found


@st.composite
def below(draw: st.DrawFn, base: str) -> list[Row]:
    """Items and what is below them."""
    rows: list[Row] = []
    for item in draw(numbers(4, branches=True)):
        rows.append(("i", f"{base}/i{item}", "", draw(SENTENCES)))
        if draw(st.integers(0, 3)):
            continue
        for letter in range(1, draw(st.integers(1, 16)) + 1):
            rows.append(("b", f"{base}/i{item}/b{letter}", "", draw(SENTENCES)))
            if draw(st.integers(0, 7)) == 0:
                rows.append(("1)", f"{base}/i{item}/b{letter}/b1", "", draw(SENTENCES)))
                rows.append(("가)", f"{base}/i{item}/b{letter}/b1/b1", "", draw(SENTENCES)))
    return rows


@st.composite
def articles(draw: st.DrawFn, base: str) -> list[Row]:
    rows: list[Row] = []
    for number in draw(numbers(3, branches=True)):
        at = f"{base}a{number}"
        sort = draw(st.sampled_from(["text", "items", "paragraphs", "deleted"]))
        if sort == "deleted":
            rows.append(("a", at, "", "삭제 <2020.1.2>"))
            continue
        title = draw(TITLES)
        rows.append(("a", at, title, "" if sort == "paragraphs" else draw(SENTENCES) + draw(NOTES)))
        if sort == "items":
            rows += draw(below(at))
        if sort == "paragraphs":
            for place in range(1, draw(st.integers(1, 24)) + 1):
                rows.append(("p", f"{at}/p{place}", "", draw(SENTENCES) + draw(NOTES)))
                if draw(st.integers(0, 5)) == 0:
                    rows += draw(below(f"{at}/p{place}"))
    return rows


@st.composite
def laws(draw: st.DrawFn) -> list[Row]:
    rows: list[Row] = []
    if draw(st.booleans()):
        rows += [("c", "c1", draw(TITLES), ""), ("sc", "c1/sc1", draw(TITLES), "")]
    rows += draw(articles(""))
    for number in draw(st.lists(st.integers(1, 99999), max_size=3, unique=True)):
        rows.append(("x", f"x{number}", draw(st.just("") | TITLES), ""))
        rows += draw(articles(f"x{number}/"))
    for number in draw(numbers(2, branches=True)) if draw(st.booleans()) else []:
        rows.append(("n", f"n{number}", draw(TITLES), ""))
        rows += draw(below(f"n{number}"))
    if draw(st.booleans()):
        rows.append(("f", "f3", draw(TITLES), "가람의 서식이다."))
    return rows


def label(row: Row) -> str:
    sort, path, title, _ = row
    number = path.rsplit("/", 1)[-1].lstrip("acdfinpsx").removeprefix("b")
    main, *branches = number.split("-")
    branch = "".join(f"의{b}" for b in branches)
    named = f"({title})" if title else ""
    return {
        "c": f"제{main}장 {title}", "sc": f"제{main}절 {title}", "a": f"제{main}조{branch}{named}",
        "p": CIRCLED[int(main) - 1] if sort == "p" else "", "i": f"{main}{branch}.",
        "b": f"{LETTERS[int(main) - 1]}." if sort == "b" else "", "1)": "1)", "가)": "가)",
        "x": f"부칙{named} <제{main}호,2020.1.2>", "n": f"[별표 {main}{branch}] {title}",
        "f": f"[별지 제{main}호서식] {title}",
    }[sort]  # fmt: skip


def plain_text(rows: list[Row]) -> str:
    lines = ["가나법", ""]
    for row in rows:
        if row[0] == "p" and lines[-1].startswith("제") and lines[-1].endswith(")"):
            lines[-1] += f" {label(row)} {row[3]}"
        elif row[0] == "f":
            lines += [label(row), row[3]]
        else:
            lines.append(f"{label(row)} {row[3]}".rstrip())
    return "\n".join(lines) + "\n"


def markdown_text(rows: list[Row]) -> str:
    marks = {"c": "## ", "sc": "### ", "a": "##### ", "f": ""}
    blocks = ["# 가나법"]
    for row in rows:
        sort, _, _, text = row
        if sort in marks:
            blocks += [marks[sort] + label(row), text]
        elif sort == "p":
            blocks.append(f"**{label(row)}** {text}")
        elif sort in ("i", "b"):
            blocks.append(f"  {label(row)[:-1]}\\. {text}")
        else:
            blocks.append(f"{label(row)} {text}")
    return "\n\n".join(block for block in blocks if block) + "\n"


@pytest.mark.parametrize("markdown", [False, True], ids=["plain", "markdown"])
@given(rows=laws())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_printed_law_is_read_as_it_was(rows: list[Row], markdown: bool, check_whole: CheckWhole) -> None:
    document = law((markdown_text if markdown else plain_text)(rows), markdown=markdown)
    found = GRAMMAR.read(document)
    assert [("/".join(p.segments), p.title) for p in found] == [(path, title) for _, path, title, _ in rows]
    assert [p.deleted for p in found] == [text.startswith("삭제") for _, _, _, text in rows]
    check_whole(document, found)


@given(
    lines=st.lists(
        st.sampled_from(
            ["제1조(가) 나.", "제1조", "제2조의3(다)", "제7조부터 제9조까지 삭제", "①", "③ 라.", "⑳", "(21) 마",
            "1. 바", "1의2.",
             "나. 사", "2) 아", "(가) 자", "제1장 차", "제3절", "부칙", "부칙 <제3호,2020.1.2>", "[별표 1]",
             "별지 제2호서식",
             "│1. 카│", "비고", "<개정 2020.1.2>", "[본조신설 2020.1.2]", "다음과 같이 한다.", "타", "", "\f",
             "<119> 파"]
        ),
        max_size=40,
    )
)  # fmt: skip
@settings(max_examples=300, deadline=None)
def test_any_order_of_labels_loses_no_text(lines: list[str], check_whole: CheckWhole) -> None:
    document = law("\n".join(lines))
    check_whole(document, GRAMMAR.read(document))


@given(text=st.text(alphabet="제조의항호1２0①②.()<>[]부칙별표가나다 \n│삭제", max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_text_can_be_read(text: str, check_whole: CheckWhole) -> None:
    document = law(text)
    assert 0.0 <= GRAMMAR.score(document) <= 1.0 if document.text else True
    check_whole(document, GRAMMAR.read(document))


RUNS = [
    pytest.param("제1조", id="article"),
    pytest.param("제1조\n", id="article-lines"),
    pytest.param("①", id="circled"),
    pytest.param("①\n", id="circled-lines"),
    pytest.param("1.\n", id="item-lines"),
    pytest.param("가.\n", id="letter-lines"),
    pytest.param("제1조(", id="open-bracket"),
    pytest.param("<개정 2020.1.2, ", id="open-note"),
    pytest.param("[개정 [", id="open-square"),
    pytest.param("부칙\n", id="addenda"),
    pytest.param("[별표 1]\n", id="annex"),
]


@pytest.mark.parametrize(
    "size", [pytest.param(100_000, id="100kB"), pytest.param(1_000_000, id="1MB", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("text", RUNS)
def test_runs_of_labels_take_linear_time(text: str, size: int) -> None:
    times = size // len(text.encode())
    half, whole = (_best(law("제1조(가) 나.\n" + text * n)) for n in (times // 2, times))
    # Twice the text takes twice the time, with room for a busy machine.
    assert whole < max(5 * half, size / 500_000)


def _best(document: Document) -> float:
    return min(_seconds(document) for _ in range(2))  # a collection of garbage may fall into one of them


def _seconds(document: Document) -> float:
    start = time.process_time()
    provisions(document)
    GRAMMAR.read(document)
    return time.process_time() - start


def test_ten_thousand_provisions_take_seconds() -> None:
    text = "".join(f"제{n}조(가람) ① 하나이다.\n1. 가람\n가. 나루\n② 둘이다.\n" for n in range(1, 2001))
    document = law(text)
    start = time.process_time()
    assert len(provisions(document).provisions) == 10_000
    assert time.process_time() - start < 5
