"""`pincite export`: an answer file in a form that people hand on."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from pincite.cli.invocation import ConfigOption, JsonOption, LibraryOption, invocation
from pincite.cli.output import data, say

Form = Literal["markdown", "docx", "html", "json"]

_ENDINGS: dict[str, Form] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".docx": "docx",
    ".html": "html",
    ".htm": "html",
    ".json": "json",
}


def export(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An answer file of `ask --json`; `-` reads stdin.")],
    form: Annotated[
        Form | None,
        typer.Option(
            "--format",
            help="`docx` is Word with footnotes; `html` is one page to print [default: as the name of --out ends, "
            "else markdown].",
            show_default=False,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="FILE", help="The file to write [default: stdout].", show_default=False),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Hold it against the library, and mark what changed or is superseded.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Write an answer as Markdown, Word, or a page to print.

    Each footnote has the full pincite, the words that stand there, and the date of the text.
    """
    call = invocation(context, library, as_json, config)
    form = form or _form_of(output)
    if form == "docx" and output is None and sys.stdout.isatty():
        raise typer.BadParameter("a Word file needs a name, such as -o answer.docx", param_hint="--out")
    content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()

    from pincite.answer.export import export as exported
    from pincite.answer.record import parse_record

    record, found = parse_record(content), None
    if check:
        from pincite.answer.changes import changes

        with call.open_library() as opened:
            found = changes(record, opened)
    result = exported(record, form, changes=found)
    if output is not None:
        output.write_bytes(result.content)
        say(f"written: {output}")
    elif form == "docx":
        sys.stdout.buffer.write(result.content)
        sys.stdout.buffer.flush()
    else:
        data(result.content.decode("utf-8", "surrogatepass"))


def _form_of(output: Path | None) -> Form:
    """The form that a file's name promises: a Word program does not open Markdown named `.docx`."""
    if output is None:
        return "markdown"
    form = _ENDINGS.get(output.suffix.lower())
    if form is None:
        known = ", ".join(_ENDINGS)
        raise typer.BadParameter(f"name the form by --format, or end the name in one of {known}", param_hint="--out")
    return form
