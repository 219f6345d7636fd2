"""A reference while it is being found: everything that later steps add to."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.types.document import Span
from pincite.types.reference import Manner, ReferenceForm


@dataclass(slots=True)
class Found:
    """One reference in the making.

    Args:
        path: as `CrossReference.path`.
        whole: the path from the work's outermost level, where it is known; `path` itself unless that is relative.
        root: the form of what names the work: for 같은 조 behind 법 제3조 that of 법; OWN_DOCUMENT where nothing does.
        group: number of the list that it is a member of; whatever is said of a list is said of all its members.
    """

    start: int
    end: int
    source: str
    form: ReferenceForm
    work: str = ""
    path: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    through: str = ""
    manner: Manner = Manner.PLAIN
    antecedent: Span | None = None
    root: ReferenceForm = ReferenceForm.OWN_DOCUMENT
    group: int = 0
