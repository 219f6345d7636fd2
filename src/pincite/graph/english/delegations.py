"""Delegations of English law: out (`as the Secretary may by rule prescribe`) and back (`issued under section 5`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from pincite.graph.english.labels import GAP as _G
from pincite.types.document import Span

_CAPITAL = r"[A-Z][\w’'.&-]{0,30}"
_BODY = (
    "department|commission|commissioner|board|agency|authority|secretary|director|council|administrator|ministers?|court"
    rf"|attorney{_G}general|governor"
)
# Who makes the lower law: an office or body with a capital, or one of these words.
_OFFICE = (
    rf"(?:(?:the|such|each|an?|any){_G})?(?:{_CAPITAL}(?:{_G}(?:(?:of|and|for|the){_G}){{0,2}}{_CAPITAL}){{0,7}}"
    rf"|(?:(?:appropriate|federal|state|local){_G}){{0,2}}(?:{_BODY}))"
)
_LAW = (
    r"(?:rules?|regulations?|orders?|guidelines|guidance|standards|directives?|ordinances?|rulemaking"
    rf"|(?:delegated|implementing){_G}acts)"
)
_MAKE = r"(?:adopt|promulgate|issue|prescribe|make|establish|develop|publish|enact)"
_MADE = r"(?:adopted|promulgated|issued|prescribed|made|established|developed|published|enacted|approved)"
_SAY = (
    r"(?:prescribed?|provided?|specif(?:y|ied)|determined?|required?|defined?|designated?|established?|set|fix(?:ed)?"
    r"|adjust(?:ed)?|directed?|authorized?|approved?|permit(?:ted)?)"
)
_HOW = rf"(?:(?:may|shall|will|must|otherwise|reasonably|from{_G}time{_G}to{_G}time){_G}){{0,3}}"
_BY_LAW = rf"(?:by|in|through|by{_G}means{_G}of){_G}(?:(?:an?|the|final|interim|such){_G})?{_LAW}"
_SHALL = (
    rf"(?:shall|may|must|will|(?:is|are){_G}(?:authorized|empowered){_G}to|has{_G}the{_G}authority{_G}to)"
    rf"(?:{_G}(?:also|from{_G}time{_G}to{_G}time))?(?:,?{_G}(?:not{_G}later{_G}than|within)[^.;\n]{{1,60}},)?"
)
_LAWS = rf"{_LAW}(?:(?:,{_G}|{_G}(?:and|or){_G}){_LAW})?"
_BEING = rf"(?:(?:that|as|may{_G}be|are|is|to{_G}be|duly|ha(?:ve|s){_G}been){_G}){{0,3}}"
_SUCH = r"such|reasonable|any|all|other|necessary|appropriate|emergency|final|interim|proposed|additional|the|written"
_NAMED_BODY = r"(?:Secretary|Commissioner|Department|Board|Commission|Director|Agency|Administrator|Council|Authority)"

# Statements that a lower law says more, in the order in which they are tried; `who` is the one who makes it.
_OUT: Final = (
    # as the Secretary may by regulation prescribe
    rf"\bas{_G}(?P<who>{_OFFICE}){_G}{_HOW}(?:{_BY_LAW},?{_G}{_SAY}|{_SAY}{_G}{_BY_LAW})",
    # prescribed by the Secretary by regulation; specified in regulations issued by the Board
    rf"\b(?:as{_G})?{_SAY}{_G}by{_G}(?P<who>{_OFFICE}){_G}{_BY_LAW}",
    rf"\b(?:as{_G})?(?:(?:may{_G}be|is|are){_G})?{_SAY}{_G}{_BY_LAW}{_G}"
    rf"(?:of|(?:{_MADE}{_G})?by){_G}(?P<who>{_OFFICE})",
    # the Secretary shall issue such regulations; the Mayor may, by rule, adjust
    rf"\b(?P<who>{_OFFICE}),?{_G}{_SHALL}{_G}{_MAKE}(?:,?{_G}(?:(?:and|or|to){_G})?[a-z]{{3,12}}){{0,3}}?{_G}"
    rf"(?:(?:{_SUCH}){_G}){{0,3}}{_LAW}(?:{_G}and{_G}{_LAW})?",
    rf"\b(?P<who>{_OFFICE}),?{_G}{_SHALL},?{_G}{_BY_LAW},?{_G}[a-z]{{3,14}}",
    rf"\b(?P<who>{_OFFICE}),?{_G}{_SHALL}{_G}{_SAY}{_G}{_BY_LAW}",
    # rules and regulations adopted by the Board; regulations issued under
    rf"\b{_LAWS}{_G}{_BEING}"
    rf"{_MADE}(?:,?{_G}(?:or|and){_G}{_MADE})?{_G}by{_G}(?P<who>{_OFFICE})",
    rf"\b{_LAWS}{_G}{_BEING}"
    rf"{_MADE}(?:,?{_G}(?:or|and){_G}{_MADE})?{_G}(?:pursuant{_G}to|under|in{_G}accordance{_G}with)"
    rf"(?:{_G}the{_G}authority{_G}of)?",
    rf"\b(?:rules?|regulations?){_G}of{_G}(?P<who>the{_G}(?:{_CAPITAL}{_G}){{0,5}}?{_NAMED_BODY}"
    rf"(?:{_G}(?:of|for){_G}{_CAPITAL}(?:{_G}(?:(?:and|of){_G})?{_CAPITAL}){{0,5}})?)",
    rf"\b(?:as{_G})?(?:(?:may{_G}be|is|are){_G})?{_SAY}{_G}{_BY_LAW}",
    rf"\b{_MAKE}(?:{_G}(?:{_SUCH})){{0,2}}{_G}(?:rules|regulations)(?:{_G}and{_G}(?:rules|regulations))?{_G}"
    r"(?:to|for|as|governing|implementing|regarding|concerning|necessary)\b",
)  # fmt: skip
_ROWS = tuple(re.compile(row) for row in _OUT)
# No row can match without one of these words, so that the rest of a text costs nothing.
_CUE = re.compile(rf"\b{_LAW}\b")
_WORD = re.compile(r"(?<![\w-])[A-Za-z]")
_REACH_BACK, _REACH_ON = 170, 200
_SENTENCE = re.compile(r"(?<![.\s][A-Z])[.;](?=\s+[A-Z(\n])|\n(?=\s*\n|\s*\(\w{1,4}\))")
# These are as often no law: only with an office that makes them.
_WEAK = re.compile(r"\b(?:orders?|standards|guidelines|guidance|directives?|ordinances?)\b")
_STRONG_LAW = re.compile(r"\b(?:rules?|regulations?)\b")
# An order is law where it lays down something for all, not where it decides a case.
_GENERAL_ORDER = re.compile(
    r"^as\b|order,?\s(?:prescribe|provide|specify|designate|amend|declare|determine|exempt|require|fix|appoint|vary)"
)
# What those do who have a contract is no law.
_PRIVATE = re.compile(
    r"\b(?:landlord|operator|owner|tenant|association|employer|lessor|party)s?\s(?:may|shall|must|can)\s\Z"
)
_LEADING = re.compile(r"\b(?:the|such|each|an?|any)\s+", re.IGNORECASE)
# Capitalised words that begin a sentence, not the name of an office.
_NO_OFFICE = re.compile(
    r"(?:(?:The|If|Such|Any|No|This|That|It|In|Under|When|Each|Section|All|For|As|Landlord|Tenant)\W*)*\Z"
)


class Delegation(NamedTuple):
    """Words that leave something to a lower law.

    Args:
        who: as written, without `the`; empty where nobody is named.
    """

    span: Span
    who: str


def delegations_out(text: str) -> Iterator[Delegation]:
    """Every delegation of a text, in order, none inside another."""
    done = floor = 0
    for cue in _CUE.finditer(text):
        if cue.start() < done:
            continue
        low, high = _clause(text, cue.start(), cue.end(), max(done, floor))
        found = _best(text[low:high], cue.start() - low)
        floor = cue.end()  # what held this cue too was found with it
        if found is not None:
            start, end, who = found
            done = low + end
            yield Delegation(Span(low + start, done), who)


def _clause(text: str, start: int, end: int, floor: int) -> tuple[int, int]:
    low, high = max(floor, start - _REACH_BACK), min(len(text), end + _REACH_ON)
    for found in _SENTENCE.finditer(text, low, start):
        low = found.end()
    ending = _SENTENCE.search(text, end, high)
    return low, ending.start() if ending else high


def _best(clause: str, at: int) -> tuple[int, int, str] | None:
    """The match of the first row that holds the cue at `at`."""
    starts = [word.start() for word in _WORD.finditer(clause, 0, at + 1)]
    for row in _ROWS:
        named = "who" in row.groupindex
        for found in filter(None, (row.match(clause, start) for start in starts)):
            who = _bare(found["who"]) if named else ""
            if (
                found.end() > at
                and not _PRIVATE.search(clause, 0, found.start())
                and _counts(found.group(), who, named)
            ):
                return found.start(), found.end(), who
    return None


def _counts(words: str, who: str, with_office: bool) -> bool:
    if with_office and _NO_OFFICE.match(who):
        return False
    if re.search(r"\border", words) and not _STRONG_LAW.search(words):
        return _GENERAL_ORDER.search(words) is not None
    return bool(who) or _STRONG_LAW.search(words) is not None or _WEAK.search(words) is None


def _bare(who: str) -> str:
    return _LEADING.sub("", " ".join(who.split()), count=1) if _LEADING.match(who) else " ".join(who.split())


# Delegation back: a lower text says on what it stands.
_IMPLEMENTS = re.compile(
    rf"\b[Tt]h(?:is|e|ese){_G}(?:(?:requirements|provisions|rules|regulations|standards){_G}(?:of|in){_G}this{_G})?"
    rf"(?:part|subpart|chapter|subchapter|section|subtitle|regulations?|rules?|\d+{_G}CMR[^.;\n]{{0,20}}?){_G}"
    rf"(?:(?:is|are|has{_G}been|have{_G}been|was|were){_G})?"
    rf"(?:implements?|issued|adopted|promulgated|established|prescribed|made)\b[^.;\n]{{0,120}}\Z"
)
_AUTHORITY = re.compile(
    rf"(?:\b(?:[Uu]nder|[Pp]ursuant{_G}to|[Bb]y){_G}(?:the|and){_G}(?:statutory{_G})?authority{_G}"
    rf"(?:of|in|granted{_G}(?:by|under|in)|provided{_G}(?:by|in)|vested{_G}in[^.;\n]{{0,60}}?by)"
    rf"|\b(?:Statutory{_G})?Authority:[^\n]{{0,400}}"
    rf"|(?:REGULATORY|STATUTORY|Regulatory|Statutory){_G}(?:AUTHORITY|Authority)\W{{1,6}}[^\n]{{0,60}})"
    rf"(?:{_G}(?:the{_G})?(?:requirements|provisions){_G}of)?{_G}?\Z"
)
_WEAK_BACK = re.compile(
    rf"\b(?:pursuant{_G}to|for{_G}(?:the{_G})?purposes?{_G}of|under{_G}the{_G}authority{_G}of)"
    rf"(?:{_G}the{_G}(?:provisions|requirements){_G}of)?{_G}?\Z",
    re.IGNORECASE,
)
_BACK_CUE = re.compile(
    r"uthority|UTHORITY|mplement|issued|adopted|promulgated|established|prescribed|made|pursuant|purpose",
    re.IGNORECASE,
)
_BACK_WINDOW = 260


def goes_back(text: str, start: int, *, weak: bool) -> bool:
    """Whether a reference at `start` says which delegation the text fills.

    Args:
        weak: whether words such as `for purposes of` are enough, since the work is the one that the text stands on.
    """
    window = text[max(0, start - _BACK_WINDOW) : start]
    if not _BACK_CUE.search(window):
        return False
    if _IMPLEMENTS.search(window) or _AUTHORITY.search(window):
        return True
    return weak and _WEAK_BACK.search(window) is not None
