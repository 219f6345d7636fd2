"""Words cut down to what their forms share: verbs by what is done, other words by their beginning."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from pincite.text.force_words import IRREGULAR, SAME_VERBS

_ENDINGS: Final = re.compile(r"(?:ations?|ments?|ings?|ied|ies|ed|es|s|e|y)$")
_CHARS: Final = 7
_VOWEL = re.compile("[aeiouy]")


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The beginning that the forms of a word in lower case share.

    >>> stem("returned"), stem("returns"), stem("paid"), stem("stopping")
    ('return', 'return', 'pay', 'stop')
    """
    bare = re.split("['’]", word)[0]
    bare = IRREGULAR.get(bare, bare)
    cut = _ENDINGS.sub("", bare)
    cut = cut[:-1] if cut.endswith("y") and len(cut) > 3 else cut  # `carrying`, as `carry` and `carried`
    if len(cut) < 3 or not _VOWEL.search(cut):
        return bare[:_CHARS]
    if cut != bare and len(cut) > 3 and cut[-1] == cut[-2] and cut[-1] not in "sl":
        cut = cut[:-1]
    return cut[:_CHARS]


_GROUP: Final = {stem(word): stem(group.split()[0]) for group in SAME_VERBS for word in group.split()}


def act(word: str) -> str:
    """The stem of a verb, one for those that say the same.

    >>> act("providing") == act("gives"), act("refunded") == act("return")
    (True, True)
    """
    found = stem(word)
    return _GROUP.get(found, found)
