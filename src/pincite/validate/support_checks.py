"""How much of a sentence its sources say: every clause of it in its spans, or the published share of its words.

`OverlapCheck` is the published rule (CiteGuard-RAG, validation): share of the sentence's words in the whole cited chunk
or cosine with it. Measured, it passes nearly every sentence against chunks of other documents: a baseline only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pincite.text.bare_phrases import is_bare
from pincite.types.answer import CheckState, DraftSentence, Finding
from pincite.validate import wording
from pincite.validate.alignment import Alignment, Method
from pincite.validate.content_words import content, tokens
from pincite.validate.context import CheckContext
from pincite.validate.spans import source_of, span_text, stated, supporting, unaligned
from pincite.validate.telling_words import telling
from pincite.validate.thresholds import CLAUSE_COVERAGE, NEW_WORDS, PAPER_COSINE, PAPER_OVERLAP, TELLING_COVERAGE

# A clause is judged by itself when it has at least so many content words.
MIN_CLAUSE_WORDS: Final = 3
MAX_NEW_NAMED: Final = 6
_ENDED = re.compile(r"[.!?;。…][\"'”’)\]]*\s*\Z|[다요음함임]\s*\Z")
_CLAUSES = re.compile(
    r"[;:,]\s|\s(?:and|but|unless|except|if|when|provided|although|while|because|which)\s", re.IGNORECASE
)


class CoverageCheck:
    """Every clause finds enough of its words in the spans, and the sentence has hardly a telling word that they lack.

    Else the spans carry a part of it only. The place of a span counts with it: its title, its headings.
    """

    name = "coverage"

    def __call__(self, sentence: DraftSentence, context: CheckContext) -> Finding:
        """The share of the words of the least covered clause, or of the telling words where that is too small."""
        spans = supporting(sentence, context)
        if not spans:
            return unaligned(self.name)
        if spans[0].method is Method.VERBATIM:
            return self._of_copied(sentence, spans[0], context)
        held = frozenset[str]().union(*(content(span_text(span, context)) for span in spans))
        clause, share = least_covered(sentence.text, held)
        numbers = ", ".join(f"[{number}]" for number in dict.fromkeys(span.number for span in spans))
        if share < CLAUSE_COVERAGE:
            detail = f"not carried by {numbers}: {wording.quoted(clause, wording.NEAREST_CHARS)}"
            return wording.failed(self.name, round(share, 4), detail)
        new, known = new_words(sentence.text, spans, context)
        if new and (known == 0.0 or (len(new) > NEW_WORDS and known < TELLING_COVERAGE)):
            words = ", ".join(wording.quoted(word) for word in new[:MAX_NEW_NAMED])
            return wording.failed(self.name, round(known, 4), f"{numbers} does not say {words}")
        return Finding(self.name, CheckState.PASSED, round(share, 4))

    def _of_copied(self, sentence: DraftSentence, copied: Alignment, context: CheckContext) -> Finding:
        """Words copied out of a sentence must not break off inside it, as those of a model do that was cut.

        A name or a date alone is no statement, so it is none cut short.
        """
        rest = source_of(copied, context).chunk.text[copied.span.end : copied.whole.end]
        goes_on = any(c.isalnum() for c in rest)
        if sentence.quoted is None and goes_on and not _ENDED.search(sentence.text) and not is_bare(sentence.text):
            return wording.failed(self.name, 0.0, f"breaks off; [{copied.number}] goes on {wording.quoted(rest)}")
        return Finding(self.name, CheckState.PASSED, 1.0)


def new_words(text: str, spans: Sequence[Alignment], context: CheckContext) -> tuple[list[str], float]:
    """The telling words that neither the spans nor their places have, and the share of those that they have."""
    own = telling(text)
    held: set[str] = set()
    for span in spans:
        item = source_of(span, context)
        place = (item.title, item.jurisdiction or "", *item.chunk.heading_path, item.chunk.label)
        held.update(telling("\n".join((stated(span, context), *place))))
    new = [word for stem, word in own.items() if stem not in held]
    return new, 1.0 - len(new) / len(own) if own else 1.0


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
            return Finding(self.name, CheckState.NOT_CHECKED, None, wording.line(f"the embedder failed: {error}"))
        cosine = max(float(own @ other) for other in others)
        state = CheckState.PASSED if cosine >= PAPER_COSINE else CheckState.FAILED
        return Finding(self.name, state, round(cosine, 4), "cosine")
