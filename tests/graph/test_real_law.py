"""Whole corpora of real law build, and what they hold resolves; floors below the measured figures of docs/graph.md."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pincite.graph.link import Linker
from pincite.graph.lookup import Member
from pincite.graph.read_law import read_law
from pincite.graph.statistics import NOT_HELD, statistics
from pincite.parse import read
from pincite.types.law import AuthorityLevel
from pincite.types.reference import ReferenceForm, Unresolved

HISTORY = ("regops_ko/history_2023-12-28/*.md", "regops_ko/documents/rnd_cost_standard.md")
SETS = [
    ("current", ("regops_ko/documents/*.md",), None, 20),
    ("history", HISTORY, "2023-12-28", 4),
    ("hipaa", ("hipaa/hipaa_part*.md",), None, 3),
]


def build(data: Path, patterns: tuple[str, ...], as_of: str | None) -> Any:
    laws = [read_law(read(path)) for pattern in patterns for path in sorted(data.glob(pattern))]
    linker = Linker(as_of)
    linker.change([Member(law.standing, law) for law in laws])
    return linker.graph()


@pytest.mark.parametrize(("patterns", "as_of", "documents"), [row[1:] for row in SETS], ids=[row[0] for row in SETS])
def test_corpus_of_real_law_builds_and_resolves(
    data_dir: Path, patterns: tuple[str, ...], as_of: str | None, documents: int
) -> None:
    graph = build(data_dir, patterns, as_of)
    assert statistics(graph)["documents"] == documents
    # Manuals print other texts as their own; delegations that nobody claims have no target to find.
    held = [
        outcome
        for member, outcome in graph.resolutions()
        if outcome.reason not in NOT_HELD
        and member.standing.level is not AuthorityLevel.MANUAL
        and outcome.reason is not Unresolved.NO_FILLING_PROVISION
    ]
    assert sum(outcome.reason is None for outcome in held) / len(held) >= 0.97
    assert all(edge.source in graph.nodes and edge.target in graph.nodes for edge in graph.edges)


def test_levels_and_families_of_the_korean_set(data_dir: Path) -> None:
    graph = build(data_dir, ("regops_ko/documents/*.md",), None)
    levels = statistics(graph)["levels"]
    assert levels == {"decree": 4, "manual": 5, "notice": 6, "rule": 2, "statute": 3}
    backs = [o for _, o in graph.resolutions() if o.reference.form is ReferenceForm.DELEGATION_BACK]
    assert sum(bool(o.targets) for o in backs) / len(backs) >= 0.9
