"""`pincite bench predict`: prediction files of pincite's own methods and of plain baselines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from pincite.cli.invocation import ConfigOption, JsonOption, LibraryOption, invocation
from pincite.cli.output import data, data_json, say


def predict(
    context: typer.Context,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder of the prediction files, one a run.")],
    cases: Annotated[
        list[Path] | None,
        typer.Option(
            "--cases",
            metavar="F",
            help="A cases.jsonl of an evaluation, or the folder of `eval run`; may be repeated.",
        ),
    ] = None,
    bench: Annotated[
        Path | None,
        typer.Option("--bench", metavar="F", help="Ask these questions of --library, in place of --cases."),
    ] = None,
    runs: Annotated[
        list[str] | None,
        typer.Option(
            "--run",
            metavar="NAME",
            help="Baseline: bm25, dense, hybrid, hybrid-views, native-rag, refwalk-native, refwalk-eager, refwalk, or "
            "all; may be repeated [default: refwalk].",
            show_default=False,
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="MODEL", help="Who writes: extractive, `URL#NAME`, `llama:FILE`."),
    ] = None,
    preset: Annotated[
        Literal["paper", "standard"], typer.Option("--preset", help="`standard` reranks with the cross-encoder.")
    ] = "paper",
    gate: Annotated[
        Literal["off", "paper", "standard"],
        typer.Option("--gate", help="`off` delivers every draft, as other systems do."),
    ] = "off",
    offline: Annotated[bool, typer.Option("--offline", help="Let nothing leave this machine.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Write prediction files for `bench score`.

    From --cases, what `eval run` kept; or from --bench, what the library's methods say to its questions.
    """
    flags = {"model.name": model, "offline": offline or None}
    call = invocation(context, library, as_json, config, flags)
    if bool(cases) == bool(bench):
        raise typer.BadParameter("name either --cases or --bench", param_hint="--cases")
    if cases:
        written = dict(_exported(cases, out))
    else:
        assert bench is not None
        written = {}
        from pincite.evaluate.regops.predict import named_runs

        for run in named_runs(runs or ["refwalk"]):
            made = invocation(context, library, as_json, config, {**flags, **run.settings})
            if run.writer == "native" and made.settings.model.name == "extractive" and "all" in (runs or ()):
                say(f"{run.name}: left out, since a language model writes it; name one with --model")
                continue
            written[run.name] = _asked(made, run, bench, out, preset, gate)
    if call.as_json:
        data_json({"written": {name: str(path) for name, path in written.items()}})
    else:
        data("\n".join(f"{name}: {path}" for name, path in written.items()))


def _exported(cases: Iterable[Path], out: Path) -> Iterable[tuple[str, Path]]:
    from pincite.errors import InputError
    from pincite.evaluate.regops.predict import from_cases

    for place in cases:
        files = sorted(place.glob("**/cases.jsonl")) if place.is_dir() else [place]
        if not files:
            raise InputError(f"Wanted cases in {place}, found no cases.jsonl.", hint="Name the folder of `eval run`.")
        for file in files:
            found = from_cases(file)
            yield found.run, _write(out, found.run, found.rows)


def _asked(call: Any, run: Any, bench: Path, out: Path, preset: str, gate: Any) -> Path:
    from pincite.evaluate.regops.predict import ask_all
    from pincite.evaluate.regops.score_bench import read_bench

    questions = read_bench(bench).questions
    with call.open_library() as opened:
        name = call.settings.model.name
        if name != "extractive" and (host := opened.language_model(name).host) is not None:
            say(f"note: the questions and the passages go to {host}")
        say(f"{run.name}: {run.title}; {len(questions)} questions")
        rows = ask_all(opened, run, questions, model=name, preset=preset, gate=gate, on_done=_told)
        return _write(out, run.name, rows)


def _told(name: str, done: int, total: int) -> None:
    if done % 25 == 0 or done == total:
        say(f"{name}: {done} of {total}")


def _write(out: Path, name: str, rows: Iterable[Mapping[str, Any]]) -> Path:
    """Writes a file of predictions, whole or not at all."""
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{name}.jsonl"
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    part.replace(path)
    return path
