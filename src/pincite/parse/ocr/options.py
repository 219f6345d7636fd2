"""Optical recognition of pages without text, by the program tesseract: what is asked of it, and whether it is there.

Nothing of this runs unless it is asked for, and then on pages that need it only; see `pincite.parse.ocr.pages`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pincite.errors import MissingExtra

__all__ = ["MIN_CONFIDENCE", "UNREADABLE", "OcrOptions", "Tesseract", "find_tesseract"]

MIN_CONFIDENCE = 70.0
"""Mean confidence of a page's words, 0..100, below which its text is of low quality; clean pages have 90 to 96."""
UNREADABLE = 45.0
"""Mean confidence below which what was read is no text: a photograph, or a script of none of the languages."""

FIGURES = "eng"
"""The language in which figures of pages in other scripts are read once more."""

_LANGUAGE = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:/[A-Za-z][A-Za-z0-9_]*)?")
_VERSION = re.compile(r"tesseract v?(\d+\.\d+(?:\.\d+)?)")
_ASKING_S = 20.0
_PROGRAM = "Install it with your system's packages, such as `apt install tesseract-ocr` or `brew install tesseract`."


@dataclass(frozen=True, slots=True)
class OcrOptions:
    """What is recognised, and how.

    Args:
        languages: as tesseract names them, such as `eng` and `kor`; each is tried alone, in this order, then together.
            Those that are not installed are passed over as long as one is.
        pages: `missing` reads pages without usable text; `all` reads every page again.
        dpi: pixels an inch of the pictures, 70..600; pages that would have too many pixels get fewer.
        timeout_s: for one picture of one page.

    Raises:
        ValueError: a language is none, there are none, or a number is out of its range.
    """

    languages: tuple[str, ...] = ("eng",)
    pages: Literal["missing", "all"] = "missing"
    dpi: int = 300
    timeout_s: float = 120.0

    def __post_init__(self) -> None:
        if not self.languages:
            raise ValueError("wanted languages to recognise, found none")
        for language in self.languages:
            if not _LANGUAGE.fullmatch(language):
                raise ValueError(f"wanted a language as tesseract names it, such as eng, found {language!r}")
        if not 70 <= self.dpi <= 600 or not 0 < self.timeout_s <= 3600:
            raise ValueError(f"dpi must be 70..600 and timeout_s at most 3600, found {self.dpi} and {self.timeout_s}")


@dataclass(frozen=True, slots=True)
class Tesseract:
    """The program, with the languages of an `OcrOptions` that it has.

    Args:
        program: its path.
        version: such as `5.3.0`.
        languages: those asked for that are installed, one at least, in the order asked.
        lacking: those asked for that are not.
        orients: whether it can tell how a page is turned (its data `osd`).
        counts: whether it has the language `eng`, whose figures are surer than those of other scripts' languages.
    """

    program: str
    version: str
    languages: tuple[str, ...]
    lacking: tuple[str, ...]
    orients: bool
    counts: bool

    @property
    def stamp(self) -> str:
        """What a parser's name says behind a `+` of a file read with it, such as `ocr:eng+kor`."""
        return f"ocr:{'+'.join(self.languages)}"


def find_tesseract(options: OcrOptions) -> Tesseract:
    """The program and the languages asked for, as far as it has them.

    Raises:
        MissingExtra: it is not installed, cannot be run, or has none of the languages.
    """
    program = shutil.which("tesseract")
    if program is None:
        raise MissingExtra(
            "Recognising text (OCR) was wanted, but the program tesseract is not installed.",
            hint=_PROGRAM,
        )
    version, installed = _facts(program, os.environ.get("TESSDATA_PREFIX"))
    there = tuple(dict.fromkeys(name for name in options.languages if name in installed))
    lacking = tuple(dict.fromkeys(name for name in options.languages if name not in installed))
    if not there:
        packages = " ".join(f"tesseract-ocr-{name.lower().replace('_', '-')}" for name in lacking)
        have = ", ".join(sorted(installed - {"osd"})) or "none"
        raise MissingExtra(
            f"Recognising {' and '.join(lacking)} was wanted, but tesseract has {have}.",
            hint=f"Install the data of the language, such as `apt install {packages}`, or name another one.",
        )
    return Tesseract(program, version, there, lacking, "osd" in installed, FIGURES in installed)


@lru_cache(maxsize=4)
def _facts(program: str, data_folder: str | None) -> tuple[str, frozenset[str]]:
    """Version and languages; asked once, the folder of the data being part of the question."""
    said = _ask(program, "--version")
    found = _VERSION.search(said)
    if found is None:
        raise MissingExtra(
            f"Recognising text (OCR) was wanted, but {program} does not say its version as tesseract does.",
            hint=_PROGRAM,
        )
    languages = _ask(program, "--list-langs").splitlines()[1:]
    return found[1], frozenset(line.strip() for line in languages if _LANGUAGE.fullmatch(line.strip()))


def _ask(program: str, option: str) -> str:
    try:
        done = subprocess.run(
            [program, option], stdin=subprocess.DEVNULL, capture_output=True, timeout=_ASKING_S, check=False
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise MissingExtra(
            f"Recognising text (OCR) was wanted, but {program} cannot be run ({type(error).__name__}).", hint=_PROGRAM
        ) from error
    return (done.stdout or done.stderr).decode("utf-8", "replace")
