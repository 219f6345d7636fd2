"""`pincite ls`: the documents of the library."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import typer

from pincite.cli.invocation import ConfigOption, JsonOption, LibraryOption, invocation
from pincite.cli.output import data, data_json, say, table

if TYPE_CHECKING:
    from pincite.store.protocol import DocumentInfo


def ls(
    context: typer.Context,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """List the documents of the library."""
    call = invocation(context, library, as_json, config)
    with call.open_library() as opened:
        documents = opened.documents()
    if call.as_json:
        data_json({"documents": [document_record(d) for d in documents]})
    elif documents:
        rows = [
            (
                d.id,
                d.jurisdiction.name if d.jurisdiction else "-",
                str(d.page_count or "-"),
                str(d.chunk_count),
                ",".join(d.tags) or "-",
                d.title,
            )
            for d in documents
        ]
        data(table(("DOCUMENT", "PLACE", "PAGES", "CHUNKS", "TAGS", "TITLE"), rows))
    else:
        say(f"The library {call.settings.library} holds no document. Put some in with: pincite add PATH.")


def document_record(info: DocumentInfo) -> dict[str, Any]:
    """What the library knows of a document, as JSON values."""
    return asdict(info) | {"jurisdiction": info.jurisdiction.name if info.jurisdiction else None}
