"""What of a document is matter, and what is left out for which reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pincite.chunk.blocks import blocks
from pincite.parse.text_files.markdown import parse_markdown
from pincite.parse.text_files.plain import parse_plain
from pincite.types.document import Document, TextMap, TextQuality

Make = Callable[..., Document]
RULE = "The keeper must lock the gate at dusk."
MATTER = "matter"


def read(document: Document) -> list[tuple[str, str]]:
    """Text of each block with the reason for which it is left out, or `matter`."""
    return [(b.span.cut(document.text), b.left_out.value if b.left_out else MATTER) for b in blocks(document)]


def from_markdown(raw: str) -> Document:
    parsed = parse_markdown(raw)
    return Document("a", "A", "a.md", "text/markdown", "0", parsed.text, TextMap(()), sections=parsed.sections)


# Single blocks of their own page, a rule before and behind

SHORT = [
    ("rule", "1. Keys.", MATTER),
    ("one_word_sentence", "Repealed.", MATTER),
    ("item_of_a_list", "(1) A street,", MATTER),
    ("item_with_a_bullet", "• Religion", MATTER),
    ("item_in_words_of_a_title", "2. Boats", MATTER),
    ("korean_item", "1. 보증금", MATTER),
    ("korean_word", "삭제", MATTER),
    ("telephone", "(312) 814-3000", MATTER),
    ("town", "Troy, OH 45373", MATTER),
    ("page_on_the_web", "www.x.org", MATTER),
    ("sum", "$ 250\n+ 250\n$ 500", MATTER),
    ("share", "500\n2500 = 20%", MATTER),
    ("section_cited", "§ 3610(a)(1).", MATTER),
    ("footnote_number", "68", "fragment"),
    ("form_line", "____________", "fragment"),
    ("form_line_with_a_label", "DATE:__________", "fragment"),
    ("form_line_with_a_number", "1) __________", "fragment"),
    ("sign", "•", "fragment"),
    ("word_of_a_table", "Quality", "fragment"),
    ("part_of_a_whole", "(2 of 4)", "fragment"),
    ("double_page_numbers", "3 28", "fragment"),
    ("division", "SUBCHAPTER II — GENERAL MATTERS", "heading"),
    ("division_in_two_lines", "ARTICLE 2\nCLEANING OF GATES", "heading"),
    ("division_that_says_something", "Chapter 4 does not apply to boats.", MATTER),
    ("leaders", "Gates ........ 3\nBoats ........ 7", "contents"),
    ("menu", "Home\nSearch", "navigation"),
    ("menu_in_korean", "목차", "navigation"),
]


@pytest.mark.parametrize(("text", "reason"), [row[1:] for row in SHORT], ids=[row[0] for row in SHORT])
def test_short_block(make: Make, text: str, reason: str) -> None:
    document = make([[RULE, text, RULE]])
    assert read(document) == [(RULE, MATTER), (text, reason), (RULE, MATTER)]


@pytest.mark.parametrize("text", ["• Religion", "(312) 814-3000", "$ 250", "(1) A street,"])
def test_signs_prove_nothing_on_a_page_of_low_quality(make: Make, text: str) -> None:
    assert read(make([[text]], quality=TextQuality.LOW)) == [(text, "fragment")]


def test_all_that_a_numbered_section_says_is_matter(make: Make, part: Any) -> None:
    document = make([[part("§ 5 Wells", 1), "[Repealed]", part("Wells", 1), "[Repealed]"]])
    assert read(document) == [("[Repealed]", MATTER), ("[Repealed]", "fragment")]


# Labels and first words


def test_label_on_its_own_goes_with_what_it_labels(make: Make) -> None:
    assert read(make([[RULE, "(b)", "(1)", RULE]])) == [(RULE, MATTER), (f"(b)\n\n(1)\n\n{RULE}", MATTER)]


def test_label_at_the_foot_of_a_page_is_kept(make: Make, part: Any) -> None:
    document = make([[RULE, "(b)", part("Foot 1", furniture=True)], [part("Head", furniture=True), RULE]])
    assert [b for b in read(document) if b[1] == MATTER] == [(RULE, MATTER), ("(b)", MATTER), (RULE, MATTER)]


def test_label_without_anything_behind_it_is_a_fragment(make: Make) -> None:
    assert read(make([[RULE, "(b)"]])) == [(RULE, MATTER), ("(b)", "fragment")]


def test_first_words_of_a_list_are_kept(make: Make) -> None:
    items = ["(1) who refuses entry to the harbor master, or", "(2) who moors a boat at the gate"]
    assert read(make([["Any person", *items]]))[0] == ("Any person", MATTER)
    assert read(make([["Quality", "if applicable to the boats"]]))[0] == ("Quality", "fragment")


# Headings

HEADINGS = [
    ("title", "§ 5 Gates", []),
    ("title_in_two_lines", "ARTICLE 5\nGATES AND BOATS", []),
    ("catchline_like_a_sentence", "§ 5. Keeper may lock the gate.", []),
    ("question", "What must a keeper do?", []),
    ("lead_in", "Keepers cannot:", ["Keepers cannot:"]),
    ("definition", "(h) “Gate” means, with respect to a harbor", ["(h) “Gate” means, with respect to a harbor"]),
    ("paragraph_title", "(a) Duties and powers", []),
    ("rule_taken_for_a_title", "§ 5 The keeper must lock the\ngate.", ["§ 5 The keeper must lock the\ngate."]),
    ("mended_hyphen", "§ 5 Land-\nlords", ["§ 5 Land-\nlords"]),
]


@pytest.mark.parametrize(("heading", "kept"), [row[1:] for row in HEADINGS], ids=[row[0] for row in HEADINGS])
def test_heading_is_in_the_text_only_where_it_is_part_of_it(
    make: Make, part: Any, heading: str, kept: list[str], request: pytest.FixtureRequest
) -> None:
    document = make([[part("§ 4 Before", 1), RULE, part(heading, 1), RULE]])
    if request.node.callspec.id == "mended_hyphen":
        first, second = document.sections
        document = replace(document, sections=(first, replace(second, heading="§ 5 Landlords")))
    assert [text for text, _ in read(document)] == [RULE, *kept, RULE]


def test_lead_in_of_sections_is_no_matter_of_its_own(make: Make, part: Any) -> None:
    document = make([[part("3. Gates:", 1), part("3.1 Locks", 2), RULE]])
    assert read(document) == [("3. Gates:", "heading"), (RULE, MATTER)]


def test_heading_with_its_text_in_one_paragraph(make: Make) -> None:
    raw = "§ 5 Duty to lock.\nThe keeper must lock the gate."
    document = from_markdown(f"## {raw}")
    run_in = replace(document.sections[0], heading="§ 5 Duty to lock.")
    assert read(replace(document, sections=(run_in,))) == [("The keeper must lock the gate.", MATTER)]


# Contents


def test_contents_written_as_headings_are_left_out() -> None:
    titles = ["1. Purpose", "2. Gates", "3. Boats", "4. Wells"]
    listed = "## 1. Purpose\n## 2. Gates\nWater and Land\n## 3. Boats\n## 4. Wells\n"
    said = "".join(f"## {title}\n{RULE}\n" for title in titles)
    assert read(from_markdown(f"# Harbor Act\n\n{RULE}\n\n{listed}{said}")) == [
        (RULE, MATTER),
        ("Water and Land", "contents"),
        *[(RULE, MATTER)] * 4,
    ]


def test_short_sections_that_do_not_come_again_are_matter() -> None:
    raw = "## 1. Gates\nOne gate at dusk\n## 2. Boats\nTwo boats at dawn\n## 3. Wells\nThree wells at noon\n"
    assert [reason for _, reason in read(from_markdown(raw))] == [MATTER] * 3


LISTS = [
    ("titles", "Purpose\nGates\nBoats"),
    ("numbered", "1. Purpose\n2. Gates\n3. Boats"),
    ("page_numbers", "Purpose 3\nGates ... 5\nBoats 12"),
    ("bullets", "- Purpose\n- Gates\n- Boats"),
    ("one_line_that_is_no_title", "1. Purpose\n2. Gates\n3. Boats\nAnnex to the Act"),
]


@pytest.mark.parametrize("listed", [row[1] for row in LISTS], ids=[row[0] for row in LISTS])
def test_list_of_the_headings_further_down_is_left_out(listed: str) -> None:
    said = "\n\n".join(f"## {n}. {title}\n\n{RULE}" for n, title in enumerate(("Purpose", "Gates", "Boats"), start=1))
    before = from_markdown(f"# Act\n\n{listed}\n\n{said}")
    assert [reason for _, reason in read(before)] == ["contents", MATTER, MATTER, MATTER]
    behind = from_markdown(f"# Act\n\n{said}\n\n## Index\n\n{listed}")
    assert MATTER in [reason for _, reason in read(behind)][-4:]


def test_page_of_contents_is_left_out(make: Make) -> None:
    entries = "\n".join(f"Chapter on gates number {n} {n + 3}" for n in range(8))
    assert read(make([["Contents", entries], [RULE]])) == [
        ("Contents", "contents"),
        (entries, "contents"),
        (RULE, MATTER),
    ]


def test_running_heads_are_left_out_and_sentences_run_on(make: Make, part: Any) -> None:
    document = make(
        [["The keeper must lock", part("Act 1", furniture=True)], [part("Act", furniture=True), "the gate."]]
    )
    found = list(blocks(document))
    assert [b.left_out.value if b.left_out else MATTER for b in found] == [
        MATTER, "running_head_or_foot", "running_head_or_foot", MATTER,
    ]  # fmt: skip
    assert [b.continues for b in found if not b.left_out] == [False, True]


@pytest.mark.parametrize("fragment", ["___", "p. 4"], ids=["rule", "few-letters"])
def test_no_sentence_runs_on_over_a_paragraph_that_was_left_out(make: Make, fragment: str) -> None:
    found = [b for b in blocks(make([[RULE.rstrip("."), fragment, "The gate is shut at dusk."]])) if not b.left_out]
    assert [b.continues for b in found] == [False, False]


def test_the_head_of_a_mail_is_parted_from_its_first_sentence() -> None:
    raw = "Subject: Gates\nFrom: keeper@pier.example\nDate: Mon, 4 May 2026\n\nHello,\n\nThe gate is shut at dusk.\n"
    parsed = parse_plain(raw)
    document = Document("a", "A", "a.txt", "text/plain", "0", parsed.text, TextMap(()), sections=parsed.sections)
    found = [b for b in blocks(document) if not b.left_out]
    assert [b.continues for b in found] == [False] * len(found)


def test_plain_text_of_a_contract_loses_nothing() -> None:
    raw = "SERVICES AGREEMENT\n\n1. FEES\n\nThe fee is $40.\n\n2. TERM\n\nTwo years.\n\n3. STAFF\n\nNone.\n"
    parsed = parse_plain(raw)
    document = Document("a", "A", "a.txt", "text/plain", "0", parsed.text, TextMap(()), sections=parsed.sections)
    assert read(document) == [("The fee is $40.", MATTER), ("Two years.", MATTER), ("None.", MATTER)]


def test_demo_documents_lose_no_rule(demo_dir: Path) -> None:
    from pincite.parse import read as read_file

    for path in sorted(demo_dir.glob("documents*/*.*")):
        document = read_file(path)
        left_out = [text for text, reason in read(document) if reason in ("fragment", "heading", "navigation")]
        assert [text for text in left_out if any(mark in text for mark in ".;:0123456789")] == [], path.name
