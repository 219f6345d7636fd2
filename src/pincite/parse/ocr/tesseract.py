"""One picture of a page through tesseract: its words in reading order, with boxes and confidence.

The picture goes in through a pipe and the words come out of one, so no file is written. The program is told nothing
that comes from the document but the picture.
"""

from __future__ import annotations

import os
import re
import subprocess
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from pincite.parse.ocr.columns import Strip, stack, unstacked
from pincite.parse.ocr.options import FIGURES, MIN_CONFIDENCE, OcrOptions, Tesseract

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

GOOD_ENOUGH = 85.0
"""Mean confidence from which no other language is tried: the wrong one stays below 45, the right one is above 90."""

SURE_FIGURE = 96.0
"""Confidence of a figure from which it is not read once more."""

_FIGURES = "0123456789.,%-"
_MOST_FIGURES = 60
_AROUND, _MARGIN = 40, 6

# Its analysis of the page fails for these, see `pincite.parse.ocr.columns`.
_WHOLE_BLOCK = ("kor", "jpn", "chi")
_OWN_LAYOUT, _ONE_BLOCK, _ORIENTATION = "3", "6", "0"
_ROTATE = re.compile(rb"^Rotate: (\d+)", re.MULTILINE)
_SURE = re.compile(rb"^Orientation confidence: ([\d.]+)", re.MULTILINE)
_MIN_SURE = 2.0
_TURNS = {90, 180, 270}
# Of the table: columns, and the levels of lines and of words.
_COLUMNS, _LINE, _WORD = 12, "4", "5"
_SPECK = 50.0
_MOST_BLANKS = 40


class OcrWord(NamedTuple):
    """A word in a picture.

    Args:
        line: number of its line, ascending.
        left, top, right, bottom: in pixels from the top left.
        confidence: 0..100.
        spaced: whether a blank parts it from the word before it on its line.
    """

    text: str
    line: int
    left: float
    top: float
    right: float
    bottom: float
    confidence: float
    spaced: bool


@dataclass(frozen=True, slots=True)
class Recognised:
    """What was read in a picture, upright.

    Args:
        width, height: of the picture as it was read, in pixels.
        quarters: by how many quarter turns clockwise the picture was turned to be read.
        failure: why nothing was read, for people; empty where something was.
    """

    words: tuple[OcrWord, ...]
    width: int
    height: int
    quarters: int = 0
    failure: str = ""

    @property
    def confidence(self) -> float:
        """Mean over the words, each counted by its letters; 0 without words."""
        letters = sum(len(word.text) for word in self.words)
        return sum(word.confidence * len(word.text) for word in self.words) / letters if letters else 0.0


def recognise(pixels: NDArray[np.uint8], tesseract: Tesseract, options: OcrOptions, *, dpi: int) -> Recognised:
    """Read a picture: in the language that gives the most confidence, turned upright where it reads badly as it is.

    Args:
        pixels: uint8, (height, width), grey.
        dpi: pixels an inch.
    """
    import numpy as np

    run = _Run(tesseract, options.timeout_s, dpi)
    found = run.best(pixels)
    if found.confidence >= MIN_CONFIDENCE or not tesseract.orients:
        return found
    quarters = run.quarters(pixels)
    if not quarters:
        return found
    turned = run.best(np.rot90(pixels, -quarters), quarters)
    return turned if turned.confidence > found.confidence else found


class _Run:
    """Calls of the program for one picture."""

    def __init__(self, tesseract: Tesseract, timeout_s: float, dpi: int) -> None:
        self._tesseract = tesseract
        self._timeout_s = timeout_s
        self._dpi = dpi

    def best(self, pixels: NDArray[np.uint8], quarters: int = 0) -> Recognised:
        """The reading of the first language that is good enough, else of the one with the most confidence."""
        languages = self._tesseract.languages
        ways = [(language,) for language in languages] + ([languages] if len(languages) > 1 else [])
        best: Recognised | None = None
        for way in ways:
            found = self._read(pixels, way, quarters)
            if best is None or found.confidence > best.confidence:
                best = found
            if best.confidence >= GOOD_ENOUGH:
                break
        assert best is not None  # there is one language at least
        return best

    def with_figures(self, found: Recognised, pixels: NDArray[np.uint8]) -> Recognised:
        """The same with unsure figures as the language with the surest figures reads them, where it is surer.

        Languages of other scripts take a comma between figures for a figure or a bracket.

        Args:
            pixels: the picture, turned as it was read.
        """
        unsure = [at for at, word in enumerate(found.words) if word.confidence < SURE_FIGURE and _is_figure(word.text)]
        if not unsure or not self._tesseract.counts:
            return found
        picture, tops = _cuttings(pixels, [_own_part(found.words, at) for at in unsure[:_MOST_FIGURES]])
        options = ("-l", FIGURES, "--psm", _ONE_BLOCK, "-c", f"tessedit_char_whitelist={_FIGURES}")
        said, _ = self._call(picture, *options, "-c", "tessedit_create_tsv=1", "-c", "tessedit_create_txt=1")
        again: list[list[OcrWord]] = [[] for _ in tops]
        for word in _words(said.decode("utf-8", "replace")):
            again[max(bisect_right(tops, (word.top + word.bottom) / 2) - 1, 0)].append(word)
        words = list(found.words)
        for at, read in zip(unsure, again, strict=False):
            if len(read) == 1 and read[0].confidence > words[at].confidence and read[0].text[-1:].isdigit():
                words[at] = words[at]._replace(text=read[0].text, confidence=read[0].confidence)
        return replace(found, words=tuple(words))

    def quarters(self, pixels: NDArray[np.uint8]) -> int:
        """By how many quarter turns clockwise the picture must be turned to stand upright; 0 where that is unsure."""
        said, failure = self._call(pixels, "-l", "osd", "--psm", _ORIENTATION)
        rotate, sure = _ROTATE.search(said), _SURE.search(said)
        if failure or rotate is None or sure is None or float(sure[1]) < _MIN_SURE or int(rotate[1]) not in _TURNS:
            return 0
        return int(rotate[1]) // 90

    def _read(self, pixels: NDArray[np.uint8], languages: Sequence[str], quarters: int) -> Recognised:
        height, width = pixels.shape
        options = ["-l", "+".join(languages)]
        strips: tuple[Strip, ...] = ()
        shown = pixels
        if any(language.startswith(_WHOLE_BLOCK) for language in languages):
            shown, strips = stack(pixels)
            options += ["--psm", _ONE_BLOCK, "-c", "preserve_interword_spaces=1"]
        else:
            options += ["--psm", _OWN_LAYOUT]
        said, failure = self._call(shown, *options, "-c", "tessedit_create_tsv=1", "-c", "tessedit_create_txt=1")
        words = tuple(_moved(word, strips) for word in _words(said.decode("utf-8", "replace")))
        found = Recognised(words, width, height, quarters, failure)
        return self.with_figures(found, pixels) if strips and found.confidence >= MIN_CONFIDENCE else found

    def _call(self, pixels: NDArray[np.uint8], *options: str) -> tuple[bytes, str]:
        """What the program writes about a picture, and why it failed, which is empty where it did not."""
        height, width = pixels.shape
        picture = b"P5\n%d %d\n255\n" % (width, height) + pixels.tobytes()
        command = [self._tesseract.program, "stdin", "stdout", "--dpi", str(self._dpi), *options]
        try:
            done = subprocess.run(
                command, input=picture, capture_output=True, timeout=self._timeout_s, check=False,
                env={**os.environ, "OMP_THREAD_LIMIT": "1"},  # pages are read side by side instead
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return b"", f"tesseract took longer than {self._timeout_s:g} s"
        except OSError as error:
            return b"", f"tesseract could not be run ({error.strerror})"
        if done.returncode:
            last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
            return b"", f"tesseract failed ({last[:200] or done.returncode})"
        return done.stdout, ""


def _is_figure(text: str) -> bool:
    """Whether a word is figures with signs between, two figures at least."""
    return sum(map(str.isdigit, text)) > 1 and not any(map(str.isalpha, text))


def _own_part(words: Sequence[OcrWord], at: int) -> OcrWord:
    """The word without what is the next one's: boxes of pieces of a word run into each other."""
    word, following = words[at], words[at + 1] if at + 1 < len(words) else None
    if following is None or following.line != word.line or not word.left < following.left < word.right:
        return word
    return word._replace(right=following.left)


def _cuttings(pixels: NDArray[np.uint8], words: Sequence[OcrWord]) -> tuple[NDArray[np.uint8], list[float]]:
    """The words' own parts of the picture, one below the other, and where each begins."""
    import numpy as np

    parts = []
    for word in words:
        top, left = max(int(word.top) - _MARGIN, 0), max(int(word.left) - _MARGIN, 0)
        parts.append(pixels[top : int(word.bottom) + _MARGIN, left : int(word.right)])
    width = max(part.shape[1] for part in parts) + 2 * _AROUND
    picture = np.full((sum(part.shape[0] + _AROUND for part in parts) + _AROUND, width), 255, np.uint8)
    tops, at = [], _AROUND
    for part in parts:
        tops.append(at - _AROUND / 2)
        picture[at : at + part.shape[0], _AROUND : _AROUND + part.shape[1]] = part
        at += part.shape[0] + _AROUND
    return picture, tops


def _moved(word: OcrWord, strips: tuple[Strip, ...]) -> OcrWord:
    right, down = unstacked(strips, word.left, word.top)
    return word._replace(
        left=word.left + right, top=word.top + down, right=word.right + right, bottom=word.bottom + down
    )


def _words(said: str) -> Iterator[OcrWord]:
    """The words of the table that the program writes, without lines that are no more than specks."""
    table = [row for line in said.split("\n") if len(row := line.split("\t")) == _COLUMNS]
    blanks = _Blanks(said.split("\n", len(table))[-1])
    words: list[OcrWord] = []
    line = 0
    for row in table[1:]:
        line += row[0] == _LINE
        if row[0] == _WORD and (written := row[-1].strip()):
            left, top, width, height, confidence = map(float, row[6:11])
            sides = (left, top, left + width, top + height)
            text = unicodedata.normalize("NFC", written)
            words.append(OcrWord(text, line, *sides, min(max(confidence, 0.0), 100.0), blanks.before(written)))
    lines = [list(group) for _, group in groupby(words, key=lambda word: word.line)]
    for place, on_line in enumerate(lines):
        around = lines[max(place - 1, 0) : place] + lines[place + 1 : place + 2]
        if not _is_speck(on_line) and not any(_is_part(on_line, other) for other in around):
            yield from on_line


def _is_speck(words: list[OcrWord]) -> bool:
    """Whether a line is signs alone that the program is not sure of."""
    letters = any(character.isalnum() for word in words for character in word.text)
    return not letters and max(word.confidence for word in words) < _SPECK


def _is_part(words: list[OcrWord], other: list[OcrWord]) -> bool:
    """Whether a line is but the upper or lower strokes of the one beside it, read once more and worse."""
    top, bottom = min(word.top for word in words), max(word.bottom for word in words)
    overlap = min(bottom, max(word.bottom for word in other)) - max(top, min(word.top for word in other))
    inside = min(w.left for w in other) - 2 <= min(w.left for w in words) and overlap > 0.8 * (bottom - top)
    shorter = sum(len(word.text) for word in words) < sum(len(word.text) for word in other)
    surer = max(word.confidence for word in words) < max(word.confidence for word in other)
    return inside and shorter and surer


class _Blanks:
    """Tells where blanks stand between the words of the table, from the plain text that follows it.

    For scripts such as Hangul the table's words are pieces of words.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def before(self, word: str) -> bool:
        """Whether a blank stands before the next word; asked in the order of the text."""
        start = self._text.find(word, self._at, self._at + len(word) + _MOST_BLANKS)
        if start < 0:
            return True
        skipped = self._text[self._at : start]
        self._at = start + len(word)
        return bool(skipped)
