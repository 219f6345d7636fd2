"""The patterns by which figures are found, in English and Korean, one group a kind.

Groups are named for what the makers of `pincite.text.figures_find` read: `count` an English number, `ko` a Korean one.
"""

from __future__ import annotations

import re
from typing import Final

from pincite.text import figures_en as en
from pincite.text import figures_ko as ko

# Longer runs of digits are no quantity, and Python does not convert them without end.
DIGITS = r"(?:\d{1,3}(?:,\d{3}){1,6}(?!\d)|\d{1,18}(?!\d))(?:\.\d{1,9})?"
VULGAR = "".join(en.VULGAR)
_NUMERAL = rf"(?:{DIGITS}(?:\s?[{VULGAR}]|[\s-]\d{{1,2}}/\d{{1,2}}(?!\d|/))?|[{VULGAR}])"
_SCALED = rf"{_NUMERAL}(?:\s(?:{'|'.join(en.SCALES)})\b)?"
# `thirty (30)`, `30 (thirty)`, `30`, `thirty`; scanned text puts blanks into the brackets.
_BEGIN = r"(?<![\w.,§$])(?<![A-Za-z]-)(?<!\d/)"
COUNT = rf"(?:{en.WORDS}\s?[(\[]\s?{_NUMERAL}\s?[)\]]|{_SCALED}\s?\(\s?{en.WORDS}\s?\)|{_SCALED}|{en.WORDS})"
_GAP = r"\s?[)\]]?[\s-]{0,2}"
_ANY_CASE = re.IGNORECASE

_MONTH_NAME = "|".join(name.capitalize() + "|" + name.upper() for name in sorted(en.MONTHS, key=len, reverse=True))
_SECTION_NUMBER = (
    r"\d[\w]*(?:[.:-]\w+)*(?:\s?\(\w{1,5}\))*|\(\w{1,5}\)(?:\s?\(\w{1,5}\))*|[IVXLC]{1,6}\b|[A-Z](?=[\s.,;)]|$)"
)
_LEVEL = "|".join(sorted((re.escape(w) for w in en.SECTION_WORDS if w[0] != "§"), key=len, reverse=True))

LABELS = re.compile(
    r"\s*(?:(?:\((?:\d{1,3}|[A-Za-z]{1,4})\)|\d{1,3}(?:\.\d{1,3}){0,4}\\?[.)](?=\s)|[\u2460-\u2473\u2022-])\s*)+"
)

_KO_DATE = r"(?P<y>\d{4})\s?년(?:\s?(?P<m>\d{1,2})\s?월(?:\s?(?P<d>\d{1,2})\s?일)?)?(?!간|\s?(?:이내|동안))"
DATES: Final = (
    re.compile(rf"\b(?P<name>{_MONTH_NAME})\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)(?:,?\s+(?P<y>\d{{4}})\b)?"),
    re.compile(rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<name>{_MONTH_NAME})\b\.?(?:,?\s+(?P<y>\d{{4}})\b)?"),
    re.compile(rf"\b(?P<name>{_MONTH_NAME})\.?,?\s+(?:of\s+)?(?P<y>\d{{4}})\b"),
    re.compile(r"(?<![\d-])(?P<y>(?:19|20)\d\d)-(?P<m>\d{1,2})-(?P<d>\d{1,2})(?![\d-])"),
    re.compile(r"(?<![\d/])(?P<m>\d{1,2})/(?P<d>\d{1,2})/(?P<y>\d{4})(?![\d/])"),
    re.compile(r"(?<![\d.])(?P<y>(?:19|20)\d\d)\.\s?(?P<m>\d{1,2})\.\s?(?P<d>\d{1,2})\.?(?!\d)"),
    re.compile(_KO_DATE),
    re.compile(r"(?<!\d)(?P<m>\d{1,2})\s?월\s?(?P<d>\d{1,2})\s?일"),
)
_HOURS = "|".join(word for word, number in en.UNITS.items() if 0 < number < 13)
TIMES: Final = (
    re.compile(
        rf"(?<![\w:.])(?P<h>\d{{1,2}}|(?:{_HOURS})\b)(?::(?P<min>\d\d))?\s?(?P<half>[ap])\.?\s?m\b\.?", _ANY_CASE
    ),
    re.compile(r"(?<![\w:.])(?P<h>\d{1,2}):(?P<min>\d\d)(?![\w:])"),
    re.compile(r"(?P<half>오전|오후)\s?(?P<h>\d{1,2})\s?시(?:\s?(?P<min>\d{1,2})\s?분)?"),
    re.compile(r"\b(?P<word>noon|midnight)\b", _ANY_CASE),
)
SECTION = re.compile(
    rf"(?:(?P<title>\d+)\s(?P<code>(?:[A-Z]\.?\s?){{2,6}})\s?(?:§+|[Ss]ec(?:tion|\.)?)?\s?(?=\d))?"
    rf"(?:(?P<level>§+|\b(?i:{_LEVEL})\b\.?)\s?)?(?P<number>(?<![\w.$])(?:{_SECTION_NUMBER}))"
)
MORE_SECTIONS = re.compile(
    rf"\s?(?:,|;|and|or|to|through|[-\u2013])\s?(?:(?:and|or)\s)?(?:§+\s?)?(?P<number>{_SECTION_NUMBER})(?![\w%])"
)

_SIGN = r"(?:US\s?\$|USD|EUR|GBP|KRW|[$€£₩])"
AMOUNTS: Final = (
    re.compile(rf"(?P<sign>{_SIGN})\s?(?P<count>{_SCALED}|\.\d\d)", _ANY_CASE),
    re.compile(rf"{_BEGIN}(?P<count>{COUNT}){_GAP}(?P<word>{'|'.join(en.CURRENCY_WORDS)})\b", _ANY_CASE),
    re.compile(rf"(?<![\d.,])(?P<ko>{ko.MIXED}|{ko.SINO})\s?원(?!단위)"),
)
_DENOMINATOR = "|".join(sorted(en.DENOMINATORS, key=len, reverse=True))
PERCENTS: Final = (
    re.compile(rf"{_BEGIN}(?P<count>{COUNT}){_GAP}(?:%|per\s?cent(?:um|age)?\b|pct\b)", _ANY_CASE),
    re.compile(r"(?<![\d.,])(?P<ko>\d[\d,]*(?:\.\d+)?)\s?(?:퍼센트|프로(?!그|젝)|%)"),
    re.compile(
        rf"(?<![\d.,])(?P<under>{ko.MIXED}|{ko.SINO}|[이삼사오])\s?분의\s?"
        rf"(?P<over>{ko.MIXED}|{ko.SINO}|[일이삼사오육칠팔구])"
    ),
    re.compile(
        rf"{_BEGIN}(?<!\d\s)(?<!\d-)(?P<over>\d{{1,3}})/(?P<under>\d{{1,4}})(?:\s?(?:th|rd|nd))?(?![\w/])", _ANY_CASE
    ),
    re.compile(
        rf"{_BEGIN}(?:(?P<words>{'|'.join(en.UNITS)}|an?)[\s-])?(?P<part>half|(?<=[\s-])(?:{_DENOMINATOR}))\b"
        rf"(?![\s-](?:an?\s)?(?:day|month|year|hour|week))",
        _ANY_CASE,
    ),
)
_PERIOD_UNIT = (
    r"(?:(?P<kind>business|working|court|calendar|consecutive|full|whole|successive|additional|more)[\s-])?"
    rf"(?P<unit>{'|'.join(sorted(en.PERIODS, key=len, reverse=True))})\b"
)
_KO_PERIOD = "|".join(sorted(ko.PERIODS, key=len, reverse=True))
PERIODS: Final = (
    re.compile(rf"{_BEGIN}(?P<count>half)[\s-](?:an?\s)?{_PERIOD_UNIT}", _ANY_CASE),
    re.compile(rf"{_BEGIN}(?P<count>{COUNT}|\(\s?\d+\s?\)){_GAP}{_PERIOD_UNIT}", _ANY_CASE),
    re.compile(
        rf"(?<![\d.,가-힣])(?P<ko>{ko.MIXED}|{ko.SINO}|[일이삼사오육](?=\s?개월))\s?"
        rf"(?P<unit>{_KO_PERIOD})(?!반|원|분의|의\s?호)"
    ),
    re.compile(rf"(?<![가-힣])(?P<native>{ko.NATIVE_WORDS})\s?(?P<unit>달|시간|주일|주)(?![요로])"),
)
IMPLIED_PERIODS: Final = (
    re.compile(
        rf"\b(?:an?|each|per|every|any|one|the|that|this|same|calendar)\s(?P<unit>{'|'.join(en.PERIODS)})\b", _ANY_CASE
    ),
    re.compile(rf"\b(?P<adverb>{'|'.join(en.PERIOD_ADVERBS)})\b", _ANY_CASE),
    re.compile(r"(?P<koyear>매\s?년|연간|매\s?월)"),
)
_MEASURE_UNIT = "|".join(sorted(en.MEASURES, key=len, reverse=True)).replace(" ", r"\.?\s")
MEASURES: Final = (
    re.compile(
        rf"{_BEGIN}(?P<count>{COUNT})\s?(?:°|º|\ue045|degrees?\b|deg\b\.?|도(?=\s|이|\(|$))"
        rf"\s?(?P<scale>F\b|C\b|Fahrenheit|Celsius)?",
        _ANY_CASE,
    ),
    re.compile(rf"{_BEGIN}(?P<count>{COUNT}){_GAP}(?P<unit>{_MEASURE_UNIT})\b", _ANY_CASE),
)
FACTORS: Final = (
    re.compile(rf"{_BEGIN}(?P<count>{COUNT})[\s-]?(?:times|fold)\b", _ANY_CASE),
    re.compile(r"(?P<word>\bonce)(?=\s(?:an?|per|every|each|in|during|annually|yearly|monthly)\b)", _ANY_CASE),
    re.compile(r"(?<=\bonly\s)(?P<word>once)\b|(?<=\bleast\s)(?P<word2>once)\b", _ANY_CASE),
    re.compile(r"\b(?P<word>twice|thrice|twofold|threefold|trebled?|tripled?|doubled?|quadruple)\b(?!-)", _ANY_CASE),
    re.compile(rf"(?<![\d.,가-힣])(?P<ko>\d+(?:\.\d+)?|{ko.SINO}|{ko.NATIVE_WORDS})\s?배(?!포|우|당|상|정|수|치)"),
)
_ORDINAL_WORDS = "|".join(sorted((w for w in en.ORDINALS if w not in ("first", "second")), key=len, reverse=True))
ORDINALS: Final = (
    re.compile(r"(?<![\w.])(?P<digits>\d{1,4})(?:st|nd|rd|th)\b", _ANY_CASE),
    re.compile(
        rf"\b(?P<tens>twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-(?P<word>{'|'.join(en.ORDINALS)})\b",
        _ANY_CASE,
    ),
    re.compile(
        r"(?:(?<=\bthe\s)|(?<=\ba\s)|(?<=\beach\s)|(?<=\bits\s)|(?<=\bhis\s)|(?<=\bher\s)|(?<=\byour\s)|(?<=\btheir\s))"
        r"(?P<word>first|second)\b(?!\s(?:and|or)\sforemost|-hand)",
        _ANY_CASE,
    ),
    re.compile(
        r"\b(?P<word>first|second)"
        r"(?=\s(?:day|week|month|year|offen[sc]e|violation|time|floor|notice|conviction|party|degree)\b)",
        _ANY_CASE,
    ),
    re.compile(rf"\b(?P<word>{_ORDINAL_WORDS})\b(?!\s(?:party|parties|person)\b)", _ANY_CASE),
    re.compile(rf"(?<![가-힣])(?P<native>{'|'.join(ko.NATIVE_ORDINALS)})\s?(?:번\s?)?째"),
)
NUMBER = re.compile(rf"{_BEGIN}(?P<count>{COUNT})(?![\w/]|\.\d)", _ANY_CASE)
KO_COUNTED = re.compile(
    rf"(?<![\d.,가-힣])(?P<ko>{ko.MIXED}|{ko.SINO}|{ko.NATIVE_WORDS})\s?"
    rf"(?P<unit>{'|'.join(sorted(ko.COUNTERS, key=len, reverse=True))})"
    r"(?=[\s,.)이의은는을를에로과와까부만도]|$)"
)
KO_NUMBER = re.compile(rf"(?<![\w.,])(?P<ko>{ko.MIXED})")
NOUN_BEHIND = re.compile(r"[\s-](?P<noun>[A-Za-z]{2,})")
LINK = re.compile(r"\s?(?:to|-|\u2013|or|and|through|~|내지|에서)\s?$")
