"""Whether a question that was cut out of a sentence is still whole: grammatical, in its order, its things named."""

from __future__ import annotations

import re
from typing import Final

_LINKS = r"(?:of|for|with|by|from|to|at|in|on|into|upon)"
_STOPS = r"(?:of|for|with|by|from|to|if|when|where|unless|must|may|is|are|and|or)"
_CUT: Final = re.compile(
    rf"\b(?:a|an|the) {_STOPS}\b|\b(?:of|for|with|by|from|into) {_STOPS}\b|"
    r"\bin (?:such |these |those |any |the |all )?(?:cases?|events?|instances?|situations?|matters?)"
    r"(?=\?| (?:if|when)\b)|, which |"
    r"\b(?:is|are|was|were|be|been) not (?:with|under|by|in accordance|for)\b|\b(?:is|are|was|were|be|been)\?|"
    rf"\b(?:a|an|the|{_LINKS}|but|so|if|when|unless)\?$|\b(?P<twice>{_LINKS}|a|an|the|must|may) (?P=twice)\b|"
    r"\b(?:you|your|we|our)\b|"
    r"(?:^|, )(?:when|in what circumstances|under what conditions) may .* "
    r"(?:at any time|in (?:the )?(?:case|event) of)\b|"
    r"\b(?:omit|delete|issue|pay|maintain) (?:from|at|as|on|free) |\b(?:and|or) (?:may|must) not\b(?<!rule that)",
    re.IGNORECASE,
)
_STANDS_ALONE = re.compile(r"\b(?:provided for in|paid for by|applied for by|called for by)\b")
_THINGS = (
    r"(?:petitions?|hearing|certificate|request|notice|order|appeal|application|briefs?|investigation|inspection|"
    r"permit|subpoena|complaint|accounting|notification|documentation|statement|increase|adjustment|decrease|credit|"
    r"warrant|proceeding|examination|authorization|amount|matter|motion|equipment|agreement|policy|copies|fee|money|"
    r"moneys|funds|account|meeting|denial|determination|organization|property|modification|revocation)"
)
# What stands behind a thing and tells which one it is.
_TELLS = (
    r"(?:of|for|to (?!the|a|an)|that|which|against|requesting|requiring|regarding|concerning|from|about|with respect|"
    r"filed|issued|made|received|who|upon|period|form|process|requirements?|between|"
    r"on (?!the (?:tenant|landlord))|described|at issue|where)"
)
_THE_THING: Final = re.compile(
    rf"(?<!\breceipt of )\b(?:the|this|that|these|those) (?:written |other |separate |actual |final |proposed )?"
    rf"(?P<thing>{_THINGS})\b(?! {_TELLS}\b|['’]s\b|-)(?! {_THINGS}\b)",
    re.IGNORECASE,
)
_OF_THE_THING: Final = re.compile(
    rf"\b(?:translation|completion|receipt|copy|service|date|contents?) of (?:the|an?|this) (?P<thing>{_THINGS})"
    rf"(?=\?|$| (?:if|when|from|to)\b)",
    re.IGNORECASE,
)
_PERSON = (
    r"(?:landlord|tenant|lessor|lessee|owner|operator|secretary|covered entity|business associate|provider|plan|"
    r"individual|person|court|keeper|board|party|occupant|agency|family|dwelling unit|premises)"
)
_BACKWARDS: Final = re.compile(rf"\bthe (?P<who>(?:[a-z-]+ )?{_PERSON})\b.*\ban? (?P=who)\b", re.IGNORECASE)
_CASE = re.compile(
    r"^(?:.*?, )?what (?:must|may|is|are) (?P<doer>.+?) (?:do|entitled to)(?P<case> .*)?\?$", re.IGNORECASE
)
_SAYS_NOTHING = re.compile(
    rf"^(?:{_THINGS}|{_PERSON}s?|covered|entity|business|associate|if|when|where|whenever|upon|after|before|following|"
    r"the|an?|any|of|by|to|from|in|on|for|and|or|is|are|has|have|been|made|written|receipt|receiving|completion|"
    r"filing|filed|files|requests?|requested|service|date|such|granted|grants|consideration|all|other|relevant|issues|"
    r"health|rent|department|administrator|officer|director|official|commission|objections)$",
    re.IGNORECASE,
)


def is_whole(question: str) -> bool:
    """Whether a question has no gap where words were cut out, and names a thing before it speaks of it as known.

    >>> is_whole("How many weeks may the court grant a continuance of to pay?"), is_whole("Who may ring the bell?")
    (False, True)
    """
    text = _STANDS_ALONE.sub("", question)
    return _CUT.search(text) is None and not is_backwards(question)


def is_backwards(question: str) -> bool:
    """Whether somebody is `the keeper` first and `a keeper` after.

    >>> is_backwards("What must the keeper do if a keeper falls ill?"), is_backwards("What may a keeper sell?")
    (True, False)
    """
    return _BACKWARDS.search(question) is not None


def hangs(words: str) -> bool:
    """Whether words speak of a paper, a step or an amount as known which they have not named.

    >>> hangs("may the board deny the petition?"), hangs("if a petition is late, may the board deny the petition?")
    (True, False)
    """
    for pattern in (_THE_THING, _OF_THE_THING):
        for found in pattern.finditer(words):
            noun = re.escape(found["thing"].rstrip("s"))
            if not re.search(
                rf"\b(?:an?|any|each|every|no) (?:[\w-]+ ){{0,3}}{noun}", words[: found.start()], re.IGNORECASE
            ):
                return True
    return False


def is_open(question: str) -> bool:
    """Whether a question for what somebody does tells no case, or one that may come up in any matter.

    >>> is_open("What must the board do upon receipt of a petition?"), is_open("What must the keeper do in a fog?")
    (True, False)
    """
    found = _CASE.match(question)
    if found is None or re.search(r" (?:who|that|whose) ", found["doer"]):
        return False
    words = re.findall(r"[\w’'-]+", found["case"] or "")
    return all(_SAYS_NOTHING.match(w.removesuffix("’s").removesuffix("'s")) for w in words)
