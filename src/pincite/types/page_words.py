"""Where words stand on a page: boxes as fractions of the page as it is shown, and words that were recognised.

Recognised words of a page are many and seldom asked for, so a page keeps them packed and unpacks them when iterated.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

_WORD = struct.Struct("<II4HB")
_WHOLE = 0xFFFF


class Box(NamedTuple):
    """A rectangle on a page, as fractions 0..1 of the page as it is shown, rotation applied; origin top left."""

    left: float
    top: float
    right: float
    bottom: float


class PageWord(NamedTuple):
    """A recognised word.

    Args:
        start, end: in the page's text, so 0 is where the page's span starts.
        box: on the page; kept to 1/65535 of its width and height.
        confidence: of the recogniser, 0..100.
    """

    start: int
    end: int
    box: Box
    confidence: int


@dataclass(frozen=True, slots=True)
class PageWords:
    """The recognised words of one page, in the order of its text; empty for a page whose text the file holds.

    Args:
        packed: 17 bytes a word, little-endian: start, end, four sides as 16-bit fractions, confidence.
    """

    packed: bytes = b""

    @classmethod
    def of(cls, words: Iterable[PageWord]) -> PageWords:
        """The same words, packed; what lies outside the page is cut at its edge.

        Raises:
            ValueError: an offset is negative or larger than 32 bits, or a confidence outside 0..100.
        """
        return cls(b"".join(_packed(word) for word in words))

    def __post_init__(self) -> None:
        if len(self.packed) % _WORD.size:
            raise ValueError(f"{len(self.packed)} bytes are no number of words of {_WORD.size}")

    def __len__(self) -> int:
        return len(self.packed) // _WORD.size

    def __iter__(self) -> Iterator[PageWord]:
        for start, end, left, top, right, bottom, confidence in _WORD.iter_unpack(self.packed):
            box = Box(left / _WHOLE, top / _WHOLE, right / _WHOLE, bottom / _WHOLE)
            yield PageWord(start, end, box, confidence)


NO_WORDS = PageWords()


def _packed(word: PageWord) -> bytes:
    if not 0 <= word.confidence <= 100:
        raise ValueError(f"a confidence is 0..100, found {word.confidence}")
    sides = (round(min(max(side, 0.0), 1.0) * _WHOLE) for side in word.box)
    try:
        return _WORD.pack(word.start, word.end, *sides, word.confidence)
    except struct.error as error:
        raise ValueError(f"a word cannot stand at {word.start}..{word.end}") from error
