"""Failures of a run by rule: each case that failed with its kinds, question, answer, gold and evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pincite.evaluate.benchmark import Benchmark, Gold, Label, Question
from pincite.evaluate.case import Case, Scored
from pincite.evaluate.cases_file import CaseRow
from pincite.evaluate.failures.kinds import KINDS
from pincite.evaluate.failures.reading import Outcome
from pincite.evaluate.gold.touched import first_units, touches
from pincite.evaluate.measures.record_reading import Source, citations, sentences
from pincite.evaluate.measures.retrieval import TOP_K

EXCERPT_CHARS: Final = 320


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The beginning of a text.

    Args:
        left_out: characters behind it.
    """

    text: str
    left_out: int = 0

    def __str__(self) -> str:
        return f"{self.text} … ({self.left_out:,} more characters)" if self.left_out else self.text


@dataclass(frozen=True, slots=True)
class Failure:
    """A question that went wrong.

    Args:
        kinds: names of all kinds that are true, the first by precedence first; at least one.
        outcome: what the kinds were read off.
    """

    kinds: tuple[str, ...]
    outcome: Outcome

    def to_record(self) -> dict[str, Any]:
        """All that a reader needs of it, as JSON values; texts of sources as excerpts, all else whole."""
        outcome, question = self.outcome, self.outcome.question
        return {
            "question_id": question.id,
            "kinds": list(self.kinds),
            "question": question.text,
            "label": question.label.value,
            "category": question.category,
            "document_id": question.document_id,
            "reference": question.reference,
            "error": dict(outcome.error) or None,
            "answer": _answer(outcome),
            "refusal": _refusal(outcome),
            "faults": list(outcome.faults_delivered) if not outcome.error else [],
            "sufficiency": outcome.scored.case.sufficiency,
            "gold": [_gold(gold, outcome) for gold in question.gold],
            "evidence": [_source(source, outcome) for source in outcome.shown],
        }


def excerpt(text: str, limit: int = EXCERPT_CHARS) -> Excerpt:
    """The beginning of `text`, cut at a blank where there is one near, white space flattened.

    >>> str(excerpt("The fee is due on the first day of each month.", 14))
    'The fee is due … (32 more characters)'
    """
    whole = " ".join(text.split())
    if len(whole) <= limit:
        return Excerpt(whole)
    cut = whole[: limit + 1].rpartition(" ")[0]
    cut = cut if len(cut) > limit // 2 else whole[:limit]
    return Excerpt(cut.rstrip(), len(whole) - len(cut))


def find_failure(outcome: Outcome) -> Failure | None:
    """The failure that a case is; None for none, and where the labels do not settle what is right."""
    if outcome.error:
        return Failure(("error",), outcome)
    if outcome.question.label is Label.APART:
        return None
    kinds = tuple(kind.name for kind in KINDS if kind.applies(outcome))
    return Failure(kinds, outcome) if kinds else None


def find_failures(scored: Iterable[Scored]) -> Iterator[Failure]:
    """The failures among cases, in their order."""
    return (found for item in scored if (found := find_failure(Outcome(item))) is not None)


def outcomes(benchmark: Benchmark, rows: Iterable[CaseRow]) -> Iterator[Outcome]:
    """The rows of a cases file beside the benchmark's questions; those of other questions are left out.

    Args:
        benchmark: with the spans of its gold.
    """
    questions = {question.id: question for question in benchmark.questions}
    for row in rows:
        if (question := questions.get(row.question_id)) is not None:
            yield _outcome(benchmark, question, row)


def _outcome(benchmark: Benchmark, question: Question, row: CaseRow) -> Outcome:
    case = row.case or Case(question.id, (), {"status": "error"})
    error = None if row.case else row.error or {"type": "", "message": "no case was kept", "hint": ""}
    return Outcome(Scored(benchmark, question, case), error, row.seeded)


def _answer(outcome: Outcome) -> list[dict[str, Any]] | None:
    """The sentences with the numbers that they cite; None for a refusal."""
    if not outcome.answered:
        return None
    failed = {at for at, _ in outcome.unsupported}
    return [
        {"text": sentence.text, "citations": list(sentence.citations), "unsupported": at in failed}
        for at, sentence in enumerate(sentences(outcome.record))
    ]


def _refusal(outcome: Outcome) -> dict[str, Any] | None:
    """Reason and detail, and of a draft that the gate refused what its first faulty sentence failed by."""
    if not outcome.refusal:
        return None
    found = outcome.record.get("refusal")
    detail = found.get("detail") if isinstance(found, Mapping) else ""
    return {"reason": outcome.refusal, "detail": detail if isinstance(detail, str) else ""}


def _gold(gold: Gold, outcome: Outcome) -> dict[str, Any]:
    """A place of gold, with the rank from 1 of the first unit that is a hit on it, and the sources shown that are."""
    benchmark = outcome.benchmark
    units = first_units(outcome.scored.case, TOP_K)
    return {
        "document_id": gold.document_id,
        "pages": sorted(page + 1 for page in gold.page_indexes),
        "sections": sorted(gold.section_ids),
        "unit": gold.unit,
        "alternative": gold.alternative,
        "quote": gold.quote,
        "rank": next((rank for rank, unit in enumerate(units, 1) if touches(benchmark, gold, unit)), None),
        "shown_as": [s.number for s in outcome.shown if touches(benchmark, gold, outcome.location(s))],
    }


def _source(source: Source, outcome: Outcome) -> dict[str, Any]:
    """A source that the writer was shown, by what was cited of it, else by its beginning."""
    quotes = [citation.quote for citation in citations(outcome.record) if citation.number == source.number]
    shown = excerpt(" […] ".join(dict.fromkeys(quotes)) if quotes else source.text)
    return {
        "number": source.number,
        "label": outcome.label(source),
        "document_id": source.document_id,
        "cited": bool(quotes),
        "hit": outcome.is_hit(source),
        "excerpt": shown.text,
        "left_out": shown.left_out,
        "chars": len(source.text),
    }
