"""Counts as people say them."""

from __future__ import annotations


def count_of(count: int, one: str, many: str = "") -> str:
    """A count with its noun.

    Args:
        many: the noun's plural, where that is not `one` with an s.

    >>> count_of(1, "page"), count_of(1200, "page"), count_of(0, "entry", "entries")
    ('1 page', '1,200 pages', '0 entries')
    """
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"
