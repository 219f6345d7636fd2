"""What every unit stands for.

Lists take the levels that they leave out from the member before, words that point back from what they take up, and
everything else from the place where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pincite.graph.korean import words
from pincite.graph.korean.antecedents import Antecedents, path_through
from pincite.graph.korean.around import Around, Places, letters_of, rank_of
from pincite.graph.korean.found import Found
from pincite.graph.korean.lists import (
    ATTACHED,
    attached_form,
    ends_range,
    extra_members,
    from_list,
    relation_of,
    whole_path,
)
from pincite.graph.korean.printed import Printed, PrintedArticle, is_bullet
from pincite.graph.korean.tokens import Token, TokenKind
from pincite.graph.korean.units import Unit
from pincite.graph.korean.works import DEFINITION
from pincite.types.document import Span
from pincite.types.reference import ReferenceForm

_FORM = ReferenceForm
_CHAPTERS = ("d", "c", "sc", "sp")
# Text between two members of a list, in characters; more is no list.
_GAP = 400
_NEAR = 30
_BULLET_END = re.compile(r"다\.|\n\n|\n[ ]{0,8}(?:[-–※*∙•○□①-⑳❶-➓Q]|\d{1,3}\.|[가-하]\.)")
# A title behind the number says better than the place whose article it is.
_TITLED = re.compile(r"[ ]?\([^()\n]{2,60}")
_SENTENCE_END = re.compile(r"다\.|\n\n|\n(?=[①-⑳]|\d{1,3}(?:의\d{1,2})?\.|[가-하]\.)")


@dataclass(slots=True)
class _Open:
    """Where the reading stands at one depth of brackets: the last unit's reference and the text since."""

    last: Found | None = None
    gap: str = ""


@dataclass(slots=True)
class Amending:
    """The work that an article of addenda amends, from the words that say so to the end of that article.

    Args:
        path: of the provision that was last amended.
    """

    scope: object = None
    work: str = ""
    path: tuple[str, ...] = ()


@dataclass(slots=True)
class Linker:
    """Makes references of the units of one text, in order.

    Args:
        short: short names of works that the text defines.
        unsure: what 이 기준, 이 지침 … are not: words of `words.UNSURE_SELF` by which the text does not call itself.
    """

    text: str
    places: Places
    short: Mapping[str, str]
    unsure: frozenset[str]
    printed: Printed
    _back: Antecedents = field(default_factory=Antecedents)
    _open: list[_Open] = field(default_factory=lambda: [_Open()])
    _amending: Amending = field(default_factory=Amending)
    _group: int = 0
    _at: int = 0

    def link(self, units: list[Unit]) -> Iterator[Found]:
        """The references of the units; what turns out to be none is left out."""
        for unit in units:
            if unit.start < self._at:
                continue
            around = self.places.around(unit.start)
            self._back.enter(around, unit.start)
            inside = self._move(unit.start)
            before = self._open[-1]
            relation = relation_of(before.gap) if before.last else ""
            made = self._make(unit, around, before.last if relation else None, relation, inside)
            if not made:
                continue
            if relation != "range" or made[0] is not before.last:
                yield from made
            self._close(unit, made)

    def _close(self, unit: Unit, made: list[Found]) -> None:
        for found in made:
            self._back.take(found)
        self._open[-1] = _Open(made[-1])
        self._at = unit.end

    def _move(self, start: int) -> Found | None:
        """Read on to a unit; returns the reference right behind which the bracket around it opens."""
        gap = self.text[self._at : start]
        if len(gap) > _GAP or ("\n\n" in gap and "(" not in gap):
            self._open = [_Open()]
            return None
        opened: Found | None = None
        at = 0
        for place, sign in enumerate(gap):
            if sign not in "()":
                continue
            self._open[-1].gap += gap[at:place]
            at = place + 1
            if sign == "(":
                opened = self._open[-1].last if not self._open[-1].gap.strip() else None
                self._open.append(_Open())
            elif len(self._open) > 1:
                self._open.pop()
            else:
                self._open = [_Open()]
        self._open[-1].gap += gap[at:]
        return opened if len(self._open) > 1 and not self._open[-1].gap.strip() else None

    def _make(
        self, unit: Unit, around: Around, before: Found | None, relation: str, inside: Found | None
    ) -> list[Found]:
        if unit.levels and unit.levels[0].bare and not (before or unit.work):
            return []
        base = self._base(unit, around, before, inside)
        if base is None:
            return []
        base.group = before.group if before else self._next_group()
        if relation == "range" and before and ends_range(before, base, unit):
            before.through, before.end = base.path[-1], unit.end
            return [before]
        self._note_amended(unit, around, base)
        return [base, *extra_members(base, unit)]

    def _next_group(self) -> int:
        self._group += 1
        return self._group

    def _base(self, unit: Unit, around: Around, before: Found | None, inside: Found | None) -> Found | None:
        found = Found(unit.start, unit.end, around.source, _FORM.OWN_DOCUMENT)
        kind = unit.kind
        if kind in (TokenKind.NAME, TokenKind.WORK, TokenKind.AMENDED):
            return self._of_work(found, unit)
        if kind is TokenKind.SELF:
            return self._of_self(found, unit, around)
        if kind is TokenKind.SAME:
            return self._of_same(found, unit)
        if kind in (TokenKind.PREVIOUS, TokenKind.NEXT):
            return self._of_neighbour(found, unit, around)
        return self._of_number(found, unit, around, before, inside)

    def _of_work(self, found: Found, unit: Unit) -> Found | None:
        found.work = unit.work
        found.form = self._form_of(unit.work) if unit.kind is TokenKind.WORK else _FORM.NAMED_WORK
        found.root = found.form
        if unit.kind is TokenKind.WORK and not unit.levels:
            act = unit.work.removesuffix(" 시행령").removesuffix(" 시행규칙")
            if not (unit.work in self.short or act in self.short or _is_defined(self.text, unit)):
                return None
        return self._placed(found, unit.segments)

    def _form_of(self, work: str) -> ReferenceForm:
        """ALIAS for short names and for words of the family such as 법 and 시행령."""
        act = work.removesuffix(" 시행령").removesuffix(" 시행규칙")
        is_short = work in self.short or act in self.short or work.replace(" ", "") in words.FAMILY_WORDS
        return _FORM.ALIAS if is_short else _FORM.NAMED_WORK

    def _placed(self, found: Found, path: tuple[str, ...]) -> Found:
        found.path = found.whole = path
        if (
            path
            and letters_of(path[0]) in ATTACHED
            and found.form in (_FORM.ALIAS, _FORM.NAMED_WORK, _FORM.OWN_DOCUMENT)
        ):
            found.form = ATTACHED[letters_of(path[0])]
        return found

    def _of_self(self, found: Found, unit: Unit, around: Around) -> Found | None:
        word = unit.head.word if unit.head else ""
        found.form = _FORM.SELF
        letters = words.KINDS.get(word)
        printed = None if around.holder else self.printed.at(unit.start)
        found.work = printed.work if printed else ""
        found.antecedent = printed.heading if printed else None
        if letters is None:
            found.root = _FORM.SELF
            return None if word in self.unsure and not unit.levels else self._placed(found, unit.segments)
        here = _itself(printed, letters, unit.start) if printed else self.places.itself(around, letters)
        return self._placed(found, (*(here or ()), *unit.segments)) if here or not unit.segments else found

    def _of_same(self, found: Found, unit: Unit) -> Found | None:
        word = unit.head.word if unit.head else ""
        found.form = _FORM.ANAPHORA
        letters = words.KINDS.get(word, "")
        if word == "부칙":
            letters = "x"
        if word == "조항":
            taken = self._back.last()
            above = taken.whole[:2] if taken else ()
            found.work, found.root = (taken.work, taken.root) if taken else ("", found.root)
        elif letters:
            if word == "호" and self.text.startswith(" 서식", unit.end):
                letters = "f"
            taken = self._back.level(letters)
            above = path_through(taken, letters) if taken else ()
            found.work = taken.work if taken else ""
            found.root = taken.root if taken else found.root
        else:
            named = self._back.work(word)
            taken, above = (named[1] if named else None), ()
            found.work = self._expanded(named[0]) if named else ""
            found.root = _FORM.ANAPHORA
        found.antecedent = Span(taken.start, taken.end) if taken else None
        return self._placed(found, (*above, *unit.segments))

    def _expanded(self, work: str) -> str:
        """법 시행령 as the name of the decree, where the text says which act 법 is."""
        head, _, lower = work.rpartition(" ")
        return f"{self.short[head]} {lower}" if lower in ("시행령", "시행규칙") and head in self.short else work

    def _of_neighbour(self, found: Found, unit: Unit, around: Around) -> Found:
        word = unit.head.word if unit.head else ""
        found.form = _FORM.ANAPHORA
        count = int(unit.head.number) if unit.head else 1
        find = self.places.before if unit.kind is TokenKind.PREVIOUS else self.places.behind
        before = find(around, words.KINDS[word], count)
        if before is None:
            return self._placed(found, unit.segments)
        found.through = before[1] if not unit.levels else ""
        return self._placed(found, (*before[0], *unit.segments))

    def _of_number(
        self, found: Found, unit: Unit, around: Around, before: Found | None, inside: Found | None
    ) -> Found | None:
        path = unit.segments
        first = unit.levels[0]
        if before and (filled := from_list(before, path)) is not None:
            found.form, found.work, found.root = before.form, before.work, before.root
            found.antecedent = before.antecedent
            if before.form in (_FORM.ANAPHORA, _FORM.SELF) and first.rank <= words.RANKS["a"]:
                # 같은 조 제2항, 제7조: only the work is still taken from before.
                found.form = before.root
                found.antecedent = before.antecedent if before.root is _FORM.ANAPHORA else None
            found.path, found.whole = filled, whole_path(before, filled)
            return attached_form(found, first)
        if inside and first.rank > words.RANKS["a"] and any(rank_of(s) < first.rank for s in inside.whole):
            above = tuple(s for s in inside.whole if rank_of(s) < first.rank)
            relative = inside.form is _FORM.OWN_ARTICLE
            found.form, found.work, found.root = inside.form, inside.work, inside.root
            found.antecedent = inside.antecedent
            found.whole = (*above, *path)
            found.path = found.whole[len(around.holder) :] if relative else found.whole
            return found
        if self._amends_here(around, unit.start):
            return self._of_amended(found, path, first)
        return self._of_place(found, unit, around, first)

    def _of_place(self, found: Found, unit: Unit, around: Around, first: Token) -> Found | None:
        path = unit.segments
        if first.letters == "x":
            return self._placed(found, (around.addenda or first.segment, *path[1:]))
        printed = None if around.holder else self.printed.at(unit.start)
        if first.letters in ("a", "n", "f", *_CHAPTERS):
            if printed and first.letters == "a" and self._after_named(unit, printed):
                return self._placed(found, path)
            titled = first.letters == "a" and _TITLED.match(self.text, unit.end) is not None
            if printed and first.letters in ("a", "n", "f") and not (titled and printed.heading):
                found.antecedent = printed.heading
                if printed.work:
                    found.form, found.work = self._form_of(printed.work), printed.work
            elif elsewhere := self._elsewhere(unit, around, path):
                return self._continued(found, elsewhere, path)
            return self._placed(found, path)
        if not self._is_item(unit, around, first):
            return None
        if printed:
            return self._of_printed(found, printed, path, first)
        wanted = (*around.holder, *around.above(first.rank), *path[:1])
        if not self.places.has_articles and (elsewhere := self._in_bullet(unit, first)):
            return self._continued(found, elsewhere, path)
        if around.holder and (elsewhere := self._elsewhere(unit, around, wanted)):
            return self._continued(found, elsewhere, path)
        found.form = _FORM.OWN_ARTICLE
        found.path = (*around.above(first.rank), *path)
        found.whole = (*around.holder, *found.path)
        return found

    def _after_named(self, unit: Unit, printed: PrintedArticle) -> bool:
        """Whether another law was named right before: 「가나법」 제2조에 따른 강사나 제7조 does not say whose."""
        before = self._back.last()
        return (
            before is not None
            and before.form is _FORM.NAMED_WORK
            and before.work != printed.work
            and unit.start - before.end <= _NEAR
            and not _SENTENCE_END.search(self.text, before.end, unit.start)
        )

    def _of_printed(self, found: Found, printed: PrintedArticle, path: tuple[str, ...], first: Token) -> Found:
        """제2항 in the words of an article that the text prints is of that article."""
        above = tuple(s for s in printed.inner(found.start) if rank_of(s) < first.rank)
        found.antecedent = printed.heading
        found.whole = (*printed.path, *above, *path)
        if printed.work:
            found.work, found.form, found.path = printed.work, self._form_of(printed.work), found.whole
        else:
            found.form, found.path = _FORM.OWN_ARTICLE, (*above, *path)
        return found

    def _elsewhere(self, unit: Unit, around: Around, wanted: tuple[str, ...]) -> Found | None:
        """What was cited before in the sentence, where the text itself has no such provision and that may have it.

        법 제12조제4항의 계획 또는 제12조제5항의 계획, where the text's own 제12조 has no 제5항; 제16조제3호의 물건 중
        가목의 물건.
        """
        if not self.places.has_articles or around.addenda or self.places.holds(wanted):
            return None
        taken = self._back.last()
        if taken is None or taken.form is _FORM.OWN_ARTICLE or _SENTENCE_END.search(self.text, taken.end, unit.start):
            return None
        letters, rank = letters_of(wanted[-1]), rank_of(wanted[-1])
        if letters == "a" or rank_of(wanted[0]) == rank:
            return None
        first = unit.levels[0]
        if first.letters == "a":
            return taken if taken.work and taken.whole[:1] == wanted[:1] else None
        return taken if any(rank_of(s) < first.rank for s in taken.whole) else None

    def _in_bullet(self, unit: Unit, first: Token) -> Found | None:
        """The only article that a text without articles names before 제3항 in the sentence of a bullet."""
        named = [f for f in self._back.with_work() if not _BULLET_END.search(self.text, f.end, unit.start)]
        articles = {(f.work, f.whole[:1]) for f in named}
        taken = named[-1] if len(articles) == 1 and is_bullet(self.text, unit.start) else None
        fits = taken is not None and any(rank_of(s) < first.rank for s in taken.whole)
        return taken if fits and unit.start - named[-1].end < _GAP else None

    def _continued(self, found: Found, taken: Found, path: tuple[str, ...]) -> Found:
        found.form, found.work, found.root = taken.form, taken.work, taken.root
        found.antecedent = taken.antecedent
        found.path = (*(s for s in taken.whole if rank_of(s) < rank_of(path[0])), *path)
        found.whole = found.path
        return found

    def _is_item(self, unit: Unit, around: Around, first: Token) -> bool:
        """Whether a number of an item alone is one: 제2호 영업 is a kind of business unless there is such an item."""
        if first.letters != "i" or len(unit.levels) > 1:
            return True
        after = self.text[unit.end : unit.end + 2]
        if after[:1] == " " and "가" <= after[1:] <= "힣" and not words.AFTER_ITEM.match(self.text, unit.end):
            return around.holder != () and self.places.has_item(around, first.number)
        return True

    # Amendments of other works

    def _note_amended(self, unit: Unit, around: Around, found: Found) -> None:
        if unit.kind in (TokenKind.NAME, TokenKind.AMENDED) and not unit.levels:
            if words.AMENDS_WORK.match(self.text, unit.end):
                self._amending = Amending(around.scope, unit.work)
        elif found.path and found.work == self._amending.work and self.text[unit.start - 1 : unit.start] == "\n":
            # Instructions begin a line; what the new wording cites stands behind its labels.
            self._amending.path = found.path

    def _amends_here(self, around: Around, start: int) -> bool:
        return bool(self._amending.work) and around.scope == self._amending.scope

    def _of_amended(self, found: Found, path: tuple[str, ...], first: Token) -> Found:
        found.form, found.work = _FORM.NAMED_WORK, self._amending.work
        found.root = found.form
        above = tuple(s for s in self._amending.path if rank_of(s) < first.rank)
        return self._placed(found, (*above, *path))


def _itself(printed: PrintedArticle, letters: str, offset: int) -> tuple[str, ...] | None:
    """The path of 이 조, 이 항 … in a printed article."""
    if letters == "a":
        return printed.path
    inner = printed.inner(offset)
    at = next((at for at, segment in enumerate(inner) if letters_of(segment) == letters), None)
    return (*printed.path, *inner[: at + 1]) if at is not None else None


def _is_defined(text: str, unit: Unit) -> bool:
    """Whether a name without brackets and number is a law's: a short name is given right behind it."""
    last = unit.work.split()[-1]
    return last.endswith(("법", "법률", "시행령", "시행규칙")) and DEFINITION.match(text, unit.end) is not None
