"""Printed page numbers: single lines, and sequences with outliers, gaps and changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.parse.pdf.document.page_labels import (
    PageNumber,
    consistent_labels,
    from_roman,
    is_pair,
    labels_of_pairs,
    number_alone,
    numbers_in_head,
    own_numbers,
    stated_label,
    to_roman,
)

LINES = [
    ("plain", "12", "12"),
    ("dashes", "- 12 -", "12"),
    ("word", "Page 3 of 10", "3"),
    ("spaced_word", "3 | P a g e", "3"),
    ("roman", "iv", "iv"),
    ("roman_capitals", "XII", "XII"),
    ("of", "3/10", "3"),
    ("words", "Rent 12", None),
    ("zero", "0", None),
    ("year_like_is_a_number", "2019", "2019"),
    ("no_numeral", "civic", None),
]


@pytest.mark.parametrize(("line", "label"), [row[1:] for row in LINES], ids=[row[0] for row in LINES])
def test_line_with_a_number_alone(line: str, label: str | None) -> None:
    number = number_alone(line)
    assert (str(number) if number else None) == label


def test_running_heads_give_numbers_at_their_ends() -> None:
    assert numbers_in_head("Tenant Handbook 12") == [PageNumber(12)]
    assert numbers_in_head("12 | Tenant Handbook") == [PageNumber(12)]
    assert numbers_in_head("Title 27 Chapter") == []
    assert numbers_in_head("Tenant Handbook iv") == [PageNumber(4, "lower")]
    assert numbers_in_head("xii | Tenant Handbook") == [PageNumber(12, "lower")]
    assert numbers_in_head("PART II") == []


def test_two_numbers_in_one_line_are_a_pair() -> None:
    assert is_pair("12 19")
    assert not is_pair("12")


@given(st.integers(1, 3999))
def test_roman_numerals_go_round(value: int) -> None:
    assert from_roman(to_roman(value)) == value


def labels(*pages: int | str | tuple[int, ...] | None, doubled: int = 0) -> list[str | None]:
    read: list[list[PageNumber]] = []
    for page in pages:
        if isinstance(page, str):
            read.append([PageNumber(from_roman(page) or 0, "lower")])
        elif isinstance(page, tuple):
            read.append([PageNumber(n) for n in page])
        else:
            read.append([] if page is None else [PageNumber(page)])
    return consistent_labels(read, doubled)


def test_offset_run_is_believed_and_pages_before_it_are_not_numbered() -> None:
    assert labels(None, None, None, 1, 2, 3, 4) == [None, None, None, "1", "2", "3", "4"]


def test_missing_printed_page_changes_the_offset() -> None:
    assert labels(None, None, 1, 2, 3, 5, 6, 7) == [None, None, "1", "2", "3", "5", "6", "7"]


def test_gap_is_filled_only_where_both_sides_agree() -> None:
    assert labels(1, 2, None, 4, 5) == ["1", "2", "3", "4", "5"]
    assert labels(1, 2, 3, None, 5, 6, 7) == ["1", "2", "3", "4", "5", "6", "7"]
    assert labels(1, 2, 3, None, 9, 10, 11) == ["1", "2", "3", None, "9", "10", "11"]


def test_outlier_is_dropped_and_its_page_filled() -> None:
    assert labels(1, 2, 1940, 4, 5) == ["1", "2", "3", "4", "5"]


def test_number_of_the_run_wins_among_several() -> None:
    assert labels((27, 1), (27, 2), (27, 3), (27, 4), (27, 5)) == ["1", "2", "3", "4", "5"]


def test_roman_front_matter_and_arabic_body() -> None:
    assert labels("i", "ii", "iii", "iv", 1, 2, 3) == ["i", "ii", "iii", "iv", "1", "2", "3"]


FRONT = [
    ("two_pages", (None, "ii", "iii", 1, 2, 3), [None, "ii", "iii", "1", "2", "3"]),
    ("two_pages_of_another_count", (None, None, "i", "ii", 1, 2, 3), [None, None, "i", "ii", "1", "2", "3"]),
    ("one_page_that_counts_the_file", (None, "ii", 1, 2, 3), [None, "ii", "1", "2", "3"]),
    ("one_page_that_does_not", (None, "vi", 1, 2, 3), [None, None, "1", "2", "3"]),
    ("blank_pages_between", (None, "ii", None, "iv", None, 1, 2, 3), [None, "ii", "iii", "iv", None, "1", "2", "3"]),
    ("no_arabic_count_behind", (None, "ii", "iii", None, None, None), [None] * 6),
    ("behind_the_arabic_count", (1, 2, 3, "iv", "v"), ["1", "2", "3", None, None]),
    ("numerals_that_do_not_grow", (None, "v", "v", 1, 2, 3), [None, None, None, "1", "2", "3"]),
]


@pytest.mark.parametrize(("pages", "expected"), [row[1:] for row in FRONT], ids=[row[0] for row in FRONT])
def test_short_front_matter(pages: tuple[int | str | None, ...], expected: list[str | None]) -> None:
    assert labels(*pages) == expected


def test_parts_in_capitals_before_the_count_are_no_pages() -> None:
    pages = [[], [PageNumber(2, "upper")], [PageNumber(3, "upper")], *([PageNumber(n)] for n in range(1, 5))]
    assert consistent_labels(pages) == [None, None, None, "1", "2", "3", "4"]


def test_unnumbered_first_page_is_counted_in_where_the_count_starts_there() -> None:
    assert labels(None, 2, 3, 4, 5) == ["1", "2", "3", "4", "5"]
    assert labels(None, 1, 2, 3, 4) == [None, "1", "2", "3", "4"]


def test_double_pages_have_no_number_of_their_own() -> None:
    assert labels((1, 30), (29, 2), (3, 28), (27, 4), (5, 26), doubled=5) == [None] * 5


def test_numbers_without_a_run_are_no_labels() -> None:
    assert labels(7, None, 40, 3, None, 12) == [None] * 6


def test_constant_number_is_no_label() -> None:
    assert labels(27, 27, 27, 27, 27) == [None] * 5


@given(st.lists(st.lists(st.integers(1, 60), max_size=3), max_size=40))
def test_labels_grow_with_the_pages_inside_a_run(pages: list[list[int]]) -> None:
    found = consistent_labels([[PageNumber(n) for n in page] for page in pages])
    assert len(found) == len(pages)
    for index, (label, page) in enumerate(zip(found, pages, strict=True)):
        # A label was printed on its page, or lies between neighbours that agree on it, or counts back to page 1.
        printed = label is None or int(label) in page
        before = index > 0 and found[index - 1] is not None and int(found[index - 1] or 0) + 1 == int(label or 0)
        after = (
            index + 1 < len(found)
            and found[index + 1] is not None
            and int(found[index + 1] or 0) - 1 == int(label or 0)
        )
        assert printed or before or after


def pair_labels(*sheets: tuple[int, ...] | None) -> list[str | None]:
    """Labels of sheets with the numbers of their left and right page, or of one of them."""
    numbers = [[PageNumber(n) for n in sheet or ()] for sheet in sheets]
    pairs = [(sheet[0], sheet[1]) if len(sheet) == 2 else None for sheet in numbers]
    return labels_of_pairs(pairs, numbers)


PAIRS = [
    ("growing_by_two", ((2, 3), (4, 5), (6, 7), (8, 9), (10, 11)), ["2–3", "4–5", "6–7", "8–9", "10–11"]),
    ("imposed", ((20, 1), (2, 19), (18, 3), (4, 17), (16, 5)), [None] * 5),
    ("half_a_sheet_first", ((1,), (2, 3), (4, 5), (6, 7), (8,)), ["1", "2–3", "4–5", "6–7", "8"]),
    ("a_number_missing_between", ((2, 3), None, (6, 7), (8, 9), (10, 11)), ["2–3", "4–5", "6–7", "8–9", "10–11"]),
    ("a_cover_without_numbers", (None, (2, 3), (4, 5), (6, 7), None), [None, "2–3", "4–5", "6–7", None]),
    ("growing_by_one", ((2, 3), (3, 4), (4, 5), (5, 6), (6, 7)), [None] * 5),
]


@pytest.mark.parametrize(("sheets", "expected"), [row[1:] for row in PAIRS], ids=[row[0] for row in PAIRS])
def test_sheets_with_two_pages(sheets: tuple[tuple[int, ...] | None, ...], expected: list[str | None]) -> None:
    assert pair_labels(*sheets) == expected


STATED = [
    ("roman", "iv", "iv"),
    ("prefixed", "A-1", "A-1"),
    ("words", "Cover", "Cover"),
    ("korean", "부록 3", "부록 3"),
    ("blank", "  ", None),
    ("long", "x" * 33, None),
    ("forged_source", "1 [2]", None),
    ("line_break", "1\n2", None),
    ("bell", "\x07", None),
]


@pytest.mark.parametrize(("label", "expected"), [row[1:] for row in STATED], ids=[row[0] for row in STATED])
def test_labels_that_a_file_states(label: str, expected: str | None) -> None:
    assert stated_label(label) == expected


def test_a_label_of_two_pages_stands_for_both() -> None:
    assert own_numbers("12–13") == ("12", "13")
    assert own_numbers("IV") == ("iv",)
    assert own_numbers(None) == ()
