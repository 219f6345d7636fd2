"""Recognised words as the lines of a raw page, measured as the PDF library measures those of other pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from statistics import median, median_low
from typing import NamedTuple

from pincite.parse.ocr.options import MIN_CONFIDENCE
from pincite.parse.ocr.tesseract import OcrWord, Recognised
from pincite.parse.pdf.raw_page import Line, RawPage
from pincite.types.page_words import Box

# How far letters reach above and below the line they stand on, in shares of the font size; usual text faces.
_CAPITAL, _SMALL, _DESCENDER, _COMMA = 0.72, 0.52, 0.21, 0.13
_HANGUL_UP, _HANGUL_DOWN = 0.8, 0.12
_LOW = frozenset("gjpqyQ()[]{}|§$;")
_SMALL_LETTERS = frozenset("aceimnorsuvwxz.,·-~:;gpqy")
# The library's boxes reach over the whole font, so do these.
_BOX_HEIGHT, _BOX_BELOW = 1.15, 0.22
_SAME_SIZE = 0.15
_POINTS_PER_INCH = 72


class ReadWord(NamedTuple):
    """A word of a raw page.

    Args:
        start, end: in the raw text.
        box: on the shown page.
        confidence: 0..100.
        figure: whether it has digits.
    """

    start: int
    end: int
    box: Box
    confidence: int
    figure: bool


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page that was read from its picture; `confidence` is the mean over its words, 0..100."""

    raw: RawPage
    words: tuple[ReadWord, ...]
    confidence: float


def read_page(found: Recognised, page: RawPage, dpi: int) -> ReadPage:
    """The page with what was recognised as its text.

    Args:
        page: as the file has it.
        dpi: dots an inch of the picture.
    """
    unit = _POINTS_PER_INCH / dpi
    pieces: list[str] = []
    words: list[ReadWord] = []
    lines: list[Line] = []
    at = 0
    for _, group in groupby(found.words, key=lambda word: word.line):
        on_line = list(group)
        start = at
        for place, word in enumerate(on_line):
            if place and word.spaced:
                pieces.append(" ")
                at += 1
            pieces.append(word.text)
            figure = any(character.isdigit() for character in word.text)
            words.append(ReadWord(at, at + len(word.text), _shown(word, found), round(word.confidence), figure))
            at += len(word.text)
        lines.append(_line(on_line, "".join(pieces)[start:at], start, found.height, unit))
        pieces = ["".join(pieces), "\r\n"]
        at += 2
    width, height = found.width * unit, found.height * unit
    raw = replace(
        page, text="".join(pieces), lines=tuple(_same_sizes(lines)), width=width, height=height, raised=(),
        layered=0, unmapped=0.0, pictured=False, doubt=_doubt(found.confidence),
    )  # fmt: skip
    return ReadPage(raw, tuple(words), found.confidence)


def _doubt(confidence: float) -> str:
    return "" if confidence >= MIN_CONFIDENCE else f"read by OCR with a mean confidence of {confidence:.0f} of 100"


def _line(words: Sequence[OcrWord], text: str, start: int, height: int, unit: float) -> Line:
    hyphen = len(text) > 1 and text[-1] == "-" and text[-2].isalpha()
    # Boxes of figures among syllables reach over their neighbours, so these alone tell where there are any.
    telling = [word for word in words if _is_syllabic(word.text)] or words
    size = median_low(_size(word) for word in telling for _ in word.text) * unit
    bottoms = (height - word.bottom + _below(word.text) * _size(word) for word in telling)
    return Line(
        start=start,
        end=start + len(text) - hyphen,
        left=min(word.left for word in words) * unit,
        right=max(word.right for word in words) * unit,
        bottom=median(bottoms) * unit - _BOX_BELOW * size,
        size=_BOX_HEIGHT * size,
        bold=False,
        broken=hyphen,
    )


def _size(word: OcrWord) -> float:
    """The font size that a word's ink tells, in pixels."""
    text = word.text
    if _is_syllabic(text):
        share = _HANGUL_UP + _HANGUL_DOWN
    else:
        share = (_SMALL if _SMALL_LETTERS.issuperset(text) else _CAPITAL) + _below(text)
    return (word.bottom - word.top) / share


def _below(text: str) -> float:
    """How far a word reaches below its line, in shares of the font size."""
    if _is_syllabic(text):
        return _HANGUL_DOWN
    if not _LOW.isdisjoint(text):
        return _DESCENDER
    return _COMMA if "," in text else 0.0


def _is_syllabic(text: str) -> bool:
    """Whether a letter of Hangul, kana or Han stands in it."""
    return any("\u3040" <= character <= "\ud7a3" for character in text)


def _same_sizes(lines: Sequence[Line]) -> list[Line]:
    """The lines with sizes that differ from the usual one by measuring alone set to it."""
    sizes = [line.size for line in lines for _ in range(line.end - line.start)]
    usual = median(sizes) if sizes else 0.0
    return [line._replace(size=usual) if abs(line.size - usual) <= _SAME_SIZE * usual else line for line in lines]


def _shown(word: OcrWord, found: Recognised) -> Box:
    """A word's box on the page as it is shown, which lies on its side where the picture had to be turned."""
    left, right = word.left / found.width, word.right / found.width
    top, bottom = word.top / found.height, word.bottom / found.height
    turned = (
        Box(left, top, right, bottom),
        Box(top, 1 - right, bottom, 1 - left),
        Box(1 - right, 1 - bottom, 1 - left, 1 - top),
        Box(1 - bottom, left, 1 - top, right),
    )
    return turned[found.quarters % 4]
