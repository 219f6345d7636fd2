"""Markers as language models write them, and the brackets of laws that only look like them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.text.marker_shapes import find_markers
from pincite.text.markers import MarkedSentence, read_markers
from pincite.types.document import Span

Expected = list[tuple[str, tuple[int, ...]]]
DUE = "Rent is due."


def one(*numbers: int) -> Expected:
    return [(DUE, numbers)]


# Marker inside or behind the sentence `Rent is due.`: the text, how many sources there are, the numbers read.
SHAPES = [
    pytest.param("Rent is due [1].", 4, (1,), id="plain"),
    pytest.param("Rent is due. [1]", 4, (1,), id="behind-the-stop"),
    pytest.param("Rent is due.[1]", 4, (1,), id="glued-behind-the-stop"),
    pytest.param("Rent is due[1].", 4, (1,), id="glued-before-the-stop"),
    pytest.param("[1] Rent is due.", 4, (1,), id="in-front"),
    pytest.param("Rent [1] is due.", 4, (1,), id="inside"),
    pytest.param("Rent is due. [1].", 4, (1,), id="between-two-stops"),
    pytest.param("Rent is due [ 1 ].", 4, (1,), id="blanks-inside"),
    pytest.param("Rent is due [\u200b1].", 4, (1,), id="hidden-blank-inside"),
    pytest.param("Rent is due\u00a0[1].", 4, (1,), id="fixed-blank-before"),
    pytest.param("Rent is due [1, 2].", 4, (1, 2), id="comma"),
    pytest.param("Rent is due [1,2,3,4].", 4, (1, 2, 3, 4), id="commas-without-blanks"),
    pytest.param("Rent is due [1,\n2].", 4, (1, 2), id="list-over-a-line-end"),
    pytest.param("Rent is due [1; 2].", 4, (1, 2), id="semicolon"),
    pytest.param("Rent is due [1,].", 4, (1,), id="comma-left-over"),
    pytest.param("Rent is due [1 2].", 4, (1, 2), id="blank-between"),
    pytest.param("Rent is due [1][2].", 4, (1, 2), id="side-by-side"),
    pytest.param("Rent is due [1] [2].", 4, (1, 2), id="side-by-side-with-a-blank"),
    pytest.param("Rent is due [1], [2].", 4, (1, 2), id="comma-between-markers"),
    pytest.param("Rent is due [1], [2], and [3].", 4, (1, 2, 3), id="comma-and-between-markers"),
    pytest.param("Rent is due [1] and [2].", 4, (1, 2), id="and-between-markers"),
    pytest.param("Rent is due [1]-[3].", 4, (1, 2, 3), id="dash-between-markers"),
    pytest.param("Rent is due [2][1][2].", 4, (2, 1), id="twice"),
    pytest.param("Rent is due [1-3].", 4, (1, 2, 3), id="range"),
    pytest.param("Rent is due [1–3].", 4, (1, 2, 3), id="range-with-en-dash"),
    pytest.param("Rent is due [1~3].", 4, (1, 2, 3), id="range-with-tilde"),
    pytest.param("Rent is due [1 to 3].", 4, (1, 2, 3), id="range-in-words"),
    pytest.param("Rent is due [3-1].", 4, (3, 1), id="range-downwards"),
    pytest.param("Rent is due [1, 3-4].", 4, (1, 3, 4), id="range-in-a-list"),
    pytest.param("Rent is due [1-4000].", 4, (1, 4000), id="endless-range"),
    pytest.param("Rent is due [1-40].", 50, tuple(range(1, 41)), id="long-range-of-sources"),
    pytest.param("Rent is due [1 and 2].", 4, (1, 2), id="and"),
    pytest.param("Rent is due [1, 2, and 3].", 4, (1, 2, 3), id="comma-and"),
    pytest.param("Rent is due [1 & 2].", 4, (1, 2), id="ampersand"),
    pytest.param("Rent is due [S1].", 4, (1,), id="letter"),
    pytest.param("Rent is due [S1, S2].", 4, (1, 2), id="letters"),
    pytest.param("Rent is due [s2].", 4, (2,), id="small-letter"),
    pytest.param("Rent is due [S1-S3].", 4, (1, 2, 3), id="range-of-letters"),
    pytest.param("Rent is due [Source 1].", 4, (1,), id="source"),
    pytest.param("Rent is due [SOURCE 1].", 4, (1,), id="source-in-capitals"),
    pytest.param("Rent is due [source_1].", 4, (1,), id="source-underscore"),
    pytest.param("Rent is due [Source-2].", 4, (2,), id="source-hyphen"),
    pytest.param("Rent is due [Source: 1].", 4, (1,), id="source-colon"),
    pytest.param("Rent is due [Source No. 2].", 4, (2,), id="source-number"),
    pytest.param("Rent is due [Source #2].", 4, (2,), id="source-hash"),
    pytest.param("Rent is due [Source 1, Source 2].", 4, (1, 2), id="sources-named-twice"),
    pytest.param("Rent is due [Source 1][Source 2].", 4, (1, 2), id="sources-side-by-side"),
    pytest.param("Rent is due [Sources 1 and 2].", 4, (1, 2), id="sources-and"),
    pytest.param("Rent is due [Source 1, p. 3].", 4, (1,), id="source-with-its-page"),
    pytest.param("Rent is due [2, § 5(a)].", 4, (2,), id="number-with-its-section"),
    pytest.param("Rent is due [Source 2: The Handbook].", 4, (2,), id="source-with-its-title"),
    pytest.param("Rent is due [see Source 2].", 4, (2,), id="see-in-brackets"),
    pytest.param("Rent is due (Source 2).", 4, (2,), id="round"),
    pytest.param("Rent is due (source 1, 3).", 4, (1, 3), id="round-list"),
    pytest.param("Rent is due (Sources 1-2).", 4, (1, 2), id="round-range"),
    pytest.param("Rent is due (see Source 2).", 4, (2,), id="round-see"),
    pytest.param("Rent is due (Source: 1).", 4, (1,), id="round-colon"),
    pytest.param("Rent is due (Source 1 and Source 3).", 4, (1, 3), id="round-and"),
    pytest.param("Rent is due (Source 1, § 83.49(3)).", 4, (1,), id="round-with-its-section"),
    pytest.param("Rent is due (S1).", 4, (1,), id="round-letter"),
    pytest.param("Rent is due (Document 2).", 4, (2,), id="round-document"),
    pytest.param("Rent is due ([1]).", 4, (1,), id="round-around-square"),
    pytest.param("Rent is due ([1], [2]).", 4, (1, 2), id="round-around-several"),
    pytest.param("Rent is due (see also [2]).", 4, (2,), id="round-see-around-square"),
    pytest.param("Rent is due (as stated in [2]).", 4, (2,), id="round-phrase-around-square"),
    pytest.param("Rent is due (Source: [1]).", 4, (1,), id="round-source-around-square"),
    pytest.param("Rent is due [Doc 2].", 4, (2,), id="doc"),
    pytest.param("Rent is due [Document 2].", 4, (2,), id="document"),
    pytest.param("Rent is due [ref 2].", 4, (2,), id="ref"),
    pytest.param("Rent is due [citation: 2].", 4, (2,), id="citation"),
    pytest.param("Rent is due [^1].", 4, (1,), id="footnote"),
    pytest.param("Rent is due ^[1].", 4, (1,), id="inline-footnote"),
    pytest.param("Rent is due [#1].", 4, (1,), id="hash"),
    pytest.param("Rent is due [[4]].", 4, (4,), id="doubled"),
    pytest.param("Rent is due [[1], [2]].", 4, (1, 2), id="square-around-several"),
    pytest.param("Rent is due \\[1\\].", 4, (1,), id="escaped"),
    pytest.param("Rent is due [1](https://example.org/a).", 4, (1,), id="link"),
    pytest.param("Rent is due [1](https://example.org/a_(b)).", 4, (1,), id="link-with-brackets"),
    pytest.param("Rent [[1]](#source-1) is due.", 4, (1,), id="link-around-doubled"),
    pytest.param("Rent is due **[1]**.", 4, (1,), id="bold"),
    pytest.param("Rent is due *[1]* _[2]_.", 4, (1, 2), id="slanted"),
    pytest.param("Rent is due `[1]`.", 4, (1,), id="as-code"),
    pytest.param("Rent is due 【1】.", 4, (1,), id="lenticular"),
    pytest.param("Rent is due ［1］.", 4, (1,), id="full-width-brackets"),
    pytest.param("Rent is due [１].", 4, (1,), id="full-width-digits"),
    pytest.param("Rent is due 〔1〕.", 4, (1,), id="tortoise-shell"),
    pytest.param("Rent is due 【4:0†source】.", 4, (4,), id="dagger"),
    pytest.param("Rent is due【4†L1-L3】.", 4, (4,), id="dagger-with-lines"),
    pytest.param("Rent is due.【1†source】【3†source】", 4, (1, 3), id="daggers"),
    pytest.param("Rent is due.¹", 4, (1,), id="raised"),
    pytest.param("Rent is due¹.", 4, (1,), id="raised-before-the-stop"),
    pytest.param("Rent is due.¹²", 4, (1, 2), id="raised-two"),
    pytest.param("Rent is due.¹²", 12, (12,), id="raised-twelve"),
    pytest.param("Rent is due.¹⁹", 4, (19,), id="raised-of-no-source"),
    pytest.param("Rent is due¹,².", 4, (1, 2), id="raised-comma"),
    pytest.param("Rent is due¹⁻³.", 4, (1, 2, 3), id="raised-range"),
    pytest.param("Rent is due.⁽¹⁾", 4, (1,), id="raised-in-brackets"),
    pytest.param("Rent is due<sup>1</sup>.", 4, (1,), id="sup"),
    pytest.param("Rent is due<sup>[1]</sup>.", 4, (1,), id="sup-around-square"),
    pytest.param("Rent is due<sup>1,2</sup>.", 4, (1, 2), id="sup-list"),
    pytest.param("Rent is due <source 1>.", 4, (1,), id="tag"),
    pytest.param('Rent is due <cite id="1"/>.', 4, (1,), id="tag-with-id"),
    pytest.param("Rent is due <ref>2</ref>.", 4, (2,), id="tag-around"),
    pytest.param('<source id="2">Rent is due</source>.', 4, (2,), id="tag-around-the-words"),
    pytest.param("According to [1], rent is due.", 4, (1,), id="according-to"),
    pytest.param("According to Source 1, rent is due.", 4, (1,), id="according-to-in-words"),
    pytest.param("According to Sources 1 and 2, rent is due.", 4, (1, 2), id="according-to-two-in-words"),
    pytest.param("According to Source 1 [1], rent is due.", 4, (1,), id="according-to-both"),
    pytest.param("Based on the information in [1], rent is due.", 4, (1,), id="based-on"),
    pytest.param("As [1] states, rent is due.", 4, (1,), id="as-it-states"),
    pytest.param("[1] states that rent is due.", 4, (1,), id="it-states"),
    pytest.param("Source 2 says that rent is due.", 4, (2,), id="it-says-in-words"),
    pytest.param("Rent is due, as stated in [1].", 4, (1,), id="as-stated-in"),
    pytest.param("Rent is due, according to Source 1.", 4, (1,), id="according-to-at-the-end"),
    pytest.param("Rent is due. See [1].", 4, (1,), id="see"),
    pytest.param("Rent is due.\n\nSource: [1]", 4, (1,), id="line-of-sources"),
    pytest.param("Rent is due.\nSources: 1, 2", 4, (1, 2), id="line-of-sources-in-words"),
    pytest.param("Source 1: Rent is due.", 4, (1,), id="source-in-front"),
    pytest.param("**Source 1:** Rent is due.", 4, (1,), id="bold-source-in-front"),
    pytest.param("**[1]:** Rent is due.", 4, (1,), id="bold-marker-in-front"),
    pytest.param("[1]: Rent is due.", 4, (1,), id="colon-behind"),
    pytest.param("[1]. Rent is due.", 4, (1,), id="stop-behind"),
    pytest.param("Rent is due.\n\n[1]", 4, (1,), id="on-its-own-line"),
    pytest.param("[1]\nRent is due.", 4, (1,), id="on-the-line-above"),
    pytest.param("Rent is due.\r\n[1]\r\n", 4, (1,), id="on-its-own-line-of-another-system"),
    pytest.param("Rent is due [0].", 4, (0,), id="zero"),
    pytest.param("Rent is due [7].", 4, (7,), id="beyond-the-list"),
    pytest.param("Rent is due [-1].", 4, (-1,), id="negative"),
    pytest.param("Rent is due [1, 1978].", 4, (1, 1978), id="a-year-in-a-list"),
    pytest.param("Rent is due [Source 150].", 4, (150,), id="named-beyond-the-list"),
    pytest.param("Rent is due [150].", 200, (150,), id="three-digits-within-the-list"),
]

# More than one sentence, other words, Korean.
ROWS = [
    pytest.param("One is so [1]. Two is so [2].", [("One is so.", (1,)), ("Two is so.", (2,))], id="before-stops"),
    pytest.param("One is so. [1] Two is so. [2]", [("One is so.", (1,)), ("Two is so.", (2,))], id="behind-stops"),
    pytest.param("One is so.[1]The tenant pays.", [("One is so.", (1,)), ("The tenant pays.", ())], id="glued"),
    pytest.param("One is so?[1] Two is so![2]", [("One is so?", (1,)), ("Two is so!", (2,))], id="other-stops"),
    pytest.param("One is so. [1]. Two is so. [2].", [("One is so.", (1,)), ("Two is so.", (2,))], id="stops-doubled"),
    pytest.param("One [1] and two [2] are so.", [("One and two are so.", (1, 2))], id="inside-twice"),
    pytest.param("One [1], and two [2], are so.", [("One, and two, are so.", (1, 2))], id="before-commas"),
    pytest.param("One [1] ; two [2] .", [("One; two.", (1, 2))], id="blanks-before-stops"),
    pytest.param("[1] One is so. [2] Two is so.", [("One is so.", (1,)), ("Two is so.", (2,))], id="all-in-front"),
    pytest.param("[1] One is so. Two is so. [2]", [("One is so.", (1,)), ("Two is so.", (2,))], id="front-and-back"),
    pytest.param("One is so.\n\n[2] Two is so.", [("One is so.", ()), ("Two is so.", (2,))], id="at-a-line-start"),
    pytest.param("One is so.\f[2] Two is so.", [("One is so.", ()), ("Two is so.", (2,))], id="at-a-page-start"),
    pytest.param("One is so.\n[1]\nTwo is so.", [("One is so.", (1,)), ("Two is so.", ())], id="line-between"),
    pytest.param("[1]\nOne is so.\n\n[2]\nTwo is so.", [("One is so.", (1,)), ("Two is so.", (2,))], id="lines-above"),
    pytest.param(
        "[1]\n\nOne is so.\n\n[2]\n\nTwo is so.", [("One is so.", (1,)), ("Two is so.", (2,))], id="lines-apart-above"
    ),
    pytest.param(
        "One is so.\n\n[1]\n\nTwo is so.\n\n[2]", [("One is so.", (1,)), ("Two is so.", (2,))], id="lines-below"
    ),
    pytest.param("- [2] The tenant pays.\n- [3] Rent.", [("- The tenant pays.", (2,)), ("- Rent.", (3,))], id="list"),
    pytest.param("1. [2] The tenant pays.", [("1. The tenant pays.", (2,))], id="numbered-list"),
    pytest.param("- One is so.\n- [1]", [("- One is so.", (1,))], id="item-of-a-marker-only"),
    pytest.param("Source 1: One is so.\nSource 2: Two.", [("One is so.", (1,)), ("Two.", (2,))], id="by-source"),
    pytest.param("**One is so.** [1]", [("**One is so.**", (1,))], id="bold-sentence"),
    pytest.param("**One is so [1].**", [("**One is so.**", (1,))], id="bold-sentence-around"),
    pytest.param('"One is so." [1]', [('"One is so."', (1,))], id="behind-a-quote"),
    pytest.param("It is “so”[1].", [("It is “so”.", (1,))], id="glued-to-a-quote"),
    pytest.param("It is “so [1]” now.", [("It is “so” now.", (1,))], id="in-a-quote"),
    pytest.param("It is so (§ 5 [1]).", [("It is so (§ 5).", (1,))], id="in-brackets-with-words"),
    pytest.param("Of 30 days[1] and x[0].", [("Of 30 days and x.", (1, 0))], id="glued-to-words"),
    pytest.param("Of $500[1] and 10%[2].", [("Of $500 and 10%.", (1, 2))], id="glued-to-figures"),
    pytest.param("Within 21¹ days.", [("Within 21 days.", (1,))], id="raised-one-behind-a-figure"),
    pytest.param("Of 70 ft²[2] each.", [("Of 70 ft² each.", (2,))], id="behind-a-unit"),
    pytest.param("See Section 12.[1] Two.", [("See Section 12.", (1,)), ("Two.", ())], id="behind-a-section-and-stop"),
    pytest.param("See § 12 [1].", [("See § 12.", (1,))], id="behind-a-section-and-blank"),
    pytest.param("- According to [1], it is so.", [("- It is so.", (1,))], id="according-to-in-a-list"),
    pytest.param("It is so, per [1], now.", [("It is so, now.", (1,))], id="per-inside"),
    pytest.param("The tenant reads Source 1 first.", [("The tenant reads Source 1 first.", ())], id="words-only"),
    pytest.param("[1]", [("", (1,))], id="marker-alone"),
    pytest.param("[1][7]", [("", (1, 7))], id="markers-alone"),
    pytest.param("- [1]\n- (Source 2)", [("", (1, 2))], id="list-of-markers-alone"),
    pytest.param("", [], id="empty"),
    pytest.param(" \n", [], id="blank"),
    pytest.param(
        "임대료는 낸다 [출처 1]. 보증금은 준다[출처 1, 2].",
        [("임대료는 낸다.", (1,)), ("보증금은 준다.", (1, 2))],
        id="korean-source",
    ),
    pytest.param("임대료는 낸다(출처 2).", [("임대료는 낸다.", (2,))], id="korean-round"),
    pytest.param("임대료는 낸다（출처: 2, 3）.", [("임대료는 낸다.", (2, 3))], id="korean-full-width-round"),
    pytest.param("임대료는 낸다 [출처1].", [("임대료는 낸다.", (1,))], id="korean-without-a-blank"),
    pytest.param("임대료는 낸다 [자료 3].", [("임대료는 낸다.", (3,))], id="korean-material"),
    pytest.param("임대료는 낸다 [1번].", [("임대료는 낸다.", (1,))], id="korean-counted"),
    pytest.param("임대료는 낸다 [1번, 2번 출처].", [("임대료는 낸다.", (1, 2))], id="korean-counted-twice"),
    pytest.param("임대료는 낸다 [출처 1 및 2].", [("임대료는 낸다.", (1, 2))], id="korean-and"),
    pytest.param("임대료는 낸다. (출처: [1])", [("임대료는 낸다.", (1,))], id="korean-round-around"),
    pytest.param("임대료는 낸다.\n\n출처: 1, 3", [("임대료는 낸다.", (1, 3))], id="korean-line"),
    pytest.param(
        "임대료는 낸다.[1]보증금은 준다.[2]", [("임대료는 낸다.", (1,)), ("보증금은 준다.", (2,))], id="korean-glued"
    ),
    pytest.param("[출처 1]에 따르면, 임대료는 낸다.", [("임대료는 낸다.", (1,))], id="korean-according-to"),
    pytest.param("[1]과 [2]에 따르면 임대료는 낸다.", [("임대료는 낸다.", (1, 2))], id="korean-according-to-two"),
    pytest.param("출처 2에 따르면 임대료는 낸다.", [("임대료는 낸다.", (2,))], id="korean-according-to-in-words"),
    pytest.param("임대인은 [1]에 따르면 이 돈을 준다.", [("임대인은 이 돈을 준다.", (1,))], id="korean-inside"),
    pytest.param("기간[2]은 30일이다.", [("기간은 30일이다.", (2,))], id="korean-before-a-particle"),
    pytest.param("① 임대인은 낸다. [1]", [("① 임대인은 낸다.", (1,))], id="korean-numbering"),
]

# Of the law or of the language itself: no marker, and every word stays.
TEXT = [
    pytest.param("The Act of [1978] holds.", id="year"),
    pytest.param("The Act [1978-1980] holds.", id="years"),
    pytest.param("The Act [2004 c. 12] holds.", id="chapter"),
    pytest.param("A price of [150] holds.", id="number-beyond-the-list"),
    pytest.param("A share [27,012] holds.", id="thousands"),
    pytest.param("Under § 5[a] it holds.", id="letter-of-a-section"),
    pytest.param("Under § 5[1] it holds.", id="number-of-a-section"),
    pytest.param("Under § 5[1][2] it holds.", id="numbers-of-a-section"),
    pytest.param("Under § 83.49[3] it holds.", id="number-of-a-dotted-section"),
    pytest.param("Under § 83.49(3)[2] it holds.", id="number-of-a-subsection"),
    pytest.param("Under Section 12[2] it holds.", id="number-of-a-section-in-words"),
    pytest.param("Under 42 U.S.C. 3604[1] it holds.", id="number-of-a-code"),
    pytest.param("제5조[2]에 따른다.", id="number-of-an-article"),
    pytest.param("제5조의2[1]에 따른다.", id="number-of-an-inserted-article"),
    pytest.param("정한다. [본조신설 2020.1.1.]", id="note-on-an-insertion"),
    pytest.param("정한다. [전문개정 2019. 12. 3.]", id="note-on-an-amendment"),
    pytest.param("He go [sic] there.", id="sic"),
    pytest.param("Section 4. [Repealed]", id="repealed"),
    pytest.param("Here [t]he tenant pays.", id="changed-letter"),
    pytest.param("Form [A] or [a] or [x] or [ ] or [] holds.", id="boxes"),
    pytest.param("He pays [...] rent [emphasis added].", id="left-out"),
    pytest.param("It is [$50] or [10%] in [30 days].", id="amounts"),
    pytest.param("It is [1.5] or [12/25] or [1st] or [1:30].", id="other-figures"),
    pytest.param("The [tenant] pays.", id="word"),
    pytest.param("(1) The landlord pays (2) at most.", id="round-numbers"),
    pytest.param("(a) The landlord pays.", id="round-letter"),
    pytest.param("The file (Doc. 12) holds.", id="file-of-a-court"),
    pytest.param("A room of 70 m² or 30 ft² at 10³ and x².", id="powers"),
    pytest.param("A room of 1,000² by 10¹² holds.", id="powers-of-figures"),
    pytest.param("Under § 5¹ it holds.", id="raised-number-of-a-section"),
    pytest.param("A room of 5 m<sup>2</sup> holds.", id="power-as-a-tag"),
    pytest.param("The CO₂ holds.", id="lowered"),
    pytest.param("Rent is {1}.", id="braces"),
    pytest.param("Rent is ① or ②.", id="circled"),
    pytest.param("Rent is <b>1</b> or <source>.", id="other-tags"),
    pytest.param("Rent is [1 or (Source or 【 or [Source].", id="never-closed"),
    pytest.param("Rent is [1234567890123].", id="number-without-end"),
]


def read(text: str, sources: int = 4) -> Expected:
    return [(item.text, item.numbers) for item in read_markers(text, sources=sources)]


@pytest.mark.parametrize(("text", "sources", "numbers"), SHAPES)
def test_markers_of_all_shapes_are_read_and_leave_no_trace(text: str, sources: int, numbers: tuple[int, ...]) -> None:
    assert read(text, sources) == one(*numbers)


@pytest.mark.parametrize(("text", "expected"), ROWS)
def test_markers_belong_to_their_sentences(text: str, expected: Expected) -> None:
    assert read(text) == expected


@pytest.mark.parametrize("text", TEXT)
def test_what_only_looks_like_a_marker_stays(text: str) -> None:
    found = read_markers(text, sources=4)
    assert {number for item in found for number in item.numbers} == set()
    assert [item.written for item in found] == [()] * len(found)
    assert " ".join(item.text for item in found) == text


def test_markers_are_kept_as_they_stood() -> None:
    first, second = read_markers("Rent is due [1] (see Source 2). According to **[3]**, fees are.")
    assert first == MarkedSentence("Rent is due.", (1, 2), Span(0, 31), ("[1]", "(see Source 2)"))
    assert (second.written, second.span) == (("[3]",), Span(54, 63))


def test_a_bracket_counts_by_the_number_of_sources() -> None:
    assert read("Rent is due [150].", 150) == one(150)
    assert read("Rent is due [150].", 149) == [("Rent is due [150].", ())]
    assert read_markers("Rent is due [99].")[0].numbers == (99,)


_PIECES = st.sampled_from(
    ["[1]", "[2, 3]", "(Source 2)", "Source 1", "¹", "¹²", "**", "*", "_", "(", ")", "[", "]", " ", "\n", "\n\n",
     "\r\n", "\f", ".", ",", ":", "The", "tenant", "ß", "According to ", "as stated in ", "See ", " states that ",
     " and ", "-", "- ", "1. ", "에 따르면 ", "임대인은", "다. ", "[출처 1]", "【4:0†source】", "<source 1>",
     "</source>", "<sup>", "1", "</sup>", "[7]", "§ 5", "[1978]", "m²", '"', "”", "“", "(a)", "\\[1\\]",
     "](http://a.b/c)", "\u200b"]
)  # fmt: skip


@given(st.one_of(st.text(max_size=80), st.lists(_PIECES, max_size=16).map("".join)), st.sampled_from([0, 1, 4, 15, 99]))
@settings(max_examples=600)
def test_spans_ascend_and_hold_the_first_and_last_word_and_no_number_is_lost(text: str, sources: int) -> None:
    found = read_markers(text, sources=sources)
    at = 0
    for item in found:
        assert at <= item.span.start < item.span.end <= len(text)
        at = item.span.end
        if item.text:
            cut = item.span.cut(text)
            assert item.text.strip() == item.text
            assert cut[0] == item.text[0] or cut[0].upper() == item.text[0]  # a phrase before it went
            assert cut[-1] == item.text[-1] or len(item.text) == 1
    marked = {number for marker in find_markers(text, sources) if not marker.prose for number in marker.numbers}
    assert marked <= {number for item in found for number in item.numbers}


_WORDS = st.lists(st.sampled_from(["rent", "fees", "tenant", "pays", "days", "보증금", "30", "(a)", "of"]), max_size=6)
_SENTENCES = st.tuples(
    st.sampled_from(["The", "A", "Rent", "임대인은"]), _WORDS, st.lists(st.integers(1, 9), max_size=3)
).map(lambda drawn: (" ".join([drawn[0], *drawn[1], "is due."]), tuple(dict.fromkeys(drawn[2]))))


@given(
    st.lists(_SENTENCES, min_size=1, max_size=6),
    st.sampled_from(["behind", "glued", "before"]),
    st.sampled_from(
        ["[{}]", "[{}] ", "[S{}]", "[Source {}]", "(Source {})", "【{}】", "**[{}]**", "[출처 {}]", "[[{}]]"]
    ),
)
@settings(max_examples=300)
def test_sentences_written_with_markers_come_back(
    written: list[tuple[str, tuple[int, ...]]], place: str, shape: str
) -> None:
    parts = []
    for words, numbers in written:
        marks = "".join(shape.format(number) for number in numbers).rstrip()
        if place == "before" and marks:
            parts.append(f"{words[:-1]} {marks}.")
        else:
            parts.append(f"{words}{'' if place == 'glued' else ' '}{marks}".rstrip())
    assert read(" ".join(parts), 9) == written


HOSTILE = [
    "[", "[1", "[1,", "(Source ", "(Source 1", "(Source 1, ", "¹", "¹,", "a¹", "[1]", "a [1] ", "a. [1] ", "§ 5[1]",
    "x[1978]", "**[1]", "([1", "<source ", "<source 1", "<sup>1", "【4:0†", "[1](a.", "[1](a(", "[Source 1: a",
    "[1, p. ", "Source 1, ", "According to [1], ", "According to ", "See [1]. ", "[1]\n", "\n[1]\n\n", "[1] A. ",
    "[1]에 따르면", "\\[1\\]", "[\u200b",
]  # fmt: skip


@pytest.mark.parametrize("unit", HOSTILE, ids=lambda unit: ascii(unit).strip("'"))
def test_hostile_text_takes_linear_time(unit: str) -> None:
    started = time.process_time()
    read_markers(unit * (100_000 // len(unit)), sources=4)
    assert time.process_time() - started < 5.0  # what grows faster takes minutes


def test_one_marker_without_end_stays_small() -> None:
    (found,) = read_markers(f"Rent is due [{'1-4000, ' * 12_000}1].", sources=4)
    assert found.numbers == (1, 4000)
    (found,) = read_markers(f"Rent is due.{'¹' * 100_000}", sources=4)
    assert found.numbers == (1,)
