"""The sections of a report about what went wrong: kinds with counts, then the cases themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pincite.evaluate.failures.find import excerpt
from pincite.evaluate.failures.kinds import KINDS, PRECEDENCE, FailureKind
from pincite.evaluate.report.blocks import Block, Entries, Entry, Heading, Items, Picture, Table, Text
from pincite.evaluate.report.figures import BASE

QUOTE_CHARS: Final = 600
ANSWER_CHARS: Final = 2_000
GOLD_LISTED: Final = 6


@dataclass(frozen=True, slots=True)
class Failures:
    """The failures of a report's runs.

    Args:
        counts: run to the first line of its `failures.jsonl`.
        files: run to the path of that file, relative to the report.
        cases: those of the run `base`, in its order.
        stages: of the run `base`: name, median and p95 in milliseconds, questions.
    """

    counts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    cases: Sequence[Mapping[str, Any]] = ()
    stages: Sequence[tuple[str, float, float, int]] = ()


def failure_sections(report: Mapping[str, Any], failures: Failures, cases_listed: int) -> Iterator[Block]:
    """Kinds with their counts in every run, their rules, and the cases of the run `base`.

    Args:
        cases_listed: at most so many under one kind.
    """
    yield Heading("Failures")
    if BASE not in failures.counts:
        yield Text("The cases of the run base are not beside this report, so no failure is listed.")
        return
    counts = failures.counts[BASE]
    yield Text(
        f"{counts['failed']:,} of {counts['cases']:,} questions with a settled label failed by at least one rule. "
        f"{PRECEDENCE} The rules see what stands in a case: a right answer from a place that nobody marked as gold "
        "counts here."
    )
    yield Picture("failures", "Failures of the run base by their first kind", "Bars of the kinds of failure.")
    yield from _kind_tables(failures)
    yield from _cases(failures, cases_listed)


def _kind_tables(failures: Failures) -> Iterator[Block]:
    found = failures.counts[BASE]["kinds"]
    rows = [
        (kind.title, f"{counted['first']:,}", f"{counted['any']:,}", kind.group.value, kind.rule)
        for kind in KINDS
        if (counted := found.get(kind.name))
    ]
    yield Table(("Kind", "First kind of", "True of", "Group", "Rule"), rows, frozenset((0, 3, 4)))
    if none := [kind.title for kind in KINDS if kind.name not in found]:
        yield Text(f"None of: {', '.join(none)}.")
    if len(failures.counts) > 1:
        yield Heading("First kinds of all runs", 3)
        yield _runs_table(failures)
    others = [f"{run}: {file}" for run, file in failures.files.items() if run != BASE]
    if others:
        yield Text("The cases of the other runs, one line each:")
        yield Items(tuple(others))


def _runs_table(failures: Failures) -> Table:
    kinds = [kind for kind in KINDS if any(_first(counts, kind) for counts in failures.counts.values())]
    rows = [
        (run, f"{counts['failed']:,} of {counts['cases']:,}", *(f"{_first(counts, kind):,}" for kind in kinds))
        for run, counts in failures.counts.items()
    ]
    return Table(("Run", "Failed", *(kind.title for kind in kinds)), rows)


def _first(counts: Mapping[str, Any], kind: FailureKind) -> int:
    found = counts["kinds"].get(kind.name)
    return int(found["first"]) if found else 0


def _cases(failures: Failures, cases_listed: int) -> Iterator[Block]:
    """The cases under their first kind."""
    by_kind: dict[str, list[Mapping[str, Any]]] = {}
    for case in failures.cases:
        by_kind.setdefault(case["kinds"][0], []).append(case)
    yield Heading("The failed cases of the run base")
    yield Text(
        "Sources are those that the writer was shown, each with what was cited of it, else with its beginning. “Hit” "
        "says that a source is a hit on gold by the benchmark's rule."
    )
    for kind in KINDS:
        if found := by_kind.get(kind.name):
            yield Heading(f"{kind.title}: {len(found):,}", 3)
            yield Text(f"{kind.rule[0].upper()}{kind.rule[1:]}.")
            rest = f"all of them are in {failures.files[BASE]}"
            yield Entries([_entry(case) for case in found[:cases_listed]], len(found), rest)


def _entry(case: Mapping[str, Any]) -> Entry:
    further = [_TITLES.get(name, name) for name in case["kinds"][1:]]
    tags = [case["question_id"], case["label"], case["category"], case["document_id"]]
    fields = [
        *([("Also", ", ".join(further))] if further else []),
        *_outcome_fields(case),
        *([("Reference", str(excerpt(case["reference"], QUOTE_CHARS)))] if case["reference"] else []),
        ("Gold", "\n".join(_gold_lines(case["gold"])) or "none: nothing answers it"),
        ("Sources", "\n".join(map(_source_line, case["evidence"])) or "none"),
    ]
    return Entry(case["question"], tuple(tag for tag in tags if tag), tuple(fields))


_TITLES: Final = {kind.name: kind.title for kind in KINDS}


def _outcome_fields(case: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if error := case["error"]:
        yield "Error", f"{error.get('type', '')}: {error.get('message', '')} {error.get('hint', '')}".strip()
    if (answer := case["answer"]) is not None:
        yield "Answer", str(_short("\n".join(map(_sentence_line, answer)), ANSWER_CHARS)) or "(empty)"
    if refusal := case["refusal"]:
        detail = f": {refusal['detail']}" if refusal["detail"] else ""
        yield "Refused", f"{refusal['reason']}{detail}"
    if case["faults"]:
        yield "Faults delivered", ", ".join(case["faults"])
    if case["sufficiency"] is not None:
        yield "Sufficiency", f"{case['sufficiency']:.2f}"


def _short(text: str, limit: int) -> str:
    """The text, and how much was left out; lines stay lines."""
    left_out = len(text) - limit
    return text if left_out <= 0 else f"{text[:limit].rstrip()} … ({left_out:,} more characters)"


def _sentence_line(sentence: Mapping[str, Any]) -> str:
    markers = "".join(f"[{number}]" for number in sentence["citations"])
    failed = "  (not supported)" if sentence["unsupported"] else ""
    return f"{' '.join(sentence['text'].split())} {markers}{failed}".rstrip()


def _gold_lines(golds: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The pieces that were retrieved first, so that they are among those listed."""
    ordered = sorted(golds, key=lambda gold: (gold["rank"] is None, gold["rank"] or 0))
    yield from map(_gold_line, ordered[:GOLD_LISTED])
    if len(golds) > GOLD_LISTED:
        yield f"… and {len(golds) - GOLD_LISTED} more pieces of gold, all of them in the file of failures"


def _gold_line(gold: Mapping[str, Any]) -> str:
    place = ", ".join(_places(gold))
    rank = f"retrieved at {gold['rank']}" if gold["rank"] else "not among the first 8"
    shown = f", shown as {''.join(f'[{n}]' for n in gold['shown_as'])}" if gold["shown_as"] else ", not shown"
    quote = f" “{excerpt(gold['quote'], QUOTE_CHARS)}”" if gold["quote"] else ""
    return f"{place} ({rank}{shown}){quote}"


def _places(gold: Mapping[str, Any]) -> Iterable[str]:
    yield gold["document_id"]
    if gold["pages"]:
        yield f"{_named('page', gold['pages'])} of the file"
    if gold["sections"]:
        yield _named("section", gold["sections"])
    if gold["unit"]:
        yield f"unit {gold['unit']}"
    if gold["alternative"]:
        yield "alternative"


def _named(what: str, values: Sequence[object]) -> str:
    return f"{what}{'s' if len(values) > 1 else ''} {', '.join(map(str, values))}"


def _source_line(source: Mapping[str, Any]) -> str:
    marks = ", ".join(name for name in ("cited", "hit") if source[name])
    place = f"[{source['number']}] {source['label']}" + (f" ({marks})" if marks else "")
    left_out = f" … ({source['left_out']:,} more characters)" if source["left_out"] else ""
    return f"{place} — {source['excerpt']}{left_out}"
