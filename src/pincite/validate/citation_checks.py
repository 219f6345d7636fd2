"""Whether a sentence cites, and cites what exists."""

from __future__ import annotations

from pincite.types.answer import CheckState, DraftSentence, Finding
from pincite.validate import wording
from pincite.validate.context import CheckContext


class CitationCheck:
    """The sentence has a citation, and each of its numbers is one of the evidence's."""

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
        return Finding(self.name, CheckState.PASSED, float(len(set(sentence.citations))))


def _ids(context: CheckContext) -> str:
    numbers = sorted(item.number for item in context.evidence)
    if len(numbers) < 2:
        return f"the only source is [{numbers[0]}]" if numbers else "there are no sources"
    return f"sources are [{numbers[0]}] to [{numbers[-1]}]"
