"""What the governing text makes necessary: delegations, exceptions, what applies with changes. Beyond the paper.

RefWalk walks one hop and lets the ranking decide, so a decree's detail that shares no word with the question stays
below. Here the edges that a rule cannot be read without are followed from the top of the fused ranking, under a budget.
What they lead to stands behind these first rules, in front of what is only like the question.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pincite.retrieve.rank_fusion import RANK_CONSTANT
from pincite.retrieve.unit_edges import UnitStep
from pincite.types.reference import Edge, EdgeType, Manner


class Need(StrEnum):
    """Why a provision is necessary beside another."""

    DELEGATED = "delegated"
    """The rule leaves the detail to it: 대통령령으로 정하는."""
    EXCEPTION = "exception"
    """It takes the rule back, or the rule is its exception: 제N조에도 불구하고."""
    APPLIED = "applied"
    """The rule is its text with changes: 준용한다."""
    GOVERNING = "governing"
    """The rule carries it out: it is what the higher text says."""
    DETAIL = "detail"
    """A lower text carries the rule out, though the rule leaves nothing to it in words: 법 제N조에 따른 금액은."""
    CITED = "cited"
    """The rule is said in its terms: 제N조에 따른, 별표 N."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A unit that a higher ranked one makes necessary.

    Args:
        by: the unit that brought it.
        score: its likeness to the question, less for one brought by a lower rank.
    """

    unit: str
    by: str
    edge: Edge
    need: Need
    score: float


def need_of(step: UnitStep) -> Need | None:
    """Why what a step leads to is necessary; None where it is not."""
    edge, forward = step.edge, step.forward
    if step.inherited and forward:  # what another part of the article says
        return None
    if edge.manner == Manner.EXCEPTION:
        return Need.EXCEPTION
    if edge.manner == Manner.MUTATIS_MUTANDIS:
        return Need.APPLIED if forward else None
    if edge.type is EdgeType.DELEGATES_TO:
        return Need.DELEGATED if forward else Need.GOVERNING
    if edge.type is EdgeType.SPECIFIES:
        return Need.GOVERNING if forward else Need.DETAIL
    return Need.CITED if edge.type is EdgeType.REFERENCES and forward else None


def close(
    ranked: Sequence[str],
    steps: Callable[[str], Sequence[UnitStep]],
    *,
    needs: Collection[Need],
    top: int,
    held: int,
    max_units: int,
    max_tokens: int,
    tokens_of: Callable[[str], int],
    likeness: Callable[[str], float],
    per_edge: int = 2,
) -> list[Brought]:
    """What the first units make necessary and the first `held` do not hold anyway, the best first.

    Args:
        ranked: chunk ids, best first.
        needs: the reasons that count.
        top: so many of them bring others.
        held: so many of them are handed on.
        likeness: of a unit to the question; negative for one that may not be brought.
        per_edge: most units that one edge brings, the likest ones.
    """
    stay = set(ranked[: max(held - max_units, top)])
    brought: list[Brought] = []
    tokens = 0
    for found in _candidates(ranked[:top], steps, needs, likeness, per_edge):
        if len(brought) == max_units:
            break
        if found.unit not in stay and tokens + (size := tokens_of(found.unit)) <= max_tokens:
            brought.append(found)
            tokens += size
    return brought


def _candidates(
    top: Sequence[str],
    steps: Callable[[str], Sequence[UnitStep]],
    needs: Collection[Need],
    likeness: Callable[[str], float],
    per_edge: int,
) -> list[Brought]:
    """Every unit that one of the first makes necessary, once, the best first."""
    best: dict[str, Brought] = {}
    for rank, unit in enumerate(top, 1):
        share = RANK_CONSTANT / (RANK_CONSTANT + rank)
        for found in _needed(unit, steps(unit), needs, likeness, per_edge, share):
            if found.unit not in best or found.score > best[found.unit].score:
                best[found.unit] = found
    return sorted(best.values(), key=lambda found: -found.score)


def _needed(
    unit: str,
    steps: Sequence[UnitStep],
    needs: Collection[Need],
    likeness: Callable[[str], float],
    per_edge: int,
    share: float,
) -> Iterator[Brought]:
    for step in steps:
        need = need_of(step)
        if need is None or need not in needs:
            continue
        usable = sorted((u for u in step.units if likeness(u) >= 0), key=lambda u: -likeness(u))
        for other in usable[:per_edge]:
            yield Brought(other, unit, step.edge, need, share * likeness(other))


def inserted(ranked: Sequence[str], brought: Sequence[Brought], top: int) -> list[str]:
    """The ranking with the brought units behind its first `top`."""
    new = [found.unit for found in brought]
    rest = [unit for unit in ranked[top:] if unit not in new]
    return [*ranked[:top], *new, *rest]
