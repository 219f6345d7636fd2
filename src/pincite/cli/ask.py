"""`pincite ask`: an answer with checked pincites, or a refusal with its reason."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

import typer

from pincite.cli.exit_codes import ExitCode
from pincite.cli.invocation import (
    ConfigOption,
    DocumentOption,
    GateOption,
    JsonOption,
    LibraryOption,
    PresetOption,
    TagOption,
    invocation,
    retrieval_filter,
)
from pincite.cli.output import colors, data, width
from pincite.cli.progress import ask_progress


def ask(
    context: typer.Context,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="In your own words; name the place or document.")],
    method: Annotated[
        Literal["auto", "citeguard", "refwalk"],
        typer.Option("--method", help="How to answer; `auto` walks citations where the evidence is cited law."),
    ] = "auto",
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            metavar="MODEL",
            help="Who writes: `extractive` quotes the evidence itself; `URL#NAME` is a model of an OpenAI-compatible "
            "server, its key in $PINCITE_MODEL_KEY; `llama:FILE` is a GGUF file [default: extractive].",
            show_default=False,
        ),
    ] = None,
    preset: PresetOption = None,
    gate: GateOption = None,
    document: DocumentOption = None,
    tag: TagOption = None,
    offline: Annotated[bool, typer.Option("--offline", help="Let nothing leave this machine.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Answer with checked pincites, or refuse and say why.

    A refusal is a result too; its exit code is 3.
    """
    flags = {"retrieve.preset": preset, "answer.gate": gate, "model.name": model, "offline": offline or None}
    call = invocation(context, library, as_json, config, flags)
    with call.open_library() as opened:
        wanted = retrieval_filter(opened, document, tag)
        with ask_progress() as on_event:
            outcome = opened.ask(question, method=method, filter=wanted, on_event=on_event)

    from pincite.answer.record import dumps, to_record
    from pincite.answer.render import to_text

    record = to_record(outcome)
    if call.as_json:
        data(dumps(record))
    else:
        data(to_text(record, width=width(), color=colors(sys.stdout)))
    if record["status"] == "refused":
        raise typer.Exit(ExitCode.REFUSED)
