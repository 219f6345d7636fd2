"""Which sentences of an answer our gate `standard` supports, from the record or from checking again."""

from __future__ import annotations

from typing import Final

from pincite.evaluate.case import Case, Scored
from pincite.evaluate.measures.denominators import answer_measure
from pincite.evaluate.measures.measure import AnswerMeasure, Over
from pincite.evaluate.measures.record_reading import drafts, gate, sentences

STANDARD_GATES: Final = frozenset(("standard", "strict"))
QUOTES: Final = "the draft is quotes of the sources that it cites"
BY_CONSTRUCTION: Final = "the answers are quotes, or the gate that delivered them lets nothing else through"


def passed_sentences(case: Case) -> tuple[bool, ...] | None:
    """For each sentence of the answer, whether it passes gate `standard`.

    Returns:
        None where a weaker gate judged it and it was not checked again, or what was checked are other sentences; empty
        for a refusal.
    """
    found = sentences(case.record)
    if case.recheck is not None and found:
        return case.recheck if len(case.recheck) == len(found) else None
    if gate(case.record) in STANDARD_GATES or not found:
        return tuple(sentence.passed for sentence in found)
    return None


def is_unsupported(case: Case) -> bool | None:
    """Whether the answer has a sentence that gate `standard` does not support, or none at all; None where unknown."""
    passed = passed_sentences(case)
    return None if passed is None else not passed or not all(passed)


def evidence_support(scored: Scored) -> float | None:
    """The supported share of an answer's sentences; 0 for an answer without any, None where support is not known."""
    passed = passed_sentences(scored.case)
    if passed is None:
        return None
    return sum(passed) / len(passed) if passed else 0.0


def draft_support(scored: Scored) -> float | None:
    """The supported share of the first draft's sentences by the gate of the run; None where it has none."""
    made = drafts(scored.case.record)
    return made[0].supported_ratio if made and made[0].sentences else None


SUPPORT: Final[tuple[AnswerMeasure, ...]] = (
    answer_measure(
        "Evidence Support",
        evidence_support,
        Over.ANSWERED,
        definition="sentences of the answer that pass gate `standard` / all of them",
        source="CiteGuard-RAG, section on metrics: (n - u) / n, with our gate in the place of the published rule",
        trap="The check that measures may be the one that delivered: then it is 1. What counts is a run with a weaker "
        "gate, checked again, and the support of drafts.",
        by_construction=BY_CONSTRUCTION,
    ),
    answer_measure(
        "Draft Evidence Support",
        draft_support,
        Over.DRAFTED,
        definition="sentences of the first draft that pass the gate of the run / all of them",
        source="CiteGuard-RAG, section on validation: (n - u) / n",
        trap="By the gate of the run: only runs of one gate compare. A draft without sentences, such as a refusal of "
        "the model, has no score.",
        by_construction=QUOTES,
    ),
)
