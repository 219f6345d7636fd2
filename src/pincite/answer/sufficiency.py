"""Whether the evidence can carry an answer, decided before one is written and outside of what writes it.

A passage on the subject is not yet an answer. What counts is the best sentence that holds the kind of thing asked
for: what the model that judges pairs and the embedder beside it say of it, how many of the question's words stand in
it and around it, and whether the question asks for a thing of one kind at all. An amount or a period has to be there
or not, and what is near it in words is easily another one: such a question needs more.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from pincite.answer.sufficiency_parameters import Parameters, Row, shipped
from pincite.generate.judge import Judged, SentenceJudge, asked_core
from pincite.text.asked import asked
from pincite.text.language import working_language
from pincite.types.retrieval import Evidence, SufficiencyVerdict


class Sufficiency:
    """A logistic rule over features of the judged sentences.

    Args:
        parameters: with a row for each judging model; the package's own by default.
    """

    def __init__(self, judge: SentenceJudge, parameters: Parameters | None = None) -> None:
        self._judge = judge
        self._parameters = parameters or shipped()
        self.name = f"best-fitting-sentence/{self._parameters.version}"

    def __call__(self, question: str, evidence: Sequence[Evidence]) -> SufficiencyVerdict:
        """The estimated chance that the evidence holds the answer, and a reason where it is too small."""
        judged = self._judge(question, evidence)
        if not judged:
            return SufficiencyVerdict(0.0, "no sentence of the evidence can be quoted")
        row = self._parameters.row(self._judge.row(evidence))
        found = chance(features(judged, row, asks_for_kind(question, evidence)), row)
        if found >= row.threshold:
            return SufficiencyVerdict(found)
        return SufficiencyVerdict(found, _reason(question, judged))


def features(judged: Sequence[Judged], row: Row, kind: bool) -> dict[str, float]:
    """The rule's features, by the names of `sufficiency_parameters.FEATURES`, each 0 or more.

    `relevance` is the most that score and cosine together give one sentence, each from its floor on in its unit; `own`
    and `around` are the largest shares of the question's words in a sentence and around one; `kind` is 1 where the
    question asks for a thing of some kind. Only sentences that hold such a thing count; without any these are 0.
    """
    fitting = [j for j in judged if j.fits]
    return {
        "relevance": max((_relevance(j, row) for j in fitting), default=0.0),
        "own": max((j.own for j in fitting), default=0.0),
        "around": max((j.around for j in fitting), default=0.0),
        "kind": float(kind),
    }


def chance(found: Mapping[str, float], row: Row) -> float:
    """The rule's probability, 0 to 1."""
    z = row.constant + sum(weight * found[name] for name, weight in row.weights.items())
    return 1.0 / (1.0 + math.exp(-max(min(z, 60.0), -60.0)))


def asks_for_kind(question: str, evidence: Sequence[Evidence]) -> bool:
    """Whether the question, its places and sources aside, asks for a thing of one of the kinds."""
    return bool(asked(asked_core(question, evidence)))


def _relevance(judged: Judged, row: Row) -> float:
    """A figure that is missing counts as its floor: what was not read speaks for nothing."""
    score = row.score(judged.score) if row.score and judged.score is not None else 0.0
    return score + (row.cosine(judged.cosine) if row.cosine and judged.cosine is not None else 0.0)


def _reason(question: str, judged: Sequence[Judged]) -> str:
    """Why the evidence does not do, in the question's language."""
    words = _WORDS[working_language(question)]
    kinds = asked(question)
    if kinds and not any(j.fits for j in judged):
        return words["none"].format(words["or"].join(dict.fromkeys(words[kind.value] for kind in kinds)))
    return words["beside"]


_WORDS = {
    "en": {
        "none": "the question asks for {}, and the nearest passages hold none",
        "beside": "the nearest passages are on the subject but do not say what is asked",
        "or": " or ",
        "money": "an amount",
        "period": "a period of time",
        "duration": "a period of time",
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
        "duration": "기간",
        "moment": "시점",
        "percent": "비율",
        "count": "수",
        "temperature": "온도",
        "measure": "거리나 면적",
    },
}
