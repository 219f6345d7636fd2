"""Names, titles and dates that stand alone: they state nothing, so none of them is a statement cut short."""

from __future__ import annotations

import re
from typing import Final

_MONTH: Final = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul"
    r"|Aug|Sept?|Oct|Nov|Dec)\.?"
)
_DAY: Final = r"(?:\d{1,2}|_{2,}|\[[ _*]*\])\s?(?:st|nd|rd|th|t\s?h)?"
_YEAR: Final = r"(?:\d{4}|\d{2}_{1,4}|20_*|19_*|_{2,}|\[[ _*]*\])"
DATE: Final = re.compile(
    rf"(?:\b(?:this\s+)?{_DAY}\s+day\s+of\s+(?:{_MONTH}|_{{2,}}),?\s*(?:in\s+the\s+year\s+)?{_YEAR}?"
    rf"|\b{_MONTH}\s+{_DAY},?\s*{_YEAR}"
    rf"|\b{_DAY}\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}"
    rf"|\b{_MONTH},?\s+{_YEAR}|_{{3,}},?\s*\d{{4}}"
    r"|\b\d{1,2}[/.\-]\d{1,2}[/.\-]\d{2,4}\b|\b\d{4}-\d{2}-\d{2}\b)",
)
"""A date as contracts write it, blanks to fill in included."""
LINK: Final = r"(?:of|and|for|to|in|by|on|with|the|a|an|de|do|du|la|von|van|di|No\.?|Nº|[—–&-])"
"""Small words inside names and titles."""
MAX_WORDS: Final = 18
_WORD: Final = re.compile(r"[^\W_]+")
_NAME_WORD: Final = re.compile(rf"[(\"“‘']*(?:[A-ZÀ-Þ\d][^\s]*|[a-z]{{1,2}}-?[A-Z]\S*|{LINK}[,.;:)\"”’']*)")
_NUMBERED: Final = re.compile(r"\bN[oO]s?\.?\s(?=\d)")  # "No. 3" denies nothing
_STATES: Final = frozenset(
    """shall must may will would should can cannot could might is are was were be been has have had do does did not no
    never nor unless except if when where that which who agrees agree provided without""".split()
)


def is_bare(text: str) -> bool:
    """Whether the text is a name, a title or a date and nothing more.

    >>> is_bare("Harbor Foods, Inc."), is_bare("June 21, 1999"), is_bare("The tenant must pay"), is_bare("21 days")
    (True, True, False, False)
    """
    flat = " ".join(text.split())
    if DATE.fullmatch(flat.rstrip(",.")):
        return True
    pieces = flat.split()
    words = [word.lower() for word in _WORD.findall(_NUMBERED.sub("", flat))]
    if not words or len(pieces) > MAX_WORDS or not any(c.isupper() for c in flat) or _STATES.intersection(words):
        return False
    return all(_NAME_WORD.fullmatch(piece) for piece in pieces)
