"""Whether answers quote the gold spans: hit, all-span recall and precision by word overlap, CUAD's way.

A quote is a gold span where the Jaccard of their different words is at least one half. The quotes that one sentence
cites in one document are tried one by one and joined, since a citation over a page break is two.
"""

from __future__ import annotations

from typing import Final

from pincite.evaluate.case import Scored
from pincite.evaluate.gold.touched import SAME_SPAN, quotes_of
from pincite.evaluate.measures.denominators import answer_measure
from pincite.evaluate.measures.measure import AnswerMeasure, Over
from pincite.evaluate.measures.record_reading import Cited, citations, is_answered
from pincite.evaluate.overlap import jaccard

_CUAD = "D. Hendrycks et al., CUAD (NeurIPS 2021), section 4: Jaccard of words of at least 0.5"


def returned_spans(cited: tuple[Cited, ...]) -> list[str]:
    """The quotes, then those of each sentence and document joined in the order of the text where there are several."""
    groups: dict[tuple[int | None, str], list[Cited]] = {}
    for citation in cited:
        groups.setdefault((citation.sentence, citation.document_id), []).append(citation)
    joined = [
        " ".join(c.quote for c in sorted(group, key=lambda c: c.position or (0, 0)))
        for group in groups.values()
        if len(group) > 1
    ]
    return [citation.quote for citation in cited] + joined


def span_hit(scored: Scored) -> float | None:
    """1 where a returned span is a gold span or an alternative, refused: 0; None where gold has no quote."""
    wanted = quotes_of(scored.question.gold)
    found = returned_spans(citations(scored.case.record))
    return float(any(jaccard(gold, own) >= SAME_SPAN for gold in wanted for own in found)) if wanted else None


def span_recall(scored: Scored) -> float | None:
    """The share of the different gold spans that some returned span is; None where no required gold has a quote."""
    wanted = quotes_of(scored.question.required)
    found = returned_spans(citations(scored.case.record))
    hits = sum(any(jaccard(gold, own) >= SAME_SPAN for own in found) for gold in wanted)
    return hits / len(wanted) if wanted else None


def span_precision(scored: Scored) -> float | None:
    """The share of the cited quotes that are gold spans, alternatives included; None without gold or citations."""
    wanted = quotes_of(scored.question.gold)
    cited = citations(scored.case.record)
    if not wanted or not cited or not is_answered(scored.case.record):
        return None
    return sum(any(jaccard(gold, c.quote) >= SAME_SPAN for gold in wanted) for c in cited) / len(cited)


SPANS: Final[tuple[AnswerMeasure, ...]] = (
    answer_measure(
        "Span Accuracy",
        span_hit,
        Over.ANSWERABLE,
        definition=f"1 where a cited quote is a gold span, Jaccard of words at least {SAME_SPAN}; refused: 0",
        source=_CUAD,
        trap="One span of several suffices; read it beside Span Recall. Where gold quotes are parts of sentences and "
        "answers quote whole ones, or the other way round, it is low without an error.",
    ),
    answer_measure(
        "Span Recall",
        span_recall,
        Over.ANSWERABLE,
        definition=f"different gold spans that some cited quote is (Jaccard at least {SAME_SPAN}) / all; refused: 0",
        source=_CUAD,
        trap="CUAD counts spans over all questions; this is a mean over questions.",
    ),
    answer_measure(
        "Span Precision",
        span_precision,
        Over.ANSWERED_ANSWERABLE,
        definition=f"cited quotes that are a gold span (Jaccard at least {SAME_SPAN}) / all cited quotes",
        source=_CUAD,
        trap="The same wording at a place that was not marked counts as gold; a right quote cut in two may not.",
    ),
)
