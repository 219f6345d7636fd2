"""Lists and ranges: what joins two references, and what a later member takes from the one before."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.graph.korean import words
from pincite.graph.korean.around import letters_of, rank_of
from pincite.graph.korean.found import Found
from pincite.graph.korean.tokens import Token
from pincite.graph.korean.units import Unit
from pincite.types.reference import ReferenceForm

_FORM = ReferenceForm
ATTACHED = {"n": _FORM.ANNEX, "f": _FORM.FORM}
"""Kinds of provisions that stand behind a law, with the forms that point to them."""
# Text between two members, brackets left out, in characters; more is no list.
_GAP = 120


def relation_of(gap: str) -> str:
    """What the words between two references make of them: `range`, `list` or empty for neither."""
    if len(gap) > _GAP:
        return ""
    if words.RANGED.fullmatch(gap):
        return "range"
    return "list" if words.LISTED.fullmatch(gap) else ""


def from_list(before: Found, path: tuple[str, ...]) -> tuple[str, ...] | None:
    """A later member's path with the levels that it leaves out; None where the member before has no level like it."""
    letters, rank = letters_of(path[0]), rank_of(path[0])
    known = [letters_of(segment) for segment in before.path]
    if letters in known:
        return (*before.path[: known.index(letters)], *path)
    if letters == "i" and known[:1] == ["f"]:
        return (f"f{path[0][1:]}",)  # 별지 제1호 및 제1호의2 서식
    # 영 제20조 및 별표 2: another level of the same work.
    if before.work and rank == rank_of(before.path[0] if before.path else "") == words.RANKS["a"]:
        return path
    return None


def whole_path(before: Found, filled: tuple[str, ...]) -> tuple[str, ...]:
    """A later member's path from the work's outermost level."""
    holder = before.whole[: len(before.whole) - len(before.path)]
    return (*holder, *filled)


def attached_form(found: Found, first: Token) -> Found:
    """별표 2 behind 영 제20조 및 is an annex, 제5조 behind 영 별표 2 및 an article of that work."""
    if first.letters in ATTACHED and found.form is not _FORM.ANAPHORA:
        found.form = ATTACHED[first.letters]
    elif first.letters == "a" and found.form in ATTACHED.values():
        found.form = found.root
    return found


def ends_range(before: Found, base: Found, unit: Unit) -> bool:
    """Whether a unit is the other end of a range: the same path but for the last number, nothing named anew."""
    return (
        unit.head is None
        and len(base.path) == len(before.path)
        and base.path[:-1] == before.path[:-1]
        and letters_of(base.path[-1]) == letters_of(before.path[-1])
        and base.work == before.work
        and not before.through
    )


def extra_members(base: Found, unit: Unit) -> Iterator[Found]:
    """Further numbers of the same unit: 제1ㆍ2항 are two, 제4~6호 a range."""
    if not unit.levels or not unit.levels[-1].extras:
        return
    letters, last = unit.levels[-1].letters, base
    for extra in unit.levels[-1].extras:
        segment = f"{letters}{extra.number}"
        if extra.ranged:
            last.through, last.end = segment, extra.end
            continue
        last.end = min(last.end, extra.start - 1)
        last = Found(
            extra.start, extra.end, base.source, base.form, base.work, (*base.path[:-1], segment),
            (*base.whole[:-1], segment), root=base.root, group=base.group, antecedent=base.antecedent,
        )  # fmt: skip
        yield last
    last.end = unit.end
