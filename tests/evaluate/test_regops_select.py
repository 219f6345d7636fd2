"""Which candidates are chosen: the better worded, over many provisions, one of a sentence."""

from __future__ import annotations

from pincite.evaluate.regops.questions.compose import Candidate
from pincite.evaluate.regops.questions.select import Rated, select
from pincite.evaluate.regops.types import Ask, Difficulty, QuestionType
from pincite.types.document import Span

WORDS = ["등명기", "안개종", "기름통", "항로표", "돛줄", "부표", "닻줄", "등탑", "물때표", "바람자루"]


def rated(
    place: int, question: str, *, template: str = "ko.deadline.period", level: str = "L1", start: int = 0,
    kind: QuestionType = QuestionType.DEADLINE,
) -> Rated:  # fmt: skip
    provision = f"act/a{place}"
    ask = Ask(kind, template, provision, Span(start, start + 9), (question,), words=question)
    return Rated(Candidate(ask, (provision,)), Difficulty(level, 0, False, 0, False, ()))


def many(count: int, template: str = "ko.deadline.period") -> list[Rated]:
    return [
        rated(n, f"{WORDS[n % 10]} {WORDS[(n * 3 + 1) % 10]}{n}을 언제까지 내나요?", template=template)
        for n in range(count)
    ]


def test_questions_that_read_better_come_first() -> None:
    good, doubtful = many(3), many(6, "ko.deadline.period+matter")[3:]
    chosen, _ = select([*doubtful, *good], 3, 1)
    assert [one.candidate.ask.template for one in chosen] == ["ko.deadline.period"] * 3


def test_long_questions_come_last() -> None:
    long = rated(9, "등대지기는 " + " ".join(WORDS * 2) + " 점검 결과를 해마다 언제까지 내나요?")
    assert len(long.candidate.finals[0]) > 72
    chosen, _ = select([long, *many(3)], 3, 1)
    assert long not in chosen


def of_one_sentence(level: str) -> list[Rated]:
    return [
        rated(1, "등명기 고장을 며칠 안에 알리나요?", level=level),
        rated(
            1,
            "등명기 고장은 7일 안에 누구에게 알리나요?",
            template="ko.actor.recipient",
            level=level,
            kind=QuestionType.ACTOR,
        ),
    ]


def test_a_sentence_is_asked_once_while_others_are_left() -> None:
    others = [rated(n, f"{WORDS[n]} 관리자는 {WORDS[n + 1]}을 언제까지 바꾸나요?") for n in range(2, 8)]
    chosen, _ = select([*of_one_sentence("L1"), *others], 5, 1)
    assert sum(one.candidate.ask.provision == "act/a1" for one in chosen) == 1


def test_a_sentence_is_asked_once_for_its_figure_and_twice_where_there_are_few() -> None:
    chosen, _ = select(of_one_sentence("L1"), 5, 1)
    assert [one.candidate.type for one in chosen] == [QuestionType.DEADLINE]
    assert len(select(of_one_sentence("L4"), 5, 1)[0]) == 2


def test_a_question_for_all_that_a_sentence_wants_stands_alone() -> None:
    whole = rated(
        1, "등명기가 고장난 경우 무엇을 하나요?", template="ko.procedure.then", level="L4", kind=QuestionType.PROCEDURE
    )
    chosen, _ = select([whole, *of_one_sentence("L4")], 9, 1)
    assert whole not in chosen
    assert len(chosen) == 2


def test_the_same_seed_chooses_the_same() -> None:
    candidates = many(10)
    assert select(candidates, 4, 7) == select(list(reversed(candidates)), 4, 7)
    assert any(select(candidates, 4, seed) != select(candidates, 4, 7) for seed in range(8))
