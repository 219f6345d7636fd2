"""`pincite reindex`: vectors by the embedders at hand."""

from __future__ import annotations

import typer

from pincite.cli.invocation import ConfigOption, JsonOption, LibraryOption, WaitOption, invocation
from pincite.cli.output import data, data_json
from pincite.cli.progress import ingest_progress


def reindex(
    context: typer.Context,
    wait: WaitOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Embed the whole library by the models installed.

    Texts that have a vector by these models keep it, so a run that was stopped goes on where it was.
    """
    call = invocation(context, library, as_json, config, {"wait_s": wait})
    with call.open_library() as opened, ingest_progress() as on_event:
        made = opened.reindex(on_event)
    if call.as_json:
        data_json({"vectors": made})
    else:
        lines = [f"{language}: {count} new vectors" for language, count in sorted(made.items())]
        data("\n".join(lines) or "nothing to do")
