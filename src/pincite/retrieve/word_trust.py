"""How far words alone are to be trusted for a question: the more of them one unit holds, the less vectors need to say.

Beyond the papers, which weigh dense and lexical scores alike for every question. Small embedders tell rules of one
section hardly apart, while a question in the law's own words finds its rule by them; a question in everyday words needs
the vectors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from pincite.index.embedders import Vectors

UNSURE, SURE = 0.2, 0.4
"""Shares up to which the dense score keeps its weight, and from which on it has the least of it. Chosen on the Korean
questions' part `tune` and on the HIPAA peer questions of §§ 164.504 and 164.509; between 0.2 and 0.3, 0.4 and 0.5 the
figures are alike."""
LEAST: Final = 0.2
"""Of its weight, which it always keeps."""


def dense_weight(alpha: float, words: Sequence[str], lexical: Vectors, idf: Mapping[str, float]) -> float:
    """The weight of the dense score for one form of a question.

    The share that decides is the best unit's BM25 score over the sum of the words' inverse document frequencies: 1
    where a unit of mean length has each word once.

    Args:
        alpha: the weight where words are not to be trusted.
        words: as the index counts them.
        lexical: BM25 of the units that may be used, float32; NaN for those of other languages.
        idf: of each word.

    >>> round(dense_weight(0.5, ["a", "b"], np.array([0.3, 0.6]), {"a": 1.0, "b": 1.0}), 3)
    0.25
    """
    whole = sum(idf[word] for word in set(words))
    best = float(np.nan_to_num(lexical).max(initial=0.0))
    share = best / whole if whole > 0 else 0.0
    kept = (SURE - share) / (SURE - UNSURE)
    return alpha * min(1.0, max(LEAST, kept))
