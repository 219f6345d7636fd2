"""Lists under a sentence that governs them, each item spelled out as a sentence of its own.

`The landlord shall not: (a) change the locks; (b) cut off water.` forbids both, which no item says by itself. Only
where the sentence breaks off at its verb is that so: `for one of these reasons:` leaves each item what it is.
"""

from __future__ import annotations

import re
from typing import Final

from pincite.text import sentences

_LABEL = r"(?:\(\w{1,4}\)|\d{1,3}[.)]|[a-zA-Z][.)]|[\u2022\u25cf\u25aa\u2013-]|[\u2460-\u2473])"
_ITEM = re.compile(rf"\s*{_LABEL}\s+")
_BROKEN_OFF = (
    r"\b(?:shall|must|may|can|cannot|could|should|will|not|to|from|never|"
    r"do (?:any|all|either|one|both|the) [\w\s]{0,20}following(?: things| acts)?)"
)
_HEAD_END = re.compile(rf"{_BROKEN_OFF}\s*[:\u2014-]{{1,2}}\s*$", re.IGNORECASE)
_OPENING = re.compile(rf"(?<=\w)\s?[:\u2014]-?\s*(?={_LABEL}\s|[^:;]{{2,200}};)")
_BETWEEN = re.compile(
    rf"(?:;\s*|\n\s*(?={_LABEL}\s)|,?\s(?=(?:(?:and|or)\s)?\((?:[a-z]|[ivx]{{1,4}}|\d)\)\s))"
    rf"(?:(?:and|or)\b\s*)?(?:{_LABEL}\s+)?"
)
# An item that begins so is a sentence or a thing by itself.
_WHOLE = re.compile(r"(?:the|a|an|any|each|every|if|when|where|no|all|this|such|in)\b", re.IGNORECASE)
_CONDITION = re.compile(
    r"(?:if|when|where|whenever|unless|in|upon|after|before|except|for|at|during|once)\b", re.IGNORECASE
)
_MAX_HEAD: Final = 300
_MAX_ITEMS: Final = 40


def spelled_out(text: str) -> str:
    """The text with each item of a list behind the words that govern it; other text as it is.

    >>> spelled_out("He may: (a) sing; or (b) dance.")
    'He may sing. He may dance.'
    """
    opening = next((found for found in _OPENING.finditer(text) if opens_list(text[: found.end()].rstrip())), None)
    if opening is None:
        return text
    begins = [low for low, _ in sentences.spans(text[: opening.start()])]
    low = begins[-1] if begins else 0
    head = _unlabelled(text[low : opening.start()])
    if _CONDITION.match(head):  # `If the owner fails to pay, the tenant may:` says of each item what the tenant may
        head = head.rpartition(", ")[2]
    if not head or len(head) > _MAX_HEAD:
        return text
    items = [_unlabelled(part).strip(" .;,\n") for part in _BETWEEN.split(text[opening.end() :])[:_MAX_ITEMS]]
    return text[:low] + " ".join(f"{item}." if _WHOLE.match(item) else f"{head} {item}." for item in items if item)


def _unlabelled(text: str) -> str:
    label = _ITEM.match(text)
    return (text[label.end() :] if label else text).strip()


def is_item(text: str) -> bool:
    """Whether a sentence begins with the label of a list's item."""
    return bool(_ITEM.match(text))


def opens_list(text: str) -> bool:
    """Whether a sentence breaks off before a list that completes it."""
    return bool(_HEAD_END.search(text))


def ends_open(text: str) -> bool:
    """Whether a sentence ends in a colon or a dash."""
    return text.rstrip().endswith((":", "\u2014", ":-"))
