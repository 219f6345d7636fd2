"""How Word writes a number in a list: 4 as 4, 04, d, iv, fourth, 라, ④ (ST_NumberFormat of ISO/IEC 29500-1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

MAX_NUMBER = 32_767
"""The largest number that Word counts to; larger ones, of files made to harm, are written in figures."""
_MAX_REPEATED = 30

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth",
    "twelve": "twelfth",
}  # fmt: skip
_HANGUL_DIGITS = "영일이삼사오육칠팔구"
_HANJA_DIGITS = "〇一二三四五六七八九"
_NATIVE_ONES = ("", "하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉")
_NATIVE_TENS = ("", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔")
_SYLLABLES = "가나다라마바사아자차카타파하"
_CONSONANTS = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"
_CHICAGO = "*†‡§"


def written(number: int, number_format: str, pattern: str = "") -> str:
    """A number as a format writes it; in figures where the format has no form for it, or is not known.

    >>> written(4, "upperRoman"), written(27, "lowerLetter"), written(3, "decimalZero"), written(21, "ordinalText")
    ('IV', 'aa', '03', 'Twenty-first')

    Args:
        pattern: of the format `custom`: the first numbers as `001, 002, …`.
    """
    if number_format in ("none", "bullet"):
        return ""
    if number_format == "custom":
        first = pattern.split(",")[0].strip()
        return str(number).zfill(min(len(first), 9)) if first.isdecimal() else str(number)
    form = _FORMS.get(number_format)
    return form(number) if form and 0 <= number <= MAX_NUMBER else str(number)


def _roman(number: int) -> str:
    word = ""
    for size, letters in _ROMAN:
        count, number = divmod(number, size)
        word += letters * count
    return word or "0"


def _repeated(letters: str) -> Callable[[int], str]:
    """From a to z, then aa, bb and on."""

    def form(number: int) -> str:
        times, place = divmod(number - 1, len(letters))
        return letters[place] * (times + 1) if number and times < _MAX_REPEATED else str(number)

    return form


def _between(first: str, count: int) -> Callable[[int], str]:
    """One sign each from 1 up to `count`, as Unicode has them in a row."""
    return lambda number: chr(ord(first) + number - 1) if 0 < number <= count else str(number)


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number // 10 % 10 == 1 else ending}"


def _cardinal_words(number: int) -> str:
    if number < 20:
        return _ONES[number]
    if number < 100:
        return _TENS[number // 10 - 2] + (f"-{_ONES[number % 10]}" if number % 10 else "")
    size, word = (100, "hundred") if number < 1000 else (1000, "thousand")
    rest = f" {_cardinal_words(number % size)}" if number % size else ""
    return f"{_cardinal_words(number // size)} {word}{rest}"


def _ordinal_words(number: int) -> str:
    words = _cardinal_words(number)
    cut = max(words.rfind(" "), words.rfind("-")) + 1
    last = words[cut:]
    return words[:cut] + _ORDINALS.get(last, f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")


def _counted(digits: str, signs: Sequence[str]) -> Callable[[int], str]:
    """Korean and Chinese counting: 21 is 이십일."""

    def form(number: int) -> str:
        if number == 0:
            return digits[0]
        word = ""
        for place, figure in enumerate(reversed(str(number))):
            value = int(figure)
            if value or place == 4:
                name = "" if value == 1 and 0 < place < 5 else digits[value] if value else ""
                word = name + signs[place] + word
        return word

    return form


def _digits(digits: str) -> Callable[[int], str]:
    return lambda number: "".join(digits[int(figure)] for figure in str(number))


def _native(number: int) -> str:
    return _NATIVE_TENS[number // 10] + _NATIVE_ONES[number % 10] if 0 < number < 100 else str(number)


def _full_width(number: int) -> str:
    return "".join(chr(ord(figure) + 0xFEE0) for figure in str(number))


_HANGUL_COUNTED = _counted(_HANGUL_DIGITS, ("", "십", "백", "천", "만"))
_HANJA_COUNTED = _counted(_HANJA_DIGITS, ("", "十", "百", "千", "萬"))

_FORMS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalHalfWidth": str,
    "decimalZero": lambda number: f"{number:02}",
    "lowerRoman": _roman,
    "upperRoman": lambda number: _roman(number).upper(),
    "lowerLetter": _repeated("abcdefghijklmnopqrstuvwxyz"),
    "upperLetter": _repeated("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    "ordinal": _ordinal,
    "cardinalText": lambda number: _cardinal_words(number).capitalize(),
    "ordinalText": lambda number: _ordinal_words(number).capitalize(),
    "hex": lambda number: f"{number:X}",
    "chicago": _repeated(_CHICAGO),
    "numberInDash": lambda number: f"- {number} -",
    "decimalFullWidth": _full_width,
    "decimalFullWidth2": _full_width,
    "decimalEnclosedCircle": _between("①", 20),
    "decimalEnclosedCircleChinese": _between("①", 20),
    "decimalEnclosedParen": _between("⑴", 20),
    "decimalEnclosedFullstop": _between("⒈", 20),
    "ideographEnclosedCircle": _between("㊀", 10),
    "ganada": _repeated(_SYLLABLES),
    "chosung": _repeated(_CONSONANTS),
    "koreanDigital": _digits(_HANGUL_DIGITS),
    "koreanDigital2": _digits("零" + _HANJA_DIGITS[1:]),
    "koreanCounting": _HANGUL_COUNTED,
    "koreanLegal": _native,
    "ideographDigital": _digits(_HANJA_DIGITS),
    "japaneseCounting": _HANJA_COUNTED,
    "chineseCounting": _HANJA_COUNTED,
    "taiwaneseCounting": _HANJA_COUNTED,
}
