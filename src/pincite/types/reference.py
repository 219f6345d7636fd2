"""Typed edges between provisions, as the answer file carries them.

The graph that makes them is a stage of its own; here is the value alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pincite.types.document import Span


class EdgeType(StrEnum):
    """The six relations of the RefWalk paper (section 3)."""

    REFERENCES = "REFERENCES"
    DELEGATES_TO = "DELEGATES_TO"
    SPECIFIES = "SPECIFIES"
    REQUIRES_FORM = "REQUIRES_FORM"
    DEFINES = "DEFINES"
    PART_OF = "PART_OF"


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation from one provision to another.

    Args:
        source, target: provision ids.
        manner: finer sense, such as `mutatis_mutandis` or `exception`; empty for a plain one.
        span: of the words that made the edge, in the source's document text.
    """

    source: str
    target: str
    type: EdgeType
    manner: str = ""
    span: Span | None = None
