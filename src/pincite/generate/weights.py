"""How a sentence's figures are weighed, one row for each model that scores pairs.

The sentence weights were chosen on one half of the housing documents, the sufficiency weights by
`benchmarks/calibrate_sufficiency.py` on the same half and by `benchmarks/calibrate_korean.py` on one act; both print
the rows and what they do on the rest. A row belongs to its model: another one's scores mean something else.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SentenceWeights:
    """Weights of a sentence's worth: scale · score + fits + around + own, in the unit of a cross-encoder's logit.

    Args:
        near: a sentence within this distance of the best one is worth saying too.
        read: most sentences that the model reads; what it costs decides.
    """

    scale: float
    fits: float
    around: float
    own: float
    near: float
    read: int = 0


@dataclass(frozen=True, slots=True)
class SufficiencyWeights:
    """Logistic weights of the best figures of the sentences that fit, and the probability under which to refuse.

    Args:
        floor: score that stands in where no sentence fits; a lower one counts as this.
        score, own, around: per unit.
        threshold: 0 to 1.
    """

    floor: float
    constant: float
    score: float
    own: float
    around: float
    threshold: float


SENTENCE_WEIGHTS: dict[str, SentenceWeights] = {
    "ms-marco-MiniLM-L-12-v2-int8": SentenceWeights(1.0, fits=4.0, around=6.0, own=0.0, near=2.5, read=12),
    "bge-small-en-v1.5-int8": SentenceWeights(20.0, fits=4.0, around=0.0, own=3.0, near=1.5, read=8),
    "multilingual-e5-small-q4": SentenceWeights(40.0, fits=4.0, around=0.0, own=3.0, near=1.5, read=6),
    "words-en": SentenceWeights(0.0, fits=4.0, around=0.0, own=6.0, near=1.0),
    "words-ko": SentenceWeights(0.0, fits=4.0, around=0.0, own=6.0, near=1.0),
}
SUFFICIENCY_WEIGHTS: dict[str, SufficiencyWeights] = {
    "ms-marco-MiniLM-L-12-v2-int8": SufficiencyWeights(-8.0, -0.473, 0.3357, -0.0712, 4.7773, 0.408),
    "bge-small-en-v1.5-int8": SufficiencyWeights(0.4, -11.657, 14.1918, 1.3811, 5.3203, 0.472),
    "multilingual-e5-small-q4": SufficiencyWeights(0.7, -8.588, 7.7870, 2.6273, 3.8864, 0.262),
    "words-en": SufficiencyWeights(0.0, -2.423, 0.0, 2.4380, 8.0795, 0.449),
    "words-ko": SufficiencyWeights(0.0, -2.339, 0.0, 3.3334, 4.0073, 0.213),
}
_SCORERS = frozenset(SENTENCE_WEIGHTS)


def row_name(scorer: str | None, language: str) -> str:
    """The row that a scorer's figures are weighed by: its own, or that of words alone where it has none."""
    if scorer in _SCORERS:
        return str(scorer)
    return "words-ko" if language == "ko" else "words-en"
