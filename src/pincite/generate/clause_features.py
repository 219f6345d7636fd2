"""What the learned part of the clause finder sees of a sentence: its words, its heading's words, and a few marks.

Words are single stems; which of them count is a matter of the parameters. No model and no vectors are needed, so that
a whole contract is read in a fraction of a second, in the core install too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from math import exp, log1p
from typing import TYPE_CHECKING, Final, NamedTuple

from pincite.generate.candidates import Candidate, all_sentences
from pincite.types.chunk import Chunk

if TYPE_CHECKING:
    from pincite.index.tokenizers import WordTokenizer

MAX_CHARS: Final = 4000
"""Characters of a sentence that are read."""
MAX_HEADING_CHARS: Final = 100
NEAR_CHARS: Final = (400.0, 1500.0)
"""How fast nearness to a document's beginning falls off."""
DATE: Final = re.compile(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul"
    r"|Aug|Sept?|Oct|Nov|Dec)\.?\s+(?:\d{1,2}|_{2,})(?:st|nd|rd|th)?\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b|\bday\s+of\b"
    r"|\b\d{4}\s*년",
    re.IGNORECASE,
)
_MONEY: Final = re.compile(r"[$€£¥₩]\s?\d|\b(?:dollars|euros?|USD|EUR)\b")
_PERCENT: Final = re.compile(r"\d\s?%|\bper\s?cent\b")
_TERM: Final = re.compile(r"[(\"“][^()]{0,40}[\"“][^\"“”]{1,60}[\"”]")
_PERIOD: Final = re.compile(r"\b(?:days?|months?|years?|weeks?|anniversary)\b", re.IGNORECASE)
_ENDED: Final = re.compile(r"[.;:!?][\"”’)\]]*$")
MARKS: Final = tuple(
    "near400 near1500 date money percent term period capitals length item short unended constant".split()
)


class Reading(NamedTuple):
    """A sentence as the parameters see it.

    Args:
        words: its different stems, digits left out.
        heading: those of the heading above it.
        marks: by name, most of them 0 or 1; the nearness to the beginning is left to `marks_at`.
    """

    sentence: Candidate
    words: frozenset[str]
    heading: frozenset[str]
    marks: dict[str, float]


@lru_cache(maxsize=1024)
def _read(text: str, heading: str) -> tuple[Reading, ...]:
    words = _tokenizer().words
    above = frozenset(w for w in words(heading[:MAX_HEADING_CHARS]) if not w.isdigit())
    return tuple(
        Reading(c, frozenset(w for w in words(c.text[:MAX_CHARS]) if not w.isdigit()), above, _marks(c))
        for c in all_sentences(0, text)
    )


@cache
def _tokenizer() -> WordTokenizer:
    from pincite.index.tokenizers import tokenizer_for

    return tokenizer_for("en")


def readings(chunk: Chunk) -> Iterator[tuple[Reading, dict[str, float]]]:
    """The sentences of a chunk with all their marks, in order; their evidence number is 0."""
    heading = chunk.heading_path[-1] if chunk.heading_path else ""
    for reading in _read(chunk.text, heading):
        yield reading, {**reading.marks, **_near(chunk.document_spans(reading.sentence.span)[0].start)}


def _near(start: int) -> dict[str, float]:
    return {f"near{chars:.0f}": exp(-start / chars) for chars in NEAR_CHARS}


def _marks(sentence: Candidate) -> dict[str, float]:
    text = sentence.text
    letters = sum(c.isalpha() for c in text) or 1
    words = text.count(" ") + 1
    return {
        "date": float(DATE.search(text) is not None),
        "money": float(_MONEY.search(text) is not None),
        "percent": float(_PERCENT.search(text) is not None),
        "term": float(_TERM.search(text) is not None),
        "period": float(_PERIOD.search(text) is not None),
        "capitals": sum(c.isupper() for c in text) / letters,
        "length": log1p(words) / 5,
        "item": float(sentence.lead is not None),
        "short": float(words < 8),
        "unended": float(_ENDED.search(text) is None),
        "constant": 1.0,
    }
