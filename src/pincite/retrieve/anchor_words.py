"""Korean and English words as the topic anchor compares them: keys of phrases, roles, and where a word ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from pincite.index.tokenizers import ENGLISH_STOP_WORDS, KoreanBigrams, tokenizer_for

_PARTICLES_KO: Final = (
    "으로부터|로부터|에게서|으로서|으로써|에서는|에서|에게|이라도|이나|이며|이란|이고|까지|부터|마다|보다|라도|로서|로써|"
    "으로|란|은|는|이|가|을|를|의|에|와|과|로|도|만|나|인|별|등|들"
)
PARTICLES: Final = re.compile(rf"(?:{_PARTICLES_KO}){{0,3}}")
"""What may stand behind a Korean word without making another word of it."""
_TRAILING = re.compile(rf"(?<=[가-힣]{{2}})(?:{_PARTICLES_KO})$")
_WORD_KO = re.compile(r"[가-힣A-Za-z0-9]+")
_WORD_EN = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
# Words that join the others of a title and say nothing of its matter.
_LINKS_KO: Final = frozenset(
    "및 등 그 또는 관한 대한 따른 위한 의한 관하여 대하여 따라 위하여 이에 기타 밖의 그밖에".split()
)
# A title's or a term's number: 제3조의2, 1.2, § 164.502(a), Part 1, (a)
_NUMBERED = re.compile(
    r"제\s?\d+\s?(?:편|장|절|관|조|항|호)(?:의\s?\d+)?|별[표지]\s?(?:제\s?)?\d*(?:호\s?서식)?|[①-⑳]|"
    r"§+\s?[\w.()-]*|\b(?:part|chapter|subpart|section|article|title|appendix|annex|schedule)\s+[\dIVXLA-Z][\w.()-]*|"
    r"\(\s?\w{1,3}\s?\)|\b[IVXL]{1,5}[.)]|\d[\d.,:/-]*%?",
    re.IGNORECASE,
)
_LONE = re.compile(r"^\w\s?[\])}.:]\s*")  # what is left of a label
_EDGES: Final = " \t\n.,;:·ㆍ･—–-/[]()「」『』<>“”\"'’"
_LEADING_ON = re.compile(
    r"(?:[\s,]+(?:등|및|for|on|of|to|under|in|with|by|and|or|the|an?|from|pursuant|required|described))+$",
    re.IGNORECASE,
)
_ATTACHED_KO = re.compile(r"(?<=[가-힣]{2})등$")  # 평가등, as texts shorten what they list
MAX_PHRASE_CHARS: Final = 40

_bigrams: Final = KoreanBigrams()


def without_numbers(phrase: str) -> str:
    """A title or term without numbers, labels, brackets around it and white space at its edges.

    >>> without_numbers("제3조의2(연구노트의 작성)"), without_numbers("§ 164.508 Uses: authorization required.")
    ('연구노트의 작성', 'Uses: authorization required')
    """
    return _LONE.sub("", " ".join(_NUMBERED.sub(" ", phrase).split()).strip(_EDGES))


def tidy_phrase(phrase: str) -> str:
    """A title or term without numbers and without the words at its end that lead on to nothing.

    >>> tidy_phrase("제12조(연구개발비의 사용 등)"), tidy_phrase("Requirements for § 164.504")
    ('연구개발비의 사용', 'Requirements')
    """
    return _ATTACHED_KO.sub("", _LEADING_ON.sub("", without_numbers(phrase)).strip(_EDGES))


def content_word(word: str, language: str) -> str:
    """A word of matter without particles, English in the singular; empty for numbers, short words, those that join.

    >>> content_word("연구노트를", "ko"), content_word("the", "en")
    ('연구노트', '')
    """
    if any(c.isdigit() for c in word) or word in _LINKS_KO:
        return ""
    if language == "ko":
        bare = _TRAILING.sub("", word)
        return bare if len(bare) > 1 else ""
    low = folded(word, language)
    return low if len(low) > 3 and word.lower() not in ENGLISH_STOP_WORDS else ""


def keys(text: str, language: str) -> list[str]:
    """What two phrases share where they speak of the same: English stems; pairs of neighbouring Korean syllables.

    The analyser of Korean words is not asked: an anchor must not depend on what is installed.
    """
    return _bigrams.words(text) if language == "ko" else tokenizer_for(language).words(text)


def phrase_keys(phrase: str, language: str) -> frozenset[str]:
    """The keys of a title or term; Korean particles at the ends of its words and words that only join count nothing."""
    if language != "ko":
        return frozenset(keys(phrase, language))
    kept = (_TRAILING.sub("", word) for word in _WORD_KO.findall(phrase) if word not in _LINKS_KO)
    return frozenset(key for word in kept for key in keys(word, language))


def words(text: str, language: str) -> Iterator[re.Match[str]]:
    """The words of a text with their places."""
    return (_WORD_KO if language == "ko" else _WORD_EN).finditer(text)


def folded(word: str, language: str) -> str:
    """A word as names are compared: English ones in lower case and in the singular."""
    if language == "ko":
        return word
    low = word.lower().removesuffix("'s").removesuffix("’s")
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    return low[:-1] if low.endswith("s") and not low.endswith("ss") and len(low) > 3 else low


def is_same_word(said: str, name: str, language: str, *, last: bool) -> bool:
    """Whether a word of a question is a word of a name; the last Korean one may carry particles.

    Args:
        said, name: folded.
    """
    if said == name or language != "ko" or not last or not said.startswith(name):
        return said == name
    return PARTICLES.fullmatch(said, len(name)) is not None
