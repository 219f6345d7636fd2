"""The one form of every benchmark: documents to take in, questions with their gold, and what counts as a hit.

A benchmark knows nothing of how questions are answered. Its documents are taken in as any others, and gold is never
shown to what answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import accumulate
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
    """Words of the provision in common; by ids alone the provision itself, hierarchically one above or below it."""


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
        source_span: of these words in `SourceDocument.text`, where the benchmark counts characters.
        grade: of relevance, above 0; 1 where the benchmark does not grade.
        marked_by: names of the annotators that marked it, where each one's marks are known.
        parts: for provisions, the stretches of its text in `Document.text` that an index can hold; empty until located.
    """

    document_id: str
    quote: str = ""
    span: Span | None = None
    page_indexes: frozenset[int] = frozenset()
    section_ids: frozenset[str] = frozenset()
    unit: str = ""
    alternative: bool = False
    source_span: Span | None = None
    grade: float = 1.0
    marked_by: tuple[str, ...] = ()
    parts: tuple[Span, ...] = ()


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
        segments: the units of the text in their order, each one line; then the library's text is these, with an empty
            line between two of them. An empty one keeps its number and has no text.
    """

    id: str
    path: Path | None = None
    text: str = ""
    suffix: str = ".txt"
    segments: tuple[str, ...] = ()


@dataclass(frozen=True)
class Benchmark:
    """Documents, questions and rules of one benchmark.

    Args:
        name: such as `housing`.
        documents: each id once; read from the file again at each pass where there are many.
        version: changes with its documents, questions or reading; SHA-256 of what was read, hex.
        chunks: how the documents are cut; None for the settings in force.
        neighbours: whether the unit before and behind a gold one counts too (documents in `whole` only).
        whole: ids of documents whose order is that of the text.
        broad_hallucination: when an answer counts as hallucinated in the broad sense, in words, for the report.
        remarks: what a reader of figures must know of the data.
        corpus_file: text of the `corpus.toml` that the documents are taken in beside; empty for none.
    """

    name: str
    version: str
    documents: Sequence[SourceDocument]
    questions: tuple[Question, ...]
    hit: HitRule
    chunks: ChunkSettings | None = None
    neighbours: bool = False
    whole: frozenset[str] = frozenset()
    broad_hallucination: str = ""
    remarks: tuple[str, ...] = ()
    corpus_file: str = ""

    @cached_property
    def segment_starts(self) -> Mapping[str, tuple[int, ...]]:
        """Of each document with segments, where these start in the library's text; an empty one where the next does."""
        if self.hit is not HitRule.SEGMENT:
            return {}
        return {
            document.id: tuple(accumulate((len(s) + len("\n\n") if s else 0 for s in document.segments), initial=0))[
                :-1
            ]
            for document in self.documents
        }
