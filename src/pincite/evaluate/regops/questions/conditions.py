"""Words that make a paragraph conditional, one row a marker, by the grammar that read the document. Data only."""

from __future__ import annotations

import re
from typing import Final

PROVISO, MARKER = "proviso", "marker"

_KOREAN: Final = (
    (PROVISO, r"(?:^|[.>\s])(?:다만|단),? "),
    (MARKER, r"(?:경우|때)에만|(?:경우|때)에 한(?:하여|정하여|해)|에 한정(?:하여|한다|해)|경우로 한정"),
    (MARKER, r"경우(?:에는|에| )(?![가-힣]*(?:따른|대한))"),
    (MARKER, r"때에는"),
    (MARKER, r"그러하지 (?:아니하다|않다)"),
    (MARKER, r"특별한 (?:사유|사정)이? 없(?:으면|는 한)"),
    (MARKER, r"(?:을|를) 제외하고는"),
)
_ENGLISH: Final = (
    (PROVISO, r"\bprovided(?:,)? (?:however|that)|\bexcept (?:that|as|where|when|if|for|to)\b|\bunless\b"),
    (MARKER, r"\b(?:only )?if\b"),
    (MARKER, r"\bwhen(?:ever)?\b|\bwhere\b(?! the (?:tenant|premises|dwelling) (?:is|are) located)"),
    (MARKER, r"\bsubject to\b|\bnotwithstanding\b|\bin the event\b|\bso long as\b|\bto the extent\b"),
)
MARKERS: Final = {
    "korean-law": _KOREAN,
    "us-regulations": _ENGLISH,
    "us-state": _ENGLISH,
    "us-code": _ENGLISH,
    "eu-act": _ENGLISH,
    "contract": _ENGLISH,
}
_Rows = tuple[tuple[str, re.Pattern[str]], ...]
_COMPILED: Final[dict[tuple[tuple[str, str], ...], _Rows]] = {
    rows: tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in rows) for rows in (_KOREAN, _ENGLISH)
}


def conditions_in(text: str, grammar: str) -> tuple[str, ...]:
    """Which kinds of condition a text's words show, sorted; of a grammar without a row, those of its language.

    >>> conditions_in("보고하여야 한다. 다만, 긴급하면 그러하지 아니하다.", "korean-law")
    ('marker', 'proviso')
    >>> conditions_in("The landlord shall return the deposit within 30 days.", "us-state")
    ()
    """
    rows = MARKERS.get(grammar) or (_KOREAN if grammar.startswith("korean") else _ENGLISH)
    return tuple(sorted({kind for kind, pattern in _COMPILED[rows] if pattern.search(text)}))
