"""The numbers printed on pages, read from lines at the edges and made consistent over the sequence.

A single number at the foot of a page proves nothing: it may be a note, a year or a form's number. Numbers that grow
by one from page to page do. So every candidate is a vote for `printed number - page index`, and only votes that
enough pages share are believed; the others are dropped. Front matter with Roman numerals is short, so fewer pages
are enough there.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

MIN_VOTES = 3
MIN_VOTES_SHORT = 2
"""Pages that must agree; the second for documents of at most four pages."""
MIN_VOTES_FRONT = 2
"""Pages with small Roman numerals that must agree before the first page of an Arabic count; one page will do where the
numeral is its place in the file, as after a cover that counts as i."""
MAX_DOUBLE = 0.3
"""Share of numbered pages with two numbers side by side above which no page has a number of its own."""
MIN_PAIRS = 0.7
"""Share of the sheets with two numbers on which these must follow each other and grow by two from sheet to sheet."""
RANGE = "–"
"""Between the numbers of a sheet with two pages."""
MAX_LABEL = 32
"""Characters of a label that a file states; longer ones are none."""
MAX_LEADING_GAP = 2
"""Unnumbered pages at the start that are counted in where the count then begins with 1 on the very first."""

# No brackets, no line breaks: a label stands in front of what a language model is shown.
_STATED = re.compile(r"[\w .,:;/()'’–—-]+")
_ROMAN = re.compile(r"m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})\Z")
_ROMAN_VALUES = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"),
    (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_ALONE = re.compile(
    r"[-–—\[(|~•·.\s]*(?:p(?:age|g)?\.?\s*)?(\d{1,4}|[ivxlcdm]{1,8})(?:\s*(?:of|/|de)\s*\d{1,4})?"
    r"(?:\s*\|?\s*p\s?a\s?g\s?e)?[-–—\])|~•·.\s]*\Z",
    re.IGNORECASE,
)
# Small numerals only: PART II at the head of a page is a heading.
_HEAD_NUMBER = r"(\d{1,4}|[ivxlcdm]{1,8})"
_AT_END = re.compile(rf"(?:\A|.*[\s|•·–—-]){_HEAD_NUMBER}\Z")
_AT_START = re.compile(rf"{_HEAD_NUMBER}(?:[\s|•·–—-].*)?\Z")


class PageNumber(NamedTuple):
    """A number printed at a page's edge: its value from 1, and how it is written."""

    value: int
    roman: str = ""

    def shifted(self, by: int) -> PageNumber:
        """The number of the page `by` pages on, written alike."""
        return PageNumber(self.value + by, self.roman)

    def __str__(self) -> str:
        if not self.roman:
            return str(self.value)
        written = to_roman(self.value)
        return written.upper() if self.roman == "upper" else written


def to_roman(value: int) -> str:
    """`value`, 1 to 3999, in small Roman numerals."""
    letters = []
    for worth, sign in _ROMAN_VALUES:
        count, value = divmod(value, worth)
        letters.append(sign * count)
    return "".join(letters)


def from_roman(text: str) -> int | None:
    """The value of a Roman numeral in either case; None where `text` is none."""
    low = text.lower()
    if not low or _ROMAN.match(low) is None:
        return None
    total, at = 0, 0
    for worth, sign in _ROMAN_VALUES:
        while low.startswith(sign, at):
            total += worth
            at += len(sign)
    return total


def number_alone(line: str) -> PageNumber | None:
    """The page number of a line that holds nothing else, such as `12`, `- iv -` or `3 | P a g e`."""
    match = _ALONE.match(line.strip())
    return _number(match[1]) if match else None


def numbers_in_head(line: str) -> list[PageNumber]:
    """The numbers at the ends of a running head or foot, such as `Tenant Handbook 12` or `iv | Rent`."""
    text = line.strip()
    found = [_number(match[1]) for match in (_AT_START.match(text), _AT_END.match(text)) if match]
    return list(dict.fromkeys(number for number in found if number))


def _number(written: str) -> PageNumber | None:
    if written.isdigit():
        return PageNumber(int(written)) if int(written) else None
    value = from_roman(written)
    return PageNumber(value, "upper" if written.isupper() else "lower") if value else None


def consistent_labels(candidates: Sequence[Sequence[PageNumber]], doubled: int = 0) -> list[str | None]:
    """The printed number of each page, None where the pages do not agree on one.

    Args:
        candidates: for each page in order, the numbers found at its edges.
        doubled: how many pages carry two numbers side by side.
    """
    numbered = sum(1 for page in candidates if page)
    if doubled and doubled >= MAX_DOUBLE * max(numbered, 1):
        return [None] * len(candidates)
    enough = MIN_VOTES if len(candidates) > 4 else MIN_VOTES_SHORT
    chosen = _choose(candidates, enough)
    _drop_strays(chosen, enough)
    _fill(chosen)
    return [str(number) if number else None for number in chosen]


_Vote = tuple[int, str]
"""Printed number less place in the file, and how the number is written."""


def _vote(index: int, number: PageNumber) -> _Vote:
    return number.value - index, number.roman


def _choose(candidates: Sequence[Sequence[PageNumber]], enough: int) -> list[PageNumber | None]:
    """On each page, the candidate that most pages around it agree with."""
    pages: defaultdict[_Vote, list[int]] = defaultdict(list)
    for index, page in enumerate(candidates):
        for number in set(page):
            pages[_vote(index, number)].append(index)
    believed = {vote: len(at) for vote, at in pages.items() if len(at) >= enough}
    body = min((pages[vote][0] for vote in believed if not vote[1]), default=0)
    front = {vote: len(at) for vote, at in pages.items() if vote not in believed and _is_front_matter(vote, at, body)}
    chosen: list[PageNumber | None] = []
    for index, page in enumerate(candidates):
        votes = believed | front if index < body else believed
        backed = [(votes[_vote(index, n)], n) for n in page if _vote(index, n) in votes]
        chosen.append(max(backed, key=lambda found: found[0], default=(0, None))[1])
    return chosen


def _is_front_matter(vote: _Vote, pages: Sequence[int], body: int) -> bool:
    """Whether a vote for small Roman numerals is believed on pages before `body`, where the Arabic count begins."""
    before = sum(1 for page in pages if page < body)
    counts_the_file = vote[0] == 1 and pages[0] > 0
    return vote[1] == "lower" and before >= (1 if counts_the_file else MIN_VOTES_FRONT)


def _drop_strays(chosen: list[PageNumber | None], enough: int) -> None:
    """Drop numbers whose offset stands alone between pages of another, and numbers that run backwards."""
    runs: list[list[int]] = []
    for index, number in enumerate(chosen):
        if number is None:
            continue
        if runs:
            before = chosen[runs[-1][-1]]
            if before is not None and _vote(runs[-1][-1], before) == _vote(index, number):
                runs[-1].append(index)
                continue
        runs.append([index])
    for run in runs:
        first = chosen[run[0]]
        front = first is not None and first.roman and first.value == run[0] + 1
        if len(run) < min(enough, MIN_VOTES_SHORT) and not front:
            for index in run:
                chosen[index] = None


def _fill(chosen: list[PageNumber | None]) -> None:
    """Number the pages between two that agree, and unnumbered first pages of an Arabic count from 1; before ii comes a
    cover, which nobody calls page i.
    """
    known = [i for i, number in enumerate(chosen) if number]
    for left, right in pairwise(known):
        first, second = chosen[left], chosen[right]
        if first and second and _vote(left, first) == _vote(right, second):
            for index in range(left + 1, right):
                chosen[index] = first.shifted(index - left)
    if not known:
        return
    first = chosen[known[0]]
    if first and not first.roman and 0 < known[0] <= MAX_LEADING_GAP and first.value - known[0] == 1:
        for index in range(known[0]):
            chosen[index] = first.shifted(index - known[0])


def labels_of_pairs(
    pairs: Sequence[tuple[PageNumber, PageNumber] | None], singles: Sequence[Sequence[PageNumber]]
) -> list[str | None]:
    """Labels such as `12–13` of sheets that carry two pages each; all None where the numbers do not grow by two.

    Args:
        pairs: for each sheet in order, the numbers of its left and right page where both are printed.
        singles: for each sheet, all numbers found at its edges; one page of a sheet may be blank.
    """
    votes: Counter[_Vote] = Counter()
    for index, pair in enumerate(pairs):
        if pair is not None and pair[1] == pair[0].shifted(1):
            votes[_vote(2 * index, pair[0])] += 1
    paired = sum(1 for pair in pairs if pair is not None)
    enough = MIN_VOTES if len(pairs) > 4 else MIN_VOTES_SHORT
    (offset, roman), count = votes.most_common(1)[0] if votes else ((0, ""), 0)
    if count < enough or count < MIN_PAIRS * paired:
        return [None] * len(pairs)
    firsts = [PageNumber(offset + 2 * index, roman) for index in range(len(pairs))]
    known = [i for i, pair in enumerate(pairs) if pair is not None and pair[0] == firsts[i]]
    found: list[str | None] = []
    for index, (first, single) in enumerate(zip(firsts, singles, strict=True)):
        one = [number for number in (first, first.shifted(1)) if number.value > 0 and number in single]
        if first.value > 0 and (known[0] < index < known[-1] or len(one) == 2):
            found.append(f"{first}{RANGE}{first.shifted(1)}")
        else:
            found.append(str(one[0]) if one else None)
    return found


def stated_label(label: str) -> str | None:
    """A label that the file states, such as `iv` or `A-1`; None where it is empty or cannot be one."""
    text = label.strip()
    return text if len(text) <= MAX_LABEL and _STATED.fullmatch(text) else None


def own_numbers(label: str | None) -> tuple[str, ...]:
    """The printed numbers that a label stands for: two on a sheet with two pages."""
    return tuple(label.casefold().split(RANGE)) if label else ()


def is_pair(line: str) -> bool:
    """Whether a line is two page numbers and nothing else, as `12 19` at the foot of a sheet with two pages."""
    parts = line.split()
    return len(parts) == 2 and all(part.isdigit() and len(part) <= 4 for part in parts)
