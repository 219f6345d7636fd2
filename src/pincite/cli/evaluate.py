"""`pincite eval`: answer a benchmark's questions and measure it, compare two reports, calibrate refusal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from pincite.cli.invocation import (
    ConfigOption,
    GateOption,
    Invocation,
    JsonOption,
    LibraryOption,
    PresetOption,
    invocation,
)
from pincite.cli.output import data, data_json, say

if TYPE_CHECKING:
    from pincite.evaluate.benchmark import Benchmark

app = typer.Typer(
    name="eval",
    help="Answer a benchmark's questions and measure what came of them.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

WorkOption = Annotated[
    Path | None,
    typer.Option(
        "--work",
        metavar="DIR",
        help="Folder of libraries and kept scores and answers, for runs to share; it can be deleted "
        "[default: pincite-eval-work beside --out].",
        show_default=False,
    ),
]
DataOption = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="DIR",
        help="The folder with the benchmarks' files [default: $PINCITE_DATA].",
        show_default=False,
    ),
]
DATA_VARIABLE = "PINCITE_DATA"
WORK_FOLDER = "pincite-eval-work"


@app.command("run")
def run_benchmark(
    context: typer.Context,
    benchmark: Annotated[str, typer.Argument(metavar="BENCHMARK", help="See `pincite eval list`.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder of the report and the cases.")],
    ablate: Annotated[
        list[str] | None,
        typer.Option(
            "--ablate",
            metavar="NAME",
            help="Make this named run, group of runs, or `all`, too; may be repeated; see `pincite eval list`.",
            show_default=False,
        ),
    ] = None,
    data_folder: DataOption = None,
    subset: Annotated[
        int | None, typer.Option("--subset", metavar="N", min=1, help="Ask N questions of the same make-up only.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Of the subset.")] = 0,
    document: Annotated[
        list[str] | None,
        typer.Option(
            "--document",
            metavar="DOC",
            help="Ask questions about this document only; may be repeated; others stay in the library.",
            show_default=False,
        ),
    ] = None,
    split: Annotated[
        Literal["choosing", "reporting"] | None,
        typer.Option("--split", help="Ask about one half of the documents: that to choose on, or the other."),
    ] = None,
    method: Annotated[
        Literal["auto", "citeguard", "refwalk"], typer.Option("--method", help="How to answer.")
    ] = "auto",
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            metavar="MODEL",
            help="Who writes: `extractive`, `careless` (a scripted model that makes faults), `URL#NAME`, `llama:FILE` "
            "[default: extractive].",
            show_default=False,
        ),
    ] = None,
    preset: PresetOption = None,
    gate: GateOption = None,
    work: WorkOption = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Begin anew where --out holds cases already.")] = False,
    paper_figures: Annotated[
        Path | None,
        typer.Option(
            "--paper-figures",
            metavar="FILE",
            help="JSON of figures to show beside ours: run to measure to figure.",
            show_default=False,
        ),
    ] = None,
    offline: Annotated[bool, typer.Option("--offline", help="Let nothing leave this machine.")] = False,
    retrieval_only: Annotated[
        bool, typer.Option("--retrieval-only", help="Rank and measure the ranking; write no answers.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Answer a benchmark's questions and write report.json.

    A run that was stopped goes on where it was with the same command. --library is not used: a library is made for
    the benchmark in the folder of --work.
    """
    from pincite.cli.progress_eval import eval_progress
    from pincite.evaluate.measures.registry import RANKING_MEASURES
    from pincite.evaluate.results.report_data import read_paper_figures, write_report
    from pincite.evaluate.results.report_measures import report_measures
    from pincite.evaluate.run.ablations import BASE, named_runs, only_ranking
    from pincite.evaluate.run.ask import Asked, run_all

    flags = {"retrieve.preset": preset, "answer.gate": gate, "model.name": model, "offline": offline or None}
    call = invocation(context, library, as_json, config, flags)
    runs = (BASE, *named_runs(ablate or ()))
    runs = only_ranking(runs) if retrieval_only else runs
    figures = read_paper_figures(paper_figures) if paper_figures else {}
    chosen = _chosen(loaded(benchmark, data_folder), document or (), split, subset, seed)
    with eval_progress() as on_event:
        asked = Asked(
            benchmark=chosen,
            out=out,
            work=work or beside(out),
            settings=call.settings,
            method=method,
            models_given=call.settings.model.name != "extractive",
            fresh=fresh,
            on_event=on_event,
        )
        try:
            made = run_all(asked, runs)
        except KeyboardInterrupt:
            say("stopped; the same command goes on from here")
            raise
    with report_measures(asked.work) as measures:
        measures = RANKING_MEASURES if retrieval_only else measures
        report = write_report(asked, made, measures, command=["pincite", *sys.argv[1:]], paper=figures)
    _print_report(report, out, call)


@app.command("report")
def write_pages(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder that --out of `pincite eval run` named.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Write report.md, report.html and the failures anew.

    `pincite eval run` writes them too.
    """
    call = invocation(context, library, as_json, config)
    written = [str(path) for path in _pages(folder)]
    if call.as_json:
        data_json({"written": written})
    else:
        data("\n".join(written))


@app.command()
def compare(
    context: typer.Context,
    first: Annotated[Path, typer.Argument(metavar="A", help="Folder of a report, or its report.json.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="Another of the same benchmark.")],
    run_a: Annotated[str, typer.Option("--run-a", metavar="NAME", help="Named run of A.")] = "base",
    run_b: Annotated[str, typer.Option("--run-b", metavar="NAME", help="Named run of B.")] = "base",
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Compare two reports question by question.

    The questions of both are paired; a difference counts where its interval leaves zero out.
    """
    from pincite.cli.eval_tables import comparison_table
    from pincite.evaluate.results.report_compare import comparison

    call = invocation(context, library, as_json, config)
    found = comparison(first, second, run_a, run_b)
    if call.as_json:
        data_json(found)
    else:
        data(comparison_table(found))


@app.command("list")
def list_benchmarks(
    context: typer.Context,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """List the benchmarks and the named runs."""
    from pincite.cli.output import table
    from pincite.evaluate.benchmarks import BENCHMARKS
    from pincite.evaluate.run.ablations import EVERYTHING, groups

    call = invocation(context, library, as_json, config)
    benchmarks = {
        f"{name}:{reader.variants}" if reader.variants else name: reader.about for name, reader in BENCHMARKS.items()
    }
    if call.as_json:
        runs = {group: {run.name: run.title for run in rows} for group, rows in groups().items()}
        data_json({"benchmarks": benchmarks, "runs": runs})
        return
    rows = [(group, run.name, run.title) for group, members in groups().items() for run in members]
    data(table(("BENCHMARK", "WHAT IT IS"), list(benchmarks.items())))
    data("")
    data(table(("GROUP", "NAMED RUN", "WHAT IT CHANGES"), rows))
    data(f"\n--ablate takes the name of a run, of a group, or `{EVERYTHING}`.")


def beside(out: Path) -> Path:
    """The folder for work where none is named."""
    return out.resolve().parent / WORK_FOLDER


def loaded(name: str, folder: Path | None) -> Benchmark:
    """The benchmark of a name, from the folder given or the environment's.

    Raises:
        InputError: no folder is named, or the benchmark is not there.
    """
    import os

    from pincite.errors import InputError
    from pincite.evaluate.benchmarks import load

    where = folder or (Path(os.environ[DATA_VARIABLE]) if os.environ.get(DATA_VARIABLE) else None)
    if where is None:
        raise InputError(
            "The folder with the benchmarks' files was not named.", hint=f"Name it with --data or ${DATA_VARIABLE}."
        )
    return load(name, where)


def _chosen(
    benchmark: Benchmark, documents: Sequence[str], split: str | None, subset: int | None, seed: int
) -> Benchmark:
    """The benchmark with the questions asked for; its documents stay, so that finding them is as hard as before."""
    from dataclasses import replace

    from pincite.errors import InputError
    from pincite.evaluate.calibrate.folds import halves
    from pincite.evaluate.subset import subset as sample

    if subset is not None:
        benchmark = sample(benchmark, subset, seed)
    if split is not None:
        half = halves(benchmark)
        benchmark = replace(benchmark, questions=half.fit if split == "choosing" else half.held_out)
    known = {question.document_id for question in benchmark.questions}
    for document_id in documents:
        if document_id not in known:
            raise InputError(f"The benchmark {benchmark.name} asks nothing about a document {document_id!r}.")
    if documents:
        kept = tuple(question for question in benchmark.questions if question.document_id in documents)
        benchmark = replace(benchmark, questions=kept)
    if not benchmark.questions:
        raise InputError(f"No question of {benchmark.name} is left to ask.", hint="Ask for more of it.")
    return benchmark


def _pages(folder: Path) -> tuple[Path, ...]:
    """The pages of a report, written; what they lack is said."""
    from pincite.evaluate.report.svg import missing_plots
    from pincite.evaluate.report.write import write_reports

    if lacking := missing_plots():
        say(f"note: {lacking}")
    return write_reports(folder)


def _print_report(report: dict[str, Any], out: Path, call: Invocation) -> None:
    from pincite.cli.eval_tables import report_table
    from pincite.evaluate.results.report_data import REPORT_FILE

    if call.as_json:
        data_json(report)
    else:
        data(report_table(report))
    pages = [str(path) for path in _pages(out) if path.parent == out]
    say(f"written: {', '.join([str(out / REPORT_FILE), *pages])}")
