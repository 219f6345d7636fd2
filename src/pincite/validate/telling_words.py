"""The words of a sentence that say what it is about, for finding those that its source does not have.

Left out are figures, which a check of their own compares, and words that any rule is told with (`give`, `apply`,
`rule`). Verbs of one meaning count as one. Latin letters only: Korean words carry particles, and no list of stems is
at hand without a model.
"""

from __future__ import annotations

import re
from typing import Final

from pincite.text.stems import act
from pincite.validate.content_words import FUNCTION_WORDS

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_OWNER = re.compile(r"['’]\w*$")
_MORE_FUNCTION: Final = frozenset("unless least most even first else per via every another".split())
_LIGHT: Final = frozenset(
    act(word)
    for word in """
    give get make take provide ask start do go come let put keep set use need want try begin follow
    include concern apply cover say state tell mean call list one two three four five six seven eight
    nine ten twenty thirty forty sixty ninety hundred thousand second third half dozen also still
    nothing none nobody anything person people thing case way time kind part number amount rule law act
    code section statute chapter paragraph provision guide form day week month year hour minute dollar
    percent degree cent usd
    """.split()
)


def telling(text: str) -> dict[str, str]:
    """Stem of each telling word to the word as it first stands in the text.

    >>> telling("The landlord must return the deposit within 30 days.")
    {'landlor': 'landlord', 'return': 'return', 'deposit': 'deposit'}
    """
    found: dict[str, str] = {}
    for match in _WORD.finditer(text):
        word = _OWNER.sub("", match.group().lower())
        if len(word) < 2 or not word.isascii() or word in FUNCTION_WORDS or word in _MORE_FUNCTION:
            continue
        stem = act(word)
        if stem not in _LIGHT:
            found.setdefault(stem, _OWNER.sub("", match.group()))
    return found
