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


class ReferenceForm(StrEnum):
    """How a law points to a law; reports count by it."""

    OWN_DOCUMENT = "own_document"
    """제12조제2항; § 164.502(a); section 5 of this Act."""
    OWN_ARTICLE = "own_article"
    """제1항에 따른; paragraph (b)(2) of this section: relative to the article or section around it."""
    SELF = "self"
    """이 조, 이 법, 이 영; this section, this subpart, this part."""
    ANAPHORA = "anaphora"
    """같은 조 제2항, 같은 법, 동법, 전항, 전조; such paragraph, that section: the antecedent was cited before."""
    ALIAS = "alias"
    """법/영/규칙 제N조, 혁신법 제N조: a short name that the document, or its place in a family, defines."""
    NAMED_WORK = "named_work"
    """「…법」 제N조; 42 U.S.C. 1320d, 45 CFR 160.103, the Fair Housing Act."""
    ANNEX = "annex"
    """별표 3; Appendix A to this part."""
    FORM = "form"
    """별지 제5호서식; Form 8-K."""
    DELEGATION_OUT = "delegation_out"
    """대통령령으로 정하는, …부령으로 정하는, …이 정하여 고시; as the Secretary may by regulation prescribe."""
    DELEGATION_BACK = "delegation_back"
    """법 제10조제2항에서 "대통령령으로 정하는 …"이란: a lower text says which delegation it fills."""


class Manner(StrEnum):
    """The finer sense of a reference."""

    PLAIN = ""
    MUTATIS_MUTANDIS = "mutatis_mutandis"
    EXCEPTION = "exception"
    """에도 불구하고, 제N조를 제외한; notwithstanding, except as provided in."""
    CONDITION = "condition"
    """subject to; 제N조에 따라 … 경우."""
    DEFINITION = "definition"
    """제2조제1호에 따른 …을 말한다; as defined in."""
    AMENDS = "amends"
    REPEALS = "repeals"


@dataclass(frozen=True, slots=True)
class CrossReference:
    """One reference as it stands in a text; a list has one for each member, a range one with both ends.

    What the words leave out is filled in here, so that a resolver needs no grammar: `work` and `path` are what the
    reference would say if it were written out.

    Args:
        source: id of the finest provision in which it stands; the document's id where it stands in none.
        span: of its own words, in `Document.text`; of a later member of a list only that member's. Words that name no
            level of their own (본문, 단서, 전단, 각 호 외의 부분) are left out.
        form, manner: see there.
        work: name of the other work as written, without brackets and with ㆍ normalised; an alias such as `법` or `영`
            as written; empty for the own document. For ANAPHORA the antecedent's: behind 「민법」 it is `민법` for
            같은 법 제5조 and `민법 시행령` for 같은 법 시행령. For DELEGATION_OUT the kind as written, such as
            `대통령령`, or who decides, such as `산업통상부장관`.
        path: kinds' letters with numbers from the outermost named, such as `("a13-2", "p1", "i3")`, `("s164.502",
            "pa", "p1")`; empty where only a work is named; a number is empty where there is none (`n` for a 별표
            without number, `x` for 부칙 that are not the source's). For OWN_ARTICLE relative to the article, annex or
            section around the source, the levels between filled in from the source: 제1호 in paragraph ② is
            `("p2", "i1")`. For SELF and ANAPHORA from the work's outermost level, as if written out: 이 항 is
            `("a3", "p2")`, 같은 조 제2항 behind 법 제10조제1항 is `("a10", "p2")`, 이 법 is empty.
        through: the last member of a range, as the path's last segment (`a9`, `p4`); empty for none. A range whose
            ends differ above the last level (제5조제2항부터 제7조제1항까지) is two references.
        antecedent: of the words that an anaphor takes up; None for other forms, for what needs none (전항, 전조) and
            where none was found: `path` then holds only what is written, and the reason is ANTECEDENT_UNKNOWN.
    """

    source: str
    span: Span
    form: ReferenceForm
    path: tuple[str, ...] = ()
    work: str = ""
    through: str = ""
    manner: Manner = Manner.PLAIN
    antecedent: Span | None = None


class Unresolved(StrEnum):
    """Why a reference has no target."""

    OUTSIDE_CORPUS = "outside_corpus"
    AMBIGUOUS = "ambiguous"
    NO_SUCH_PROVISION = "no_such_provision"
    DELETED = "deleted"
    ANTECEDENT_UNKNOWN = "antecedent_unknown"
    EDITION_MISMATCH = "edition_mismatch"
    NO_FILLING_PROVISION = "no_filling_provision"
    """A delegation that no lower text of the corpus claims."""
