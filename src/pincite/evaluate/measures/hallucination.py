"""How often an answer says what it should not: in the broad sense, and by support alone."""

from __future__ import annotations

from typing import Final

from pincite.evaluate.benchmark import Label
from pincite.evaluate.case import Scored
from pincite.evaluate.measures.answers import cites_gold
from pincite.evaluate.measures.denominators import answer_measure
from pincite.evaluate.measures.measure import AnswerMeasure, Over
from pincite.evaluate.measures.record_reading import is_answered
from pincite.evaluate.measures.support import BY_CONSTRUCTION, is_unsupported

BROAD_RULE: Final = (
    "an answer counts as hallucinated where a sentence of it is not supported by what it cites (gate `standard`), "
    "where no citation is a hit on gold or an alternative, or where the question is unanswerable"
)
"""The rule where a benchmark states no other in `broad_hallucination`, which says it for its data."""


def hallucinated(scored: Scored) -> bool | None:
    """Whether an answer is hallucinated in the broad sense; None where that is not known, or without gold.

    A refusal is not.
    """
    if not is_answered(scored.case.record):
        return False
    if scored.question.label is Label.UNANSWERABLE:
        return True
    if not scored.question.gold:
        return None
    return True if not cites_gold(scored) else is_unsupported(scored.case)


def unsupported(scored: Scored) -> bool | None:
    """Whether an answer has a sentence that gate `standard` does not support; None where that is not known."""
    return is_unsupported(scored.case) if is_answered(scored.case.record) else False


def _broad(scored: Scored) -> float | None:
    found = hallucinated(scored)
    return None if found is None else float(found)


def _narrow(scored: Scored) -> float | None:
    found = unsupported(scored)
    return None if found is None else float(found)


_BROAD = f"1 where {BROAD_RULE}"
_NARROW = "1 where an answer has a sentence that gate `standard` does not support by what it cites"
_SOURCE = "CiteGuard-RAG, section on metrics"
_TRAP = (
    "By the gold at hand: a right answer from a place that is no gold counts. What gold is differs between data sets, "
    "and with it the rate."
)
_CIRCLE = (
    "The check that measures is ours; where gate `standard` delivered, it is 0. Other checks find other sentences."
)

HALLUCINATION: Final[tuple[AnswerMeasure, ...]] = (
    answer_measure(
        "Hallucination Rate",
        _broad,
        Over.ALL,
        definition=f"{_BROAD}; a refusal: 0",
        source=_SOURCE,
        trap=f"{_TRAP} It falls with every refusal; read it beside False Refusal.",
        higher_is_better=False,
    ),
    answer_measure(
        "Hallucination Rate of Answers",
        _broad,
        Over.ANSWERED,
        definition=_BROAD,
        source=_SOURCE,
        trap=_TRAP,
        higher_is_better=False,
    ),
    answer_measure(
        "Unsupported Hallucination Rate",
        _narrow,
        Over.ALL,
        definition=f"{_NARROW}; a refusal: 0",
        source=_SOURCE,
        trap=_CIRCLE,
        higher_is_better=False,
        by_construction=BY_CONSTRUCTION,
    ),
    answer_measure(
        "Unsupported Hallucination Rate of Answers",
        _narrow,
        Over.ANSWERED,
        definition=_NARROW,
        source=_SOURCE,
        trap=_CIRCLE,
        higher_is_better=False,
        by_construction=BY_CONSTRUCTION,
    ),
)
