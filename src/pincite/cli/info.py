"""`pincite info`: what the library holds in all, and by which models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import typer

from pincite.cli.invocation import ConfigOption, JsonOption, LibraryOption, invocation
from pincite.cli.output import data, data_json


def info(
    context: typer.Context,
    library: LibraryOption = None,
    as_json: JsonOption = False,
    config: ConfigOption = None,
) -> None:
    """Show counts, models and the index of the library."""
    call = invocation(context, library, as_json, config)
    with call.open_library() as opened:
        facts = opened.info()
    if call.as_json:
        data_json(facts)
    else:
        data("\n".join(_lines(facts)))


def _lines(facts: Mapping[str, Any]) -> Iterator[str]:
    from pincite.answer.screen import safe

    labels = {name: name.replace("_", " ") for name in facts}
    room = max(map(len, labels.values()), default=0)
    for name, value in facts.items():
        yield f"{labels[name]:<{room}}  {safe(_words(value))}".rstrip()


def _words(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{k}: {_words(v)}" for k, v in value.items()) or "-"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_words, value)) or "-"
    return "-" if value is None else str(value)
