"""What an entry of the audit log says of an action, beside when and by whom.

Texts of documents are not repeated: their hashes say which ones they were. An answer's own text is, since what was
said to whom is what an auditor asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from pincite.types.answer import Answer, Refusal

Record = Mapping[str, Any]


def asked(outcome: Answer | Refusal, record: Record, *, answer_id: str | None) -> dict[str, Any]:
    """Of `ask`: the question, what it was answered from and how, the verdicts, and the answer.

    Args:
        outcome: whose evidence has the hashes of files and texts; a record has those of cited sources only.
        record: the outcome's answer file.
        answer_id: in the history; None where it is not kept.
    """
    hashes = {item.number: (item.file_sha256, item.text_sha256) for item in outcome.evidence}
    return {
        "question": record["question"],
        **{key: record[key] for key in ("method", "model", "preset", "gate", "as_of")},
        "index_digest": record["trace"]["index_digest"],
        "versions": dict(record["trace"]["versions"]),
        "sources": [_source(item, *hashes.get(item["number"], ("", ""))) for item in record["evidence"]],
        "verdicts": _verdicts(record),
        "answer": of_answer(record, answer_id=answer_id),
    }


def of_answer(record: Record, *, answer_id: str | None = None) -> dict[str, Any]:
    """Of an answer file that was verified or exported: which one it is."""
    refusal = record["refusal"]
    return {
        "id": answer_id,
        "status": record["status"],
        "reason": refusal["reason"] if refusal else None,
        "text": record["text"],
        "text_sha256": text_hash(record["text"]),
    }


def text_hash(text: str) -> str:
    """SHA-256, hex, of a text in UTF-8; lone surrogates, which UTF-8 has no form for, as themselves."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _source(item: Record, file_sha256: str, document_sha256: str) -> dict[str, Any]:
    return {
        "number": item["number"],
        "document_id": item["document_id"],
        "label": item["label"],
        "effective_date": item["effective_date"],
        "cited": item["cited"],
        "file_sha256": file_sha256,
        "text_sha256": document_sha256,
        "passage_sha256": text_hash(item["text"]),
    }


def _verdicts(record: Record) -> dict[str, Any]:
    """What was decided of the evidence and of each draft, and what the gate found of each sentence."""
    attempts = record["trace"]["attempts"]
    return {
        "evidence": [f"{a['sufficiency']}" for a in attempts if "sufficiency" in a],
        "drafts": [
            {"decision": a["decision"], "supported_ratio": f"{a['supported_ratio']}"}
            for a in attempts
            if "decision" in a
        ],
        "sentences": [
            {
                "support": sentence["support"],
                "citations": list(sentence["citations"]),
                "checks": {check["name"]: check["state"] for check in sentence["checks"]},
            }
            for sentence in record["sentences"]
        ],
    }
