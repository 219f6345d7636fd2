"""Where a quote of an answer file stands now, in words: for a document that has changed since."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pincite.answer.verify_findings import occurrences
from pincite.text.labels import label
from pincite.types.document import Document, Span

NAMED = 3
"""So many places are named."""
LOOKED_AT = 64
MIN_CONTEXT = 8
"""Characters that the words before or after a quote must have for its place to be known by them."""
MAX_READING = 400
"""So much of what stands in a quote's place is shown."""


def whereabouts(document: Document, citation: Mapping[str, Any]) -> str:
    """Where the citation's quote stands in the document as it is, or what stands in its place.

    Args:
        citation: as in an answer file.
    """
    position, quote = citation["position"], citation["quote"]
    span = Span(position["start"], position["end"])
    if span.cut(document.text) == quote["exact"]:
        return "the quote still stands at the same place"
    found = quote_places(document.text, quote)
    if not found:
        return "the quote does not stand in it" + _reading(document, quote)
    places = " and ".join(f"{label(document, place)} (characters {place.start}-{place.end})" for place in found[:NAMED])
    return f"the quote now stands at {places}" + (f" and {len(found) - NAMED} more" if len(found) > NAMED else "")


def quote_places(text: str, quote: Mapping[str, str]) -> list[Span]:
    """Where the quote stands, blanks aside where it does not stand exactly; best surroundings first."""
    exact = quote["exact"]
    found = [Span(at, at + len(exact)) for at in occurrences(text, exact, limit=LOOKED_AT)]
    if not found and exact.split():
        loose = re.compile(r"\s+".join(map(re.escape, exact.split())))
        found = [Span(*match.span()) for match, _ in zip(loose.finditer(text), range(LOOKED_AT), strict=False)]
    return sorted(found, key=lambda span: (-_surroundings(text, span, quote), span))


def _surroundings(text: str, span: Span, quote: Mapping[str, str]) -> int:
    """How many characters before and after a place are those around the quote."""
    before = text[max(span.start - len(quote["prefix"]), 0) : span.start]
    after = text[span.end : span.end + len(quote["suffix"])]
    return _shared(before[::-1], quote["prefix"][::-1]) + _shared(after, quote["suffix"])


def _shared(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _reading(document: Document, quote: Mapping[str, str]) -> str:
    """What now stands between the words that stood around the quote; empty where these do not tell one place."""
    text, before, after = document.text, quote["prefix"].strip(), quote["suffix"].strip()
    starts = occurrences(text, before, limit=2) if len(before) >= MIN_CONTEXT else []
    if len(starts) != 1 or len(after) < MIN_CONTEXT:
        return ""
    start = starts[0] + len(before)
    end = text.find(after, start, start + len(quote["exact"]) + MAX_READING + len(after))
    reading = " ".join(text[start:end].split()) if end > start else ""
    if not reading:
        return ""
    shown = reading if len(reading) <= MAX_READING else f"{reading[:MAX_READING]}…"
    return f"; in its place stands “{shown}”"
