"""Verdicts on the text of pages."""

from __future__ import annotations

import pytest

from pincite.parse.pdf.page.quality import judge
from pincite.types.document import TextQuality

PROSE = "The landlord must return the deposit within thirty days after the tenant has moved out of the home. " * 6
ROWS = [
    ("prose", PROSE, TextQuality.GOOD),
    ("empty", " \n", TextQuality.EMPTY),
    (
        "form",
        "Date: ________________\nTenant: ______________\nDear ________:\n[ ] I agree / [x] I do not.\n" * 8,
        TextQuality.GOOD,
    ),
    ("contents", "\n".join(f"Chapter {i} ...................... {i + 3}" for i in range(30)), TextQuality.GOOD),
    (
        "korean",
        "제1조(목적) 이 법은 임대차에 관한 사항을 정함을 목적으로 한다. 1~3호, 2020. 1. 1. ~ 2021. 1. 1.\n" * 10,
        TextQuality.GOOD,
    ),
    (
        "cited_law",
        "See § 42-3505.02(a)(1); 5 U.S.C. §§ 551-559; Civ. Code, § 1940.2(a); McGee v. O'Brien, 3 F.3d 1.\n" * 9,
        TextQuality.GOOD,
    ),
    (
        "addresses",
        "Write to office@example.org or see https://example.org/~tenants/a_b?c=d&e=f.\n" * 9,
        TextQuality.GOOD,
    ),
    ("bad_scan", PROSE + " ~t ,the depo!,it wit~held gE'tting ,local '~ co~rt tbe~ , . ,~I ", TextQuality.LOW),
    ("no_unicode_map", "\ue001\ue002\ue003 \ue004\ue005 " * 40, TextQuality.LOW),
    ("replacement_characters", "la\ufffd b\ufffd\ufffd c\ufffd " * 40, TextQuality.LOW),
    ("wrong_map", "Xlmx bqqrst kwrt zzmn pqrst hjkl tvwx " * 12, TextQuality.LOW),
]


@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_verdict_on_a_page(text: str, expected: TextQuality) -> None:
    [(quality, note)] = judge([text])
    assert quality is expected, note
    assert bool(note) is (expected is not TextQuality.GOOD)


def test_noise_in_one_page_says_nothing_about_the_others() -> None:
    noisy = PROSE + " ~t ,the depo!,it wit~held gE'tting ,local '~ co~rt tbe~ "
    verdicts = [quality for quality, _ in judge([PROSE, noisy, *[PROSE] * 8])]
    assert verdicts == [TextQuality.GOOD, TextQuality.LOW, *[TextQuality.GOOD] * 8]


def test_little_noise_counts_where_the_whole_document_is_a_bad_scan() -> None:
    noisy = " ~t ,the depo!,it wit~held gE'tting ,local '~ co~rt tbe~ " * 4
    verdicts = [quality for quality, _ in judge([noisy, noisy, PROSE + " wit~held"])]
    assert verdicts == [TextQuality.LOW] * 3


UNMAPPED = [
    ("garbled", "\xce\xcb\xe3\xd6 \xde\xd2\xde\xe3\xcb " * 40, 1.0, TextQuality.LOW, "OCR offered"),
    ("reads_right_all_the_same", PROSE, 1.0, TextQuality.GOOD, ""),
    ("a_few_signs_only", PROSE, 0.05, TextQuality.GOOD, ""),
    ("nothing_is_left", "", 1.0, TextQuality.EMPTY, "fonts without a Unicode map"),
]


@pytest.mark.parametrize(
    ("text", "share", "expected", "words"), [row[1:] for row in UNMAPPED], ids=[row[0] for row in UNMAPPED]
)
def test_a_font_without_a_map_is_judged_by_its_words(
    text: str, share: float, expected: TextQuality, words: str
) -> None:
    [(quality, note)] = judge([text], [share])
    assert quality is expected, note
    assert words in note


def test_a_wrong_map_in_the_middle_of_a_page_is_seen() -> None:
    [(quality, _)] = judge([PROSE[:400] + "Xlmx bqqrst kwrt zzmn pqrst hjkl tvwx " * 20])
    assert quality is TextQuality.LOW


def test_an_empty_page_says_whether_something_is_drawn_on_it() -> None:
    [(_, blank), (_, picture)] = judge(["", ""], pictured=[False, True])
    assert "blank" in blank
    assert "picture" in picture
    assert "--ocr" in picture
