"""An answer's claims by rule: what each sentence is bound to, taken from where its quote stands (RefWalk)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def claims_of(record: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The sentences of an answer's record under the ids of the rules that they cite.

    A sentence is bound to the rule of its first citation, and its provision is the finest one that holds that
    citation's quote, or the rule where there is none; the writer's own word on either counts for nothing.

    Args:
        record: an answer file with its sentences, evidence and citations.
    """
    rules = {item["number"]: item["provision_id"] or item["chunk_id"] for item in record["evidence"]}
    claims: dict[str, list[dict[str, Any]]] = {}
    for place, sentence in enumerate(record["sentences"]):
        citations: Sequence[Mapping[str, Any]] = [c for c in record["citations"] if c["sentence"] == place]
        if citations and citations[0]["number"] in rules:
            rule = rules[citations[0]["number"]]
            claim = {"text": sentence["text"], "provision_id": citations[0]["provision_id"] or rule}
            claims.setdefault(rule, []).append(claim)
    return claims
