"""What a question asks, without where: its core, in which places and sources are not named.

Place and source decide which documents may answer. Once that is done, their names would only reward passages that
repeat them: every page of an eviction form matches "in the eviction form".
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pincite.text.places import places_in
from pincite.types.document import Place

_SOURCE_NOUN = (
    r"(?:guide|guidebook|handbook|manual|booklet|pamphlet|brochure|packet|fact sheet|sheet|form|leaflet|policy|notice"
    r"|code|act|statutes?|law|regulations?|rules|ordinance|chapter [\w.-]+|title [\w.-]+|URLTA|agreement|contract"
    r"|section [\w.()-]+|(?-i:[A-Z][A-Z.]+) [\d.]+)"
)
_WORD = r"[\w'’§-]+(?:\.[\w'’§-]+)*"
# "according to the Attorney General's 2019 guide", "under its Act", "says the sheet"; never across a sentence's end.
_SOURCE = re.compile(
    rf",?\s*\b(?:according to|going by|as per|per|under|says|in) (?:(?:{_WORD}) ){{0,7}}?{_SOURCE_NOUN}\b(?:['’]s)?,?",
    re.IGNORECASE,
)
# "What does the tenancy act say about parking?": the source as the one that speaks.
_SPEAKER = re.compile(
    rf"\b(?:the|its|that|this) (?:(?:{_WORD}) ){{0,6}}?{_SOURCE_NOUN}"
    r"(?= (?:says?|provides?|sets?|requires?|allows?|gives?|tells?|covers?|makes?|puts?)\b)",
    re.IGNORECASE,
)
_SOURCE_KO = re.compile(
    r"[「『]?[^\s「」『』,]*(?:법률?|령|규칙|조례|기준|지침|매뉴얼|편람)[」』]?(?:에\s*따르면|에\s*의하면|에서|에|상)[,\s]"
)
_BEFORE_PLACE = re.compile(
    r"(?:\b(?:in|of|from|for|within|throughout|across)\s+(?:the\s+)?)?(?:state\s+of\s+)?$", re.IGNORECASE
)
_LONE_STOPS = re.compile(r"\s+([,.?;])|^[\s,;]+")
MIN_KEPT = 0.35


def core(question: str, also: Iterable[Place] = ()) -> str:
    """The question without the places and sources that it names; the question itself where little would be left.

    Args:
        also: places known from elsewhere, such as those of the evidence.

    >>> core("How many days does a Rhode Island landlord have to act, according to the 2019 guide?")
    'How many days does a landlord have to act?'
    """
    left = question
    for _, span in reversed(places_in(question, also)):
        start = _BEFORE_PLACE.search(left, 0, span.start)
        end = span.end + (2 if left[span.end : span.end + 2] in ("'s", "’s") else 0)
        left = left[: start.start() if start else span.start] + " " + left[end:]
    left = " ".join(left.split())
    shorter = _SOURCE_KO.sub(" ", _SPEAKER.sub("", _SOURCE.sub("", left)))
    for kept in (shorter, left):
        tidy = " ".join(_LONE_STOPS.sub(r"\1", " ".join(kept.split())).split())
        if len(tidy) >= MIN_KEPT * len(question):
            return tidy
    return question
