"""How much two texts have in common, by their words: token F1, Jaccard, and the share of one that stands in the other.

Words are runs of letters and digits in lower case (NFKC); a figure keeps its point and loses its commas, so that
`$1,000.50` is `1000.50`. Korean words count as pairs of syllables, since their particles stick to them.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
_HANGUL = re.compile("[가-힣]{2,}")
_ARTICLES = frozenset(("a", "an", "the"))


def words(text: str) -> list[str]:
    """The words of `text` in order.

    >>> words("The fee: $1,000.50 (non-refundable)")
    ['the', 'fee', '1000.50', 'non', 'refundable']
    """
    found: list[str] = []
    for word in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        if _HANGUL.fullmatch(word):
            found.extend(word[at : at + 2] for at in range(len(word) - 1))
        else:
            found.append(word.replace(",", "") if word[0].isdigit() else word)
    return found


def token_f1(answer: str, reference: str) -> float:
    """F1 of the words that both have, each as often as it stands in both, articles left out.

    Range: 0 to 1; 1 where neither has words, 0 where one has none.
    Source: P. Rajpurkar et al., SQuAD (2016), section 6.1, whose script deletes punctuation inside words, too, and
    knows no Korean.
    """
    own = Counter(word for word in words(answer) if word not in _ARTICLES)
    other = Counter(word for word in words(reference) if word not in _ARTICLES)
    if not own or not other:
        return float(own == other)
    common = (own & other).total()
    return 2 * common / (own.total() + other.total())


@lru_cache(maxsize=4096)
def _different(text: str) -> frozenset[str]:
    return frozenset(words(text))


def jaccard(one: str, other: str) -> float:
    """Different words that both have, of the different words that either has; 0 where neither has any."""
    first, second = _different(one), _different(other)
    either = first | second
    return len(first & second) / len(either) if either else 0.0


def share_within(wanted: Iterable[str], held: Iterable[str]) -> float | None:
    """The share of the words of `wanted` texts that stand in `held` texts, each as often as it is there.

    Range: 0 to 1; None where no word is wanted.
    """
    need = Counter(word for text in wanted for word in words(text))
    have = Counter(word for text in held for word in words(text))
    return (need & have).total() / need.total() if need else None


def flat(text: str) -> str:
    """The text with every run of white space as one blank, none at its ends."""
    return " ".join(text.split())
