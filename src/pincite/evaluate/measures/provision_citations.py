"""How well an answer's citations meet the gold provisions: precision, recall and F1 at three levels, and unknown rules.

Ids are compared, each once an answer. Both sides are cut to the level: to the article, to the paragraph, or not at all
(strict: the finest provision that holds the quote). A citation is right where it is a gold provision or lies below
one, since gold stands for all below it; a citation of the article around a gold paragraph is wrong in all but the
article's level. In benchmarks of whole documents the document is the article.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pincite.evaluate.benchmark import HitRule
from pincite.evaluate.case import Scored
from pincite.evaluate.gold.provision_levels import ARTICLE, PARAGRAPH, rolled
from pincite.evaluate.measures.denominators import Score, answer_measure
from pincite.evaluate.measures.measure import AnswerMeasure, Over
from pincite.evaluate.measures.record_reading import citations, drafts
from pincite.types.provision import is_ancestor

STRICT: Final = 99
LEVELS: Final[Mapping[str, int]] = {"article": ARTICLE, "paragraph": PARAGRAPH, "strict": STRICT}
UNKNOWN_RULE: Final = "unknown_rule"


class Sides(NamedTuple):
    """What was cited and what had to be, as ids of one level, each once."""

    cited: tuple[str, ...]
    gold: tuple[str, ...]


def sides(scored: Scored, levels: int) -> Sides | None:
    """Both sides of a question; a refusal has cited nothing.

    Returns:
        None without required gold, where the benchmark has no provisions, and, at the paragraph's level, where no gold
        is below an article.
    """
    rule, golds = scored.benchmark.hit, scored.question.required
    if not golds or rule not in (HitRule.PROVISION, HitRule.DOCUMENT):
        return None
    found = citations(scored.case.record)
    if rule is HitRule.DOCUMENT:
        if levels != ARTICLE:
            return None
        return Sides(_once(c.document_id for c in found), _once(gold.document_id for gold in golds))
    if levels == PARAGRAPH and all(gold.unit == rolled(gold.unit, ARTICLE) for gold in golds):
        return None
    return sides_of([c.provision_id or c.document_id for c in found], [gold.unit for gold in golds], levels)


def sides_of(cited: Iterable[str], gold: Iterable[str], levels: int) -> Sides:
    """Both sides cut to a level."""
    return Sides(_once(rolled(c, levels) for c in cited), _once(rolled(g, levels) for g in gold))


def citation_precision(found: Sides) -> float | None:
    """The share of the cited provisions that are gold; None where nothing is cited."""
    if not found.cited:
        return None
    return sum(any(is_ancestor(g, c) for g in found.gold) for c in found.cited) / len(found.cited)


def citation_recall(found: Sides) -> float:
    """The share of the gold provisions, one or more, that are cited."""
    return sum(any(is_ancestor(g, c) for c in found.cited) for g in found.gold) / len(found.gold)


def citation_f1(found: Sides) -> float:
    """The harmonic mean of the two; 0 where nothing is cited."""
    precision, recall = citation_precision(found) or 0.0, citation_recall(found)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def unknown_rules(scored: Scored) -> float | None:
    """1 where the first draft, as written and before any repair, names a rule or source that it was not shown."""
    record = scored.case.record
    made = drafts(record)
    if not made:
        return None
    return float(bool(made[0].invalid) or UNKNOWN_RULE in _first_outcomes(record))


def _first_outcomes(record: Mapping[str, Any]) -> Sequence[object]:
    """What was met in the first call of the first draft; empty where the record does not tell."""
    trace = record.get("trace")
    attempts = trace.get("attempts") if isinstance(trace, Mapping) else None
    found = attempts if isinstance(attempts, list | tuple) else ()
    first = next((a for a in found if isinstance(a, Mapping) and "decision" in a), {})
    writing = first.get("writing")
    calls = writing.get("calls") if isinstance(writing, Mapping) else None
    if isinstance(calls, list | tuple) and calls and isinstance(calls[0], Mapping):
        outcomes = calls[0].get("outcomes")
        return outcomes if isinstance(outcomes, list | tuple) else ()
    return ()


def _once(ids: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))


_PAPER = "RefWalk, section on metrics"
_TRAP: Final = {
    "article": "The wrong paragraph of the right article is right.",
    "paragraph": "Only questions with gold below an article have a score, so it is of other questions than the rest.",
    "strict": "A citation of the article around a gold item is wrong, however right its words.",
}


def _measures(name: str, levels: int) -> tuple[AnswerMeasure, ...]:
    rows = (
        (
            "Precision",
            citation_precision,
            Over.ANSWERED_ANSWERABLE,
            "cited provisions that are gold or below / all cited",
        ),
        ("Recall", citation_recall, Over.ANSWERABLE, "gold provisions that are cited, or one below them / all gold"),
        ("F1", citation_f1, Over.ANSWERABLE, "harmonic mean of citation precision and recall, 0 where none is cited"),
    )
    return tuple(
        answer_measure(
            f"Citation {what} {name}",
            _scored(score, levels),
            over,
            definition=f"{definition}; each id once, {_CUT[name]}",
            source=_PAPER,
            trap=f"{_TRAP[name]} A refusal counts as nothing cited in recall and F1, and not at all in precision.",
        )
        for what, score, over, definition in rows
    )


_CUT: Final = {
    "article": "both sides cut to the article (or document, where that is the rule)",
    "paragraph": "both sides cut to the paragraph",
    "strict": "the finest provision that holds the quote against the gold as written",
}


def _scored(score: Callable[[Sides], float | None], levels: int) -> Score:
    return lambda scored: None if (found := sides(scored, levels)) is None else score(found)


PROVISION_CITATIONS: Final[tuple[AnswerMeasure, ...]] = (
    *(measure for name, levels in LEVELS.items() for measure in _measures(name, levels)),
    answer_measure(
        "Unknown Rules",
        unknown_rules,
        Over.DRAFTED,
        definition="1 where the first draft, before any repair, names a rule or a source that it was not shown",
        source="RefWalk's CFP and ctxCFP, counted before what is unknown is taken out",
        trap="A server that is bound to the schema cannot write one; count them where it is not. Extractive drafts "
        "cannot either.",
        higher_is_better=False,
    ),
)
