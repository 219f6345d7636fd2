"""Labels of paragraphs in English law, such as `(a)`, `(iv)`, `2.`, `(b-1)`, and what each may count.

One printed label can have several readings: `(i)` is the ninth letter or the first roman number, `(aa)` the letter
after `(z)` or the first of a level of double letters. `pincite.parse.grammars.english.levels` decides between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

DASHES = str.maketrans({"–": "-", "—": "-", "‑": "-", "‐": "-", "−": "-"})

DIGIT, LOWER, UPPER = "1", "a", "A"
LOWER_ROMAN, UPPER_ROMAN, LOWER_DOUBLE, UPPER_DOUBLE = "i", "I", "aa", "AA"
ANY = "any"
"""The kind of an unnumbered sibling, such as a defined term."""

_WORD = r"(?:\d{1,3}|[A-Za-z]{1,6})(?:[-–‑.]?(?:\d{1,2}|[A-Za-z]{1,2}))?"
LABEL = re.compile(
    rf"\( ?(?P<paren>{_WORD}) ?\)"  # (3), (a), (iv), (a-1), (2A)
    rf"|(?P<dot>(?:\d{{1,3}}|[A-Za-z]{{1,4}})(?:-\d{{1,2}}|[A-Z])?)\.(?=\s|\Z|\()"  # 2.  B.  iv.  4A.
    r"|(?P<close>\d{1,2}|[A-Za-z]|[ivx]{1,4})\)(?=\s|\Z)"  # 1)  a)
)
_INSERTED = re.compile(r"(\d{1,3})(?:[-.](\d{1,2})|[-.]?([A-Za-z]{1,2}))|([A-Za-z]{1,5})(?:[-.](\w{1,2})|(\d{1,2}))")
_ROMAN = re.compile(r"m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_ROMAN_STEPS = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_ORDINAL_ENDS = frozenset({"st", "nd", "rd", "th"})
# Words in brackets at the start of a line are no labels, though the letters could be.
_WORDS = frozenset({"am", "an", "as", "at", "ad", "al", "mix", "dim", "mild", "mid", "did"})


class Step(NamedTuple):
    """One reading of a label.

    Args:
        kind: brackets and alphabet, such as `(a` or `.1`; siblings share it.
        value: place in the alphabet, from 1.
        sub: of inserted labels: 1 for (a-1) and (2A); 0 for others.
    """

    kind: str
    value: int
    sub: int = 0

    @property
    def alphabet(self) -> str:
        """The kind without its brackets."""
        return self.kind[1:]

    def is_first(self) -> bool:
        """Whether a level begins with it."""
        return self.value == 1 and self.sub == 0


class Label(NamedTuple):
    """A label as it stands in the text.

    Args:
        start, end: of the printed label, brackets included.
        number: as printed, without brackets.
        steps: its readings; never empty.
        joined: it follows the label before it at once, as (1) in `(a)(1)`.
        inline: it follows a title in the same line, as (1) in `(a) Standard.—(1) General rule`.
        gone: one of a range that is reserved, as in `(b)-(d) [Reserved]`.
        again: the very same line stands further up, as where a heading is printed on each page.
    """

    start: int
    end: int
    number: str
    steps: tuple[Step, ...]
    joined: bool = False
    inline: bool = False
    again: bool = False
    gone: bool = False


def label_at(text: str, at: int, end: int, *, joined: bool = False, inline: bool = False) -> Label | None:
    """The label that begins at `at`; None where there is none."""
    found = LABEL.match(text, at, end)
    if found is None:
        return None
    shape = found.lastgroup or ""
    word = found[shape].translate(DASHES)
    steps = readings(shape, word)
    return Label(at, found.end(), word, steps, joined, inline) if steps else None


@lru_cache(maxsize=4096)
def readings(shape: str, word: str) -> tuple[Step, ...]:
    """What `word` may count in brackets of a shape (`paren`, `dot`, `close`); empty for words that are no label."""
    mark = {"paren": "(", "dot": ".", "close": ")"}[shape]
    if shape == "close":  # i) among (ii), (iii) has lost its bracket
        return tuple(Step(m + alphabet, value) for m in (mark, "(") for alphabet, value in _counts(word))
    if word.lower() in _WORDS:
        return ()
    whole = [Step(mark + alphabet, value) for alphabet, value in _counts(word)]
    if whole:
        return tuple(whole)
    parts = _INSERTED.fullmatch(word)
    if parts is None:
        return ()
    main, sub = parts[1] or parts[4], parts[2] or parts[3] or parts[5] or parts[6]
    if sub.lower() in _ORDINAL_ENDS:
        return ()
    return tuple(Step(mark + alphabet, value, _sub_value(sub)) for alphabet, value in _counts(main))


def _sub_value(sub: str) -> int:
    if sub.isdigit():
        return int(sub) + 1  # (1.0) stands before (1.1)
    return 1 + next((value for _, value in _counts(sub)), 1)


def _counts(word: str) -> Iterator[tuple[str, int]]:
    """(alphabet, place) for each alphabet that the word may belong to."""
    if word.isdigit():
        yield DIGIT, int(word)
        return
    if not (word.islower() or word.isupper()):
        return
    lower, low = word.islower(), word.lower()
    place = ord(low[0]) - ord("a") + 1
    if len(set(low)) == 1:  # a, b … z, aa, bb
        yield (LOWER if lower else UPPER), place + 26 * (len(low) - 1)
        if len(low) == 2:
            yield (LOWER_DOUBLE if lower else UPPER_DOUBLE), place
    elif len(low) == 2 and low[0] == "a":  # aa, ab … az
        yield (LOWER if lower else UPPER), 26 + ord(low[1]) - ord("a") + 1
    if _ROMAN.fullmatch(low):
        yield (LOWER_ROMAN if lower else UPPER_ROMAN), roman_value(low)


def roman_value(word: str) -> int:
    """The number that a roman numeral writes.

    >>> roman_value("xiv")
    14
    """
    values = [_ROMAN_VALUES[letter] for letter in word.lower()]
    later = [*values[1:], 0]
    return sum(-value if value < following else value for value, following in zip(values, later, strict=True))


def written(kind: str, value: int) -> str:
    """How a label of a kind writes a value, without brackets; the other way round than `readings`.

    >>> written("(a", 28), written("(i", 4), written(".1", 12)
    ('bb', 'iv', '12')
    """
    alphabet = kind[1:]
    if alphabet == DIGIT:
        return str(value)
    if alphabet in (LOWER_ROMAN, UPPER_ROMAN):
        word = _roman_word(value)
    else:
        times = 1 + (value - 1) // 26 if len(alphabet) == 1 else 2
        word = chr(ord("a") + (value - 1) % 26) * times
    return word.upper() if alphabet.isupper() else word


def _roman_word(value: int) -> str:
    word = ""
    for number, letters in _ROMAN_STEPS:
        count, value = divmod(value, number)
        word += letters * count
    return word
