"""How a sentence's figures are weighed, one row for each model that scores pairs.

Set on one half of the housing documents by `benchmarks/calibrate_sufficiency.py`, which prints both tables and the
figures on the other half. A row belongs to its model: scores of another one mean something else.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SentenceWeights:
    """Weights of a sentence's worth: scale · score + fits + around + own, in the unit of a cross-encoder's logit.

    Args:
        near: a sentence within this distance of the best one is worth saying too.
    """

    scale: float
    fits: float
    around: float
    own: float
    near: float


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


WORDS = "words"
SENTENCE_WEIGHTS: dict[str, SentenceWeights] = {
    "ms-marco-MiniLM-L-12-v2-int8": SentenceWeights(scale=1.0, fits=4.0, around=6.0, own=0.0, near=2.5),
    "bge-small-en-v1.5-int8": SentenceWeights(scale=20.0, fits=4.0, around=0.0, own=3.0, near=1.5),
    "multilingual-e5-small-q4": SentenceWeights(scale=40.0, fits=4.0, around=0.0, own=3.0, near=1.5),
    WORDS: SentenceWeights(scale=0.0, fits=4.0, around=0.0, own=6.0, near=1.0),
}
SUFFICIENCY_WEIGHTS: dict[str, SufficiencyWeights] = {
    "ms-marco-MiniLM-L-12-v2-int8": SufficiencyWeights(-8.0, -0.570, 0.3029, 0.0476, 4.7870, 0.406),
    "bge-small-en-v1.5-int8": SufficiencyWeights(0.4, -12.899, 16.0899, 1.1319, 5.0892, 0.460),
    # No labelled Korean questions are at hand: the words' row, its scores left out of it.
    "multilingual-e5-small-q4": SufficiencyWeights(0.7, -2.369, 0.0, 1.9765, 8.2837, 0.457),
    WORDS: SufficiencyWeights(0.0, -2.369, 0.0, 1.9765, 8.2837, 0.457),
}


def sentence_weights(scorer: str) -> SentenceWeights:
    """The row of a scorer; of words alone where it has none."""
    return SENTENCE_WEIGHTS.get(scorer, SENTENCE_WEIGHTS[WORDS])


def sufficiency_weights(scorer: str) -> SufficiencyWeights:
    """The row of a scorer; of words alone where it has none."""
    return SUFFICIENCY_WEIGHTS.get(scorer, SUFFICIENCY_WEIGHTS[WORDS])
