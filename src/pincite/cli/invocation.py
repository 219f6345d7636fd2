"""The options that every command has, before or after its name, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pincite.settings import DEFAULT_LIBRARY, GateName, Preset, Settings, load

if TYPE_CHECKING:
    from pincite.library import Library
    from pincite.store.holder import Holder
    from pincite.types.retrieval import RetrievalFilter

LibraryOption = Annotated[
    Path | None,
    typer.Option(
        "--library",
        metavar="DIR",
        help=f"The library's folder [default: $PINCITE_LIBRARY, else ./{DEFAULT_LIBRARY}].",
        show_default=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Write JSON to stdout.")]
ConfigOption = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help="Settings in TOML [default: ./pincite.toml where there is one].",
        show_default=False,
    ),
]
DocumentOption = Annotated[
    list[str] | None,
    typer.Option("--document", metavar="DOC", help="Search this document only; may be repeated.", show_default=False),
]
TagOption = Annotated[
    list[str] | None,
    typer.Option("--tag", metavar="TAG", help="Search documents with this tag only; may be repeated."),
]

WaitOption = Annotated[
    float | None,
    typer.Option(
        "--wait",
        metavar="SECONDS",
        min=0,
        help="How long to wait for another process that writes to the library [default: 60].",
        show_default=False,
    ),
]

PresetOption = Annotated[
    Preset | None,
    typer.Option("--preset", help="`standard` reranks with the cross-encoder [default: where installed]."),
]
GateOption = Annotated[
    GateName | None,
    typer.Option("--gate", help="What a sentence must pass [default: standard]."),
]


@dataclass(frozen=True, slots=True)
class CommonOptions:
    """The common options as given before the command's name."""

    library: Path | None = None
    as_json: bool = False
    config: Path | None = None


@dataclass(frozen=True, slots=True)
class Invocation:
    """One run of a command: the settings in force and the form of its output."""

    settings: Settings
    as_json: bool
    command: str = "pincite"

    def open_library(self, *, create: bool = False) -> Library:
        """The library, to be closed by the caller; a wait for another writer is told."""
        from pincite.library import Library

        return Library.open(
            self.settings.library, create=create, settings=self.settings, on_wait=say_wait, command=self.command
        )


def say_wait(holder: Holder | None) -> None:
    """Says for whom a command waits."""
    from pincite.answer.screen import safe
    from pincite.cli.output import say

    say(f"waiting for {safe(str(holder)) if holder else 'another process'} to end its writing …")


def invocation(
    context: typer.Context,
    library: Path | None,
    as_json: bool,
    config: Path | None,
    flags: Mapping[str, Any] = MappingProxyType({}),
) -> Invocation:
    """Joins the options before and after the command's name; where both stand, the later one counts.

    Args:
        flags: dotted names of settings to the values that this command's own options gave.
    """
    before = context.obj if isinstance(context.obj, CommonOptions) else CommonOptions()
    library = library or before.library
    settings = load(config or before.config, {**flags, "library": library})
    return Invocation(settings, as_json or before.as_json, context.command_path)


def retrieval_filter(library: Library, documents: Sequence[str] | None, tags: Sequence[str] | None) -> RetrievalFilter:
    """A filter over what the library holds.

    Raises:
        UnknownDocument: a document or tag that it does not hold.
    """
    from pincite.types.retrieval import RetrievalFilter

    held = library.documents() if documents or tags else []
    _refuse_unknown("document", documents, [d.id for d in held])
    _refuse_unknown("tag", tags, sorted({tag for d in held for tag in d.tags}))
    return RetrievalFilter(tuple(documents or ()), tuple(tags or ()))


def _refuse_unknown(kind: str, wanted: Sequence[str] | None, held: Sequence[str]) -> None:
    from difflib import get_close_matches

    from pincite.errors import UnknownDocument

    for name in wanted or ():
        if name not in held:
            near = get_close_matches(name, held, n=3)
            hint = f"Did you mean {' or '.join(near)}?" if near else "See what it holds with: pincite ls."
            raise UnknownDocument(f"The library holds no {kind} {name!r}.", hint=hint)
