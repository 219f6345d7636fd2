from __future__ import annotations

from typing import Any

import pytest

from pincite.evaluate.benchmark import HitRule
from pincite.evaluate.measures.answers import ANSWERS, matches_reference
from pincite.evaluate.measures.spans import SPANS

MEASURES = {measure.name: measure for measure in (*ANSWERS, *SPANS)}
QUOTE = "the deposit is returned within 30 days"  # 7 words


def grounded(made: Any, record: dict[str, Any], gold: list[Any] | None = None, **more: Any) -> float | None:
    asked = made.question(gold=[made.place(QUOTE, pages=[3])] if gold is None else gold)
    return MEASURES["Grounded Accuracy"].score(made.scored(asked, record, **more))


def answer(made: Any, quote: str = QUOTE, *, page: int = 3, passed: bool = True, words: int = 9, **more: Any) -> Any:
    text = " ".join(["word"] * words)
    return made.answered(
        [made.sentence(text, 1, passed=passed)], [made.citation(1, quote, page_index=page, page_index_end=page)], **more
    )


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param({}, 1.0, id="all-hold"),
        pytest.param({"words": 120}, 1.0, id="as-long-as-allowed"),
        pytest.param({"words": 121}, 0.0, id="too-long"),
        pytest.param({"page": 4}, 0.0, id="another-page"),
        pytest.param({"page": 8}, 1.0, id="alternative-page"),
        pytest.param({"passed": False}, 0.0, id="sentence-unsupported"),
        pytest.param({"quote": "the deposit is returned"}, 1.0, id="four-of-seven-tokens"),
        pytest.param({"quote": "the deposit is"}, 0.0, id="three-of-seven-tokens"),
    ],
)
def test_grounded_accuracy(made: Any, change: dict[str, Any], expected: float) -> None:
    gold = [made.place(QUOTE, pages=[3]), made.place(pages=[8], alternative=True)]
    assert grounded(made, answer(made, **change), gold) == expected


def test_grounded_refusal_is_zero_and_no_gold_no_score(made: Any) -> None:
    assert grounded(made, made.refused()) == 0.0
    assert grounded(made, answer(made), gold=[]) is None


def test_grounded_by_a_weaker_gate_needs_checking_again(made: Any) -> None:
    record = answer(made, gate="paper")
    assert grounded(made, record) is None
    assert grounded(made, record, recheck=(True,)) == 1.0
    assert grounded(made, record, recheck=(False,)) == 0.0
    assert grounded(made, record, recheck=(True, True)) is None
    assert grounded(made, answer(made, gate="paper", page=4)) == 0.0


def test_grounded_answer_without_sentences_is_zero(made: Any) -> None:
    assert grounded(made, made.answered([], [made.citation(1, QUOTE, page_index=3)])) == 0.0


def test_several_quotes_of_places_count_together(made: Any) -> None:
    gold = [made.place("one two three", pages=[3]), made.place("four five six seven", pages=[3])]
    # 3 of 7 tokens, then 4 of 7
    assert grounded(made, answer(made, "one two three"), gold) == 0.0
    assert grounded(made, answer(made, "four five six seven"), gold) == 1.0


def test_of_several_spans_one_suffices(made: Any) -> None:
    gold = [made.span("one two three", 0), made.span("four five six seven", 50)]
    assert grounded(made, answer(made, "one two three"), gold, hit=HitRule.SPAN) == 1.0


def test_gold_without_a_quote_asks_for_the_place_alone(made: Any) -> None:
    assert grounded(made, answer(made, "anything"), [made.place(pages=[3])]) == 1.0


@pytest.mark.parametrize(
    ("answer", "reference", "expected"),
    [
        pytest.param("It is due within thirty (30) days.", "Within 30 days.", True, id="figure-in-words"),
        pytest.param("It is due within 20 days.", "Within 30 days.", False, id="another-figure"),
        pytest.param("You pay $50 by June 1.", "$50.", True, id="bare-amount"),
        pytest.param(
            "The fee is $385 for each one.", "About $385 each, as of January 1, 2020.", True, id="half-figures"
        ),
        pytest.param("No, the landlord keeps it.", "Yes, the landlord keeps it.", False, id="yes-against-no"),
        pytest.param("Yes, the landlord keeps it.", "Yes. The landlord keeps it.", True, id="yes-and-yes"),
        pytest.param("The landlord may not enter.", "The landlord may enter.", False, id="denied"),
        pytest.param("Yes.", "Yes.", True, id="bare-yes"),
        pytest.param("The landlord may enter.", "Yes.", False, id="bare-yes-not-said"),
        pytest.param("Pay the clerk of the court.", "The clerk of the county court.", True, id="most-words"),
        pytest.param("Pay the sheriff.", "The clerk of the county court.", False, id="other-words"),
        pytest.param("", "Within 30 days.", False, id="empty-answer"),
        pytest.param("아니요, 30일입니다.", "예, 30일입니다.", False, id="korean-verdict"),
    ],
)
def test_matches_reference(answer: str, reference: str, expected: bool) -> None:
    assert matches_reference(answer, reference) is expected


@pytest.mark.parametrize(
    ("more", "plain", "apart"),
    [
        pytest.param({}, 1.0, None, id="plain"),
        pytest.param({"category": "reasoning"}, None, 1.0, id="category"),
        pytest.param({"traits": {"reasoning": "yes"}}, None, 1.0, id="trait"),
        pytest.param({"traits": {"reasoning": "no"}}, 1.0, None, id="trait-no"),
    ],
)
def test_reasoning_questions_are_apart(
    made: Any, more: dict[str, Any], plain: float | None, apart: float | None
) -> None:
    record = made.answered([made.sentence("Within 30 days.", 1)], [made.citation(1, "x")])
    case = made.scored(made.question(reference="within 30 days", **more), record)
    for name in ("Answer Accuracy", "Token F1"):
        assert MEASURES[name].score(case) == plain
        assert MEASURES[f"{name} (reasoning)"].score(case) == apart


def test_token_f1_of_an_answer_is_its_sum(made: Any) -> None:
    record = made.answered(
        [made.sentence("Return it", 1), made.sentence("within 30 days.", 1)], [made.citation(1, "x")]
    )
    case = made.scored(made.question(reference="30 days"), record)
    assert MEASURES["Token F1"].score(case) == 2 * 2 / (5 + 2)


@pytest.mark.parametrize("name", ["Answer Accuracy", "Token F1"])
def test_refused_is_zero_and_no_reference_no_score(made: Any, name: str) -> None:
    assert MEASURES[name].score(made.scored(made.question(reference="30 days"))) == 0.0
    assert MEASURES[name].score(made.scored(made.question(reference=" "))) is None


ONE, TWO = "alpha beta gamma delta", "one two three four"


@pytest.mark.parametrize(
    ("quotes", "hit", "recall", "precision"),
    [
        pytest.param([ONE], 1.0, 1 / 2, 1 / 1, id="one-of-two"),
        pytest.param([ONE, TWO, "other words"], 1.0, 2 / 2, 2 / 3, id="both-and-another"),
        pytest.param(["alpha beta"], 1.0, 1 / 2, 1 / 1, id="jaccard-two-of-four"),
        pytest.param(["alpha"], 0.0, 0 / 2, 0 / 1, id="jaccard-one-of-four"),
        pytest.param([f"{ONE} a b c d e"], 0.0, 0 / 2, 0 / 1, id="jaccard-four-of-nine"),
        pytest.param(["alpha", "gamma delta beta"], 1.0, 1 / 2, 1 / 2, id="piece-by-itself"),
        pytest.param(["alpha nu", "beta xi gamma"], 1.0, 1 / 2, 0 / 2, id="joined-three-of-six"),
    ],
)
def test_span_measures(made: Any, quotes: list[str], hit: float, recall: float, precision: float) -> None:
    asked = made.question(gold=[made.span(ONE, 0), made.span(TWO, 100)])
    cited = [made.citation(1, quote, at=100 * n) for n, quote in enumerate(quotes)]
    case = made.scored(asked, made.answered([made.sentence("x", 1)], cited), hit=HitRule.SPAN)
    found = [MEASURES[name].score(case) for name in ("Span Accuracy", "Span Recall", "Span Precision")]
    assert found == [hit, recall, precision]


def test_spans_of_a_refusal(made: Any) -> None:
    case = made.scored(made.question(gold=[made.span(ONE, 0)]), hit=HitRule.SPAN)
    found = [MEASURES[name].score(case) for name in ("Span Accuracy", "Span Recall", "Span Precision")]
    assert found == [0.0, 0.0, None]


def test_spans_without_a_quote_have_no_score(made: Any) -> None:
    record = made.answered([made.sentence("x", 1)], [made.citation(1, ONE)])
    case = made.scored(made.question(gold=[made.place(pages=[3])]), record)
    assert [m.score(case) for m in SPANS] == [None, None, None]
