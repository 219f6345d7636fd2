"""Offsets as the PDF library counts them: by units of UTF-16, of which a character beyond 16 bits has two."""

from __future__ import annotations

from itertools import accumulate


def unit_offsets(text: str) -> list[int] | None:
    """For each character of `text`, and for its end, the units before it; None where units and characters are one."""
    if text.isascii() or len(text.encode("utf-16-le", "surrogatepass")) == 2 * len(text):
        return None
    return list(accumulate((1 + (character > "\uffff") for character in text), initial=0))
