"""`pincite bench predict`: prediction files of pincite's own methods and of plain baselines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from pincite.cli.invocation import ConfigOption, JsonOption, LibraryOption, invocation
from pincite.cli.output import data, data_json, say

EXTRACTIVE_STEP = 25


def predict(
    context: typer.Context,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="DIR", help="Folder of the prediction files, one a run.")
    ] = None,
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
    passages: Annotated[
        Path | None,
        typer.Option(
            "--passages", metavar="F", help="Write the passages of --library here, for other systems to index."
        ),
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
    _check(out, cases, bench, passages)
    written: dict[str, Path] = {}
    if passages:
        written["passages"] = _passages(call, passages)
    if cases and out:
        written |= _exported(cases, out)
    elif bench and out:
        from pincite.evaluate.regops.predictions.make import named_runs

        for run in named_runs(runs or ["refwalk"]):
            shown = {"retrieve.max_sources": call.settings.refwalk.max_sources}  # as many for every run
            made = invocation(context, library, as_json, config, {**flags, **shown, **run.settings})
            if run.writer == "native" and made.settings.model.name == "extractive" and "all" in (runs or ()):
                say(f"{run.name}: left out, since a language model writes it; name one with --model")
                continue
            written[run.name] = _asked(made, run, bench, out, preset, gate)
    if call.as_json:
        data_json({"written": {name: str(path) for name, path in written.items()}})
    else:
        data("\n".join(f"{name}: {path}" for name, path in written.items()))


def _check(out: Path | None, cases: object, bench: object, passages: object) -> None:
    if (cases and bench) or not (cases or bench or passages):
        raise typer.BadParameter("name either --cases or --bench", param_hint="--cases")
    if out is None and (cases or bench):
        raise typer.BadParameter("name the folder of the prediction files", param_hint="--out")


def _passages(call: Any, path: Path) -> Path:
    from pincite.evaluate.regops.predictions.make import passages

    with call.open_library() as opened:
        return _write(path.parent, path.name, passages(opened))


def _exported(cases: Iterable[Path], out: Path) -> Iterable[tuple[str, Path]]:
    from pincite.errors import InputError
    from pincite.evaluate.regops.predictions.make import from_cases

    for place in cases:
        files = sorted(place.glob("**/cases.jsonl")) if place.is_dir() else [place]
        if not files:
            raise InputError(f"Wanted cases in {place}, found no cases.jsonl.", hint="Name the folder of `eval run`.")
        for file in files:
            found = from_cases(file)
            yield found.run, _write(out, f"{found.run}.jsonl", found.rows)


def _asked(call: Any, run: Any, bench: Path, out: Path, preset: str, gate: Any) -> Path:
    from pincite.answer.screen import safe
    from pincite.evaluate.regops.predictions.make import ask_all
    from pincite.evaluate.regops.score.bench import read_bench

    read = read_bench(bench)
    questions = read.questions
    for finding in read.findings:
        if finding.code in ("not_json", "no_id", "duplicate_question"):  # without their questions the file is not whole
            say(safe(str(finding)))
    with call.open_library() as opened:
        name = call.settings.model.name
        if name != "extractive" and (host := opened.language_model(name).host) is not None:
            say(f"note: the questions and the passages go to {host}")
        say(f"{run.name}: {run.title}; {len(questions)} questions")
        step = EXTRACTIVE_STEP if name == "extractive" else 1  # a model may take minutes for each

        def told(name: str, done: int, total: int) -> None:
            if done % step == 0 or done == total:
                say(f"{name}: {done} of {total}")

        rows = ask_all(opened, run, questions, model=name, preset=preset, gate=gate, on_done=told)
        return _write(out, f"{run.name}.jsonl", rows)


def _write(out: Path, name: str, rows: Iterable[Mapping[str, Any]]) -> Path:
    """Writes a file of lines, whole or not at all."""
    out.mkdir(parents=True, exist_ok=True)
    path = out / name
    part = path.with_name(f"{name}.part")
    with part.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    part.replace(path)
    return path
