"""An answer to a request for clauses, without a language model: the sentences, names or dates themselves.

For the types that the parameters know, every sentence of the evidence is weighed by its words. Others are written by
what writes any answer, asked by the bare name and details of the clause.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pincite.generate.candidates import Candidate
from pincite.generate.clause_features import readings
from pincite.generate.clause_model import ClauseParameters
from pincite.generate.clause_phrases import Phrase, phrases
from pincite.generate.clause_types import clause_type
from pincite.generate.protocol import Generator
from pincite.text.clause_request import ClauseRequest, clause_request
from pincite.types.answer import Draft, DraftSentence, Feedback
from pincite.types.document import Span
from pincite.types.retrieval import Evidence

MAX_CLAUSES = 5
"""Sentences that an answer gives at most, beside the openings of lists."""
MAX_PHRASES = 8
MAX_PHRASE_SENTENCES = 12
"""Sentences in which names and dates are looked for, best first."""


@dataclass(frozen=True, slots=True)
class FoundClause:
    """A passage that answers a request.

    Args:
        number: of its evidence.
        span: in the chunk's text.
        text: white space as single blanks.
        start: in the document.
    """

    number: int
    span: Span
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class FoundClauses:
    """What the evidence holds of a type.

    Args:
        chance: that the type is there at all, 0 to 1.
        there: the chance reaches the parameters' threshold.
        passages: document by document, in the order of its text; of those documents where the type is there.
    """

    chance: float
    there: bool
    passages: tuple[FoundClause, ...]


class PlacedSentence(NamedTuple):
    """A sentence with its log odds, the text in which its span lies, and its start in the document."""

    odds: float
    sentence: Candidate
    text: str
    start: int


class ClauseFinder:
    """Finds the clauses of a known type in evidence, once for whoever asks.

    Args:
        parameters: the learned rules.
    """

    def __init__(self, parameters: ClauseParameters) -> None:
        self.parameters = parameters
        self._last: tuple[tuple[str, ...], FoundClauses] | None = None

    def type_of(self, request: ClauseRequest, languages: Sequence[str]) -> str | None:
        """The type whose rule serves the request over texts of these languages; None where there is none."""
        key = clause_type(request)
        readable = bool(languages) and all(language != "ko" for language in languages)
        return key if key in self.parameters.keys and readable else None

    def __call__(self, key: str, evidence: Sequence[Evidence]) -> FoundClauses:
        """The passages of the type, document by document, and the chance that it is there at all."""
        asked = (key, *(e.chunk.id for e in evidence))
        if self._last is None or self._last[0] != asked:
            self._last = (asked, self._find(key, evidence))
        return self._last[1]

    def _find(self, key: str, evidence: Sequence[Evidence]) -> FoundClauses:
        documents = dict.fromkeys(e.chunk.document_id for e in evidence)
        apart = [self._of_document(key, [e for e in evidence if e.chunk.document_id == d]) for d in documents]
        there = [found for found in apart if found.there] or sorted(apart, key=lambda f: -f.chance)[:1]
        return FoundClauses(
            chance=max((found.chance for found in there), default=0.0),
            there=any(found.there for found in there),
            passages=tuple(passage for found in there for passage in found.passages),
        )

    def _of_document(self, key: str, evidence: Sequence[Evidence]) -> FoundClauses:
        placed, numbers = self._weighed(key, evidence)
        if not placed:
            return FoundClauses(0.0, False, ())
        chance = self.parameters.chance(key, placed[0].odds)
        pick = _phrases if key in self.parameters.phrases else _sentences
        passages = sorted(pick(self.parameters, key, placed, numbers), key=lambda p: (p.start, p.span))
        return FoundClauses(chance, chance >= self.parameters.threshold, tuple(passages))

    def _weighed(self, key: str, evidence: Sequence[Evidence]) -> tuple[list[PlacedSentence], list[int]]:
        """A document's sentences, best first, and the evidence number of each; what two chunks share is there once."""
        found: dict[int, tuple[PlacedSentence, int]] = {}
        for item in evidence:
            for reading, marks in readings(item.chunk):
                start = item.chunk.document_spans(reading.sentence.span)[0].start
                odds = self.parameters.log_odds(key, reading, marks)
                found.setdefault(start, (PlacedSentence(odds, reading.sentence, item.chunk.text, start), item.number))
        ordered = sorted(found.values(), key=lambda f: -f[0].odds)
        return [placed for placed, _ in ordered], [number for _, number in ordered]


def _sentences(
    parameters: ClauseParameters, key: str, placed: Sequence[PlacedSentence], numbers: Sequence[int]
) -> list[FoundClause]:
    """The best sentences and those nearly as good, an item of a list behind what opens the list."""
    least = placed[0].odds - parameters.near
    chosen = [i for i in range(min(MAX_CLAUSES, len(placed))) if placed[i].odds >= least]
    for i in list(chosen):
        opening = placed[i].sentence.lead
        chosen += [
            j
            for j, other in enumerate(placed)
            if opening is not None
            and numbers[j] == numbers[i]
            and other.sentence.place == opening
            and other.text is placed[i].text
            and j not in chosen
        ]
    return [FoundClause(numbers[i], placed[i].sentence.span, placed[i].sentence.text, placed[i].start) for i in chosen]


def _phrases(
    parameters: ClauseParameters, key: str, placed: Sequence[PlacedSentence], numbers: Sequence[int]
) -> list[FoundClause]:
    return [
        FoundClause(
            numbers[i], phrase.span, phrase.text, placed[i].start + phrase.span.start - placed[i].sentence.span.start
        )
        for _, phrase, i in picked_phrases(parameters, key, placed[:MAX_PHRASE_SENTENCES])
    ]


def picked_phrases(
    parameters: ClauseParameters, key: str, placed: Sequence[PlacedSentence]
) -> list[tuple[float, Phrase, int]]:
    """The phrases that answer, best first, each with its log odds and the place of its sentence among those given."""
    rule = parameters.phrases[key]
    scored: list[tuple[float, Phrase, int]] = []
    for rank, (odds, sentence, text, start) in enumerate(placed):
        for phrase in phrases(key, sentence, text, odds, rank, start):
            z = rule.get("constant", 0.0) + sum(rule.get(name, 0.0) * v for name, v in phrase.features.items())
            scored.append((z, phrase, rank))
    scored.sort(key=lambda s: (-s[0], s[2], s[1].span))
    kept: list[tuple[float, Phrase, int]] = []
    for found in scored:
        if len(kept) == MAX_PHRASES or found[0] < scored[0][0] - parameters.phrase_near[key]:
            break
        if not any(_same(found, other) for other in kept):
            kept.append(found)
    return kept


def _same(one: tuple[float, Phrase, int], other: tuple[float, Phrase, int]) -> bool:
    """Whether two phrases say the same words or overlap."""
    words = [frozenset(phrase.text.lower().split()) for _, phrase, _ in (one, other)]
    return words[0] == words[1] or (one[2] == other[2] and one[1].span.overlaps(other[1].span))


class ClauseGenerator:
    """Answers requests for clauses by the finder; everything else is left to another generator.

    Args:
        ordinary: writes the answers to questions, and to requests for clauses of a type that has no rule.
    """

    def __init__(self, finder: ClauseFinder, ordinary: Generator) -> None:
        self._finder = finder
        self._ordinary = ordinary
        self.name = ordinary.name
        self.host: str | None = getattr(ordinary, "host", None)

    def __call__(
        self, question: str, language: str, evidence: Sequence[Evidence], feedback: Feedback | None = None
    ) -> Draft:
        """See `Generator.__call__`."""
        request = clause_request(question)
        if request is None:
            return self._ordinary(question, language, evidence, feedback)
        key = self._finder.type_of(request, [e.chunk.language for e in evidence])
        if key is None:
            return self._ordinary(request.query, language, evidence, feedback)
        found = self._finder(key, evidence).passages
        sentences = tuple(DraftSentence(clause.text, (clause.number,), clause.span) for clause in found)
        return Draft(sentences, self.name, refused=not sentences)
