"""Questions that say their own answer, and questions that are asked already."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pincite.evaluate.regops.corpus import BenchCorpus

_WORD = re.compile(r"[가-힣A-Za-z0-9]+")
_ENDING_KO = re.compile(
    r"(?:하여야|해야|하여서는|한다|하나요|합니까|할|하는|하여|으로|에게|에서|부터|까지|은|는|이|가|을|를|의|에|와|과|로|도|만)$"
)


def words_of(text: str) -> frozenset[str]:
    """The words of a text as they are compared: Korean ones without what changes from sentence to question."""
    found = set()
    for word in _WORD.findall(text.lower()):
        bare = _ENDING_KO.sub("", word) if "가" <= word[-1] <= "힣" else word.removesuffix("s")
        if bare:
            found.add(bare[:4] if "가" <= bare[0] <= "힣" else bare)
    return frozenset(found)


def gives_away(question: str, quotes: Iterable[str]) -> bool:
    """Whether every word of some quote stands in the question.

    >>> gives_away("Must the landlord return the deposit?", ["The landlord must return the deposit."])
    True
    """
    asked = words_of(question)
    return any(words and words <= asked for words in map(words_of, quotes))


def fingerprint(question: str) -> frozenset[str]:
    """What two phrasings of one question share."""
    return words_of(question)


def is_repeat(question: frozenset[str], others: Iterable[frozenset[str]], likeness: float = 0.9) -> bool:
    """Whether a question is asked already, in the same words or nearly."""
    return any(len(question & other) >= likeness * max(1, len(question | other)) for other in others)


def says_heading(corpus: BenchCorpus, question: str, gold: Iterable[str]) -> bool:
    """Whether a question has the whole heading of one of its gold articles."""
    asked = "".join(question.split()).lower()
    titles = ("".join(corpus.title(g).split()).lower() for g in gold)
    return any(title and title in asked for title in titles)
