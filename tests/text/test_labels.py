from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.testing import document_of
from pincite.text.labels import label, numbered_section, numbered_sections, section_number
from pincite.text.paragraphs import paragraph_path
from pincite.types.document import Document, Page, Place, Section, Span, TextMap

STATUTE = """Harbor City Code, Title 7, Chapter 2. Residential Tenancy Act

§ 7-2-10. Deposits

(1) A landlord shall return the deposit within 21 days after the tenant moves out.
(2) A landlord may not charge a deposit above one month's rent, except:
(a) for a furnished dwelling, where two months' rent is the limit; or
(b) where the tenant agrees in writing.
(3) A tenant may object within 15 days.

§ 7-2-11. Entry

A landlord shall give 24 hours' notice before entering.
"""


@pytest.fixture
def statute() -> Document:
    return document_of(
        STATUTE,
        title="Harbor City Code, Title 7, Chapter 2. Residential Tenancy Act",
        headings=(("7-2-10", "§ 7-2-10. Deposits", 2), ("7-2-11", "§ 7-2-11. Entry", 2)),
        jurisdiction=Place(("us", "harbor city"), "Harbor City"),
    )


def span_of(text: str, words: str) -> Span:
    start = text.index(words)
    return Span(start, start + len(words))


PAGED = [
    pytest.param("first", ("12", "13", "14"), "Guide, p. 12 (PDF p. 1 of 3)", id="printed-and-file"),
    pytest.param("second", (None, None, None), "Guide, PDF p. 2 of 3", id="no-printed-number"),
    pytest.param("first\fsecond", ("12", "13", "14"), "Guide, pp. 12–13 (PDF pp. 1–2 of 3)", id="range"),
    pytest.param("first\fsecond", ("12", None, "14"), "Guide, PDF pp. 1–2 of 3", id="range-half-printed"),
    pytest.param("second\fthird", ("iii", "iv", "1"), "Guide, pp. iv–1 (PDF pp. 2–3 of 3)", id="roman-to-arabic"),
    pytest.param("third", ("iii", "iv", "3"), "Guide, p. 3 (PDF p. 3 of 3)", id="same-number"),
]


@pytest.mark.parametrize(("words", "labels", "expected"), PAGED)
def test_page_labels(words: str, labels: tuple[str | None, ...], expected: str) -> None:
    document = document_of("first\fsecond\fthird", title="Guide", labels=labels, media_type="application/pdf")
    assert label(document, span_of(document.text, words)) == expected


def test_quote_that_ends_at_a_page_break_stays_on_its_page() -> None:
    document = document_of("first\fsecond", title="Guide", labels=("1", "2"), media_type="application/pdf")
    assert label(document, Span(0, 5)) == "Guide, p. 1 (PDF p. 1 of 2)"


def test_paged_and_sectioned_document_gives_both() -> None:
    text = "contents\f§ 27-2005 Duties of owner\nThe owner shall keep the premises in repair."
    document = document_of(
        text,
        title="Code",
        headings=(("27-2005", "§ 27-2005 Duties of owner", 1),),
        labels=("1", "2"),
        media_type="application/pdf",
    )
    assert label(document, span_of(text, "shall keep")) == "Code, § 27-2005, p. 2 (PDF p. 2 of 2)"


STATUTE_ROWS = [
    pytest.param("return the deposit", "§ 7-2-10(1)", id="paragraph"),
    pytest.param("(1) A landlord", "§ 7-2-10(1)", id="from-its-label"),
    pytest.param("furnished", "§ 7-2-10(2)(a)", id="item"),
    pytest.param("may not charge", "§ 7-2-10(2)", id="lead-in"),
    pytest.param("except:\n(a) for a furnished", "§ 7-2-10(2)", id="lead-in-to-item"),
    pytest.param("object within 15 days", "§ 7-2-10(3)", id="back-to-outer-level"),
    pytest.param("out.\n(2) A landlord", "§ 7-2-10", id="over-two-paragraphs"),
    pytest.param("Deposits", "§ 7-2-10", id="heading"),
    pytest.param("24 hours", "§ 7-2-11", id="without-paragraphs"),
    pytest.param("15 days.\n\n§ 7-2-11. Entry", "§§ 7-2-10 to 7-2-11", id="two-sections"),
]


@pytest.mark.parametrize(("words", "expected"), STATUTE_ROWS)
def test_section_labels(statute: Document, words: str, expected: str) -> None:
    found = label(statute, span_of(statute.text, words))
    assert found == f"Harbor City Code, Title 7, Chapter 2, {expected}"


def test_text_before_the_first_section_has_its_paragraph_place(statute: Document) -> None:
    assert label(statute, Span(0, 10)) == "Harbor City Code, Title 7, Chapter 2, para. 1"


PATHS = [
    pytest.param("§ 1\n(a) x\n(1) y\n(A) z\n(i) QQ\n(ii) w", ("(a)", "(1)", "(A)", "(i)"), id="four-levels"),
    pytest.param("§ 1\n(3)(a) QQ", (), id="starts-at-three"),
    pytest.param("§ 1\n(1) x\n(2)(a) QQ", ("(2)", "(a)"), id="two-labels-in-a-line"),
    pytest.param("§ 1\n(a)\n  (1) QQ", ("(a)", "(1)"), id="label-alone-on-its-line"),
    pytest.param("§ 1\n- (1) x\n  - (a) QQ", ("(1)", "(a)"), id="bullets"),
    pytest.param("§ 1\nA. x\n1. y\na. QQ", ("(A)", "(1)", "(a)"), id="period-labels"),
    pytest.param("§ 1\n(g) x\n(h) y\n(i) QQ", (), id="starts-at-g"),
    pytest.param(
        "§ 1\n" + "".join(f"({c}) x;\n" for c in "abcdefgh") + "(i) QQ;\n(j) z", ("(i)",), id="letter-i-before-j"
    ),
    pytest.param(
        "§ 1\n" + "".join(f"({c}) x;\n" for c in "abcdefgh") + "(i) QQ;\n(ii) z", ("(h)", "(i)"), id="roman-i-before-ii"
    ),
    pytest.param("§ 1\n" + "".join(f"({c}) x;\n" for c in "abcdefgh") + "(i) QQ", (), id="i-alone-is-open"),
    pytest.param("§ 1\n(a) x\n(a-1) QQ\n(b) y", ("(a-1)",), id="inserted-paragraph"),
    pytest.param("§ 1\n(a) x\n(c) QQ", (), id="gap"),
    pytest.param("§ 1\nLease means:\n(1) QQ\n(2) y\nRent means:\n(1) z", (), id="two-lists-of-one-kind"),
    pytest.param("§ 1\n(1) x;\n(2) y.\nIn all cases QQ.", (), id="flush-text-after-a-list"),
    pytest.param("§ 1\n(1) x that\ngoes on QQ", ("(1)",), id="wrapped-line"),
    pytest.param("§ 1\n(1) x\n\nnew paragraph QQ", (), id="blank-line"),
    pytest.param("§ 1\n(1) a duty under subsection\n(2) of this section QQ", ("(1)",), id="wrapped-reference"),
    pytest.param("§ 1\n(1) x.\nSee items\n(2) and (3) QQ", (), id="reference-in-flush-text"),
    pytest.param("제20조(보고) ① 첫째\n1. 가목\n2. QQ", ("제1항", "(2)"), id="korean-circled-then-items"),
    pytest.param("제20조(보고) ① 첫째\n② 둘째\n1. 하나\n가. 세목\n나. QQ", ("제2항", "(1)", "나목"), id="korean-three"),
    pytest.param("제20조(보고)\n1. 하나\n1의2. QQ\n2. 둘", ("(1의2)",), id="korean-inserted-item"),
]


@pytest.mark.parametrize(("section", "expected"), PATHS)
def test_paragraph_path(section: str, expected: tuple[str, ...]) -> None:
    assert paragraph_path(section, span_of(section, "QQ")) == expected


def test_labelled_heading_keeps_its_text_over_blank_lines() -> None:
    text = "§ 3 Dwellings\n\n(a) Application\n\nIt applies to\n\n(1) flats;\n\n(b) Exemptions\n\nNot to houses."
    document = document_of(
        text,
        title="Act",
        headings=(("3", "§ 3 Dwellings", 1), ("3(a)", "(a) Application", 2), ("3(b)", "(b) Exemptions", 2)),
    )
    assert label(document, span_of(text, "applies to")) == "Act, § 3(a)"
    assert label(document, span_of(text, "flats")) == "Act, § 3(a)(1)"
    assert label(document, span_of(text, "houses")) == "Act, § 3(b)"


def test_korean_article_follows_the_title_without_a_comma() -> None:
    text = "제20조(보고) ① 연구자는 보고한다.\n② 다음을 제출한다.\n1. 계획서\n2. 결과서\n2의2. 부속서"
    document = document_of(text, title="시험연구법 시행령", headings=(("제20조", "제20조(보고)", 1),), language="ko")
    assert label(document, span_of(text, "보고한다")) == "시험연구법 시행령 제20조제1항"
    assert label(document, span_of(text, "결과서")) == "시험연구법 시행령 제20조제2항제2호"
    assert label(document, span_of(text, "부속서")) == "시험연구법 시행령 제20조제2항제2호의2"


def test_heading_and_paragraph_where_there_is_no_number() -> None:
    text = "Privacy Notice\n\nWe keep data.\n\nHow long\n\nOne year.\n\nThen we delete it."
    document = document_of(text, title="Privacy Notice", headings=((None, "Privacy Notice", 1), (None, "How long", 2)))
    assert label(document, span_of(text, "We keep")) == "Privacy Notice, para. 1"
    assert label(document, span_of(text, "One year")) == "Privacy Notice, “How long”, para. 1"
    assert label(document, span_of(text, "year.\n\nThen")) == "Privacy Notice, “How long”, paras. 1–2"
    assert label(document, span_of(text, "How long")) == "Privacy Notice, “How long”"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        pytest.param("one", "Note, para. 1", id="first"),
        pytest.param("three", "Note, para. 3", id="third"),
        pytest.param("one\ntwo", "Note, paras. 1–2", id="range"),
    ],
)
def test_plain_text_without_blank_lines_counts_lines(words: str, expected: str) -> None:
    document = document_of("one\ntwo\nthree", title="Note")
    assert label(document, span_of(document.text, words)) == expected


@pytest.mark.parametrize(
    ("section_id", "expected"),
    [
        pytest.param("83.49", "§ 83.49", id="decimal"),
        pytest.param("§ 83.49.", "§ 83.49", id="sign-in-the-id"),
        pytest.param("Article 5", "Article 5", id="unit-word"),
        pytest.param("제13조의2", "제13조의2", id="korean-article"),
        pytest.param("제1장", "제1장", id="korean-chapter"),
    ],
)
def test_section_number(section_id: str, expected: str) -> None:
    assert section_number(Section(section_id, "h", 1, ("h",), Span(0, 1))) == expected


def test_numbered_section_is_the_one_around_an_unnumbered_heading() -> None:
    text = "§ 1 One\nFees\nx\n§ 2 Two\ny\nSchedule\nz"
    document = document_of(
        text, headings=(("1", "§ 1 One", 2), (None, "Fees", 3), ("2", "§ 2 Two", 2), (None, "Schedule", 1))
    )
    found = {words: numbered_section(document, text.index(words)) for words in ("x", "y", "z")}
    assert [(w, s.id if s else None) for w, s in found.items()] == [("x", "1"), ("y", "2"), ("z", None)]
    assert [s.id for s in numbered_sections(document, Span(0, len(text)))] == ["1", "2"]


@given(
    text=st.text(alphabet=string.ascii_lowercase + " \n\f().0123ABi①가조제§-", min_size=1, max_size=200),
    data=st.data(),
)
def test_a_label_is_one_line_and_names_no_page_that_is_not_there(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    span = Span(start, data.draw(st.integers(start + 1, len(text))))
    at, pages = 0, []
    for index, part in enumerate(text.split("\f")):
        pages.append(Page(index, Span(at, at + len(part))))
        at += len(part) + 1
    sections = (Section("1", "x", 1, ("x",), Span(0, len(text))),)
    for with_pages in (True, False):
        document = Document(
            "d", "T", "d", "application/pdf", "0" * 64, text, TextMap(()), tuple(pages) if with_pages else (), sections
        )
        found = label(document, span)
        assert "\n" not in found
        assert ("PDF p" in found) is with_pages
        assert label(document, span) == found


def test_a_paragraph_that_begins_with_to_is_no_reference() -> None:
    section = "§ 5 Entry\n\n(a) One thing.\n\n(b) To show the room, give notice.\n\n(c) Three things."
    start = section.index("(c)")
    assert paragraph_path(section, Span(start, len(section))) == ("(c)",)
