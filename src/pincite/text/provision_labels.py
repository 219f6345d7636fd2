"""How a provision is cited in print: 제20조제1항제2호, § 164.502(a)(1)(ii), Article 6(1)(f), 1.2(a)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pincite.types.provision import ProvisionKind, split_segment

_K = ProvisionKind
_MAX_LABEL = 5
_SUBITEMS = "가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토포호"

_KOREAN: Mapping[str, str] = {
    _K.PART: "제{}편",
    _K.DIVISION: "제{}편",
    _K.CHAPTER: "제{}장",
    _K.SUBCHAPTER: "제{}절",
    _K.SUBPART: "제{}관",
    _K.ARTICLE: "제{}조",
    _K.PARAGRAPH: "제{}항",
    _K.ITEM: "제{}호",
    _K.ANNEX: "별표 {}",
}
_ENGLISH: Mapping[str, str] = {
    _K.TITLE: "Title {}",
    _K.SUBTITLE: "Subtitle {}",
    _K.DIVISION: "Division {}",
    _K.PART: "Part {}",
    _K.CHAPTER: "Chapter {}",
    _K.SUBCHAPTER: "Subchapter {}",
    _K.SUBPART: "Subpart {}",
    _K.SECTION: "§ {}",
    _K.ARTICLE: "Article {}",
    _K.RECITAL: "Recital {}",
    _K.ANNEX: "Annex {}",
    _K.FORM: "Form {}",
    _K.ADDENDA: "Addenda {}",
}


def provision_label(segments: Sequence[str], language: str) -> str:
    """The printed form of an id's segments.

    >>> provision_label(("a13-2", "p1", "i3", "b1"), "ko"), provision_label(("s164.502", "pa", "p1", "pii"), "en")
    ('제13조의2제1항제3호가목', '§ 164.502(a)(1)(ii)')
    """
    segments = [s for s in segments if not s.startswith("def:")]
    if language == "ko":
        return "".join(map(_korean, segments)).strip()
    return _english(segments)


def _korean(segment: str) -> str:
    kind, number = split_segment(segment)
    first, _, branch = number.partition("-")
    behind = f"의{branch}" if branch else ""
    if kind == _K.SUBITEM:
        letter = _SUBITEMS[int(first) - 1] if first.isdecimal() and 0 < int(first) <= len(_SUBITEMS) else first
        return f"{letter}목{behind}"
    if kind == _K.ADDENDA:
        return "부칙 " if len(number) < 2 else f"부칙({number}) "
    if kind == _K.FORM:
        return f"별지 제{first}호{behind}서식" if first not in ("", "0") else "별지 서식"
    if kind == _K.ANNEX:
        return f"별표 {first}{behind} " if first not in ("", "0") else "별표 "
    form = _KOREAN.get(kind)
    return form.format(first) + behind if form else f" {number}"


def _english(segments: Sequence[str]) -> str:
    shown, clauses = "", []
    for segment in segments:
        kind, number = split_segment(segment)
        if kind in (_K.PARAGRAPH, _K.ITEM, _K.SUBITEM):
            # A definition in a section of definitions goes by its term.
            shown += f"({number})" if len(number) <= _MAX_LABEL else f" “{number.replace('-', ' ')}” "
        elif kind == _K.CLAUSE:
            clauses.append(number)
            shown = _clause(clauses)
        else:
            shown += f"{', ' if shown else ''}{_ENGLISH.get(kind, '{}').format(number)}"
    return shown.strip()


def _clause(numbers: Sequence[str]) -> str:
    """`1`, `2`, `a` as 1.2(a)."""
    shown = ""
    for number in numbers:
        if re.fullmatch(r"[a-zA-Z]+", number) and shown:
            shown += f"({number})"
        else:
            shown += f".{number}" if shown else number
    return shown
