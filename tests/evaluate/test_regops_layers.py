"""Golds over several texts and complete ones, on fictional laws: layers, details, what moves a date, named matters."""

from __future__ import annotations

from pathlib import Path

import pytest
from korean_laws import law_of

from pincite.evaluate.regops.corpus import BenchCorpus, read_corpus
from pincite.evaluate.regops.questions.build import Built, build
from pincite.evaluate.regops.questions.closure_gold import close
from pincite.evaluate.regops.questions.korean.context import in_context
from pincite.evaluate.regops.questions.korean.further_slots import further
from pincite.evaluate.regops.questions.korean.read import asks_of
from pincite.evaluate.regops.questions.korean.trimmed import (
    with_names_given,
    with_own_places_named,
    with_result_named,
    without_lists,
)
from pincite.evaluate.regops.questions.rivals import Rivals
from pincite.evaluate.regops.types import Ask, Question, QuestionType

ACT = """---
title: 등대관리법
level: 법률
effective_date: 2024-01-01
---

# 등대관리법

##### 제3조 (등명기 성능평가)

**①** 해양등대장관은 항구의 안전을 위하여 등명기성능평가를 실시하여야 한다.

**②** 등대관리기관은 안개신호기를 닦아야 한다.

##### 제4조 (야간점등허가)

**①** 야간점등허가를 받으려는 등대관리기관은 점등허가신청서를 해양등대장관에게 제출하여야 한다.

**②** 제1항에 따른 제출기한은 폭풍이 부는 경우에는 연장할 수 있다.
"""
DECREE = """---
title: 등대관리법 시행령
level: 대통령령
effective_date: 2024-01-01
---

# 등대관리법 시행령

##### 제2조 (등명기 성능평가의 내용)

**①** 해양등대장관은 법 제3조제1항에 따른 등명기성능평가를 공고하여야 한다.

**②** 등명기성능평가에는 다음 각 호의 사항이 포함되어야 한다.

  1\\. 빛의 세기
  2\\. 렌즈의 수명

##### 제3조 (증축 통보)

**①** 등대건축조합은 증축공사가 끝난 날부터 15일 이내에 증축도면을 해양등대장관에게 제출하여야 한다.

**②** 해양등대장관은 제1항에 따른 제출기간을 한 차례 연장할 수 있다.

##### 제4조 (연료저장탱크 폐기)

등대건축조합은 연료저장탱크를 폐기한 경우 그 사실을 항만소방서에 통보하여야 한다.

##### 제5조 (누수)

등대관리기관은 지하연료창고의 누수가 발견된 경우에는 배수펌프를 가동하여야 한다.
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> BenchCorpus:
    folder = tmp_path_factory.mktemp("layers")
    (folder / "act.md").write_text(ACT, "utf-8")
    (folder / "decree.md").write_text(DECREE, "utf-8")
    return read_corpus(folder)


@pytest.fixture(scope="module")
def built(corpus: BenchCorpus) -> Built:
    return build(corpus, 100, 7)


SURVEY = "해양등대장관은 대통령령으로 정하는 등대에 대하여 안개신호평가를 실시하여야 한다."
FILLED = '법 제1조에서 "대통령령으로 정하는 등대"란 높이가 20미터를 넘는 등대를 말한다.'
CONTENTS = "법 제1조에 따른 안개신호평가에는 다음 각 호의 사항이 포함되어야 한다.\n\n  1\\. 소리\n  2\\. 간격"
SPARED = " 다만, 등대가 폭풍으로 무너진 경우에는 안개신호평가를 생략할 수 있다."
PLANS = "해양등대장관은 등대점등계획과 낡은부표정비계획 간 연계성을 살펴 등대점등계획을 세워야 한다."
LINKS = "법 제1조에 따른 등대점등계획 및 제2항의 낡은부표정비계획 간 연계성에 대한 조사를 매년 실시하여야 한다."
REPORT = "등대관리기관은 법 제1조제1항에 따라 등유 사용내역을 해양등대장관에게 매년 3월 31일까지 보고하여야 한다."
APPLY = "등대관리기관은 법 제1조에 따라 등대기록 열람신청서를 해양등대장관에게 7일 이내에 제출하여야 한다."
PLAN = "제1항에 따른 업무에 관한 해당 연도의 등대사업계획과 지난해 등대실적을 매년 1월 31일까지 항만위원회에 내야 한다."
ASKS = "제1항에 따른 기름조사를 실시하기 위하여 필요한 경우에는 등대관리기관에 기름장부의 제출을 요청할 수 있다."


def two(first: str, second: str) -> str:
    """An article of two paragraphs."""
    return f"**①** 해양등대장관은 {first}\n\n**②** 해양등대장관은 {second}"


GOLDS = [
    (
        {"안개신호평가": SURVEY},
        {"대상 등대": FILLED, "안개신호평가": CONTENTS},
        "decree/a2",
        ("act/a1", "decree/a2"),
    ),
    ({"안개신호평가": SURVEY + SPARED}, {"대상 등대": FILLED}, "act/a1", ("act/a1",)),
    (
        {"등유": two("등대의 높이를 재야 한다.", "등대관리기관에 매년 등유 사용내역을 보고하게 하여야 한다.")},
        {"등유 사용내역의 보고": REPORT},
        "decree/a1",
        ("act/a1/p2", "decree/a1"),
    ),
    (
        {"부표의 도색": "해양등대장관은 부표의 색을 정하여 등대관리기관에 알려야 한다."},
        {"등대기록 신청": APPLY},
        "decree/a1",
        ("decree/a1",),
    ),
    (
        {"등대점등계획": PLANS},
        {"연계성 조사": two(LINKS, "낡은부표정비계획을 세운다.")},
        "decree/a1/p1",
        ("decree/a1/p1",),
    ),
    ({"보고": two("등대 업무를 맡는다.", PLAN)}, {}, "act/a1/p2", ("act/a1/p2",)),
    ({"자료": two("기름조사를 실시하여야 한다.", ASKS)}, {}, "act/a1/p2", ("act/a1/p1", "act/a1/p2")),
]


@pytest.mark.parametrize(
    ("act", "decree", "provision", "expected"),
    GOLDS,
    ids=[
        "basis_left_open",
        "rule_of_proviso",
        "moved_number",
        "stale_number",
        "one_of_several",
        "beside_the_date",
        "presupposed",
    ],
)
def test_gold_is_what_answers_and_no_more(
    tmp_path: Path, act: dict[str, str], decree: dict[str, str], provision: str, expected: tuple[str, ...]
) -> None:
    corpus = law_of(tmp_path, act, decree)
    rivals = Rivals(corpus, "ko")
    asks = [a for a in asks_of(corpus)[provision] if "whether" not in a.template]
    closed = [close(corpus, a, rivals) for a in asks]
    assert {c.gold for c in closed if not c.dropped} == {expected}


ROWS = [
    ("제2조, 제3조 및 제4조에 따른 업무를", "answer_points_to_many"),
    ("제2조부터 제4조까지에 따른 업무를", "answer_points_to_range"),
    ("제2조 및 제3조에 따른 업무를", ""),
]


@pytest.mark.parametrize(("words", "reason"), ROWS, ids=["three", "through", "two"])
def test_all_places_of_a_row_are_meant(tmp_path: Path, words: str, reason: str) -> None:
    duty = f"항만위원회는 다음 각 호의 자료를 요구할 수 있다.\n\n  1\\. {words} 적은 등대기록\n  2\\. 안개신호기록"
    others = {name: f"등대관리기관은 {name}하여야 한다." for name in ("등유보관", "렌즈청소", "기름점검")}
    corpus = law_of(tmp_path, {"등대기록": duty, **others}, {})
    (ask,) = (a for a in asks_of(corpus)["act/a1"] if a.template == "ko.list.thing")
    closed = close(corpus, ask, Rivals(corpus, "ko"))
    assert closed.dropped == reason
    assert reason or closed.gold == ("act/a1", "act/a2", "act/a3")


TERMS = '"{term}"{marker} {meaning}을 말한다.'
MEANINGS = [
    ("법 제1조제1호에 따른 안개등대", {("act/a1/i2", "decree/a1/i1")}),
    ("법 제1조제2호에 따른 안개등대 중 높이가 20미터를 넘는 것", {("act/a1/i2", "decree/a1/i1")}),
    ("제2조에 따라 해양등대장관이 지정하는 등대", set()),
    (
        "법 제1조제1호가목에 따른 안개등대 점검을 해마다 두 번 이상 받은 높이 20미터의 탑",
        {()},
    ),  # what it rests on is the part of the item
]


@pytest.mark.parametrize(("meaning", "expected"), MEANINGS, ids=["moved_number", "part", "hollow", "part_of_item"])
def test_a_term_taken_from_another_law_needs_its_meaning_there(
    tmp_path: Path, meaning: str, expected: set[tuple[str, ...]]
) -> None:
    stem = "이 글에서 사용하는 용어의 뜻은 다음과 같다.\n\n  1\\. "
    buoy = TERMS.format(term="부표", marker="란", meaning="물에 띄워 길을 알리는 것")
    fog = TERMS.format(term="안개등대", marker="란", meaning="안개가 낄 때 소리와 빛을 함께 내는 탑")
    act = f"{stem}{buoy}\n  2\\. {fog}"
    decree = stem + TERMS.format(term="신호등대", marker="란", meaning=meaning)
    corpus = law_of(tmp_path, {"정의": act}, {"정의": decree, "지정": "해양등대장관은 등대를 지정하여야 한다."})
    rivals = Rivals(corpus, "ko")
    asks = [a for a in asks_of(corpus).get("decree/a1/i1", []) if a.type is QuestionType.DEFINITION]
    assert {close(corpus, a, rivals).gold for a in asks} == expected


def test_of_two_rules_that_apply_one_the_narrower_is_asked(tmp_path: Path) -> None:
    applied = '이 경우 "등대관리기관"은 "부표조합"으로 본다.'
    corpus = law_of(
        tmp_path,
        {
            "등유 보고": "등대관리기관은 등유 사용내역을 7일 이내에 항만위원회에 제출하여야 한다.",
            "렌즈 청소": "등대관리기관은 렌즈를 닦아야 한다.",
            "부표조합의 업무": f"부표조합의 업무에 관하여는 제1조 및 제2조를 준용한다. {applied}",
            "부표조합의 등유 보고": f"부표조합의 등유 보고에 관하여는 제1조를 준용한다. {applied}",
        },
        {},
    )
    rivals = Rivals(corpus, "ko")
    asks = [a for a in asks_of(corpus)["act/a1"] if a.template.endswith("+applied")]
    closed = [close(corpus, a, rivals) for a in asks]
    assert closed
    assert {c.gold for c in closed} == {("act/a1", "act/a4")}
    assert all(any("준용" in n.text and "부표조합" in n.text for n in c.ask.needed) for c in closed)


def test_a_further_sentence_on_the_matter_is_part_of_the_answer(tmp_path: Path) -> None:
    rule = "안개신호분석에는 다음 각 호의 사항이 포함되어야 한다. {further}\n\n  1\\. 소리\n  2\\. 간격"
    for behind, more in (
        ("이 경우 안개신호분석에는 쓰지 않는 신호기에 대한 안개신호분석이 포함되어야 한다.", 1),
        ("이 경우 등대관리기관은 특별한 사유가 없으면 이에 따라야 한다.", 0),
    ):
        corpus = law_of(tmp_path, {"안개신호분석": rule.format(further=behind)}, {})
        (ask,) = (a for a in asks_of(corpus)["act/a1"] if ".list." in a.template)
        closed = close(corpus, ask, Rivals(corpus, "ko"))
        assert len(closed.ask.claims) == len(ask.claims) + more


RIVALS = [
    ("등대관리기관은 제1항에 따른 등명기 점검결과보고서를 항만청장에게 제출한 경우 사본을 보관하여야 한다.", ()),
    ("등대관리기관의 등명기 점검결과보고서 제출에 필요한 사항은 대통령령으로 정한다.", ()),
    ("등대관리기관은 등명기 점검결과보고서를 항만청장에게 제출하여야 한다.", ("law/a1/p2",)),
]


@pytest.mark.parametrize(("second", "expected"), RIVALS, ids=["goes_on", "only_delegates", "again"])
def test_what_goes_on_from_a_rule_or_leaves_it_open_does_not_answer_too(
    tmp_path: Path, second: str, expected: tuple[str, ...]
) -> None:
    first = "등대관리기관은 등명기 점검결과보고서를 항만청장에게 제출하여야 한다."
    text = f"# 등대법\n\n##### 제1조 (보고)\n\n**①** {first}\n\n**②** {second}\n"
    (tmp_path / "law.md").write_text(text, "utf-8")
    rivals = Rivals(read_corpus(tmp_path), "ko")
    question = "등대관리기관은 등명기 점검결과보고서를 누구에게 제출해야 하나요?"
    assert rivals.others(question, ("law/a1/p1",)) == expected


def needs(question: Question) -> set[tuple[str, str]]:
    return {(n["kind"], n["target"]) for n in question.made_by["needs"]}  # type: ignore[attr-defined]


def test_what_moves_a_deadline_is_in_the_gold(built: Built) -> None:
    found = [q for q in built.questions if q.type is QuestionType.DEADLINE and "decree/a3/p1" in q.gold]
    assert found
    assert "며칠 안에" in found[0].text
    assert found[0].gold == ("decree/a3/p1", "decree/a3/p2")
    assert ("qualified", "decree/a3/p2") in needs(found[0])


def test_who_acts_does_not_hang_on_what_moves_the_deadline(built: Built) -> None:
    found = [q for q in built.questions if q.type is QuestionType.ACTOR and "decree/a3/p1" in q.gold]
    assert all(q.gold == ("decree/a3/p1",) for q in found)


def test_what_must_be_done_then_is_asked_of_a_case_of_its_own(built: Built) -> None:
    found = [q.text for q in built.questions if "ko.procedure.then" in str(q.made_by["templates"])]
    assert "등대관리기관은 지하연료창고의 누수가 발견된 경우 무엇을 해야 하나요?" in found


def test_a_matter_is_named_in_front_where_the_question_has_none(corpus: BenchCorpus) -> None:
    rivals = Rivals(corpus, "ko")
    bare = "해양등대장관은 누구에게 자료를 요구할 수 있나요?"
    assert not rivals.names_matter(bare, "해양등대장관")
    assert rivals.names_matter("해양등대장관은 언제 연료저장탱크를 비우나요?", "해양등대장관")
    place = corpus.by_provision["decree/a4"][0].span
    ask = Ask(QuestionType.ACTOR, "ko.actor.recipient", "decree/a4", place, (bare,))
    named = in_context(corpus, ask)
    assert named is not None
    assert named.finals == (f"연료저장탱크 폐기와 관련해 {bare}",)
    already = Ask(QuestionType.ACTOR, "ko.actor.recipient", "decree/a4", place, ("누가 연료저장탱크를 비우나요?",))
    assert in_context(corpus, already) is None


def test_only_words_of_the_kind_that_is_asked_for_make_a_rival(tmp_path: Path) -> None:
    rules = (
        "등대관리기관은 등명기 점검결과보고서를 7일 이내에 항만청장에게 제출하여야 한다.",
        "등대관리기관은 등명기 점검결과보고서를 성실하게 제출하여야 한다.",
    )
    articles = "\n\n".join(f"##### 제{n}조 (보고)\n\n{rule}" for n, rule in enumerate(rules, 1))
    (tmp_path / "law.md").write_text(f"# 등대법\n\n{articles}\n", "utf-8")
    rivals = Rivals(read_corpus(tmp_path), "ko")
    gold = ("law/a1",)
    assert rivals.others("등대관리기관은 등명기 점검결과보고서를 며칠 안에 제출해야 하나요?", gold) == ()
    assert rivals.others("등대관리기관은 등명기 점검결과보고서를 성실하게 제출해야 하나요?", gold) == ("law/a2",)


TRIMMED = [
    ("점등신청서에 다음 각 호의 서류를 첨부하여 장관에게 내야 한다", "점등신청서를 장관에게 내야 한다"),
    ("다음 각 호의 사항을 포함한 점검계획을 세워야 한다", "점검계획을 세워야 한다"),
    ("해양등대부령으로 정하는 점등신청서를 내야 한다", "점등신청서를 내야 한다"),
]


@pytest.mark.parametrize(("text", "expected"), TRIMMED, ids=["enclosed", "included", "form"])
def test_lists_that_are_not_asked_for_are_left_out(text: str, expected: str) -> None:
    assert without_lists(text) == expected


RESULTS = [
    ("매년 등대조사를 실시하고, 그 결과를 알려야 한다", "매년 등대조사 결과를 알려야 한다"),
    ("등명기를 점검하고 그 결과를 알려야 한다", "등명기 점검 결과를 알려야 한다"),
    ("등대에 관한 실태를 살피고 그 결과를 알려야 한다", "등대에 관한 실태를 살피고 그 결과를 알려야 한다"),
]


@pytest.mark.parametrize(("rest", "expected"), RESULTS, ids=["survey", "check", "unknown"])
def test_results_get_the_name_of_what_was_done(rest: str, expected: str) -> None:
    assert with_result_named(rest) == expected


PLACES = [
    ("제1항에 따른 조사를 마치면", "기름누출조사를 실시한다", "기름누출조사를 마치면"),
    ("제1항에 따른 보고를 받으면", "누출사고를 보고하여야 한다", "누출사고 보고를 받으면"),
    ("제1항에 따른 조사를 마치면", "기름조사와 등대조사를 실시한다", "제1항에 따른 조사를 마치면"),
]


@pytest.mark.parametrize(("text", "paragraph", "expected"), PLACES, ids=["longer", "object", "two_names"])
def test_own_places_are_named_where_there_is_one_name(text: str, paragraph: str, expected: str) -> None:
    assert with_own_places_named(text, {"1": paragraph}) == expected


def test_a_longer_name_given_in_brackets_stands_for_the_clipped_one() -> None:
    given = '법 제3조에 따른 점검계획(이하 "등대점검계획"이라 한다)에는'
    assert with_names_given(given) == "법 제3조에 따른 등대점검계획에는"
    assert with_names_given('등대에 관한 점검계획(이하 "등대점검계획"이라 한다)에는').startswith(
        "등대에 관한 점검계획("
    )


FURTHER = [
    ("등대조사를 매년 실시하여야 한다", "등대조사를 얼마나 자주 실시하여야 한다", "매년"),
    ("지정 사실을 관보에 공고하여야 한다", "지정 사실을 어디에 공고하여야 한다", "관보"),
    (
        "등대의 높이와 밝기를 고려하여 점등 시간을 정하여야 한다",
        "무엇을 고려해 점등 시간을 정하여야 한다",
        "등대의 높이와 밝기",
    ),
]


@pytest.mark.parametrize(("text", "masked", "answer"), FURTHER, ids=["often", "where", "grounds"])
def test_more_is_asked_out(text: str, masked: str, answer: str) -> None:
    (mask,) = further(text)
    assert (mask.text, mask.answer) == (masked, answer)


NOT_FURTHER = ["등대조사를 매년 3월 말일까지 실시하여야 한다", "등대조사를 매년 실시할 수 있다"]


@pytest.mark.parametrize("text", NOT_FURTHER, ids=["dated", "may"])
def test_what_would_not_be_the_whole_answer_is_not_asked_out(text: str) -> None:
    assert further(text) == []
