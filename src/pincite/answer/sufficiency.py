"""Whether the evidence can carry an answer, decided before one is written and outside of what writes it.

A passage on the subject is not yet an answer. What counts is the best sentence that holds the kind of thing asked
for: its score by the model that judges pairs, and how many of the question's words stand in it and around it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from pincite.generate.judge import Judged, SentenceJudge
from pincite.generate.weights import SufficiencyWeights, sufficiency_weights
from pincite.index.snapshot import index_language
from pincite.text.asked import asked
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
        weights = sufficiency_weights(self._judge.scorer_name(index_language(evidence[0].chunk.language)))
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
    kinds = asked(question)
    if kinds and not any(j.fits for j in judged):
        wanted = " or ".join(_NAMES[k.value] for k in kinds)
        return f"the question asks for {wanted}, and the nearest passages hold none"
    return "the nearest passages are on the subject but do not say what is asked"


_NAMES = {
    "money": "an amount",
    "period": "a period of time",
    "moment": "a time or a date",
    "percent": "a percentage",
    "count": "a number",
    "temperature": "a temperature",
    "measure": "a distance or an area",
}
