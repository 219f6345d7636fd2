"""Has a language model answer a fixed sample of the housing questions, and holds its drafts against both gates.

    python benchmarks/model_drafts.py --library DIR --data DIR --model llama:FILE --kept DIR --out FILE
        [--form sentences|markers] [--answerable 42] [--unanswerable 18] [--first-only]

The sample is stratified by kind of question and spread over the documents. Each question is written for from the same
evidence, whether the rule of sufficiency would let it through or not (it is noted), so that the gates are seen at work;
each gate then has its own regeneration. What the model says is kept in `--kept` by hash of what it was asked: a second
run asks nothing anew, and both gates judge the same first drafts.

The rows of `--out` hold the documents' text and are for reading; `benchmarks/model_report.py` makes the tables.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any

from housing_split import choosing_half, gold_sections

from pincite.answer.methods import pipeline
from pincite.answer.pipeline import Pipeline
from pincite.answer.record import to_record
from pincite.evaluate.benchmarks.housing import Question, gold_quotes, is_gold, read_questions
from pincite.library import Library
from pincite.settings import ModelSettings, Settings
from pincite.types.answer import Answer, Draft, Refusal
from pincite.types.retrieval import Evidence, RetrievalFilter, SufficiencyVerdict
from pincite.validate.policy import GATES

SOURCE_TOKENS = 120
MAX_TOKENS = 384
CONTEXT_TOKENS = 4096


def main() -> None:
    """Reads the arguments, asks, writes a line a question."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds housing/")
    parser.add_argument("--model", required=True, help="llama:FILE or URL#NAME")
    parser.add_argument("--kept", type=Path, required=True, help="folder that keeps what the model said")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--form", choices=["auto", "sentences", "markers"], default="sentences")
    parser.add_argument("--answerable", type=int, default=42)
    parser.add_argument("--unanswerable", type=int, default=18)
    parser.add_argument("--threads", type=int, help="of a GGUF file")
    parser.add_argument("--first-only", action="store_true", help="no gate, no regeneration: fills the folder")
    options = parser.parse_args()
    questions = read_questions(options.data / "housing" / "questions.jsonl")
    chosen = sample(questions, options.answerable, options.unanswerable)
    half = choosing_half({q.document_id for q in questions})
    settings = Settings(
        model=ModelSettings(
            form=options.form,
            source_tokens=SOURCE_TOKENS,
            max_tokens=MAX_TOKENS,
            context_tokens=CONTEXT_TOKENS,
            timeout_s=1800.0,
            threads=options.threads,
            cache=options.kept,
        )
    )
    with Library.open(options.library, settings=settings) as library, options.out.open("w", encoding="utf-8") as out:
        run = pipeline(library, method="citeguard", model=options.model, preset="standard", gate="standard")
        for question in chosen:
            row = _row(run, question, options.first_only) | {"half": question.document_id in half}
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
            out.flush()
            print(question.id, row["seconds"], row["first"]["prompt_tokens"], flush=True)


def sample(questions: Sequence[Question], answerable: int, unanswerable: int) -> list[Question]:
    """So many of each, every kind of question by its share, spread over the documents; the same ones every time."""
    chosen: list[Question] = []
    for wanted, held in ((answerable, True), (unanswerable, False)):
        rows = [q for q in questions if q.answerable is held]
        kinds = sorted({q.category for q in rows})
        shares = {kind: wanted * sum(q.category == kind for q in rows) / len(rows) for kind in kinds}
        counts = {kind: int(share) for kind, share in shares.items()}
        for kind in sorted(kinds, key=lambda k: counts[k] - shares[k])[: wanted - sum(counts.values())]:
            counts[kind] += 1
        for kind in kinds:
            chosen += list(_spread([q for q in rows if q.category == kind]))[: counts[kind]]
    return sorted(chosen, key=lambda q: q.id)


def _spread(questions: Sequence[Question]) -> Iterator[Question]:
    """One of each document, then a second of each, and so on, in an order that says nothing of them."""
    by_document: dict[str, list[Question]] = {}
    for question in sorted(questions, key=lambda q: sha256(q.id.encode()).hexdigest()):
        by_document.setdefault(question.document_id, []).append(question)
    for rows in zip_longest(*by_document.values()):
        yield from (q for q in rows if q is not None)


@dataclass(frozen=True)
class Enough:
    """Lets every question through, so that the gate is seen alone."""

    name: str = "none"

    def __call__(self, question: str, evidence: Sequence[Evidence]) -> SufficiencyVerdict:
        """Always enough."""
        return SufficiencyVerdict(1.0)


def _row(run: Pipeline, question: Question, first_only: bool) -> dict[str, Any]:
    started = time.perf_counter()
    with run.library.store.reading():
        ranking = run.retrieve(question.text, RetrievalFilter(), run.library.settings.retrieve.top_k)
        evidence = run.evidence_of(ranking.items, run.library.settings.retrieve.max_sources)
        verdict = run.sufficiency(question.text, evidence)
        draft = run.generate(question.text, "en", evidence)
    gates = {} if first_only else {name: _outcome(run, question, name) for name in GATES}
    return {
        "id": question.id,
        "question": question.text,
        "category": question.category,
        "document_id": question.document_id,
        "answerable": question.answerable,
        "reference": question.reference,
        "gold_quotes": gold_quotes(question),
        "sufficient": verdict.sufficient,
        "score": round(verdict.score, 4),
        "model": draft.model,
        "sources": [_source(e, draft, question) for e in evidence],
        "first": _first(draft),
        "gates": gates,
        "seconds": round(time.perf_counter() - started, 1),
    }


def _first(draft: Draft) -> dict[str, Any]:
    writing = draft.writing
    assert writing is not None
    return {
        "form": writing.form,
        "refused": draft.refused,
        "fault": draft.fault.value if draft.fault else None,
        "sentences": [{"text": s.text, "citations": list(s.citations)} for s in draft.sentences],
        "set_aside": list(writing.set_aside),
        "prompt_tokens": max((c.prompt_tokens or 0 for c in writing.calls), default=0),
        "calls": [asdict(c) for c in writing.calls],
    }


def _source(evidence: Evidence, draft: Draft, question: Question) -> dict[str, Any]:
    chunk = evidence.chunk
    shown = dict(draft.writing.shown) if draft.writing else {}
    pages = range(chunk.page_index, (chunk.page_index_end or 0) + 1) if chunk.page_index is not None else ()
    span = shown.get(evidence.number)
    return {
        "number": evidence.number,
        "label": chunk.label,
        "gold": is_gold(question, chunk.document_id, pages, gold_sections(chunk.section_id)),
        "own_document": chunk.document_id == question.document_id,
        "shown": span.cut(chunk.text) if span else "",
        "text": chunk.text,
    }


def _outcome(run: Pipeline, question: Question, gate: str) -> dict[str, Any]:
    outcome: Answer | Refusal = replace(run, gate=gate, sufficiency=Enough())(question.text, RetrievalFilter())
    record = to_record(outcome)
    return {
        "status": record["status"],
        "reason": record["refusal"]["reason"] if record["refusal"] else None,
        "sentences": record["sentences"],
        "attempts": [attempt for attempt in record["trace"]["attempts"] if "decision" in attempt],
    }


if __name__ == "__main__":
    main()
