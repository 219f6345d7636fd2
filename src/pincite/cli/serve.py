"""`pincite serve`: the web page and the HTTP API."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.invocation import ConfigOption, JsonOption, LibraryOption, PresetOption, invocation
from pincite.cli.output import data_json, say

if TYPE_CHECKING:
    from pincite.settings import Settings

TOKENS_VARIABLE = "PINCITE_TOKENS_FILE"


def serve(
    context: typer.Context,
    host: Annotated[
        str | None,
        typer.Option("--host", metavar="ADDRESS", help="Where to listen [default: 127.0.0.1].", show_default=False),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option("--port", min=0, max=65535, help="0 takes a free one [default: 8230].", show_default=False),
    ] = None,
    token: Annotated[
        list[str] | None,
        typer.Option(
            "--token",
            metavar="NAME:FILE",
            help="Who may use it, and the file that holds the token; may be repeated. $PINCITE_TOKENS_FILE names a "
            "file of lines NAME:TOKEN.",
        ),
    ] = None,
    model: Annotated[
        str | None, typer.Option("--model", metavar="MODEL", help="Who writes, as for `ask`.", show_default=False)
    ] = None,
    preset: PresetOption = None,
    offline: Annotated[bool, typer.Option("--offline", help="Let nothing leave this machine.")] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Serve the library to browsers and programs, until Ctrl-C.

    On this machine alone it needs no token; where others can reach it, everybody who may use it needs one.
    """
    flags = {
        "serve.host": host,
        "serve.port": port,
        "model.name": model,
        "retrieve.preset": preset,
        "offline": offline or None,
    }
    call = invocation(context, library, as_json, config, flags)
    run_server(call.settings, token or (), call.as_json)


def run_server(settings: Settings, token: list[str] | tuple[str, ...], as_json: bool) -> None:
    """Listen, say where, and serve until the process is told to end.

    Raises:
        MissingExtra: what serving needs is not installed.
        SettingsError: tokens are wanted and there are none, or they cannot be read.
    """
    from pincite.errors import MissingExtra

    try:
        import fastapi  # noqa: F401  # only whether it is there
        import python_multipart  # noqa: F401
        import uvicorn
    except ImportError as error:
        raise MissingExtra(
            f"`pincite serve` needs {error.name}, which is not installed.",
            hint="Install it with: pip install 'pincite[serve]'.",
        ) from error
    from pincite.api.app import create_app
    from pincite.api.listening import listening
    from pincite.api.tokens import read_tokens, require_tokens

    tokens_file = os.environ.get(TOKENS_VARIABLE)
    tokens = read_tokens(token, Path(tokens_file) if tokens_file else None)
    require_tokens(settings.serve.host, tokens)
    with listening(settings.serve.host, settings.serve.port) as socket:
        app = create_app(settings.library, settings, tokens=tokens)
        where = _address(settings.serve.host, socket.getsockname()[1])
        if as_json:
            data_json({"url": where, "tokens": list(tokens.names)})
        say(f"pincite serves {settings.library} at {where}" + (f" for {', '.join(tokens.names)}" if tokens else ""))
        uvicorn.Server(
            uvicorn.Config(
                app,
                log_level="warning",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                ws="none",
                timeout_keep_alive=30,
                timeout_graceful_shutdown=10,
            )
        ).run(sockets=[socket])


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
