"""Segments of ids from the numbers and labels that a reference names."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.graph.english.phrases import Member, Phrase
from pincite.graph.english.places import Place
from pincite.graph.english.words import Unit


def path_of(phrase: Phrase, member: Member, place: Place, *, own: bool) -> tuple[str, ...]:
    """The segments of a member.

    Args:
        own: it is of the document itself, whose tree decides where there are several ways to write it.
    """
    unit = phrase.unit
    if unit.depth and not _is_section(phrase, member, place):
        return fine_segments(_labels(member), unit, place, own=own)
    number = member.number
    if unit.name == "article":
        return _article(number, member.labels, place, own=own)
    if unit.name in ("section", "rule") or unit.depth:
        return _section(number, member.labels, place, own=own)
    if unit.name == "recital":
        return (f"r{number or ''.join(member.labels[:1])}",)
    return (f"{unit.letter}{number}", *(f"p{label}" for label in member.labels))


def through_of(phrase: Phrase, member: Member, path: tuple[str, ...], place: Place) -> str:
    """The last segment of a range's end; empty for none."""
    if not path or not (member.through or member.through_number):
        return ""
    if member.through_number:
        head = path[0] if not phrase.unit.depth else path[-1]
        if place.contract and head[:1] == "k":
            return _clause_through(member.number, member.through_number)
        return f"{_letters(head, member.number)}{member.through_number}"
    return f"{_letters(path[-1], '')}{member.through}"


def _clause_through(number: str, through: str) -> str:
    """The last clause as a segment beside the first; whole where it stands in another article."""
    head, _, last = through.rpartition(".")
    return f"k{last}" if head == number.rpartition(".")[0] else f"k{through}"


def _letters(segment: str, number: str) -> str:
    if number and segment.endswith(number):
        return segment.removesuffix(number)
    return segment[:1]


def is_section(phrase: Phrase, member: Member, place: Place) -> bool:
    """Whether a finer unit's word names a section all the same: `subsection 4467(b)`."""
    return _is_section(phrase, member, place)


def _is_section(phrase: Phrase, member: Member, place: Place) -> bool:
    number = member.number
    return bool(number and member.labels and not place.contract) and (len(number) > 2 or place.has_top(f"s{number}"))


def _labels(member: Member) -> list[str]:
    return [*([member.number] if member.number else []), *member.labels]


def _section(number: str, labels: Sequence[str], place: Place, *, own: bool) -> tuple[str, ...]:
    plain = (f"s{number}", *(f"p{label}" for label in labels))
    if not own:
        return plain
    if place.contract:
        return clause_segments(number, labels)
    return plain if place.has_top(plain[0]) else place.choose(plain, (f"a{number}", *european_segments(labels)))


def clause_segments(number: str, labels: Sequence[str]) -> tuple[str, ...]:
    """`1.2(a)` of a contract: one segment for each level."""
    return (*(f"k{part}" for part in number.split(".") if part), *(f"k{label}" for label in labels))


def _article(number: str, labels: Sequence[str], place: Place, *, own: bool) -> tuple[str, ...]:
    if own and place.contract and not place.has_top(f"a{number}"):
        return place.choose((f"k{_arabic(number)}", *(f"k{label}" for label in labels)), (f"k{number}",))
    return (f"a{number}", *european_segments(labels))


def european_segments(labels: Sequence[str]) -> tuple[str, ...]:
    """Labels below an article: a number is a paragraph, then a point, then what stands below it."""
    found: list[str] = []
    for label in labels:
        letter = "p" if label[0].isdigit() and not found else "i" if not any(s[0] == "i" for s in found) else "b"
        found.append(f"{letter}{label}")
    return tuple(found)


def fine_segments(labels: Sequence[str], unit: Unit, place: Place, *, own: bool) -> tuple[str, ...]:
    """Labels that stand without their section: `paragraph (a)(1)`, `point (b)`, `clause 5.3`."""
    if own and place.contract:
        first, *rest = labels
        return clause_segments(first, rest)
    if unit.name == "point":
        return tuple(f"{'i' if at == 0 else 'b'}{label}" for at, label in enumerate(labels))
    if own and place.european:
        return european_segments(labels) if labels[0][0].isdigit() else tuple(f"i{label}" for label in labels)
    return tuple(f"p{label}" for label in labels)


def _arabic(number: str) -> str:
    values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
    if not number or not set(number) <= set(values):
        return number
    total = highest = 0
    for letter in reversed(number):
        value = values[letter]
        total += value if value >= highest else -value
        highest = max(highest, value)
    return str(total)
