"""`pincite rm`: documents out of the library."""

from __future__ import annotations

from typing import Annotated

import typer

from pincite.cli.invocation import ConfigOption, JsonOption, LibraryOption, WaitOption, invocation, retrieval_filter
from pincite.cli.output import data, data_json


def rm(
    context: typer.Context,
    documents: Annotated[list[str], typer.Argument(metavar="DOC...", help="Ids of documents, as in `pincite ls`.")],
    wait: WaitOption = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Remove documents; the files they came from stay.

    Uploads that the library keeps itself are removed too.

    Where one of the ids is unknown, nothing is removed.
    """
    call = invocation(context, library, as_json, config, {"wait_s": wait})
    with call.open_library() as opened:
        wanted = list(dict.fromkeys(retrieval_filter(opened, documents, None).document_ids))
        for document_id in wanted:
            opened.remove(document_id)
    if call.as_json:
        data_json({"removed": wanted})
    else:
        data("\n".join(f"removed {document_id}" for document_id in wanted))
