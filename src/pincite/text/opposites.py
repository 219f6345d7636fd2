"""Words that stand against each other: `written` in the source, `oral` in the sentence.

Figures, parties, duties and negations have rules of their own; here is what one word turns round. A sentence that has a
word of one side, whose source has only words of the other side, says the opposite. Where the source has both, or
neither, nothing is concluded.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_PAIRS: Final = (
    ("written writing", "oral orally verbal verbally spoken"),
    ("greater larger higher more", "less lesser smaller lower fewer"),
    ("above over", "below under"),
    ("maximum most", "minimum least"),
    ("furnished", "unfurnished"),
    ("includes including include included", "excludes excluding exclude excluded"),
    ("begin begins begun start starts started", "end ends ended complete completes completed finish finished"),
    ("receive receives received", "send sends sent"),
    ("keep keeps kept retain retains retained", "erase erases erased delete deletes deleted destroys destroyed"),
    ("increase increases raise raises raised", "decrease decreases reduce reduces reduced lower lowers lowered"),
    ("before earlier", "after later"),
    ("first", "last"),
    ("daily", "weekly", "monthly", "yearly annual annually"),
    ("accept accepts accepted", "refuse refuses refused reject rejects rejected"),
    ("approve approves approved", "deny denies denied"),
    ("voluntary voluntarily", "involuntary involuntarily"),
    ("public", "private"),
    ("occupied", "vacant unoccupied"),
    ("lawful legal", "unlawful illegal"),
    ("reasonable", "unreasonable"),
    ("refundable", "nonrefundable"),
    ("서면 문서", "구두 구술"),
    ("이전 전까지 전에", "이후 후에"),
    ("시작 착수", "완료 종료 마쳐"),
    ("최대", "최소"),
    ("포함", "제외"),
    ("공개", "비공개"),
    ("승인 허가", "거부 반려"),
    ("증가 인상", "감소 인하"),
)


class Opposite(NamedTuple):
    """A word of the sentence, and the source's that stands against it."""

    written: str
    instead: str


def _found(words: str, text: str) -> str:
    """The first of the words that stands in the text; Korean ones may carry particles."""
    for word in words.split():
        korean = "가" <= word[0] <= "힣"
        if re.search(rf"(?<![가-힣]){word}" if korean else rf"\b{word}\b", text):
            return word
    return ""


def opposites(claim: str, source: str) -> list[Opposite]:
    """Words of the claim of which the source has the opposite, and not the word.

    >>> opposites("Oral notice is enough.", "The tenant gives written notice.")
    [Opposite(written='oral', instead='written')]
    """
    claim, source = claim.lower(), source.lower()
    found = []
    for sides in _PAIRS:
        for at, side in enumerate(sides):
            word = _found(side, claim)
            if not word or _found(side, source):
                continue
            others = [other for place, side_ in enumerate(sides) if place != at and (other := _found(side_, source))]
            if others and not any(_found(side_, claim) for place, side_ in enumerate(sides) if place != at):
                found.append(Opposite(word, others[0]))
    return found
