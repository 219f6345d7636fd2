"""The figures of a sentence stand in its spans, of the same thing and with the same bounds."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.text import figures_bounds, figures_places
from pincite.text.figures import Figure, figures, missing, stands_for
from pincite.types.answer import CheckState, DraftSentence, Finding
from pincite.validate import wording
from pincite.validate.alignment import Alignment, Method
from pincite.validate.context import CheckContext
from pincite.validate.spans import source_of, span_text, supporting, unaligned


class FiguresCheck:
    """Numbers, amounts, dates, periods and section numbers stand in the spans, of the same thing, bounded the same."""

    name = "figures"

    def __call__(self, sentence: DraftSentence, context: CheckContext) -> Finding:
        """How many figures are missing, said of something else or bounded the other way, and what the source says."""
        spans = supporting(sentence, context)
        if not spans:
            return unaligned(self.name)
        if spans[0].method is Method.VERBATIM:
            return Finding(self.name, CheckState.PASSED, 0.0)
        texts = [span_text(span, context) for span in spans]
        lost = missing(context.figures(sentence.text), _standing(texts, spans, context))
        if lost:
            return wording.failed(self.name, float(len(lost)), self._lost(lost, sentence.text, spans, texts))
        joined, number = "\n".join(texts), spans[0].number
        turned = figures_bounds.reversed_bounds(sentence.text, joined)
        if turned:
            says = self._bounds(turned[0], sentence.text, joined, number)
            return wording.failed(self.name, float(len(turned)), f"bounded the other way: {says}")
        moved = figures_places.misplaced(sentence.text, joined)
        if moved:
            says = "; ".join(
                f"wrote {wording.quoted(m.written, 40)} where source [{number}] says {wording.quoted(m.instead, 40)}"
                for m in moved[: wording.MAX_NAMED]
            )
            return wording.failed(self.name, float(len(moved)), f"of something else: {says}")
        return Finding(self.name, CheckState.PASSED, 0.0)

    def _lost(self, lost: Sequence[Figure], text: str, spans: Sequence[Alignment], texts: Sequence[str]) -> str:
        said = []
        for figure in lost[: wording.MAX_NAMED]:
            same = [
                (span.number, other.span.cut(source))
                for span, source in zip(spans, texts, strict=True)
                for other in figures(source)
                if other.kind is figure.kind
            ]
            number = same[0][0] if same else spans[0].number
            said.append(wording.figure_lost(figure, text, [words for n, words in same if n == number], number))
        return "; ".join(said)

    def _bounds(self, figure: Figure, claim: str, source: str, number: int) -> str:
        twin = next((other for other in figures(source) if stands_for(other, figure)), None)
        return wording.against(wording.around(claim, figure), wording.around(source, twin) if twin else source, number)


def _standing(texts: Sequence[str], spans: Sequence[Alignment], context: CheckContext) -> list[Figure]:
    """The figures of the spans, and the section numbers that their sources carry in labels and headings."""
    found = [figure for text in texts for figure in context.figures(text)]
    numbers = dict.fromkeys(span.number for span in spans)
    first_of = {span.number: span for span in reversed(spans)}
    for number in numbers:
        found += context.section_figures(source_of(first_of[number], context))
    return found
