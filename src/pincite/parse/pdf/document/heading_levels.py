"""How headings of a PDF lie in each other: by its outline where it has one, by units, by looks."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import median_low
from typing import NamedTuple

from pincite.parse.pdf.document.headings import Candidate
from pincite.parse.sections import Unit

SAME_SIZE = 0.06
"""Relative difference of letter heights up to which two headings look alike."""
MIN_USES = 3
"""Headings that share a look before it can hold others; a single large line on a cover holds nothing."""

_ROMAN_COUNT = re.compile(r"[IVXLC]+\.\s")
_LETTERS = re.compile(r"[\W_]+")


class OutlineEntry(NamedTuple):
    """A bookmark of the PDF: its title, depth from 0 and 0-based page."""

    title: str
    depth: int
    page: int


class _Look(NamedTuple):
    """Sort key of headings without units, the most prominent first."""

    size_rank: int
    not_capitals: bool
    not_bold: bool


_Style = Unit | _Look


def levels(candidates: Sequence[Candidate], outline: Sequence[OutlineEntry] = ()) -> list[int]:
    """A level from 1 for each candidate.

    Headings that look alike are on one level. Where bookmarks have the words of some of them, the depth of these
    decides first; then numbered units come by their rank and the others by their looks, those set larger than every
    numbered heading outside, those set like a chapter beside the chapters, the rest inside.
    """
    looks = _looks(candidates)
    styles = [look if c.unit is None else c.unit for c, look in zip(candidates, looks, strict=True)]
    ranks = _ranks(_by_prominence(candidates, styles), Counter(styles), _outline_depths(candidates, styles, outline))
    divisions = {look: c.unit for c, look in zip(candidates, looks, strict=True) if c.unit and c.unit < Unit.SECTION}
    return [ranks[divisions.get(style, style) if isinstance(style, _Look) else style] for style in styles]


def _looks(candidates: Sequence[Candidate]) -> list[_Look]:
    sizes = sorted({c.size for c in candidates}, reverse=True)
    rank_of: dict[float, int] = {}
    top = rank = 0.0
    for size in sizes:
        if size < top * (1 - SAME_SIZE) or not rank_of:
            top, rank = size, rank + 1
        rank_of[size] = int(rank)
    return [_look(c, rank_of[c.size]) for c in candidates]


def _look(candidate: Candidate, size_rank: int) -> _Look:
    # "IX. Finding a flat" belongs to the chapters "I. TYPES OF HOUSING", however it is spelt.
    counted = _ROMAN_COUNT.match(candidate.text) is not None
    return _Look(size_rank, not (candidate.capitals or counted), not candidate.bold)


def _outline_depths(
    candidates: Sequence[Candidate], styles: Sequence[_Style], outline: Sequence[OutlineEntry]
) -> dict[_Style, int]:
    """The middle depth of the bookmarks that have the words of a style's headings."""
    entries: dict[tuple[str, int], int] = {}
    for entry in outline:
        for page in (entry.page - 1, entry.page, entry.page + 1):
            entries.setdefault((_letters(entry.title), page), entry.depth)
    found: defaultdict[_Style, list[int]] = defaultdict(list)
    for candidate, style in zip(candidates, styles, strict=True):
        depth = entries.get((_letters(candidate.text), candidate.page))
        if depth is not None:
            found[style].append(depth)
    return {style: median_low(depths) for style, depths in found.items()}


def _letters(text: str) -> str:
    return _LETTERS.sub("", text).casefold()


def _ranks(order: Sequence[_Style], uses: Counter[_Style], depths: dict[_Style, int]) -> dict[_Style, int]:
    """A level for each style, dense from 1; large lines that hold nothing share the outermost."""
    bases: dict[_Style, int] = {}
    base, leading = min(depths.values(), default=0), list[_Style]()
    for style in order:
        base = depths.get(style, base)
        bases[style] = base
        if len(leading) == len(bases) - 1 and not _holds(style, uses, depths):
            leading.append(style)
    inner = sorted((s for s in order if s not in leading), key=lambda s: (bases[s], order.index(s)))
    ranks = dict.fromkeys(leading, 1)
    ranks.update({style: rank for rank, style in enumerate(inner, start=1)})
    return ranks


def _holds(style: _Style, uses: Counter[_Style], depths: dict[_Style, int]) -> bool:
    """Whether headings in this style can have others inside; with bookmarks, only theirs and numbered ones do."""
    return isinstance(style, Unit) or style in depths or (not depths and uses[style] >= MIN_USES)


def _by_prominence(candidates: Sequence[Candidate], styles: Sequence[_Style]) -> list[_Style]:
    looks = sorted({s for s in styles if isinstance(s, _Look)})
    units = sorted({s for s in styles if isinstance(s, Unit)})
    largest_unit = max((c.size for c in candidates if c.unit is not None), default=float("inf"))
    largest = dict.fromkeys(looks, 0.0)
    for candidate, style in zip(candidates, styles, strict=True):
        if isinstance(style, _Look):
            largest[style] = max(largest[style], candidate.size)
    outer = [look for look in looks if units and largest[look] > largest_unit * (1 + SAME_SIZE)]
    return [*outer, *units, *(look for look in looks if look not in outer)]
