"""The words by which a sentence and its source are compared."""

from __future__ import annotations

import re
from typing import Final

_WORD = re.compile(r"[^\W_]+(?:\.\d+)*")
_HANGUL = re.compile("[가-힣]{2,}")
_ENDING = re.compile(r"(?:ations?|ments?|ings?|ies|ied|ed|es|s|e|ly|y)$")
_STEM_CHARS: Final = 7
_MIN_STEM: Final = 3

FUNCTION_WORDS: Final = frozenset(
    """a about above after all also although am an and any are as at be because been before being below between both
    but by can cannot could did do does doing down during each either for from further had has have having he her here
    hers him his how however i if in into is it its itself just may me might more most must my no nor not of off on
    once only or other our out over own shall she should so some such than that the their them then there these they
    this those through to too under until up upon us very was we were what when where whether which while who whom
    whose why will with within without would yes you your""".split()
)


def tokens(text: str) -> frozenset[str]:
    """All words in lower case; Korean ones as pairs of syllables, since their particles stick to them."""
    found: set[str] = set()
    for word in _WORD.findall(text.lower()):
        if _HANGUL.match(word):
            found.update(word[at : at + 2] for at in range(len(word) - 1))
        else:
            found.add(word)
    return frozenset(found)


def content(text: str) -> frozenset[str]:
    """The words that carry meaning, endings cut off, so that `returned` and `return` are the same."""
    return frozenset(_stem(word) for word in tokens(text) if word not in FUNCTION_WORDS)


def _stem(word: str) -> str:
    if not word.isascii() or not word.isalpha():
        return word
    cut = _ENDING.sub("", word)
    return (cut if len(cut) >= _MIN_STEM else word)[:_STEM_CHARS]
