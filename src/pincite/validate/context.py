"""What the checks of one draft share: the evidence by number, sentences and vectors computed once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from pincite.text import sentences
from pincite.text.figures import Figure, FigureKind, all_figures
from pincite.types.answer import DraftSentence, Finding
from pincite.types.document import Span
from pincite.types.retrieval import Evidence
from pincite.validate.content_words import content
from pincite.validate.thresholds import ALIGNMENT, AlignmentThreshold, threshold_for

if TYPE_CHECKING:
    from pincite.index.embedders import Embedder, Vectors
    from pincite.validate.alignment import Alignment


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """A sentence of a source's chunk text with its content words."""

    span: Span
    words: frozenset[str]


@dataclass
class CheckContext:
    """The evidence of a draft and what the checks have computed of it.

    Args:
        evidence: as the generator was shown it.
        embedder: for alignment; None compares by words.
    """

    evidence: Sequence[Evidence]
    embedder: Embedder | None = None
    _sentences: dict[int, tuple[SourceSentence, ...]] = field(default_factory=dict)
    _vectors: dict[str, Vectors] = field(default_factory=dict)
    _figures: dict[str, list[Figure]] = field(default_factory=dict)
    _alignments: dict[DraftSentence, tuple[Alignment, ...]] = field(default_factory=dict)

    def threshold(self, sentence: DraftSentence) -> AlignmentThreshold:
        """When the sentence counts as aligned, by the embedder at hand."""
        return threshold_for(self.embedder.name if self.embedder else None, sentence.text)

    @property
    def by_words(self) -> bool:
        """Alignment compares words: there is no embedder, or none whose cosines are known."""
        return self.embedder is None or self.embedder.name not in ALIGNMENT

    def cited(self, sentence: DraftSentence) -> tuple[Evidence, ...]:
        """The evidence that the sentence cites and that exists, each once."""
        by_number = {item.number: item for item in self.evidence}
        return tuple(by_number[number] for number in dict.fromkeys(sentence.citations) if number in by_number)

    def sentences(self, item: Evidence) -> tuple[SourceSentence, ...]:
        """The sentences of a source's chunk text."""
        if item.number not in self._sentences:
            text = item.chunk.text
            self._sentences[item.number] = tuple(
                SourceSentence(span, content(span.cut(text))) for span in sentences.spans(text)
            )
        return self._sentences[item.number]

    def vectors(self, texts: Sequence[str]) -> list[Vectors]:
        """Vectors of texts as passages, float32, (dim,), of length 1 each; every text is encoded once."""
        assert self.embedder is not None
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        if new:
            self._vectors.update(zip(new, self.embedder.embed_passages(new), strict=True))
        return [self._vectors[text] for text in texts]

    def figures(self, text: str) -> list[Figure]:
        """The figures of a text, those implied included."""
        if text not in self._figures:
            self._figures[text] = all_figures(text)
        return self._figures[text]

    def section_figures(self, item: Evidence) -> list[Figure]:
        """The section numbers that a source's own label and headings carry."""
        chunk = item.chunk
        named = f"§ {chunk.section_id}" if chunk.section_id else ""
        places = "\n".join((chunk.label, *chunk.heading_path, named))
        return [figure for figure in self.figures(places) if figure.kind is FigureKind.SECTION]

    def pinned(self, sentence: DraftSentence, alignment: Alignment) -> CheckContext:
        """The same context, in which the sentence has this alignment and no other; what was computed is shared."""
        return replace(self, _alignments={**self._alignments, sentence: (alignment,)})

    def alignments(self, sentence: DraftSentence) -> tuple[Alignment, ...]:
        """The best span of each cited source, best first; computed once a sentence."""
        from pincite.validate.alignment import align

        if sentence not in self._alignments:
            self._alignments[sentence] = align(sentence, self)
        return self._alignments[sentence]


class Check(Protocol):
    """One check of the gate."""

    name: str

    def __call__(self, sentence: DraftSentence, context: CheckContext) -> Finding:
        """What was found; never an exception for what the draft holds."""
        ...
