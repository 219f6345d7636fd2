"""Whether a figure is a least or a most, and whether it lies before or after: `at least 30 days`, `at most 30 days`."""

from __future__ import annotations

import re
from typing import Final

from pincite.text.figures import Figure, figures, stands_for
from pincite.text.negation_cues import BOUNDED

_BEFORE_CHARS: Final = 40
_BEHIND_CHARS: Final = 28
_DENIED_CHARS: Final = 100

# Read right before the figure; the longer wording first, since it may turn the shorter one round.
_LEAST_BEFORE = re.compile(
    r"(?:at least|at a minimum of|minimum of|(?:not|no) (?:less|fewer|sooner) than|"
    r"(?<!no )(?<!not )(?:more|greater|longer|"
    r"higher) than|in excess of|(?<!not )(?<!not to )(?<!cannot )(?:exceeds?|exceeding)|적어도|최소)"
    r"\s(?:(?:a|an|the|of|another)\s)?$"
)
_MOST_BEFORE = re.compile(
    r"(?:at most|a maximum of|maximum of|up to|within|(?:not|no) (?:more|greater|longer|higher|later) than|"
    r"(?:not|not to|cannot) exceed(?:ing)?|(?<!no )(?<!not )(?:less|fewer) than|최대|늦어도)"
    r"\s(?:(?:a|an|the|of)\s)?$"
)
_LEAST_BEHIND = re.compile(r"\s?(?:or (?:more|longer|greater|over)|and (?:over|above)|이상|을?\s?초과(?!하지))")
_MOST_BEHIND = re.compile(r"\s?(?:or (?:less|fewer|shorter|under)|이하|이내|미만|(?:을|를)?\s?초과하지\s?(?:아니|않))")
_PRIOR = re.compile(r"['’]?\s?(?:\w+\s){0,2}?(?:before|prior to|in advance|preceding|전에?|전까지)")
_LATER = re.compile(r"['’]?\s?(?:\w+\s){0,2}?(?:after|following|from the date|후에?|내에)")


def reversed_bounds(claim: str, evidence: str) -> list[Figure]:
    """The figures of the claim that stand in the evidence only with the opposite bound.

    >>> [f.value for f in reversed_bounds("at most 30 days", "not less than thirty days")]
    [Fraction(30, 1)]
    """
    claimed = figures(claim)
    standing = [(figure, _bounds(evidence, figure)) for figure in figures(evidence)] if claimed else []
    turned = []
    for figure in claimed:
        said = _bounds(claim, figure)
        twins = [bounds for other, bounds in standing if stands_for(other, figure)]
        if twins and all(_opposite(said, bounds) for bounds in twins):
            turned.append(figure)
    return turned


# `shall not demand a deposit of more than` two months' rent: at most.
_DENIED = re.compile(f"{BOUNDED}[^.;]{{0,12}}$", re.IGNORECASE)


def _bounds(text: str, figure: Figure) -> frozenset[str]:
    before = text[max(figure.span.start - _BEFORE_CHARS, 0) : figure.span.start].lower()
    behind = text[figure.span.end : figure.span.end + _BEHIND_CHARS].lower()
    wide = text[max(figure.span.start - _DENIED_CHARS, 0) : figure.span.start].lower()
    most = bool(_MOST_BEFORE.search(before) or _MOST_BEHIND.match(behind))
    least = not most and bool(_LEAST_BEFORE.search(before) or _LEAST_BEHIND.match(behind))
    if _DENIED.search(wide):
        most, least = least, most
    found = {name for name, said in (("most", most), ("least", least)) if said}
    if _PRIOR.match(behind):
        found.add("prior")
    elif _LATER.match(behind):
        found.add("later")
    return frozenset(found)


def _opposite(one: frozenset[str], other: frozenset[str]) -> bool:
    return any(
        (a in one and b in other and a not in other) or (b in one and a in other and b not in other)
        for a, b in (("most", "least"), ("prior", "later"))
    )
