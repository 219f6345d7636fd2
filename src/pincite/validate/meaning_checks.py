"""What a span must not say otherwise: whether it is denied, who does it, and how strongly it is meant.

Each is held against the nearest source only. A sentence that stands there word for word cannot turn it round, except
where words are cut out behind a `no`.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.text import modality, negation, statements
from pincite.text.bare_phrases import is_bare
from pincite.text.opposites import opposites
from pincite.types.answer import CheckState, DraftSentence, Finding
from pincite.validate import wording
from pincite.validate.alignment import Alignment, Method
from pincite.validate.context import CheckContext
from pincite.validate.spans import source_of, span_text, stated, supporting, unaligned


class NegationCheck:
    """No negation stands in the sentence only, or in its span only, over what they share; nor does an opposite."""

    name = "negation"

    def __call__(self, sentence: DraftSentence, context: CheckContext) -> Finding:
        """Against the nearest source; words cut out of a sentence are held against all of it."""
        spans = supporting(sentence, context)
        if not spans:
            return unaligned(self.name)
        best = spans[0]
        text = stated(best, context)
        if best.method is Method.VERBATIM:
            # A name or a date alone denies nothing and asserts nothing.
            if best.span.start == best.whole.start or is_bare(sentence.text):
                return Finding(self.name, CheckState.PASSED)
            # Words cut out of the middle may have lost the `no` before them.
            text = best.whole.cut(source_of(best, context).chunk.text)
        found = negation.opposed(sentence.text, text)
        copied = span_text(best, context)
        if found is None and best.method is not Method.VERBATIM and negation.edited(sentence.text, copied):
            found = (sentence.text, copied)
        if found is not None:
            said = wording.against(*found, best.number)
            return wording.failed(self.name, None, f"negated on one side only: {said}")
        turned = opposites(sentence.text, text) if best.method is not Method.VERBATIM else []
        if turned:
            return wording.failed(self.name, None, f"the opposite: {wording.against(*turned[0], best.number)}")
        return Finding(self.name, CheckState.PASSED)


def _settled(name: str, spans: Sequence[Alignment]) -> Finding | None:
    """The finding where there is nothing to compare, or where the sentence is the source's own; else None."""
    if not spans:
        return unaligned(name)
    return Finding(name, CheckState.PASSED) if spans[0].method is Method.VERBATIM else None


class PartiesCheck:
    """Who acts in the sentence acts in its span: tenant and landlord have not changed places."""

    name = "parties"

    def __call__(self, sentence: DraftSentence, context: CheckContext) -> Finding:
        """Clause by clause, against the clauses of the nearest source that say the same act."""
        spans = supporting(sentence, context)
        if settled := _settled(self.name, spans):
            return settled
        found = statements.swapped(sentence.text, stated(spans[0], context))
        if found is None:
            return Finding(self.name, CheckState.PASSED)
        said = wording.against(found[0].text, found[1].text, spans[0].number)
        return wording.failed(self.name, None, f"another party: {said}")


class ModalityCheck:
    """What the span allows the sentence does not demand, nor the other way, nor does it say more of all cases."""

    name = "modality"

    def __call__(self, sentence: DraftSentence, context: CheckContext) -> Finding:
        """Clause by clause, then the words that shut out exceptions: `only`, `always`, `all` for `some`."""
        spans = supporting(sentence, context)
        if settled := _settled(self.name, spans):
            return settled
        text, number = stated(spans[0], context), spans[0].number
        found = modality.shifted(sentence.text, text)
        if found is not None:
            claim, source = found
            said = wording.against(claim.text, source.text, number)
            return wording.failed(self.name, None, f"{claim.force} for {source.force}: {said}")
        word = modality.overstated(sentence.text, text)
        if word is None:
            return Finding(self.name, CheckState.PASSED)
        said = wording.against(sentence.text, span_text(spans[0], context), number)
        return wording.failed(self.name, None, f"'{word}' is more than the source says: {said}")
