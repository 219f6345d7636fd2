"""The command line: the commands, the options before them, and what becomes of errors.

Commands import what they need when they run, so that `--help` stays quick.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from pincite import __version__
from pincite.cli import audit, bench, evaluate, graph
from pincite.cli.add import add
from pincite.cli.ask import ask
from pincite.cli.calibrate import calibrate
from pincite.cli.check import check
from pincite.cli.doctor import doctor
from pincite.cli.exit_codes import ExitCode
from pincite.cli.export import export
from pincite.cli.info import info
from pincite.cli.invocation import CommonOptions, ConfigOption, JsonOption, LibraryOption
from pincite.cli.ls import ls
from pincite.cli.mcp import mcp
from pincite.cli.output import data_json, say, say_error
from pincite.cli.reindex import reindex
from pincite.cli.rm import rm
from pincite.cli.search import search
from pincite.cli.serve import serve
from pincite.cli.show import show
from pincite.cli.verify import verify
from pincite.errors import PinciteError

COMMANDS = (add, ls, show, rm, info, doctor, reindex, search, ask, verify, check, export, mcp, serve)

app = typer.Typer(
    name="pincite",
    help="Answers about legal documents, every sentence with a pinpoint citation that checks out, or a refusal that "
    "says why. Not legal advice.",
    epilog="Exit codes: 0 done, 1 error, 2 usage, 3 refused, 4 not verified, 5 nothing ingested.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)
for command in COMMANDS:
    app.command()(command)
app.add_typer(graph.app)
evaluate.app.command()(calibrate)
app.add_typer(evaluate.app)
app.add_typer(bench.app)
app.add_typer(audit.app)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"pincite {__version__}")
        raise typer.Exit


@app.callback()
def common(
    context: typer.Context,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Keeps the options that stand before the command's name."""
    context.obj = CommonOptions(library, as_json, config)


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs one command line and returns its exit code; no error of ours shows a traceback.

    Args:
        arguments: without the program's name; those of the process by default.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    as_json = "--json" in given
    _never_fail_to_print()
    try:
        return int(app(args=given, prog_name="pincite", standalone_mode=False) or ExitCode.DONE)
    except typer.TyperException as error:
        return _usage(error, as_json)
    except PinciteError as error:
        say_error(error, as_json)
        return ExitCode.ERROR
    except OSError as error:
        place = f" ({error.filename})" if error.filename else ""
        say_error(PinciteError(f"The system said: {error.strerror or error}{place}."), as_json)
        return ExitCode.ERROR
    except (KeyboardInterrupt, typer.Abort):
        return ExitCode.INTERRUPTED


def _usage(error: typer.TyperException, as_json: bool) -> int:
    """Shows a command line's error as typer does: the usage line, the message; the help where nothing was asked."""
    # Pydantic, by which typer reads values, puts its own words in front.
    error.message = error.message.replace("Value error, ", "")
    message = error.format_message()
    if show := getattr(error, "show", None):
        show()
    else:
        say(message)
    if as_json:
        hint = "See the command's --help."
        data_json({"error": {"type": "UsageError", "message": message, "hint": hint}})
    return error.exit_code


def _never_fail_to_print() -> None:
    """Letters that the terminal's encoding lacks are shown escaped."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    sys.exit(run())
