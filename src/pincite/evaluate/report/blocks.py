"""What a report is made of, before it is Markdown or HTML. All text in it is plain: each form escapes it by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a section, 2 or 3 deep."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph; `warning` where a reader must not miss it."""

    text: str
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """A list without an order."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Code:
    """Lines to copy."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head.

    Args:
        left: columns that are words; the others are figures and stand on the right.
        folded: a page shows it when it is asked for, under this title; empty to show it at once.
    """

    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    left: frozenset[int] = frozenset((0,))
    folded: str = ""


@dataclass(frozen=True, slots=True)
class Cards:
    """A few figures to be seen first: name, figure, what it is of."""

    cards: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A plot by its name; what it shows stands in `about` for those who do not see it."""

    name: str
    title: str
    about: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A failed case.

    Args:
        title: its question.
        tags: short facts.
        fields: name and text; a field may have several lines.
    """

    title: str
    tags: tuple[str, ...]
    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Entries:
    """Failed cases under one kind.

    Args:
        total: how many there are, those listed included.
        rest: where the others stand, in words; said where there are more than are listed.
    """

    entries: Sequence[Entry]
    total: int
    rest: str


Block = Heading | Text | Items | Code | Table | Cards | Picture | Entries
