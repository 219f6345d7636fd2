"""Whether evidence can carry an answer: the rule's features, its chance as a formula, its reasons."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

import pytest

from pincite.answer.sufficiency import Sufficiency, asks_for_kind, chance, features
from pincite.answer.sufficiency_parameters import FEATURES, Parameters, Row, Scale, shipped
from pincite.generate.candidates import Candidate
from pincite.generate.judge import Judged
from pincite.types.document import Span
from pincite.types.retrieval import Evidence

MODEL = "ms-marco-MiniLM-L-12-v2-int8"
ROW = Row(-3.0, {"relevance": 0.5, "around": 2.0, "kind": -1.0}, 0.4, Scale(-8.0, 4.0), Scale(0.4, 0.1))


def judged(
    own: float = 0.0, around: float = 0.0, fits: bool = True, score: float | None = None, cosine: float | None = None
) -> Judged:
    return Judged(Candidate(1, 0, Span(0, 1), "x"), own, around, fits, score, cosine)


class Judge:
    """Hands out figures that a test made."""

    def __init__(self, found: Sequence[Judged], row: str = "words-en") -> None:
        self.found = tuple(found)
        self._row = row

    def __call__(self, question: str, evidence: Sequence[Evidence]) -> tuple[Judged, ...]:
        return self.found

    def row(self, evidence: Sequence[Evidence]) -> str:
        return self._row


def sufficiency(found: Sequence[Judged], row: str = "words-en", parameters: Parameters | None = None) -> Sufficiency:
    return Sufficiency(Judge(found, row), parameters)  # type: ignore[arg-type]


RELEVANCE = [
    pytest.param([judged(score=0.0, cosine=0.6)], 8 / 4 + 0.2 / 0.1, id="score-and-cosine"),
    pytest.param([judged(score=4.0, cosine=0.4), judged(score=-8.0, cosine=0.8)], 4.0, id="of-one-sentence"),
    pytest.param([judged(score=-11.0, cosine=0.1)], 0.0, id="below-the-floors"),
    pytest.param([judged(score=0.0)], 2.0, id="no-cosine"),
    pytest.param([judged(cosine=0.6)], 2.0, id="not-read"),
    pytest.param([judged(fits=False, score=9.0, cosine=0.9)], 0.0, id="does-not-fit"),
    pytest.param([], 0.0, id="nothing"),
]


@pytest.mark.parametrize(("found", "expected"), RELEVANCE)
def test_relevance_is_the_most_that_both_models_give_one_fitting_sentence(found: list[Judged], expected: float) -> None:
    assert features(found, ROW, False)["relevance"] == pytest.approx(expected)


def test_row_without_scales_has_no_relevance() -> None:
    assert features([judged(score=9.0, cosine=0.9)], Row(0.0, {}, 0.5), False)["relevance"] == 0.0


SHARES = [
    pytest.param([judged(0.2, 0.5), judged(0.4, 0.4)], (0.4, 0.5), id="best-of-each"),
    pytest.param([judged(0.9, 0.9, fits=False), judged(0.1, 0.2)], (0.1, 0.2), id="only-what-fits"),
    pytest.param([judged(0.9, 0.9, fits=False)], (0.0, 0.0), id="nothing-fits"),
]


@pytest.mark.parametrize(("found", "expected"), SHARES)
def test_shares_are_the_best_of_the_sentences_that_fit(found: list[Judged], expected: tuple[float, float]) -> None:
    found_features = features(found, ROW, True)
    assert (found_features["own"], found_features["around"]) == expected
    assert found_features["kind"] == 1.0


def test_features_are_those_that_parameters_name() -> None:
    assert tuple(features([judged()], ROW, True)) == FEATURES


def test_chance_is_logistic_in_the_features() -> None:
    found = {"relevance": 4.0, "own": 0.7, "around": 0.5, "kind": 1.0}
    assert chance(found, ROW) == pytest.approx(1 / (1 + exp(-(-3.0 + 0.5 * 4.0 + 2.0 * 0.5 - 1.0))))


THRESHOLDS = [pytest.param(0.1, True, id="above"), pytest.param(0.9, False, id="below")]


@pytest.mark.parametrize(("threshold", "enough"), THRESHOLDS)
def test_evidence_suffices_from_the_threshold_on(threshold: float, enough: bool) -> None:
    parameters = Parameters("t", {"words-en": Row(0.0, {}, threshold)})
    verdict = sufficiency([judged()], parameters=parameters)("May I go?", ())
    assert (verdict.score, verdict.sufficient) == (0.5, enough)


def test_rule_is_named_by_the_version_of_its_parameters() -> None:
    assert sufficiency([], parameters=Parameters("7-x", {})).name == "best-fitting-sentence/7-x"
    assert sufficiency([]).name == f"best-fitting-sentence/{shipped().version}"


@pytest.mark.parametrize("score", [-1e9, 1e9], ids=["very-low", "very-high"])
def test_chance_of_extreme_scores_is_no_overflow(score: float) -> None:
    verdict = sufficiency([judged(1.0, 1.0, score=score)], MODEL)("How?", ())
    assert 0.0 <= verdict.score <= 1.0


KINDS = [
    pytest.param("How much is the fee?", True, id="kind"),
    pytest.param("May I go?", False, id="no-kind"),
    pytest.param("Must the tenant pay the landlord, under the What Fee Act?", False, id="kind-in-the-source-only"),
]


@pytest.mark.parametrize(("question", "expected"), KINDS)
def test_whether_a_kind_is_asked_for(question: str, expected: bool) -> None:
    assert asks_for_kind(question, ()) is expected


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
    verdict = sufficiency(found)(question, ())
    assert not verdict.sufficient
    assert words in verdict.reason


def test_sufficient_evidence_has_no_reason() -> None:
    verdict = sufficiency([judged(1.0, 1.0)])("May I go?", ())
    assert (verdict.sufficient, verdict.reason) == (True, "")


@pytest.mark.parametrize("row", sorted(shipped().rows))
def test_better_sentences_never_lower_the_chance(row: str) -> None:
    better = [judged(n / 4, n / 4, score=float(n - 2), cosine=0.4 + n / 10) for n in range(5)]
    chances = [sufficiency([one], row)("How?", ()).score for one in better]
    assert chances == sorted(chances)
    assert chances[0] < chances[-1]
