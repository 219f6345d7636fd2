"""Rules: the evidence by what a claim is bound to (RefWalk, per-rule attribution).

A rule is a provision of the library; a long one that is indexed in several parts is one rule with several sources.
Text outside any provision is bound by its chunk's id.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pincite.types.chunk import Chunk
from pincite.types.retrieval import Evidence

Finer = Callable[[Evidence], Sequence[str]]
"""Ids of the provisions whose text a source holds, its own first."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that a claim may be bound to.

    Args:
        id: of the provision, or of the chunk where there is none.
        numbers: of the sources that hold it, best first.
        provisions: its own id and those of the finer provisions that these sources hold.
    """

    id: str
    numbers: tuple[int, ...]
    provisions: tuple[str, ...]


def rule_id(chunk: Chunk) -> str:
    """What a claim on a chunk's text is bound to."""
    return chunk.provision_id or chunk.id


def rules_of(evidence: Sequence[Evidence], finer: Finer) -> tuple[Rule, ...]:
    """The rules of the evidence, in the order of their best source."""
    sources: dict[str, list[Evidence]] = {}
    for item in evidence:
        sources.setdefault(rule_id(item.chunk), []).append(item)
    return tuple(
        Rule(
            id_,
            tuple(item.number for item in items),
            tuple(dict.fromkeys((id_, *(p for item in items for p in finer(item))))),
        )
        for id_, items in sources.items()
    )
