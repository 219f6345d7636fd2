"""Whether the numbers of an answer file hold together: sentences, citations and evidence that point to each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pincite.answer.verify_findings import VerifyFinding, flat
from pincite.types.provision import is_ancestor
from pincite.validate.policy import GATES

Record = Mapping[str, Any]


def pointer_findings(record: Record) -> Iterator[VerifyFinding]:
    """Findings on the numbers of a sound record."""
    yield from _number_findings(record)
    yield from _attached_findings(record)
    if record["status"] == "answered":
        yield from _sentence_findings(record)
        yield from _repaired_findings(record)
        evidence = {item["number"]: item for item in record["evidence"]}
        for at, citation in enumerate(record["citations"]):
            found = evidence.get(citation["number"])
            yield from _citation_findings(f"/citations/{at}", citation, record["sentences"], found)


def _number_findings(record: Record) -> Iterator[VerifyFinding]:
    """Evidence is numbered from 1 in order, and says of itself whether it is cited."""
    cited = {citation["number"] for citation in record["citations"]}
    for place, evidence in enumerate(record["evidence"]):
        number = evidence["number"]
        if number != place + 1:
            yield VerifyFinding(f"/evidence/{place}/number", "number", f"is {number}, expected {place + 1}")
        if evidence["cited"] != (number in cited):
            detail = f"says {evidence['cited']}, but {'a' if number in cited else 'no'} citation points to it"
            yield VerifyFinding(f"/evidence/{place}/cited", "cited", detail)


def _sentence_findings(record: Record) -> Iterator[VerifyFinding]:
    """Each sentence cites evidence that exists, each once, and has a quote of it."""
    known = {item["number"] for item in record["evidence"]}
    pairs = {(citation["sentence"], citation["number"]) for citation in record["citations"]}
    for at, sentence in enumerate(record["sentences"]):
        place = f"/sentences/{at}/citations"
        if not sentence["citations"]:
            yield VerifyFinding(place, "uncited", "the sentence has no citation")
        if len(set(sentence["citations"])) < len(sentence["citations"]):
            yield VerifyFinding(place, "marker", "a number stands twice")
        for number in dict.fromkeys(sentence["citations"]):
            if number not in known:
                yield VerifyFinding(place, "marker", f"[{number}] names no evidence")
            elif (at, number) not in pairs:
                yield VerifyFinding(place, "marker", f"[{number}] has no citation with a quote")


def _attached_findings(record: Record) -> Iterator[VerifyFinding]:
    """A source that the checks attached is the sentence's one citation, and not every gate attaches."""
    gate = GATES.get(record["gate"])
    for at, sentence in enumerate(record["sentences"]):
        attached = sentence.get("attached", [])
        place = f"/sentences/{at}/attached"
        if attached and gate and not gate.repairs:
            yield VerifyFinding(place, "attached", f"gate {record['gate']} attaches no source")
        if attached and attached != sentence["citations"]:
            detail = f"says {attached}, but the sentence cites {sentence['citations']}"
            yield VerifyFinding(place, "attached", detail)
        if len(attached) > 1:
            yield VerifyFinding(place, "attached", f"one source may be attached, found {len(attached)}")


def _repaired_findings(record: Record) -> Iterator[VerifyFinding]:
    """An answer's last draft counts as many sentences that were given a source as say so themselves."""
    last = len(record["trace"]["attempts"]) - 1
    said = record["trace"]["attempts"][last].get("repaired") if last >= 0 else None
    found = sum(bool(sentence.get("attached")) for sentence in record["sentences"])
    if said is not None and said != found:
        detail = f"says that {said} sentences were given a source, {found} say so themselves"
        yield VerifyFinding(f"/trace/attempts/{last}/repaired", "attached", detail)


def _citation_findings(
    place: str, citation: Record, sentences: Sequence[Record], evidence: Record | None
) -> Iterator[VerifyFinding]:
    """A citation names a sentence that carries its marker, and evidence in which its quote stands."""
    number = citation["number"]
    if citation["sentence"] >= len(sentences):
        yield VerifyFinding(f"{place}/sentence", "marker", f"there is no sentence {citation['sentence']}")
    elif number not in sentences[citation["sentence"]]["citations"]:
        detail = f"sentence {citation['sentence']} does not carry the marker [{number}]"
        yield VerifyFinding(f"{place}/number", "marker", detail)
    if evidence is None:
        yield VerifyFinding(f"{place}/number", "marker", f"there is no evidence {number}")
        return
    if evidence["document_id"] != citation["document_id"]:
        detail = f"evidence {number} is of {evidence['document_id']!r}, the citation of {citation['document_id']!r}"
        yield VerifyFinding(f"{place}/document_id", "document", detail)
    unit, cited = evidence["provision_id"], citation["provision_id"]
    if unit != cited and not (unit and cited and is_ancestor(unit, cited)):
        yield VerifyFinding(f"{place}/provision_id", "provision", f"is not in that of evidence {number}, {unit!r}")
    if flat(citation["quote"]["exact"]) not in flat(evidence["text"]):
        yield VerifyFinding(f"{place}/quote", "evidence", f"the quote does not stand in evidence {number}")
