"""What a RegOps-style benchmark is made of: question types, claims, asks and finished questions. Values only."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from pincite.types.document import Span


class QuestionType(StrEnum):
    """What a question asks for; difficulty is another axis."""

    PERMISSION = "permission"
    """Whether, when or for whom something is allowed: permission and eligibility."""
    PROCEDURE = "procedure"
    LIMIT = "limit"
    """A limit or an amount."""
    DEADLINE = "deadline"
    """A deadline or a period."""
    ACTOR = "actor"
    """Who is responsible, or to whom something goes."""
    EXCEPTION = "exception"
    DEFINITION = "definition"
    DOCUMENT = "document"
    """A required document or form, or what must stand in one."""


LEVELS = ("L1", "L2", "L3", "L4")


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a complete answer says.

    Args:
        provision: id of the finest provision that says it.
        text: it, as a sentence of its own, without notes on amendments.
        quote: the words of the law, as they stand in the document's text.
    """

    provision: str
    text: str
    quote: str


@dataclass(frozen=True, slots=True)
class Need:
    """Why a provision is in the gold beside the one that governs.

    Args:
        source, target: provision ids.
        kind: `delegated`, `exception`, `applied`, `named` or `carried_out`, see `closure_gold`.
        edge: type and manner of the edge, such as `DELEGATES_TO/claimed`.
    """

    source: str
    target: str
    kind: str
    edge: str


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing that may be asked of one sentence of law.

    Args:
        type: see there.
        template: name of the pattern that found it, such as `ko.deadline.period`.
        provision: id of the provision that answers.
        sentence: place of the answering sentence in the document's text.
        finals: the question in several phrasings.
        claims: what answers it in the provision, its provisos included.
        needs: provisions that the answer needs beside this one, with their claims in `needed`.
        words: what was asked out of: the words of the text in whose place the question word stands.
        subject: who acts, as the question names them; empty where nobody is named.
        doubt: why its gold cannot be told to be complete: it is dropped and counted by this; empty for none.
    """

    type: QuestionType
    template: str
    provision: str
    sentence: Span
    finals: tuple[str, ...]
    claims: tuple[Claim, ...] = ()
    needs: tuple[Need, ...] = ()
    needed: tuple[Claim, ...] = ()
    words: str = ""
    subject: str = ""
    doubt: str = ""

    @property
    def key(self) -> tuple[str, int, str, str]:
        """What sorts asks and tells them apart."""
        return (self.provision, self.sentence.start, self.template, self.words)


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a gold set is, from the graph alone.

    Args:
        level: L1 to L4.
        hops: longest of the shortest ways between gold articles; 0 for one article.
        chain: whether two gold articles are joined by such a way.
        parallel: pairs of gold articles that only a shared article outside the gold joins.
        cross_document: whether the gold lies in several documents.
        conditional: why the gold is conditional: `proviso`, `exception` or `marker`; empty where it is not.
    """

    level: str
    hops: int
    chain: bool
    parallel: int
    cross_document: bool
    conditional: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A finished record.

    Args:
        gold: provision ids at the finest level, sorted; empty for an unanswerable one.
        made_by: how it was made: templates, seed provision, edges, phrasing.
    """

    id: str
    text: str
    type: QuestionType
    answerable: bool
    gold: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    difficulty: Difficulty | None = None
    made_by: dict[str, object] = field(default_factory=dict, hash=False)
