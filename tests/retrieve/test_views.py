"""The three views in both languages: what is unsaid reads `all` for models and is not looked for as a word."""

import pytest

from pincite.retrieve.views import VIEWS, ViewName, views
from pincite.types.anchor import TopicAnchor

ANCHOR = TopicAnchor("deposits", actor="tenant", temporal="within 30 days")


def by_name(question: str, anchor: TopicAnchor, language: str = "en") -> dict[str, tuple[str, str]]:
    return {view.name: (view.text, view.words) for view in views(question, anchor, language)}


def test_narrow_is_the_question_wide_is_without_it_mid_has_both() -> None:
    found = by_name("When is it due?", ANCHOR)
    assert found["narrow"] == ("When is it due?", "When is it due?")
    conditions = "actor: tenant; time: within 30 days; magnitude: all; situation: all"
    assert found["mid"][0] == f"deposits\nWhen is it due?\n{conditions}"
    assert found["wide"][0] == f"deposits\n{conditions}"


def test_words_lack_names_of_conditions_and_what_is_unsaid() -> None:
    found = by_name("When is it due?", ANCHOR)
    assert found["mid"][1] == "deposits\nWhen is it due?\ntenant\nwithin 30 days"
    assert found["wide"][1] == "deposits\ntenant\nwithin 30 days"


def test_what_the_question_says_is_counted_once() -> None:
    found = by_name("Is it due within 30 days?", TopicAnchor("deposits", actor="tenant", temporal="within 30 days"))
    assert found["mid"][1] == "deposits\nIs it due within 30 days?\ntenant"


def test_korean_conditions_read_korean() -> None:
    found = by_name("언제인가요?", TopicAnchor("점검", actor="등대지기"), "ko")
    assert found["wide"][0] == "점검\n주체: 등대지기; 시기: 전체; 규모: 전체; 상황: 전체"


def test_empty_anchor_makes_every_view_the_question() -> None:
    assert set(by_name("Q?", TopicAnchor("")).values()) == {("Q?", "Q?")}


@pytest.mark.parametrize("anchor", [TopicAnchor("topic"), TopicAnchor("", actor="tenant")], ids=["topic", "actor"])
def test_no_view_is_blank(anchor: TopicAnchor) -> None:
    assert [v.name for v in views("Q?", anchor, "en")] == list(VIEWS) == list(ViewName)
    assert all(v.text.strip() and v.words.strip() for v in views("Q?", anchor, "en"))
