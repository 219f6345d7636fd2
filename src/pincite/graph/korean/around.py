"""Where in the tree a place stands: what 제1항, 이 조 and 전항 are relative to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from pincite.graph.korean.words import HOLDERS, RANKS
from pincite.types.provision import Provision, ProvisionTree

_LETTERS = re.compile(r"[a-z]+")
# Laws number chapters and articles through; an id's own segments name no chapter.
_CHAPTERS = ("d", "c", "sc", "sp")


def letters_of(segment: str) -> str:
    """The kind's letters of a segment."""
    found = _LETTERS.match(segment)
    return found[0] if found else ""


def rank_of(segment: str) -> int:
    """How fine a segment is; 9 for kinds that Korean law has not."""
    return RANKS.get(letters_of(segment), 9)


@dataclass(frozen=True, slots=True)
class Around:
    """The provisions around a place.

    Args:
        source: id of the finest one; the document's id where there is none.
        holder: path of the article, annex or form (`("a3",)`, `("x1", "a2")`); empty outside of them.
        inner: segments below the holder, down to the source.
    """

    source: str
    holder: tuple[str, ...] = ()
    inner: tuple[str, ...] = ()

    @property
    def scope(self) -> object:
        """What a statement such as "is amended as follows" reaches over: the article, else the finest provision."""
        return self.holder or self.source

    @property
    def addenda(self) -> str:
        """Segment of the addenda around the place; empty outside of them."""
        segments = self.source.split("/")[1:2]
        return segments[0] if segments and letters_of(segments[0]) == "x" else ""

    def above(self, rank: int) -> tuple[str, ...]:
        """The segments between the holder and a level of this rank."""
        return tuple(segment for segment in self.inner if rank_of(segment) < rank)


class Places:
    """What stands around the places of one document."""

    def __init__(self, document_id: str, tree: ProvisionTree) -> None:
        self._document_id = document_id
        self._tree = tree
        self._known: dict[str, Around] = {}
        self.has_articles = any(p.kind == "a" for p in tree)

    def around(self, offset: int) -> Around:
        """The provisions around a character."""
        provision = self._tree.at(offset)
        if provision is None:
            return Around(self._document_id)
        made = self._known.get(provision.id)
        if made is None:
            made = self._known[provision.id] = self._made(provision)
        return made

    def _made(self, provision: Provision) -> Around:
        segments = provision.segments
        at = next((i for i, s in reversed(list(enumerate(segments))) if letters_of(s) in HOLDERS), -1)
        if at < 0:
            return Around(provision.id, (), ())
        return Around(provision.id, segments[: at + 1], segments[at + 1 :])

    def itself(self, around: Around, letters: str) -> tuple[str, ...] | None:
        """The path of 이 조, 이 항, 이 장 …; None where the place is in none."""
        if letters in _CHAPTERS:
            return self._chapter(around, letters)
        if letters == "a":
            return around.holder or None
        if letters in HOLDERS:
            return around.holder if around.holder and letters_of(around.holder[-1]) == letters else None
        for at, segment in enumerate(around.inner):
            if letters_of(segment) == letters:
                return (*around.holder, *around.inner[: at + 1])
        return (*around.holder,) if letters == "p" and around.holder else None

    def _chapter(self, around: Around, letters: str) -> tuple[str, ...] | None:
        provision = self._tree.get(around.source)
        while provision is not None:
            if str(provision.kind) == letters:
                return provision.segments
            provision = self._tree.get(provision.parent) if provision.parent else None
        return None

    def before(self, around: Around, letters: str, count: int = 1) -> tuple[tuple[str, ...], str] | None:
        """The path of 전조, 전항, 전호: what precedes the article, paragraph or item of the place.

        Of 전2항 the first's path, and the last's segment; the segment is empty for one.
        """
        here = self.itself(around, letters)
        if not here or letters_of(here[-1]) != letters:
            return None
        provision = self._tree.get("/".join((self._document_id, *here)))
        if provision is None:
            return None
        siblings = self._siblings(provision)
        at = siblings.index(provision)
        if at < count:
            return None
        return siblings[at - count].segments, siblings[at - 1].segments[-1] if count > 1 else ""

    def behind(self, around: Around, letters: str, count: int = 1) -> tuple[tuple[str, ...], str] | None:
        """The path of 다음 조, 다음 항, as `before` gives it."""
        here = self.itself(around, letters)
        provision = self._tree.get("/".join((self._document_id, *here))) if here else None
        if provision is None or provision.kind != letters:
            return None
        siblings = self._siblings(provision)
        at = siblings.index(provision) + count
        return (siblings[at].segments, "") if at < len(siblings) else None

    def _siblings(self, provision: Provision) -> list[Provision]:
        if provision.kind != "a":
            return [p for p in self._tree.children.get(provision.parent, ()) if p.kind == provision.kind]
        depth = provision.segments[:-1]
        return [p for p in self._tree if p.kind == "a" and p.segments[:-1] == depth]

    def holds(self, path: tuple[str, ...]) -> bool:
        """Whether the text has a provision of this path, an item under any paragraph where none is named."""
        return "/".join((self._document_id, *path)) in self._tree or (
            letters_of(path[-1]) in ("i", "b") and (*path[:1], path[-1]) in self._ends
        )

    @cached_property
    def _ends(self) -> set[tuple[str, ...]]:
        return {(*p.segments[:1], p.segments[-1]) for p in self._tree}

    def has_item(self, around: Around, number: str) -> bool:
        """Whether the article, annex or form around a place has an item of this number; true outside of them."""
        if not around.holder or not self.has_articles:
            return True
        return (*around.holder, f"i{number}") in self._items

    @cached_property
    def _items(self) -> set[tuple[str, ...]]:
        return {(*self._made(p).holder, p.segments[-1]) for p in self._tree if p.kind == "i"}
