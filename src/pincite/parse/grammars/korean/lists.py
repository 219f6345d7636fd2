"""Which numbered lines are items and sub-items, and which are sentences that happen to begin with a number."""

from __future__ import annotations

import re

from pincite.parse.grammars.korean.marks import Label, Level, Line, begins_anew
from pincite.parse.grammars.outline import Node, Outline, follows
from pincite.types.provision import ProvisionKind

_STRUCTURE = (
    ProvisionKind.DIVISION,
    ProvisionKind.CHAPTER,
    ProvisionKind.SUBCHAPTER,
    ProvisionKind.SUBPART,
)
_ANNEXES = (ProvisionKind.ANNEX, ProvisionKind.FORM)
_ANNOUNCED = {Level.ITEM: re.compile(r"각[ \t]?호"), Level.LETTER: re.compile(r"각[ \t]?목")}
_DATE = re.compile(r"\d{1,3}[ \t]?\.[ \t]?\d{1,2}[ \t]?\.")
# 제한, 기한, 권한 and the like are nouns.
_VERB = re.compile(r"[^제기권시상하무]한|.[된있없같니않본둔진]", re.DOTALL)
_SHORTEST_FULL_LINE = 20
_ITEM_BELOW_LETTER = 9
_MAX_GAP = 10
_INTRODUCTION = 2000


def list_base(outline: Outline, label: Label) -> tuple[Node | None, int]:
    """The provision that a list's label is part of, and its rank there; None in front of the first article."""
    rank = label.level.rank
    if label.level is Level.ITEM:
        letter = outline.innermost(ProvisionKind.SUBITEM)
        while letter is not None and letter.rank > Level.LETTER.rank:
            letter = letter.parent
        # Some notices put 1. below 가.; the rule is 1. above 가.
        if letter is not None and letter.rank == Level.LETTER.rank and not _has_items(letter.parent):
            return letter, _ITEM_BELOW_LETTER
    for node in reversed(outline.open):
        if node.rank < rank:
            return (None if node.kind in _STRUCTURE else node), rank
    return None, rank


def _has_items(node: Node | None) -> bool:
    while node is not None:
        if node.kind is ProvisionKind.ITEM or Level.ITEM.rank in node.last:
            return True
        node = node.parent
    return False


def listed(outline: Outline, base: Node, label: Label, rank: int, plain: str, line: Line) -> bool:
    """Whether a list's label is one.

    The next number always is. One that leaves some out or goes back is where no sentence runs on into its line, since
    nothing may be lost of a law that is numbered badly; but not in annexes, which have lists of many sorts, nor on
    levels where no warning would be worth it.
    """
    last = outline.last_number(base, rank)
    if _is_verb_ending(plain, line):
        return False
    if follows(last, label.number):
        return True
    announced = _ANNOUNCED.get(label.level)
    if announced is None or base.kind in _ANNEXES or _is_in_annex(outline) or _DATE.match(plain, line.start):
        return False
    if last is None:
        return announced.search(plain, max(base.body, line.start - _INTRODUCTION), line.start) is not None
    return (begins_anew(plain, line) or _ends_item(outline, rank)) and label.number[0] - last[0] <= _MAX_GAP


def _is_verb_ending(plain: str, line: Line) -> bool:
    """Whether 다. is the end of a sentence that broke inside its verb: 하여야 한 / 다."""
    if plain[line.start] != "다" or line.before.end - line.before.start < _SHORTEST_FULL_LINE:
        return False
    return _VERB.fullmatch(plain, max(line.before.end - 2, 0), line.before.end) is not None


def _ends_item(outline: Outline, rank: int) -> bool:
    """Whether an item of the same list is still open, which need not end like a sentence."""
    return any(node.rank == rank for node in outline.open)


def _is_in_annex(outline: Outline) -> bool:
    return bool(outline.open) and outline.open[0].kind in _ANNEXES


def is_paragraph(outline: Outline, base: Node | None, label: Label) -> bool:
    """Whether `(21)` is the paragraph after ⑳."""
    last = outline.last_number(base, Level.PARAGRAPH.rank) if base is not None else None
    return last is not None and label.number > (20,) and follows(last, label.number)


def circled_below(outline: Outline, label: Label, *, fits: bool) -> bool:
    """Whether a circled number is part of a list below an item, as some notices have it against the rule.

    Paragraphs never come after items that hang on the article itself.
    """
    item = outline.innermost(ProvisionKind.ITEM)
    if item is None or item.parent is None:
        return False
    innermost = outline.open[-1]
    goes_on = innermost.rank == Level.CIRCLED_BELOW.rank and follows(innermost.order, label.number)
    begins = label.number == (1,)
    return (begins or goes_on) and (not fits or item.parent.kind is not ProvisionKind.PARAGRAPH)
