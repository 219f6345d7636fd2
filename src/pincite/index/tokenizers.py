"""Text to the words that BM25 counts: English stems, Korean morphemes, or Korean bigrams where no analyser is there."""

from __future__ import annotations

import re
import threading
from functools import cache
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from kiwipiepy import Kiwi

# Function words that say nothing of the matter; "no" and "not" stay, since they do.
ENGLISH_STOP_WORDS = frozenset(
    """a an and are as at be been but by can could did do does for from had has have having he her his how i if in into
    is it its me my of on or our she so such that the their them then there these they this those to was we were what
    when where which who whom why will with would you your am being just also than too very""".split()
)
_ENGLISH_WORD = re.compile(r"[^\W_]+(?:[.\-‑–][^\W_]+)*(?:['’][^\W_]+)?", re.UNICODE)
_INNER = re.compile(r"[.\-‑–]")
_HANGUL = re.compile(r"[가-힣]+|[A-Za-z]+|\d+|[一-鿿]+")
# Parts of speech that carry matter: nouns, verbs, adjectives, roots, foreign words, numbers, Chinese characters.
_KOREAN_CONTENT = ("NN", "NR", "VV", "VA", "XR", "SL", "SH", "SN", "MM", "MAG")


class WordTokenizer(Protocol):
    """Splits text into index words; its name is part of the index digest."""

    name: str

    def words(self, text: str) -> list[str]:
        """Index words in order, repeated as often as they stand."""
        ...


class EnglishTokenizer:
    """Lower-cased Snowball stems; a compound such as `83.49` or `month-to-month` counts whole and in parts."""

    name = "en-snowball-1"

    def __init__(self) -> None:
        from Stemmer import Stemmer

        self._stemmer = Stemmer("english")
        self._lock = threading.Lock()  # the C stemmer keeps state between calls

    def words(self, text: str) -> list[str]:
        """See `WordTokenizer.words`."""
        raw: list[str] = []
        for match in _ENGLISH_WORD.finditer(text.lower()):
            word = match.group().replace("’", "'").removesuffix("'s")
            parts = _INNER.split(word)
            if len(parts) > 1:
                raw.append(_INNER.sub("-", word))
                raw += [p for p in parts if p not in ENGLISH_STOP_WORDS]
            elif word not in ENGLISH_STOP_WORDS:
                raw.append(word)
        with self._lock:
            return list(self._stemmer.stemWords(raw))


class KoreanBigrams:
    """Pairs of neighbouring syllables; needs nothing installed."""

    name = "ko-bigrams-1"

    def words(self, text: str) -> list[str]:
        """See `WordTokenizer.words`."""
        found: list[str] = []
        for match in _HANGUL.finditer(text):
            run = match.group()
            if len(run) == 1 or not "가" <= run[0] <= "힣":
                found.append(run.lower())
            else:
                found += [run[i : i + 2] for i in range(len(run) - 1)]
        return found


class KoreanMorphemes:
    """Content morphemes by kiwipiepy, particles and endings stripped."""

    name = "ko-kiwi-1"

    def words(self, text: str) -> list[str]:
        """See `WordTokenizer.words`."""
        tokens = _kiwi().tokenize(text)
        return [t.form.lower() for t in tokens if t.tag.startswith(_KOREAN_CONTENT)]


@cache
def _kiwi() -> Kiwi:
    from kiwipiepy import Kiwi

    return Kiwi()


@cache
def tokenizer_for(language: str, name: str | None = None) -> WordTokenizer:
    """The tokenizer of a language: English stems for all that is not Korean.

    Args:
        name: the one that an index was built with; None for the best one installed.

    Raises:
        ModuleNotFoundError: the named one needs a package that is not installed.
    """
    if language != "ko":
        return EnglishTokenizer()
    if name == KoreanBigrams.name:
        return KoreanBigrams()
    try:
        import kiwipiepy  # noqa: F401  # only whether it is there
    except ImportError:
        if name == KoreanMorphemes.name:
            raise
        return KoreanBigrams()
    return KoreanMorphemes()
