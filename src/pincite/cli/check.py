"""`pincite check`: which sentences of anyone's text the given sources support."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.exit_codes import ExitCode
from pincite.cli.invocation import ConfigOption, GateOption, Invocation, JsonOption, LibraryOption, invocation
from pincite.cli.output import data, data_json, say, width
from pincite.text.counts import count_of

if TYPE_CHECKING:
    from pincite.answer.check_text import SourcedSentence, SourceText
    from pincite.index.embedders import Embedder


def check(
    context: typer.Context,
    text: Annotated[Path, typer.Option("--text", metavar="FILE", help="The text to check; `-` reads stdin.")],
    sources: Annotated[
        list[str],
        typer.Option("--sources", metavar="SOURCE", help="A file, or a document of the library; may be repeated."),
    ],
    more: Annotated[list[str] | None, typer.Argument(metavar="[SOURCE...]", help="Further sources.")] = None,
    gate: GateOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Check which sentences of any text its sources support.

    A marker such as [2] in the text names the second source; a sentence without one is held against all. With the
    embedder of the text's language installed, other words for the same count too. The exit code is 4 where a sentence
    is not supported.
    """
    call = invocation(context, library, as_json, config, {"answer.gate": gate})

    from pincite.answer.check_text import check as check_text
    from pincite.answer.check_text import supported_share, to_records

    content = _text(text)
    read = _sources([*sources, *(more or ())], call)
    gate, embedder = call.settings.answer.gate, _embedder(content)
    checked = check_text(content, read, gate, embedder=embedder)
    supported = sum(item.supported for item in checked)
    if call.as_json:
        compared_by = embedder.name if embedder else "words"
        head = {"gate": gate, "compared_by": compared_by, "supported_share": supported_share(checked)}
        data_json({**head, "sentences": to_records(checked, read)})
    else:
        if embedder is None:
            say("note: compared by words alone; no embedder of the text's language is installed")
        lines = [line for item in checked for line in _lines(item, read)]
        data("\n".join([*lines, f"{supported} of {count_of(len(checked), 'sentence')} supported"]))
    if supported < len(checked):
        raise typer.Exit(ExitCode.NOT_VERIFIED)


def _text(path: Path) -> str:
    from pincite.errors import InputError

    content = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"The text {path} was wanted in UTF-8, found byte {error.object[error.start]:#04x} at {error.start}.",
            hint="Convert it, or give a plain text file.",
        ) from error


def _embedder(content: str) -> Embedder | None:
    """That of the text's language; None where none is installed."""
    from pincite.errors import ModelError
    from pincite.index.embedders import embedder_for
    from pincite.text.language import working_language

    try:
        return embedder_for(working_language(content))
    except ModelError:
        return None


def _sources(names: list[str], call: Invocation) -> tuple[SourceText, ...]:
    """The sources; a library is opened only where a name is no file."""
    from pincite.answer.check_text import read_sources

    with ExitStack() as stack:
        all_files = all(Path(name).is_file() for name in names)
        opened = None if all_files else stack.enter_context(call.open_library())
        return read_sources(names, opened)


def _lines(item: SourcedSentence, sources: tuple[SourceText, ...]) -> Iterator[str]:
    from pincite.answer.screen import safe, wrap
    from pincite.types.answer import CheckState

    columns = width() or 80
    state = "supported" if item.supported else "NOT SUPPORTED"
    yield from wrap(f"{state}: {safe(item.sentence.text)}", columns, rest="  ")
    for place in item.places if item.supported else item.places[:1]:
        nearest = "" if item.supported else "nearest: "
        named = f"[{place.source}] " if len(sources) > 1 else ""
        yield from wrap(f"{nearest}{named}{safe(place.label)}: “{safe(place.quote)}”", columns, first="  ", rest="  ")
    failed = [finding for finding in item.sentence.checks if finding.state is CheckState.FAILED]
    for finding in failed or item.sentence.checks:  # what was not checked counts where nothing failed
        if finding.state is not CheckState.PASSED:
            detail = f": {safe(finding.detail)}" if finding.detail else ""
            outcome = finding.state.value.replace("_", " ")
            yield from wrap(f"{finding.check} {outcome}{detail}", columns, first="  - ", rest="    ")
