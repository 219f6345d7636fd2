"""What a span must say of its sentence beyond being near it: the same figures, no negation turned round, all of it.

`OverlapCheck` is the published rule (CiteGuard-RAG, validation): share of the sentence's words in the whole cited chunk
or cosine with it. Measured, it passes nearly every sentence against chunks of other documents: a baseline only.
"""

from __future__ import annotations

import re
from typing import Final

from pincite.text import figures, figures_bounds, negation
from pincite.types.answer import CheckState, DraftSentence, Finding
from pincite.validate.alignment import Alignment, Method, aligned
from pincite.validate.content_words import content, tokens
from pincite.validate.context import CheckContext
from pincite.validate.thresholds import CLAUSE_COVERAGE, PAPER_COSINE, PAPER_OVERLAP

# A clause is judged by itself when it has at least so many content words.
MIN_CLAUSE_WORDS: Final = 3
_CLAUSES = re.compile(
    r"[;:,]\s|\s(?:and|but|unless|except|if|when|provided|although|while|because|which)\s", re.IGNORECASE
)


def supporting(sentence: DraftSentence, context: CheckContext) -> tuple[Alignment, ...]:
    """The best alignment and the further ones near enough to count; empty where nothing aligns or none can be made."""
    try:
        found = context.alignments(sentence)
    except Exception:  # the alignment check has told of it
        return ()
    return (*found[:1], *(a for a in found[1:] if aligned(a, context.threshold(sentence))))


def _span_text(alignment: Alignment, context: CheckContext) -> str:
    chunk = next(item.chunk for item in context.evidence if item.number == alignment.number)
    return alignment.span.cut(chunk.text)


def _unaligned(name: str) -> Finding:
    return Finding(name, CheckState.NOT_CHECKED, None, "there is no span to hold the sentence against")


class FiguresCheck:
    """Numbers, amounts, dates, periods and section numbers of the sentence stand in its spans, with the same bounds."""

    name = "figures"

    def __call__(self, sentence: DraftSentence, context: CheckContext) -> Finding:
        """How many figures are missing or bounded the other way, and which."""
        spans = supporting(sentence, context)
        if not spans:
            return _unaligned(self.name)
        if spans[0].method is Method.VERBATIM:
            return Finding(self.name, CheckState.PASSED, 0.0)
        texts = [_span_text(span, context) for span in spans]
        numbers = {span.number for span in spans}
        standing = [figure for text in texts for figure in context.figures(text)]
        standing += [f for item in context.evidence if item.number in numbers for f in context.section_figures(item)]
        lost = [figure.span.cut(sentence.text) for figure in figures.missing(context.figures(sentence.text), standing)]
        if lost:
            return Finding(self.name, CheckState.FAILED, float(len(lost)), f"not in the source: {', '.join(lost)}")
        turned = figures_bounds.reversed_bounds(sentence.text, "\n".join(texts))
        if turned:
            words = ", ".join(figure.span.cut(sentence.text) for figure in turned)
            return Finding(self.name, CheckState.FAILED, float(len(turned)), f"bounded the other way: {words}")
        return Finding(self.name, CheckState.PASSED, 0.0)


class NegationCheck:
    """No negation stands in the sentence only, or in its span only, over what they share."""

    name = "negation"

    def __call__(self, sentence: DraftSentence, context: CheckContext) -> Finding:
        """Against the nearest source; words cut out of a sentence are held against all of it."""
        spans = supporting(sentence, context)
        if not spans:
            return _unaligned(self.name)
        best = spans[0]
        text = _span_text(best, context)
        if best.method is Method.VERBATIM:
            if best.span.start == best.whole.start:
                return Finding(self.name, CheckState.PASSED)
            # Words cut out of the middle may have lost the `no` before them.
            chunk = next(item.chunk for item in context.evidence if item.number == best.number)
            text = best.whole.cut(chunk.text)
        if negation.differs(sentence.text, text):
            return Finding(self.name, CheckState.FAILED, None, f"negated on one side only, against [{best.number}]")
        return Finding(self.name, CheckState.PASSED)


class CoverageCheck:
    """Every clause of the sentence finds enough of its words in the spans; else they carry a part of it only."""

    name = "coverage"

    def __call__(self, sentence: DraftSentence, context: CheckContext) -> Finding:
        """The share of the words of the least covered clause."""
        spans = supporting(sentence, context)
        if not spans:
            return _unaligned(self.name)
        if spans[0].method is Method.VERBATIM:
            return Finding(self.name, CheckState.PASSED, 1.0)
        held = frozenset[str]().union(*(content(_span_text(span, context)) for span in spans))
        clause, share = least_covered(sentence.text, held)
        if share >= CLAUSE_COVERAGE:
            return Finding(self.name, CheckState.PASSED, round(share, 4))
        return Finding(self.name, CheckState.FAILED, round(share, 4), f"not carried: {clause}")


def least_covered(text: str, held: frozenset[str]) -> tuple[str, float]:
    """The clause with the smallest share of its content words among `held`, and that share."""
    clauses = [part.strip() for part in _CLAUSES.split(text) if len(content(part)) >= MIN_CLAUSE_WORDS]
    shares = [(len(content(part) & held) / len(content(part)), part) for part in clauses or [text] if content(part)]
    share, clause = min(shares, default=(1.0, text))
    return clause, share


class OverlapCheck:
    """The published rule: overlap of at least 0.10 or cosine of at least 0.40 with a whole cited chunk."""

    name = "overlap"

    def __call__(self, sentence: DraftSentence, context: CheckContext) -> Finding:
        """The overlap, or the cosine where the overlap is too small."""
        cited, words = context.cited(sentence), tokens(sentence.text)
        if not cited or not words:
            return Finding(self.name, CheckState.FAILED, 0.0, "there is nothing to compare")
        overlap = max(len(words & tokens(item.chunk.text)) / len(words) for item in cited)
        if overlap >= PAPER_OVERLAP:
            return Finding(self.name, CheckState.PASSED, round(overlap, 4), "overlap of words")
        if context.embedder is None:
            return Finding(self.name, CheckState.FAILED, round(overlap, 4), f"overlap below {PAPER_OVERLAP:.2f}")
        try:
            own, *others = context.vectors([sentence.text, *(item.chunk.text for item in cited)])
        except Exception as error:  # whatever a model's runtime raises: what could not run is no pass
            return Finding(self.name, CheckState.NOT_CHECKED, None, f"the embedder failed: {error}")
        cosine = max(float(own @ other) for other in others)
        state = CheckState.PASSED if cosine >= PAPER_COSINE else CheckState.FAILED
        return Finding(self.name, state, round(cosine, 4), "cosine")
