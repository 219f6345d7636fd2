"""What each format's parser hands to `pincite.parse.read`."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.types.document import Page, Section, Table, TextMap


@dataclass(frozen=True, slots=True)
class Parsed:
    """A file's text with its structure, before the facts that do not depend on the format.

    Args:
        parser: name and version of the parser, such as `pdf/1`.
        media_type: such as `application/pdf`.
        title: None where the file states none that is worth showing.
        effective_date: ISO date where the file's own metadata states one; see also `effective_date`.
        stated: see `Document.stated`.
    """

    parser: str
    media_type: str
    text: str
    text_map: TextMap
    pages: tuple[Page, ...] = ()
    sections: tuple[Section, ...] = ()
    title: str | None = None
    effective_date: str | None = None
    stated: tuple[tuple[str, str], ...] = ()
    tables: tuple[Table, ...] = ()
