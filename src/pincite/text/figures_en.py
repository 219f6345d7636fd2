"""English number words, units, months and section words, as tables and the patterns built of them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

UNITS: Final = {
    word: number
    for number, word in enumerate(
        """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
        seventeen eighteen nineteen""".split()
    )
}
TENS: Final = {
    word: 10 * number
    for number, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
}
SCALES: Final = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000, "dozen": 12}

ORDINALS: Final = {
    word: number
    for number, word in enumerate(
        """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
        fifteenth sixteenth seventeenth eighteenth nineteenth twentieth""".split(),
        start=1,
    )
} | {"thirtieth": 30, "sixtieth": 60, "ninetieth": 90, "hundredth": 100}
DENOMINATORS: Final = {
    "half": 2, "halves": 2, "quarter": 4, "quarters": 4,
    **{w: n for w, n in ORDINALS.items() if n > 2}, **{f"{w}s": n for w, n in ORDINALS.items() if n > 2},
}  # fmt: skip
VULGAR: Final = {
    "½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4), "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3), "⅛": Fraction(1, 8), "⅕": Fraction(1, 5),
}  # fmt: skip
FACTORS: Final = {
    "once": 1, "twice": 2, "thrice": 3, "double": 2, "doubled": 2, "treble": 3, "trebled": 3, "triple": 3,
    "tripled": 3, "twofold": 2, "threefold": 3, "quadruple": 4,
}  # fmt: skip

MONTHS: Final = {
    name: number
    for number, names in enumerate(
        "january jan,february feb,march mar,april apr,may,june jun,july jul,august aug,september sept sep,october oct,"
        "november nov,december dec".split(","),
        start=1,
    )
    for name in names.split()
}

PERIODS: Final = {
    "day": "day", "days": "day", "night": "day", "nights": "day", "week": "week", "weeks": "week", "wk": "week",
    "wks": "week", "month": "month", "months": "month", "mo": "month", "mos": "month", "year": "year",
    "years": "year", "yr": "year", "yrs": "year", "hour": "hour", "hours": "hour", "hr": "hour", "hrs": "hour",
    "minute": "minute", "minutes": "minute", "min": "minute", "mins": "minute", "seconds": "second",
}  # fmt: skip
# A period in its adverb, for what evidence says without a number.
PERIOD_ADVERBS: Final = {
    "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annual": "year", "annually": "year",
    "hourly": "hour",
}  # fmt: skip

MEASURES: Final = {
    "feet": "foot", "foot": "foot", "ft": "foot", "inches": "inch", "inch": "inch", "yards": "yard", "yard": "yard",
    "miles": "mile", "mile": "mile", "acres": "acre", "acre": "acre", "pounds": "pound", "pound": "pound",
    "lbs": "pound", "gallons": "gallon", "gallon": "gallon", "watts": "watt", "watt": "watt", "amperes": "ampere",
    "ampere": "ampere", "amps": "ampere", "volts": "volt", "volt": "volt", "meters": "metre", "meter": "metre",
    "metres": "metre", "metre": "metre", "kilograms": "kilogram", "kg": "kilogram", "foot-candles": "foot-candle",
    "footcandles": "foot-candle", "sq ft": "square foot", "square feet": "square foot",
    "square foot": "square foot", "square inches": "square inch", "square inch": "square inch",
    "cubic feet": "cubic foot", "cubic foot": "cubic foot",
}  # fmt: skip

CURRENCIES: Final = {
    "$": "usd", "us$": "usd", "usd": "usd", "€": "eur", "eur": "eur", "£": "gbp", "gbp": "gbp",
    "₩": "krw", "krw": "krw",
}  # fmt: skip
CURRENCY_WORDS: Final = {
    "dollars": "usd", "dollar": "usd", "euros": "eur", "euro": "eur", "pounds sterling": "gbp", "cents": "cent",
    "cent": "cent",
}  # fmt: skip

# Section words to their level: levels that people mix up are one.
SECTION_WORDS: Final = {
    "section": "section", "sections": "section", "sec": "section", "secs": "section", "§": "section",
    "§§": "section", "article": "article", "articles": "article", "art": "article", "arts": "article",
    "rule": "rule", "rules": "rule", "chapter": "chapter", "chapters": "chapter", "ch": "chapter",
    "title": "title", "titles": "title", "part": "part", "parts": "part", "subpart": "part", "recital": "recital",
    "paragraph": "below", "paragraphs": "below", "para": "below", "par": "below", "subsection": "below",
    "subsections": "below", "subdivision": "below", "subdivisions": "below", "subd": "below", "clause": "below",
    "clauses": "below", "subparagraph": "below", "subparagraphs": "below", "subclause": "below", "item": "below",
    "items": "below", "schedule": "annex", "appendix": "annex", "exhibit": "annex", "annex": "annex",
}  # fmt: skip

_SMALL = "|".join(sorted([*UNITS, *TENS, *SCALES], key=len, reverse=True))
_FRACTION_WORDS = "|".join(sorted(DENOMINATORS, key=len, reverse=True))
WORDS: Final = (
    rf"(?:{_SMALL})(?:(?:[\s-]{{1,3}}|\s{{1,3}}and\s{{1,3}})(?:{_SMALL})){{0,9}}"
    rf"(?:[\s-]{{1,3}}and[\s-]{{1,3}}(?:(?:{'|'.join(UNITS)}|an?)[\s-]{{1,3}}(?:{_FRACTION_WORDS})))?"
)
_WORD_PART = re.compile(r"[a-z]+")


def number_of_words(words: str) -> Fraction:
    """The number that English number words say.

    >>> number_of_words("one hundred and twenty-five"), number_of_words("One and one-half")
    (Fraction(125, 1), Fraction(3, 2))
    """
    total, current = Fraction(0), Fraction(0)
    pending: int | None = None  # the last small number, which a denominator makes a fraction of
    for word in _WORD_PART.findall(words.lower()):
        if word in ("a", "an"):
            pending = None
        elif word in DENOMINATORS:
            part = 1 if pending is None else pending
            current += Fraction(part, DENOMINATORS[word]) - (pending or 0)
            pending = None
        elif word in UNITS or word in TENS:
            pending = UNITS.get(word) or TENS.get(word) or 0
            current += pending
        elif word == "hundred" or word == "dozen":
            current = (current or Fraction(1)) * SCALES[word]
        elif word in SCALES:
            total, current = total + (current or Fraction(1)) * SCALES[word], Fraction(0)
    return total + current
