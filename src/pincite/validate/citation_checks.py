"""Whether a sentence cites, and cites what exists."""

from __future__ import annotations

from pincite.types.answer import CheckState, DraftSentence, Finding
from pincite.validate.context import CheckContext


class CitationCheck:
    """The sentence has a citation, and each of its numbers is one of the evidence's."""

    name = "citation"

    def __call__(self, sentence: DraftSentence, context: CheckContext) -> Finding:
        """How many sources are cited, or how many of them do not exist."""
        if not sentence.citations:
            return Finding(self.name, CheckState.FAILED, 0.0, "no source is cited")
        known = {item.number for item in context.evidence}
        unknown = [number for number in dict.fromkeys(sentence.citations) if number not in known]
        if unknown:
            names = ", ".join(f"[{number}]" for number in unknown)
            return Finding(self.name, CheckState.FAILED, float(len(unknown)), f"there is no source {names}")
        return Finding(self.name, CheckState.PASSED, float(len(set(sentence.citations))))
