"""A model's words as sentences with their numbers: Markdown gone, what no source can carry set aside, refusals told."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.generate.draft_text import DraftText, from_sentences, from_text
from pincite.generate.source_blocks import as_data
from pincite.types.answer import REFUSAL_SENTENCES

Rows = list[tuple[str, tuple[int, ...]]]
DUE: Rows = [("Rent is due.", (1,))]
TWO: Rows = [("Rent is due.", (1,)), ("A fee is due.", (2,))]


def rows(draft: DraftText | None) -> Rows:
    assert draft is not None
    return [(s.text, s.citations) for s in draft.sentences]


SENTENCES = [
    pytest.param("Rent is due [1].", DUE, id="one"),
    pytest.param("Rent is due [1]. A fee is due [2].", TWO, id="two"),
    pytest.param("Rent is due [1].\nA fee is due [2].", TWO, id="a-line-each"),
    pytest.param("Rent is due [1]\nA fee is due [2]", [("Rent is due", (1,)), ("A fee is due", (2,))], id="no-stops"),
    pytest.param("Rent is due [1].\n\n\nA fee is due [2].\n", TWO, id="blank-lines"),
    pytest.param("- Rent is due. [1]\n- A fee is due. [2]", TWO, id="bullets"),
    pytest.param("* Rent is due. [1]\n• A fee is due. [2]", TWO, id="other-bullets"),
    pytest.param("1. Rent is due. [1]\n2) A fee is due. [2]", TWO, id="numbers"),
    pytest.param("**Rent** is __due__ [1].", DUE, id="bold-words"),
    pytest.param("*Rent* is `due` [1].", DUE, id="italic-and-code"),
    pytest.param("**Rent is due. [1]**", DUE, id="bold-sentence"),
    pytest.param("***Rent is due.*** [1]", DUE, id="bold-italic"),
    pytest.param("# Rent is due. [1]\n## A fee is due. [2]", [("Rent is due.", (1,)), ("A fee is due.", (2,))], id="#"),
    pytest.param(
        "**보증금**은 **21일**까지 반환한다. [1]", [("보증금은 21일까지 반환한다.", (1,))], id="bold-in-korean"
    ),
    pytest.param("```\nRent is due. [1]\n```", DUE, id="fence"),
    pytest.param("```Rent is due. [1]```", DUE, id="fence-on-the-line"),
    pytest.param("The rent shall be\npaid in cash. [1]", [("The rent shall be paid in cash.", (1,))], id="wrapped"),
    pytest.param(
        "Notice to the\nAttorney General. [1]", [("Notice to the Attorney General.", (1,))], id="wrapped-name"
    ),
    pytest.param("It is due within\n21 days. [1]", [("It is due within 21 days.", (1,))], id="wrapped-number"),
    pytest.param("보증금은\n반환한다. [1]", [("보증금은 반환한다.", (1,))], id="wrapped-korean"),
    pytest.param("A fee of 5 * 3 * 2 dollars. [1]", [("A fee of 5 * 3 * 2 dollars.", (1,))], id="stars-that-are-none"),
    pytest.param("Pay ____ days ____ [1].", [("Pay ____ days ____.", (1,))], id="blanks-of-a-form"),
    pytest.param("Rent is due. … [1]", DUE, id="our-sign-of-a-cut-behind"),
    pytest.param("… Rent is due. [1]", DUE, id="our-sign-of-a-cut-before"),
    pytest.param("Rent … is due. [1]", [("Rent … is due.", (1,))], id="an-omission-of-its-own"),
    pytest.param("See the [rent rules](https://a.example). [1]", [("See the rent rules.", (1,))], id="link"),
    pytest.param("Rent is due [1](https://a.example).", DUE, id="marker-with-a-link"),
    pytest.param("<p>Rent is <b>due</b>. [1]</p>", DUE, id="tags"),
    pytest.param("Rent is due <cite>1</cite>.", DUE, id="tag-that-is-a-marker"),
    pytest.param("Rent < $50 is due. [1]", [("Rent < $50 is due.", (1,))], id="less-than"),
    pytest.param("Rent is due ⟦5⟧. [1]", [("Rent is due [5].", (1,))], id="brackets-of-a-source"),
    pytest.param("Rent\u200b is\u202e due\x00. [1]", DUE, id="what-is-not-seen"),
    pytest.param("Rent is due \ud800. [1]", [("Rent is due ?.", (1,))], id="half-a-character"),
]


@pytest.mark.parametrize(("text", "expected"), SENTENCES)
def test_sentences_of_text(text: str, expected: Rows) -> None:
    assert rows(from_text(text, 4)) == expected


SET_ASIDE = [
    pytest.param("Yes. Rent is due. [1]", DUE, ("Yes.",), id="yes"),
    pytest.param("Yes, rent is due. [1]", DUE, ("Yes,",), id="yes-before-a-comma"),
    pytest.param("**No**, rent is due. [1]", DUE, ("No,",), id="bold-no"),
    pytest.param("No – rent is due. [1]", DUE, ("No –",), id="no-before-a-dash"),
    pytest.param("No - rent is due. [1]", DUE, ("No -",), id="no-before-a-hyphen"),
    pytest.param("Yes, 30 days. [1]", [("30 days.", (1,))], ("Yes,",), id="yes-before-a-number"),
    pytest.param("Yes [1]. Rent is due. [1]", DUE, ("Yes.",), id="yes-with-a-source"),
    pytest.param("예, 반환한다. [1]", [("반환한다.", (1,))], ("예,",), id="korean-yes"),
    pytest.param("아니요. 반환한다. [1]", [("반환한다.", (1,))], ("아니요.",), id="korean-no"),
    pytest.param("No-fault evictions are due. [1]", [("No-fault evictions are due.", (1,))], (), id="no-in-a-word"),
    pytest.param("No. 12 applies. [1]", [("No. 12 applies.", (1,))], (), id="no-for-number"),
    pytest.param("No rent is due. [1]", [("No rent is due.", (1,))], (), id="no-as-a-word"),
    pytest.param("Not now. [1]", [("Not now.", (1,))], (), id="not"),
    pytest.param("Yes [9]", [("Yes", (9,))], (), id="yes-with-a-source-that-is-not-there"),
    pytest.param("## Rent\nRent is due. [1]", DUE, ("## Rent",), id="heading"),
    pytest.param("**Rent**\nRent is due. [1]", DUE, ("**Rent**",), id="bold-heading"),
    pytest.param("**Rent:**\nRent is due. [1]", DUE, ("**Rent:**",), id="bold-heading-with-a-colon"),
    pytest.param("Rent is due. [1]\n---", DUE, ("---",), id="rule"),
    pytest.param("## Rent [1]\nRent is due. [1]", DUE, ("## Rent [1]",), id="heading-with-a-source"),
    pytest.param("## Rent [9]\nRent is due. [1]", [("Rent", (9,)), *DUE], (), id="heading-with-a-wrong-source"),
    pytest.param("**Source 1:**\nRent is due.", DUE, (), id="heading-that-is-a-marker"),
    pytest.param("Here is the answer:\nRent is due. [1]", DUE, ("Here is the answer:",), id="lead-in"),
    pytest.param(
        "Sure! Here are the sentences:\n\n- Rent is due. [1]",
        DUE,
        ("Sure! Here are the sentences:",),
        id="lead-in-to-a-list",
    ),
    pytest.param(
        "Based on the provided sources:\nRent is due. [1]",
        DUE,
        ("Based on the provided sources:",),
        id="lead-in-that-points",
    ),
    pytest.param("Answer:\nRent is due. [1]", DUE, ("Answer:",), id="lead-in-of-a-word"),
    pytest.param("다음은 답변입니다:\nRent is due. [1]", DUE, ("다음은 답변입니다:",), id="korean-lead-in"),
    pytest.param("Answer: Rent is due. [1]", DUE, (), id="preface"),
    pytest.param("**Final answer:** Rent is due. [1]", DUE, (), id="bold-preface"),
    pytest.param("답변: Rent is due. [1]", DUE, (), id="korean-preface"),
    pytest.param("Answer: $ 5 is due. [1]", [("$ 5 is due.", (1,))], (), id="preface-before-an-amount"),
    pytest.param("He files an answer: it is due. [1]", [("He files an answer: it is due.", (1,))], (), id="an-answer"),
    pytest.param(
        "![x](https://a.example/?q=1)\nRent is due. [1]", DUE, ("![x](https://a.example/?q=1)",), id="picture"
    ),
]


@pytest.mark.parametrize(("text", "expected", "aside"), SET_ASIDE)
def test_what_no_source_carries_is_set_aside(text: str, expected: Rows, aside: tuple[str, ...]) -> None:
    draft = from_text(text, 4)
    assert (rows(draft), draft.set_aside) == (expected, aside)


LISTS = [
    pytest.param("He must:\n- pay [1]\n- wait [2]", [("He must: pay", (1,)), ("He must: wait", (2,))], id="list"),
    pytest.param(
        "He may not:\n\n1. enter [1]\n2. lock [1]",
        [("He may not: enter", (1,)), ("He may not: lock", (1,))],
        id="list-behind-a-blank-line",
    ),
    pytest.param("He must:\npay. [1]\nRent is due. [1]", [("He must: pay.", (1,)), *DUE], id="no-list"),
    pytest.param("He must:\n- pay [1]\nRent is due. [1]", [("He must: pay", (1,)), *DUE], id="text-behind-a-list"),
    pytest.param(
        "He must:\n- if asked:\n  - pay [1]\n  - wait [1]\n- go [2]",
        [("He must: if asked: pay", (1,)), ("He must: if asked: wait", (1,)), ("He must: go", (2,))],
        id="list-in-a-list",
    ),
    pytest.param("Rent is due [1]:", [("Rent is due:", (1,))], id="opening-that-nothing-follows"),
]


@pytest.mark.parametrize(("text", "expected"), LISTS)
def test_item_stands_with_what_opens_its_list(text: str, expected: Rows) -> None:
    assert rows(from_text(text, 4)) == expected


EN, KO = REFUSAL_SENTENCES["en"], REFUSAL_SENTENCES["ko"]
ASKED_FOR: tuple[str, ...] = ()
OTHER_WORDS = ("refusal_in_other_words",)
REFUSED = [
    pytest.param(EN, ASKED_FOR, id="word-for-word"),
    pytest.param(EN.rstrip(".").upper(), ASKED_FOR, id="capitals-without-a-stop"),
    pytest.param(f"**{EN}** [1]", ASKED_FOR, id="bold-with-a-marker"),
    pytest.param(EN.replace(" contain", "\ncontain"), ASKED_FOR, id="wrapped"),
    pytest.param(f"No. {EN}", ASKED_FOR, id="behind-a-no"),
    pytest.param(f"{EN} {EN}", ASKED_FOR, id="twice"),
    pytest.param(KO, ASKED_FOR, id="korean"),
    pytest.param(f"답변: {KO}", ASKED_FOR, id="korean-with-a-preface"),
    pytest.param("", ASKED_FOR, id="nothing"),
    pytest.param("Yes.", ASKED_FOR, id="yes-alone"),
    pytest.param("The sources do not mention dogs.", OTHER_WORDS, id="do-not-mention"),
    pytest.param("The provided documents don't say who pays.", OTHER_WORDS, id="do-not-say"),
    pytest.param("None of the sources provided does not state it.", OTHER_WORDS, id="none"),
    pytest.param("I'm sorry, but the text does not address this question.", OTHER_WORDS, id="sorry"),
    pytest.param("Based on the sources above, there is no information about dogs.", None, id="based-on-there-is-none"),
    pytest.param("There is not enough information to answer.", OTHER_WORDS, id="not-enough"),
    pytest.param("The sources do not say. There is no information on dogs.", OTHER_WORDS, id="two-sentences"),
    pytest.param("제공된 자료에는 반려견에 관한 내용이 없습니다.", OTHER_WORDS, id="korean-in-other-words"),
    pytest.param("자료에는 관련 규정이 나와 있지 않습니다.", OTHER_WORDS, id="korean-no-rule"),
    pytest.param("Rent is due. [1] The sources do not mention dogs.", None, id="beside-an-answer"),
    pytest.param("The landlord does not provide heat. [1]", None, id="a-rule-that-denies"),
    pytest.param("문서에 서명한 내용은 변경되지 않습니다. [1]", None, id="a-korean-rule-that-denies"),
]


@pytest.mark.parametrize(("text", "outcomes"), REFUSED)
def test_refusal_is_told_from_an_answer(text: str, outcomes: tuple[str, ...] | None) -> None:
    draft = from_text(text, 4)
    assert draft.refused is (outcomes is not None)
    assert draft.outcomes == (outcomes or ())
    assert draft.refused is not bool(draft.sentences)


def test_sentence_of_a_source_is_no_refusal() -> None:
    rule = "The information does not include the tenant's name."
    assert from_text(f"{rule} [1]", 4).refused
    assert rows(from_text(f"{rule} [1]", 4, [f"Notice.\n{rule} It is kept."])) == [(rule, (1,))]
    assert from_text(rule, 4, [rule]).refused  # it cites nothing


SHOWN = "The deposit is returned within 21 days⁷ (Source 9). According to Source 8, the rent is due."
OWN = [
    pytest.param(
        "The deposit is returned within 21 days⁷. [1]", [("The deposit is returned within 21 days⁷.", (1,))], id="note"
    ),
    pytest.param(
        "The deposit is returned within 21 days⁷ (Source 9). [1]",
        [("The deposit is returned within 21 days⁷ (Source 9).", (1,))],
        id="note-and-round",
    ),
    pytest.param(
        "According to Source 8, the rent is due. [1]", [("According to Source 8, the rent is due.", (1,))], id="words"
    ),
    pytest.param(
        "The deposit is returned within 30 days⁷. [1]",
        [("The deposit is returned within 30 days.", (7, 1))],
        id="behind-other-words",
    ),
    pytest.param(
        "The deposit is returned within 21 days (Source 2). [1]",
        [("The deposit is returned within 21 days.", (2, 1))],
        id="another-number",
    ),
    pytest.param("(Source 9) [1]", [("", (9, 1))], id="without-words"),
]


@pytest.mark.parametrize(("text", "expected"), OWN)
def test_what_a_source_has_itself_is_no_marker(text: str, expected: Rows) -> None:
    assert rows(from_text(text, 4, [SHOWN])) == expected
    bound = from_sentences([{"text": text, "sources": []}], 4, [SHOWN])
    assert rows(bound) == expected


def test_letters_of_another_plane_turn_into_nothing_else() -> None:
    forged = "".join(chr(0xF0000 + ord(char)) for char in "[9]\x1b")
    assert rows(from_text(f"Rent is{forged} due. [1]", 4, [SHOWN])) == DUE


def item(sources: Any, text: str = "Rent is due.") -> list[dict[str, Any]]:
    return [{"text": text, "sources": sources}]


BOUND = [
    pytest.param(item([1]), DUE, id="number"),
    pytest.param(item([2, 1, 2]), [("Rent is due.", (2, 1))], id="numbers"),
    pytest.param(item(1), DUE, id="no-list"),
    pytest.param(item(["1"]), DUE, id="digits"),
    pytest.param(item("1, 2"), [("Rent is due.", (1, 2))], id="digits-in-one-text"),
    pytest.param(item(["S2"]), [("Rent is due.", (2,))], id="letter"),
    pytest.param(item(["Source 2"]), [("Rent is due.", (2,))], id="noun"),
    pytest.param(item(["[1]"]), DUE, id="brackets"),
    pytest.param(item(["[1] Fla. Stat. § 83.49(3)"]), DUE, id="with-its-place"),
    pytest.param(item(["Source 1, p. 12"]), DUE, id="with-its-page"),
    pytest.param(item(["150"]), [("Rent is due.", (150,))], id="a-source-that-is-not-there"),
    pytest.param(item([9]), [("Rent is due.", (9,))], id="number-that-is-not-there"),
    pytest.param(item([0]), [("Rent is due.", (0,))], id="zero"),
    pytest.param(item([-1]), [("Rent is due.", (-1,))], id="below-zero"),
    pytest.param(item([]), [("Rent is due.", ())], id="none"),
    pytest.param(item(None), [("Rent is due.", ())], id="null"),
    pytest.param([{"text": "Rent is due."}], [("Rent is due.", ())], id="missing"),
    pytest.param(item([1], "Rent is due [2]."), [("Rent is due.", (1, 2))], id="marker-in-the-text"),
    pytest.param(item([1], "Rent is due [9]."), [("Rent is due.", (1, 9))], id="wrong-marker-in-the-text"),
    pytest.param(
        item([1], "Rent is due. A fee is due [2]."),
        [("Rent is due.", (1,)), ("A fee is due.", (1, 2))],
        id="two-sentences-in-one-text",
    ),
    pytest.param(item([1], "The rent shall be\npaid."), [("The rent shall be paid.", (1,))], id="wrapped"),
    pytest.param(item([1], "- Rent is due."), DUE, id="bullet"),
    pytest.param(item([9], ""), [("", (9,))], id="no-words-for-a-wrong-source"),
    pytest.param([*item([1], ""), *item([1])], DUE, id="no-words"),
    pytest.param([{"text": "Rent is due.", "sources": [1], "note": 3}], DUE, id="more-than-asked-for"),
]


@pytest.mark.parametrize(("items", "expected"), BOUND)
def test_sentences_of_the_bound_form(items: list[Any], expected: Rows) -> None:
    assert rows(from_sentences(items, 4)) == expected


@pytest.mark.parametrize(
    "items",
    [
        pytest.param(item([True]), id="true"),
        pytest.param(item(False), id="false"),
        pytest.param(item([1.5]), id="fraction"),
        pytest.param(item(["the first"]), id="words"),
        pytest.param(item([[1]]), id="list-in-a-list"),
        pytest.param(item([{"id": 1}]), id="object"),
        pytest.param([{"sources": [1]}], id="no-text"),
        pytest.param([{"text": 3, "sources": [1]}], id="text-that-is-none"),
        pytest.param(["Rent is due."], id="text-alone"),
        pytest.param([*item([1]), None], id="null-behind-a-sentence"),
    ],
)
def test_another_form_is_no_draft(items: list[Any]) -> None:
    assert from_sentences(items, 4) is None


@pytest.mark.parametrize("items", [[], item([1], ""), item([1], EN), item([], "Yes.")])
def test_nothing_in_the_bound_form_is_a_refusal(items: list[Any]) -> None:
    draft = from_sentences(items, 4)
    assert draft is not None
    assert (draft.refused, draft.sentences) == (True, ())


def test_what_is_not_seen_is_told() -> None:
    assert from_text("Rent\u202e is due. [1]", 4).outcomes == ("unseen_removed",)
    assert from_text("Rent is due. [1]\r\n", 4).outcomes == ()


LAW = st.text(st.sampled_from("abcAB 7[]()（）【】〔〕［］<>＜＞◁▷.,§⁷가나\n"), max_size=60)


@given(LAW)
def test_sentence_that_a_model_copies_comes_back_word_for_word(words: str) -> None:
    """Whatever brackets a source has: what was sent is what is read, its own markers aside."""
    source = f"The landlord shall {words.strip()} return it"
    copied = " ".join(as_data(source).split())
    draft = from_text(f"{copied} [1].", 1, [source])
    said = " ".join(s.text for s in draft.sentences)
    if len(draft.sentences) == 1:
        assert " ".join(said.removesuffix(".").split()) == " ".join(source.split()).replace("\u200b", "")


@given(
    st.lists(
        st.sampled_from(
            ["**", "`", "- ", "# ", ":", "\n", "Rent is due", ". ", " [1]", "[9]", "Yes", "<b>", "[", "]("]
        ),
        max_size=14,
    )
)
def test_source_that_is_not_there_is_never_lost(parts: list[str]) -> None:
    text = "".join(parts)
    draft = from_text(text, 4)
    cited = [number for s in draft.sentences for number in s.citations]
    assert ("[9]" in text and "](" not in text) <= (9 in cited or draft.refused)


N = 50_000
HUGE = [
    "**a " * N,
    "*a " * N,
    "`a " * N,
    "__a " * N,
    "a:\n" * N,
    "He must:\n" * 500 + "- b\n" * N,
    "# a\n" * N,
    "[1] " * N,
    "word\n" * N,
    "yes, " * N,
    "days⁷ " * N,
    "[a](b" * N,
    "<a" * N,
    "the sources do not contain " * N,
]


@pytest.mark.parametrize("text", HUGE, ids=range(len(HUGE)))
def test_time_grows_with_the_length_only(text: str) -> None:
    started = time.perf_counter()
    from_text(text, 4, ["within 21 days⁷"])
    assert time.perf_counter() - started < 10
