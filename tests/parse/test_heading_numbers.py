"""Which number a heading carries: a row a form."""

from __future__ import annotations

import pytest

from pincite.parse.sections import Heading, Unit, heading_number, sections_from
from pincite.types.document import Span

NUMBERED = [
    ("sec_word", "Sec. 34.03.070. Security deposits", "34.03.070"),
    ("sign_dashes", "§ 42-3505.02. Retaliatory action", "42-3505.02"),
    ("sign_letter", "§ 42-3502.03a. Rent Administrator", "42-3502.03a"),
    ("bare_decimal", "83.49 Deposit money", "83.49"),
    ("title_and_chapter", "§ 55.1-1204. Terms", "55.1-1204"),
    ("three_groups", "34-18-19. Security deposits", "34-18-19"),
    ("continued", "410.002 (continued)", "410.002"),
    ("colon", "410.001: Purpose", "410.001"),
    ("regulation_title", "105 CMR 410.000: MINIMUM STANDARDS", "410.000"),
    ("letter_suffix", "§ 4469a. Conversion", "4469a"),
    ("en_dash", "§27–2005 Duties of owner.", "27-2005"),
    ("section_word", "Section 5. Rent", "5"),
    ("federal", "§ 164.502 Uses and disclosures", "164.502"),
    ("counted", "1. Definitions", "1"),
    ("counted_twice", "2.1 Fees", "2.1"),
    ("article", "ARTICLE 14", "Article 14"),
    ("article_roman", "Article V. Rent", "Article V"),
    ("subchapter", "SUBCHAPTER 1 GENERAL PROVISIONS", "Subchapter 1"),
    ("subpart", "Subpart A — General Provisions", "Subpart A"),
    ("ko_article", "제13조의2 (제목)", "제13조의2"),
    ("ko_chapter", "제1장 총칙 <개정 2010.7.26>", "제1장"),
]
PLAIN = [
    ("year", "2022 Guide to renting"),
    ("year_span", "2001-2005 Report"),
    ("share", "12.5 percent of the rent"),
    ("period", "30 Days"),
    ("period_decimal", "1.5 months of rent"),
    ("telephone", "555-440-8121 Office"),
    ("date", "12-31-2020 Report"),
    ("iso_date", "2020-12-31 Report"),
    ("amount", "$83.49 Deposit"),
    ("part_of_sentence", "Part of the rent"),
    ("article_of_grammar", "Part A tenant must pay"),
    ("words", "Security deposits"),
]


@pytest.mark.parametrize(("heading", "expected"), [row[1:] for row in NUMBERED], ids=[row[0] for row in NUMBERED])
def test_number_of_heading_becomes_id(heading: str, expected: str) -> None:
    number = heading_number(heading)
    assert number is not None
    assert number.id == expected


@pytest.mark.parametrize("heading", [row[1] for row in PLAIN], ids=[row[0] for row in PLAIN])
def test_numbers_that_number_nothing_are_left_alone(heading: str) -> None:
    assert heading_number(heading) is None


def test_korean_article_is_a_section_and_its_title_is_kept() -> None:
    number = heading_number("제2조(정의)")
    assert number is not None
    assert (number.unit, number.id, number.title) == (Unit.SECTION, "제2조", "(정의)")


def test_paragraph_marks_take_their_section_with_them() -> None:
    texts = [("§ 3608. Administration", 2), ("(a) Authority", 5), ("(b) Duties", 5), ("Notes", 2), ("(c) Orphan", 5)]
    headings = [Heading(Span(10 * i, 10 * i + 5), text, level) for i, (text, level) in enumerate(texts)]
    sections = sections_from(headings, 60)
    assert [s.id for s in sections] == ["3608", "3608(a)", "3608(b)", None, None]
    assert sections[2].heading_path == ("§ 3608. Administration", "(b) Duties")
    assert [s.span for s in sections][-1] == Span(40, 60)


def test_documents_title_is_no_part_of_paths() -> None:
    headings = [Heading(Span(0, 5), "Act", 1), Heading(Span(6, 9), "1. Scope", 2)]
    sections = sections_from(headings, 20, title="Act")
    assert [s.heading_path for s in sections] == [(), ("1. Scope",)]
