"""How a sentence's figures are weighed, one row for each model that scores pairs.

The weights were chosen on one half of the housing documents. A row belongs to its model: another one's scores mean
something else. Whether the evidence suffices is weighed by rows of the same names, in
`pincite.answer.sufficiency_parameters`.
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


SENTENCE_WEIGHTS: dict[str, SentenceWeights] = {
    "ms-marco-MiniLM-L-12-v2-int8": SentenceWeights(1.0, fits=4.0, around=6.0, own=0.0, near=2.5, read=12),
    "bge-small-en-v1.5-int8": SentenceWeights(20.0, fits=4.0, around=0.0, own=3.0, near=1.5, read=8),
    "multilingual-e5-small-q4": SentenceWeights(40.0, fits=4.0, around=0.0, own=3.0, near=1.5, read=6),
    "words-en": SentenceWeights(0.0, fits=4.0, around=0.0, own=6.0, near=1.0),
    "words-ko": SentenceWeights(0.0, fits=4.0, around=0.0, own=6.0, near=1.0),
}
_SCORERS = frozenset(SENTENCE_WEIGHTS)


def row_name(scorer: str | None, language: str) -> str:
    """The row that a scorer's figures are weighed by: its own, or that of words alone where it has none."""
    if scorer in _SCORERS:
        return str(scorer)
    return "words-ko" if language == "ko" else "words-en"
