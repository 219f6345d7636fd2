"""What kind of thing a question asks for, and whether a passage holds such a thing.

A passage that shares a question's words and holds no amount does not answer "how much". The kinds are few and their
cues are data, one row each, English and Korean.
"""

from __future__ import annotations

import re
from enum import StrEnum


class Asked(StrEnum):
    """Kinds of things that questions ask for; a question may ask for several, or for none of these."""

    MONEY = "money"
    PERIOD = "period"
    DURATION = "duration"
    """A period that a state of things measures: `as long as you have an account`."""
    MOMENT = "moment"
    PERCENT = "percent"
    COUNT = "count"
    TEMPERATURE = "temperature"
    MEASURE = "measure"


_NUMBER_WORD = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|twenty|thirty|forty|"
    r"forty-five|fifty|sixty|seventy|eighty|ninety|hundred|thousand|half|third|quarter)"
)
_NUMBER = rf"(?:\d[\d,]*(?:\.\d+)?|{_NUMBER_WORD}\b)"
_TIME_UNIT = r"(?:calendar |business |working |full )?(?:second|minute|hour|day|week|month|year)s?"

# How questions ask, in the order of the table; a row's pattern that matches adds its kinds.
_QUESTIONS: tuple[tuple[re.Pattern[str], tuple[Asked, ...]], ...] = tuple(
    (re.compile(pattern, re.I), kinds)
    for pattern, kinds in (
        (r"\bhow many (?:\w+ )?months['’]? rent\b", (Asked.MONEY,)),
        (rf"\bhow many (?:more |full |calendar |business )?{_TIME_UNIT}\b(?!['’]? rent)", (Asked.PERIOD,)),
        (r"\bhow long\b", (Asked.PERIOD, Asked.DURATION)),
        (r"\bhow (?:fast|soon|quickly|late|early|often|far ahead|far in advance)\b", (Asked.PERIOD,)),
        (r"\bhow much (?:\w+ ){0,2}(?:notice|warning|time)\b", (Asked.PERIOD,)),
        (
            r"\b(?:by when|within what|what (?:is the )?(?:deadline|window|period|time limit|grace)|deadline)\b",
            (Asked.PERIOD,),
        ),
        (r"\bwhen (?:can|may|must|does|do|will|should|is|are)\b|\bearliest\b|\blatest\b", (Asked.PERIOD, Asked.MOMENT)),
        (
            r"\b(?:what|which|during which) (?:hours|time of day|times|date|day)\b|"
            r"\bwhat (?:are|is|were) (?:the |its |their |your )?(?:\w+ )?(?:hours|times|date)\b",
            (Asked.MOMENT,),
        ),
        (
            r"\bhow much\b(?! (?:\w+ ){0,2}(?:notice|warning|time|floor|space|area))|"
            r"\b(?:what|which)\b[^.?!]{0,40}\b(?:fine|fee|fees|charge|cost|price|penalty|dollar|amount|amounts|bond)\b|"
            r"\b(?:most|maximum|highest|largest|biggest|top)\b[^.?!]{0,60}"
            r"\b(?:charge|fee|pay|recover|get|ask|asked|deposit|add|amounts?|late)\b",
            (Asked.MONEY,),
        ),
        (r"\bwhat (?:rate|percent|percentage)\b|\bby how much\b|\b(?:yearly|annual) cap\b", (Asked.PERCENT,)),
        (
            r"\b(?:what|which)\b[^.?!]{0,30}\btemperature\b|\b(?:hottest|coolest|coldest|how (?:hot|warm|cold))\b",
            (Asked.TEMPERATURE,),
        ),
        (
            r"\bhow (?:near|far|close|wide|high|tall|deep)\b|\bhow much (?:\w+ )?(?:floor|space|area)\b|\bfloor area\b",
            (Asked.MEASURE,),
        ),
        (
            rf"\bhow many (?!{_TIME_UNIT}\b)\w+|\bhow (?:big|large|old)\b|"
            r"\b(?:what|which) (?:building )?(?:age|size|number)\b|\b(?:below|above|over|under) what\b",
            (Asked.COUNT,),
        ),
        (r"며칠|몇\s*(?:일|개월|달|년|주|시간)|언제|기한|기간|얼마\s*(?:동안|이내|만에)", (Asked.PERIOD,)),
        (r"얼마(?!\s*(?:동안|이내|만에))|금액|몇\s*(?:만|천|백)?\s*원|한도", (Asked.MONEY,)),
        (r"몇\s*(?:퍼센트|프로|%)|비율", (Asked.PERCENT,)),
        (r"몇\s*(?:명|개|건|회|차례|세|살)", (Asked.COUNT,)),
    )
)

# What a passage must hold to give such a thing.
_ANSWERS: dict[Asked, re.Pattern[str]] = {
    Asked.MONEY: re.compile(
        rf"\$\s?\d|\b{_NUMBER}(?: \(\d+\))? (?:dollars|cents|percent|per cent)|\d\s?%|"
        rf"\b(?:{_NUMBER}|a)(?: \(\d+\))?[- ]months?['’]?s?['’]? (?:\w+ )?rent|"
        r"\b(?:double|twice|treble|triple|times)\b|"
        r"\b(?:no|not) (?:\w+ ){0,2}(?:fee|charge|deposit)\b|\b(?:free|without charge|one-(?:half|third))\b|"
        r"\d\s*(?:원|만원)|분의\s*\d",
        re.I,
    ),
    Asked.PERIOD: re.compile(
        rf"\b{_NUMBER}(?:[- ]?\(\d+\))?[- ](?:\w+ )?{_TIME_UNIT}\b|\b(?:a|each|every|per) (?:day|week|month|year)\b|"
        r"\b(?:monthly|weekly|annually|yearly|daily|immediately|forthwith|reasonable (?:time|notice)|at once)\b|"
        r"\d\s*(?:일|개월|년|주|시간)|지체\s*없이|즉시|매년|매월",
        re.I,
    ),
    Asked.DURATION: re.compile(
        r"\b(?:as|so) long as\b|\bno longer than\b|\bfor the (?:duration|life|lifetime|length|term) of\b|"
        r"\b(?:indefinitely|permanently|perpetually|forever)\b",
        re.I,
    ),
    Asked.MOMENT: re.compile(
        r"\b\d{1,2}(?::\d\d)? ?(?:[ap]\.?m\b|o['’]clock|noon)|\b(?:noon|midnight)\b|"
        r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d|"
        r"\b(?:first|second|third|last|next|rental) (?:\w+ )?(?:day|month|date|payment)\b|"
        r"\b(?:before|after|upon|when)\b|시|날",
        re.I,
    ),
    Asked.PERCENT: re.compile(
        rf"\d\s?%|\b{_NUMBER}(?: \([\d.]+\))? (?:percent|per cent)\b|\b\d+/\d+|분의\s*\d|퍼센트", re.I
    ),
    Asked.COUNT: re.compile(rf"\b{_NUMBER}\b|\d|[일이삼사오육칠팔구십백천]\s*(?:명|개|회|세)", re.I),
    Asked.TEMPERATURE: re.compile(r"\d\s?(?:°|º|degrees?|deg\b|\ue045)|\bdegrees\b|℃|℉|\d\s?F\b", re.I),
    Asked.MEASURE: re.compile(
        rf"\b{_NUMBER}(?: \(\d+\))?[- ](?:\w+ )?(?:feet|foot|ft|inch|inches|miles?|yards?|blocks?|square|meters?)\b|"
        r"\d\s*(?:m|㎡|미터)",
        re.I,
    ),
}


# Words by which questions ask, of any subject: that a passage holds "many" or "kind" says nothing of an answer.
FRAME_WORDS: frozenset[str] = frozenset(
    """about according any anything anyone ask ever far get give go going happen happens happened happening kind kinds
    know like long many may me mean means might much must need please roughly say says should some someone something
    soon sort sorts tell tells thing things type types us want within""".split()
)


def asked(question: str) -> tuple[Asked, ...]:
    """The kinds of things that the question asks for, each once; empty for yes or no, who, what and how to.

    >>> asked("How many days does the landlord have to return the deposit?")
    (<Asked.PERIOD: 'period'>,)
    """
    return tuple(dict.fromkeys(kind for pattern, kinds in _QUESTIONS if pattern.search(question) for kind in kinds))


def holds(kind: Asked, passage: str) -> bool:
    """Whether the passage holds a thing of the kind; a date or a section's number is no count."""
    if not _ANSWERS[kind].search(passage):
        return False
    if kind is not Asked.COUNT:
        return True
    from pincite.text.figures import FigureKind, figures

    named = {FigureKind.DATE, FigureKind.TIME, FigureKind.SECTION, FigureKind.ORDINAL}
    return any(f.kind not in named and not f.implied for f in figures(passage))
