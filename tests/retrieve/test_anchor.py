"""The topic anchor without a model: rows of questions over a small vocabulary, Korean and English, and hostile ones."""

from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.retrieve.anchor import MAX_CONDITION_CHARS, MAX_TOPIC_CHARS, bounded, callers_anchor, topic_anchor
from pincite.retrieve.anchor_vocabulary import AnchorVocabulary
from pincite.types.anchor import AnchorSource, TopicAnchor

KOREAN = AnchorVocabulary(
    "ko",
    ["제3조(빛의 색)", "점검수당의 지급 등", "등대의 폐지", "보증금의 반환", "비밀의 유지", "목적"],
    [
        ("등대지기", "란 등대를 지키는 사람을 말한다."),
        ("점검수당", "이란 점검을 마친 등대지기에게 주는 금액을 말한다."),
    ],
    [
        "① 관할 항만청의 장은 등대를 점검하여야 한다.",
        "② 관할 항만청의 장은 기록을 남겨야 한다. 확인은 하여야 한다.",
        "확인은 하여야 한다. 수당은 지급할 수 있다. 비밀을 누설하여서는 아니 된다.",
    ],
)
ENGLISH = AnchorVocabulary(
    "en",
    ["§ 1.20 Security deposits", "Return of the deposit", "Late fees", "Definitions", "Requirements for § 1.30"],
    [
        ("dwelling unit", " means a room in which people live."),
        ("lessee", " means a person who rents a dwelling unit."),
    ],
    [
        "A landlord shall return the deposit. Each landlord must keep it.",
        "No number shall be used. The number may grow.",
    ],
)
ROWS = [
    pytest.param("ko", "등대지기는 점검수당을 언제 받나요?", "topic", "점검수당", id="term-ko"),
    pytest.param("ko", "보증금은 어떻게 반환하나요?", "topic", "보증금의 반환", id="heading-ko"),
    pytest.param("ko", "등대지기가 등대를 점검하나요?", "actor", "등대지기", id="defined-role-ko"),
    pytest.param("ko", "관할 항만청의 장이 등대를 폐지하나요?", "actor", "관할 항만청의 장", id="bound-role-ko"),
    pytest.param("ko", "확인은 누가 하나요?", "actor", "", id="an-act-is-no-role-ko"),
    pytest.param("ko", "보증금이 500만원 이상이면 어떻게 하나요?", "magnitude", "500만원 이상", id="amount-ko"),
    pytest.param("ko", "보증금의 100분의 20을 초과하면 되나요?", "magnitude", "100분의 20", id="share-ko"),
    pytest.param(
        "ko", "점검을 마친 날부터 30일 이내에 청구하나요?", "temporal", "점검을 마친 날부터 30일 이내에", id="period-ko"
    ),
    pytest.param("ko", "등대를 폐지하기 전에 알려야 하나요?", "temporal", "등대를 폐지하기 전에", id="before-ko"),
    pytest.param("ko", "기록은 몇 년 동안 보관하나요?", "temporal", "", id="what-is-asked-is-not-said-ko"),
    pytest.param("ko", "폭풍이 부는 경우 점검하나요?", "situational", "폭풍이 부는 경우", id="case-ko"),
    pytest.param("ko", "등대를 폐지하려면 무엇이 필요한가요?", "situational", "등대를 폐지하려면", id="in-order-to-ko"),
    pytest.param("ko", "비밀을 누설하면 어떻게 되나요?", "situational", "비밀을 누설하면", id="if-ko"),
    pytest.param("ko", "어떤 경우에 점검을 미루나요?", "situational", "", id="asked-case-ko"),
    pytest.param("ko", "점검을 미룰 수 있는 경우는 언제인가요?", "situational", "", id="asked-case-behind-ko"),
    pytest.param("ko", "비밀을 지켜야 하나요?", "topic", "비밀", id="words-of-the-texts-where-no-phrase-fits-ko"),
    pytest.param("en", "How large may security deposits be?", "topic", "Security deposits", id="heading"),
    pytest.param("en", "What requirements apply?", "topic", "Requirements", id="heading-cut-behind-its-number"),
    pytest.param("en", "May the lessee sublet?", "actor", "lessee", id="defined-role"),
    pytest.param("en", "Do landlords pay interest?", "actor", "landlord", id="bound-role"),
    pytest.param("en", "Which number is used?", "actor", "", id="a-thing-is-no-role"),
    pytest.param("en", "Is a fee of more than $50 allowed?", "magnitude", "more than $50", id="amount"),
    pytest.param(
        "en", "Must it be back within 30 days after move-out?", "temporal", "within 30 days after move-out", id="period"
    ),
    pytest.param("en", "Is notice due before entering the unit?", "temporal", "before entering the unit", id="before"),
    pytest.param("en", "How many days are there?", "temporal", "", id="what-is-asked-is-not-said"),
    pytest.param("en", "If the rent is late, is a fee due?", "situational", "If the rent is late", id="if"),
    pytest.param("en", "When must rent be paid?", "situational", "", id="asking-when"),
    pytest.param("en", "Where can a deposit be kept?", "situational", "", id="asking-where"),
    pytest.param("en", "Is a fee due when rent is late?", "situational", "when rent is late", id="when"),
]


@pytest.mark.parametrize(("language", "question", "part", "said"), ROWS)
def test_parts_of_the_anchor(language: str, question: str, part: str, said: str) -> None:
    anchor = topic_anchor(question, KOREAN if language == "ko" else ENGLISH)
    assert getattr(anchor, part) == said
    assert anchor.source is AnchorSource.VOCABULARY


def test_what_is_unsaid_is_open() -> None:
    anchor = topic_anchor("등대지기는 점검수당을 언제 받나요?", KOREAN)
    assert anchor.open == ("temporal", "magnitude", "situational")


def test_question_outside_the_corpus_has_no_topic() -> None:
    assert topic_anchor("Zzyzx quokka?", ENGLISH) == TopicAnchor("")


def test_vocabulary_of_nothing() -> None:
    assert topic_anchor("Is a fee due?", AnchorVocabulary("en", [], [], [])).topic == ""


def test_order_of_the_corpus_makes_no_difference() -> None:
    headings, passages = ["Late fees", "Security deposits", "Fees"], ["A landlord shall pay. A landlord may pay."]
    there = AnchorVocabulary("en", headings, [], passages)
    back = AnchorVocabulary("en", headings[::-1], [], passages[::-1])
    question = "Which late fees and security deposits may a landlord ask for?"
    assert topic_anchor(question, there) == topic_anchor(question, back)


def test_callers_anchor_is_bounded_and_marked() -> None:
    anchor = callers_anchor(TopicAnchor("제3조 점검\x00\n" + "긴 말 " * 200, actor="누구\u202e" + "x" * 1000))
    assert anchor.source is AnchorSource.CALLER
    assert anchor.topic.startswith("점검 긴 말")
    assert len(anchor.topic) <= MAX_TOPIC_CHARS
    assert len(anchor.actor) <= MAX_CONDITION_CHARS
    assert "\u202e" not in anchor.actor


TEXTS = st.one_of(
    st.text(max_size=300),
    st.lists(
        st.sampled_from("등대 점검 경우 하면 30일 이내 전에 if when fee $50 \ud800 제3조 ( ) ? ,".split()), max_size=60
    ).map(" ".join),
)


@settings(max_examples=60, deadline=None)
@given(question=TEXTS)
def test_any_text_has_a_bounded_anchor(question: str) -> None:
    for vocabulary in (KOREAN, ENGLISH):
        anchor = topic_anchor(question, vocabulary)
        assert len(anchor.topic) <= MAX_TOPIC_CHARS
        assert all(len(said) <= MAX_CONDITION_CHARS for said in anchor.conditions.values())
        assert bounded(anchor) == anchor


def test_long_question_takes_no_time_to_speak_of() -> None:
    question = "등대지기가 점검을 하는 경우 " * 250
    topic_anchor(question, KOREAN)
    started = perf_counter()
    topic_anchor(question[:4000], KOREAN)
    assert perf_counter() - started < 1.0
