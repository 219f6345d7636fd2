"""Numbers and labels of English law: `164.502`, `1320d-8`, `(a)(1)(ii)`, and what later members of a list leave out.

Patterns are strings to build others from; every quantifier in them is bounded, so that no text is read twice at length.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

# Blanks, and one line break where a line may be wrapped; never a blank line.
GAP: Final = r"(?:[ \t\xa0]{1,3}(?:\n[ \t]{0,40})?|\n[ \t]{0,40})"
MAY_GAP: Final = rf"{GAP}?"
BLANK: Final = r"[ \t\xa0]{0,2}"

_DOUBLED = "|".join(letter * times for letter in "abcdefghijklmnopqrstuvwxyz" for times in (2, 3))
_ROMAN = r"(?=[ivxlc])[lxc]{0,4}(?:ix|iv|v?i{0,3})"
_INNER = (
    rf"[A-Za-z](?:-\d{{1,2}})?|{_DOUBLED}|{_DOUBLED.upper()}|{_ROMAN}|{_ROMAN.upper()}"
    r"|\d{1,3}(?:[A-Za-z]|-[A-Za-z]|\.\d{1,2})?"
)
# A label in brackets: `(a)`, `(ii)`, `(A-1)`, `( o )`; no words such as `(the)` or years.
LABEL: Final = rf"\([ ]?(?:{_INNER})[ ]?\)"
LABELS: Final = rf"{LABEL}(?:[ ]?{LABEL}){{0,9}}"

# A section's number: 5, 5A, 164.502, 83.49, 34-18-22, 42-3505.01, 1320d-8, 1.2, 8-B; a blank after the hyphen is a
# wrapped line. A dash may also join both ends of a range: `split_range` tells.
SECTION_NUMBER: Final = (
    r"\d{1,6}[A-Za-z]{0,3}(?![A-Za-z])"
    r"(?:(?:[.:](?=\d)|[-–][ ]?(?=\d))\d{1,6}[A-Za-z]{0,3}(?![A-Za-z])|-[A-Z]{1,2}(?![A-Za-z])){0,8}"
)
# Numbers of titles, chapters, parts, articles: XI, A, 164, 93A, 8.01, II-A.
COARSE_NUMBER: Final = (
    r"(?:(?=[IVXLC])[LXC]{0,4}(?:IX|IV|V?I{0,3})|[A-Z]{1,2}|\d{1,4}(?:\.\d{1,3})?[A-Z]{0,2})(?:-[A-Z0-9]{1,3})?"
    r"(?![A-Za-z0-9’']|\.\d)"
)

_PARTS = re.compile(r"\(\s?([^()\s]+)\s?\)")
_DIGITS = re.compile(r"\d+")
_ROMAN_ONLY = re.compile(_ROMAN)
_SEPARATORS = re.compile(r"[.:–-]")


def labels_in(text: str) -> list[str]:
    """The labels of `(a)(1)(ii)`, without brackets."""
    return _PARTS.findall(text)


def clean_number(text: str) -> str:
    """A number as ids have it: no blanks, plain hyphens."""
    return re.sub(r"\s+", "", text).replace("–", "-").rstrip(".")


def split_range(number: str, *, plural: bool) -> tuple[str, str]:
    """The two ends of a number that is a range (`1171-1180`, `1320d–1320d-8`), else the number and an empty string.

    Args:
        number: as matched by SECTION_NUMBER.
        plural: whether `sections` or `§§` stood before it, without which two whole numbers make no range.
    """
    for match in re.finditer(r"[-–][ ]?", number):
        left, right = number[: match.start()], number[match.end() :]
        if not _DIGITS.match(right) or not _DIGITS.match(left):
            continue
        if _is_range(left, right, dash="–" in match.group(), plural=plural):
            return clean_number(left), clean_number(right)
    return clean_number(number), ""


def _is_range(left: str, right: str, *, dash: bool, plural: bool) -> bool:
    low, high = (int(_DIGITS.match(side).group()) for side in (left, right))  # type: ignore[union-attr]
    same_shape = _shape(left) == _shape(right)
    if high < low or (high == low and not _SEPARATORS.search(right)):
        return False
    if not _SEPARATORS.search(left) and left[-1].isdigit() and same_shape:
        return (plural or dash) and len(right) - len(left) <= 1 and high > low
    if "." in left and not dash:
        return same_shape and high == low  # 83.40-83.683, but 55.1-1243.1 is one section
    return dash or same_shape or right.startswith(left)


def _shape(number: str) -> str:
    """Separators alone: numbers of one list have the same."""
    return re.sub(r"[^.:]", "", number) + re.sub(r"[^–-]", "", number).replace("–", "-")


def same_shape(first: str, later: str) -> bool:
    """Whether a bare number may go on a list that began with `first`: §§ 1.524, 1.526, but not § 1.524, 30 days."""
    if _shape(first) == _shape(later):
        return bool(_shape(first)) or abs(len(first) - len(later)) <= 1
    # 405, 1320a-7a, 1320d-5: codes whose sections have letters and hyphens only where they were added.
    return not {".", ":"} & set(first + later) and first.isdigit() and len(first) > 2 and not later.isdigit()


def kinds_of(label: str) -> frozenset[str]:
    """What series a label may belong to: `1`, `a`, `i`, `A`, `I`."""
    if label[0].isdigit():
        return frozenset("1")
    lower = label.lower()
    found = set()
    if len(label) == 1 or len(set(lower)) == 1 or "-" in label:
        found.add("a")
    if _ROMAN_ONLY.fullmatch(lower) and lower not in ("c", "l"):
        found.add("i")
    found = found or {"a"}
    return frozenset(found if label.islower() else {kind.upper() for kind in found})


def complete(before: Sequence[str], labels: Sequence[str]) -> list[str]:
    """The whole labels of a later member of a list: the levels it leaves out come from the member before.

    >>> complete(["a", "2", "i"], ["ii"]), complete(["a", "1"], ["c"]), complete(["h"], ["i"])
    (['a', '2', 'ii'], ['c'], ['i'])
    """
    first = kinds_of(labels[0])
    levels = [at for at in range(len(before)) if _kinds_at(before, at) & first]
    if not levels:
        return [*before[:-1], *labels]
    later = [at for at in levels if _follows(before[at], labels[0], _kinds_at(before, at) & first)]
    again = [at for at in levels if before[at] == labels[0] and len(labels) > 1]
    return [*before[: max(later or again or levels[-1:])], *labels]


def _kinds_at(labels: Sequence[str], at: int) -> frozenset[str]:
    """The series of a label in its place: `(i)` below (a)(1) is a roman number."""
    kinds = kinds_of(labels[at])
    roman = kinds & {"i", "I"}
    return roman if roman and at >= 2 and labels[at - 1][0].isdigit() else kinds


def _follows(label: str, later: str, kinds: frozenset[str]) -> bool:
    return _order(later, kinds) > _order(label, kinds)


def _order(label: str, kinds: frozenset[str]) -> tuple[int, int]:
    """Where a label stands in its series, for comparing two of one series."""
    if "1" in kinds:
        return int(_DIGITS.match(label).group()), len(label)  # type: ignore[union-attr]
    if kinds & {"i", "I"} and not kinds & {"a", "A"}:
        return _roman_value(label.lower()), 0
    return len(label), ord(label[0].lower())


def _roman_value(text: str) -> int:
    values = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
    total, highest = 0, 0
    for letter in reversed(text):
        value = values.get(letter, 0)
        total += value if value >= highest else -value
        highest = max(highest, value)
    return total
