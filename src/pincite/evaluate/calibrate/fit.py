"""Fits the sufficiency rule: logistic regression with an L2 penalty, and a threshold by what refusing may cost.

A benchmark's unanswerable questions weigh together half as much as its answerable ones, however few they are, and so
do the made ones: answerable questions whose gold was taken out of the ranking. The first are sure but few; of the
second some can still be answered by what was left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pincite.answer.sufficiency import chance
from pincite.answer.sufficiency_parameters import Row, Scale
from pincite.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

SCALES: Final[Mapping[str, tuple[Scale | None, Scale | None]]] = {
    "ms-marco-MiniLM-L-12-v2-int8": (Scale(-11.0, 4.0), Scale(0.4, 0.1)),
    "bge-small-en-v1.5-int8": (Scale(0.4, 0.1), None),
    "multilingual-e5-small-q4": (Scale(0.7, 0.05), None),
    "words-en": (None, None),
    "words-ko": (None, None),
}
"""How each judging model's score and the cosine beside it are read: floors under what any sentence on the subject
gets, units of about their spread over the sentences that are read, so that both say as much."""
RIDGE: Final = 10.0
"""L2 penalty on weights of features of unit variance. From 3 to 30 the held-out figures differ by a question or two."""
MAX_REFUSED: Final = 0.08
"""By default. The threshold is the highest at which, as a mean over the benchmarks, no larger share of answerable
questions is refused: one wrong refusal in twelve is the price for what is then refused rightly."""
_STEPS: Final = 100
_SMALLEST_STEP: Final = 1e-9


@dataclass(frozen=True, slots=True)
class CalibrationCase:
    """A question with evidence, as the rule sees it.

    Args:
        benchmark: its name.
        question_id: of the benchmark.
        row: name of the judging model's row.
        holds: whether the evidence can hold the answer: the question is answerable, and its gold was not taken out.
        made: its gold was taken out of the ranking.
        features: by name; None where nothing was found or no sentence can be quoted, which refuses by itself.
    """

    benchmark: str
    question_id: str
    row: str
    holds: bool
    made: bool
    features: Mapping[str, float] | None


def fit(cases: Sequence[CalibrationCase], row: str, features: Sequence[str], max_refused: float = MAX_REFUSED) -> Row:
    """The row of a judging model that fits the cases.

    Args:
        max_refused: as `threshold` has it.

    Raises:
        InputError: there are not both kinds of cases to tell apart.
    """
    import numpy as np

    used = [case for case in cases if case.row == row and case.features is not None]
    if {case.holds for case in used} != {True, False}:
        raise InputError(
            f"Wanted questions with and without an answer to tell apart for {row}, found one kind only.",
            hint="Give a benchmark that has both.",
        )
    x = np.array([[case.features[name] for name in features] for case in used if case.features is not None])
    y = np.array([float(case.holds) for case in used])
    mean, spread = x.mean(axis=0), x.std(axis=0)
    spread[spread == 0] = 1.0
    b = logistic((x - mean) / spread, y, case_weights(used), RIDGE)
    weights = b[1:] / spread
    score, cosine = SCALES[row]
    constant = float(b[0] - weights @ mean)
    named = {name: round(float(weight), 4) for name, weight in zip(features, weights, strict=True) if weight}
    found = Row(round(constant, 4), named, 0.5, score, cosine)
    return Row(found.constant, found.weights, threshold(used, found, max_refused), score, cosine)


def case_weights(cases: Sequence[CalibrationCase]) -> Vector:
    """The weight of each case in the fit, float64, (n_cases,): see the module."""
    import numpy as np

    def kind(case: CalibrationCase) -> tuple[str, bool, bool]:
        return case.benchmark, case.holds, case.made

    counts: dict[tuple[str, bool, bool], int] = {}
    for case in cases:
        counts[kind(case)] = counts.get(kind(case), 0) + 1

    def weight(case: CalibrationCase) -> float:
        answerable = counts.get((case.benchmark, True, False), 0)
        return 1.0 if case.holds or not answerable else 0.5 * answerable / counts[kind(case)]

    return np.array([weight(case) for case in cases])


def logistic(x: Vector, y: Vector, weights: Vector, ridge: float) -> Vector:
    """Logistic regression by Newton's method with an L2 penalty on all but the constant.

    Args:
        x: float64, (n, n_features), of about unit variance.
        y: 0 or 1, (n,).
        weights: of the cases, (n,), 0 or more.

    Returns:
        The constant and the weights, (1 + n_features,).
    """
    import numpy as np

    x = np.c_[np.ones(len(x)), x]
    b = np.zeros(x.shape[1])
    penalty = np.eye(len(b)) * ridge
    penalty[0, 0] = 1e-6  # the constant is free, and the system still has a solution where the cases are all alike
    for _ in range(_STEPS):
        p = 1 / (1 + np.exp(-np.clip(x @ b, -30, 30)))
        slope = x.T @ (weights * (y - p)) - penalty @ b
        bend = (x * (weights * p * (1 - p))[:, None]).T @ x + penalty
        step = np.linalg.solve(bend, slope)
        b = b + step
        if float(np.abs(step).max()) < _SMALLEST_STEP:
            break
    return b


def threshold(cases: Sequence[CalibrationCase], row: Row, max_refused: float = MAX_REFUSED) -> float:
    """The highest probability that refuses at most the share `max_refused` of the answerable questions.

    As a mean over benchmarks; to three decimals, rounded down.
    """
    by_benchmark: dict[str, list[float]] = {}
    for case in cases:
        if case.features is not None and not case.made and case.holds:
            by_benchmark.setdefault(case.benchmark, []).append(chance(case.features, row))
    best = 0.001
    for step in range(1, 1000):
        least = step / 1000
        shares = [sum(p < least for p in found) / len(found) for found in by_benchmark.values()]
        if shares and sum(shares) / len(shares) > max_refused:
            break
        best = least
    return best


def area_under_curve(chances: Sequence[float], labels: Sequence[bool]) -> float | None:
    """How often an answerable question gets the higher chance than an unanswerable one, ties half.

    That is the area under the ROC curve, 0 to 1; None where one kind is missing.
    """
    right = [p for p, label in zip(chances, labels, strict=True) if label]
    wrong = [p for p, label in zip(chances, labels, strict=True) if not label]
    if not right or not wrong:
        return None
    return sum((p > q) + 0.5 * (p == q) for p in right for q in wrong) / (len(right) * len(wrong))


def risk_coverage(chances: Sequence[float], labels: Sequence[bool]) -> list[tuple[float, float]]:
    """Coverage and risk at every cut; equal chances are answered together.

    Coverage is the share of questions answered when the surest are answered first, risk the share of these that have
    no answer.
    """
    order = sorted(zip(chances, labels, strict=True), key=lambda pair: -pair[0])
    points: list[tuple[float, float]] = []
    wrong = 0
    for place, (p, label) in enumerate(order, start=1):
        wrong += not label
        if place == len(order) or order[place][0] < p:
            points.append((place / len(order), wrong / place))
    return points


def stamped(row: Row, fitted: Mapping[str, Any]) -> Row:
    """The row with what it was fitted on."""
    return Row(row.constant, row.weights, row.threshold, row.score, row.cosine, fitted)
