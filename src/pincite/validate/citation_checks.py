"""Whether a sentence cites, and cites what exists."""

from __future__ import annotations

from pincite.text.labels import READ_BY_OCR, is_read_by_ocr
from pincite.types.answer import CheckState, DraftSentence, Finding
from pincite.validate import wording
from pincite.validate.context import CheckContext


class CitationCheck:
    """The sentence has a citation, and each of its numbers is one of the evidence's.

    A pass says so where a source's text was recognised from a picture: the words were compared with what was read, and
    whether that is what stands on the page is for people to see.
    """

    name = "citation"

    def __call__(self, sentence: DraftSentence, context: CheckContext) -> Finding:
        """How many sources are cited, or how many of them do not exist."""
        if not sentence.citations:
            return wording.failed(self.name, 0.0, f"no source is cited; {_ids(context)}")
        known = {item.number for item in context.evidence}
        unknown = [number for number in dict.fromkeys(sentence.citations) if number not in known]
        if unknown:
            names = ", ".join(f"[{number}]" for number in unknown)
            return wording.failed(self.name, float(len(unknown)), f"there is no source {names}; {_ids(context)}")
        count = float(len(set(sentence.citations)))
        return Finding(self.name, CheckState.PASSED, count, _read_by_ocr(sentence, context))


def _read_by_ocr(sentence: DraftSentence, context: CheckContext) -> str:
    read = [f"[{item.number}]" for item in context.cited(sentence) if is_read_by_ocr(item.chunk.label)]
    return f"{', '.join(read)} was {READ_BY_OCR}; compare it with the page" if read else ""


def _ids(context: CheckContext) -> str:
    numbers = sorted(item.number for item in context.evidence)
    if len(numbers) < 2:
        return f"the only source is [{numbers[0]}]" if numbers else "there are no sources"
    return f"sources are [{numbers[0]}] to [{numbers[-1]}]"
