"""Korean questions as a person puts them: one deed, its object, its matter, and none of what another question asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from pincite.evaluate.regops.corpus import BenchCorpus
from pincite.evaluate.regops.questions.korean.clauses import parts
from pincite.evaluate.regops.questions.korean.context import in_context
from pincite.evaluate.regops.questions.korean.coordinated import first_deed, last_deed, resumed, with_object_carried
from pincite.evaluate.regops.questions.korean.endings import modern, plainer
from pincite.evaluate.regops.questions.korean.further_slots import further
from pincite.evaluate.regops.questions.korean.natural import (
    hangs,
    is_natural,
    matter_is_left_out,
    tells_no_field,
    wants_object,
)
from pincite.evaluate.regops.questions.korean.party_slots import party_masks, set_masks
from pincite.evaluate.regops.questions.korean.plain import with_particle
from pincite.evaluate.regops.questions.korean.shorter import named_once, said_late, shortened
from pincite.evaluate.regops.questions.korean.trimmed import (
    with_fact_named,
    with_names_given,
    with_own_places_named,
    without_lists,
    without_need,
)
from pincite.evaluate.regops.questions.korean.who import of_the_deed, who_masks
from pincite.evaluate.regops.types import Ask, QuestionType
from pincite.types.document import Span

DEEDS = [
    ("점등계획을 세우고, 심의를 거쳐 장관에게 알려야 한다", "점등계획을 세워야 한다"),
    ("등대조사를 5년마다 실시하고, 기본계획을 고칠 수 있다", "등대조사를 5년마다 실시할 수 있다"),
    ("등을 켜는 경우 문을 닫고 알려야 한다", ""),  # belongs to the case
    ("장관에게 알려야 한다", ""),
]


@pytest.mark.parametrize(("rest", "first"), DEEDS, ids=["duty", "may", "in_a_case", "one_only"])
def test_the_first_of_several_deeds_stands_alone(rest: str, first: str) -> None:
    assert first_deed(rest) == first


CARRIED = [
    ("점등계획을 세우고, 매년 3월 15일까지 장관에게 알려야 한다", "점등계획을 매년 3월 15일까지 장관에게 알려야 한다"),
    (
        "5년마다 의견을 들어 점등계획을 세우고 위원회의 심의를 거쳐 확정한다",
        "점등계획을 5년마다 위원회의 심의를 거쳐 확정한다",
    ),
    ("지정여부를 결정하여 이를 신청인에게 알려야 한다", "지정여부를 신청인에게 알려야 한다"),
    ("계획을 세우고 등을 켜야 한다", "계획을 세우고 등을 켜야 한다"),
]


@pytest.mark.parametrize(("rest", "carried"), CARRIED, ids=["dated", "steps_before", "pointing", "own_object"])
def test_what_is_made_is_the_object_of_the_next_deed(rest: str, carried: str) -> None:
    assert with_object_carried(rest) == carried


def test_what_the_statement_before_does_is_named_where_the_next_points_to_it() -> None:
    before = "맡은 바다의 등대평가를 실시할 수 있다"
    assert (
        resumed(before, "이를 실시하였을 때에는 알려야 한다") == "맡은 바다의 등대평가를 실시하였을 때에는 알려야 한다"
    )
    assert resumed("등대평가를 2년마다 실시하여야 한다", "그 결과를 알려야 한다") == "등대평가 결과를 알려야 한다"
    assert resumed("불이 꺼진다", "이를 실시하였을 때에는 알려야 한다").startswith("이를")
    assert last_deed("불을 점검하여 매년 1월 15일까지 실적을 내야 한다") == "매년 1월 15일까지 실적을 내야 한다"


PARTIES = [
    (
        "점등계획을 세울 때에는 항구장의 의견을 들어야 한다",
        "점등계획을 세울 때에는 누구의 의견을 들어야 한다",
        "항구의 장",
    ),
    (
        "등대자문회의의 심의를 거쳐 점등계획을 확정하여야 한다",
        "점등계획을 어디의 심의를 거쳐 확정하여야 한다",
        "등대자문회의",
    ),
    ("점등계획을 해양등대장관과 협의하여 정한다", "점등계획을 누구와 협의하여 정한다", "해양등대장관"),
    ("점검 결과를 등대자문회의에 보고하여야 한다", "점검 결과를 어디에 보고하여야 한다", "등대자문회의"),
    ("점검업무를 장관이 정하는 기관에 위탁한다", None, None),  # whose it is, is a description
    (
        "비용을 쓰려는 경우 해양등대장관의 사전 승인을 받아야 한다",
        "비용을 쓰려는 경우 누구의 사전 승인을 받아야 한다",
        "해양등대장관",
    ),
]


@pytest.mark.parametrize(
    ("text", "masked", "answer"), PARTIES, ids=["heard", "body", "with", "where_to", "described", "in_a_case"]
)
def test_whom_one_asks_and_where_one_turns(text: str, masked: str | None, answer: str | None) -> None:
    text = text.replace("항구장", "항구의 장")
    found = party_masks(text)
    assert [(m.text, m.answer) for m in found] == ([(masked, answer)] if masked else [])


SET_AS = [
    ("등대점검전담기관", "등대연구원으로 한다", "어느 기관인가요?"),
    ("점검위원회의 위원장", "해양등대장관이 된다", "누가 맡나요?"),
    ("등대평가의 대상", "새로 지은 등대로 한다", "무엇인가요?"),
    ("등대지기의 임기", "2년으로 한다", None),
    ("등대를 점검할 기관", "점검기관으로 한다", None),  # says nothing
]


@pytest.mark.parametrize(("subject", "rest", "asks"), SET_AS, ids=["body", "chair", "what", "figure", "circular"])
def test_what_a_thing_is_set_as(subject: str, rest: str, asks: str | None) -> None:
    assert [m.text for m in set_masks(subject, rest)] == ([asks] if asks else [])


LEFT_OUT = [
    ("해양등대장관은 매년 평가를 실시하고, 어떤 서류를 작성해야 하나요?", "", True),
    ("해양등대장관은 매년 등대기름 평가를 실시하고, 어떤 서류를 작성해야 하나요?", "", False),
    ("등대조합은 매각을 진행할 경우 어떤 예외가 있나요?", "", True),
    ("부표와 관련해 등대조합은 매각을 진행할 경우 어떤 예외가 있나요?", "", False),
    ("조합은 어떤 경우에 밝기 항목의 시험을 생략하나요?", "조합은 해당 밝기 항목의 시험을 생략한다.", True),
    ("조합은 어떤 경우에 밝기 항목의 시험을 생략하나요?", "조합은 밝기 항목의 시험을 생략한다.", False),
    ("조합은 해당 연도 계획을 언제 내야 하나요?", "조합은 해당 연도 계획을 내야 한다.", False),
]


@pytest.mark.parametrize(
    ("question", "sentence", "left_out"),
    LEFT_OUT,
    ids=["deed", "deed_named", "sale", "led_in", "pointed_back", "own", "year"],
)
def test_a_matter_that_is_left_out_is_seen(question: str, sentence: str, left_out: bool) -> None:
    assert matter_is_left_out(question, sentence) is left_out


NATURAL = [
    ("변경이나 중단을 요청하려는 등대조합은 요청서를 누구에게 내야 하나요?", False),
    ("점등사업의 변경이나 중단을 요청하려는 등대조합은 요청서를 누구에게 내야 하나요?", True),
    ("등대지기는 어떤 경우에 점등사업을 맡은 것으로 산정하나요?", False),
    ("등대조합은 어떤 경우에 점등사업을 맡은 것으로 보나요?", True),
]


@pytest.mark.parametrize(("question", "natural"), NATURAL, ids=["deed", "deed_of", "counted", "taken_as"])
def test_deeds_without_their_object_and_things_that_act_are_not_asked(question: str, natural: bool) -> None:
    assert is_natural(question) is natural


NO_FIELD = [
    ("해양등대장관은 어떤 경우에 원자료 제공을 제한할 수 있나요?", "해양등대장관", True),
    ("해양등대장관은 어떤 경우에 증명자료의 제출을 생략하게 할 수 있나요?", "해양등대장관", True),
    ("해양등대장관은 어떤 경우에 안개신호기록 제공을 제한할 수 있나요?", "해양등대장관", False),
    ("해양등대장관은 어떤 경우에 안개신호기록을 제한할 수 있나요?", "해양등대장관", False),
    ("등대점검위원회는 어떤 경우에 원자료 제공을 제한할 수 있나요?", "등대점검위원회", False),
    ("등대점검과 관련해 장관은 어떤 경우에 원자료 제공을 제한할 수 있나요?", "장관", False),
]


@pytest.mark.parametrize(
    ("question", "subject", "untold"), NO_FIELD, ids=["common", "of_common", "before_noun", "long", "body", "led_in"]
)
def test_common_things_of_an_office_of_many_matters_tell_no_field(question: str, subject: str, untold: bool) -> None:
    assert tells_no_field(question, subject) is untold


FURTHER = [
    ("점검의견에는 순위, 방향 및 방안 등이 포함되어야 한다", "점검의견에는 어떤 내용이 포함되어야 한다"),
    ("등대를 장치를 끄기 전까지 분류하여야 한다", None),
    ("등대를 지기를 모집하기 전까지 분류하여야 한다", "등대를 언제까지 분류하여야 한다"),
    ("위원회를 구성하는 경우에는 분야와 규모를 고려하여야 한다", "위원회를 구성하는 경우에는 무엇을 고려하여야 한다"),
    ("고위공무원 중에서 장관이 지명한다", "장관이 누구 중에서 지명한다"),
    ("재적위원 과반수의 출석으로 개의하고, 출석위원 과반수의 찬성으로 의결한다", "어떻게 의결한다"),
    ("조사 결과를 등대기본계획에 반영하여야 한다", "조사 결과를 어디에 반영하여야 한다"),
    ("조사 결과를 등대정보시스템을 통하여 공개할 수 있다", "조사 결과를 어디를 통해 공개할 수 있다"),
]


@pytest.mark.parametrize(
    ("text", "masked"),
    FURTHER,
    ids=["contents", "no_date", "before", "weighed", "among", "vote", "into", "through"],
)
def test_further_things_are_asked(text: str, masked: str | None) -> None:
    assert [m.text for m in further(text)] == ([masked] if masked else [])


WHO = [
    ("해양등대장관", "점등계획을 승인한다", True),
    ("해양등대장관", "점등계획을 3년마다 세워야 한다", False),  # a person asks how often
    ("해양등대장관", "점등계획을 세울 때에는 항구장의 의견을 들어야 한다", False),
    ("해양등대장관", "등대기름을 해당 연도 기름값의 10퍼센트 범위에서 쓸 수 있다", False),
    ("해양등대장관", "점검에 따른 사항을 추진하여야 한다", False),
    ("허가를 받으려는 자", "점등계획을 내야 한다", False),
]


@pytest.mark.parametrize(
    ("subject", "rest", "asked_who"), WHO, ids=["short", "period", "case", "figure", "no_thing", "any_person"]
)
def test_who_is_asked_of_short_deeds_only(subject: str, rest: str, asked_who: bool) -> None:
    assert bool(list(who_masks(parts(f"{with_particle(subject, '은/는')} {rest}")))) is asked_who


TRIMMED = [
    (without_need, "필요한 경우에는 자료를 요청한다", "자료를 요청한다"),
    (without_need, "점검을 위하여 필요하면 자료를 요청한다", "점검을 위하여 필요하면 자료를 요청한다"),
    (with_fact_named, "등대를 지정한 때에는 이를 관보에 고시한다", "등대를 지정한 때에는 그 사실을 관보에 고시한다"),
    (without_lists, "실적보고서에 쓴 돈을 적어 장관에게 낸다", "실적보고서를 장관에게 낸다"),
    (without_lists, "다음 각 호의 사항이 기재된 신청서를 낸다", "신청서를 낸다"),
    (without_lists, "다음 각 호의 요건을 모두 충족하는 체계를 갖춘다", "체계를 갖춘다"),
    (
        with_names_given,
        '점검을 위하여 두는 위원회(이하 "등대점검위원회"라 한다)는 심의한다',
        "등대점검위원회는 심의한다",
    ),
    (
        with_names_given,
        '법 제3조에 따른 바다의 변화에 대한 예측(이하 "바다예측"이라 한다)을 한다',
        '법 제3조에 따른 바다의 변화에 대한 예측(이하 "바다예측"이라 한다)을 한다',
    ),
    (
        with_names_given,
        '법 제3조에 따른 바다의 변화에 대한 예측(이하 "바다변화예측"이라 한다)을 한다',
        "법 제3조에 따른 바다변화예측을 한다",
    ),
]


@pytest.mark.parametrize(
    ("trim", "text", "expected"),
    TRIMMED,
    ids=["need", "purpose", "fact", "written", "listed", "met", "subject", "short_name", "described"],
)
def test_what_another_question_asks_is_left_out(trim: Callable[[str], str], text: str, expected: str) -> None:
    assert trim(text) == expected


def test_the_place_of_an_act_is_none_of_the_own_article() -> None:
    paragraphs = {"1": "장관은 봄철 등대점검을 하여야 한다."}
    assert with_own_places_named("제1항에 따른 등대점검은", paragraphs) == "봄철 등대점검은"
    assert with_own_places_named("법 제3조제1항에 따른 등대점검은", paragraphs) == "법 제3조제1항에 따른 등대점검은"


SHORTER = [
    (said_late, "장관은 몇 년마다 점등계획을 세워야 하나요?", "장관은 점등계획을 몇 년마다 세워야 하나요?"),
    (
        said_late,
        "장관은 몇 년마다 비율을 셈하기 위해 기준을 마련해야 하나요?",
        "장관은 기준을 몇 년마다 마련해야 하나요?",
    ),
    (
        said_late,
        "장관은 계획을 매년 3월 15일까지 어떤 절차를 거쳐 확정하나요?",
        "장관은 계획을 어떤 절차를 거쳐 확정하나요?",
    ),
    (
        named_once,
        "등대점검위원회 위원은 등대점검위원회의 심의에서 빠지나요?",
        "등대점검위원회 위원은 위원회의 심의에서 빠지나요?",
    ),
    (named_once, "등대점검기관은 등대점검기관 운영현황을 내야 하나요?", "등대점검기관은 운영현황을 내야 하나요?"),
    (plainer, "기관은 등명기 상태 등 어떤 사항을 알려야 하나요?", "기관은 등명기 상태 외에 어떤 사항을 알려야 하나요?"),
    (plainer, "어떤 금액을 등대비용률을 셈하는 데 넣나요?", "등대비용률을 셈하는 데 어떤 금액을 넣나요?"),
    (of_the_deed, "누가 점등계획을 세워야 하나요?", "점등계획은 누가 세워야 하나요?"),
    (
        plainer,
        "장관은 협약을 결과를 통보한 날부터 며칠 안에 맺어야 하나요?",
        "장관은 결과를 통보한 날부터 며칠 안에 협약을 맺어야 하나요?",
    ),
]


@pytest.mark.parametrize(
    ("shorten", "question", "expected"),
    SHORTER,
    ids=["late", "purpose", "date", "kind", "prefix", "beside", "aim", "deed", "period_first"],
)
def test_questions_are_put_as_speech_has_them(shorten: Callable[[str], str], question: str, expected: str) -> None:
    assert shorten(question) == expected


MODERN = [
    ("등대지기로 하여금 등을 켜게 할 수", "등대지기가 등을 켜게 할 수"),
    ("소관 분야의 등대를 소관 기관의 장에게", "맡은 분야의 등대를 기관의 장에게"),
    ("점검을 함에 있어서 등을 켠다", "점검할 때 등을 켠다"),
    ("허가를 받고자 하는 자", "허가를 받으려는 자"),
    ("2년 마다 점검한다", "2년마다 점검한다"),
    ("해당 사업연도의 계획과 해당 등대", "해당 사업연도의 계획과 등대"),
]


@pytest.mark.parametrize(("law", "speech"), MODERN, ids=["caused", "own", "while", "wanting", "every", "this_year"])
def test_words_of_statutes_become_those_of_speech(law: str, speech: str) -> None:
    assert modern(law) == speech


class Titled:
    """A corpus of which only the titles of articles are asked."""

    def __init__(self, title: str) -> None:
        self._title = title

    def title(self, provision_id: str) -> str:
        return self._title


CONTEXT = [
    (
        "등대의 정산",
        "장관은 어떤 경우에 자료를 요청할 수 있나요?",
        "등대의 정산과 관련해 장관은 어떤 경우에 자료를 요청할 수 있나요?",
    ),
    (
        "점등허가 기관의 실태조사",
        "장관은 매년 언제까지 실태조사를 하나요?",
        "장관은 매년 언제까지 점등허가 기관의 실태조사를 하나요?",
    ),
    ("표준지침의 적용대상 및 수립절차", "장관은 얼마나 자주 결과를 알리나요?", None),  # a heading, no speech
    ("등대기름의 사용", "장관은 누구에게 등대기름 사용 결과를 요청하나요?", None),  # named already
    ("등대교육", "기본지침에는 어떤 사항이 포함되어야 하나요?", None),  # would stick to the heading
]


@pytest.mark.parametrize(
    ("title", "question", "expected"), CONTEXT, ids=["lead_in", "placed", "heading", "named", "thing"]
)
def test_a_questions_matter_is_named_by_a_title_that_can_be_said(
    title: str, question: str, expected: str | None
) -> None:
    ask = Ask(QuestionType.PERMISSION, "ko.permission.condition", "act/a1/p1", Span(0, 9), (question,))
    found = in_context(cast(BenchCorpus, Titled(title)), ask)
    assert (found.finals[0] if found else None) == expected


def test_questions_that_hang_in_the_air() -> None:
    assert hangs("기관은 그 결과를 언제 알리나요?")
    assert not hangs("기관은 등대를 닫은 경우 그 사실을 누구에게 알리나요?")
    assert wants_object("장관은 어떤 경우에 전문성을 갖춘 조합에 의뢰해 실시할 수 있나요?")
    assert not wants_object("장관은 어떤 경우에 조합에 의뢰해 등대조사를 실시할 수 있나요?")


def test_long_questions_lose_steps_and_short_ones_stay() -> None:
    short = "해양등대장관은 등대위원회의 심의를 거쳐 점등계획을 언제까지 세워야 하나요?"
    assert shortened(short) == short
    long = short.replace("점등계획을", "전국 연안 항구의 야간 점등 및 안개신호기 운용에 관한 종합계획을")
    assert "심의" not in shortened(long)
    assert "언제까지" in shortened(long)
