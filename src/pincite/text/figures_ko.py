"""Korean numerals, units and provision numbers, as tables and the patterns built of them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

DIGITS: Final = {syllable: number for number, syllable in enumerate("일이삼사오육칠팔구", start=1)}
TENS: Final = {"십": 10, "백": 100, "천": 1_000}
SCALES: Final = {"만": 10_000, "억": 100_000_000, "조": 1_000_000_000_000}
NATIVE: Final = {
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10,
}  # fmt: skip
NATIVE_ORDINALS: Final = {"첫": 1, "둘": 2, "셋": 3, "넷": 4, **{w: n for w, n in NATIVE.items() if n > 1}}

PERIODS: Final = {
    "일간": "day", "일": "day", "주일": "week", "주간": "week", "주": "week", "개월": "month", "달": "month",
    "년간": "year", "년": "year", "시간": "hour", "분간": "minute", "분": "minute", "영업일": "business day",
    "근무일": "business day",
}  # fmt: skip
COUNTERS: Final = {
    "명": "명", "인": "명", "회": "회", "번": "회", "차례": "회", "개": "개", "건": "건", "가구": "세대",
    "세대": "세대", "호실": "호실", "제곱미터": "제곱미터", "미터": "미터", "킬로그램": "킬로그램", "가지": "가지",
    "부": "부", "통": "통", "세": "세", "살": "세", "점": "점", "배수": "배수",
}  # fmt: skip

# Digits with scale syllables: 1천만, 5,000만, 1억 5천만, 30.
MIXED: Final = (
    r"\d[\d,]{0,18}(?!\d)(?:\.\d{1,9})?(?:\s?[십백천]?[만억조]|[십백천])?"
    r"(?:\s?\d[\d,]{0,18}(?!\d)\s?(?:[십백천]?[만억]|[십백천])){0,4}"
)
# Words alone need a power of ten: 삼십, 십오, 천만; single syllables are ordinary words too often.
SINO: Final = r"(?:[이삼사오육칠팔구]?[천백십]){1,3}(?:[일이삼사오육칠팔구](?=[일년개원퍼분주시배회명]))?[만억]?"
NATIVE_WORDS: Final = "|".join(NATIVE)

_CHAIN_PART = r"제\s?\d+\s?(?:편|장|절|관|조|항|호)(?:의\s?\d+)?"
PROVISION: Final = re.compile(
    rf"{_CHAIN_PART}(?:\s?{_CHAIN_PART}){{0,4}}(?:\s?[가나다라마바사아자차카타파하]목)?|별표\s?\d+(?:의\s?\d+)?"
)
_PROVISION_TOKEN = re.compile(
    r"제\s?(\d+)\s?(편|장|절|관|조|항|호)(?:의\s?(\d+))?|([가-하])목|별표\s?(\d+)(?:의\s?(\d+))?"
)
_PART = re.compile(r"\d[\d,]*(?:\.\d+)?|[일이삼사오육칠팔구십백천만억조]")


def number_of_numeral(text: str) -> Fraction:
    """The number of a Korean numeral in digits, syllables or both.

    >>> number_of_numeral("1천만"), number_of_numeral("삼십일"), number_of_numeral("1억 5천만")
    (Fraction(10000000, 1), Fraction(31, 1), Fraction(150000000, 1))
    """
    total, group, digit = Fraction(0), Fraction(0), Fraction(0)
    for part in _PART.findall(text):
        if part in DIGITS:
            digit = Fraction(DIGITS[part])
        elif part in TENS:
            group, digit = group + (digit or Fraction(1)) * TENS[part], Fraction(0)
        elif part in SCALES:
            total, group, digit = total + ((group + digit) or Fraction(1)) * SCALES[part], Fraction(0), Fraction(0)
        else:
            digit = Fraction(part.replace(",", ""))
    return total + group + digit


def provision_tokens(text: str) -> tuple[str, ...]:
    """The steps of a provision's number, outermost first: `제20조의2제1항가목` gives 조20-2, 항1, 목가."""
    tokens = []
    for number, level, branch, letter, table, table_branch in _PROVISION_TOKEN.findall(text):
        if letter:
            tokens.append(f"목{letter}")
        elif table:
            tokens.append(f"별표{table}" + (f"-{table_branch}" if table_branch else ""))
        else:
            tokens.append(f"{level}{number}" + (f"-{branch}" if branch else ""))
    return tuple(tokens)
