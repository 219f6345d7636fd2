"""Raised figures behind a word: the numbers of notes, and exponents.

In the text of a page `You must leave.¹⁵ If` is `You must leave.15 If`. A quoted sentence would end in a number that is
none of its own, a word search would miss `leave15`, and $500¹² would read as 50012. So the number of a note is left out
of the text, as it is in quotations; the note itself stays with its number. Other raised figures are written raised.
"""

from __future__ import annotations

import re

MAX_DIGITS = 3

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_BEHIND_UNIT = re.compile(r"(?:\A|[^A-Za-z])(?:[cdkm]?m|ft|in|yd|mi)\Z")
_BEHIND_WORD = re.compile(r"[^\W\d_]\Z|[.,;:!?\"'”’)\]»]\Z")


def raised(before: str, digits: str) -> str:
    """How raised digits are written: not at all where they are the number of a note.

    >>> raised("You must leave.", "15"), raised("an area of 40 m", "2"), raised("10", "6")
    ('', '²', '⁶')

    Args:
        before: what stands directly before them, a few characters.
    """
    is_note = len(digits) <= MAX_DIGITS and _BEHIND_WORD.search(before) and not _BEHIND_UNIT.search(before)
    return "" if is_note else digits.translate(_RAISED)
