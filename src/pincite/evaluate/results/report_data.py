"""`report.json`, schema `pincite.eval-report/1`: all that an evaluation found, for pages and programs.

It stands for itself: with the cases beside it, nothing else is needed to draw it, to list failures, or to compare it
with another one. Gold, questions and scores are in it; the documents' text is only in the cases.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from math import isfinite
from pathlib import Path
from typing import Any, Final

from pincite.errors import InputError
from pincite.evaluate.benchmark import Benchmark, Gold, Question
from pincite.evaluate.case import Scored
from pincite.evaluate.cases_file import CaseRow, read_rows
from pincite.evaluate.gold.locate import Located
from pincite.evaluate.measures.measure import AnswerMeasure
from pincite.evaluate.measures.registry import AnyMeasure, retrieval_name
from pincite.evaluate.results.seeded_faults import faults
from pincite.evaluate.results.summary import Figure, Group, by_group, row_of
from pincite.evaluate.run.ablations import OTHER_DATA
from pincite.evaluate.run.ask import Asked, Made
from pincite.evaluate.run.configuration import digest
from pincite.evaluate.surroundings import code_digest, machine_facts, peak_memory_mb

SCHEMA: Final = "pincite.eval-report/1"
REPORT_FILE: Final = "report.json"
_FORM: Final = 'Expected JSON such as {"weights-0.65": {"Retrieval Accuracy": 0.9}}'


def write_report(
    asked: Asked,
    made: Sequence[Made],
    measures: Sequence[AnyMeasure],
    *,
    command: Sequence[str] = (),
    paper: Mapping[str, Mapping[str, float]] | None = None,
) -> dict[str, Any]:
    """Makes the report of what was run and writes it into the folder asked for, whole or not at all.

    Args:
        measures: all that are to be reported.
        command: the command line, as given.
        paper: named run to measure to a figure of the paper, to be shown beside ours.
    """
    report = report_of(asked, made, measures, command=command, paper=paper or {})
    asked.out.mkdir(parents=True, exist_ok=True)
    part = asked.out / f"{REPORT_FILE}.part"
    part.write_text(json.dumps(report, ensure_ascii=False, indent=1, allow_nan=False) + "\n", "utf-8")
    os.replace(part, asked.out / REPORT_FILE)
    return report


def read_report(place: Path) -> dict[str, Any]:
    """The report in a folder, or of a file.

    Raises:
        InputError: there is none.
    """
    file = place / REPORT_FILE if place.is_dir() else place
    found = _json(file, "Name the folder that --out of `pincite eval run` named.")
    if not isinstance(found, dict) or found.get("schema") != SCHEMA:
        raise InputError(f"Expected a report of the schema {SCHEMA} in {file}, found something else.")
    return found


def read_paper_figures(file: Path) -> dict[str, dict[str, float]]:
    """Figures to show beside ours: named run to measure to figure.

    Raises:
        InputError: it is no such file.
    """
    found = _json(file, _FORM + ".")
    if not isinstance(found, dict) or not all(
        isinstance(row, dict) and all(isinstance(value, int | float) for value in row.values())
        for row in found.values()
    ):
        raise InputError(f"{file} holds no figures by run and measure.", hint=_FORM + ".")
    return found


def report_of(
    asked: Asked,
    made: Sequence[Made],
    measures: Sequence[AnyMeasure],
    *,
    command: Sequence[str],
    paper: Mapping[str, Mapping[str, float]],
) -> dict[str, Any]:
    """The report as JSON values."""
    from pincite import __version__

    located = next((one.located for one in made if one.located), None)
    benchmark = located.benchmark if located else asked.benchmark
    done: dict[str, dict[str, Any]] = {}
    runs = []
    for one in made:
        if one.cases is not None and not one.same_as:
            done[one.named.name] = _measured(one.cases, benchmark, measures)
        found = done.get(one.same_as or one.named.name, {})
        runs.append({**_run_facts(one, asked.out), "paper": dict(paper.get(one.named.name, {})), **found})
    return {
        "schema": SCHEMA,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": list(command),
        "versions": {"pincite": __version__, "code": code_digest()},
        "machine": machine_facts(),
        "peak_memory_mb": peak_memory_mb(),
        "benchmark": _benchmark_facts(benchmark, located),
        "paper_differs": OTHER_DATA if paper else "",
        "measures": [_measure_facts(measure) for measure in measures],
        "questions": [_question_facts(question) for question in benchmark.questions],
        "runs": runs,
    }


def _run_facts(made: Made, out: Path) -> dict[str, Any]:
    named = made.named
    return {
        "name": named.name,
        "group": named.group,
        "title": named.title,
        "status": "not run here" if made.cases is None else "run",
        "reason": made.reason,
        "same_as": made.same_as,
        "configuration": made.configuration,
        "digest": digest(made.configuration) if made.configuration else "",
        "cases": Path(os.path.relpath(made.cases, out)).as_posix() if made.cases else None,
        "resumed": made.resumed,
    }


def _measured(cases: Path, benchmark: Benchmark, measures: Sequence[AnyMeasure]) -> dict[str, Any]:
    """All that follows from a run's cases."""
    rows = {row.question_id: row for row in read_rows(cases)}
    kept = [rows[question.id] for question in benchmark.questions if question.id in rows]
    scored = [
        Scored(benchmark, question, case)
        for question in benchmark.questions
        if question.id in rows and (case := rows[question.id].case) is not None
    ]
    by_id = {item.question.id: item for item in scored}
    measures = [_remembering(measure) for measure in measures]
    groups = by_group(scored, measures)
    return {
        "counts": _counts(kept, len(benchmark.questions)),
        "errors": [{"question_id": row.question_id, **row.error} for row in kept if row.error],
        "seconds": round(sum(row.elapsed for row in kept), 3),
        "figures": [_figure_facts(figure) for figure in next(iter(groups.values()), ())],
        "groups": [_group_facts(group, found) for group, found in list(groups.items())[1:]],
        "scores": {
            measure.name: [_row(measure, by_id.get(question.id)) for question in benchmark.questions]
            for measure in measures
        },
        "outcomes": [_outcome(by_id.get(question.id)) for question in benchmark.questions],
        "seeded_faults": faults(kept),
    }


def _row(measure: AnyMeasure, scored: Scored | None) -> float | list[float] | None:
    """A score, or of a measure that is no mean its row; None where it does not count."""
    found = row_of(measure, scored) if scored else None
    if found is None:
        return None
    return round(found[0], 6) if isinstance(measure, AnswerMeasure) else [round(value, 6) for value in found]


def _remembering(measure: AnyMeasure) -> AnyMeasure:
    """The measure, which scores each question once: some of them check every sentence again."""
    known: dict[int, tuple[Scored, Any]] = {}
    compute: Callable[[Scored], Any] = measure.score if isinstance(measure, AnswerMeasure) else measure.row

    def remembered(scored: Scored) -> Any:
        if id(scored) not in known:  # the question is kept too, so that no other one gets its id
            known[id(scored)] = (scored, compute(scored))
        return known[id(scored)][1]

    if isinstance(measure, AnswerMeasure):
        return replace(measure, score=remembered)
    return replace(measure, row=remembered)


def _outcome(scored: Scored | None) -> dict[str, Any] | None:
    """What was said of a question, in short; None where it ended in an error."""
    if scored is None:
        return None
    record = scored.case.record
    refusal = record["refusal"]
    return {
        "status": record["status"],
        "reason": refusal["reason"] if refusal else None,
        "sufficiency": scored.case.sufficiency,
        "seconds": scored.case.seconds,
    }


def _counts(rows: Sequence[CaseRow], questions: int) -> dict[str, int]:
    answered = sum(row.case is not None and row.case.answered for row in rows)
    errored = sum(row.case is None for row in rows)
    refused = len(rows) - answered - errored
    return {"questions": questions, "asked": len(rows), "answered": answered, "refused": refused, "errored": errored}


def _figure_facts(figure: Figure) -> dict[str, Any]:
    return {
        "name": figure.name,
        "value": figure.value,
        "count": figure.count,
        "total": figure.total,
        "interval": list(figure.interval) if figure.interval else None,
        "bootstrap": list(figure.bootstrap) if figure.bootstrap else None,
        "over": figure.over.value,
        "by_construction": figure.by_construction,
    }


def _group_facts(group: Group, found: Sequence[Figure]) -> dict[str, Any]:
    return {
        "kind": group.kind,
        "value": group.value,
        "figures": [_figure_facts(figure) for figure in found if figure.total],
    }


def _measure_facts(measure: AnyMeasure) -> dict[str, Any]:
    return {
        "name": measure.name,
        "is_mean": isinstance(measure, AnswerMeasure),
        "over": measure.over.value,
        "definition": measure.definition,
        "source": measure.source,
        "trap": measure.trap,
        "bounds": [bound if isfinite(bound) else None for bound in measure.bounds],
        "higher_is_better": measure.higher_is_better,
        "by_construction": measure.by_construction,
    }


def _benchmark_facts(benchmark: Benchmark, located: Located | None) -> dict[str, Any]:
    labels = [question.label.value for question in benchmark.questions]
    return {
        "name": benchmark.name,
        "version": benchmark.version,
        "documents": len(benchmark.documents),
        "questions": len(benchmark.questions),
        "labels": {label: labels.count(label) for label in dict.fromkeys(labels)},
        "hit": benchmark.hit.value,
        "retrieval_accuracy_is": retrieval_name(benchmark),
        "neighbours": benchmark.neighbours,
        "whole": sorted(benchmark.whole),
        "fixed_units": benchmark.chunks is not None,
        "broad_hallucination": benchmark.broad_hallucination,
        "remarks": list(benchmark.remarks),
        "gold_quotes": None if located is None else {"all": located.quotes, "found": located.found},
    }


def _question_facts(question: Question) -> dict[str, Any]:
    return {
        "id": question.id,
        "text": question.text,
        "label": question.label.value,
        "category": question.category,
        "document_id": question.document_id,
        "scope": list(question.scope),
        "reference": question.reference,
        "traits": dict(question.traits),
        "gold": [_gold_facts(gold) for gold in question.gold],
    }


def _gold_facts(gold: Gold) -> dict[str, Any]:
    return {
        **asdict(gold),
        "span": _ends(gold.span),
        "source_span": _ends(gold.source_span),
        "page_indexes": sorted(gold.page_indexes),
        "section_ids": sorted(gold.section_ids),
        "marked_by": list(gold.marked_by),
    }


def _ends(span: Any) -> list[int] | None:
    return None if span is None else [span.start, span.end]


def _json(file: Path, hint: str) -> object:
    try:
        return json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{file} cannot be read as JSON: {error}.", hint=hint) from error
