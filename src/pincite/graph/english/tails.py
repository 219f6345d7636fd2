"""What a reference hangs on: `of this section`, `of title 5, United States Code`, `of the Act`, `of such paragraph`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pincite.graph.english.labels import BLANK, GAP, LABELS, labels_in
from pincite.graph.english.phrases import MAX_NESTED, Phrase, phrase_at
from pincite.graph.english.words import ANNEX_WORDS, UNITS, WHOLE_WORKS, Unit
from pincite.graph.english.works import Work, fixed_work_at, treaty_at, work_at
from pincite.types.document import Span

_UNIT_NAMES = "|".join(sorted(UNITS, key=len, reverse=True))
_WORKS = "|".join(WHOLE_WORKS)
_ANNEXES = "|".join(ANNEX_WORDS)
_DETERMINERS = rf"this|such|that|said|those|these|the{GAP}(?:same|preceding|foregoing|previous|said)"
# `this section`, `such paragraph`, `the preceding Article`; plural only behind `such` and `those`.
DETERMINED: Final = (
    rf"(?P<det>(?i:{_DETERMINERS})){GAP}"
    rf"(?:(?P<dname>(?i:{_UNIT_NAMES}))(?P<ds>s?)|(?P<dannex>(?i:{_ANNEXES}))|(?P<dwork>{_WORKS}))"
    rf"(?![\w’'-])(?:[ ](?P<dlabels>{LABELS}))?"
)
_DETERMINED = re.compile(DETERMINED)
_OF = re.compile(
    rf"(?:{BLANK},{BLANK}inclusive,?)?"
    rf"(?:{GAP}of|,{GAP}of(?={GAP}(?:this|that|such|the|[A-Z]))|\.{GAP}of|{BLANK},(?={GAP}[A-Z]\w+{GAP}(?:Stat|Code))){GAP}"
)
_TO = re.compile(rf"{GAP}(?:of|to){GAP}")
_DEFINITION = re.compile(
    rf"(?P<which>the|this|that|such){GAP}definitions?(?P<of>)"
    rf"(?:{GAP}of{GAP}(?:the{GAP}term{GAP})?"
    rf"(?P<term>[“\"][^”\"\n]{{1,60}}[”\"]|[A-Za-z][^\s,;:.()]{{0,30}}(?:[ ][^\s,;:.()]{{1,30}}){{0,6}}?)"
    rf"(?={GAP}(?:in|at|as|under|set|contained)\b|[,.;)]))?"
)
_ASIDE = re.compile(rf"{GAP}\((?:§|[Ss]ec)[^()\n]{{1,60}}\)(?={GAP}of{GAP})")
_IN = re.compile(rf"{GAP}(?:in|at|under|as{GAP}specified{GAP}(?:in|at)){GAP}")


@dataclass(slots=True)
class Tail:
    """What stands behind `of`, from the inside.

    Args:
        phrases: levels named with numbers: `of part 164`.
        determiner, word: `this`, `section` of `of this section`, with labels for `of this subsection (b)`.
        definition, term: of the definition of a term; `this` for `of this definition`.
        term_start: behind `definition`.
        aside: a bracket between the reference and the tail: `Chapter 11 (§ 5 et seq.) of Title 54`.
    """

    end: int
    phrases: list[Phrase]
    determiner: str = ""
    word: str = ""
    labels: tuple[str, ...] = ()
    work: Work | None = None
    definition: str = ""
    term: str = ""
    term_start: int = 0
    aside: Span | None = None


def tail_at(text: str, at: int, aliases: dict[str, str], depth: int = 0, *, annexed: bool = False) -> Tail:
    """The tail of a reference that ends at an offset; an empty one, with the same end, where there is none.

    Args:
        annexed: `to` joins as well as `of`: Annex I to this Regulation.
    """
    if annexed:
        return _tail_at(text, at, aliases, depth, _TO)
    aside = _ASIDE.match(text, at)
    if aside is not None:
        tail = _tail_at(text, aside.end(), aliases, depth, _OF)
        if tail.phrases or tail.work:
            tail.aside = Span(*aside.span())
            return tail
        return Tail(at, [])
    return _tail_at(text, at, aliases, depth, _OF)


def _tail_at(text: str, at: int, aliases: dict[str, str], depth: int, joint: re.Pattern[str]) -> Tail:
    found = joint.match(text, at)
    if found is None:
        treaty = treaty_at(text, at + 1) if text[at : at + 1] == " " else None
        return Tail(treaty.end, [], work=treaty) if treaty else Tail(at, [])
    start = found.end()
    determined = _DETERMINED.match(text, start)
    if determined is not None:
        return determined_tail(determined)
    definition = _DEFINITION.match(text, start)
    if definition is not None:
        return _definition_tail(text, definition, aliases, depth)
    fixed = fixed_work_at(text, start)
    if fixed is not None:
        return Tail(fixed.end, [], work=fixed)
    if depth < MAX_NESTED:
        outer = phrase_at(text, start)
        if outer is not None and len(outer.members) == 1:
            further = tail_at(text, outer.end, aliases, depth + 1)
            further.phrases.insert(0, outer)
            return further
    work = work_at(text, start, aliases)
    return Tail(work.end, [], work=work) if work else Tail(at, [])


def determined_tail(found: re.Match[str]) -> Tail:
    """The tail that a match of DETERMINED is."""
    word = (found["dname"] or found["dannex"] or found["dwork"]).lower()
    determiner = " ".join(found["det"].lower().split()).removeprefix("the ")
    return Tail(found.end(), [], determiner, word, tuple(labels_in(found["dlabels"] or "")))


def _definition_tail(text: str, found: re.Match[str], aliases: dict[str, str], depth: int) -> Tail:
    term = (found["term"] or "").strip('“”" ')
    tail = Tail(found.end(), [], definition=found["which"].lower(), term=term, term_start=found.start("of"))
    inside = _IN.match(text, found.end())
    section = phrase_at(text, inside.end()) if inside and depth < MAX_NESTED else None
    if section is not None and len(section.members) == 1 and not section.unit.depth:
        tail.phrases = [section]  # names the section, which is a reference of its own: the tail ends before it
    return tail


def unit_named(word: str) -> Unit | None:
    """The unit that a tail's word names; None for works and annexes."""
    return UNITS.get(word)
