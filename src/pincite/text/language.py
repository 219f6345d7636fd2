"""Which of the two languages that pincite handles a text is in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final, Literal

Language = Literal["en", "ko", "und"]

# A Hangul syllable carries what two to three Latin letters do, and Korean texts on technical matters are full of
# Latin names, so a fifth of the letters is enough. English texts quote single Korean words at most.
MIN_HANGUL_SHARE: Final = 0.2
MIN_LATIN_SHARE: Final = 0.5
# Longer texts are judged by slices of this length in all, taken evenly.
SAMPLE_CHARS: Final = 40_000
SLICES: Final = 8

# Runs, since to count letters one by one takes three times as long.
_WORD = re.compile(r"[^\W\d_]+")
_NOT_LATIN = re.compile(r"[^\W\d_A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]+")
_HANGUL = re.compile("[가-힣\u1100-\u11ff\u3130-\u318f]+")

# Words that a sentence of the language hardly does without and that are no words of the other list.
_ENGLISH: Final = frozenset(
    """a about an and any are as at be been but by can could did do does for from had has have how i if in is it its
    may must my not of on or our shall should than that the their there these they this to under was we were what
    when where which who whose will with would you your""".split()
)
_FOREIGN: Final = frozenset(
    """al aus avec beim como comment con cuando cuanto cuánto dans das de dei del della der des di die dla do dos du
    een ein eine einen einer el ella en est et für ga gli hat het il ist jak je kann kiedy koennen können la las le
    les lo los mein meine mi mit mon na nach nicht nie o och os ou para pas per pode por pour quando quanto que qué
    quel quelle qui se sein sich sie sin sind som sont sur tem tener über um un una une und van von voor w waar wann
    wanneer was wat wer werden wie wird wo y z zu zum zur è é""".split()
)


def detect(text: str) -> Language:
    """The language of `text`: `en`, `ko`, or `und` where it is neither or has no letters.

    Latin script counts as English unless the common words of other European languages outnumber the English ones.

    >>> detect("임대차기간은 2년으로 본다. (the Act)")
    'ko'
    >>> detect("Wie lange hat der Vermieter Zeit?")
    'und'
    """
    sample = _sample(text)
    words = _WORD.findall(sample)
    letters = sum(map(len, words))
    if not letters:
        return "und"
    others = "".join(_NOT_LATIN.findall(sample))
    if sum(map(len, _HANGUL.findall(others))) >= MIN_HANGUL_SHARE * letters:
        return "ko"
    if letters - len(others) < MIN_LATIN_SHARE * letters:
        return "und"
    return "und" if _is_other_european(words) else "en"


def working_language(text: str) -> str:
    """Of the two languages that have words, models and prompts here: `ko` where the text is Korean, else `en`."""
    return "ko" if detect(text) == "ko" else "en"


def _sample(text: str) -> str:
    if len(text) <= SAMPLE_CHARS:
        return text
    width, step = SAMPLE_CHARS // SLICES, len(text) // SLICES
    return "\n".join(text[at : at + width] for at in range(0, step * SLICES, step))


def _is_other_european(words: Iterable[str]) -> bool:
    english = foreign = 0
    for word, count in Counter(words).items():
        lower = word.lower()
        english += count * (lower in _ENGLISH)
        foreign += count * (lower in _FOREIGN)
    return foreign >= 2 and foreign > english
