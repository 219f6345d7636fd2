"""`pincite bench score`: anyone's predictions on a benchmark; files checked first, several systems in one table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from pincite.cli.exit_codes import ExitCode
from pincite.cli.invocation import ConfigOption, Invocation, JsonOption, LibraryOption, invocation
from pincite.cli.output import data, data_json, say

if TYPE_CHECKING:
    from pincite.evaluate.regops.findings import Finding
    from pincite.evaluate.regops.score.claim_judge import ModelMatcher
    from pincite.evaluate.regops.score.systems import ScoreOptions, ScoreReport


def score_predictions(
    context: typer.Context,
    bench: Annotated[
        Path, typer.Option("--bench", metavar="F", help="The questions, or a folder with them and their corpus.")
    ],
    predictions: Annotated[
        list[str] | None,
        typer.Option(
            "--predictions", metavar="F", help="JSON lines, one a question; FILE or NAME=FILE; more may follow it."
        ),
    ] = None,
    more: Annotated[list[str] | None, typer.Argument(metavar="[F]...", help="More predictions.")] = None,
    corpus: Annotated[
        Path | None,
        typer.Option("--corpus", metavar="F", help="The passages' ids [default: beside --bench, if it is a folder]."),
    ] = None,
    hit_rule: Annotated[
        Literal["both", "strict", "hierarchical"],
        typer.Option("--hit-rule", help="When a retrieved id is a hit: the gold's own, or one above or below it too."),
    ] = "both",
    match_unit: Annotated[
        Literal["node", "article"], typer.Option("--match-unit", help="What retrieval is compared by.")
    ] = "node",
    compatible: Annotated[
        bool, typer.Option("--compatible", help="The RefWalk authors' definitions; see docs/bench-score.md.")
    ] = False,
    keep_unknown: Annotated[
        bool,
        typer.Option("--keep-unknown", help="With --compatible: as their evaluator alone, which repairs no citation."),
    ] = False,
    no_clause_recovery: Annotated[
        bool, typer.Option("--no-clause-recovery", help="Count citations as declared, no clauses from the words.")
    ] = False,
    no_claims: Annotated[bool, typer.Option("--no-claims", help="Measure no claims.")] = False,
    judge: Annotated[
        str | None,
        typer.Option(
            "--judge",
            metavar="MODEL",
            help="Who matches claims: `URL#NAME`, `llama:FILE` [default: words, figures, negation].",
            show_default=False,
        ),
    ] = None,
    only_predicted: Annotated[
        bool, typer.Option("--only-predicted", help="Leave questions without a prediction out; else they are failures.")
    ] = False,
    skip_errors: Annotated[
        bool, typer.Option("--skip-errors", help="Leave predictions with status error out; else they are failures.")
    ] = False,
    validate_only: Annotated[bool, typer.Option("--validate-only", help="Check the files and score nothing.")] = False,
    fail_on_warning: Annotated[
        bool, typer.Option("--fail-on-warning", help="Exit code 4 where a warning was given.")
    ] = False,
    trec: Annotated[
        Path | None, typer.Option("--trec", metavar="DIR", help="Write runs and judgements in TREC's form, too.")
    ] = None,
    per_question: Annotated[
        Path | None, typer.Option("--per-question", metavar="F", help="Write every question's scores as JSON lines.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", min=0, help="Of the intervals.")] = 0,
    offline: Annotated[bool, typer.Option("--offline", help="Let nothing leave this machine.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Score prediction files on a benchmark of provisions.

    The files are checked first: an error ends it with exit code 1, and each finding has its line and what to do.
    --library is not used.
    """
    from pincite.answer.screen import safe
    from pincite.evaluate.regops.findings import Severity, lines, worst
    from pincite.evaluate.regops.predictions.read import read_predictions
    from pincite.evaluate.regops.score.bench import read_bench
    from pincite.evaluate.regops.score.systems import ScoreOptions, as_record, score

    call = invocation(context, library, as_json, config, {"offline": offline or None})
    read = read_bench(bench, corpus)
    named = _named([*(predictions or ()), *(more or ())])
    # Of a benchmark with errors, predictions cannot be judged.
    broken = worst(read.findings) is Severity.ERROR
    systems, found = ((), ()) if broken else read_predictions(named, read)
    findings = [*read.findings, *found]
    for line in lines(findings):
        say(safe(line))
    gravest = worst(findings)
    if gravest is Severity.ERROR or validate_only:
        _end(findings, call, [system.name for system in systems], fail_on_warning)
        return
    _make_room(trec, per_question)
    matcher = _judge(judge, call) if judge and not no_claims else None
    options = ScoreOptions(
        rules=_rules(hit_rule, match_unit, not no_clause_recovery),
        only_predicted=only_predicted,
        skip_errors=skip_errors,
        compatible=_compatible(hit_rule, match_unit, not no_clause_recovery, keep_unknown) if compatible else None,
        matcher=matcher or (None if no_claims else _words()),
        seed=seed,
    )
    report = score(read, systems, options)
    if matcher is not None and matcher.unread:
        say(f"note: {matcher.unread} answers of {matcher.name} could not be read; what they judged has no score")
    _write(report, trec, per_question)
    if call.as_json:
        settings = _settings(options, hit_rule, match_unit)
        data_json(as_record(report, settings=settings, findings=[finding.record() for finding in findings]))
    else:
        from pincite.cli.bench_score_table import report_table

        data(report_table(report, compatible))
    if fail_on_warning and gravest is Severity.WARNING:
        raise typer.Exit(ExitCode.NOT_VERIFIED)


def _named(given: Sequence[str]) -> list[tuple[str, Path]]:
    """Name, empty where none is given, and file of each."""
    if not given:
        raise typer.BadParameter("name at least one file of predictions", param_hint="--predictions")
    found = []
    for text in given:
        name, equals, path = text.partition("=")
        named = bool(equals and name.strip() and path) and not Path(text).exists()
        found.append((name.strip(), Path(path)) if named else ("", Path(text)))
    return found


def _end(findings: Sequence[Finding], call: Invocation, systems: Sequence[str], fail_on_warning: bool) -> None:
    """Ends a check: what was found, and the exit code."""
    from pincite.evaluate.regops.findings import Severity, worst

    counts = {severity.value: sum(f.severity is severity for f in findings) for severity in Severity}
    said = f"{counts['error']} errors, {counts['warning']} warnings, {counts['note']} notes"
    if call.as_json:
        records = [finding.record() for finding in findings]
        data_json({"schema": "pincite.bench-check/1", "systems": list(systems), "counts": counts, "findings": records})
    else:
        data(f"{', '.join(systems) or 'no system'}: {said}")
    gravest = worst(findings)
    if gravest is Severity.ERROR:
        raise typer.Exit(ExitCode.ERROR)
    if fail_on_warning and gravest is Severity.WARNING:
        raise typer.Exit(ExitCode.NOT_VERIFIED)


def _make_room(trec: Path | None, per_question: Path | None) -> None:
    """Makes the folders of what is to be written, so that what is in the way is said before the work."""
    from pincite.errors import InputError

    if per_question is not None and per_question.is_dir():
        raise InputError(f"Wanted a file for the scores, found the folder {per_question}.", hint="Name a file in it.")
    for folder in (trec, per_question.parent if per_question else None):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)


def _rules(hit_rule: str, match_unit: str, clauses: bool) -> Any:
    from pincite.evaluate.measures.provisions import Cover
    from pincite.evaluate.regops.score.measures import Rules

    if match_unit == "article":
        return Rules((Cover.ARTICLE,), clauses)
    return Rules((Cover.STRICT, Cover.HIERARCHICAL) if hit_rule == "both" else (Cover(hit_rule),), clauses)


def _compatible(hit_rule: str, match_unit: str, clauses: bool, keep_unknown: bool) -> Any:
    from pincite.evaluate.regops.score.compatible import CompatibleRules

    return CompatibleRules(hit_rule != "strict", match_unit == "article", clauses, not keep_unknown)


def _words() -> Any:
    from pincite.evaluate.regops.score.claim_match import WordMatcher

    return WordMatcher()


def _judge(name: str, call: Invocation) -> ModelMatcher:
    """The judging model; what it says is kept where the settings name a folder for it."""
    from pincite.evaluate.regops.score.claim_judge import ModelMatcher
    from pincite.generate.models import language_model

    model = language_model(name, call.settings.model, offline=call.settings.offline)
    if model.host is not None:
        say(f"note: questions' claims and the answers go to {model.host}")
    if call.settings.model.cache is not None:
        from pincite.generate.kept import KeptModel

        model = KeptModel(model, call.settings.model.cache.expanduser())
    return ModelMatcher(model, seed=call.settings.model.seed)


def _settings(options: ScoreOptions, hit_rule: str, match_unit: str) -> dict[str, Any]:
    compatible = options.compatible
    return {
        "hit_rule": hit_rule,
        "match_unit": match_unit,
        "clause_recovery": options.rules.clauses,
        "compatible": compatible is not None,
        "unknown_dropped": bool(compatible and compatible.repaired),
        "claims": options.matcher.name if options.matcher else None,
        "only_predicted": options.only_predicted or compatible is not None,
        "skip_errors": options.skip_errors,
        "seed": options.seed,
    }


def _write(report: ScoreReport, trec: Path | None, per_question: Path | None) -> None:
    import json

    if trec is not None:
        from pincite.evaluate.regops.score.trec import write_trec

        say(f"written: {', '.join(map(str, write_trec(trec, report.bench, report.systems)))}")
    if per_question is not None:
        rows = [
            {"system": name, "qa_id": question, "scores": scores}
            for name, questions in report.per_question.items()
            for question, scores in questions.items()
        ]
        part = per_question.with_name(f"{per_question.name}.part")
        part.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
        part.replace(per_question)
        say(f"written: {per_question}")
