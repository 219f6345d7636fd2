"""How many of the faults that the careless model was made to write came through: the figures of trust."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pincite.evaluate.cases_file import CaseRow, Seeded
from pincite.evaluate.results.intervals import wilson


def faults(rows: Iterable[CaseRow]) -> dict[str, dict[str, Any]]:
    """Fault to what became of its sentences; empty where no careless model wrote.

    Definition: `written` counts sentences of all drafts, `passed` those of them that the run's gate let through as
    sentences, `delivered` those that stood in an answer; `share` is delivered of written, with Wilson's interval.
    Trap: a changed sentence can be true by chance, and a marker that the gate has put right is a fault no longer. The
    sentences of a draft go together: a sound one beside a faulty one is not delivered either.
    """
    counts: dict[str, dict[str, Any]] = {}
    for row in rows:
        made = _drafts(row.case.record) if row.case else []
        for sentence in row.seeded:
            count = counts.setdefault(sentence.fault, {"written": 0, "passed": 0, "delivered": 0})
            count["written"] += 1
            if row.case is None or sentence.draft >= len(made):
                continue
            passed = _passed(sentence, made[sentence.draft])
            last = sentence.draft == len(made) - 1
            count["passed"] += passed
            count["delivered"] += passed and last and row.case.answered
    for count in counts.values():
        count["share"] = count["delivered"] / count["written"]
        count["interval"] = list(wilson(count["delivered"], count["written"]))
    return dict(sorted(counts.items()))


def _drafts(record: Mapping[str, Any]) -> list[list[Mapping[str, Any]]]:
    """The sentences of each draft of the trace."""
    return [attempt["sentences"] for attempt in record["trace"]["attempts"] if "decision" in attempt]


def _passed(seeded: Seeded, sentences: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the draft's sentence passed; a reading may have cut it in two, and then all of it must."""
    wanted = " ".join(seeded.text.split())
    parts = [s for s in sentences if s["text"].strip() and " ".join(s["text"].split()) in wanted]
    return bool(parts) and all(part["support"] == "full" for part in parts)
