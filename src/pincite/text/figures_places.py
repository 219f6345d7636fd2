"""Whether a figure says of the same thing what it says in the source: `$1,450` of the rent, not of the late charge.

Of a source's figures of one sort each has its own words: those of its part of the sentence, cut where a stop or an
`and` divides it from the next figure. A figure is misplaced when the words that tell its place in the source from
another figure's place are those of the other one; a party tells more than all other words (`by the tenant by 30 days'
notice, by the landlord by 60`). Where the words do not tell, nothing is concluded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from pincite.text import sentences
from pincite.text.figures import Figure, FigureKind, figures, stands_for
from pincite.text.party_words import PAIRS
from pincite.text.stems import stem
from pincite.types.document import Span

_WORD = re.compile(r"[a-z]{2,}(?:['’][a-z]*)?|[가-힣]{2,}")
# Divisions of a sentence, the strongest first.
_CUTS: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r";|\.\s",
        r",\s(?:and|but|or|while|whereas)\s|(?<=[고며])\s|(?<=[고며]),",
        r",\s|\n",
        r"\s(?:and|or|but|while)\s|[와과]\s|\s및\s",
    )
)
# Say nothing of what is measured.
_LIGHT: Final = frozenset(
    stem(word)
    for word in """give provide pay make require allow have return send receive amount amounts total shall must may will
    can is are be was been were has had do does did not nor no the a an of to in on at by for from with within after
    before than more less greater higher lower longer fewer least most and or if when that which who each any every per
    this its it their his her your our such as only until under up between about day month year week hour percent
    dollar usd""".split()
)
_KO_LIGHT: Final = frozenset(("한다", "하고", "하여", "이내", "이상", "이하", "날부", "경우", "으로", "까지", "부터"))
_PARTIES: Final = frozenset(stem(word) for pair in PAIRS for side in pair for word in side.split() if len(word) > 2)
_SORTS: Final = frozenset(FigureKind) - {FigureKind.SECTION, FigureKind.ORDINAL}


@dataclass(frozen=True, slots=True)
class _Placed:
    """A figure with the words of its part of the sentence, and those right beside it."""

    figure: Figure
    words: frozenset[str]
    beside: frozenset[str]


@dataclass(frozen=True, slots=True)
class Misplaced:
    """A figure of the claim, and the one that the source has in its place, as they are written."""

    written: str
    instead: str


def misplaced(claim: str, evidence: str) -> list[Misplaced]:
    """The figures of the claim that the source says of something else, where it has another one for this.

    >>> misplaced("The late charge is $1,450.", "The rent is $1,450 and the late charge is $50.")
    [Misplaced(written='$1,450', instead='$50')]
    """
    own = _placed(claim)
    standing = _placed(evidence) if own else []
    found = []
    for placed in own:
        twins = [other for other in standing if stands_for(other.figure, placed.figure)]
        others = (other for other in standing if not stands_for(other.figure, placed.figure))
        rivals = [other for other in others if _comparable(other.figure, placed.figure)]
        if not twins or not rivals:
            continue
        better = [_better(placed, twin, rivals) for twin in twins]
        if all(better):
            rival = next(item for item in better if item)
            found.append(Misplaced(placed.figure.span.cut(claim), rival.figure.span.cut(evidence)))
    return found


def _better(claim: _Placed, twin: _Placed, rivals: Iterable[_Placed]) -> _Placed | None:
    """The rival whose words are the claim's, where the twin's are not."""
    for rival in rivals:
        if not claim.words & (rival.words - twin.words):
            continue
        if _parted(claim, twin, rival):
            return rival
        if claim.words & (twin.words - rival.words) or claim.beside & (twin.beside - rival.beside):
            continue
        return rival
    return None


def _parted(claim: _Placed, twin: _Placed, rival: _Placed) -> bool:
    """Whether the claim speaks of the rival's party alone, and the twin of another one alone."""
    parties = claim.words & _PARTIES
    return bool(parties) and parties <= rival.words and not parties & twin.words and bool(twin.words & _PARTIES)


def _comparable(one: Figure, other: Figure) -> bool:
    return one.kind is other.kind and (one.kind is not FigureKind.NUMBER or (one.unit == other.unit and one.unit != ""))


def _placed(text: str) -> list[_Placed]:
    """The figures of a text with their words; each is placed among those of its sort in its sentence."""
    found: list[_Placed] = []
    for low, high in sentences.spans(text):
        part = text[low:high]
        here = [figure for figure in figures(part) if figure.kind in _SORTS]
        for kind in dict.fromkeys(figure.kind for figure in here):
            found += [
                _Placed(_moved(placed.figure, low), placed.words, placed.beside)
                for placed in _among(part, [figure for figure in here if figure.kind is kind])
            ]
    return found


def _moved(figure: Figure, by: int) -> Figure:
    return replace(figure, span=Span(figure.span.start + by, figure.span.end + by))


def _among(part: str, same: Sequence[Figure]) -> list[_Placed]:
    """Figures of one sort in one sentence, in its order, those that are linked (`$50 to $100`) placed alike."""
    lowered = part.lower()
    starts, ends = [0], []
    for left, right in pairwise(same):
        cut = _cut(lowered, left.span.end, right.span.start)
        ends.append(cut)
        starts.append(cut)
    ends.append(len(part))
    chains: list[tuple[list[Figure], set[str], set[str]]] = []
    before: list[str] = []
    for at, figure in enumerate(same):
        head = _words(lowered[starts[at] : figure.span.start])
        tail = _words(lowered[figure.span.end : ends[at]])
        before = head or before  # `30 days for a monthly and 7 days for a weekly tenancy`
        if not at or _words(lowered[same[at - 1].span.end : figure.span.start]):
            chains.append(([], set(), set()))
        linked, words, beside = chains[-1]
        linked.append(figure)
        words.update((*before, *tail))
        beside.update((*before[-1:], *tail[:1]))
    return [
        _Placed(figure, frozenset(words), frozenset(beside)) for linked, words, beside in chains for figure in linked
    ]


def _cut(text: str, low: int, high: int) -> int:
    """Where the words between two figures are divided: at the first of the strongest cuts, else in the middle."""
    for pattern in _CUTS:
        match = pattern.search(text, low, high)
        if match:
            return match.end()
    return (low + high) // 2


def _words(text: str) -> list[str]:
    """Content words of a piece, as stems, in its order."""
    words = []
    for word in _WORD.findall(text):
        short = word[:2] if "가" <= word[0] <= "힣" else stem(word)
        if short not in _LIGHT and short not in _KO_LIGHT:
            words.append(short)
    return words
