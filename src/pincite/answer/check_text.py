"""Anyone's text held against sources by the gate: which of its sentences they carry, and where.

A sentence with markers (`[2]`, `[1, 3]`) is held against those sources only, the n-th given; one without is held
against all. The gate looks for the nearest spans of the whole sources, as it does of an answer's evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pincite.answer.passages import passages
from pincite.answer.whole_sources import PASSAGE_CHARS, near_enough
from pincite.errors import InputError, UnknownDocument
from pincite.text.figures import figures, missing_figures
from pincite.text.labels import label
from pincite.text.markers import MarkedSentence, read_markers
from pincite.types.answer import CheckedSentence, CheckState, Draft, DraftSentence, Finding, Support
from pincite.types.chunk import Chunk
from pincite.types.document import Document, Span
from pincite.types.retrieval import Evidence
from pincite.validate.citation_checks import CitationCheck
from pincite.validate.context import CheckContext
from pincite.validate.policy import GATES, check_draft

if TYPE_CHECKING:
    from pincite.index.embedders import Embedder

_NUMBER = re.compile(r"\[(\d+)\]")


class Documents(Protocol):
    """Where documents are got by id, such as a library."""

    def document(self, document_id: str, /) -> Document:
        """The document; raises `UnknownDocument` where there is none."""


@dataclass(frozen=True)
class SourceText:
    """A source to hold a text against.

    Args:
        name: as the user gave it, such as the file's name.
    """

    name: str
    document: Document

    @cached_property
    def passages(self) -> tuple[Chunk, ...]:
        """What the gate reads of it."""
        return tuple(passages(self.document))


@dataclass(frozen=True, slots=True)
class SourcedPlace:
    """Where a source says something of a sentence.

    Args:
        source: its number from 1.
        position: in the source's `document.text`.
        label: printed pincite of the place.
        quote: its words.
    """

    source: int
    position: Span
    label: str
    quote: str


@dataclass(frozen=True, slots=True)
class SourcedSentence:
    """A sentence of the text with the places that carry it, or the one that comes nearest.

    Args:
        sentence: without markers; `citations` are its markers, or the sources that carry it.
        span: in the text that was checked, markers left out of it at its ends.
        places: nearest first; a place over a page break is two. Empty where no source shares a word with it.
    """

    sentence: CheckedSentence
    span: Span
    places: tuple[SourcedPlace, ...] = ()

    @property
    def supported(self) -> bool:
        """Whether the sources carry the whole sentence."""
        return self.sentence.passed


def read_sources(names: Iterable[str | Path], library: Documents | None = None) -> tuple[SourceText, ...]:
    """Sources by name: files, parsed as `pincite add` does, or ids of the library's documents; files come first.

    Raises:
        DocumentError: a file cannot be read.
        UnknownDocument: neither a file nor a document of the library.
    """
    from pincite.parse import read

    sources: list[SourceText] = []
    for name in names:
        path = Path(name)
        if path.is_file():
            sources.append(SourceText(str(name), read(path)))
        elif library is not None:
            sources.append(SourceText(str(name), library.document(str(name))))
        else:
            raise UnknownDocument(f"Expected a file or a document's id, found no file {str(name)!r}.")
    return tuple(sources)


def check(
    text: str, sources: Sequence[SourceText], gate: str = "standard", *, embedder: Embedder | None = None
) -> list[SourcedSentence]:
    """Every sentence of `text` with the places in the sources and the findings of the gate's checks.

    Args:
        sources: in the order in which markers number them, from 1.
        gate: its name.
        embedder: of the text's language; None compares by words, as the gate does.

    Raises:
        InputError: there is no such gate.
        ValueError: there are no sources.
    """
    if not sources:
        raise ValueError("a text is checked against sources, and none was given")
    if gate not in GATES:
        raise InputError(f"There is no gate {gate!r}.", hint=f"Gates are: {', '.join(GATES)}.")
    shelf = _Shelf(sources)
    marked = [item for item in read_markers(text, sources=len(sources)) if item.text]

    def judged(claims: Iterable[tuple[str, tuple[int, ...]]]) -> tuple[CheckedSentence, ...]:
        draft = Draft(tuple(DraftSentence(words, numbers) for words, numbers in claims), "")
        return check_draft(draft, shelf.evidence, GATES[gate], embedder, repair=False)

    checked = list(judged((item.text, shelf.passages_of(item.numbers)) for item in marked))
    pieced = {
        at: shelf.nearest(marked[at].numbers, found) for at, found in enumerate(checked) if shelf.is_pieced(found)
    }
    for at, found in zip(pieced, judged((marked[at].text, numbers) for at, numbers in pieced.items()), strict=True):
        checked[at] = found
    model = embedder.name if embedder else None
    return [shelf.sourced(item, found, model) for item, found in zip(marked, checked, strict=True)]


class _Shelf:
    """The passages of all sources, numbered through as the gate's evidence."""

    def __init__(self, sources: Sequence[SourceText]) -> None:
        self._sources = sources
        self.evidence: list[Evidence] = []
        self._source_of: dict[int, int] = {}
        for number, source in enumerate(sources, 1):
            for passage in source.passages:
                self.evidence.append(_evidence(len(self.evidence) + 1, passage, source.document))
                self._source_of[len(self.evidence)] = number
        # The sources under their own numbers, by which a text's markers are judged.
        self._named = [_evidence(number, _whole(source), source.document) for number, source in enumerate(sources, 1)]

    def passages_of(self, markers: Sequence[int]) -> tuple[int, ...]:
        """The numbers of the passages that markers stand for: those of all sources where there are none."""
        return tuple(number for number, source in self._source_of.items() if not markers or source in markers)

    def is_pieced(self, checked: CheckedSentence) -> bool:
        """Whether several passages carry the sentence; pieced together, a long document says nearly everything."""
        return len({number for number, _ in checked.aligned}) > 1

    def nearest(self, markers: Sequence[int], checked: CheckedSentence) -> tuple[int, ...]:
        """The nearest passage of each source that is marked, or of all sources the nearest one."""
        of_source: dict[int, int] = {}
        for number, _ in checked.aligned:
            of_source.setdefault(self._source_of[number], number)
        return tuple(of_source.values())[: None if markers else 1]

    def sourced(self, marked: MarkedSentence, checked: CheckedSentence, model: str | None) -> SourcedSentence:
        """The gate's result in the numbers of the sources, and for whole sources by their thresholds."""
        numbers = marked.numbers or tuple(range(1, len(self._sources) + 1))
        citation = CitationCheck()(DraftSentence(marked.text, numbers), CheckContext(self._named))
        others = [self._renumbered(finding) for finding in checked.checks if finding.check != citation.check]
        if self._length(numbers) > PASSAGE_CHARS:
            others = [near_enough(finding, marked.text, model) for finding in others]
        stricter = any(f.state is CheckState.FAILED for f in (citation, *others)) and checked.passed
        places = tuple(place for number, span in self._agreeing(checked) for place in self._places(number, span))
        carrying = tuple(dict.fromkeys(place.source for place in places))
        sentence = replace(
            checked,
            citations=marked.numbers or carrying,
            support=Support.NONE if stricter else checked.support,
            checks=(citation, *others),
            aligned=(),
            repaired=checked.passed and not stricter and bool(set(marked.numbers) - set(carrying)),
        )
        return SourcedSentence(sentence, marked.span, places)

    def _length(self, numbers: Iterable[int]) -> int:
        held = [self._sources[number - 1].document for number in numbers if 1 <= number <= len(self._sources)]
        return sum(len(document.text) for document in held)

    def _renumbered(self, finding: Finding) -> Finding:
        detail = _NUMBER.sub(lambda found: f"[{self._source_of.get(int(found[1]), found[1])}]", finding.detail)
        return replace(finding, detail=detail)

    def _agreeing(self, checked: CheckedSentence) -> Iterator[tuple[int, Span]]:
        """The gate's spans without further ones that say another figure: 30 days where the sentence says 21."""
        for at, (number, span) in enumerate(checked.aligned):
            quote = span.cut(self.evidence[number - 1].chunk.text)
            lost = {figure.kind for figure in missing_figures(checked.text, quote)}
            if at == 0 or not any(figure.kind in lost for figure in figures(quote)):
                yield number, span

    def _places(self, number: int, span: Span) -> list[SourcedPlace]:
        source = self._source_of[number]
        document = self._sources[source - 1].document
        parts = self.evidence[number - 1].chunk.document_spans(span)
        return [SourcedPlace(source, part, label(document, part), part.cut(document.text)) for part in parts]


def _evidence(number: int, passage: Chunk, document: Document) -> Evidence:
    return Evidence(number, passage, document.title, document.file_sha256, document.text_sha256)


def _whole(source: SourceText) -> Chunk:
    return Chunk(source.document.id, source.document.id, 0, source.document.text, (), 0, "", source.name)


def to_records(checked: Iterable[SourcedSentence], sources: Sequence[SourceText]) -> list[dict[str, Any]]:
    """The sentences as JSON values, one object each, for `check --json`."""
    return [_record(item, sources) for item in checked]


def _record(item: SourcedSentence, sources: Sequence[SourceText]) -> dict[str, Any]:
    return {
        "text": item.sentence.text,
        "span": {"start": item.span.start, "end": item.span.end},
        "supported": item.supported,
        "support": item.sentence.support.value,
        "citations": list(item.sentence.citations),
        "places": [
            {
                "source": sources[place.source - 1].name,
                "label": place.label,
                "quote": place.quote,
                "position": {"start": place.position.start, "end": place.position.end},
            }
            for place in item.places
        ],
        "checks": [
            {"name": c.check, "state": c.state.value, "value": c.value, "detail": c.detail}
            for c in item.sentence.checks
        ],
    }


def supported_share(checked: Sequence[SourcedSentence]) -> float:
    """The supported ratio of the papers: (n - unsupported) / n; 1 for a text without sentences."""
    return sum(item.supported for item in checked) / len(checked) if checked else 1.0
