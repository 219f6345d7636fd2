"""Whether questions were refused that should be, and what a second draft was good for."""

from __future__ import annotations

from typing import Final

from pincite.evaluate.case import Scored
from pincite.evaluate.measures.denominators import answer_measure, was_regenerated
from pincite.evaluate.measures.measure import AnswerMeasure, Over
from pincite.evaluate.measures.record_reading import is_answered


def _refused(scored: Scored) -> float:
    return float(not is_answered(scored.case.record))


def _answered(scored: Scored) -> float:
    return float(is_answered(scored.case.record))


def _regenerated(scored: Scored) -> float | None:
    asked = was_regenerated(scored)
    return None if asked is None else float(asked)


_PAPER = "CiteGuard-RAG, section on metrics"

REFUSALS: Final[tuple[AnswerMeasure, ...]] = (
    answer_measure(
        "True Refusal",
        _refused,
        Over.UNANSWERABLE,
        definition="1 where an unanswerable question was refused",
        source=f"{_PAPER}; recall of refusing",
        trap="Refusing everything reaches 1; read it beside False Refusal.",
    ),
    answer_measure(
        "False Refusal",
        _refused,
        Over.ANSWERABLE,
        definition="1 where an answerable question was refused",
        source=_PAPER,
        trap="Answering everything reaches 0; read it beside True Refusal.",
        higher_is_better=False,
    ),
    answer_measure(
        "False Answer",
        _answered,
        Over.UNANSWERABLE,
        definition="1 where an unanswerable question was answered: 1 - True Refusal",
        source=_PAPER,
        trap="Wrong answers to answerable questions are not in it.",
        higher_is_better=False,
    ),
    answer_measure(
        "Regeneration Attempt",
        _regenerated,
        Over.ALL,
        definition="1 where a second draft was asked for",
        source=f"{_PAPER}, read off the record's trace",
        trap="Questions refused before anything was written are in the denominator. More is neither better nor worse.",
        higher_is_better=None,
    ),
    answer_measure(
        "Regeneration Accepted",
        _answered,
        Over.REGENERATED,
        definition="1 where the draft that followed was delivered",
        source=_PAPER,
        trap="A few questions, so a wide interval. The second draft was told what the gate found and is judged by it.",
    ),
)
