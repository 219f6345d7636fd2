"""The gate once more on the sentences of an answer file, each held against the quotes that the file gives for it.

No span is looked for: the quotes are what a reader is shown, so they must carry the sentence. A sentence that stands in
its quote word for word needs no model, nor do figures, negation and clauses. Whether other words say the same is
settled by words where they reach the gate's threshold for words; where they do not, and the file says that an embedder
was at hand, that check has not run again and says so. It fails all the same where no cosine could have passed it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pincite.types.answer import Answer, CheckedSentence, CheckState, DraftSentence, Finding
from pincite.types.document import Span
from pincite.types.retrieval import Evidence
from pincite.validate.alignment import Alignment, AlignmentCheck, Method, aligned
from pincite.validate.context import CheckContext
from pincite.validate.policy import Gate
from pincite.validate.support_checks import OverlapCheck
from pincite.validate.thresholds import AlignmentThreshold, threshold_for

if TYPE_CHECKING:
    from pincite.index.embedders import Embedder

ROUNDING = 0.001
"""Values in a file are rounded; so much more than possible is no contradiction."""


@dataclass(frozen=True, slots=True)
class _Held:
    """A sentence against the quote of one source.

    Args:
        nearest: the gate's own alignment inside the quote; None where they share no word.
        span: of the quote in the evidence's text, or of the sentence where it stands there word for word.
    """

    item: Evidence
    nearest: Alignment | None
    span: Span


@dataclass
class _AgainstQuotes(CheckContext):
    """Gives the checks the file's quotes as the spans of the sentence."""

    quotes: tuple[Alignment, ...] = ()

    def alignments(self, sentence: DraftSentence) -> tuple[Alignment, ...]:
        return self.quotes

    def threshold(self, sentence: DraftSentence) -> AlignmentThreshold:
        return AlignmentThreshold("quotes", 0.0, "alignment is judged apart; every quote counts for the other checks")


def recheck(answer: Answer, gate: Gate, embedder: Embedder | None = None) -> Iterator[tuple[int, Finding]]:
    """Each sentence's place with the findings of every check of the gate; a sentence without quotes has none.

    Args:
        answer: as read from a file.
        embedder: runs the alignment again as `ask` did; None settles by words what words can settle.
    """
    model = answer.trace.versions.get(f"embedder:{'ko' if answer.language == 'ko' else 'en'}")
    for place, sentence in enumerate(answer.sentences):
        for finding in _findings(_held(answer, place, embedder), sentence, answer.evidence, gate, model, embedder):
            yield place, finding


def _held(answer: Answer, place: int, embedder: Embedder | None) -> list[_Held | Finding]:
    """The quotes of a sentence, one a source, in the order of the citations."""
    words: dict[int, list[str]] = {}
    for citation in answer.citations:
        if citation.sentence == place:
            words.setdefault(citation.number, []).append(citation.quote.exact)
    sources = {item.number: item for item in answer.evidence}
    sentence = answer.sentences[place]
    return [_against(sentence, sources[n], "\n".join(parts), embedder) for n, parts in words.items() if n in sources]


def _against(sentence: CheckedSentence, item: Evidence, quote: str, embedder: Embedder | None) -> _Held | Finding:
    """The sentence against one quote; joined, since a quote over a page break is cited in parts."""
    text = item.chunk.text
    span = _stands_at(quote, text, Span(0, len(text)))
    if span is None:
        detail = f"the quotes of [{item.number}] do not stand in its text as one passage"
        return Finding("evidence", CheckState.FAILED, None, detail)
    quoted = replace(item, chunk=replace(item.chunk, text=quote))
    draft = DraftSentence(sentence.text, (item.number,))
    found = CheckContext((quoted,), embedder).alignments(draft)
    nearest = found[0] if found else None
    if nearest and nearest.method is Method.VERBATIM:
        span = _stands_at(sentence.text, text, span) or span
    return _Held(item, nearest, span)


def _stands_at(words: str, text: str, within: Span) -> Span | None:
    """Where the words stand in a part of the text, blanks aside."""
    found = re.compile(r"\s+".join(map(re.escape, words.split()))).search(text, within.start, within.end)
    return Span(found.start(), found.end()) if found else None


def _findings(
    held: Sequence[_Held | Finding],
    sentence: CheckedSentence,
    evidence: Sequence[Evidence],
    gate: Gate,
    model: str | None,
    embedder: Embedder | None,
) -> Iterator[Finding]:
    yield from (item for item in held if isinstance(item, Finding))
    quotes = [item for item in held if isinstance(item, _Held)]
    if not quotes:
        return
    context = _AgainstQuotes(evidence, embedder)
    context.quotes = tuple(_as_alignment(quote, context) for quote in quotes)
    draft = DraftSentence(sentence.text, sentence.citations)
    for check in (*gate.required_checks, *gate.partial_checks):
        if check.name == AlignmentCheck.name:
            yield _alignment(sentence, quotes, model, embedder)
        else:
            finding = check(draft, context)
            yield _overlap(finding, model, embedder) if check.name == OverlapCheck.name else finding


def _as_alignment(quote: _Held, context: CheckContext) -> Alignment:
    """The quote as the span that the other checks read."""
    number, span = quote.item.number, quote.span
    touched = [other.span for other in context.sentences(quote.item) if other.span.overlaps(span)]
    whole = Span(min(span.start, touched[0].start), max(span.end, touched[-1].end)) if touched else span
    score, method = (quote.nearest.score, quote.nearest.method) if quote.nearest else (0.0, Method.WORDS)
    return Alignment(number, span, score, method, score, 0, whole)


def _alignment(
    sentence: CheckedSentence, quotes: Sequence[_Held], model: str | None, embedder: Embedder | None
) -> Finding:
    """The worst of the quotes: each source that is cited must carry something of the sentence.

    The value that a file states is that of the nearest quote, which stands first.
    """
    stated = next((check.value for check in sentence.checks if check.check == AlignmentCheck.name), None)
    found = [
        _nearness(sentence, quote, model, embedder, 0.0 if at else stated or 0.0) for at, quote in enumerate(quotes)
    ]
    order = (CheckState.FAILED, CheckState.NOT_CHECKED, CheckState.PASSED)
    return min(found, key=lambda finding: order.index(finding.state))


def _nearness(
    sentence: CheckedSentence, quote: _Held, model: str | None, embedder: Embedder | None, stated: float
) -> Finding:
    name, number, nearest = AlignmentCheck.name, quote.item.number, quote.nearest
    if nearest is None:
        return Finding(name, CheckState.FAILED, 0.0, f"the quote of [{number}] shares no word with it")
    threshold = threshold_for(embedder.name if embedder else None, sentence.text)
    said = f"{nearest.method} {nearest.score:.3f} to the quote of [{number}], wanted {threshold.score:.3f}"
    if aligned(nearest, threshold):
        return Finding(name, CheckState.PASSED, round(nearest.score, 4), said)
    wanted = threshold_for(model, sentence.text)
    if nearest.method is not Method.WORDS or wanted.model != model:
        return Finding(name, CheckState.FAILED, round(nearest.score, 4), said)
    most = (1.0 + nearest.coverage) / 2  # the mean of that share of words and of a cosine of 1
    if most < max(wanted.score, stated - ROUNDING):
        detail = f"{said}; {model} could have given at most {most:.3f}, wanted {wanted.score:.3f}"
        return Finding(name, CheckState.FAILED, round(nearest.score, 4), detail)
    detail = f"{said}; it passed by {model}, which was not asked again"
    return Finding(name, CheckState.NOT_CHECKED, round(nearest.score, 4), detail)


def _overlap(finding: Finding, model: str | None, embedder: Embedder | None) -> Finding:
    """The published rule takes a cosine where the words do not reach."""
    if finding.state is not CheckState.FAILED or embedder is not None or model is None:
        return finding
    return replace(finding, state=CheckState.NOT_CHECKED, detail=f"{finding.detail}; {model} was not asked again")
