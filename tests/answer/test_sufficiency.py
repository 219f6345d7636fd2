"""Whether evidence can carry an answer: the rule's figures, its chance as a formula, its reasons."""

from collections.abc import Sequence
from math import exp

import pytest

from pincite.answer.sufficiency import Sufficiency, figures
from pincite.generate.candidates import Candidate
from pincite.generate.judge import Judged
from pincite.generate.weights import SUFFICIENCY_WEIGHTS
from pincite.types.document import Span
from pincite.types.retrieval import Evidence

MODEL = "ms-marco-MiniLM-L-12-v2-int8"


def judged(own: float = 0.0, around: float = 0.0, fits: bool = True, score: float | None = None) -> Judged:
    return Judged(Candidate(1, 0, Span(0, 1), "x"), own, around, fits, score)


class Judge:
    """Hands out figures that a test made."""

    def __init__(self, found: Sequence[Judged], row: str = "words-en") -> None:
        self.found = tuple(found)
        self._row = row

    def __call__(self, question: str, evidence: Sequence[Evidence]) -> tuple[Judged, ...]:
        return self.found

    def row(self, evidence: Sequence[Evidence]) -> str:
        return self._row


FIGURES = [
    pytest.param([judged(0.2, 0.5), judged(0.4, 0.4)], (-8.0, 0.4, 0.5), id="best-of-each"),
    pytest.param([judged(0.9, 0.9, fits=False), judged(0.1, 0.2)], (-8.0, 0.1, 0.2), id="only-what-fits"),
    pytest.param([judged(score=3.0), judged(score=5.0)], (5.0, 0.0, 0.0), id="best-score"),
    pytest.param([judged(score=-11.0)], (-8.0, 0.0, 0.0), id="score-below-the-floor"),
    pytest.param([judged(0.9, 0.9, fits=False, score=9.0)], (-8.0, 0.0, 0.0), id="nothing-fits"),
    pytest.param([], (-8.0, 0.0, 0.0), id="nothing"),
]


@pytest.mark.parametrize(("found", "expected"), FIGURES)
def test_figures_are_the_best_of_the_sentences_that_fit(
    found: list[Judged], expected: tuple[float, float, float]
) -> None:
    assert figures(found, -8.0) == expected


@pytest.mark.parametrize("row", sorted(SUFFICIENCY_WEIGHTS))
def test_chance_is_logistic_in_the_figures(row: str) -> None:
    w = SUFFICIENCY_WEIGHTS[row]
    found = [judged(0.25, 0.5, score=w.floor + 0.1)]
    expected = 1 / (1 + exp(-(w.constant + w.score * (w.floor + 0.1) + w.own * 0.25 + w.around * 0.5)))
    verdict = Sufficiency(Judge(found, row))("How?", ())  # type: ignore[arg-type]
    assert verdict.score == pytest.approx(expected)
    assert verdict.sufficient is (expected >= w.threshold)


@pytest.mark.parametrize("score", [-1e9, 1e9], ids=["very-low", "very-high"])
def test_chance_of_extreme_scores_is_no_overflow(score: float) -> None:
    verdict = Sufficiency(Judge([judged(1.0, 1.0, score=score)], MODEL))("How?", ())  # type: ignore[arg-type]
    assert 0.0 <= verdict.score <= 1.0


REASONS = [
    pytest.param("How much is the fee?", [judged(fits=False)], "asks for an amount", id="wrong-kind"),
    pytest.param("How many days are there?", [judged(fits=False)], "asks for a period of time", id="period"),
    pytest.param("When can I go?", [judged(fits=False)], "a period of time or a time or a date", id="two-kinds"),
    pytest.param("May I go?", [judged()], "on the subject but do not say", id="no-kind"),
    pytest.param("How much is the fee?", [judged()], "on the subject but do not say", id="kind-is-there"),
    pytest.param("May I go?", [], "no sentence of the evidence can be quoted", id="no-sentence"),
    pytest.param("과태료는 얼마인가요?", [judged(fits=False)], "금액", id="korean"),
]


@pytest.mark.parametrize(("question", "found", "words"), REASONS)
def test_refusal_says_what_is_missing(question: str, found: list[Judged], words: str) -> None:
    verdict = Sufficiency(Judge(found))(question, ())  # type: ignore[arg-type]
    assert not verdict.sufficient
    assert words in verdict.reason


def test_sufficient_evidence_has_no_reason() -> None:
    verdict = Sufficiency(Judge([judged(1.0, 1.0)]))("May I go?", ())  # type: ignore[arg-type]
    assert (verdict.sufficient, verdict.reason) == (True, "")


def test_more_shared_words_never_lower_the_chance() -> None:
    for row in SUFFICIENCY_WEIGHTS:
        chances = [
            Sufficiency(Judge([judged(n / 4, n / 4, score=0.0)], row))("How?", ()).score  # type: ignore[arg-type]
            for n in range(5)
        ]
        assert chances == sorted(chances)
