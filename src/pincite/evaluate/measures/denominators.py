"""Which questions a measure counts; a measure that is made here has no score for any other."""

from __future__ import annotations

from collections.abc import Callable

from pincite.evaluate.benchmark import Label
from pincite.evaluate.case import Scored
from pincite.evaluate.measures.measure import AnswerMeasure, Over
from pincite.evaluate.measures.record_reading import drafts, is_answered

Score = Callable[[Scored], float | None]


def counts(over: Over, scored: Scored) -> bool:
    """Whether the question is in the denominator; one whose labels do not settle what is right is in none."""
    label = scored.question.label
    if label is Label.APART:
        return False
    answered = is_answered(scored.case.record)
    match over:
        case Over.ALL:
            return True
        case Over.ANSWERABLE:
            return label is Label.ANSWERABLE
        case Over.UNANSWERABLE:
            return label is Label.UNANSWERABLE
        case Over.ANSWERED:
            return answered
        case Over.ANSWERED_ANSWERABLE:
            return answered and label is Label.ANSWERABLE
        case Over.DRAFTED:
            return bool(drafts(scored.case.record))
        case Over.REGENERATED:
            return was_regenerated(scored) is True


def was_regenerated(scored: Scored) -> bool | None:
    """Whether a second draft was asked for; None where the record does not tell."""
    made = drafts(scored.case.record)
    return None if made is None else len(made) > 1 or any(draft.decision == "regenerate" for draft in made)


def answer_measure(
    name: str,
    score: Score,
    over: Over,
    *,
    definition: str,
    source: str,
    trap: str,
    higher_is_better: bool | None = True,
    by_construction: str = "",
) -> AnswerMeasure:
    """A measure whose score is None for every question outside its denominator; its range is 0 to 1."""

    def counted(scored: Scored) -> float | None:
        return score(scored) if counts(over, scored) else None

    return AnswerMeasure(
        name,
        counted,
        over,
        definition,
        source,
        trap,
        higher_is_better=higher_is_better,
        by_construction=by_construction,
    )
