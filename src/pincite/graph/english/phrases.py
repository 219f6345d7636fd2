"""The words of one reference: `sections 5(a) and (b)`, `paragraphs (a)(1) through (4)`, `Articles 12 to 22`.

Only what stands there: which provision is meant follows from the place (`pincite.graph.english.meanings`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from pincite.graph.english.labels import (
    BLANK,
    COARSE_NUMBER,
    GAP,
    LABELS,
    MAY_GAP,
    SECTION_NUMBER,
    clean_number,
    complete,
    kinds_of,
    labels_in,
    same_shape,
    split_range,
)
from pincite.graph.english.words import AFTER_QUANTITY, SPELLINGS, UNITS, Unit

_NAMES = "|".join(sorted(UNITS, key=len, reverse=True))
_SHORT = (
    r"[Ss]ecs?\.|SECS?\.|[Ss]ect\.|ss?\.|[Aa]rts?\.|[Cc]hap\.|[Cc]hs?\.|[Pp]aras?\.|[Ss]ubsecs?\.|[Ss]ubd(?:iv)?\."
    r"|[Cc]ls?\."
)
UNIT: Final = (
    rf"(?:(?P<sign>§{{1,3}}){BLANK}|(?P<word>(?i:{_NAMES}))(?P<s>[sS])?(?![\w’'-]){MAY_GAP}|(?P<short>{_SHORT}){BLANK})"
)
_UNIT = re.compile(UNIT)
_NUMBER_SIGN = re.compile(r"[Nn]os?\.[ ]?")

_SECTION = rf"(?P<n>{SECTION_NUMBER})(?:[ ]?(?P<l>{LABELS}))?"
_MEMBERS: Final = {
    "section": re.compile(rf"{_SECTION}|(?P<labels>{LABELS})"),
    "article": re.compile(rf"(?P<n>(?=\d){SECTION_NUMBER}|{COARSE_NUMBER})(?:[ ]?(?P<l>{LABELS}))?"),
    "recital": re.compile(r"(?P<labels>\(\d{1,3}\))|(?P<n>\d{1,3}(?![\w%]))(?P<fine>)"),
    "coarse": re.compile(rf"(?P<n>{COARSE_NUMBER})"),
    "fine": re.compile(
        rf"(?P<labels>{LABELS})|(?P<n>"
        r"\d{1,5}[A-Za-z]?(?:\.\d{1,3}){0,4}(?![\w%])(?:-\d{1,3}(?!\d))?"  # paragraph 2; clause 5.3
        r"|[A-Z](?:[ ]\d{1,2}(?![\d.]*\w))?(?:(?<=\d)[ ][a-z](?=[ ,.;)]))?(?![\w’'])"  # subdivision A 1 a
        r"|[a-z](?=\.?(?:,|;|\)|[ ](?:and|or|of)\b))"  # sub-subparagraph a.
        rf")(?P<fine>)(?:[ ]?(?P<l>{LABELS}))?"
    ),
}
_COMMA = rf"(?P<comma>{BLANK}[,;]{MAY_GAP})"
_AND = r"(?:and/or|and|or|nor|as\swell\sas)"
_JOIN = re.compile(
    rf"\.?(?:{_COMMA}(?:(?P<and>{_AND}){GAP})?|{GAP}{_AND}{GAP})(?:(?:in|under|of|by|with|either){GAP}(?=§|[Ss]))?"
)
_RANGE = re.compile(
    rf"\.?(?:{BLANK}[–—]{BLANK}|[ ]-{{1,2}}[ ]|-(?=\()|{GAP}(?:through|thru|to){GAP})(?:and{GAP}including{GAP})?"
)
_QUANTITY = re.compile(rf"{BLANK}(?:{AFTER_QUANTITY})(?![a-z])", re.VERBOSE)
_BEGINS_ITEM = re.compile(r"\s+(?:the|an?|any|each|every|all|no|such|his|her|its|their|if|when|unless|whether)\s")
_PLAIN = re.compile(r"\d+[A-Za-z]{0,2}")
_OF = re.compile(r",?\s(?:of|and|or)\b")
_CODE_FOLLOWS = re.compile(r"[ ]?(?:U\.?\s?S\.?\s?C|C\.?\s?F\.?\s?R|V\.S\.A|D?CMR)")
MAX_NESTED = 4


@dataclass(slots=True)
class Member:
    """One member of a list, with the levels that it leaves out.

    Args:
        number: of the section, article or chapter; empty where only labels are named.
        through_number, through: end of a range; the last label in `through`.
    """

    start: int
    end: int
    number: str = ""
    labels: list[str] = field(default_factory=list)
    through_number: str = ""
    through: str = ""


@dataclass(slots=True)
class Phrase:
    """A unit's word with its members, up to `end`; `code` may be said anew for each of them (`105 CMR`)."""

    unit: Unit
    plural: bool
    start: int
    end: int
    members: list[Member]
    code: str = ""


def unit_of(found: re.Match[str]) -> Unit:
    """The unit that a match of UNIT names."""
    if found["sign"]:
        return UNITS["section"]
    if found["word"]:
        return UNITS[found["word"].lower()]
    return UNITS[SPELLINGS[found["short"].lower().rstrip(".")]]


def phrase_at(text: str, at: int) -> Phrase | None:
    """The reference whose unit's word begins at an offset; None where no number follows it."""
    found = _UNIT.match(text, at)
    if found is None:
        return None
    unit = unit_of(found)
    plural = (
        bool(found["s"]) or (found["sign"] or "").startswith("§§") or (found["short"] or "").rstrip(".").endswith("s")
    )
    plural = plural and (found["short"] or "").lower() != "s."
    return members_at(text, found.end(), unit, plural=plural, start=at)


def members_at(text: str, at: int, unit: Unit, *, plural: bool, start: int, code: str = "") -> Phrase | None:
    """The list of numbers that begins at an offset."""
    sign = _NUMBER_SIGN.match(text, at)
    pattern = _MEMBERS[_class(unit)]
    found = pattern.match(text, sign.end() if sign else at)
    if found is None or (unit.rank == UNITS["section"].rank and not found["n"]):
        return None
    if not found["n"] and "\n" in text[start : found.start()] and not _OF.match(text, found.end()):
        return None  # a label at the beginning of a line is that line's own
    first = _member(found, None, plural=plural)
    if first is None or (not plural and _QUANTITY.match(text, found.end()) and unit.depth):
        return None
    first.start = start
    phrase = Phrase(unit, plural, start, first.end, [first], code)
    for member in _later(text, phrase, pattern):
        phrase.members.append(member)
        phrase.end = member.end
    return phrase


def _class(unit: Unit) -> str:
    if unit.name in ("section", "rule"):
        return "section"
    if unit.name == "article":
        return "article"
    return unit.name if unit.name == "recital" else "fine" if unit.depth else "coarse"


def _member(found: re.Match[str], before: Member | None, *, plural: bool) -> Member | None:
    """A member from a match; labels alone go on from the member before."""
    groups = found.groupdict()
    number, labels = groups.get("n") or "", labels_in(groups.get("l") or groups.get("labels") or "")
    member = Member(found.start(), found.end())
    if "fine" in groups and number and not (labels and number.isdigit()):
        first, member.through = split_range(number, plural=plural) if number[0].isdigit() else (number, "")
        labels, number = [*first.split(), *labels], ""
    if number:
        member.number, member.through_number = split_range(number, plural=plural)
        member.labels = labels
    elif before is None:
        member.labels = labels
    elif not before.labels and not before.number:
        return None
    else:
        member.number = before.number
        member.labels = complete(before.labels, labels) if before.labels else labels
    return member


def _later(text: str, phrase: Phrase, pattern: re.Pattern[str]) -> Iterator[Member]:
    """The members behind the first."""
    last = phrase.members[0]
    while True:
        ranged = _RANGE.match(text, last.end)
        end = _next(text, ranged.end(), phrase, last, pattern, joined=ranged) if ranged else None
        if end is not None and not last.through and not last.through_number:
            last.through_number = end.number if end.number != last.number or not end.labels else ""
            last.through = end.labels[-1] if end.labels and not last.through_number else ""
            last.end = phrase.end = end.end
            last = Member(last.start, end.end, end.number, end.labels, end.number, end.labels[-1] if end.labels else "")
            continue
        joined = _JOIN.match(text, last.end)
        member = _next(text, joined.end(), phrase, last, pattern, joined=joined) if joined else None
        if member is None:
            return
        yield member
        last = member


def _next(
    text: str, at: int, phrase: Phrase, last: Member, pattern: re.Pattern[str], *, joined: re.Match[str]
) -> Member | None:
    """The member that begins at an offset behind `and` or `through`; None where the list ends before."""
    begin = at
    if phrase.code and text.startswith(phrase.code, at):
        at += len(phrase.code)
        at += text.startswith((" ", "\n"), at)
    again = _UNIT.match(text, at)
    if again is not None:
        if unit_of(again) is not phrase.unit:
            return None
        at = again.end()
    found = pattern.match(text, at)
    if found is None:
        return None
    begin = begin if at > begin else found.start()
    groups = found.groupdict()
    number, labels = groups.get("n") or "", groups.get("labels") or ""
    if again is None and not _may_go_on(text, found, joined, number, labels, phrase, last):
        return None
    if again is not None and not number and phrase.unit.rank == UNITS["section"].rank:
        return None
    member = _member(found, None if again is not None and labels else last, plural=phrase.plural)
    if member is not None:
        member.start = begin
    return member


def _may_go_on(
    text: str, found: re.Match[str], joined: re.Match[str], number: str, labels: str, phrase: Phrase, last: Member
) -> bool:
    """Whether a number without its unit's word is a member, and not a quantity or the next item of an enumeration."""
    gap = joined.group()
    if "\n" in gap and not number[:1].isdigit():
        return False
    if ";" in gap:
        return False
    if labels:
        known = frozenset[str]().union(*(kinds_of(label) for label in last.labels))
        fits = bool(known & kinds_of(labels_in(labels)[0])) or (bool(last.number) and not last.labels and phrase.plural)
        return fits and not (("," in gap) and _BEGINS_ITEM.match(text, found.end()))
    if _QUANTITY.match(text, found.end()) or _CODE_FOLLOWS.match(text, found.end()):
        return False
    if number.isalpha() and len(number) == 1:
        return phrase.plural or re.match(r"[,.;)]|\s(?:of|or|and)\b", text[found.end() : found.end() + 5]) is not None
    if not number[0].isdigit():
        return True
    first = phrase.members[0].number or (phrase.members[0].labels or [""])[-1]
    whole = clean_number(split_range(number, plural=phrase.plural)[0])
    return same_shape(first, whole) or (
        phrase.plural and _PLAIN.fullmatch(first) is not None and _PLAIN.fullmatch(whole) is not None
    )


def nested_at(text: str, at: int, outer: Unit) -> Phrase | None:
    """A finer level right behind a comma: `chapter 4, part 20`; `Article 6(1), point (f)`."""
    comma = _NESTING.match(text, at)
    inner = phrase_at(text, comma.end()) if comma else None
    return inner if inner is not None and inner.unit.rank > outer.rank else None


_NESTING = re.compile(rf",{GAP}|{GAP}(?=[a-z§])")
