"""The one form of every benchmark: documents to take in, questions with their gold, and what counts as a hit.

A benchmark knows nothing of how questions are answered. Its documents are taken in as any others, and gold is never
shown to what answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from pincite.settings import ChunkSettings
from pincite.types.document import Span


class Label(StrEnum):
    """What is right for a question."""

    ANSWERABLE = "answerable"
    UNANSWERABLE = "unanswerable"
    """Refusing is right."""
    APART = "apart"
    """The labels do not settle it: reported apart, in no figure."""


class HitRule(StrEnum):
    """When a retrieved unit or a citation touches a gold place."""

    PLACE = "place"
    """A page or a section in common."""
    SPAN = "span"
    """Characters in common; for a returned span, word overlap (Jaccard) of at least one half."""
    SEGMENT = "segment"
    """The unit is the gold segment itself, or the one beside it where the benchmark says that order is the text's."""
    DOCUMENT = "document"
    """The whole document is the unit, as in BEIR."""
    PROVISION = "provision"
    """The provision itself; hierarchically, one above or below it."""


@dataclass(frozen=True, slots=True)
class Gold:
    """One place that answers a question, or a part of it.

    Args:
        quote: the words that prove the answer, each run of white space one blank; empty where only the place is known.
        span: of these words in `Document.text` of the library's document; None until located, or where unknown.
        page_indexes: 0-based.
        section_ids: as the benchmark spells them.
        unit: id of the segment or provision; empty where there is no such unit.
        alternative: counts as a hit, and missing it is no miss.
    """

    document_id: str
    quote: str = ""
    span: Span | None = None
    page_indexes: frozenset[int] = frozenset()
    section_ids: frozenset[str] = frozenset()
    unit: str = ""
    alternative: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A question with what is right for it.

    Args:
        category: as the benchmark sorts its questions; empty for none.
        document_id: of the document that it is about, by which splits keep documents whole; empty for the whole corpus.
        scope: ids of the only documents that may be searched; empty for all.
        reference: answer to compare with; empty where there is none.
        gold: empty where nothing answers it.
        traits: further labels to report by, such as `reasoning: yes`.
    """

    id: str
    text: str
    label: Label
    category: str = ""
    document_id: str = ""
    scope: tuple[str, ...] = ()
    reference: str = ""
    gold: tuple[Gold, ...] = ()
    traits: Mapping[str, str] = field(default_factory=dict)

    @property
    def answerable(self) -> bool:
        """Whether an answer is right."""
        return self.label is Label.ANSWERABLE

    @property
    def required(self) -> tuple[Gold, ...]:
        """The gold without the alternatives."""
        return tuple(gold for gold in self.gold if not gold.alternative)


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """A document of a benchmark: a file as it is, or text to write into one.

    Args:
        id: by which gold names it; the library gives it the same id.
        path: of the file at hand; None where `text` is to be written into a file.
        suffix: of the file that is written, such as `.txt`.
    """

    id: str
    path: Path | None = None
    text: str = ""
    suffix: str = ".txt"


@dataclass(frozen=True)
class Benchmark:
    """Documents, questions and rules of one benchmark.

    Args:
        name: such as `housing`.
        version: changes with its documents, questions or reading; SHA-256 of what was read, hex.
        chunks: how the documents are cut; None for the settings in force.
        neighbours: whether the unit before and behind a gold one counts too (documents in `whole` only).
        whole: ids of documents whose order is that of the text.
        broad_hallucination: when an answer counts as hallucinated in the broad sense, in words, for the report.
        remarks: what a reader of figures must know of the data.
    """

    name: str
    version: str
    documents: tuple[SourceDocument, ...]
    questions: tuple[Question, ...]
    hit: HitRule
    chunks: ChunkSettings | None = None
    neighbours: bool = False
    whole: frozenset[str] = frozenset()
    broad_hallucination: str = ""
    remarks: tuple[str, ...] = ()
