"""What a model may and may not change in a question."""

from __future__ import annotations

import pytest

from pincite.evaluate.regops.questions.paraphrase import Paraphraser, changed
from pincite.testing import ScriptedModel

QUESTION = "등대관리기관은 고장을 안 날부터 7일 이내에 무엇을 해양등대장관에게 제출해야 하나요?"
CHANGES = [
    ("등대관리기관은 고장을 안 뒤 7일 이내에 해양등대장관에게 무엇을 내야 하나요?", "ko", ""),
    ("등대관리기관은 고장을 안 날부터 9일 이내에 무엇을 해양등대장관에게 내야 하나요?", "ko", "figures"),
    ("등대관리기관은 고장을 안 날부터 7일 이내에 무엇을 항만위원회에게 내야 하나요?", "ko", "actors"),
    ("등대관리기관은 제3조에 따라 7일 이내에 무엇을 해양등대장관에게 내야 하나요?", "ko", "cites"),
    ("등대관리기관은 고장을 안 날부터 7일 이내에 누구에게, 해양등대장관에게 내야 하나요?", "ko", "asks_else"),
    ("등대관리기관은 고장을 안 날부터 7일 이내에 어떤 서류를 해양등대장관에게 내야 합니까?", "ko", ""),
    ("등대관리기관은 고장을 안 날부터 7일 이내에 그것을 해양등대장관에게 내야 하나요?", "ko", "asks_else"),
    ("등대관리기관은 고장을 안 날부터 7일 이내에 무엇을 해양등대장관에게 낼 수 있나요?", "ko", "force"),
    ("등대관리기관은 고장을 안 날부터 7일 이내에 해양등대장관에게 어떤 조건이 필요한가요?", "ko", "force"),
    ("등대관리기관은 폭풍이 온 경우에는 7일 이내에 무엇을 해양등대장관에게 내야 하나요?", "ko", "conditions"),
]


@pytest.mark.parametrize(("reworded", "language", "expected"), CHANGES)
def test_changes_of_what_counts_are_seen(reworded: str, language: str, expected: str) -> None:
    assert changed(QUESTION, reworded, language) == expected


ENGLISH = [
    ("How many days, if 30 days count, does the landlord have to return the deposit?", "conditions"),
    ("Within 30 days, who must return the deposit, the landlord?", "asks_else"),
    ("Is the landlord required not to return the deposit within 30 days?", "negation"),
    ("Is the landlord required to return the deposit within 30 days?", ""),
    ("Can the landlord return the deposit within 30 days?", "force"),
    ("What must the landlord return within 30 days?", "asks_else"),
    ("Does the tenant have to return the deposit within 30 days?", "actors"),
]


@pytest.mark.parametrize(("reworded", "expected"), ENGLISH)
def test_english_changes_are_seen(reworded: str, expected: str) -> None:
    assert changed("Must the landlord return the deposit within 30 days?", reworded, "en") == expected


def reworded_by(*answers: str) -> Paraphraser:
    return Paraphraser(ScriptedModel(answers))


def test_a_rewording_that_changes_nothing_is_taken() -> None:
    text, outcome = reworded_by(CHANGES[0][0])(QUESTION)
    assert (text, outcome) == (CHANGES[0][0], "reworded")


def test_a_rewording_that_changes_a_figure_is_thrown_away() -> None:
    assert reworded_by(CHANGES[1][0])(QUESTION) == (QUESTION, "figures")


@pytest.mark.parametrize(
    "said", ["알겠습니다.", "무엇을 해양등대장관에게 제출해야 합니다?", ""], ids=["yes", "form", "empty"]
)
def test_what_is_no_question_is_thrown_away(said: str) -> None:
    assert reworded_by(said)(QUESTION) == (QUESTION, "no_question")


@pytest.mark.parametrize("end", ["", "."], ids=["open", "stop"])
def test_a_question_that_ends_like_a_statement_is_one(end: str) -> None:
    assert reworded_by(CHANGES[0][0].removesuffix("?") + end)(QUESTION) == (CHANGES[0][0], "reworded")
