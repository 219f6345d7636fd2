"""How far each page's text can be trusted, judged from its characters alone.

Two things make text unreliable: optical recognition that guessed (signs inside words, stray signs between them), and
fonts without a map to Unicode (private-use or replacement characters, or words of the wrong letters). Blanks to fill
in, tables of contents and other scripts are none of these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.types.document import TextQuality

MAX_UNMAPPED = 0.08
"""Share of a page's characters that may have no Unicode value."""
MAX_VOWELLESS = 0.4
"""Share of a page's longer Latin words that may lack vowels."""
MAX_NOISE = 0.012
"""Share of a page's words that may be noise. Clean pages of nine published PDFs reach 0.005, a bad scan 0.014-0.2."""
MIN_NOISE = 4
"""Noise words below which a page is not judged by their share."""
MAX_NOISE_IN_ALL = 0.015
"""The share over all pages from which every page with any noise is of low quality."""

_UNMAPPED = re.compile("[\ue000-\uf8ff\ufffd\U000f0000-\U0010ffff]")
_HIGH = re.compile("[\ue000-\U0010ffff]")  # one range, which is faster; most pages have none of these
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
_VOWEL = re.compile(r"[aeiouyAEIOUY]")
_SAMPLE = 300

Verdict = tuple[TextQuality, str]


def judge(pages: Sequence[str]) -> list[Verdict]:
    """Verdict and note for the text of each page."""
    noise = [_noise(page) if any(sign in page for sign in _SIGNS) else 0 for page in pages]
    words = [len(page.split()) if count else 1 for page, count in zip(pages, noise, strict=True)]
    total = sum(len(page.split()) for page in pages) if any(noise) else 1
    scan = sum(noise) >= max(MAX_NOISE_IN_ALL * total, MIN_NOISE)
    return [_verdict(*page, scan=scan) for page in zip(pages, noise, words, strict=True)]


def _verdict(text: str, noise: int, words: int, *, scan: bool) -> Verdict:
    if not text.strip():
        return TextQuality.EMPTY, "no text; a blank page or a picture that needs OCR"
    unmapped = _HIGH.search(text) and len(_UNMAPPED.findall(text)) / len("".join(text.split()))
    if unmapped and unmapped > MAX_UNMAPPED:
        return TextQuality.LOW, f"{unmapped:.0%} of the characters have no Unicode value: a font without a map"
    if _vowelless(text) > MAX_VOWELLESS:
        return TextQuality.LOW, "most words have no vowels: a font with a wrong map"
    if noise and (scan or (noise >= MIN_NOISE and noise > MAX_NOISE * words)):
        return TextQuality.LOW, f"{noise} of {words} words are noise: a poor scan"
    return TextQuality.GOOD, ""


def _noise(text: str) -> int:
    """How many words of the text are noise; long words (addresses, codes) are left out."""
    return sum(
        1
        for word in text.split()
        if len(word) < 40 and not word.isalnum() and "/" not in word and "@" not in word and _NOISY_WORD.search(word)
    )


def _vowelless(text: str) -> float:
    words = _LONGER_WORD.findall(text[:_SAMPLE])
    return sum(1 for word in words if not _VOWEL.search(word)) / len(words) if len(words) >= 15 else 0.0
