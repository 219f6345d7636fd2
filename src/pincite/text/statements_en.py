"""Statements of an English sentence; see `pincite.text.statements` for what one is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pincite.text.force_words import CHAINING, FLIPPING, FORCE, NOMINAL, Force
from pincite.text.party_words import sides_of
from pincite.text.statements import Sides, Statement
from pincite.text.stems import act, stem

_TOKEN = re.compile(r"[a-z]+(?:['’][a-z]*)?|\$?\d[\d.,]*(?<![.,])|[;:.,()—–]")
_STOPS: Final = frozenset(";:.,()—–")
_OPENERS: Final = frozenset(
    """if when whenever unless because although though while but that which who whom whose until after before where
    except provided whereas since once""".split()
)
_JOINING: Final = frozenset("and or nor".split())
_RELATIVE: Final = frozenset("who which that".split())
_ARTICLES: Final = frozenset("a an the any each every all both either such this that these those no neither".split())
_PREPOSITIONS: Final = frozenset(
    """of to by from with without for against between in on at under upon within into through during about among per
    toward towards as than over""".split()
)
# What stands behind these suffers or gets nothing.
_NOT_TO_WHOM: Final = frozenset("by from of with without for against between among than".split())
_AUXILIARY: Final = frozenset("be been being is are was were has have had having do does did will would".split())
_BE: Final = frozenset("be been being is are was were".split())
_SKIPPED: Final = frozenset(
    "not never also only then always still otherwise either both to already just promptly first so".split()
)
_FUNCTION: Final = (
    _ARTICLES | _PREPOSITIONS | _AUXILIARY | _SKIPPED | _JOINING | _OPENERS
    | frozenset("it its he she they them their his her hers him your our my other there here s t".split())
)  # fmt: skip
_LY_VERBS: Final = frozenset("supply apply comply rely reply multiply".split())
_PARTICIPLE = re.compile(r"(?:ed|en|wn|rn)$")
_IRREGULAR_PARTICIPLES: Final = frozenset(
    """paid sent kept held told made sold left built bought brought done found lost met withheld let put set cut
    shut""".split()
)
_MAX_WORDS: Final = 18
_MAX_JOINED: Final = 3


@dataclass(frozen=True, slots=True)
class _Item:
    """A word, a stop, or a phrase that says how strongly something is meant."""

    word: str
    start: int
    end: int
    force: Force | None = None
    named: str = ""

    @property
    def sides(self) -> Sides:
        return sides_of(self.word) if not self.force and self.word not in ("'s", "’s") else frozenset()

    @property
    def is_content(self) -> bool:
        return not self.force and self.word[0].isalpha() and len(self.word) > 1 and self.word not in _FUNCTION


@dataclass(frozen=True, slots=True)
class _Subject:
    sides: Sides = frozenset()
    words: tuple[str, ...] = ()


_NOBODY: Final = _Subject()


def read_english(sentence: str) -> list[Statement]:
    """What one sentence states, in its order."""
    reader = _Reader(sentence)
    return list(reader.statements()) if reader.has_words else []


class _Reader:
    def __init__(self, sentence: str) -> None:
        self._sentence = sentence
        self._items = _items(sentence.lower())
        self._starts = _segment_starts(self._items)

    @property
    def has_words(self) -> bool:
        return bool(self._items)

    def statements(self) -> Iterator[Statement]:
        pending = last = _NOBODY  # a subject whose verb has not come yet; the one before
        carried: tuple[Force, _Subject] | None = None  # `shall not: (a) ...; (b) ...`
        for low, high in zip(self._starts, [*self._starts[1:], len(self._items)], strict=True):
            opener = self._items[low].word
            marks = [at for at in range(low, high) if self._items[at].force]
            begin = low
            for at in marks:
                subject = self._subject(begin, at, opener, pending if pending.sides else last)
                if opener in _JOINING and begin == low and subject.sides:  # `the landlord and the tenant may`
                    subject = replace(subject, sides=subject.sides | pending.sides)
                force = _flipped(self._items[begin:at], self._items[at].force or Force.PLAIN)
                yield from self._said(at + 1, subject, force)
                last, pending, begin, carried = subject, _NOBODY, at + 1, (force, subject)
            if marks:
                continue
            party = self._leading_party(low, high)
            if party is None:
                if carried and opener in ";:)":
                    yield from self._said(low + 1, carried[1], carried[0], listed=True)
                else:
                    yield from self._done_by(low, high)
                continue
            subject = _Subject(self._joined_sides(party, high), ())
            if opener in _JOINING and pending.sides:
                subject = _Subject(subject.sides | pending.sides)
            verb = next(
                (i for i in range(party + 1, high) if self._items[i].is_content and not self._items[i].sides), None
            )
            if verb is None:
                pending = subject
            elif not self._is_gerund(verb):
                yield from self._said(party + 1, subject, Force.PLAIN)
                last, pending = subject, _NOBODY

    def _is_gerund(self, at: int) -> bool:
        """Whether the verb is none of a sentence: `the tenant giving an address`."""
        return self._items[at].word.endswith("ing") and self._items[at - 1].word not in _BE

    def _done_by(self, low: int, high: int) -> Iterator[Statement]:
        """A passive without a modal that names who does it: `costs are paid by the buyer`."""
        for at in range(low + 1, high):
            participle = _PARTICIPLE.search(self._items[at].word) or self._items[at].word in _IRREGULAR_PARTICIPLES
            if participle and self._items[at - 1].word in _BE and _agent(self._items[at + 1 : high]):
                subject = _Subject(frozenset(), _heads(self._items[low : at - 1]))
                yield self._statement(at, self._end(at), subject, Force.PLAIN, True)
                return

    def _subject(self, low: int, at: int, opener: str, before: _Subject) -> _Subject:
        """Who stands before the modal at `at`."""
        item = self._items[at]
        if item.named:
            words = item.named.split()
            return _Subject(frozenset().union(*(sides_of(re.split("['’]", w)[0]) for w in words)), ())
        region = self._items[low:at]
        if opener in _RELATIVE and low in self._starts:
            return self._antecedent(low)
        if opener == "whose":
            return _NOBODY
        if not any(i.is_content for i in region):
            return before if not any(i.word in ("it", "they", "he", "she") for i in region) else _NOBODY
        for place in range(low, at):
            if self._items[place].sides and self._stands_free(low, place) and self._leads_to(place, at):
                return _Subject(self._joined_sides(place, at), _heads(region))
        return _Subject(frozenset(), _heads(region))

    def _antecedent(self, at: int) -> _Subject:
        """The party right before a `who`."""
        before = self._items[at - 1] if at else None
        if before and before.word == "," and at > 1:
            before = self._items[at - 2]
        return _Subject(before.sides) if before else _NOBODY

    def _stands_free(self, low: int, place: int) -> bool:
        """Whether no preposition governs the party."""
        at, adjectives = place - 1, 0
        while at >= low and self._items[at].is_content and not self._items[at].sides and adjectives < 2:
            at, adjectives = at - 1, adjectives + 1
        if at >= low and self._items[at].word in _ARTICLES:
            at -= 1
        if at >= low and self._items[at].word in _JOINING and at > low and self._items[at - 1].sides:
            return self._stands_free(low, at - 1)
        return at < low or self._items[at].word not in _PREPOSITIONS

    def _leads_to(self, place: int, at: int) -> bool:
        """Whether nothing but adverbs, other parties or a phrase stands between the party and its modal."""
        for item in self._items[place + 1 : at]:
            if item.word in _PREPOSITIONS:
                return True
            if item.is_content and not item.sides and not item.word.endswith("ly"):
                return False
        return True

    def _leading_party(self, low: int, high: int) -> int | None:
        """The party that a clause without a modal begins with."""
        first = low + 1 if self._items[low].word in (_OPENERS | _JOINING | _STOPS) else low
        if self._items[low].word in ("whose", "whom"):
            return None
        for place in range(first, min(first + 4, high)):
            item = self._items[place]
            if item.sides:
                behind = self._items[place + 1] if place + 1 < high else None
                possessive = "'" in item.word or "’" in item.word
                return None if possessive or (behind and behind.word in _PREPOSITIONS) else place
            if item.word in _PREPOSITIONS or item.word in _AUXILIARY:
                return None
        return None

    def _joined_sides(self, place: int, high: int) -> Sides:
        """The party's sides with those of the ones joined to it: `the landlord and the tenant`."""
        sides, at = self._items[place].sides, place + 1
        while at < high and (
            self._items[at].word in _JOINING or self._items[at].word in _ARTICLES or self._items[at].sides
        ):
            sides |= self._items[at].sides
            at += 1
        return sides

    def _said(self, at: int, subject: _Subject, force: Force, *, listed: bool = False) -> Iterator[Statement]:
        """The statement whose verb stands at `at` or behind, and those of verbs joined to it."""
        place, passive = self._verb(at)
        if place is None or (listed and place > at + 3):
            return
        end = self._end(place)
        yield self._statement(place, end, subject, force, passive)
        joined = 0
        for i in range(place + 1, end - 1):
            if self._items[i].word in _JOINING and joined < _MAX_JOINED and self._items[i + 1].is_content:
                joined += 1
                found = replace(self._statement(i + 1, end, subject, force, passive), joined=True)
                if found.words and not self._items[i + 1].sides:
                    yield found

    def _verb(self, at: int) -> tuple[int | None, bool]:
        """The place of the verb and whether it is a passive."""
        passive, i, last_be = False, at, None
        while i < len(self._items):
            item = self._items[i]
            if item.force:
                return None, False
            if item.word == "," and (close := self._closing(i)):
                i = close + 1
                continue
            if item.word in _STOPS and item.word not in ":()":
                break
            if item.word in _PREPOSITIONS and item.word != "to":
                if last_be is not None:
                    return last_be, False
                i = self._behind_phrase(i)
                continue
            if item.word in _AUXILIARY:
                last_be = i if item.word in _BE else last_be
            elif item.word in CHAINING or stem(item.word) in _CHAINING_STEMS:
                if i + 1 < len(self._items) and self._items[i + 1].word != "to":
                    return i, passive
            elif item.is_content and (item.word in _LY_VERBS or not item.word.endswith("ly")):
                passive = last_be is not None and bool(
                    _PARTICIPLE.search(item.word) or item.word in _IRREGULAR_PARTICIPLES
                )
                return i, passive
            i += 1
        return last_be, False

    def _closing(self, at: int) -> int | None:
        """The comma that ends what the one at `at` opens, where a clause is put in between modal and verb."""
        for i in range(at + 1, min(at + 16, len(self._items))):
            if self._items[i].word == ",":
                return i
            if self._items[i].force or self._items[i].word in ".;":
                return None
        return None

    def _behind_phrase(self, at: int) -> int:
        i = at + 1
        while i < len(self._items) and (not self._items[i].is_content and self._items[i].word not in _STOPS):
            i += 1
        return i + 1

    def _end(self, place: int) -> int:
        """Where what is said of the verb ends: at a semicolon, the next modal's clause, or the next party's."""
        for i in range(place + 1, len(self._items)):
            if self._items[i].word == ";":
                return i
            if self._items[i].force:
                starts = [start for start in self._starts if place < start <= i]
                return starts[-1] if starts else i
            if i in self._starts and self._leading_party(i, len(self._items)) is not None:
                nearby = self._items[i].word in _JOINING or self._items[i].word == ","
                if nearby and any(item.is_content for item in self._items[place + 1 : i]):
                    return i
        return len(self._items)

    def _statement(self, place: int, end: int, subject: _Subject, force: Force, passive: bool) -> Statement:
        behind = self._items[place + 1 : end]
        # The subject of a passive is what it is done to; a condition before the clause says of what as well.
        words = [
            stem(i.word) if i.word[0].isalpha() else i.word
            for i in behind
            if (i.is_content and not i.sides) or i.word[0] in "$0123456789"
        ]
        to_whom = _to_whom(behind)
        actors, patients = (_agent(behind), subject.sides or to_whom) if passive else (subject.sides, to_whom)
        if passive:
            words += subject.words
        low = max((start for start in self._starts if start <= place), default=0)
        text = self._sentence[self._items[low].start : self._items[max(end - 1, place)].end]
        return Statement(
            actors,
            patients,
            () if passive else subject.words,
            force,
            act(self._items[place].word),
            frozenset(words[:_MAX_WORDS]),
            text.lstrip(";:,.) "),
        )


_CHAINING_STEMS: Final = frozenset(stem(word) for word in CHAINING)


def _items(lowered: str) -> list[_Item]:
    marks: list[_Item] = []
    for found in NOMINAL.finditer(lowered):
        force = Force.BAN if found["ban"] else Force.DUTY
        marks.append(_Item(found[0], found.start(), found.end(), force, found["own"] or found["of"] or found["for"]))
    for found in FORCE.finditer(lowered):
        if not any(mark.start < found.end() and found.start() < mark.end for mark in marks):
            marks.append(_Item(found[0], found.start(), found.end(), Force[found.lastgroup or "PLAIN"]))
    marks.sort(key=lambda mark: mark.start)
    items, at = [], 0
    for mark in (*marks, _Item("", len(lowered), len(lowered))):
        items += [_Item(m[0], m.start(), m.end()) for m in _TOKEN.finditer(lowered, at, mark.start)]
        if mark.word:
            items.append(mark)
        at = mark.end
    return items


def _segment_starts(items: Sequence[_Item]) -> list[int]:
    """Where clauses begin: with the stop or word that opens them."""
    starts = [0] if items else []
    for at, item in enumerate(items[1:], 1):
        if item.word in _STOPS or item.word in _OPENERS:
            if item.word == "that" and items[at - 1].word in _PREPOSITIONS:
                continue  # `within that time`
            starts.append(at)
        elif item.word in _JOINING:
            ahead = [i for i in items[at + 1 : at + 4] if i.word not in _ARTICLES]
            if ahead and ahead[0].sides:
                starts.append(at)
    return starts


def _flipped(region: Sequence[_Item], force: Force) -> Force:
    """`No landlord may` bans."""
    flips = any(item.word in FLIPPING for item in region[:4])
    return Force.BAN if flips and force in (Force.PERMISSION, Force.ABILITY, Force.DUTY) else force


def _heads(region: Sequence[_Item]) -> tuple[str, ...]:
    """The words of a short subject, the last one its head; none where it is more than that."""
    words = []
    for item in region:
        if item.word in _PREPOSITIONS:
            break
        if item.is_content:
            words.append(stem(item.word))
        elif item.word not in _ARTICLES and item.word not in _STOPS and item.word not in _JOINING:
            return ()
    return tuple(words) if len(words) < 4 else ()


def _agent(behind: Sequence[_Item]) -> Sides:
    """Who is named behind `by`."""
    for at, item in enumerate(behind):
        if item.word == "by" and (sides := _parties(behind[at + 1 : at + 8])):
            return sides
    return frozenset()


def _parties(items: Sequence[_Item]) -> Sides:
    """The first party of a phrase with those joined to it."""
    sides: Sides = frozenset()
    for item in items:
        if item.sides:
            sides |= item.sides
            continue
        ends = bool(sides) and item.word not in _JOINING and item.word not in _ARTICLES
        if ends or item.word in _STOPS or item.word in _PREPOSITIONS:
            break
    return sides


def _to_whom(behind: Sequence[_Item]) -> Sides:
    """The first party behind the verb that something is done to."""
    for at, item in enumerate(behind):
        if item.sides and "'" not in item.word and "’" not in item.word:
            before = at - 1
            while before >= 0 and behind[before].word in _ARTICLES:
                before -= 1
            if before < 0 or behind[before].word not in _NOT_TO_WHOM:
                return item.sides
            return frozenset()
        if item.word in _OPENERS or item.word in ".;":
            return frozenset()
    return frozenset()
