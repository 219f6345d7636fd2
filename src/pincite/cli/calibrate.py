"""`pincite eval calibrate`: fit the rule of refusal on benchmarks, and say what it does where it was not fitted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from pincite.cli.evaluate import DataOption, WorkOption, beside, loaded
from pincite.cli.invocation import ConfigOption, JsonOption, LibraryOption, invocation
from pincite.cli.output import data, data_json, say


def calibrate(
    context: typer.Context,
    benchmarks: Annotated[list[str], typer.Argument(metavar="BENCHMARK...", help="See `pincite eval list`.")],
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="File of parameters; its other rows are kept.")],
    data_folder: DataOption = None,
    folds: Annotated[
        int | None,
        typer.Option(
            "--folds",
            metavar="K",
            min=2,
            help="Parts of the documents to hold out in turn [default: each document].",
            show_default=False,
        ),
    ] = None,
    preset: Annotated[
        Literal["paper", "standard"] | None,
        typer.Option("--preset", help="Whose scores the rule reads [default: standard where installed]."),
    ] = None,
    max_refused: Annotated[
        float,
        typer.Option(
            "--max-refused", metavar="X", min=0.0, max=0.9, help="Largest share of answerable questions to refuse."
        ),
    ] = 0.08,
    embedder: Annotated[
        str,
        typer.Option(
            "--embedder",
            metavar="NAME",
            help="`none` for words alone [default: the one installed].",
            show_default=False,
        ),
    ] = "",
    work: WorkOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Fit when to refuse, cross-validated by document.

    The setting answer.sufficiency names the file to use.
    """
    from pincite.cli.progress_eval import eval_progress
    from pincite.evaluate.calibrate.file import as_json as plain
    from pincite.evaluate.calibrate.file import calibration_text, write_parameters
    from pincite.evaluate.calibrate.refusal import Calibrating
    from pincite.evaluate.calibrate.refusal import calibrate as fitted

    call = invocation(context, library, as_json, config)
    read = [loaded(name, data_folder) for name in benchmarks]
    with eval_progress() as on_event:
        found = fitted(
            Calibrating(
                benchmarks=read,
                work=work or beside(out),
                settings=call.settings,
                folds=folds,
                max_refused=max_refused,
                embedder=embedder,
                preset=preset or call.settings.retrieve.preset,
                on_event=on_event,
            )
        )
    write_parameters(found.parameters, out)
    if call.as_json:
        data_json(plain(found))
    else:
        data(calibration_text(found))
    say(f"written: {out}")
