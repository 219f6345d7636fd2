"""What bears on the words that answer, on fictional laws: further sentences, cited parties, conditions, more duties."""

from __future__ import annotations

from pathlib import Path

import pytest
from korean_laws import law_of

from pincite.evaluate.regops.questions.closure_gold import close
from pincite.evaluate.regops.questions.korean.read import asks_of
from pincite.evaluate.regops.questions.rivals import Rivals


def test_contents_said_without_more_ado_are_part_of_the_answer(tmp_path: Path) -> None:
    rule = "해양등대장관은 안개신호분석을 실시하여야 한다. 이 경우 쓰지 않는 신호기에 대한 분석을 포함한다."
    own = "안개신호분석에는 다음 각 호의 사항이 포함되어야 한다. 안개신호분석에는 울린 횟수도 포함하여야 한다."
    decree = f"법 제1조에 따른 {own}\n\n  1\\. 소리\n  2\\. 간격"
    corpus = law_of(tmp_path, {"안개신호분석": rule}, {"안개신호분석": decree})
    (ask,) = (a for a in asks_of(corpus)["decree/a1"] if ".list." in a.template)
    closed = close(corpus, ask, Rivals(corpus, "ko"))
    assert closed.gold == ("act/a1", "decree/a1")
    assert [c.text for c in closed.ask.needed] == [rule]
    assert "울린 횟수도" in closed.ask.claims[-1].text


NOTIFIES = "해양등대장관은 점등평가 실시계획을 매년 3월 31일까지 제1조에 따른 등대관리기관에 통보해야 한다."
REJECTS = (
    "항만위원회는 제1조 각 호의 사항을 살펴 사전검토회의를 열 수 있으며, 심의대상에 해당하지 않는 등명기의 경우 "
    "등명기심의신청서를 반려할 수 있다."
)
REJECTS_CITED = REJECTS.replace("심의대상에", "제1조 각 호에")
HOLDERS = "등대관리기관은 다음 각 호의 기관으로 한다.\n\n  1\\. 등대조합\n  2\\. 부표조합"
BORNE = [
    (NOTIFIES, "actor.body", ("act/a1", "act/a2")),
    (NOTIFIES, "deadline.date", ("act/a2",)),
    (REJECTS, "permission.condition", ("act/a2",)),
    (REJECTS_CITED, "permission.condition", ("act/a1", "act/a2")),
]


@pytest.mark.parametrize(
    ("rule", "template", "expected"), BORNE, ids=["party", "date", "beside_condition", "in_condition"]
)
def test_what_the_answering_words_cite_is_gold_and_no_more(
    tmp_path: Path, rule: str, template: str, expected: tuple[str, ...]
) -> None:
    corpus = law_of(tmp_path, {"등대관리기관": HOLDERS, "등명기 심의": rule}, {})
    asks = [a for a in asks_of(corpus)["act/a2"] if template in a.template]
    assert {close(corpus, a, Rivals(corpus, "ko")).gold for a in asks} == {expected}


TOLD_FURTHER = [
    ("제1조에 따른 점검계획에는 다음 사항을 포함하여야 한다.", "answer_told_further"),
    ("제1조에 따른 점검계획은 고칠 수 있다.", ""),
]


@pytest.mark.parametrize(("second", "reason"), TOLD_FURTHER, ids=["duty", "may"])
def test_what_must_be_done_is_not_asked_where_another_article_has_more_of_it(
    tmp_path: Path, second: str, reason: str
) -> None:
    rule = "해양등대장관은 안개신호기를 점검하려면 점검계획을 등대관리기관에 통보하여야 한다."
    corpus = law_of(tmp_path, {"안개신호기의 점검": rule, "점검계획": second}, {})
    asks = [a for a in asks_of(corpus)["act/a1"] if a.template == "ko.procedure.then"]
    assert [close(corpus, a, Rivals(corpus, "ko")).dropped for a in asks] == [reason]


TERMS = [("기관 내 거래", True), ("점등운영인력", True), ("안개신호기록관리", False)]


@pytest.mark.parametrize(("term", "is_placed"), TERMS, ids=["common_words", "short", "of_its_own"])
def test_a_term_that_tells_no_field_is_asked_with_its_law(tmp_path: Path, term: str, is_placed: bool) -> None:
    meaning = (
        "등대조합이 맡은 바다의 등대와 부표를 밤에도 볼 수 있도록 미리 정한 순서에 따라 켜고 끄며 닦는 것을 말한다."
    )
    text = f'이 법에서 사용하는 용어의 뜻은 다음과 같다.\n\n  1\\. "{term}"란 {meaning}'
    corpus = law_of(tmp_path, {"정의": text}, {})
    (ask,) = asks_of(corpus)["act/a1/i1"]
    assert all(final.startswith("등대관리법에서 말하는 ") is is_placed for final in ask.finals)
