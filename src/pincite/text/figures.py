"""Figures of a sentence: numbers, amounts, shares, periods, dates, times, section numbers, ordinals.

A figure is found in whatever way it is written and compared as a quantity: `$1,000.00` is `1000 dollars`, `thirty (30)
days` is `30 days`, `2 weeks` is `14 days`, `one year` is `12 months`; `30 days` is not `1 month`. What similarity
cannot tell, 15 days from 30 days, is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from pincite.types.document import Span


class FigureKind(StrEnum):
    """What a figure counts or names."""

    NUMBER = "number"
    AMOUNT = "amount"
    PERCENT = "percent"
    PERIOD = "period"
    DATE = "date"
    TIME = "time"
    MEASURE = "measure"
    FACTOR = "factor"
    ORDINAL = "ordinal"
    SECTION = "section"


# Units of the same duration or value, as multiples of one of them. Days do not make a month.
_SAME_UNITS = {
    "week": ("day", Fraction(7)), "hour": ("day", Fraction(1, 24)), "minute": ("day", Fraction(1, 1440)),
    "second": ("day", Fraction(1, 86400)), "year": ("month", Fraction(12)), "cent": ("usd", Fraction(1, 100)),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure as it stands in a text.

    Args:
        value: the number as written; for dates, times of day and sections the parts in normal form, such as
            `2020-01-01` (`2020-01` and `--01-01` where a part is missing), `10:00`, `83.49 (3) (a)`.
        unit: singular, such as `day`, `usd`, `degree`; a section's level; for a number the word behind it.
        span: in the text it was found in.
        implied: said without a number (`a month`, `one copy`); it stands as evidence, but nothing has to stand for it.
    """

    kind: FigureKind
    value: Fraction | str
    unit: str
    span: Span
    implied: bool = False

    @property
    def quantity(self) -> tuple[str, Fraction | str]:
        """Unit and value in the unit that all of the same sort are compared in."""
        unit, factor = _SAME_UNITS.get(self.unit, (self.unit, Fraction(1)))
        return unit, self.value * factor if isinstance(self.value, Fraction) else self.value


def figures(text: str) -> list[Figure]:
    """The figures of `text`, in its order, without the ones that are only implied.

    List labels at the beginning and pronouns (`one of them`, `no one`) are none.

    >>> [(str(f.kind), str(f.value), f.unit) for f in figures("within thirty (30) days, $1,000.00 under § 83.49(3)")]
    [('period', '30', 'day'), ('amount', '1000', 'usd'), ('section', '83.49 (3)', 'section')]
    """
    return [figure for figure in all_figures(text) if not figure.implied]


def all_figures(text: str) -> list[Figure]:
    """The figures of `text`, those implied included."""
    return list(_found(text))


@lru_cache(maxsize=1024)
def _found(text: str) -> tuple[Figure, ...]:
    from pincite.text.figures_find import find

    return tuple(find(text))


def missing_figures(claim: str, evidence: str) -> list[Figure]:
    """The figures of `claim` for which none of the same quantity and kind stands in `evidence`."""
    claimed = all_figures(claim)
    return missing(claimed, all_figures(evidence)) if claimed else []


def missing(claimed: Iterable[Figure], standing: Iterable[Figure]) -> list[Figure]:
    """The figures claimed for which no figure stands; see `missing_figures`."""
    stand = tuple(standing)
    lost = []
    for figure in claimed:
        if any(stands_for(other, figure) for other in stand):
            continue
        if not figure.implied or _contradicted(figure, stand):
            lost.append(figure)
    return lost


def stands_for(evidence: Figure, claim: Figure) -> bool:
    """Whether the evidence's figure says what the claim's one does, or more exactly."""
    if claim.kind is not evidence.kind:
        return _bare_stands(evidence, claim)
    if claim.kind is FigureKind.DATE:
        return _date_stands(str(evidence.value), str(claim.value))
    if claim.kind is FigureKind.SECTION:
        return _section_stands(evidence, claim)
    if claim.kind is FigureKind.MEASURE and "degree" in (claim.unit, evidence.unit):
        return claim.value == evidence.value and claim.unit[:6] == evidence.unit[:6]
    if claim.kind in (FigureKind.NUMBER, FigureKind.ORDINAL):
        return claim.value == evidence.value
    return claim.quantity == evidence.quantity


def _bare_stands(evidence: Figure, claim: Figure) -> bool:
    """Across kinds: a number without a word behind it may stand for that number of anything but a section."""
    if claim.kind is FigureKind.NUMBER and not claim.unit:
        if evidence.kind is FigureKind.DATE:
            return str(claim.value) in str(evidence.value).split("-")[:1]
        if evidence.kind is FigureKind.PERCENT and isinstance(evidence.value, Fraction):
            return claim.value in (evidence.value, evidence.value * 100)
        return evidence.kind is not FigureKind.SECTION and claim.value == evidence.value
    if {claim.kind, evidence.kind} == {FigureKind.FACTOR, FigureKind.PERCENT}:
        return claim.value == evidence.value  # `200 %` and `twice`
    return False


def _date_stands(evidence: str, claim: str) -> bool:
    """The same date, or one that says more: a day for its month, a full date for its day and month."""
    return evidence == claim or evidence.startswith(f"{claim}-") or evidence.endswith(claim.replace("--", "-", 1))


def _section_stands(evidence: Figure, claim: Figure) -> bool:
    """The same number, or a deeper one below it: `83.49(3)(a)` stands for `83.49` and for `paragraph (3)`."""
    whole, part = str(evidence.value).split(), str(claim.value).split()
    if (
        claim.unit != evidence.unit
        and "below" not in (claim.unit, evidence.unit)
        and "" not in (claim.unit, evidence.unit)
    ):
        return False
    starts = range(len(whole) - len(part) + 1)
    return any(whole[at : at + len(part)] == part for at in starts)


def _contradicted(claim: Figure, stand: tuple[Figure, ...]) -> bool:
    """Whether the evidence counts the thing of an implied `one ...` otherwise."""
    return (
        claim.kind is FigureKind.NUMBER
        and bool(claim.unit)
        and any(
            figure.kind is FigureKind.NUMBER and figure.unit == claim.unit and not figure.implied for figure in stand
        )
    )
