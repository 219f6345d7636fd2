"""Which span of a cited source says what a sentence says, and how nearly.

A span is one to three consecutive sentences of the chunk's text. A sentence that stands there word for word needs no
model. Otherwise the spans are picked by words, and only the best three of all cited sources are encoded. The score is
the mean of the cosine of sentence and span, both as passages, and of the share of the sentence's content words that the
span holds; without an embedder it is that share alone. (Measured on the housing documents: where 1 % of shuffled pairs
pass the gate, the cosine alone passes 52 of 83 sentences of true answers, the mean 60; short answers, `$50.`, have low
cosines with whatever states them.)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pincite.text.figures import Figure, missing
from pincite.types.answer import CheckState, DraftSentence, Finding
from pincite.types.document import Span
from pincite.types.retrieval import Evidence
from pincite.validate import wording
from pincite.validate.content_words import content
from pincite.validate.context import CheckContext
from pincite.validate.thresholds import AlignmentThreshold

MAX_SENTENCES: Final = 3
MAX_ENCODED: Final = 3
# A further sentence must add more than this share of the words to be worth quoting.
LENGTH_COST: Final = 0.02
# A span may score this much less than the best and be taken for holding more of the figures.
FIGURES_WORTH: Final = 0.05


class Method(StrEnum):
    """How a score came about."""

    VERBATIM = "verbatim"
    COSINE = "cosine and words"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Alignment:
    """The span of one source that a sentence is held against.

    Args:
        number: of the evidence.
        span: in the chunk's text.
        score: 0 to 1; what it means depends on the method.
        coverage: share of the sentence's content words in the span, 0 to 1.
        missing: how many of the sentence's figures do not stand in the span.
        whole: the span of the whole sentences that it lies in.
    """

    number: int
    span: Span
    score: float
    method: Method
    coverage: float
    missing: int
    whole: Span


class AlignmentCheck:
    """The sentence is near enough to a span of one of its sources."""

    name = "alignment"

    def __call__(self, sentence: DraftSentence, context: CheckContext) -> Finding:
        """The score of the nearest span against the threshold of what compared them."""
        try:
            found = context.alignments(sentence)
        except Exception as error:  # whatever a model's runtime raises: what could not run is no pass
            return Finding(self.name, CheckState.NOT_CHECKED, None, wording.line(f"the embedder failed: {error}"))
        if not found:
            return Finding(self.name, CheckState.FAILED, 0.0, "no span of a cited source shares a word with it")
        best, threshold = found[0], context.threshold(sentence)
        detail = _detail(best, threshold)
        if aligned(best, threshold):
            return Finding(self.name, CheckState.PASSED, round(best.score, 4), detail)
        text = next(item.chunk.text for item in context.evidence if item.number == best.number)
        nearest = wording.quoted(best.span.cut(text), wording.NEAREST_CHARS)
        return wording.failed(self.name, round(best.score, 4), f"{detail}; nearest there: {nearest}")


def aligned(alignment: Alignment, threshold: AlignmentThreshold) -> bool:
    """Whether the score reaches the threshold; word for word always does."""
    return alignment.method is Method.VERBATIM or alignment.score >= threshold.score


def _detail(best: Alignment, threshold: AlignmentThreshold) -> str:
    if best.method is Method.VERBATIM:
        return f"word for word in [{best.number}]"
    return f"{best.method} {best.score:.3f} to [{best.number}], wanted {threshold.score:.3f}"


def align(sentence: DraftSentence, context: CheckContext, *, each: bool = False) -> tuple[Alignment, ...]:
    """The best span of each cited source, best first; sources that share no word with the sentence have none.

    Args:
        each: compare one span of each source, where else the best spans may all be of one.

    Raises:
        Exception: whatever the embedder raises.
    """
    cited = context.cited(sentence)
    verbatim = [found for item in cited if (found := _verbatim(sentence, item, context))]
    rest = [item for item in cited if item.number not in {found.number for found in verbatim}]
    others = _candidates(sentence.text, rest, context, each) if not verbatim else []
    if others and not context.by_words:
        others = _by_cosine(sentence.text, others, context)
    best: dict[int, Alignment] = {}
    top = max((found.score for found in others), default=0.0)
    for found in sorted(others, key=lambda a: (a.missing if a.score >= top - FIGURES_WORTH else 99, -a.score, a.span)):
        best.setdefault(found.number, found)
    return (*verbatim, *best.values())


def _verbatim(sentence: DraftSentence, item: Evidence, context: CheckContext) -> Alignment | None:
    """Where the sentence stands in the source word for word, blanks aside."""
    text, pieces = item.chunk.text, sentence.text.split()
    span = sentence.quoted
    if span is None or span.cut(text).split() != pieces:
        if not pieces or " ".join(pieces) not in " ".join(text.split()):
            return None
        match = re.search(_whole_words(pieces), text)
        if match is None:
            return None
        span = Span(match.start(), match.end())
    touched = [other.span for other in context.sentences(item) if other.span.overlaps(span)]
    whole = Span(min(span.start, touched[0].start), max(span.end, touched[-1].end)) if touched else span
    return Alignment(item.number, span, 1.0, Method.VERBATIM, 1.0, 0, whole)


def _whole_words(pieces: Sequence[str]) -> str:
    """A pattern for the words, blanks aside, that ends in no word and no figure: `$1` is not in `$1,500`."""
    words = r"\s+".join(map(re.escape, pieces))
    before = r"(?<!\w)(?<!\d[.,])" if pieces[0][0].isalnum() else ""
    behind = r"(?!\w)(?![.,]\d)" if pieces[-1][-1].isalnum() else ""
    return f"{before}{words}{behind}"


def _candidates(text: str, cited: list[Evidence], context: CheckContext, each: bool) -> list[Alignment]:
    """The spans that hold most of the sentence's words and figures, best first."""
    wanted = content(text)
    if not wanted:
        return []
    claimed = context.figures(text)
    counted = any(not figure.implied for figure in claimed)
    picked: list[Alignment] = []
    for score, item, span in _likely([_windows(wanted, item, context) for item in cited], each):
        lost = len(missing(claimed, _standing(item, span, context))) if counted else 0
        coverage = score
        picked.append(Alignment(item.number, span, coverage, Method.WORDS, coverage, lost, span))
    picked.sort(key=lambda a: -a.score + 0.1 * a.missing)
    if each:
        first = {a.number: a for a in reversed(picked)}
        picked = [a for a in picked if first[a.number] is a]
    return picked[:MAX_ENCODED]


def _standing(item: Evidence, span: Span, context: CheckContext) -> list[Figure]:
    """The figures of a window, sentence by sentence, since windows overlap; and those of its section."""
    text = item.chunk.text
    parts = [
        part.span for part in context.sentences(item) if span.start <= part.span.start and part.span.end <= span.end
    ]
    found = [figure for part in parts for figure in context.figures(part.cut(text))]
    return [*found, *context.section_figures(item)]


_Window = tuple[float, Evidence, Span]


def _likely(windows: Sequence[list[_Window]], each: bool) -> list[_Window]:
    """A few times as many windows as are encoded, those that hold most words; as many of each source, if asked for."""
    groups = windows if each else [[window for group in windows for window in group]]
    share = max(4 * MAX_ENCODED // max(len(groups), 1), 1)
    return [
        window
        for group in groups
        for window in sorted(group, key=lambda window: (-window[0], window[1].number, window[2]))[:share]
    ]


def _windows(wanted: frozenset[str], item: Evidence, context: CheckContext) -> list[_Window]:
    """Spans of a source with the share of the wanted words they hold, less the cost of length; none without a word."""
    parts = context.sentences(item)
    shared = [part.words & wanted for part in parts]
    found = []
    for first in range(len(parts)):
        if not shared[first]:
            continue
        held: frozenset[str] = frozenset()
        for length in range(min(MAX_SENTENCES, len(parts) - first)):
            last = first + length
            grown = held | shared[last]
            if len(grown) > len(held):
                score = len(grown) / len(wanted) - LENGTH_COST * length
                found.append((max(score, 0.0), item, Span(parts[first].span.start, parts[last].span.end)))
            held = grown
    return found


def _by_cosine(text: str, picked: list[Alignment], context: CheckContext) -> list[Alignment]:
    chunks = {item.number: item.chunk.text for item in context.evidence}
    own, *others = context.vectors([text, *(found.span.cut(chunks[found.number]) for found in picked)])
    return [
        Alignment(
            a.number, a.span, (float(own @ other) + a.coverage) / 2, Method.COSINE, a.coverage, a.missing, a.whole
        )
        for a, other in zip(picked, others, strict=True)
    ]
