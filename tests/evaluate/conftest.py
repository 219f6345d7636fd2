"""Builders of made-up benchmarks, cases and answer records, as the fixture `made`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Label, Question
from pincite.evaluate.case import Case, Ranked, Scored
from pincite.types.document import Span


def unit(chunk_id: str, text: str = "", *, document_id: str = "guide", **where: Any) -> Ranked:
    """A retrieved unit; `where` are fields of `Ranked`."""
    fields: dict[str, Any] = {"spans": (), "document_id": document_id, "text": text} | where
    return Ranked(chunk_id=chunk_id, **fields)


def sentence(text: str, *numbers: int, passed: bool = True) -> dict[str, Any]:
    check = {"name": "alignment", "state": "passed" if passed else "failed", "value": 0.9, "detail": ""}
    return {
        "text": text, "citations": list(numbers), "support": "full" if passed else "none", "repaired": False,
        "checks": [check],
    }  # fmt: skip


def source(number: int, text: str = "text", *, chunk_id: str = "", document_id: str = "guide") -> dict[str, Any]:
    return {"number": number, "chunk_id": chunk_id or f"c{number}", "document_id": document_id, "text": text}


def citation(number: int, quote: str, *, at: int = 0, of: int = 0, **where: Any) -> dict[str, Any]:
    """A citation of source `number` by sentence `of`; `where` are its further fields."""
    return {
        "number": number, "sentence": of, "document_id": "guide", "label": "Guide, p. 1", "page_index": None,
        "page_index_end": None, "section_id": None, "provision_id": None,
        "quote": {"exact": quote, "prefix": "", "suffix": ""},
        "position": {"start": at, "end": at + len(quote)},
    } | where  # fmt: skip


def draft(decision: str = "accept", ratio: float = 1.0, sentences: int = 1, **markers: int) -> dict[str, Any]:
    written = {"written": 1, "invalid": 0, "uncited": 0} | markers
    said = [{"text": "x", "citations": [1], "support": "full", "failed": []}] * sentences
    return {
        "model": "m", "refused": False, "decision": decision, "supported_ratio": ratio, "markers": written,
        "sentences": said,
    }  # fmt: skip


def answered(
    sentences: Sequence[Mapping[str, Any]] = (),
    citations: Sequence[Mapping[str, Any]] = (),
    sources: Sequence[Mapping[str, Any]] | None = None,
    *,
    gate: str = "standard",
    model: str = "some-model",
    attempts: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """An answered record; without `sources` there is one for each cited number."""
    numbers = sorted({c["number"] for c in citations})
    return {
        "schema": "pincite.answer/1", "status": "answered", "refusal": None, "gate": gate, "model": model,
        "sentences": list(sentences), "citations": list(citations),
        "evidence": [source(n) for n in numbers] if sources is None else list(sources),
        "trace": {"attempts": list(attempts)},
    }  # fmt: skip


def refused(*attempts: Mapping[str, Any], gate: str = "standard") -> dict[str, Any]:
    return {
        "schema": "pincite.answer/1", "status": "refused", "gate": gate, "model": "some-model", "sentences": [],
        "refusal": {"reason": "insufficient_evidence", "detail": ""}, "citations": [], "evidence": [],
        "trace": {"attempts": list(attempts)},
    }  # fmt: skip


def question(id_: str = "q1", label: str = "answerable", gold: Sequence[Gold] = (), **more: Any) -> Question:
    return Question(id_, "When?", Label(label), gold=tuple(gold), **more)


def place(quote: str = "", *, pages: Sequence[int] = (), sections: Sequence[str] = (), **more: Any) -> Gold:
    fields = {"document_id": "guide"} | more
    return Gold(quote=quote, page_indexes=frozenset(pages), section_ids=frozenset(sections), **fields)


def span(quote: str, start: int, **more: Any) -> Gold:
    return Gold("guide", quote, Span(start, start + len(quote)), **more)


def scored(
    asked: Question,
    record: Mapping[str, Any] | None = None,
    ranked: Sequence[Ranked] = (),
    *,
    hit: HitRule = HitRule.PLACE,
    benchmark: Mapping[str, Any] | None = None,
    **case: Any,
) -> Scored:
    """A case beside its question; `case` are further fields of `Case`."""
    form = Benchmark("made", "0", (), (asked,), hit, **(benchmark or {}))
    return Scored(form, asked, Case(asked.id, tuple(ranked), refused() if record is None else record, **case))


@pytest.fixture(scope="session")
def made() -> Any:
    """The builders above, by name."""
    return SimpleNamespace(
        unit=unit, sentence=sentence, source=source, citation=citation, draft=draft, answered=answered,
        refused=refused, question=question, place=place, span=span, scored=scored,
    )  # fmt: skip
