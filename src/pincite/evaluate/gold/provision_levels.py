"""Provision ids cut to a level: an article (section, annex), or the paragraph below it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from pincite.types.provision import ProvisionKind, split_segment

ARTICLE: Final = 1
PARAGRAPH: Final = 2
_K = ProvisionKind
_AROUND: Final = frozenset(
    map(str, (_K.TITLE, _K.SUBTITLE, _K.DIVISION, _K.PART, _K.CHAPTER, _K.SUBCHAPTER, _K.SUBPART, _K.ADDENDA))
)
"""They hold articles and count as no level."""


@lru_cache(maxsize=100_000)
def rolled(provision_id: str, levels: int) -> str:
    """The id down to so many levels from the article on; as it is where it is not that deep.

    >>> rolled("act/a13-2/p1/i3", ARTICLE), rolled("act/a13-2/p1/i3", PARAGRAPH), rolled("act/x1/a2/p3", ARTICLE)
    ('act/a13-2', 'act/a13-2/p1', 'act/x1/a2')
    """
    document, *segments = provision_id.split("/")
    around = 0
    while around < len(segments) and split_segment(segments[around])[0] in _AROUND:
        around += 1
    return "/".join([document, *segments[: around + levels]])
