"""What a Word file's body is made of, before it is written as text: paragraphs and tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pincite.parse.office.docx.numbering import Numbered


class Piece(NamedTuple):
    """A stretch of a paragraph.

    Args:
        copied: the file has it so; else the parser made it: a number, a line break, a sign of a symbol font.
        raised: printed raised.
    """

    text: str
    copied: bool = True
    raised: bool = False


@dataclass(slots=True)
class Paragraph:
    """A paragraph as a reader sees it: tracked changes accepted, hidden text gone.

    Args:
        number: its automatic number.
        outline: level of the heading that its style or itself says it is, from 1; None for other text.
        is_title, is_contents, is_bold, is_centred: how it is set.
        joins: what follows stands in the same line (a style separator).
        notes: footnotes and endnotes that it refers to, each a list of paragraphs.
    """

    pieces: list[Piece] = field(default_factory=list)
    number: Numbered | None = None
    outline: int | None = None
    is_title: bool = False
    is_contents: bool = False
    is_bold: bool = False
    is_centred: bool = False
    joins: bool = False
    notes: list[list[Paragraph]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its own words on one line, without the number."""
        return " ".join("".join(piece.text for piece in self.pieces).split())

    @property
    def is_empty(self) -> bool:
        """Whether nothing of it is printed; the bullet of an empty paragraph is nothing."""
        return not self.text and (self.number is None or self.number.is_bullet or not self.number.printed)


@dataclass(slots=True)
class Cell:
    """A cell of a table: what is in it, and over how many columns and rows it reaches."""

    blocks: list[Block]
    columns: int = 1
    rows: int = 1


@dataclass(slots=True)
class Grid:
    """A table; `header_rows` name its columns and are repeated on each page."""

    rows: list[list[Cell]]
    header_rows: int = 0


Block = Paragraph | Grid


def paragraphs(blocks: list[Block]) -> list[Paragraph]:
    """All paragraphs of some blocks, those in tables too, in order."""
    found: list[Paragraph] = []
    for block in blocks:
        if isinstance(block, Paragraph):
            found.append(block)
        else:
            found += [p for row in block.rows for cell in row for p in paragraphs(cell.blocks)]
    return found
