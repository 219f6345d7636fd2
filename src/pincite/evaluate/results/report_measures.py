"""The measures of a report: the standard ones, and those that need a support check, with what it computed kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from pincite.errors import ModelError
from pincite.evaluate.measures.attribution import Supports, attribution_measures, gate_supports
from pincite.evaluate.measures.registry import STANDARD_MEASURES, AnyMeasure
from pincite.evaluate.run.kept_scores import KeptEmbedder, KeptScores
from pincite.evaluate.run.library import SCORES_FILE, Models, installed_models
from pincite.text.language import working_language


@contextmanager
def report_measures(work: Path, models: Models | None = None) -> Iterator[tuple[AnyMeasure, ...]]:
    """All measures of a report, in its order.

    Args:
        work: the folder in which runs keep scores.
        models: where the embedder of the support check comes from; without one it compares by words.
    """
    source = models or installed_models()
    kept = KeptScores(work / SCORES_FILE)
    try:
        yield (*STANDARD_MEASURES, *attribution_measures(_supports(source, kept)))
    finally:
        kept.close()


def _supports(source: Models, kept: KeptScores) -> Supports:
    @cache
    def of_language(language: str) -> Supports:
        try:
            return gate_supports(KeptEmbedder(source.embedder("", language), kept))
        except ModelError:
            return gate_supports()

    def supports(sentence: str, texts: Sequence[str]) -> bool:
        return of_language(working_language(sentence))(sentence, texts)

    return supports
