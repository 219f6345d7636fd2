"""English sentences of law without what a person would not say: citations, labels, run-in headings."""

from __future__ import annotations

import re
from typing import Final

_SEC = (
    r"(?:§§?\s*[\w.:~-]+(?:\([\w-]{1,5}\))*|(?:sub)?(?:section|paragraph|part|subpart|chapter|"
    r"subdivision|clause|title)s?\s+(?:\([\w-]{1,5}\)(?:\([\w-]{1,5}\))*|[\dIVXA-H][\w.:~-]*(?:\([\w-]{1,5}\))*))"
)
_THIS = r"(?:this|such|that) (?:sub)?(?:section|paragraph|part|subpart|chapter|subchapter|title|subdivision|act)"
_TAIL = rf"(?: (?:of|in|to) (?:{_THIS}|{_SEC}|title \d+[\w .]*))*"
_ONE = rf"(?:{_SEC}|{_THIS}){_TAIL}"
_LIST = (
    rf"{_ONE}(?:(?:, | and | or |, and |, or | through |; )(?:{_ONE}|\([\w-]{{1,5}}\)(?:\([\w-]{{1,5}}\))*))*{_TAIL}"
)
_BY = (
    r"(?:as )?(?:otherwise )?(?:required|provided|described|specified|set forth|permitted|"
    r"prescribed|authorized|referred to|"
    r"established|made|given|imposed|defined|listed|identified|contained|stated|issued|adopted|filed|allowed)"
    r"(?: (?:by|in|under|for|pursuant to|at|of))"
)
_PHRASE = re.compile(
    rf",? ?\b(?:{_BY}|pursuant to|in accordance with|under|in compliance with|consistent with|"
    rf"for (?:the )?purposes? of|"
    rf"as defined in|in conformity with)\s(?:the (?:requirements|provisions|terms|conditions) of )?{_LIST},?",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\s?[(\[][^()\[\]]*[)\]]")
_LABEL = re.compile(r"^\s*(?:\([\w-]{1,5}\)\s*)+")
_RUN_IN = re.compile(
    r"^(?:[A-Z][\w’'/,; -]{2,90}?(?:\.|:|—|\. —|\.—)\s*)(?=(?:A|An|The|Any|Each|Every|No|If|"
    r"When|Upon|Within|In|For|All|Except)\b)"
)
LEFT: Final = re.compile(
    r"§|\b(?:sub)?(?:section|paragraph|subpart|clause|chapter|subchapter|subdivision)s?\b|"
    r"\bparts? \d|\bU\.?S\.?C|C\.?F\.?R|"
    r"[()\[\]|*_<>:;]|\bthis (?:part|title|act|code)\b|\bhereof\b|\bherein\b|\bthereof\b|"
    r"\bthe following\b|\bsuch (?!as\b)|\bsaid\b|\bsame\b",
    re.IGNORECASE,
)
"""What may not stand in a question."""
_OPEN_END = re.compile(
    r"\b(?:under|pursuant to|in accordance with|by|of|in|to|for|and|or|with|the|a|an)\s*$", re.IGNORECASE
)


def plain(sentence: str) -> str:
    """A sentence without labels, brackets, run-in headings, citations and the stop.

    >>> plain("(a) A landlord shall return the deposit required by § 5 of this chapter within thirty (30) days.")
    'A landlord shall return the deposit within thirty days'
    """
    text = _LABEL.sub("", " ".join(sentence.split()))
    text = _RUN_IN.sub("", text)
    before = ""
    text = _PHRASE.sub(lambda m: "," if m[0].endswith(",") and m[0].startswith(",") else "", text)
    while before != text:
        before, text = text, _BRACKETS.sub("", text)
    text = re.sub(r"\s+([,.;:])", r"\1", " ".join(text.split()))
    return re.sub(r"^,\s*", "", text).rstrip(". ").strip()


def ends_open(text: str) -> bool:
    """Whether a text breaks off: what a citation taken out was tied to."""
    return _OPEN_END.search(text) is not None


def lowered(text: str) -> str:
    """A text with its first letter small, unless its first word is a name or an abbreviation.

    >>> lowered("The landlord"), lowered("HHS may"), lowered("Secretary")
    ('the landlord', 'HHS may', 'secretary')
    """
    first = text.split(" ", 1)[0]
    return text if len(first) > 1 and first.isupper() else text[:1].lower() + text[1:]
