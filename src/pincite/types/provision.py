"""What a statute is made of: provisions, as a tree with places.

An id is a path of segments, `<document_id>/<segment>/…`, each a kind's letters and a number: an ancestor is a prefix by
segment, never by string (`act/a1` is no ancestor of `act/a1-2`). Where a text has a number again at the same place, the
later one's segment ends in `~2`, `~3` and so on, and a warning says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from pincite.types.document import Span


class ProvisionKind(StrEnum):
    """Levels of legal texts; the value is what an id's segment begins with."""

    TITLE = "t"
    """Title of a code (U.S. Code, CFR) or of an EU act."""
    SUBTITLE = "st"
    """Subtitle of a title of a code or of an act."""
    DIVISION = "d"
    """편, and an English text's division above its chapters."""
    PART = "pt"
    CHAPTER = "c"
    """장, chapter."""
    SUBCHAPTER = "sc"
    """절 in Korean texts; subchapter, or a section of a chapter in EU acts."""
    SUBPART = "sp"
    """관 in Korean texts; subpart of the CFR."""
    SECTION = "s"
    """§ of US law."""
    ARTICLE = "a"
    """조, article."""
    PARAGRAPH = "p"
    """항; in US law every level below the section; paragraph of an EU article."""
    ITEM = "i"
    """호; point of an EU paragraph."""
    SUBITEM = "b"
    """목, numbered 1 for 가 and so on; and every level below it (1), 가), (1), (가)), one inside the other."""
    CLAUSE = "k"
    """Numbered clause of a contract, at every depth."""
    RECITAL = "r"
    ADDENDA = "x"
    """부칙, with the articles below it; numbered by promulgation where that is stated, else by place among them. One
    number comes again, without a warning, where a ministry counts its rules anew."""
    ANNEX = "n"
    """별표, annex, appendix, schedule; without a number where the law has only one."""
    FORM = "f"
    """별지 서식."""


_UNNUMBERED = (ProvisionKind.SUBCHAPTER, ProvisionKind.SUBTITLE, ProvisionKind.SUBPART)
_KIND_LETTERS = tuple(sorted((str(kind) for kind in ProvisionKind), key=len, reverse=True))


@dataclass(frozen=True, slots=True)
class Provision:
    """One provision with its place.

    Args:
        id: `<document_id>/<segments>`; unique in the document.
        kind, number: of its own level; branch numbers with a hyphen (`13-2` for 제13조의2), US labels as printed
            without brackets (`164.502`, `a`, `1`, `ii`, `A`), Korean letters counted (1 for 가목).
        parent: id of the provision around it; None at the top. Articles hang on the document in their id whatever
            chapter they stand in, since citations name no chapter; `parent` is the chapter all the same.
        span: of all of it, label and children included, in `Document.text`. Provisions deleted together
            (제5조부터 제7조까지 삭제) have the same one.
        heading: of the label and the title; for a paragraph of the label alone. The span may begin before it, with a
            bare heading above.
        title: without label and brackets; empty where there is none.
        deleted: `삭제`, `[Repealed]`, `[Reserved]`: nothing is left but the place.
        notes: of amendment notes in its own text (`<개정 …>`, `[본조신설 …]`, `[41 FR …]`), which are no part of the
            rule.
    """

    id: str
    kind: ProvisionKind
    number: str
    parent: str | None
    span: Span
    heading: Span
    title: str = ""
    deleted: bool = False
    notes: tuple[Span, ...] = ()

    @property
    def segments(self) -> tuple[str, ...]:
        """The id's parts behind the document."""
        return tuple(self.id.split("/")[1:])


@dataclass(frozen=True, slots=True)
class ParseWarning:
    """Something in a text that does not fit its grammar: nothing is lost, but a person should look.

    Args:
        rule: such as `duplicate_number`, `out_of_order`, `number_gap`, `missing_title`, `repeated_label`.
        span: where, in `Document.text`.
    """

    rule: str
    span: Span
    detail: str


@dataclass(frozen=True)
class ProvisionTree:
    """The provisions of a document in the order of its text; a parent comes before its children.

    Args:
        grammar: name of the grammar that read it, such as `korean-law`; empty where it fell back to sections.
    """

    document_id: str
    grammar: str
    provisions: tuple[Provision, ...]
    warnings: tuple[ParseWarning, ...] = ()
    _by_id: dict[str, Provision] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._by_id.update((p.id, p) for p in self.provisions)

    def __contains__(self, provision_id: object) -> bool:
        return provision_id in self._by_id

    def __iter__(self) -> Iterator[Provision]:
        return iter(self.provisions)

    def get(self, provision_id: str) -> Provision | None:
        """The provision of an id."""
        return self._by_id.get(provision_id)

    @cached_property
    def children(self) -> dict[str | None, tuple[Provision, ...]]:
        """Parent's id (None for the document) to its children, in order."""
        found: dict[str | None, list[Provision]] = {}
        for provision in self.provisions:
            found.setdefault(provision.parent, []).append(provision)
        return {parent: tuple(children) for parent, children in found.items()}

    def at(self, offset: int) -> Provision | None:
        """The finest provision that holds the character at `offset`."""
        best: Provision | None = None
        for provision in self._starting_before(offset):
            if provision.span.start <= offset < provision.span.end:
                best = provision
        return best

    def around(self, offset: int) -> tuple[Provision, ...]:
        """The provisions that hold the character at `offset`, from the outermost in."""
        found: list[Provision] = []
        provision = self.at(offset)
        while provision is not None:
            found.append(provision)
            provision = self._by_id.get(provision.parent) if provision.parent else None
        return tuple(reversed(found))

    def finest(self, span: Span) -> Provision | None:
        """The finest provision that holds all of a non-empty span."""
        inside = (p for p in reversed(self.around(span.start)) if p.span.end >= span.end)
        return next(inside, None)

    def starting_in(self, span: Span) -> tuple[Provision, ...]:
        """The provisions that begin inside a span, in order."""
        from bisect import bisect_left

        return self.provisions[bisect_left(self._starts, span.start) : bisect_left(self._starts, span.end)]

    def _starting_before(self, offset: int) -> Iterator[Provision]:
        """Candidates for `at`: those on the way from the last provision that starts before it up to the top."""
        from bisect import bisect_right

        at = bisect_right(self._starts, offset) - 1
        chain: list[Provision] = []
        provision = self.provisions[at] if at >= 0 else None
        while provision is not None:
            chain.append(provision)
            provision = self._by_id.get(provision.parent) if provision.parent else None
        return reversed(chain)

    @cached_property
    def _starts(self) -> list[int]:
        return [p.span.start for p in self.provisions]


def is_ancestor(ancestor: str, provision_id: str) -> bool:
    """Whether an id is the other or above it, by segment.

    >>> is_ancestor("act/a1", "act/a1/p2"), is_ancestor("act/a1", "act/a1-2")
    (True, False)
    """
    return provision_id == ancestor or provision_id.startswith(f"{ancestor}/")


def split_segment(segment: str) -> tuple[str, str]:
    """Kind's letters and number of a segment.

    >>> split_segment("a13-2"), split_segment("pii"), split_segment("spE")
    (('a', '13-2'), ('p', 'ii'), ('sp', 'E'))
    >>> split_segment("sc"), split_segment("pt")  # a subchapter without number; paragraph (t)
    (('sc', ''), ('p', 't'))
    """
    if segment in _UNNUMBERED:
        return segment, ""
    for letters in _KIND_LETTERS:
        rest = segment[len(letters) :]
        # US labels are letters too: `pt` is a part only with a number, `pt` alone is paragraph (t).
        if segment.startswith(letters) and rest and (len(letters) == 1 or not rest[0].islower()):
            return letters, rest
    return segment[:1], segment[1:]
