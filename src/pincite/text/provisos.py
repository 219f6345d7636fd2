"""Provisos and exceptions: sentences that take back or narrow what the one before them says."""

from __future__ import annotations

import re
from typing import Final

_LABEL: Final = r"^\W*(?:\(?\w{1,4}[).]\s+)?"
_PROVISO: Final = re.compile(
    rf"{_LABEL}(?:however|but|except|unless|provided|notwithstanding)\b"
    r"|\b(?:provided,? (?:however|that)|except (?:that|as|where|when|for)|unless (?:otherwise|the|a|an|it)\b)"
    r"|(?:^|\s)다만\b|단서|그러하지 아니하다|그러하지 않다|에도 불구하고|제외한다|예외로 한다",
    re.IGNORECASE,
)


def is_proviso(sentence: str) -> bool:
    """Whether a sentence is a proviso or states an exception.

    >>> is_proviso("Provided that the notice is in writing."), is_proviso("다만, 긴급한 경우에는 그러하지 아니하다.")
    (True, True)
    >>> is_proviso("The fee is due on the first day.")
    False
    """
    return _PROVISO.search(sentence) is not None
