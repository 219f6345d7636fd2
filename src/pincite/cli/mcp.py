"""`pincite mcp`: the library as tools for a language model's program, over stdin and stdout."""

from __future__ import annotations

from typing import Annotated

import typer

from pincite.cli.invocation import (
    ConfigOption,
    GateOption,
    JsonOption,
    LibraryOption,
    PresetOption,
    invocation,
)


def mcp(
    context: typer.Context,
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            metavar="MODEL",
            help="Who writes answers, as for `ask` [default: extractive].",
            show_default=False,
        ),
    ] = None,
    preset: PresetOption = None,
    gate: GateOption = None,
    offline: Annotated[bool, typer.Option("--offline", help="Let nothing leave this machine.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Offer the library to a language model as tools.

    It speaks the Model Context Protocol over stdin and stdout; the program starts it. The tools are search,
    get_provision, trace, ask and verify; none of them changes anything.
    """
    flags = {"retrieve.preset": preset, "answer.gate": gate, "model.name": model, "offline": offline or None}
    call = invocation(context, library, as_json, config, flags)

    from pincite.api.mcp import mcp_server

    with call.open_library() as opened:
        mcp_server(opened).run("stdio")
