"""A draft as the trace keeps it: what was written and how, what the gate found of it, what followed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pincite.types.anchor import UNSPECIFIED, TopicAnchor
from pincite.types.answer import CheckedSentence, CheckState, Decision, Draft, Writing
from pincite.types.retrieval import Evidence, Ranking
from pincite.validate.policy import supported_ratio


def attempt_record(
    draft: Draft,
    checked: Sequence[CheckedSentence],
    decision: Decision,
    evidence: Sequence[Evidence],
    improved: bool | None,
) -> dict[str, Any]:
    """A draft of the trace.

    Args:
        improved: over the draft before; None for the first.
    """
    record: dict[str, Any] = {
        "model": draft.model,
        "refused": draft.refused,
        "fault": draft.fault.value if draft.fault else None,
        "decision": decision.value,
        "supported_ratio": round(supported_ratio(checked), 6),
        "improved": improved,
        "markers": marker_counts(draft, evidence),
        "repaired": sum(bool(sentence.attached) for sentence in checked),
        "sentences": [
            {
                "text": sentence.text,
                "citations": list(sentence.citations),
                "support": sentence.support.value,
                "failed": list(failed_checks([sentence])),
            }
            for sentence in checked
        ],
    }
    return record | ({"writing": _writing_record(draft.writing)} if draft.writing else {})


def walk_record(anchor: TopicAnchor, ranking: Ranking) -> dict[str, Any]:
    """A walk of the trace: the topic anchor, open conditions as `unspecified`, and how each unit came, best first."""
    said = {name: value or UNSPECIFIED for name, value in anchor.conditions.items()}
    units = [
        {
            "chunk_id": item.chunk.id,
            "provision_id": item.chunk.provision_id,
            "way": item.origin.way,
            "ranks": dict(item.origin.ranks),
            "brought_by": item.origin.brought_by or None,
            "need": item.origin.need or None,
        }
        for item in ranking.items
        if item.origin is not None
    ]
    return {"anchor": {"topic": anchor.topic, **said, "source": anchor.source.value}, "units": units}


def marker_counts(draft: Draft, evidence: Sequence[Evidence]) -> dict[str, int]:
    """Markers as the writer wrote them, before any repair: all, those that name no source, sentences without one."""
    known = {item.number for item in evidence}
    written = [number for sentence in draft.sentences for number in sentence.citations]
    return {
        "written": len(written),
        "invalid": sum(number not in known for number in written),
        "uncited": sum(not sentence.citations for sentence in draft.sentences),
    }


def shown_evidence(draft: Draft, evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """What the writer was shown: a source that it never saw is none that it can cite."""
    left_out = draft.writing.left_out if draft.writing else ()
    return tuple(item for item in evidence if item.number not in left_out)


def failed_checks(checked: Sequence[CheckedSentence]) -> tuple[str, ...]:
    """Names of the checks that some sentence did not pass, each once."""
    names = (f.check for sentence in checked for f in sentence.checks if f.state is not CheckState.PASSED)
    return tuple(dict.fromkeys(names))


def prompt_notes(writing: Writing, evidence: Sequence[Evidence]) -> Iterator[str]:
    """What a reader must know of the prompt: sources that it lacked, and those of which it held a part."""
    lengths = {item.number: len(item.chunk.text) for item in evidence}
    part = [number for number, span in writing.shown if span.end - span.start < lengths.get(number, 0)]
    if writing.left_out:
        yield f"not shown to the model, for want of room: {_markers(writing.left_out)}"
    if part:
        yield f"shown to the model in part: {_markers(part)}"


def _markers(numbers: Sequence[int]) -> str:
    return " ".join(f"[{number}]" for number in dict.fromkeys(numbers))


def _writing_record(writing: Writing) -> dict[str, Any]:
    return {
        "form": writing.form,
        "calls": [
            {
                "prompt_sha256": call.prompt_sha256,
                "finish_reason": call.finish_reason,
                "prompt_tokens": call.prompt_tokens,
                "completion_tokens": call.completion_tokens,
                "outcomes": list(call.outcomes),
            }
            for call in writing.calls
        ],
        "shown": [{"number": number, "start": span.start, "end": span.end} for number, span in writing.shown],
        "left_out": list(writing.left_out),
        "set_aside": list(writing.set_aside),
    }
