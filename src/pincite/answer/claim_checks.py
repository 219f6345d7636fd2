"""Whether the claims of an answer file are what its sentences and citations say, and leave out nothing they rest on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from pincite.answer.claims import claims_of
from pincite.answer.record import REFWALK, edge_record
from pincite.answer.verify_findings import VerifyFinding
from pincite.graph.rests_on import Quoted
from pincite.types.document import Span
from pincite.validate.closure_check import NAME

if TYPE_CHECKING:
    from pincite.graph.okg import KnowledgeGraph
    from pincite.graph.rests_on import RestsOn

Record = Mapping[str, Any]


@runtime_checkable
class WalkedLibrary(Protocol):
    """A library that knows what its provisions rest on."""

    def rests_on(self) -> RestsOn:
        """What tells it, for the library as it is."""
        ...


@runtime_checkable
class GraphedLibrary(Protocol):
    """A library with a graph."""

    def graph(self) -> KnowledgeGraph:
        """Its graph as it is."""
        ...


def claim_findings(record: Record) -> Iterator[VerifyFinding]:
    """Findings on the claims of a sound, answered record."""
    if record["method"] != REFWALK:
        if record["claims"] is not None:
            yield VerifyFinding("/claims", "claims", f"method {record['method']} makes none")
        if record["trace"].get("walk") is not None:
            yield VerifyFinding("/method", "claims", f"the trace has a walk, and method {record['method']} makes none")
        return
    wanted, said = claims_of(record), record["claims"]
    if said is None:
        yield VerifyFinding("/claims", "claims", "there are none, and the sentences are claims")
        return
    for rule in (*wanted, *(rule for rule in said if rule not in wanted)):
        if said.get(rule, []) != wanted.get(rule, []):
            pointer = rule.replace("~", "~0").replace("/", "~1")
            detail = "are not the sentences that cite this rule, with the provisions of their quotes"
            yield VerifyFinding(f"/claims/{pointer}", "claims", detail)


def closure_findings(record: Record, library: object) -> tuple[list[VerifyFinding], list[VerifyFinding]]:
    """What the claims rest on and leave out; and what could not be checked."""
    if record["method"] != REFWALK:
        return [], []
    if record["trace"]["settings"].get("refwalk", {}).get("closure_check") is False:
        return [], [VerifyFinding("/claims", NAME, "the answer was made without the check on what its rules rest on")]
    if not isinstance(library, WalkedLibrary):
        return [], [VerifyFinding("/claims", NAME, "there is no graph to see what the rules rest on")]
    units = {item["number"]: item["chunk_id"] for item in record["evidence"]}
    quoted: list[list[Quoted]] = [[] for _ in record["sentences"]]
    for citation in record["citations"]:
        if citation["number"] in units and citation["sentence"] < len(quoted):
            span = Span(citation["position"]["start"], citation["position"]["end"])
            quoted[citation["sentence"]].append(Quoted(units[citation["number"]], citation["document_id"], span))
    store = getattr(library, "store", None)
    with store.reading() if store is not None else nullcontext():
        missing = library.rests_on().missing(quoted)
    return [
        VerifyFinding(f"/sentences/{need.sentence}", NAME, f"rests on {need.edges[0].target}, which is not cited")
        for need in missing
    ], []


def via_findings(record: Record, library: object) -> Iterator[VerifyFinding]:
    """Edges that are said to have brought a source and that the library's graph does not have."""
    said = [(at, edge) for at, item in enumerate(record["evidence"]) for edge in item["via"]]
    if not said or not isinstance(library, GraphedLibrary):
        return
    known = {_edge_key(edge_record(edge)) for edge in library.graph().edges}
    for at, edge in said:
        if _edge_key(edge) not in known:
            detail = f"the library has no edge {edge['type']} from {edge['source']} to {edge['target']}"
            yield VerifyFinding(f"/evidence/{at}/via", "via", f"{detail} at these words")


def _edge_key(edge: Record) -> tuple[Any, ...]:
    span = edge["span"] or {"start": None, "end": None}
    return edge["source"], edge["target"], edge["type"], edge["manner"], span["start"], span["end"]
