"""What came of one question: the ranking and the answer file, as kept in `cases.jsonl` and as measures see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pincite.evaluate.benchmark import Benchmark, Question
from pincite.types.document import Span

SCHEMA = "pincite.eval-case/1"


@dataclass(frozen=True, slots=True)
class Ranked:
    """A retrieved unit with its places, best first in a case.

    Args:
        spans: in `Document.text`: one for each unbroken piece.
        page_index, page_index_end: 0-based, inclusive; None without pages.
        unit: its segment, provision or document, by which gold names units; empty where the benchmark has none.
        score: of the ranking.
        dense, lexical, rerank: its part scores; None where that stage did not run.
    """

    chunk_id: str
    document_id: str
    spans: tuple[Span, ...]
    text: str
    page_index: int | None = None
    page_index_end: int | None = None
    section_id: str | None = None
    provision_id: str | None = None
    unit: str = ""
    score: float = 0.0
    dense: float | None = None
    lexical: float | None = None
    rerank: float | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One question's outcome.

    Args:
        ranked: as deep as was asked for, not only what the writer saw.
        record: the answer file (`pincite.answer/1`), answered or refused.
        sufficiency: the estimated chance that the evidence holds the answer; None where it was not judged.
        seconds: of the whole question, wall clock; None where a part of it came out of a cache.
        recheck: for each sentence of the record, whether it passes gate `standard`, where another gate judged it; None
            where that gate was `standard`, whose findings stand in the record.
    """

    question_id: str
    ranked: tuple[Ranked, ...]
    record: Mapping[str, Any]
    sufficiency: float | None = None
    seconds: float | None = None
    recheck: tuple[bool, ...] | None = None

    @property
    def answered(self) -> bool:
        """Whether an answer was delivered."""
        return bool(self.record["status"] == "answered")


@dataclass(frozen=True, slots=True)
class Scored:
    """A case beside its question: what a measure is given."""

    benchmark: Benchmark
    question: Question
    case: Case
