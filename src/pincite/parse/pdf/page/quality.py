"""How far each page's text can be trusted, judged from its characters alone.

Two things make text unreliable: optical recognition that guessed (signs inside words, stray signs between them), and
fonts without a map to Unicode (private-use or replacement characters, or words of the wrong letters). Blanks to fill
in, tables of contents and other scripts are none of these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.text.normalize import has_high
from pincite.types.document import TextQuality

MAX_UNMAPPED = 0.08
"""Share of a page's characters that may have no Unicode value."""
MIN_COMMON = 0.15
"""Share of the words of English prose that are among its commonest two dozen, at least; a third is usual."""
MAX_VOWELLESS = 0.4
"""Share of a page's longer Latin words that may lack vowels."""
MAX_NOISE = 0.012
"""Share of a page's words that may be noise. Clean pages of nine published PDFs reach 0.005, a bad scan 0.014-0.2."""
MIN_NOISE = 4
"""Noise words below which a page is not judged by their share."""
MAX_NOISE_IN_ALL = 0.015
"""The share over all pages from which every page with any noise is of low quality."""

_UNMAPPED = re.compile("[\ue000-\uf8ff\ufffd\U000f0000-\U0010ffff]")
# Signs that recognition leaves behind; pages without any are not looked at word by word.
_SIGNS = "~^{}\\`"
_NOISY_WORD = re.compile(
    r"""[a-z][~^|{}<>*;!"\\=:]{1,2}[a-z]    # a sign inside a word: wit~held, depo!,it
    |[a-z][,.][a-z]+[,;][a-z]
    |(?<!o)[A-Za-z]'[a-z]{3}                 # an apostrophe that starts no ending: gE'tting
    |^[,;:!~^`][A-Za-z]                      # a word that starts with a sign: ,local
    |[A-Za-z'".,!;][~^]|[~^][A-Za-z'".,!;]   # a tilde that is no range of numbers
    |^(?!\.+$|-+$|\*+$)[~'"`,.;:!^*\\|<>=]{2,5}$
    """,
    re.VERBOSE,
)
_LONGER_WORD = re.compile(r"\b[A-Za-z]{4,}\b")
_VOWELLESS_WORD = re.compile(r"\b[B-DF-HJ-NP-TV-XZb-df-hj-np-tv-xz]{4,}\b")
_SHORT_WORD = re.compile(r"\b[A-Za-z]{2,3}\b")
_COMMON = frozenset("the of and to in is for or that be by with as on this are not any from it at an shall may".split())
_SAMPLE = 300
_BLANK = "no text: a blank page"
_OCR = "OCR offered: pincite add --ocr"
_PICTURE = f"no text, only a picture or drawing; {_OCR}"

Verdict = tuple[TextQuality, str]


def judge(pages: Sequence[str], unmapped: Sequence[float] = (), pictured: Sequence[bool] = ()) -> list[Verdict]:
    """Verdict and note for the text of each page.

    Args:
        unmapped: for each page, the share of its characters that have no Unicode value, 0..1, as far as the text does
            not show it.
        pictured: for each page, whether it holds anything but text.
    """
    noise = [_noise(page) if any(sign in page for sign in _SIGNS) else 0 for page in pages]
    words = [len(page.split()) if count else 1 for page, count in zip(pages, noise, strict=True)]
    total = sum(len(page.split()) for page in pages) if any(noise) else 1
    scan = sum(noise) >= max(MAX_NOISE_IN_ALL * total, MIN_NOISE)
    shares = unmapped or [0.0] * len(pages)
    verdicts = [_verdict(*page, scan=scan) for page in zip(pages, noise, words, shares, strict=True)]
    return [
        (quality, _PICTURE) if quality is TextQuality.EMPTY and note == _BLANK and picture else (quality, note)
        for (quality, note), picture in zip(verdicts, pictured or [False] * len(pages), strict=True)
    ]


def _verdict(text: str, noise: int, words: int, share: float, *, scan: bool) -> Verdict:
    if not text or text.isspace():
        return TextQuality.EMPTY, _unmapped_note(share) if share > MAX_UNMAPPED else _BLANK
    if share <= MAX_UNMAPPED and has_high(text):
        share = len(_UNMAPPED.findall(text)) / len("".join(text.split()))
    if share > MAX_UNMAPPED and not _reads_as_english(text):
        return TextQuality.LOW, _unmapped_note(share)
    if _vowelless(text) > MAX_VOWELLESS:
        return TextQuality.LOW, f"most words have no vowels: a font with a wrong map; {_OCR}"
    if noise and (scan or (noise >= MIN_NOISE and noise > MAX_NOISE * words)):
        return TextQuality.LOW, f"{noise} of {words} words are noise: a poor scan"
    return TextQuality.GOOD, ""


def _unmapped_note(share: float) -> str:
    return f"{share:.0%} of the characters have no Unicode value: fonts without a Unicode map; {_OCR}"


def _reads_as_english(text: str) -> bool:
    """Whether a text whose font has no map is right all the same, since the font counts letters as ASCII does."""
    words = _LONGER_WORD.findall(text[: 10 * _SAMPLE]) + _SHORT_WORD.findall(text[: 10 * _SAMPLE])
    return len(words) >= 15 and sum(word.lower() in _COMMON for word in words) >= MIN_COMMON * len(words)


def _noise(text: str) -> int:
    """How many words of the text are noise; long words (addresses, codes) are left out."""
    return sum(
        1
        for word in text.split()
        if len(word) < 40 and not word.isalnum() and "/" not in word and "@" not in word and _NOISY_WORD.search(word)
    )


def _vowelless(text: str) -> float:
    """The share of longer words without a vowel, at the start of the page or in its middle, whichever is larger."""
    middle = len(text) // 2
    return max(_vowelless_in(text[:_SAMPLE]), _vowelless_in(text[middle : middle + _SAMPLE]))


def _vowelless_in(text: str) -> float:
    found = len(_VOWELLESS_WORD.findall(text))
    words = len(_LONGER_WORD.findall(text)) if found else 0
    return found / words if words >= 15 else 0.0
