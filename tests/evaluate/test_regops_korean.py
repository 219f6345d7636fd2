"""Korean sentences of law as questions: cleaning, particles, endings, what is asked out, and what gives nothing."""

from __future__ import annotations

import pytest

from pincite.evaluate.regops.questions.claims import said
from pincite.evaluate.regops.questions.giveaways import gives_away, is_repeat, words_of
from pincite.evaluate.regops.questions.korean import slots
from pincite.evaluate.regops.questions.korean.applied import in_place
from pincite.evaluate.regops.questions.korean.clauses import condition, parts
from pincite.evaluate.regops.questions.korean.endings import asked, plainer, split_statements
from pincite.evaluate.regops.questions.korean.exceptions import undone
from pincite.evaluate.regops.questions.korean.natural import is_natural, tells_answer
from pincite.evaluate.regops.questions.korean.plain import (
    LEFT,
    OPEN_END,
    with_particle,
    without_brackets,
    without_citations,
)
from pincite.evaluate.regops.questions.korean.twin_topics import worded

CITATIONS = [
    ("법 제13조제1항에 따른 등대기금을 쓴다", "등대기금을 쓴다"),
    ("「등대법」 제3조 및 제5조에 따라 보수한다", "보수한다"),
    ("제2항에도 불구하고 장관은 허가한다", "장관은 허가한다"),
    ("법 제3조제2항 각 호 외의 부분 본문에 따른 등대지기는", "등대지기는"),
    ("같은 조 제2항에 따라 보수한 등대", "보수한 등대"),
    ("대통령령으로 정하는 바에 따라 켠다", "켠다"),
    ("제2항에 따른 기간 동안", f"{OPEN_END}기간 동안"),  # says nothing without what was cited
    ("보수목표를 정한다", "보수목표를 정한다"),  # no 목 of a list
    ("영 제43조제2항 규정에 따라 등대를 짓는다", "등대를 짓는다"),
    ("제1항 각 호의 기관은 등을 켠다", "기관은 등을 켠다"),
    ("제8항에 따른 업무에 관한 사업계획을 낸다", "사업계획을 낸다"),
    ("제1항의 등대점검신청서를 받는다", "등대점검신청서를 받는다"),
    ("제1항의 방안을 정한다", f"{OPEN_END}방안을 정한다"),
    ("법 제15조제2항에 따라 변경을 요청한다", f"{OPEN_END}변경을 요청한다"),  # of what, only the act says
]


@pytest.mark.parametrize(("text", "expected"), CITATIONS)
def test_citations_are_taken_out(text: str, expected: str) -> None:
    assert without_citations(text) == expected


LEFT_OVER = [
    "제3조의 등대",
    "다음 각 호의 등대",
    "별표 2의 등대",
    "가목의 등대",
    f"{OPEN_END}기간",
    "「등대법」의 등대",
]
FREE = ["성과목표를 정하나요?", "각 목적을 아나요?", "항목을 정하나요?", "점검 결과에 따른 조치를 하나요?"]


@pytest.mark.parametrize("text", LEFT_OVER)
def test_the_laws_apparatus_is_seen(text: str) -> None:
    assert LEFT.search(text)


@pytest.mark.parametrize("text", FREE)
def test_plain_words_are_no_apparatus(text: str) -> None:
    assert LEFT.search(text) is None


def test_brackets_go_with_what_stands_in_them() -> None:
    assert without_brackets("등대(빛을 내는 탑(塔)을 말한다)는 켠다") == "등대는 켠다"


PARTICLES = [
    ("기관", "은/는", "기관은"), ("등대", "은/는", "등대는"), ("등대장", "이/가", "등대장이"),
    ("탑", "을/를", "탑을"), ("ZEUS", "은/는", "ZEUS는"), ("30", "이/가", "30이"),
]  # fmt: skip


@pytest.mark.parametrize(("word", "pair", "expected"), PARTICLES)
def test_particles_follow_the_last_sound(word: str, pair: str, expected: str) -> None:
    assert with_particle(word, pair) == expected


ENDINGS = [
    ("누가 보수하여야 한다", "누가 보수해야 하나요?"),
    ("언제까지 받아야 한다", "언제까지 받아야 하나요?"),
    ("어떤 경우에 켤 수 있다", "어떤 경우에 켤 수 있나요?"),
    ("누가 켜서는 아니 된다", "누가 켜서는 안 되나요?"),
    ("언제 켜지 아니할 수 있다", "언제 켜지 않아도 되나요?"),
    ("임기는 몇 년으로 한다", "임기는 몇 년인가요?"),
    ("누구를 원칙으로 한다", "누구를 원칙으로 하나요?"),
    ("어디에 둔다", "어디에 두나요?"),
]


@pytest.mark.parametrize(("statement", "final"), ENDINGS)
def test_endings_of_statutes_become_those_of_questions(statement: str, final: str) -> None:
    found = asked(statement)
    assert found is not None
    assert found.finals[0] == final


def test_an_unknown_ending_gives_no_question() -> None:
    assert asked("다음과 같다") is None


def test_a_sentence_comes_apart_where_a_statement_ends() -> None:
    sentence = "장관은 점검을 하여야 하며, 결과를 알릴 수 있고, 문을 닫을 수 있다"
    assert split_statements(sentence) == ["장관은 점검을 하여야 한다", "결과를 알릴 수 있다", "문을 닫을 수 있다"]
    assert len(split_statements("장관은 돈을 주지 아니하고 일을 시킬 수 있다")) == 1


SUBJECTS = [
    ("등대관리기관의 장은 불을 켠다", "등대관리기관의 장", True),
    ("등대 또는 항구의 장은 불을 켠다", "등대 또는 항구의 장", True),
    ("등대기금의 존속기간은 10년으로 한다", "등대기금의 존속기간", False),
    ("허가를 받으려는 자는 신청한다", "허가를 받으려는 자", True),
    ("불이 꺼진 경우에는 알려야 한다", "", False),
    ("장관이 점검하는 경우에는 문을 열 수 있다", "장관", True),
]


@pytest.mark.parametrize(("statement", "subject", "actor"), SUBJECTS)
def test_subjects(statement: str, subject: str, actor: bool) -> None:
    found = parts(statement)
    assert (found.subject, found.is_actor) == (subject, actor)


def test_a_condition_opens_what_is_said() -> None:
    assert condition("폭풍이 오는 경우에는 불을 켤 수 있다") == ("폭풍이 오는 경우", "", "불을 켤 수 있다")
    assert condition("불을 켤 수 있다") is None


TIMES = [
    ("통보받은 날부터 30일 이내에 내야 한다", "통보받은 날부터 며칠 이내에 내야 한다", "30일 이내에"),
    ("매년 3월 15일까지 내야 한다", "매년 언제까지 내야 한다", "3월 15일까지"),
    ("다음 해 1월 31일까지 내야 한다", "다음 해 언제까지 내야 한다", "1월 31일까지"),
    ("5년마다 세워야 한다", "몇 년마다 세워야 한다", "5년마다"),
    ("지체 없이 알려야 한다", "언제까지 알려야 한다", "지체 없이"),
]


@pytest.mark.parametrize(("text", "masked", "answer"), TIMES)
def test_periods_and_dates_are_asked_out(text: str, masked: str, answer: str) -> None:
    (mask,) = slots.times(text)
    assert (mask.text, mask.answer) == (masked, answer)


def test_two_periods_are_not_asked() -> None:
    assert slots.times("30일 이내에 내고 60일 이내에 고쳐야 한다") == []


AMOUNTS = [
    ("경비의 100분의 50 이내에서 준다", "경비의 몇 퍼센트 이내에서 준다"),
    ("등대비의 40퍼센트를 넘을 수 없다", "등대비의 몇 퍼센트를 넘을 수 없다"),
    ("3천만원 이상의 등을 산다", "얼마 이상의 등을 산다"),
    ("위원장 1명을 포함한 15명 이내의 위원으로 구성한다", "위원장 1명을 포함한 몇 명의 위원으로 구성한다"),
]


@pytest.mark.parametrize(("text", "masked"), AMOUNTS)
def test_amounts_are_asked_out(text: str, masked: str) -> None:
    (mask,) = slots.amounts(text)
    assert mask.text == masked


def test_to_whom_is_asked_of_the_whole_party() -> None:
    (mask,) = slots.recipients("고장내역서를 소관 해양등대장관에게 제출하여야 한다")
    assert (mask.text, mask.answer) == ("고장내역서를 누구에게 제출하여야 한다", "소관 해양등대장관")
    assert slots.recipients("항구, 도시 및 섬의 장에게 제출하여야 한다") == []  # a list's last member is not all


def test_a_paper_is_asked_only_as_a_whole() -> None:
    (mask,) = slots.papers("장관에게 점등신청서를 제출하여야 한다")
    assert mask.text == "장관에게 어떤 서류를 제출하여야 한다"
    assert slots.papers("장관에게 표준 점등신청서를 제출하여야 한다") == []


def test_a_question_word_takes_no_topic_particle() -> None:
    assert slots.with_question_word("누구", "는") == "누가"
    assert slots.with_question_word("어떤 등대", "는") == "어떤 등대가"
    assert slots.with_question_word("어떤 경우", "에는") == "어떤 경우에"


def test_who_takes_whose_place_is_written_with_fitting_particles() -> None:
    assert in_place("정부출연기관은 대학정부출연기관과 정부출연기관을 본다", "정부출연기관", "학교") == (
        "학교는 대학정부출연기관과 학교를 본다"
    )


UNDONE = [
    ("고장내역서를 제출하여야 한다", "고장내역서를 제출하지 않아도 되나요?"),
    ("점검을 받아야 한다", "점검을 받지 않아도 되나요?"),
    ("불을 켜게 할 수 있다", "불을 켜게 할 수 없나요?"),
    ("불이 꺼진다", None),
]


@pytest.mark.parametrize(("rule", "asked_back"), UNDONE, ids=["duty", "receive", "may", "unknown"])
def test_a_rule_is_asked_where_it_does_not_hold(rule: str, asked_back: str | None) -> None:
    assert undone(rule) == asked_back


NATURAL = [
    ("등대관리기관은 며칠 안에 고장내역서를 내야 하나요?", True),
    ("해당 기관은 이를 언제까지 알려야 하나요?", False),
    ("등대관리기관은 등대를 점검하여 고장을 확인하고 부품을 교체하여 불을 켠 뒤 어떤 서류를 내야 하나요?", False),
    ("누가 언제 불을 켜야 하나요?", False),
    ("등대관리기관은 불을 켜도록 노력해야 하나요?", False),
    ("등대지기는 등대에 쓴 돈을 다른 곳에 써도 되나요?", False),
    ("등대지기는 등대기름을 난방에 사용해도 되나요?", True),
    ("위원은 누구 중에서 장관이 위촉하는 사람이 되나요?", False),
    ("장관은 문화활동을 담당하는 어떤 기관을 돕나요?", False),
    ("위원회에 간사를 두며, 간사는 누가 맡나요?", False),
    ("장관은 등대를 점검한 후, 그 결과를 알려야 하는데, 어떤 예외가 있나요?", False),
    ("등대점검통합관리기관의 장은 등대점검통합관리계정에 무엇을 쌓나요?", False),
    ("장관은 점검 결과에 따라 점검 계획을 세우고 점검 대상을 누구에게 알리나요?", False),
    ("며칠 이상 알렸음에도 신청자가 없는 부표를 파는 경우 공개매각을 해야 하나요?", False),
]


@pytest.mark.parametrize(
    ("question", "natural"),
    NATURAL,
    ids=[
        "plain",
        "hanging",
        "recital",
        "two",
        "nothing_asked",
        "no_known_end",
        "whether",
        "clipped",
        "in_description",
        "two_deeds",
        "no_exception",
        "long_alike",
        "office_word",
        "figure_in_a_case",
    ],
)
def test_what_nobody_would_ask_is_seen(question: str, natural: bool) -> None:
    assert is_natural(question) is natural


def test_a_question_that_names_its_own_condition_tells_it() -> None:
    question = "기관은 어떤 경우에 폭풍으로 통신이 끊긴 고장을 알리나요?"
    assert tells_answer(question, "폭풍으로 통신이 끊긴 경우", "ko.permission.condition")
    assert not tells_answer(question, "안개가 짙은 경우", "ko.permission.condition")


def test_claims_drop_deleted_items_and_keep_the_places_that_they_cite() -> None:
    quote = "장은 제1항에 따라 낸 결과를 알린다. 가. 등대 나. 삭제 <2022.1.6>"
    assert said(quote) == "장은 제1항에 따라 낸 결과를 알린다. 가. 등대"
    assert said("법 제5조제1항에 따른 등대") == "법 제5조제1항에 따른 등대"


def test_a_twins_topic_takes_its_particle() -> None:
    assert worded("{은는} 몇 부를 내야 하나요?", "점등계획표") == "점등계획표는 몇 부를 내야 하나요?"


def test_daily_words_stand_for_those_of_offices() -> None:
    assert plainer("결과를 통보해야 하나요?") == "결과를 알려야 하나요?"
    assert plainer("등록ㆍ제출해야 하나요?") == "등록ㆍ제출해야 하나요?"


def test_giveaways_and_repeats() -> None:
    assert gives_away("등대지기는 등대의 불을 켜야 하나요?", ["등대지기는 등대의 불을 켜야 한다."])
    assert not gives_away("등대지기는 언제 불을 켜야 하나요?", ["등대지기는 해가 지면 불을 켜야 한다."])
    one = words_of("등대지기는 언제 불을 켜야 하나요?")
    assert is_repeat(one, [words_of("등대지기가 언제 불을 켜야 합니까?")])
    assert not is_repeat(one, [words_of("선장은 어디에 닻을 내려야 하나요?")])
