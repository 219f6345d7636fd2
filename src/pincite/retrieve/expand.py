"""From seeds along citation-bearing edges to what similarity alone does not reach (RefWalk, section on expansion)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from pincite.retrieve.unit_edges import UnitStep
from pincite.types.reference import Edge


@dataclass(frozen=True, slots=True)
class Reached:
    """A unit that was reached from a seed.

    Args:
        score: the seed's, times the decay for each hop.
        via: the edges from the seed to it, one a hop.
        seed: the chunk from which it was reached.
    """

    unit: str
    score: float
    via: tuple[Edge, ...]
    seed: str


def expand(
    seeds: Mapping[str, float],
    steps: Callable[[str], Iterable[UnitStep]],
    *,
    hops: int = 1,
    decay: float = 0.7,
    per_edge: int = 6,
    likeness: Callable[[str], float] = lambda unit: 0.0,
) -> dict[str, Reached]:
    """The units that are no seeds and lie within some hops of one; each from the seed that gives it the highest score.

    Args:
        seeds: chunk ids with their scores, best first.
        steps: the edges of a unit that may be walked.
        decay: share of its score that a unit passes on.
        per_edge: most units that one edge leads to: the likest ones, in the order of the text where they are alike.
        likeness: of a unit to the question; negative for one that may not be used.
    """
    reached: dict[str, Reached] = {}
    layer = [Reached(unit, score, (), unit) for unit, score in seeds.items()]
    for _ in range(hops):
        found: dict[str, Reached] = {}
        for start in layer:
            for step in steps(start.unit):
                for unit in likest(step.units, per_edge, likeness):
                    score = start.score * decay
                    if unit not in seeds and score > _score_of(unit, found, reached):
                        found[unit] = Reached(unit, score, (*start.via, step.edge), start.seed)
        reached |= found
        layer = list(found.values())
    return reached


def likest(units: Iterable[str], count: int, likeness: Callable[[str], float]) -> list[str]:
    """The units that are most like the question, at most `count`; those that may not be used are left out."""
    usable = [(likeness(unit), unit) for unit in units]
    return [unit for like, unit in sorted(usable, key=lambda u: -u[0])[:count] if like >= 0]


def _score_of(unit: str, *found: Mapping[str, Reached]) -> float:
    return max((f[unit].score for f in found if unit in f), default=0.0)
