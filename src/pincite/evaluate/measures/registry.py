"""Every measure by its name, in the order of reports. Further ones are added here, or handed to `summary` beside."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pincite.evaluate.benchmark import Benchmark, HitRule
from pincite.evaluate.measures.answers import ANSWERS
from pincite.evaluate.measures.citations import CITATIONS
from pincite.evaluate.measures.hallucination import HALLUCINATION
from pincite.evaluate.measures.latency import LATENCY
from pincite.evaluate.measures.measure import AnswerMeasure, SetMeasure
from pincite.evaluate.measures.provision_citations import PROVISION_CITATIONS
from pincite.evaluate.measures.provisions import PROVISIONS
from pincite.evaluate.measures.refusals import REFUSALS
from pincite.evaluate.measures.retrieval import RETRIEVAL, TOP_K
from pincite.evaluate.measures.right import BALANCED, GRID
from pincite.evaluate.measures.risk_coverage import AURC
from pincite.evaluate.measures.spans import SPANS
from pincite.evaluate.measures.support import SUPPORT

AnyMeasure = AnswerMeasure | SetMeasure

RANKING_MEASURES: Final[tuple[AnyMeasure, ...]] = (*RETRIEVAL, *PROVISIONS)
"""Those of the ranking alone, for runs that write no answer."""

STANDARD_MEASURES: Final[tuple[AnyMeasure, ...]] = (
    *RANKING_MEASURES,
    *ANSWERS,
    *SPANS,
    BALANCED,
    *GRID,
    *CITATIONS,
    *PROVISION_CITATIONS,
    *SUPPORT,
    *HALLUCINATION,
    *REFUSALS,
    AURC,
    *LATENCY,
)
"""All that need nothing but the cases; ALCE's (`attribution_measures`) need a support check."""

_UNITS: Final = {
    HitRule.PLACE: "Page",
    HitRule.SPAN: "Span",
    HitRule.SEGMENT: "Segment",
    HitRule.DOCUMENT: "Document",
    HitRule.PROVISION: "Provision",
}


def by_name(measures: Iterable[AnyMeasure] = STANDARD_MEASURES) -> dict[str, AnyMeasure]:
    """The measures by their names.

    Raises:
        ValueError: two have one name.
    """
    found: dict[str, AnyMeasure] = {}
    for measure in measures:
        if measure.name in found:
            raise ValueError(f"two measures are called {measure.name!r}")
        found[measure.name] = measure
    return found


def retrieval_name(benchmark: Benchmark) -> str:
    """What Retrieval Accuracy is on a benchmark, such as `Page Hit@8`."""
    return f"{_UNITS[benchmark.hit]} Hit@{TOP_K}"
