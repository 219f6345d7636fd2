from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pincite.errors import InputError
from pincite.evaluate.measures.registry import STANDARD_MEASURES, by_name
from pincite.evaluate.results.compare import Change, compare, paired

MEASURES = by_name()


def run(made: Any, outcomes: str, *, label: str = "answerable", first: int = 0) -> list[Any]:
    """Cases of q0, q1, … by letters: r right (page 3), w wrong, - refused."""
    found = []
    for at, letter in enumerate(outcomes, start=first):
        record = made.answered([made.sentence("x", 1)], [made.citation(1, "x", page_index=3 if letter == "r" else 4)])
        gold = [made.place(pages=[3])] if label == "answerable" else []
        asked = made.question(f"q{at}", label, gold, document_id=f"d{at % 2}")
        found.append(made.scored(asked, made.refused() if letter == "-" else record))
    return found


def one(a: list[Any], b: list[Any], name: str, **more: Any) -> Any:
    (found,) = compare(a, b, [MEASURES[name]], **more)
    return found


def test_difference_is_paired(made: Any) -> None:
    found = one(run(made, "rr--"), run(made, "r-r-"), "False Refusal")
    assert (found.a, found.b) == (2 / 4, 2 / 4)
    assert found.difference.mean == ((0 - 0) + (1 - 0) + (0 - 1) + (1 - 1)) / 4
    assert found.difference.questions == 4
    assert found.changed == (Change("q1", 0.0, 1.0), Change("q2", 1.0, 0.0))
    assert found.better is None


def test_order_of_the_second_run_does_not_matter(made: Any) -> None:
    a, b = run(made, "rr--"), run(made, "r-r-")
    assert compare(a, b) == compare(a, b[::-1])


def test_a_run_against_itself_differs_nowhere(made: Any) -> None:
    scored = run(made, "rw-r") + run(made, "-w", label="unanswerable", first=4)
    for found in compare(scored, scored):
        assert found.a == found.b
        assert found.changed == ()
        assert found.better is None
        assert found.difference is None or (found.difference.mean, *found.difference.interval) == (0.0, 0.0, 0.0)


def test_clear_difference_is_better_in_the_measures_direction(made: Any) -> None:
    a, b = run(made, "-" * 20), run(made, "r" * 20)
    assert one(a, b, "False Refusal").better is True
    assert one(b, a, "False Refusal").better is False
    assert one(a, b, "Grounded Accuracy").better is True


def test_means_are_paired_over_questions_that_count_on_both_sides(made: Any) -> None:
    a, b = run(made, "rrw-"), run(made, "wr-r")
    found = one(a, b, "Hallucination Rate of Answers")
    assert (found.a, found.b) == (1 / 3, 1 / 3)
    assert found.difference.questions == 2
    assert found.difference.mean == ((1 - 0) + (0 - 0)) / 2
    assert found.changed == (Change("q0", 0.0, 1.0), Change("q2", 1.0, None), Change("q3", None, 0.0))


def test_set_measures_are_compared_by_their_figures(made: Any) -> None:
    a = run(made, "rr--") + run(made, "--w", label="unanswerable", first=4)
    b = run(made, "rrr-") + run(made, "-ww", label="unanswerable", first=4)
    found = one(a, b, "Balanced Accuracy")
    assert found.a == pytest.approx((2 / 4 + 2 / 3) / 2)
    assert found.b == pytest.approx((3 / 4 + 1 / 3) / 2)
    assert found.difference.mean == pytest.approx((3 / 4 - 2 / 4 + 1 / 3 - 2 / 3) / 2)
    assert found.difference.interval.low <= found.difference.mean <= found.difference.interval.high
    assert found.changed == ()


def test_no_score_no_difference(made: Any) -> None:
    found = one(run(made, "rr"), run(made, "rr"), "Token F1")
    assert (found.a, found.b, found.difference, found.better) == (None, None, None, None)


def test_documents_are_drawn_whole(made: Any) -> None:
    # d0 (even places) loses everything, d1 nothing.
    a, b = run(made, "r" * 20), run(made, "-r" * 10)
    wide = one(a, b, "False Refusal", by_document=True).difference
    assert wide.interval == (0.0, 1.0)
    assert one(a, b, "False Refusal").difference.interval.low > 0.2


@pytest.mark.parametrize(
    ("a", "b", "wanted"),
    [
        pytest.param("rrr", "rr", "second one lacks 1 question: q2", id="second-lacks"),
        pytest.param("r", "rrr", "first one lacks 2 questions: q1, q2", id="first-lacks"),
        pytest.param("r" * 12, "r", "11 questions: q1, q2, q3, q4, q5, q6, q7, q8 and 3 more", id="many"),
    ],
)
def test_questions_on_one_side_are_listed(made: Any, a: str, b: str, wanted: str) -> None:
    with pytest.raises(InputError, match=wanted):
        compare(run(made, a), run(made, b))


def test_question_asked_otherwise_is_refused(made: Any) -> None:
    a = run(made, "rr")
    other = replace(a[1], question=replace(a[1].question, text="Why?"))
    with pytest.raises(InputError, match="1 question: q1"):
        compare(a, [a[0], other])


def test_question_that_stands_twice_is_refused(made: Any) -> None:
    a = run(made, "rr")
    with pytest.raises(InputError, match="first run holds a question more than once: 1 question: q1"):
        paired([*a, a[1]], a)


def test_nothing_to_compare(made: Any) -> None:
    assert all(found.difference is None for found in compare([], [], STANDARD_MEASURES))
