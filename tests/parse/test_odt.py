"""OpenDocument texts: numbers as printed, what is text of the document and what is not, limits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_files import office_odt
from made_files._zips import zip_of
from made_files.office_odt import odt

from pincite.errors import DamagedDocument, EncryptedDocument, UnsupportedFormat
from pincite.parse import read_data
from pincite.parse.office.odt_numbers import Counter, Level, Levels


def text(body: str) -> str:
    return read_data(odt(body), "x.odt").text


def p(content: str) -> str:
    return f"<text:p>{content}</text:p>"


ROWS = [
    ("paragraphs", p("a") + p("") + p("b"), "a\n\nb"),
    ("blanks", p("a <text:s text:c='4'/>b<text:tab/>c\n d"), "a b c d"),
    ("a_million_blanks", p("a<text:s text:c='999999'/>b"), "a b"),
    ("line_break", p("a<text:line-break/>b"), "a\nb"),
    ("spans_and_links", p("a<text:span>b<text:a>c</text:a></text:span>d"), "abcd"),
    ("fields", p("p. <text:page-number>3</text:page-number>"), "p. 3"),
    ("hidden_style", p("a<text:span text:style-name='Gone'>b</text:span>c"), "ac"),
    ("shown_style", p("a<text:span text:style-name='Shown'>b</text:span>c"), "abc"),
    ("shown_inside_hidden", p("a<text:span text:style-name='Gone'>b<text:span text:style-name='Shown'>c</text:span>"
     "</text:span>d"), "acd"),
    ("box_in_a_box", 3 * ("<table:table><table:table-row><table:table-cell>") + p("b") +
     3 * "</table:table-cell></table:table-row></table:table>", "b"),
    ("hidden_text", p("a<text:hidden-text>b</text:hidden-text>c"), "ac"),
    ("hidden_section", "<text:section text:display='none'>" + p("b") + "</text:section>" + p("c"), "c"),
    ("comment", p("a<office:annotation><text:p>b</text:p></office:annotation>c"), "ac"),
    ("ruby", p("<text:ruby><text:ruby-base>a</text:ruby-base><text:ruby-text>b</text:ruby-text></text:ruby>"), "a"),
    ("raised_note", p("Rent.<text:span text:style-name='Up'>3</text:span> Due"), "Rent. Due"),
    ("contents", "<text:table-of-content><text:table-of-content-source><text:index-title-template>x"
     "</text:index-title-template></text:table-of-content-source><text:index-body>" + p("1 Rent") +
     "</text:index-body></text:table-of-content>", "1 Rent"),
    ("frame", p("a<draw:frame><draw:text-box>" + p("b") + "</draw:text-box></draw:frame>c"), "ac\n\nb"),
    ("frame_of_the_page", "<draw:frame><draw:text-box>" + p("b") + "</draw:text-box></draw:frame>" + p("c"), "b\n\nc"),
    ("shape", p("a<draw:custom-shape>" + p("b") + "</draw:custom-shape>"), "a\n\nb"),
    ("picture", p("a<draw:frame><draw:image><text:p/></draw:image><svg:desc>x</svg:desc></draw:frame>"), "a"),
    ("deleted", "<text:tracked-changes><text:changed-region><text:deletion>" + p("x") +
     "</text:deletion></text:changed-region></text:tracked-changes>" + p("a<text:change/>b"), "ab"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_what_is_text(body: str, expected: str) -> None:
    assert text(body) == expected


def test_numbers_are_those_that_are_printed() -> None:
    document = read_data(office_odt.numbers(), "numbers.odt")
    begins = [line.split(" ")[0] for line in document.text.split("\n\n")]
    assert begins == ["Article", "1.", "1.1", "(a)", "(b)", "1.2", "Between", "2.", "Its", "1.", "2.", "Article", "1.",
                      "가.", "나.", "①", "•"]  # fmt: skip
    assert [section.heading for section in document.sections][::3] == ["Article I Deposit", "Article II Fees"]


LEVELS: Levels = {
    1: Level("decimal", "§ ", ".", 1, 5),
    2: Level("lowerLetter", "(", ")", 1, 1),
    3: Level("decimal", "", "", 3, 1),
    4: Level("decimal", pattern="%1%-%4%"),
    5: Level(bullet="•"),
}


def test_a_level_begins_anew_where_an_outer_one_counts_on() -> None:
    counter = Counter()
    depths = [1, 2, 2, 3, 4, 5, 1, 2, 3]
    expected = ["§ 5.", "(a)", "(b)", "5.b.1", "5-1", "•", "§ 6.", "(a)", "6.a.1"]
    assert [counter.next(LEVELS, depth).strip() for depth in depths] == expected


def test_an_item_may_say_its_own_number() -> None:
    counter = Counter()
    assert [counter.next(LEVELS, 1, 9), counter.next(LEVELS, 1)] == ["§ 9. ", "§ 10. "]


def test_a_level_that_is_skipped_counts_once() -> None:
    counter = Counter()
    counter.skip(LEVELS, 1)
    assert counter.next(LEVELS, 2) == "(a) "
    counter.skip(LEVELS, 1)
    assert [counter.next(LEVELS, 2), counter.next(LEVELS, 1)] == ["(b) ", "§ 6. "]


def test_text_may_stand_directly_behind_its_number() -> None:
    assert Counter().next({1: Level("decimal", "제", "조", joined=True)}, 1) == "제1조"


def test_headings_have_levels_and_the_title_style_a_title() -> None:
    body = "<text:h text:outline-level='1'>Deposit</text:h>" + p("x") + "<text:h text:outline-level='2'>Keys</text:h>"
    document = read_data(odt(body), "x.odt")
    assert [(s.level, s.heading) for s in document.sections] == [(1, "Article I Deposit"), (2, "1. Keys")]


def test_tables() -> None:
    document = read_data(office_odt.tables(), "tables.odt")
    (table,) = document.tables
    assert table.span.cut(document.text).split("\n") == [
        "Item | Fee | When", "Rent | $500 | 1. summer 2. winter", "Rent | $600 | June", "All without heating",
    ]  # fmt: skip
    assert table.header is not None
    assert table.header.cut(document.text) == "Item | Fee | When"
    assert document.text.endswith("Notice\n\nProse in a box.")


def test_notes_say_what_was_left_out() -> None:
    document = read_data(office_odt.text(), "changes.odt")
    assert document.notes == (
        "Tracked changes are read as accepted.",
        "Hidden text was left out: 24 characters.",
        "Comments were left out: 1.",
    )
    assert "1 Counted from the last day." in document.text.split("\n\n")


def test_a_locked_file_is_refused() -> None:
    with pytest.raises(EncryptedDocument):
        read_data(office_odt.locked(), "locked.odt")


@pytest.mark.parametrize("depth", [1, 3, 40], ids=["1", "3", "40"])
def test_boxes_in_boxes_are_read_once(depth: int) -> None:
    body = p("innermost")
    for _ in range(depth):
        body = "<draw:g>" + p(f"<draw:frame><draw:text-box>{body}</draw:text-box></draw:frame>") + "</draw:g>"
    assert text(p("first") + body) == "first\n\ninnermost"


def test_deep_spans_are_read() -> None:
    assert text(p("<text:span>" * 280 + "a" + "</text:span>" * 280)) == "a"


MIMETYPE = "application/vnd.oasis.opendocument.text"


def test_a_file_without_its_text_is_damaged() -> None:
    with pytest.raises(DamagedDocument):
        read_data(zip_of({"styles.xml": "<a/>"}, MIMETYPE), "x.odt")
    with pytest.raises(DamagedDocument):
        read_data(zip_of({"content.xml": "<a>"}, MIMETYPE), "x.odt")


def test_entities_are_refused() -> None:
    bomb = '<!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>'
    with pytest.raises(UnsupportedFormat):
        read_data(zip_of({"content.xml": bomb}, MIMETYPE), "x.odt")


TAGS = st.sampled_from(
    "text:p text:h text:list text:list-item text:span text:note text:note-body text:section table:table table:table-row"
    " table:table-cell draw:frame draw:text-box text:s text:tab".split()
)


@st.composite
def trees(draw: st.DrawFn, depth: int = 5) -> str:
    tag = draw(TAGS)
    style = draw(st.sampled_from(["", " text:style-name='Clauses'", " text:style-name='Gone'", " text:c='3'"]))
    inner = "".join(draw(st.lists(trees(depth - 1), max_size=3))) if depth else ""
    return f"<{tag}{style}>{draw(st.sampled_from(['', 'word', '2']))}{inner}</{tag}>"


@given(trees())
def test_any_tree_is_read(body: str) -> None:
    document = read_data(odt(p("first") + body), "x.odt")
    assert document.text.startswith("first")
