"""The documents that count at a date, and what a reference can ask of them.

Every question is noted under a key, and every document answers to a known set of keys. So a document that comes, goes
or changes touches those alone that asked under one of its keys, and the outcome is that of a full build.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from pincite.graph.corpus import code_part
from pincite.graph.locate import number_order
from pincite.types.law import AuthorityLevel, LawText, Standing
from pincite.types.provision import ProvisionKind, ProvisionTree, split_segment


@dataclass(frozen=True)
class Member:
    """A document of the corpus: its standing, with what was declared of it, and what its text says."""

    standing: Standing
    law: LawText

    @property
    def id(self) -> str:
        """The document's id."""
        return self.standing.document_id

    @property
    def tree(self) -> ProvisionTree:
        """Its provisions."""
        return self.law.tree

    @cached_property
    def sections(self) -> frozenset[str]:
        """Segments of the sections, which codes number through all their parts."""
        if not self.tree.grammar:
            return frozenset()
        return frozenset(p.segments[-1] for p in self.tree if p.kind is ProvisionKind.SECTION and len(p.segments) == 1)

    @cached_property
    def code_parts(self) -> frozenset[str]:
        """Numbers of the code's parts that the document holds."""
        stated = code_part(self.standing.title)
        numbers = {p.number.lower() for p in self.tree if p.kind is ProvisionKind.PART}
        return frozenset(numbers | ({stated} if stated else set()))

    @cached_property
    def changed(self) -> dict[str, str]:
        """Provision to the last amendment that notes in it, around it up to the article, or below it state."""
        found: dict[str, str] = {}
        own = self.law.amended
        for provision_id, day in own.items():
            parts = provision_id.split("/")
            for depth in range(2, len(parts) + 1):
                above = "/".join(parts[:depth])
                found[above] = max(found.get(above, ""), day)
        for provision in self.tree:
            parts = provision.id.split("/")
            around = ("/".join(parts[:depth]) for depth in range(2, len(parts)))
            day = max((own.get(above, "") for above in around), default="")
            if day:
                found[provision.id] = max(found.get(provision.id, ""), day)
        return found

    def date_of(self, provision_id: str) -> str:
        """ISO date of the law that a provision speaks of: that of the addenda around it, else of the edition; or ''."""
        addenda = "/".join(provision_id.split("/")[:2])
        return self.law.dated.get(addenda) or self.standing.effective_date or ""

    def holds_number(self, segment: str) -> bool:
        """Whether a section's number lies within those of the document, so that it would stand here if anywhere."""
        head, last = _series(split_segment(segment)[1])
        numbers = [_series(split_segment(known)[1]) for known in self.sections]
        inside = sorted(n for series, n in numbers if series == head and n is not None)
        return bool(last is not None and inside and inside[0] <= last <= inside[-1])

    def answers(self) -> Iterator[str]:
        """The keys under which a question concerns this document."""
        standing = self.standing
        yield f"doc:{self.id}"
        yield from (f"name:{name}" for name in standing.names)
        if standing.part_of:
            yield f"parts:{standing.part_of}"
        if standing.family:
            yield f"family:{standing.family}:{standing.level}"
            yield f"code:{standing.family}"


def _series(number: str) -> tuple[str, tuple[int, ...] | None]:
    """`164.502` as the series `164` and the place in it."""
    head, dot, tail = number.rpartition(".")
    return (head, number_order(tail)) if dot else ("", number_order(number))


@dataclass
class Corpus:
    """The members that count at a date, by what they answer to.

    Args:
        as_of: ISO date; of each work the newest edition that is in force then counts, without a date the newest.
    """

    as_of: str | None = None
    members: dict[str, Member] = field(default_factory=dict)
    _active: set[str] = field(default_factory=set)
    _by_work: dict[str, set[str]] = field(default_factory=dict)
    _answering: dict[str, set[str]] = field(default_factory=dict)

    def put(self, member: Member) -> set[str]:
        """Take in a member, or put it in the place of the one of its id; the keys whose answers change."""
        keys = self.remove(member.id) if member.id in self.members else set()
        self.members[member.id] = member
        self._by_work.setdefault(member.standing.work, set()).add(member.id)
        return keys | self._reconsider(member.standing.work) | set(member.answers())

    def remove(self, document_id: str) -> set[str]:
        """Take out a member; the keys whose answers change."""
        member = self.members[document_id]
        keys = self._retire(document_id)
        del self.members[document_id]
        works = self._by_work[member.standing.work]
        works.discard(document_id)
        return keys | self._reconsider(member.standing.work)

    def _reconsider(self, work: str) -> set[str]:
        """Choose anew which editions of a work count."""
        wanted = self._counting(self._by_work.get(work, set()))
        keys: set[str] = set()
        for document_id in self._by_work.get(work, set()):
            if document_id in wanted and document_id not in self._active:
                self._active.add(document_id)
                for key in self.members[document_id].answers():
                    self._answering.setdefault(key, set()).add(document_id)
                    keys.add(key)
            elif document_id not in wanted:
                keys |= self._retire(document_id)
        return keys

    def _retire(self, document_id: str) -> set[str]:
        if document_id not in self._active:
            return set()
        self._active.discard(document_id)
        keys = set(self.members[document_id].answers())
        for key in keys:
            self._answering[key].discard(document_id)
        return keys

    def _counting(self, editions: Iterable[str]) -> set[str]:
        dates = {document_id: self.members[document_id].standing.effective_date or "" for document_id in editions}
        in_force = {document_id: day for document_id, day in dates.items() if not self.as_of or day <= self.as_of}
        newest = max(in_force.values(), default=None)
        return {document_id for document_id, day in in_force.items() if day == newest}

    @property
    def active(self) -> list[str]:
        """Ids of the documents that count, sorted."""
        return sorted(self._active)

    def counts(self, document_id: str) -> bool:
        """Whether a document counts at the date."""
        return document_id in self._active

    def answering(self, key: str) -> list[str]:
        """The documents that answer to a key, sorted."""
        return sorted(self._answering.get(key, ()))


@dataclass
class Questions:
    """What one document asks of the corpus; the keys are noted."""

    corpus: Corpus
    asked: set[str] = field(default_factory=set)

    def _answer(self, key: str) -> list[Member]:
        self.asked.add(key)
        return [self.corpus.members[document_id] for document_id in self.corpus.answering(key)]

    def member(self, document_id: str) -> Member | None:
        """A document that counts."""
        return next(iter(self._answer(f"doc:{document_id}")), None)

    def named(self, key: str) -> list[Member]:
        """The documents that are called so."""
        return self._answer(f"name:{key}")

    def parts_of(self, work: Member) -> list[Member]:
        """The documents that hold a work's annexes and forms."""
        return [part for name in work.standing.names for part in self._answer(f"parts:{name}")]

    def of_family(self, family: str, level: AuthorityLevel) -> list[Member]:
        """The documents of a family at a level, annexes apart."""
        return [m for m in self._answer(f"family:{family}:{level}") if not m.standing.part_of]

    def of_code(self, code: str) -> list[Member]:
        """The documents of a code or family, whatever their level."""
        return self._answer(f"code:{code}")
