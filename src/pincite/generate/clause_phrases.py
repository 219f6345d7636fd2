"""Names, titles and dates inside a sentence, for clause types whose answer is a phrase: the parties, a contract's date.

Candidates come from general rules; which of them answers is for the learned parameters to say, by the words around it,
its form and its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from pincite.generate.candidates import Candidate
from pincite.text.bare_phrases import DATE, is_bare
from pincite.types.document import Span

_HEAD_NOUN: Final = (
    r"(?:agreement|contract|lease|addendum|amendment|licen[cs]e|statement|terms|plan|deed|schedule|guarant[ye]e?|letter"
    r"|memorandum|order|policy|protocol|charter|appendix|conditions|undertaking|note)s?"
)
_CAPITAL: Final = r"(?:[A-ZÀ-Þ][\w&/’'.\-]*|\d[\w.]*[A-Z][\w.]*|&)"
_LINK: Final = r"(?:of|and|for|to|in|by|on|with|the|de|do|du|von|van|di|No\.?|Nº|\d{1,4}|—|–|-)"
_TITLE: Final = re.compile(rf"{_CAPITAL}(?:,?\s+(?:{_CAPITAL}|{_LINK}(?=\s))){{0,14}}")
_SUFFIX: Final = (
    r"(?:Inc|INC|LLC|L\.L\.C|Ltd|LTD|Limited|LIMITED|Corp|CORP|Corporation|CORPORATION|Co|CO|Company|COMPANY|L\.P|LP|LLP"
    r"|N\.V|B\.V|S\.A|A\.G|AG|GmbH|GMBH|PLC|plc|S\.p\.A|Ltda|N\.A|P\.C|K\.K|Pty)"
)
_NAME: Final = re.compile(
    rf"{_CAPITAL}(?:\s+(?:{_CAPITAL}|(?:of|and|for|de|do|the|&)(?=\s+{_CAPITAL})|\([A-Z][^()]{{1,30}}\))){{0,9}}"
    rf"(?:,?\s+{_SUFFIX}\b\.?)*"
)
_QUOTED: Final = re.compile(r"[\"“]([^\"“”]{1,60}?)[\"”]")
_LEGAL: Final = re.compile(rf"\b{_SUFFIX}\b")
# What stands beside a title on a line of capitals: "EXHIBIT 10.1 SUPPLY AGREEMENT BETWEEN …".
_BESIDE_TITLE: Final = re.compile(
    r"\s*\b(?:between|by\s+and|among|amongst|dated|this|exhibit\s+\S+|form\s+of|schedule\s+\S+|execution\s+version)\b\s*",
    re.IGNORECASE,
)
_TRIM: Final = re.compile(
    rf"^(?:{_LINK}\s+)+|(?:\s+{_LINK})+$|[,;:.\s]+$(?<!\b(?i:inc)\.)(?<!\b(?i:ltd)\.)(?<!\b(?i:corp)\.)(?<!\b(?i:co)\.)(?<!\.\w\.)"
)
_WORD: Final = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)?")
_AGREES: Final = re.compile(rf"\b{_HEAD_NOUN}\b", re.IGNORECASE)
_MAX_WHOLE: Final = {"document_name": 15, "agreement_date": 8, "effective_date": 80, "parties": 45}
_KINDS: Final = {
    "document_name": ("title", "whole"),
    "parties": ("name", "quoted", "whole"),
    "agreement_date": ("date", "whole"),
    "effective_date": ("date", "whole"),
}
PHRASE_TYPES: Final = frozenset(_KINDS)
MAX_UNIT_CHARS: Final = 3000


class Phrase(NamedTuple):
    """A candidate inside a sentence.

    Args:
        kind: `date`, `name`, `title`, `quoted`, or `whole` for the sentence itself.
        span: in the same text as the sentence's span.
        text: white space as single blanks.
        features: names, each present; `None` values never.
    """

    kind: str
    span: Span
    text: str
    features: dict[str, float]


def phrases(key: str, sentence: Candidate, text: str, log_odds: float, rank: int, start: int) -> list[Phrase]:
    """The candidates of a sentence for one type, in order.

    Args:
        key: one of `PHRASE_TYPES`.
        text: of the chunk in which the sentence stands.
        log_odds: of the sentence.
        rank: of the sentence among those looked at, from 0.
        start: of the sentence in its document.
    """
    span = Span(sentence.span.start, min(sentence.span.end, sentence.span.start + MAX_UNIT_CHARS))
    whole = span.cut(text)
    found: list[Phrase] = []
    for kind in _KINDS[key]:
        for place, (low, high) in enumerate(_find(kind, key, whole)):
            if kind != "whole" and not is_bare(whole[low:high]):
                continue
            at = Span(span.start + low, span.start + high)
            features = _features(kind, whole, low, high, place)
            features["odds"] = max(min(log_odds, 6.0), -6.0) / 3
            features[f"rank:{min(rank, 4)}"] = 1.0
            features["near"] = 1.0 / (1.0 + (start + low) / 500)
            features[f"{kind}&near"] = features["near"]
            found.append(Phrase(kind, at, " ".join(at.cut(text).split()), features))
    return found


def _find(kind: str, key: str, whole: str) -> Iterator[tuple[int, int]]:
    if kind == "whole":
        if 2 <= len(whole.split()) <= _MAX_WHOLE[key]:
            yield 0, len(whole)
    elif kind == "quoted":
        for match in _QUOTED.finditer(whole):
            yield match.span(1)
    elif kind == "date":
        for match in DATE.finditer(whole):
            yield match.span()
    elif kind == "name":
        for match in _NAME.finditer(whole):
            low, high = _trimmed(whole, *match.span())
            if low < high:
                yield low, high
    else:
        for match in _TITLE.finditer(whole):
            yield from _titles(whole, *_trimmed(whole, *match.span()))


def _titles(whole: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    """The stretch that may be a title, and what is left of it without what stands beside titles."""
    cuts = [(low, low), *(m.span() for m in _BESIDE_TITLE.finditer(whole, low, high)), (high, high)]
    parts = [_trimmed(whole, start, end) for (_, start), (end, _) in pairwise(cuts)]
    for first, last in dict.fromkeys(((low, high), *parts)):
        if _AGREES.search(whole, first, last) and len(whole[first:last].split()) > 1:
            yield first, last


def _trimmed(whole: str, low: int, high: int) -> tuple[int, int]:
    """Without the small words and stops at its ends; the stop of `Inc.` stays."""
    while True:
        part = whole[low:high]
        cut = _TRIM.search(part)
        if cut is None or not part:
            return low, high
        if cut.start() == 0:
            low += cut.end()
        else:
            high = low + cut.start()


def _features(kind: str, whole: str, low: int, high: int, place: int) -> dict[str, float]:
    text = whole[low:high]
    before = [word.lower() for word in _WORD.findall(whole[max(low - 60, 0) : low])[-3:]]
    after = [word.lower() for word in _WORD.findall(whole[high : high + 40])[:2]]
    held = [word.lower() for word in _WORD.findall(text)]
    names = [f"kind:{kind}", f"{kind}:{min(place, 5)}", f"{kind}:words{min(len(text.split()), 9)}"]
    names += [f"{kind}<{word}" for word in before[-1:]] + [f"{kind}<<{word}" for word in before[:-1]]
    names += [f"{kind}>{word}" for word in after[:1]] + [f"{kind}>>{word}" for word in after[1:]]
    names += [f"{kind}<{mark}" for mark in whole[max(low - 2, 0) : low].strip()[-1:] if not mark.isalnum()]
    names += [f"{kind}>{mark}" for mark in whole[high : high + 2].strip()[:1] if not mark.isalnum()]
    names += [f"{kind}={word}" for word in (*held[:1], *held[-1:])]
    if low == 0:
        names.append(f"{kind}:first")
    if high >= len(whole) - 1:
        names.append(f"{kind}:last")
    if text.isupper():
        names.append(f"{kind}:upper")
    if _LEGAL.search(text):
        names.append(f"{kind}:legal")
    if whole.count("(", 0, low) > whole.count(")", 0, low):
        names.append(f"{kind}:bracketed")
    if kind == "whole":
        names += [f"whole~{word}" for word in set(held)]
    return dict.fromkeys(names, 1.0)
