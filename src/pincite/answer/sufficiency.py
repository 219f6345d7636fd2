"""Whether the evidence can carry an answer, decided before one is written and outside of what writes it.

A passage on the subject is not yet an answer. What counts is the best sentence that holds the kind of thing asked
for: its score by the model that judges pairs, and how many of the question's words stand in it and around it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from pincite.generate.judge import Judged, SentenceJudge
from pincite.generate.weights import SUFFICIENCY_WEIGHTS, SufficiencyWeights
from pincite.text.asked import asked
from pincite.text.language import detect
from pincite.types.retrieval import Evidence, SufficiencyVerdict


class Sufficiency:
    """A logistic rule over the judged sentences; its weights belong to the judge's model."""

    name = "best-fitting-sentence/1"

    def __init__(self, judge: SentenceJudge) -> None:
        self._judge = judge

    def __call__(self, question: str, evidence: Sequence[Evidence]) -> SufficiencyVerdict:
        """The estimated chance that the evidence holds the answer, and a reason where it is too small."""
        judged = self._judge(question, evidence)
        if not judged:
            return SufficiencyVerdict(0.0, "no sentence of the evidence can be quoted")
        weights = SUFFICIENCY_WEIGHTS[self._judge.row(evidence)]
        chance = _chance(figures(judged, weights.floor), weights)
        if chance >= weights.threshold:
            return SufficiencyVerdict(chance)
        return SufficiencyVerdict(chance, _reason(question, judged))


def figures(judged: Sequence[Judged], floor: float) -> tuple[float, float, float]:
    """Best score, best own and best surrounding share among the sentences that fit the question."""
    fitting = [j for j in judged if j.fits]
    return (
        max((max(j.score, floor) for j in fitting if j.score is not None), default=floor),
        max((j.own for j in fitting), default=0.0),
        max((j.around for j in fitting), default=0.0),
    )


def _chance(found: tuple[float, float, float], weights: SufficiencyWeights) -> float:
    score, own, around = found
    z = weights.constant + weights.score * score + weights.own * own + weights.around * around
    return 1.0 / (1.0 + math.exp(-max(min(z, 60.0), -60.0)))


def _reason(question: str, judged: Sequence[Judged]) -> str:
    """Why the evidence does not do, in the question's language."""
    words = _WORDS["ko" if detect(question) == "ko" else "en"]
    kinds = asked(question)
    if kinds and not any(j.fits for j in judged):
        return words["none"].format(words["or"].join(words[kind.value] for kind in kinds))
    return words["beside"]


_WORDS = {
    "en": {
        "none": "the question asks for {}, and the nearest passages hold none",
        "beside": "the nearest passages are on the subject but do not say what is asked",
        "or": " or ",
        "money": "an amount",
        "period": "a period of time",
        "moment": "a time or a date",
        "percent": "a percentage",
        "count": "a number",
        "temperature": "a temperature",
        "measure": "a distance or an area",
    },
    "ko": {
        "none": "질문이 구하는 것({})이 가장 가까운 부분에 없습니다",
        "beside": "가장 가까운 부분이 주제는 다루지만 물은 내용을 말하지 않습니다",
        "or": " 또는 ",
        "money": "금액",
        "period": "기간",
        "moment": "시점",
        "percent": "비율",
        "count": "수",
        "temperature": "온도",
        "measure": "거리나 면적",
    },
}
