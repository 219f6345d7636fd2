from __future__ import annotations

from dataclasses import replace
from typing import Any
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.answer import reasons
from pincite.answer.citations import cite
from pincite.answer.reasons import failure_detail, fault_detail
from pincite.answer.record import to_record
from pincite.answer.render import to_text
from pincite.answer.screen import KEEP, SHOWN, begun, columns, safe, shortened, wrap
from pincite.testing import document_of
from pincite.types.answer import (
    Answer,
    CheckedSentence,
    CheckState,
    DraftFault,
    Finding,
    Refusal,
    RefusalReason,
    Support,
    Trace,
)
from pincite.types.chunk import Chunk, Piece
from pincite.types.document import Span
from pincite.types.retrieval import Evidence
from pincite.validate.policy import GATES

ANSWER = """\
A landlord shall return the deposit within 21 days after the tenant moves
out. [1]

The landlord must answer within 10 days. [2]

[1] Harbor City Code, Title 7, Chapter 2, § 7-2-10(1)
    “A landlord shall return the deposit within … after the tenant moves out.”

[2] Renters' Handbook, p. 12 (PDF p. 3 of 3)
    “The landlord must answer within 10 days.”

citeguard · preset paper · gate standard · model extractive (word for word)
documents: act, handbook
"""

REFUSAL = """\
The document does not contain sufficient information to answer this question.

Why: an answer was written, but the passages do not carry every sentence of it
  (1 of 1 sentences failed).
What would help: ask for one thing, in the document's words, or read the
  passages below.

Nearest passages:
  - Harbor City Code, Title 7, Chapter 2, § 7-2-10
    “(1) A landlord shall return the deposit within 21 days after the tenant …”
  - Renters' Handbook, p. 12 (PDF p. 3 of 3)
    “The landlord must answer within 10 days.”
  - Harbor City Code, Title 7, Chapter 2, § 7-2-11
    “A landlord shall give 24 hours' notice before entering.”

citeguard · preset paper · gate standard · model extractive
documents: act, handbook
"""


def test_answer_on_screen(answer: Answer) -> None:
    assert to_text(answer) == ANSWER


def test_refusal_on_screen(refusal: Refusal) -> None:
    assert to_text(refusal) == REFUSAL


LISTED = """§ 5. Keys

The club lends a key to each member who asks for it in writing. A key costs nothing. The member shall:
(a) keep the key on the ring that the club has given to him;
(b) bring it back by 9 p.m. on the day.
Guests get no key.
"""
MEMBER = "The club lends a key to each member who asks for it in writing."


def cited(*texts: str, **changes: Any) -> Answer:
    """An answer out of sentences of the rules, or of other words for their first one."""
    rules = document_of(LISTED, id="rules", title="Club Rules", headings=(("5", "§ 5. Keys", 1),))
    flat = " ".join(LISTED.split())
    chunk = Chunk("rules#0", "rules", 0, LISTED, (Piece(0, Span(0, len(LISTED))),), 9, "", "Club Rules, § 5")
    spans = [LISTED.find(text if text in flat else MEMBER) for text in texts]
    return Answer(
        question="?",
        language="en",
        method="citeguard",
        model="m",
        preset="paper",
        gate="standard",
        evidence=(Evidence(1, chunk, rules.title, rules.file_sha256, rules.text_sha256),),
        trace=Trace(),
        sentences=tuple(CheckedSentence(text, (1,), Support.FULL, ()) for text in texts),
        citations=tuple(
            cite(rules, Span(start, start + len(text if text in flat else MEMBER)), number=1, sentence=place)
            for place, (text, start) in enumerate(zip(texts, spans, strict=True))
        ),
        **changes,
    )


PARAGRAPHS = [
    pytest.param(
        ["A key costs nothing.", "The member shall:", "(b) bring it back by 9 p.m. on the day.", "Guests get no key."],
        "A key costs nothing. [1] The member shall: [1]\n"
        "  (b) bring it back by 9 p.m. on the day. [1] Guests get no key. [1]",
        id="list",
    ),
    pytest.param(
        ["A key costs nothing.", "Guests get no key."],
        "A key costs nothing. [1]\n\nGuests get no key. [1]",
        id="words-left-out-between",
    ),
    pytest.param(
        ["Members get a key.", "It is lent.", "1. It is free.", "2. It is small."],
        "Members get a key. [1] It is lent. [1]\n  1. It is free. [1]\n  2. It is small. [1]",
        id="in-the-writer's-words",
    ),
    pytest.param(
        ["No. 5 is lent to Mr. Smith.", "A. B. Jones has none."],
        "No. 5 is lent to Mr. Smith. [1]\n  A. B. Jones has none. [1]",
        id="initials-read-as-a-label",
    ),
]


@pytest.mark.parametrize(("texts", "expected"), PARAGRAPHS)
def test_lists_and_gaps_begin_new_lines(texts: list[str], expected: str) -> None:
    body = to_text(cited(*texts), width=120).split("\n\n[1]")[0]
    assert body == expected


def test_an_item_goes_on_under_itself() -> None:
    lines = to_text(cited("(a) keep the key on the ring that the club has given to him;"), width=40).splitlines()
    assert lines[:2] == ["  (a) keep the key on the ring that the", "    club has given to him; [1]"]


def test_quote_of_other_words_is_shown_whole() -> None:
    text = to_text(cited("Who is a member and wants one can borrow a key."), width=60)
    assert "    “The club lends a key to each member who asks for it in\n    writing.”" in text
    text = to_text(cited(MEMBER), width=60)
    assert "    “The club lends a key to each … asks for it in writing.”" in text


def test_a_quote_as_long_as_a_chunk_is_shown_in_part(answer: Answer) -> None:
    quote = replace(answer.citations[0].quote, exact=" ".join(f"word{n}" for n in range(900)))
    text = to_text(replace(answer, citations=(replace(answer.citations[0], quote=quote),)))
    assert len(text.splitlines()) < 25
    assert "“word0 word1" in text
    assert "…" in text
    assert "word899”" in text


def test_pages_and_sections_stay_with_their_numbers(answer: Answer) -> None:
    citation = replace(
        answer.citations[1], label="Handbook of the Renters of Harbor, §§ 5 to 7, p. 12 (PDF p. 3 of 33)"
    )
    text = to_text(replace(answer, citations=(citation,)), width=44)
    assert "[2] Handbook of the Renters of Harbor,\n    §§ 5 to 7, p. 12 (PDF p. 3 of 33)\n" in text
    assert "\u00a0" not in text


def test_date_of_the_editions_is_shown() -> None:
    assert "model m · as of 2024-05-01\ndocuments: rules\n" in to_text(cited("Guests get no key.", as_of="2024-05-01"))


WHY = [
    pytest.param("insufficient_evidence", "en", "they say nothing of it", "Why: they say nothing of it.", id="detail"),
    pytest.param("insufficient_evidence", "en", "", "Why: the passages found do not hold the answer.", id="no-detail"),
    pytest.param("model_refused", "en", "declined", "Why: the model found no answer in the passages.", id="refused"),
    pytest.param("insufficient_evidence", "ko", "english", "이유: 찾은 부분에 답이 들어 있지 않습니다.", id="korean"),
    pytest.param("model_error", "en", "cut", "answer was cut, empty or malformed (cut).", id="reason-and-detail"),
]


@pytest.mark.parametrize(("reason", "language", "detail", "says"), WHY)
def test_reason_is_said_once_in_plain_words(
    refusal: Refusal, reason: str, language: str, detail: str, says: str
) -> None:
    text = to_text(replace(refusal, reason=RefusalReason(reason), language=language, detail=detail), width=120)
    assert f"{says}\n" in text


@pytest.mark.parametrize("fault", list(DraftFault), ids=lambda f: f.value)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_fault_of_a_model_is_told_with_what_helps(refusal: Refusal, fault: DraftFault, language: str) -> None:
    outcome = replace(
        refusal,
        reason=RefusalReason.MODEL_ERROR,
        language=language,
        detail=fault_detail(fault),
        trace=Trace(attempts=({"model": "m", "fault": fault.value},)),
    )
    text = " ".join(to_text(outcome, width=400).split())
    assert (fault_detail(fault) in text) == (language == "en")
    assert "cut, empty or malformed" not in text
    assert "끊겼거나 비었거나" not in text
    assert text.count("모델") >= (language == "ko")


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize(
    "check", sorted({c.name for g in GATES.values() for c in g.required_checks + g.partial_checks})
)
def test_draft_that_failed_is_not_shown_by_a_word(refusal: Refusal, check: str, language: str) -> None:
    failed = (Finding(check, CheckState.FAILED, 1.0, "not carried: purple umbrellas"),)
    sentence = CheckedSentence("The landlord owes 45 purple umbrellas.", (1,), Support.NONE, failed)
    detail = failure_detail([sentence])
    outcome = replace(refusal, model="m", language=language, sentences=(sentence,), detail=detail)
    text = to_text(outcome)
    assert not [word for word in ("purple", "umbrellas", "45") if word in text or word in detail]
    assert f"1 of 1 sentences failed: {words_of(check, 'en')}" in detail
    assert words_of(check, language).split()[0] in text
    assert "--model extractive" in text


def words_of(check: str, language: str) -> str:
    return reasons._CHECKS[language][check]


ATTACHED = [
    pytest.param([1], "en", "note: sentence 2 had no marker; its source was found by the checks", id="one"),
    pytest.param([0, 1], "en", "note: sentences 1, 2 had no marker; their sources were found by the checks", id="two"),
    pytest.param([1], "ko", "참고: 문장 2에는 표시가 없었으며 출처는 검사에서 찾았습니다", id="korean"),
]


@pytest.mark.parametrize(("places", "language", "said"), ATTACHED)
def test_source_found_by_the_checks_is_told(answer: Answer, places: list[int], language: str, said: str) -> None:
    sentences = tuple(replace(s, attached=s.citations) if at in places else s for at, s in enumerate(answer.sentences))
    assert f"\n{said}\n" in to_text(replace(answer, sentences=sentences, language=language), width=120)
    assert "checks" not in to_text(answer)


@given(width=st.integers(20, 100))
def test_no_line_is_wider_than_the_screen(width: int) -> None:
    answer = cited(
        "A key costs nothing.", "The member shall:", "(b) bring it back by 9 p.m. on the day.", "Other words."
    )
    assert all(columns(line) <= width for line in to_text(answer, width=width).splitlines())


def test_answer_file_reads_as_its_outcome(answer: Answer) -> None:
    assert to_text(to_record(answer)) == to_text(answer)


def test_color_changes_nothing_but_color(answer: Answer) -> None:
    import re

    colored = to_text(answer, color=True)
    assert "\x1b[1m" in colored
    assert "\x1b[2m" in colored
    assert re.sub(r"\x1b\[\d?m", "", colored) == to_text(answer)


@pytest.mark.parametrize("reason", list(RefusalReason), ids=lambda r: r.value)
@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_reason_has_its_words(refusal: Refusal, reason: RefusalReason, language: str) -> None:
    text = to_text(replace(refusal, reason=reason, language=language, evidence=()))
    assert ("이유" if language == "ko" else "Why") in text
    assert "passages:" not in text


def test_hostile_document_text_cannot_act_on_the_terminal(answer: Answer) -> None:
    hostile = "Pay \x1b[2J\x1b]0;title\x07now\u202e evil\r\x08 [9]"
    citation = replace(
        answer.citations[0], label="Act\x1b[31m", quote=replace(answer.citations[0].quote, exact=hostile)
    )
    sentence = replace(answer.sentences[0], text=hostile)
    evidence = tuple(replace(e, chunk=replace(e.chunk, document_id="a\x1b[0mct")) for e in answer.evidence)
    outcome = replace(answer, sentences=(sentence,), citations=(citation,), evidence=evidence, model="m\x9b1m")
    text = to_text(outcome)
    assert not set(text) & set("\x1b\x9b\x07\r\x08\u202e")
    assert "{9} [1]" in text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a\x1b[31mred\x1b[0m", f"a{SHOWN}red{SHOWN}", id="colour"),
        pytest.param("a\x1b]8;;http://x\x1b\\link", f"a{SHOWN}link", id="link"),
        pytest.param("a\x1b", f"a{SHOWN}", id="lone-escape"),
        pytest.param("a\x07b", f"a{SHOWN}b", id="bell"),
        pytest.param("a\u202eb", f"a{SHOWN}b", id="right-to-left"),
        pytest.param("a\u00adb\u200bc\U000e0041d", "abcd", id="no-width"),
        pytest.param("a \t\n\u00a0\u2028b", "a b", id="white-space"),
        pytest.param("a\ud800b", f"a{SHOWN}b", id="lone-surrogate"),
        pytest.param("제1조 § é", "제1조 § é", id="letters-stay"),
    ],
)
def test_safe(text: str, expected: str) -> None:
    assert safe(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("abc", 3, id="latin"),
        pytest.param("보증금", 6, id="hangul-is-wide"),
        pytest.param("e\u0301", 1, id="combining"),
        pytest.param("\u1112\u1161\u11ab", 2, id="conjoining-jamo"),
    ],
)
def test_columns(text: str, expected: int) -> None:
    assert columns(text) == expected


def test_korean_wraps_by_columns() -> None:
    assert wrap("보증금은 퇴거 후 삼십일 안에", 12) == ["보증금은", "퇴거 후", "삼십일 안에"]


def test_long_word_is_cut_between_letters() -> None:
    assert wrap("보증금반환의무", 6, rest="  ") == ["보증", "  금반", "  환의", "  무"]


@pytest.mark.parametrize(
    ("text", "room", "expected"),
    [
        pytest.param("one two three", 13, "one two three", id="fits"),
        pytest.param("one two three four five six", 20, "one two … five six", id="first-and-last"),
        pytest.param("보증금은 퇴거 후 삼십일 안에 반환한다", 26, "보증금은 퇴거 … 반환한다", id="korean"),
        pytest.param("onewordthatislong", 10, "onewordthatislong", id="one-word-stays"),
    ],
)
def test_shortened(text: str, room: int, expected: str) -> None:
    assert shortened(text, room) == expected


@given(st.text(alphabet="ab 보é", max_size=80), st.integers(2, 60))
def test_shortened_text_fits_or_stays_and_keeps_both_ends(text: str, room: int) -> None:
    text = " ".join(text.split())
    found = shortened(text, room)
    assert found == text or columns(found) <= room
    first, gap, last = found.partition(" … ")
    assert text.startswith(first)
    assert text.endswith(last)
    assert not gap or len(first) + len(last) < len(text)


@pytest.mark.parametrize(
    ("text", "room", "expected"),
    [
        pytest.param("one two", 7, "one two", id="fits"),
        pytest.param("one two three", 9, "one two …", id="begun"),
        pytest.param("onewordthatislong", 6, "oneword"[:5] + "…", id="one-word"),
    ],
)
def test_begun(text: str, room: int, expected: str) -> None:
    assert begun(text, room) == expected


def test_joined_words_stay_on_one_line_where_there_is_room() -> None:
    assert wrap(f"see (PDF{KEEP}p.{KEEP}3) now", 12) == ["see", "(PDF p. 3)", "now"]
    assert wrap(f"see (PDF{KEEP}p.{KEEP}3) now", 6) == ["see", "(PDF", "p. 3)", "now"]


@given(st.text(alphabet="ab 보é\u0301漢-", max_size=80), st.integers(4, 30))
def test_wrap_keeps_the_words_within_the_width(text: str, width: int) -> None:
    lines = wrap(text, width, first="* ", rest="  ")
    assert all(columns(line) <= width for line in lines)
    assert "".join("".join(line[2:] for line in lines).split()) == "".join(text.split())


@given(st.text(max_size=80))
def test_safe_text_has_nothing_that_acts(text: str) -> None:
    assert not {category(letter) for letter in safe(text)} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
