"""Grammars: how the laws of one jurisdiction number their provisions. One row each, found by name or entry point.

A module beside this one exports `GRAMMAR`; its row stands in `BUILTIN` and, for installed copies, in the entry point
group `pincite.grammars`, where other packages add theirs. A grammar reads `Document.text` and never changes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from pincite.errors import PinciteError
from pincite.types.document import Document
from pincite.types.provision import ProvisionTree

__all__ = ["BUILTIN", "GROUP", "MIN_SCORE", "Grammar", "grammar", "grammars"]

GROUP = "pincite.grammars"
MIN_SCORE = 0.5
"""A grammar that scores less is not used: the text falls back to its sections."""

# Asked in this order; of equal scores the earlier wins.
BUILTIN = {
    "korean-law": "pincite.parse.grammars.korean_law:GRAMMAR",
    "us-code": "pincite.parse.grammars.us_code:GRAMMAR",
    "us-regulations": "pincite.parse.grammars.us_regulations:GRAMMAR",
    "us-state": "pincite.parse.grammars.us_state:GRAMMAR",
    "contract": "pincite.parse.grammars.contract:GRAMMAR",
    "eu-act": "pincite.parse.grammars.eu_act:GRAMMAR",
}


@dataclass(frozen=True, slots=True)
class Grammar:
    """How the laws of one jurisdiction are numbered.

    Args:
        name: such as `korean-law`; stands in `ProvisionTree.grammar`.
        languages: of the documents it is asked about, as in `Document.language`; empty for all. Documents of an
            undetermined language (`und`) go to every grammar.
        score: how far the text is one of its laws, from 0 to 1; cheap, since it is asked of every document. About the
            share of the text that stands in its provisions; a text that only quotes such law stays below `MIN_SCORE`.
        read: the provisions; never raises on odd input but warns in the tree, and the spans of the provisions without
            a parent cover all text from the first provision on.
    """

    name: str
    languages: tuple[str, ...]
    score: Callable[[Document], float]
    read: Callable[[Document], ProvisionTree]

    def speaks(self, language: str) -> bool:
        """Whether documents of this language are its matter."""
        return not self.languages or language == "und" or language in self.languages


def grammars() -> Iterator[Grammar]:
    """All grammars: those of this package, then those of others by name, each name once."""
    for name, place in BUILTIN.items():
        module, _, attribute = place.partition(":")
        yield _checked(getattr(import_module(module), attribute), name, place)
    for point in _entry_points():
        yield _loaded(point)


def grammar(name: str) -> Grammar:
    """The grammar of a name.

    Raises:
        PinciteError: none has it.
    """
    known: list[str] = []
    for found in grammars():
        if found.name == name:
            return found
        known.append(found.name)
    raise PinciteError(f"Wanted the grammar {name!r}, found none of that name.", hint=f"Use one of {', '.join(known)}.")


@lru_cache(maxsize=1)
def _entry_points() -> tuple[EntryPoint, ...]:
    """Looked for once: it reads every installed package, which takes as long as reading a short law."""
    return tuple(sorted((p for p in entry_points(group=GROUP) if p.name not in BUILTIN), key=lambda p: p.name))


def _loaded(point: EntryPoint) -> Grammar:
    try:
        found = point.load()
    except Exception as error:
        raise PinciteError(
            f"Wanted the grammar {point.name!r} from {point.value}, found that it does not load: {error}.",
            hint="Repair or uninstall the package that brings it.",
        ) from error
    return _checked(found, point.name, point.value)


def _checked(found: object, name: str, place: str) -> Grammar:
    if not isinstance(found, Grammar) or found.name != name:
        raise PinciteError(
            f"Wanted a Grammar named {name!r} at {place}, found {found!r}.",
            hint="Export a pincite.parse.grammars.Grammar under the name of its entry point.",
        )
    return found
