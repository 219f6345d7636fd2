"""PDF files made in the test: paragraphs, headings, running heads, labels, hyphens, damage."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made_files._pdf import PROSE, Pdf, file_of, prose, text

from pincite.errors import DamagedDocument, EmptyDocument, EncryptedDocument
from pincite.parse import read, read_data
from pincite.types.document import TextQuality

BODY = (
    "A tenant who leaves the home clean gets the whole deposit back. The owner sends a list of deductions within"
    " fourteen days. If no list is sent, nothing may be kept. Ordinary wear is no damage."
)
Write = Callable[..., Path]
Make = Callable[..., bytes]


def handbook(
    item: Any, set_paragraph: Any, pages: int = 6, first: int = 1, head: str = "Handbook of Northmoor"
) -> list[Any]:
    """Pages with a running head and a printed number that starts `first` pages late."""
    made = []
    for index in range(pages):
        page = [item(200, 760, head, 9), item(72, 700, f"Chapter {index + 1} Deposits", 16, True)]
        page += set_paragraph(f"Page {chr(97 + index)} says: {BODY}", y=660)
        if index >= first:
            page.append(item(300, 30, str(index - first + 1), 9))
        made.append(page)
    return made


def test_pages_paragraphs_and_sections(write_pdf: Write, item: Any, set_paragraph: Any) -> None:
    document = read(write_pdf(handbook(item, set_paragraph), title="Handbook of Northmoor"))
    assert document.media_type == "application/pdf"
    assert document.title == "Handbook of Northmoor"
    assert len(document.pages) == 6
    page = document.pages[1]
    assert page.span.cut(document.text).split("\n\n")[:2] == ["Handbook of Northmoor", "Chapter 2 Deposits"]
    assert document.text[page.span.end] == "\f"
    assert [s.id for s in document.sections] == [f"Chapter {i}" for i in range(1, 7)]
    assert document.sections[2].heading == "Chapter 3 Deposits"
    assert all(p.quality is TextQuality.GOOD for p in document.pages)


def test_bold_standard_fonts_make_headings(write_pdf: Write, item: Any, set_paragraph: Any) -> None:
    """The file says nothing of the weight of its standard fonts; only their names do."""
    page = [item(72, 720, "Paying late", bold=True), *set_paragraph(BODY, y=690), item(72, 500, "Paying late again.")]
    document = read(write_pdf([page]))
    assert [section.heading for section in document.sections] == ["Paying late"]


def test_heading_that_looks_like_a_chapter_stands_beside_the_chapters(
    write_pdf: Write, item: Any, set_paragraph: Any
) -> None:
    pages = handbook(item, set_paragraph, pages=3)
    pages.append([item(72, 700, "Words and addresses", 16, True), *set_paragraph(BODY, y=660)])
    pages[1].append(item(72, 500, "Small homes", 12, True))
    document = read(write_pdf(pages))
    assert [(s.heading, s.level, len(s.heading_path)) for s in document.sections] == [
        ("Chapter 1 Deposits", 1, 1),
        ("Chapter 2 Deposits", 1, 1),
        ("Small homes", 3, 2),
        ("Chapter 3 Deposits", 1, 1),
        ("Words and addresses", 1, 1),
    ]


def test_running_heads_and_numbers_are_furniture_and_stay_in_the_text(
    write_pdf: Write, item: Any, set_paragraph: Any
) -> None:
    document = read(write_pdf(handbook(item, set_paragraph)))
    marked = [[span.cut(document.text) for span in page.furniture] for page in document.pages]
    assert marked[0] == ["Handbook of Northmoor"]
    assert marked[3] == ["Handbook of Northmoor", "3"]


def test_words_that_repeat_inside_the_page_are_no_furniture(write_pdf: Write, item: Any) -> None:
    pages = [[item(72, 400, "The same sentence on each page."), item(72, 380, f"And {word}.")] for word in "abcdef"]
    document = read(write_pdf(pages))
    assert all(page.furniture == () for page in document.pages)


def test_heading_at_the_top_of_two_pages_is_no_furniture(write_pdf: Write, item: Any, set_paragraph: Any) -> None:
    pages = [
        [item(72, 740, f"Topic {word}", 14, True), *set_paragraph(BODY, y=660)]
        for word in ("one", "one", "two", "six", "ten")
    ]
    assert all(page.furniture == () for page in read(write_pdf(pages)).pages)


def test_printed_numbers_become_labels(write_pdf: Write, item: Any, set_paragraph: Any) -> None:
    document = read(write_pdf(handbook(item, set_paragraph, pages=8, first=3)))
    assert [page.label for page in document.pages] == [None, None, None, "1", "2", "3", "4", "5"]


def test_number_in_the_running_head_becomes_the_label(write_pdf: Write, item: Any, set_paragraph: Any) -> None:
    pages = [[item(72, 760, f"Handbook {i + 11}", 9), *set_paragraph(BODY)] for i in range(5)]
    document = read(write_pdf(pages))
    assert [page.label for page in document.pages] == ["11", "12", "13", "14", "15"]
    assert document.pages[0].furniture[0].cut(document.text) == "Handbook 11"


def test_labels_of_the_file_come_first(write_pdf: Write, item: Any, set_paragraph: Any) -> None:
    pages = handbook(item, set_paragraph, pages=5, first=0)
    document = read(write_pdf(pages, labels="0 << /S /r >> 2 << /S /D /St 7 >>"))
    assert [page.label for page in document.pages] == ["i", "ii", "7", "8", "9"]


def test_labels_that_only_count_yield_to_printed_numbers(write_pdf: Write, item: Any, set_paragraph: Any) -> None:
    pages = handbook(item, set_paragraph, pages=6, first=2)
    document = read(write_pdf(pages, labels="0 << /S /D >>"))
    assert [page.label for page in document.pages] == [None, None, "1", "2", "3", "4"]


def test_sheets_with_two_booklet_pages_have_no_label(write_pdf: Write, item: Any, set_paragraph: Any) -> None:
    pages = [[*set_paragraph(BODY, width=40), item(150, 30, str(i)), item(450, 30, str(20 - i))] for i in range(1, 8)]
    assert [page.label for page in read(write_pdf(pages)).pages] == [None] * 7


def test_hyphen_at_line_end_is_mended_by_the_documents_words(write_pdf: Write, item: Any) -> None:
    lines = [
        "The home is considered vacant. A month-to-month tenancy ends.",
        "It is con-",
        "sidered so for a month-to-",
        "month home.",
    ]
    page = [item(72, 700 - 14 * i, line) for i, line in enumerate(lines)]
    text = read(write_pdf([page])).text
    assert "It is considered so" in text
    assert "a month-to-month home" in text


def test_paragraph_breaks_at_gaps_and_lists(write_pdf: Write, item: Any, set_paragraph: Any) -> None:
    page = set_paragraph(BODY, y=700)
    page += set_paragraph(
        "Another paragraph starts below a gap and runs over two lines of text, as you can see here.", y=620
    )
    page += [item(90, 570, "1. the first thing;"), item(90, 556, "2. the second thing.")]
    parts = read(write_pdf([page])).text.split("\n\n")
    assert len(parts) == 4
    assert parts[0].count("\n") == 2
    assert parts[2:] == ["1. the first thing;", "2. the second thing."]


def test_columns_set_line_by_line_are_read_one_after_the_other(write_pdf: Write, item: Any) -> None:
    left = [f"left column line {word} goes on and" for word in "abcdefghijkl"]
    right = [f"right column line {word} goes on and" for word in "abcdefghijkl"]
    page = []
    for row, (a, b) in enumerate(zip(left, right, strict=True)):
        page += [item(60, 700 - 14 * row, a), item(330, 700 - 14 * row, b)]
    text = " ".join(read(write_pdf([page])).text.split())
    assert text.index("left column line l") < text.index("right column line a")


def test_rows_of_a_table_stay_rows(write_pdf: Write, item: Any) -> None:
    page = []
    for row, (name, amount) in enumerate(
        [
            ("Cleaning", "$40"),
            ("Paint", "$120"),
            ("Key", "$5"),
            ("Door", "$90"),
            ("Lock", "$30"),
            ("Lamp", "$12"),
            ("Rug", "$70"),
            ("Sink", "$99"),
        ]
    ):
        page += [item(72, 700 - 14 * row, name), item(330, 700 - 14 * row, amount)]
    text = " ".join(read(write_pdf([page])).text.split())
    assert "Cleaning $40 Paint $120" in text


def test_bookmarks_order_headings(write_pdf: Write, item: Any, set_paragraph: Any) -> None:
    pages = []
    for number in (1, 2, 3):
        page = [item(72, 740, f"Subject {'ABC'[number - 1]}", 15, True), *set_paragraph(BODY, y=700)]
        page += [item(72, 600, f"Detail {'XYZ'[number - 1]}", 13), *set_paragraph(BODY, y=560)]
        pages.append(page)
    marks = [(f"Subject {c}", i) for i, c in enumerate("ABC")]
    document = read(write_pdf(pages, bookmarks=marks))
    assert [s.heading_path for s in document.sections][:2] == [("Subject A",), ("Subject A", "Detail X")]


def test_run_in_section_headings_of_statutes(write_pdf: Write, item: Any, set_paragraph: Any) -> None:
    page = [item(260, 740, "ARTICLE 1"), item(240, 726, "GENERAL PROVISIONS")]
    page += set_paragraph(
        "§ 7-101 Short title. This chapter is the Northmoor homes code, and it is known by that name.", y=690
    )
    page += set_paragraph("§ 7-102 Duties of owner. " + BODY, y=650)
    sections = read(write_pdf([page])).sections
    assert [(s.id, s.heading, s.level) for s in sections] == [
        ("Article 1", "ARTICLE 1 GENERAL PROVISIONS", 1),
        ("7-101", "§ 7-101 Short title.", 2),
        ("7-102", "§ 7-102 Duties of owner.", 2),
    ]


def test_title_comes_from_the_first_page_where_the_metadata_has_none(
    write_pdf: Write, item: Any, set_paragraph: Any
) -> None:
    cover = [item(90, 600, "TENANTS’ HANDBOOK", 30, True), item(90, 100, "Office of Housing of Northmoor", 18)]
    pages = [cover, *([*set_paragraph(BODY)] for _ in range(3))]
    for typed in ("", "brochure tenants draft", "Microsoft Word - handbook_v3.docx", "untitled"):
        title = read(write_pdf(pages, title=typed)).title
        assert title == "TENANTS’ HANDBOOK — Office of Housing of Northmoor"


def test_file_name_is_the_last_resort_for_a_title(write_pdf: Write, set_paragraph: Any) -> None:
    assert read(write_pdf([set_paragraph(BODY)], name="rent-rules_2024.pdf")).title == "rent rules 2024"


def test_empty_pages_are_marked_and_numbered_as_their_neighbours_say(
    write_pdf: Write, item: Any, set_paragraph: Any
) -> None:
    pages = handbook(item, set_paragraph, pages=6, first=0)
    pages[2] = []
    document = read(write_pdf(pages))
    assert document.pages[2].quality is TextQuality.EMPTY
    assert document.pages[2].label == "3"
    assert document.pages[2].span.cut(document.text) == ""


def test_raw_places_lead_to_the_extracted_page_text(write_pdf: Write, item: Any, set_paragraph: Any) -> None:
    import pypdfium2

    path = write_pdf(handbook(item, set_paragraph))
    document = read(path)
    raw = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path)]
    for run in document.text_map.runs:
        assert (
            document.text[run.start : run.start + run.length]
            == raw[run.raw_page][run.raw_start : run.raw_start + run.length]
        )
    assert document.text_map.raw_position(document.pages[4].span.start).page_index == 4


def test_pdf_without_any_text_says_so_and_names_ocr(write_pdf: Write) -> None:
    with pytest.raises(EmptyDocument, match="OCR"):
        read(write_pdf([[], []]))


def test_pdf_without_pages_is_damaged(write_pdf: Write) -> None:
    with pytest.raises(DamagedDocument):
        read(write_pdf([]))


def test_encrypted_pdf(write_pdf: Write, set_paragraph: Any) -> None:
    path = write_pdf([set_paragraph(BODY)], encrypted=True)
    with pytest.raises(EncryptedDocument, match="password"):
        read(path)
    with pytest.raises(EncryptedDocument, match="does not open"):
        read(path, password="wrong")


def test_noise_that_claims_to_be_a_pdf_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "noise.pdf"
    path.write_bytes(b"%PDF-1.7\n" + bytes(range(256)) * 20 + b"\n%%EOF\n")
    with pytest.raises(DamagedDocument):
        read(path)


TITLES = [
    ("subtitle", ("A Handbook for Tenants", "", "", ""), "Renting in Larkmoor — A Handbook for Tenants"),
    ("heading", ("Your deposit", "Your rent", "Repairs", "Notice"), "Renting in Larkmoor"),
    ("two_alike", ("A Handbook for Tenants", "Your rent", "", ""), "Renting in Larkmoor — A Handbook for Tenants"),
]


@pytest.mark.parametrize(("seconds", "title"), [row[1:] for row in TITLES], ids=[row[0] for row in TITLES])
def test_a_title_is_joined_with_a_subtitle_and_not_with_a_heading(seconds: tuple[str, ...], title: str) -> None:
    pdf = Pdf()
    for at, second in enumerate(seconds):
        lines = [text(72, 720, "Renting in Larkmoor", 24, font="F2")] if at == 0 else []
        lines += [text(72, 680, second, 16, font="F2")] if second else []
        pdf.page(*lines, prose(f"Page {'abcd'[at]}. {PROSE}", y=640))
    assert read_data(file_of(pdf.body()), "x.pdf").title == title
