"""A graph in numbers: nodes, edges, references by form, what resolved and why the rest did not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from pincite.graph.okg import KnowledgeGraph, NodeKind
from pincite.graph.resolve import Resolution
from pincite.types.reference import Unresolved

# Reasons that lie in what the corpus holds: another text, another edition. They say nothing of the resolver.
NOT_HELD = frozenset({Unresolved.OUTSIDE_CORPUS, Unresolved.EDITION_MISMATCH})


def statistics(graph: KnowledgeGraph) -> dict[str, Any]:
    """Counts of a graph as JSON values, in a fixed order.

    `resolved_share` is of all references; `resolved_share_in_corpus` leaves out those whose target, or whose edition
    of it, the corpus does not hold. Both are None where there is nothing to share.
    """
    provisions = [n for n in graph.nodes.values() if n.provision_kind is not None]
    outcomes = [resolution for _, resolution in graph.resolutions()]
    return {
        "as_of": graph.as_of,
        "documents": len(graph.parts),
        "levels": _counts(str(part.member.standing.level) for part in graph.parts),
        "grammars": _counts(part.member.tree.grammar or "sections" for part in graph.parts),
        "nodes": _counts(str(n.kind) for n in graph.nodes.values()),
        "provisions": _counts(n.provision_kind.name.lower() for n in provisions if n.provision_kind),
        "deleted": sum(n.deleted for n in provisions),
        "forms_without_text": sum(n.kind is NodeKind.FORM and n.span is None for n in graph.nodes.values()),
        "edges": _counts(str(edge.type) for edge in graph.edges),
        "manners": _counts(edge.manner for edge in graph.edges if edge.manner),
        "references": len(outcomes),
        "resolved": sum(outcome.reason is None for outcome in outcomes),
        "resolved_share": _share(outcomes),
        "resolved_share_in_corpus": _share([o for o in outcomes if o.reason not in NOT_HELD]),
        "forms": {form: _of_form(group) for form, group in _grouped(outcomes)},
        "unresolved": _counts(str(o.reason) for o in outcomes if o.reason is not None),
        "warnings": _counts(warning.rule for _, warning in graph.warnings()),
    }


def _counts(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))


def _share(outcomes: list[Resolution]) -> float | None:
    return round(sum(o.reason is None for o in outcomes) / len(outcomes), 4) if outcomes else None


def _grouped(outcomes: list[Resolution]) -> list[tuple[str, list[Resolution]]]:
    groups: dict[str, list[Resolution]] = {}
    for outcome in outcomes:
        groups.setdefault(str(outcome.reference.form), []).append(outcome)
    return sorted(groups.items())


def _of_form(group: list[Resolution]) -> dict[str, Any]:
    return {
        "references": len(group),
        "resolved": sum(o.reason is None for o in group),
        "resolved_share_in_corpus": _share([o for o in group if o.reason not in NOT_HELD]),
        "unresolved": _counts(str(o.reason) for o in group if o.reason is not None),
    }
