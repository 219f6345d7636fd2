"""What one text says as law, before anything outside it is looked at: its place in the order, tree, references, terms.

All of it follows from the document alone, so it is kept with the document and never out of date.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from pincite.types.document import Span
from pincite.types.provision import ProvisionTree
from pincite.types.reference import CrossReference


class AuthorityLevel(IntEnum):
    """Levels of authority from the highest down: `STATUTE < DECREE` reads "stands above"."""

    STATUTE = 1
    """법, 법률; U.S. Code, state code; EU regulation or directive."""
    DECREE = 2
    """시행령, 대통령령; executive order."""
    RULE = 3
    """시행규칙, 총리령, 부령; part of the CFR, state regulation; EU delegated or implementing act."""
    NOTICE = 4
    """고시, 훈령, 예규, 지침, 기준; agency bulletin."""
    MANUAL = 5
    """매뉴얼, 가이드라인, 안내서; agency manual, handbook, guide."""
    OTHER = 9
    """Outside the order: contracts, policies, what says nothing of its level."""

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Standing:
    """A document's place in the order.

    Names, works and families are compared by `pincite.graph.corpus.name_key`; here they stand as such keys.

    Args:
        level: of authority.
        family: key of the act with its decree, rules and notices, or of a code (`45 cfr`); empty where none is known.
        work: key of the law of which the document is an edition.
        names: keys by which other texts may call it.
        effective_date: ISO date; None where none is stated.
        part_of: key of the work whose annexes or forms this document holds; empty for a work of its own.
        forms, annexes: number to title as the source lists them, texts or not; None where it has no such list.
        basis: what told the level: `declared`, `stated`, `first_provision`, `title` or empty.
    """

    document_id: str
    title: str
    level: AuthorityLevel = AuthorityLevel.OTHER
    family: str = ""
    work: str = ""
    names: tuple[str, ...] = ()
    effective_date: str | None = None
    part_of: str = ""
    forms: tuple[tuple[str, str], ...] | None = None
    annexes: tuple[tuple[str, str], ...] | None = None
    basis: str = ""


@dataclass(frozen=True, slots=True)
class Declared:
    """What `corpus.toml` says of a document; None and empty where it says nothing.

    Args:
        level: name of an `AuthorityLevel` in lower case.
        work, family, part_of: titles as written.
        short_names: further names by which texts call it.
    """

    level: str | None = None
    work: str | None = None
    family: str | None = None
    effective_date: str | None = None
    part_of: str | None = None
    short_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Definition:
    """A term and where the text says what it means.

    Args:
        provision: id of the finest provision that says it.
        span: of the term itself, in `Document.text`.
        scope: id of the provision inside which it holds; the document's id for all of it.
        since: offset from which it holds: 0, or the place of an abbreviation (이하 …라 한다).
        any_case: whether capital letters count for nothing.
    """

    term: str
    provision: str
    span: Span
    scope: str
    since: int = 0
    any_case: bool = False


@dataclass(frozen=True, slots=True)
class TermUse:
    """The first use of a defined term in a provision.

    Args:
        provision: id of the finest provision with the words.
        definition: place of the definition in `LawText.definitions`.
        span: of the words.
    """

    provision: str
    definition: int
    span: Span


@dataclass(frozen=True)
class LawText:
    """All that one document says as law.

    Args:
        reader: name and version of what read it; another one reads it again.
        references: sorted by span.
        words: place of a reference to its words, for the forms whose words tell the target: delegations (with what
            follows, or the quoted phrase, blanks left out), anaphora, and the article's title that stands in brackets
            behind its number (제19조(연구비의 부담)).
        aliases: short name to full name, as the text defines them.
        amended: provision to the ISO date of the last amendment that a note in its own text states.
        dated: addenda to the ISO date that their heading states: they speak of the law as it stood then.
    """

    reader: str
    tree: ProvisionTree
    standing: Standing
    references: tuple[CrossReference, ...] = ()
    words: Mapping[int, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    definitions: tuple[Definition, ...] = ()
    uses: tuple[TermUse, ...] = ()
    amended: Mapping[str, str] = field(default_factory=dict)
    dated: Mapping[str, str] = field(default_factory=dict)
