"""`report.json` and the cases beside it to `failures.jsonl`, `report.md` and `report.html`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import Any, Final

from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Label, Question
from pincite.evaluate.cases_file import CaseRow, read_rows
from pincite.evaluate.failures.file import FAILURES_FILE, read_failures, write_failures
from pincite.evaluate.failures.find import outcomes
from pincite.evaluate.report.blocks import Text
from pincite.evaluate.report.failure_sections import Failures
from pincite.evaluate.report.figures import BASE
from pincite.evaluate.report.markdown import markdown
from pincite.evaluate.report.page import page
from pincite.evaluate.report.sections import sections, title
from pincite.evaluate.report.svg import missing_plots
from pincite.types.document import Span

MARKDOWN_FILE: Final = "report.md"
HTML_FILE: Final = "report.html"
MARKDOWN_CASES: Final = 50
HTML_CASES: Final = 500
"""Failed cases listed under one kind; all stand in `failures.jsonl`."""
Report = Mapping[str, Any]


def write_reports(folder: Path) -> tuple[Path, ...]:
    """Writes the failures of every run, `report.md` and `report.html` into a report's folder.

    Without matplotlib the page has no plots, and says so; `missing_plots` tells it beforehand.

    Returns:
        The files written: `report.md`, `report.html`, then each run's `failures.jsonl`.

    Raises:
        InputError: there is no report, or a cases file beside it is damaged.
    """
    from pincite.evaluate.results.report_data import read_report

    report = read_report(folder)
    failures = _failures(report, folder)
    paths = [folder / MARKDOWN_FILE, folder / HTML_FILE]
    _write(paths[0], markdown(title(report), sections(report, failures, MARKDOWN_CASES)))
    _write(paths[1], _page(report, failures))
    return (*paths, *(folder / file for file in failures.files.values()))


def benchmark_of(report: Report) -> Benchmark:
    """The benchmark as far as a report holds it: questions, gold and rules, no document."""
    facts = report["benchmark"]
    return Benchmark(
        name=facts["name"],
        version=facts["version"],
        documents=(),
        questions=tuple(_question(question) for question in report["questions"]),
        hit=HitRule(facts["hit"]),
        neighbours=facts["neighbours"],
        whole=frozenset(facts.get("whole", ())),
        broad_hallucination=facts["broad_hallucination"],
        remarks=tuple(facts["remarks"]),
    )


def _question(facts: Mapping[str, Any]) -> Question:
    return Question(
        id=facts["id"],
        text=facts["text"],
        label=Label(facts["label"]),
        category=facts["category"],
        document_id=facts["document_id"],
        scope=tuple(facts["scope"]),
        reference=facts["reference"],
        gold=tuple(_gold(gold) for gold in facts["gold"]),
        traits=facts["traits"],
    )


def _gold(facts: Mapping[str, Any]) -> Gold:
    return Gold(
        **{
            **facts,
            "span": _span(facts["span"]),
            "source_span": _span(facts["source_span"]),
            "page_indexes": frozenset(facts["page_indexes"]),
            "section_ids": frozenset(facts["section_ids"]),
            "marked_by": tuple(facts["marked_by"]),
            "parts": tuple(Span(*ends) for ends in facts.get("parts", ())),
        }
    )


def _span(ends: list[int] | None) -> Span | None:
    return None if ends is None else Span(ends[0], ends[1])


def _failures(report: Report, folder: Path) -> Failures:
    """The failures of every run whose cases are there, written beside these."""
    benchmark = benchmark_of(report)
    counts: dict[str, Mapping[str, Any]] = {}
    files: dict[str, str] = {}
    times = StageTimes()
    for run in report["runs"]:
        cases = folder / run["cases"] if run["cases"] and not run["same_as"] else None
        if cases is None or not cases.is_file():
            continue
        rows = times.heard(read_rows(cases)) if run["name"] == BASE else read_rows(cases)
        file = cases.with_name(FAILURES_FILE)
        facts = {"benchmark": benchmark.name, "version": benchmark.version, "run": run["name"]}
        counts[run["name"]] = write_failures(file, outcomes(benchmark, rows), facts).to_record()
        files[run["name"]] = file.relative_to(folder).as_posix()
    listed = list(read_failures(folder / files[BASE]))[1:] if BASE in files else []
    return Failures(counts, files, listed, times.table())


class StageTimes:
    """How long the stages of questions took, heard while their cases are read."""

    def __init__(self) -> None:
        self._found: dict[str, list[float]] = {}

    def heard(self, rows: Iterable[CaseRow]) -> Iterator[CaseRow]:
        """The rows as they are; those that came out of a cache in part are not counted."""
        for row in rows:
            if row.case is not None and row.case.seconds is not None:
                for stage, took in row.case.record["trace"]["timings_ms"].items():
                    self._found.setdefault(stage, []).append(float(took))
            yield row

    def table(self) -> list[tuple[str, float, float, int]]:
        """Stage, median and p95 (nearest rank) in milliseconds, questions; the longest first."""
        rows = [(name, median(took), _p95(took), len(took)) for name, took in self._found.items()]
        return sorted(rows, key=lambda row: (-row[1], row[0]))


def _p95(values: list[float]) -> float:
    return sorted(values)[-(-95 * len(values) // 100) - 1]


def _page(report: Report, failures: Failures) -> Iterator[str]:
    missing = missing_plots()
    draw: Callable[[str], str | None]
    if missing is None:
        from pincite.evaluate.report.plots import Plots

        draw = Plots(report, failures)
    else:
        draw = _nothing
    note = [Text(str(missing), warning=True)] if missing else []
    return page(title(report), [*note, *sections(report, failures, HTML_CASES)], draw)


def _nothing(name: str) -> None:
    """No plot."""


def _write(path: Path, parts: Iterable[str]) -> None:
    """Writes a file whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    with part.open("w", encoding="utf-8", errors="replace", newline="\n") as file:
        file.writelines(parts)
    os.replace(part, path)
